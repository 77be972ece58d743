//! The magic-sets rewriting: expensive relations are derived only for the values that other rules query.
//!
//! Bancilhon, Maier, Sagiv & Ullman, *Magic Sets and Other Strange Ways to Implement Logic Programs*, 1986.
//! For each adornment of a relation, which is the set of columns with given values, a magic relation holds
//! the values that are queried, and becomes the first condition of the relation's rules. Rules are relaxed
//! here, so a negated condition is a query like any other.

use fixedbitset::FixedBitSet;
use gdl::{Atom, Interrupt, Interrupted, Symbol};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::ground::alternatives::rearrange;
use crate::ground::rules::{Premise, Rule, Rulebook, same};
use crate::relation::RelationId;

/// The largest number of adornments of a relation. Each repeats all its rules.
const MAX_ADORNMENTS: usize = 6;

/// The most conditions of all rules for magic relations. A rule with many conditions on expensive relations
/// would have their square.
const MOST_CONDITIONS: usize = 1_000_000;

/// A relation with the columns whose values are given.
type Adornment = (RelationId, Vec<usize>);

/// Rewrites the rules so that the `expensive` relations, none of them static, are derived on demand, except
/// those that a rule needs completely.
///
/// # Errors
/// If it is interrupted.
pub(crate) fn rewrite(
    rules: Vec<Rule>,
    book: &mut Rulebook,
    expensive: &FixedBitSet,
    interrupt: &Interrupt<'_>,
) -> Result<Vec<Rule>, Interrupted> {
    if expensive.is_clear() {
        return Ok(rules);
    }
    let mut expensive = expensive.clone();
    let rules = rearrange(rules, book, &mut expensive, interrupt)?;
    while !expensive.is_clear() {
        let mut rewriting = Rewriting {
            book,
            expensive: &expensive,
            magic: FxHashMap::default(),
            waiting: Vec::new(),
            rules: Vec::new(),
            conditions: 0,
            interrupt,
        };
        match rewriting.run(&rules) {
            Ok(()) => return Ok(rewriting.rules),
            Err(Failed::Whole(relation)) => expensive.remove(relation),
            Err(Failed::Interrupted(interrupted)) => return Err(interrupted),
        }
    }
    Ok(rules)
}

/// Why rewriting failed.
enum Failed {
    /// This relation cannot be derived on demand.
    Whole(RelationId),
    Interrupted(Interrupted),
}

impl From<Interrupted> for Failed {
    fn from(interrupted: Interrupted) -> Self {
        Self::Interrupted(interrupted)
    }
}

struct Rewriting<'a> {
    book: &'a mut Rulebook,
    expensive: &'a FixedBitSet,
    /// The magic atom of each adornment.
    magic: FxHashMap<Adornment, Atom>,
    waiting: Vec<Adornment>,
    rules: Vec<Rule>,
    /// Conditions of the rules for magic relations by now.
    conditions: usize,
    interrupt: &'a Interrupt<'a>,
}

impl Rewriting<'_> {
    fn run(&mut self, rules: &[Rule]) -> Result<(), Failed> {
        for rule in rules {
            if !self.expensive.contains(self.book.relation(&rule.head)) {
                self.add(rule.clone())?;
            }
        }
        while let Some((relation, given)) = self.waiting.pop() {
            for rule in rules {
                self.interrupt.check()?;
                if self.book.relation(&rule.head) != relation {
                    continue;
                }
                let magic = &self.magic[&(relation, given.clone())];
                let args = given.iter().map(|&column| rule.head.args[column].clone()).collect();
                let magic = Premise::Reached(Atom { args, ..magic.clone() });
                let mut rule = rule.clone();
                rule.body.insert(0, magic);
                self.add(rule)?;
            }
        }
        Ok(())
    }

    /// Adds a rule, with the rules of its magic atoms.
    fn add(&mut self, rule: Rule) -> Result<(), Failed> {
        for (number, premise) in rule.body.iter().enumerate() {
            let (Premise::Holds(atom) | Premise::Fails(atom)) = premise else { continue };
            let relation = self.book.relation(atom);
            if !self.expensive.contains(relation) {
                continue;
            }
            self.interrupt.check_now()?;
            let negated = matches!(premise, Premise::Fails(_));
            // Other expensive relations are queried in the order of the text, negated ones last.
            let knows = |(other, premise): &(usize, &Premise)| match premise {
                Premise::Holds(atom) => {
                    *other != number
                        && (negated || *other < number || !self.expensive.contains(self.book.relation(atom)))
                }
                Premise::Reached(_) => true,
                _ => false,
            };
            let mut known: Vec<&Premise> =
                rule.body.iter().enumerate().filter(knows).map(|(_, premise)| premise).collect();
            if known.iter().any(|premise| matches!(premise, Premise::Reached(_))) {
                known = connected(known, self.book);
            }
            let mut bound: FxHashSet<Symbol> = FxHashSet::default();
            let mut body = Vec::new();
            for premise in known {
                premise.each_variable(&mut |name| {
                    bound.insert(name);
                });
                body.push(self.reached(premise));
            }
            for premise in &rule.body {
                let test = match premise {
                    Premise::Fails(atom) => !self.book.is_dynamic(atom),
                    Premise::Differ(..) | Premise::Same(..) => true,
                    Premise::Holds(_) | Premise::Reached(_) => false,
                };
                let mut ready = test;
                premise.each_variable(&mut |name| ready &= bound.contains(&name));
                if ready {
                    body.push(premise.clone());
                }
            }
            self.conditions += body.len();
            if self.conditions > MOST_CONDITIONS {
                return Err(Failed::Whole(relation));
            }
            let given: Vec<usize> = (0..atom.args.len())
                .filter(|&column| {
                    let mut known = true;
                    atom.args[column].each_variable(&mut |name, _| known &= bound.contains(&name));
                    known
                })
                .collect();
            let magic = self.magic_atom(relation, &given, rule.head.span).ok_or(Failed::Whole(relation))?;
            let args = given.iter().map(|&column| atom.args[column].clone()).collect();
            let head = Atom { args, span: rule.head.span, ..magic };
            // A query that the rule itself answers adds nothing.
            if !body.iter().any(|premise| matches!(premise, Premise::Reached(magic) if same(magic, &head))) {
                self.rules.push(Rule { head, body, origin: rule.origin });
            }
        }
        self.rules.push(rule);
        Ok(())
    }

    /// A condition as it is while reaching.
    fn reached(&self, premise: &Premise) -> Premise {
        match premise {
            Premise::Holds(atom) if self.book.is_dynamic(atom) => Premise::Reached(atom.clone()),
            premise => premise.clone(),
        }
    }

    /// The magic atom of an adornment; none if the complete relation is needed.
    fn magic_atom(&mut self, relation: RelationId, given: &[usize], span: gdl::Span) -> Option<Atom> {
        if given.is_empty() {
            return None;
        }
        let way = (relation, given.to_vec());
        if let Some(magic) = self.magic.get(&way) {
            return Some(magic.clone());
        }
        if self.magic.keys().filter(|(other, _)| *other == relation).count() == MAX_ADORNMENTS {
            return None;
        }
        // The names of the columns do not matter.
        let columns = vec![gdl::Keyword::True.symbol(); given.len()];
        let magic = self.book.new_magic(&columns, span);
        self.magic.insert(way.clone(), magic.clone());
        self.waiting.push(way);
        Some(magic)
    }
}

/// Without the conditions that have little to do with what was magic, and would only query for every value
/// there is: static ones must lead to it, and others speak of it themselves or of nothing else.
fn connected<'a>(known: Vec<&'a Premise>, book: &Rulebook) -> Vec<&'a Premise> {
    let mut magic = FxHashSet::default();
    for premise in &known {
        if matches!(premise, Premise::Reached(_)) {
            premise.each_variable(&mut |name| {
                magic.insert(name);
            });
        }
    }
    let is_static = |premise: &Premise| matches!(premise, Premise::Holds(atom) if !book.is_dynamic(atom));
    let speaks_of = |premise: &Premise, names: &FxHashSet<Symbol>| {
        let (mut any, mut all) = (false, true);
        premise.each_variable(&mut |name| {
            any |= names.contains(&name);
            all &= names.contains(&name);
        });
        (any, all)
    };
    let mut bound = magic.clone();
    loop {
        let before = bound.len();
        for premise in known.iter().filter(|premise| is_static(premise)) {
            if speaks_of(premise, &bound).0 {
                premise.each_variable(&mut |name| {
                    bound.insert(name);
                });
            }
        }
        if bound.len() == before {
            break;
        }
    }
    let is_kept = |premise: &&Premise| {
        let (any, all) = speaks_of(premise, &bound);
        all || any && (is_static(premise) || speaks_of(premise, &magic).0)
    };
    known.into_iter().filter(is_kept).collect()
}
