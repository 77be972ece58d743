//! Drops arguments whose values make no difference.
//!
//! `open(X, N) <- bit(X), level(N)` holds for all bits `X` or for none. Where every condition on the relation
//! gives a bit, all of them ask the same, and `open(N) <- level(N)` answers it. A relation with twenty such
//! arguments would have a million atoms.
//!
//! An argument is *idle* if each rule of the relation has a variable there of which it requires nothing but
//! that it is in lists (static relations of one argument) and is given to idle arguments. Its *domain* has
//! the values that conditions give: those of constants and of the lists that the variables of conditions are
//! in. All lists that its rules require must contain the domain.

use gdl::{Atom, Interrupt, Interrupted, Keyword, Symbol, Term, TermKind};
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::TermId;
use crate::ground::rules::{Premise, Rule, Rulebook};
use crate::relation::{Relation, RelationId};
use crate::terms::{Lease, Top};

/// The most rounds of the search. Rules in long chains may need more, and keep their arguments then.
const MOST_ROUNDS: usize = 64;

/// A column of a dynamic relation.
type Place = (RelationId, usize);

type Set<T> = IndexSet<T, FxBuildHasher>;

/// Rewrites the rules without idle arguments, given the static relations.
///
/// # Errors
/// If it is interrupted.
pub(crate) fn drop_idle(
    rules: Vec<Rule>,
    book: &mut Rulebook,
    statics: &[Relation],
    terms: &Lease<'_>,
    interrupt: &Interrupt<'_>,
) -> Result<Vec<Rule>, Interrupted> {
    let lists = Lists { statics };
    let idle = Search { rules: &rules, book, lists, terms, interrupt }.run()?;
    if idle.is_empty() {
        return Ok(rules);
    }
    let mut narrow: FxHashMap<RelationId, (Symbol, Vec<bool>)> = FxHashMap::default();
    for &(relation, column) in &idle {
        let arity = book.predicates[relation].arity;
        narrow.entry(relation).or_insert_with(|| (book.new_name(), vec![false; arity])).1[column] = true;
    }
    Ok(rules.into_iter().map(|rule| without(rule, &narrow, lists, book)).collect())
}

/// A rule without idle arguments, and without the lists of variables that are nowhere else.
fn without(
    mut rule: Rule,
    narrow: &FxHashMap<RelationId, (Symbol, Vec<bool>)>,
    lists: Lists<'_>,
    book: &mut Rulebook,
) -> Rule {
    // How many lists each dropped variable may leave: any number if it was idle in the head, as there is a
    // value in all of them.
    let mut dropped: FxHashMap<Symbol, usize> = FxHashMap::default();
    let mut drop = |atom: &mut Atom, most: usize| {
        let Some((name, idle)) = narrow.get(&book.relation(atom)) else { return };
        for (arg, _) in atom.args.iter().zip(idle).filter(|(_, idle)| **idle) {
            arg.each_variable(&mut |name, _| {
                dropped.entry(name).or_insert(most);
            });
        }
        let mut column = 0;
        atom.args.retain(|_| {
            column += 1;
            !idle[column - 1]
        });
        atom.name = *name;
        book.predicates.insert(atom.predicate());
    };
    drop(&mut rule.head, usize::MAX);
    for premise in &mut rule.body {
        if let Premise::Holds(atom) | Premise::Fails(atom) = premise {
            drop(atom, 1);
        }
    }
    let mut used: Set<Symbol> = Set::default();
    let mut listed: FxHashMap<Symbol, usize> = FxHashMap::default();
    rule.head.each_variable(&mut |name, _| {
        used.insert(name);
    });
    for premise in &rule.body {
        match lists.variable(premise, book) {
            Some((name, _)) => *listed.entry(name).or_default() += 1,
            None => premise.each_variable(&mut |name| {
                used.insert(name);
            }),
        }
    }
    rule.body.retain(|premise| {
        lists.variable(premise, book).is_none_or(|(name, _)| {
            used.contains(&name) || dropped.get(&name).is_none_or(|&most| listed[&name] > most)
        })
    });
    rule
}

/// The static relations, of which those of one argument are lists.
#[derive(Clone, Copy)]
struct Lists<'a> {
    statics: &'a [Relation],
}

impl Lists<'_> {
    /// The variable and the list of a condition that says that a variable is in a list, which is not empty.
    fn variable(self, premise: &Premise, book: &Rulebook) -> Option<(Symbol, RelationId)> {
        let Premise::Holds(atom) = premise else { return None };
        let [Term { kind: TermKind::Variable(name), .. }] = *atom.args.as_slice() else { return None };
        let relation = book.relation(atom);
        // A relation on demand has no rows.
        (book.is_static.contains(relation) && self.statics[relation].len() > 0).then_some((name, relation))
    }
}

struct Search<'a> {
    rules: &'a [Rule],
    book: &'a Rulebook,
    lists: Lists<'a>,
    terms: &'a Lease<'a>,
    interrupt: &'a Interrupt<'a>,
}

/// What a condition gives to a place.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Given {
    /// A value.
    Value(TermId),
    /// A value from a list.
    Listed(RelationId),
    /// What the head has at an idle place.
    Place(Place),
}

/// What one round finds out about the places that may be idle.
#[derive(Default)]
struct Findings {
    /// Places that are not idle.
    wrong: Set<Place>,
    /// The lists that the rules of a place require.
    required: Set<(Place, RelationId)>,
    given: Set<(Place, Given)>,
}

impl Search<'_> {
    /// The idle places.
    fn run(&self) -> Result<Set<Place>, Interrupted> {
        let mut places: Set<Place> = Set::default();
        for rule in self.rules {
            let relation = self.book.relation(&rule.head);
            if relation >= Keyword::ALL.len() {
                places.extend((0..rule.head.args.len()).map(|column| (relation, column)));
            }
        }
        for _ in 0..MOST_ROUNDS {
            let mut findings = Findings::default();
            for rule in self.rules {
                self.interrupt.check()?;
                self.examine(rule, &places, &mut findings);
            }
            if findings.wrong.is_empty() {
                findings.wrong = self.beyond_lists(&places, &findings)?;
            }
            if findings.wrong.is_empty() {
                return Ok(places);
            }
            places.retain(|place| !findings.wrong.contains(place));
        }
        Ok(Set::default())
    }

    /// What a rule requires of the arguments of its head, and what its conditions give to places.
    fn examine(&self, rule: &Rule, places: &Set<Place>, findings: &mut Findings) {
        let head = self.book.relation(&rule.head);
        // The place of each variable that may be idle in the head.
        let mut passed: FxHashMap<Symbol, Place> = FxHashMap::default();
        for (column, arg) in rule.head.args.iter().enumerate() {
            let place = (head, column);
            if let TermKind::Variable(name) = arg.kind
                && places.contains(&place)
            {
                // A place is not idle either if its variable is in another one.
                findings.wrong.extend(passed.insert(name, place));
            } else {
                findings.wrong.extend(Some(place).filter(|place| places.contains(place)));
                arg.each_variable(&mut |name, _| findings.wrong.extend(passed.get(&name)));
            }
        }
        let mut listed: FxHashMap<Symbol, RelationId> = FxHashMap::default();
        let size = |list: RelationId| self.lists.statics[list].len();
        for premise in &rule.body {
            if let Some((name, list)) = self.lists.variable(premise, self.book) {
                let least = listed.entry(name).or_insert(list);
                if size(list) < size(*least) {
                    *least = list;
                }
            }
        }
        for premise in &rule.body {
            if let Some((name, list)) = self.lists.variable(premise, self.book) {
                findings.required.extend(passed.get(&name).map(|&place| (place, list)));
                continue;
            }
            let (Premise::Holds(atom) | Premise::Fails(atom)) = premise else {
                premise.each_variable(&mut |name| findings.wrong.extend(passed.get(&name)));
                continue;
            };
            let relation = self.book.relation(atom);
            for (column, arg) in atom.args.iter().enumerate() {
                let place = (relation, column);
                if !places.contains(&place) {
                    arg.each_variable(&mut |name, _| findings.wrong.extend(passed.get(&name)));
                    continue;
                }
                let given = match &arg.kind {
                    TermKind::Variable(name) => {
                        let from_head = passed.get(name).map(|&place| Given::Place(place));
                        from_head.or_else(|| listed.get(name).map(|&list| Given::Listed(list)))
                    }
                    // What is not in the table is in no list.
                    TermKind::Constant(name) => self.terms.find(Top::Constant(*name), &[]).map(Given::Value),
                    TermKind::Function(..) => {
                        arg.each_variable(&mut |name, _| findings.wrong.extend(passed.get(&name)));
                        None
                    }
                };
                match given {
                    Some(given) => {
                        findings.given.insert((place, given));
                    }
                    None => findings.wrong.extend([place]),
                }
            }
        }
    }

    /// The places that may be given a value beyond a list that a rule requires. Places that pass values on
    /// have one domain together.
    fn beyond_lists(&self, places: &Set<Place>, findings: &Findings) -> Result<Set<Place>, Interrupted> {
        let number = |place: &Place| match places.get_index_of(place) {
            Some(number) => number,
            None => unreachable!("nothing is found out about other places"),
        };
        let mut domain: Vec<usize> = (0..places.len()).collect();
        for (place, given) in &findings.given {
            if let Given::Place(other) = given {
                let (one, other) = (first(&mut domain, number(place)), first(&mut domain, number(other)));
                domain[one] = other;
            }
        }
        let mut required: FxHashMap<usize, Set<RelationId>> = FxHashMap::default();
        for (place, list) in &findings.required {
            required.entry(first(&mut domain, number(place))).or_default().insert(*list);
        }
        let mut included: FxHashMap<[RelationId; 2], bool> = FxHashMap::default();
        let mut wrong: Set<usize> = Set::default();
        for (place, given) in &findings.given {
            let at = first(&mut domain, number(place));
            for &list in required.get(&at).into_iter().flatten() {
                self.interrupt.check()?;
                let within = match *given {
                    Given::Value(value) => self.lists.statics[list].contains(&[value]),
                    Given::Listed(own) => match included.get(&[own, list]) {
                        Some(&known) => known,
                        None => {
                            let found = self.is_included(own, list)?;
                            included.insert([own, list], found);
                            found
                        }
                    },
                    Given::Place(_) => true,
                };
                if !within {
                    wrong.insert(at);
                    break;
                }
            }
        }
        let numbered = places.iter().enumerate();
        Ok(numbered
            .filter(|&(number, _)| wrong.contains(&first(&mut domain, number)))
            .map(|(_, &place)| place)
            .collect())
    }

    /// Whether all values of one list are in another.
    fn is_included(&self, own: RelationId, list: RelationId) -> Result<bool, Interrupted> {
        let statics = self.lists.statics;
        for row in statics[own].rows() {
            self.interrupt.check()?;
            if !statics[list].contains(row) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The first of the numbers that are linked with one.
fn first(links: &mut [usize], mut at: usize) -> usize {
    while links[at] != at {
        links[at] = links[links[at]];
        at = links[at];
    }
    at
}
