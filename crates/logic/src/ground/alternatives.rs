//! Rewrites the rules of expensive relations so that [`mod@crate::ground::split`] can project out
//! more variables.
//!
//! Rules that differ in one condition only, such as those from a disjunction, are merged into one, over a new
//! relation for that condition, so that the rest is evaluated once. A static condition that is a union of
//! conditions on fewer columns is replaced by these: if cells are different when their columns or their rows
//! are, a rule about different cells becomes two, and neither needs both coordinates.

use fixedbitset::FixedBitSet;
use gdl::{Atom, Interrupt, Interrupted, Symbol, TermKind};
use indexmap::{IndexMap, IndexSet};
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::ground::rules::{Premise, Rule, Rulebook, same};
use crate::relation::RelationId;

/// The largest number of rules that a rule may become.
const MAX_RULES: usize = 8;

/// The largest number of rules of a relation that are compared with each other.
const MAX_COMPARED: usize = 256;

/// Rewrites all rules, given the expensive relations. New relations made from expensive ones are
/// expensive too.
///
/// # Errors
/// If it is interrupted.
pub(crate) fn rearrange(
    rules: Vec<Rule>,
    book: &mut Rulebook,
    expensive: &mut FixedBitSet,
    interrupt: &Interrupt<'_>,
) -> Result<Vec<Rule>, Interrupted> {
    let mut concluding: IndexMap<RelationId, Vec<Rule>, FxBuildHasher> = IndexMap::default();
    let mut done = Vec::with_capacity(rules.len());
    for rule in rules {
        concluding.entry(book.relation(&rule.head)).or_default().push(rule);
    }
    for (head, rules) in concluding {
        let is_expensive = expensive.contains(head);
        interrupt.check_now()?;
        for rule in merged(rules, book, is_expensive.then_some(&mut *expensive), &mut done) {
            if is_expensive {
                unfold(rule, book, &mut done, interrupt)?;
            } else {
                done.push(rule);
            }
        }
    }
    Ok(done)
}

/// Merges rules that differ in one condition only.
fn merged(
    rules: Vec<Rule>,
    book: &mut Rulebook,
    mut expensive: Option<&mut FixedBitSet>,
    done: &mut Vec<Rule>,
) -> Vec<Rule> {
    if rules.len() > MAX_COMPARED {
        return rules;
    }
    let mut merged = Vec::new();
    let mut left = rules.into_iter().map(Some).collect::<Vec<_>>();
    for first in 0..left.len() {
        let Some(mut rule) = left[first].take() else { continue };
        let alternative = |other: &Option<Rule>| other.as_ref().and_then(|other| differs(&rule, other, book));
        if let Some(at) = left[first + 1..].iter().find_map(alternative) {
            let atom = book.new_atom(&variables(&rule.body[at]), rule.head.span);
            if let Some(expensive) = &mut expensive {
                expensive.grow_and_insert(book.relation(&atom));
            }
            for other in &mut left[first + 1..] {
                if other.as_ref().is_some_and(|other| differs(&rule, other, book) == Some(at))
                    && let Some(mut other) = other.take()
                {
                    done.push(Rule {
                        head: atom.clone(),
                        body: vec![other.body.remove(at)],
                        origin: rule.origin,
                    });
                }
            }
            let own = std::mem::replace(&mut rule.body[at], Premise::Holds(atom.clone()));
            done.push(Rule { head: atom, body: vec![own], origin: rule.origin });
        }
        merged.push(rule);
    }
    merged
}

/// The only condition in which two rules differ, if it is dynamic and has the same variables in both.
fn differs(a: &Rule, b: &Rule, book: &Rulebook) -> Option<usize> {
    if a.body.len() != b.body.len() || !same(&a.head, &b.head) {
        return None;
    }
    let mut different = (0..a.body.len()).filter(|&at| !a.body[at].is_same(&b.body[at]));
    let at = different.next()?;
    let dynamic = |premise: &Premise| matches!(premise, Premise::Holds(atom) if book.is_dynamic(atom));
    let (own, other) = (&a.body[at], &b.body[at]);
    let alike = dynamic(own) && dynamic(other) && different.next().is_none();
    (alike
        && variables(own).iter().all(|name| variables(other).contains(name))
        && variables(own).len() == variables(other).len())
    .then_some(at)
}

fn variables(premise: &Premise) -> Vec<Symbol> {
    let mut names: IndexSet<Symbol, FxBuildHasher> = IndexSet::default();
    premise.each_variable(&mut |name| {
        names.insert(name);
    });
    names.into_iter().collect()
}

/// Replaces static conditions by their definitions, as far as these are narrower.
fn unfold(
    rule: Rule,
    book: &Rulebook,
    done: &mut Vec<Rule>,
    interrupt: &Interrupt<'_>,
) -> Result<(), Interrupted> {
    let mut made = vec![Rule { body: Vec::new(), ..rule.clone() }];
    for premise in rule.body {
        interrupt.check_now()?;
        let unions = match &premise {
            Premise::Holds(atom) => unfolded(atom, book),
            _ => None,
        };
        let Some(bodies) = unions.filter(|bodies| bodies.len() * made.len() <= MAX_RULES) else {
            for rule in &mut made {
                push_new(rule, &premise);
            }
            continue;
        };
        made = made
            .iter()
            .flat_map(|rule| {
                bodies.iter().map(|body| {
                    let mut rule = rule.clone();
                    body.iter().for_each(|premise| push_new(&mut rule, premise));
                    rule
                })
            })
            .collect();
    }
    done.extend(made);
    Ok(())
}

/// Adds a condition to a rule, unless the rule has it.
fn push_new(rule: &mut Rule, premise: &Premise) {
    if !rule.body.iter().any(|other| other.is_same(premise)) {
        rule.body.push(premise.clone());
    }
}

/// The bodies that define a condition, with its arguments substituted; none if it is not a union of
/// narrower conditions.
fn unfolded(atom: &Atom, book: &Rulebook) -> Option<Vec<Vec<Premise>>> {
    let rules = book.unions.get(&book.relation(atom))?;
    let mut bodies = Vec::with_capacity(rules.len());
    for rule in rules {
        let mut values = FxHashMap::default();
        for (parameter, arg) in rule.head.args.iter().zip(&atom.args) {
            let TermKind::Variable(name) = parameter.kind else { return None };
            values.insert(name, arg.clone());
        }
        let mut body = rule.body.clone();
        for premise in &mut body {
            premise.each_argument(&mut |term| {
                if let TermKind::Variable(name) = term.kind
                    && let Some(value) = values.get(&name)
                {
                    *term = value.clone();
                }
            });
        }
        bodies.push(body);
    }
    Some(bodies)
}
