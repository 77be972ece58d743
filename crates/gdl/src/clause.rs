//! Clauses: rules without disjunction and nested negation, for evaluation and analysis.

use crate::{Atom, Literal, Rule, Term};

/// A head and a conjunction of simple conditions. A rule with disjunctions unfolds into several clauses.
#[derive(Clone, Debug)]
pub struct Clause<'r> {
    /// The atom that is derived.
    pub head: &'r Atom,
    /// The conditions, all of which must hold.
    pub body: Vec<Condition<'r>>,
}

/// A simple condition of a clause.
#[derive(Clone, Copy, Debug)]
pub enum Condition<'r> {
    /// The atom holds.
    Holds(&'r Atom),
    /// The atom does not hold.
    Fails(&'r Atom),
    /// The terms are different.
    Differ(&'r Term, &'r Term),
    /// The terms are the same, from `(not (distinct t u))`.
    Same(&'r Term, &'r Term),
}

/// A rule unfolds into more cases than allowed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TooManyCases;

/// The largest number of clauses that a rule may unfold into.
pub(crate) const MAX_CASES: usize = 2_000;

/// The largest number of conditions in all cases of a rule together. Each case repeats the conditions outside the disjunctions.
const MAX_CONDITIONS: usize = 1_000_000;

/// Unfolds a rule into its cases.
pub(crate) fn unfold(rule: &Rule) -> Result<Vec<Clause<'_>>, TooManyCases> {
    let cases = all_of(rule.body.iter(), true)?;
    Ok(cases.into_iter().map(|body| Clause { head: &rule.head, body }).collect())
}

type Cases<'r> = Vec<Vec<Condition<'r>>>;

/// The cases in which a literal is true, or false where `wanted` is false.
fn cases(literal: &Literal, wanted: bool) -> Result<Cases<'_>, TooManyCases> {
    Ok(match literal {
        Literal::Atom(atom) if wanted => vec![vec![Condition::Holds(atom)]],
        Literal::Atom(atom) => vec![vec![Condition::Fails(atom)]],
        Literal::Distinct(a, b, _) if wanted => vec![vec![Condition::Differ(a, b)]],
        Literal::Distinct(a, b, _) => vec![vec![Condition::Same(a, b)]],
        Literal::Not(inner, _) => cases(inner, !wanted)?,
        // By De Morgan, an `or` that must be false is a conjunction.
        Literal::Or(branches, _) if !wanted => all_of(branches.iter(), false)?,
        Literal::Or(branches, _) => {
            let (mut any, mut conditions) = (Vec::new(), 0);
            for branch in branches {
                let cases = cases(branch, true)?;
                conditions += cases.iter().map(Vec::len).sum::<usize>();
                any.extend(cases);
                bounded(any.len(), conditions)?;
            }
            any
        }
    })
}

fn all_of<'r>(literals: impl Iterator<Item = &'r Literal>, wanted: bool) -> Result<Cases<'r>, TooManyCases> {
    let mut product: Cases<'r> = vec![Vec::new()];
    let mut conditions = 0;
    for literal in literals {
        let factors = cases(literal, wanted)?;
        let repeated = product.len() * factors.len();
        conditions = conditions * factors.len() + product.len() * factors.iter().map(Vec::len).sum::<usize>();
        bounded(repeated, conditions)?;
        if let [single] = factors.as_slice() {
            product.iter_mut().for_each(|case| case.extend(single));
            continue;
        }
        product = product
            .iter()
            .flat_map(|case| factors.iter().map(move |factor| [case.as_slice(), factor].concat()))
            .collect();
    }
    Ok(product)
}

/// An error if there are too many cases, or too many conditions in all of them. A single case has no more than the text.
fn bounded(cases: usize, conditions: usize) -> Result<(), TooManyCases> {
    let too_many = cases > MAX_CASES || cases > 1 && conditions > MAX_CONDITIONS;
    if too_many { Err(TooManyCases) } else { Ok(()) }
}

impl<'r> Clause<'r> {
    /// The atoms of the body that must hold.
    pub fn positive(&self) -> impl Iterator<Item = &'r Atom> {
        self.body.iter().filter_map(|condition| match condition {
            Condition::Holds(atom) => Some(*atom),
            _ => None,
        })
    }

    /// Every atom of the body, with whether it must hold.
    pub fn atoms(&self) -> impl Iterator<Item = (&'r Atom, bool)> {
        self.body.iter().filter_map(|condition| match condition {
            Condition::Holds(atom) => Some((*atom, true)),
            Condition::Fails(atom) => Some((*atom, false)),
            _ => None,
        })
    }
}

impl<'r> Condition<'r> {
    /// Calls `visit` with the terms of the condition.
    pub fn each_term(&self, visit: &mut impl FnMut(&'r Term)) {
        match self {
            Condition::Holds(atom) | Condition::Fails(atom) => atom.args.iter().for_each(visit),
            Condition::Differ(a, b) | Condition::Same(a, b) => [*a, *b].into_iter().for_each(visit),
        }
    }
}
