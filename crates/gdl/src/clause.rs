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

/// The largest number of clauses that a rule may unfold into.
pub(crate) const MAX_CASES: usize = 2_000;

/// The largest number of conditions in all cases of a rule together. Each case repeats the conditions outside
/// the disjunctions.
const MAX_CONDITIONS: usize = 1_000_000;

/// How many cases a rule or a literal has, and how many conditions they have together. No case counts as one,
/// so that no part of what is unfolded is larger than the whole.
#[derive(Clone, Copy)]
pub(crate) struct Size {
    cases: usize,
    conditions: usize,
}

impl Size {
    const NOTHING: Self = Self { cases: 1, conditions: 0 };

    pub(crate) fn of(rule: &Rule) -> Self {
        Self::of_all(&rule.body, true)
    }

    /// The size of the cases in which a literal is true, or false where `wanted` is false.
    fn of_literal(literal: &Literal, wanted: bool) -> Self {
        match literal {
            Literal::Atom(_) | Literal::Distinct(..) => Self { cases: 1, conditions: 1 },
            Literal::Not(inner, _) => Self::of_literal(inner, !wanted),
            Literal::Or(branches, _) if !wanted => Self::of_all(branches, false),
            Literal::Or(branches, _) => {
                let sizes = branches.iter().map(|branch| Self::of_literal(branch, true));
                let sum = sizes.reduce(|a, b| Self {
                    cases: a.cases.saturating_add(b.cases),
                    conditions: a.conditions.saturating_add(b.conditions),
                });
                sum.unwrap_or(Self::NOTHING)
            }
        }
    }

    fn of_all(literals: &[Literal], wanted: bool) -> Self {
        literals.iter().fold(Self::NOTHING, |all, literal| {
            let own = Self::of_literal(literal, wanted);
            let repeated = all.conditions.saturating_mul(own.cases);
            Self {
                cases: all.cases.saturating_mul(own.cases),
                conditions: repeated.saturating_add(all.cases.saturating_mul(own.conditions)),
            }
        })
    }

    /// What a rule takes of what all rules may unfold into: its clauses and their conditions, or nothing if
    /// it is no longer than its text; none if it may not be unfolded.
    pub(crate) fn cost(self) -> Option<usize> {
        match self {
            Self { cases: 1, .. } => Some(0),
            Self { cases: ..=MAX_CASES, conditions: ..=MAX_CONDITIONS } => Some(self.cases + self.conditions),
            _ => None,
        }
    }
}

/// Unfolds a rule into its cases. Its [`Size`] is to be asked before.
pub(crate) fn unfold(rule: &Rule) -> impl Iterator<Item = Clause<'_>> {
    all_of(&rule.body, true).into_iter().map(|body| Clause { head: &rule.head, body })
}

type Cases<'r> = Vec<Vec<Condition<'r>>>;

/// The cases in which a literal is true, or false where `wanted` is false.
fn cases(literal: &Literal, wanted: bool) -> Cases<'_> {
    match literal {
        Literal::Atom(atom) if wanted => vec![vec![Condition::Holds(atom)]],
        Literal::Atom(atom) => vec![vec![Condition::Fails(atom)]],
        Literal::Distinct(a, b, _) if wanted => vec![vec![Condition::Differ(a, b)]],
        Literal::Distinct(a, b, _) => vec![vec![Condition::Same(a, b)]],
        Literal::Not(inner, _) => cases(inner, !wanted),
        // By De Morgan, an `or` that must be false is a conjunction.
        Literal::Or(branches, _) if !wanted => all_of(branches, false),
        Literal::Or(branches, _) => branches.iter().flat_map(|branch| cases(branch, true)).collect(),
    }
}

fn all_of(literals: &[Literal], wanted: bool) -> Cases<'_> {
    let mut product: Cases<'_> = vec![Vec::new()];
    for literal in literals {
        let factors = cases(literal, wanted);
        if let [single] = factors.as_slice() {
            product.iter_mut().for_each(|case| case.extend(single));
            continue;
        }
        product = product
            .iter()
            .flat_map(|case| factors.iter().map(move |factor| [case.as_slice(), factor].concat()))
            .collect();
    }
    product
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
