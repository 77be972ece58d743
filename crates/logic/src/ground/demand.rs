//! Relations that are dear to list are derived only as far as some rule asks for them.
//!
//! The magic-sets rewriting (Bancilhon, Maier, Sagiv & Ullman, *Magic Sets and Other Strange Ways to Implement Logic Programs*, 1986): for each
//! way of asking, which is a set of columns whose values the asker knows, a relation of its own holds what is asked, and the rules of the relation
//! that is asked for take that for their first condition. As rules are relaxed here, a negated condition asks like any other.

use fixedbitset::FixedBitSet;
use gdl::{Atom, Symbol};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::ground::alternatives::rearrange;
use crate::ground::rules::{Premise, Rule, Rulebook, same};
use crate::relation::RelationId;

/// The most ways to ask for one relation. Each repeats all its rules.
const MOST_WAYS: usize = 6;

/// The columns of a relation that are given.
type Way = (RelationId, Vec<usize>);

/// Rewrites the rules so that the relations in `dear`, none of them static, are derived on demand, but for those that somebody wants whole.
pub(crate) fn rewrite(rules: Vec<Rule>, book: &mut Rulebook, dear: &FixedBitSet) -> Vec<Rule> {
    if dear.is_clear() {
        return rules;
    }
    let mut dear = dear.clone();
    let rules = rearrange(rules, book, &mut dear);
    while !dear.is_clear() {
        let mut rewriting = Rewriting {
            book,
            dear: &dear,
            asked: FxHashMap::default(),
            waiting: Vec::new(),
            rules: Vec::new(),
        };
        match rewriting.run(&rules) {
            Ok(()) => return rewriting.rules,
            Err(whole) => dear.remove(whole),
        }
    }
    rules
}

struct Rewriting<'a> {
    book: &'a mut Rulebook,
    dear: &'a FixedBitSet,
    /// What holds the values asked for.
    asked: FxHashMap<Way, Atom>,
    waiting: Vec<Way>,
    rules: Vec<Rule>,
}

impl Rewriting<'_> {
    /// Fails with a relation that cannot be derived on demand.
    fn run(&mut self, rules: &[Rule]) -> Result<(), RelationId> {
        for rule in rules {
            if !self.dear.contains(self.book.relation(&rule.head)) {
                self.add(rule.clone())?;
            }
        }
        while let Some((relation, given)) = self.waiting.pop() {
            for rule in rules {
                if self.book.relation(&rule.head) != relation {
                    continue;
                }
                let asked = &self.asked[&(relation, given.clone())];
                let args = given.iter().map(|&column| rule.head.args[column].clone()).collect();
                let asked = Premise::Reached(Atom { args, ..asked.clone() });
                let mut rule = rule.clone();
                rule.body.insert(0, asked);
                self.add(rule)?;
            }
        }
        Ok(())
    }

    /// Keeps a rule, with rules for what it asks.
    fn add(&mut self, rule: Rule) -> Result<(), RelationId> {
        for (number, premise) in rule.body.iter().enumerate() {
            let (Premise::Holds(atom) | Premise::Fails(atom)) = premise else { continue };
            let relation = self.book.relation(atom);
            if !self.dear.contains(relation) {
                continue;
            }
            let negated = matches!(premise, Premise::Fails(_));
            // Others that are dear too are asked in the order of the text, negated ones last.
            let knows = |(other, premise): &(usize, &Premise)| match premise {
                Premise::Holds(atom) => {
                    *other != number
                        && (negated || *other < number || !self.dear.contains(self.book.relation(atom)))
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
            let given: Vec<usize> = (0..atom.args.len())
                .filter(|&column| {
                    let mut known = true;
                    atom.args[column].each_variable(&mut |name, _| known &= bound.contains(&name));
                    known
                })
                .collect();
            let asked = self.way(relation, &given, rule.head.span).ok_or(relation)?;
            let args = given.iter().map(|&column| atom.args[column].clone()).collect();
            let head = Atom { args, span: rule.head.span, ..asked };
            // What a rule asks because it was asked itself is known.
            if !body.iter().any(|premise| matches!(premise, Premise::Reached(asked) if same(asked, &head))) {
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

    /// What holds the values that are asked for in a way; nothing if the whole relation is wanted.
    fn way(&mut self, relation: RelationId, given: &[usize], span: gdl::Span) -> Option<Atom> {
        if given.is_empty() {
            return None;
        }
        let way = (relation, given.to_vec());
        if let Some(asked) = self.asked.get(&way) {
            return Some(asked.clone());
        }
        if self.asked.keys().filter(|(other, _)| *other == relation).count() == MOST_WAYS {
            return None;
        }
        // The names of the columns do not matter.
        let columns = vec![gdl::Keyword::True.symbol(); given.len()];
        let asked = self.book.new_asked(&columns, span);
        self.asked.insert(way.clone(), asked.clone());
        self.waiting.push(way);
        Some(asked)
    }
}

/// Without the conditions that have little to do with what was asked, and would only ask for every value there is: static
/// ones must lead to it, and others speak of it themselves or of nothing else.
fn connected<'a>(known: Vec<&'a Premise>, book: &Rulebook) -> Vec<&'a Premise> {
    let mut asked = FxHashSet::default();
    for premise in &known {
        if matches!(premise, Premise::Reached(_)) {
            premise.each_variable(&mut |name| {
                asked.insert(name);
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
    let mut bound = asked.clone();
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
        all || any && (is_static(premise) || speaks_of(premise, &asked).0)
    };
    known.into_iter().filter(is_kept).collect()
}
