//! Fluents that never change, such as the walls of a maze: the rules that ask for them ask for a static
//! relation instead.
//!
//! The fluents of a function never change if the only rules for them are frame axioms,
//! `next(wall(X, Y)) <- true(wall(X, Y))`, one of which keeps all of them. Then exactly those of the initial
//! state hold in every state that can be reached. What is computed from them alone is static, too, and
//! grounding leaves nothing of it.

use gdl::{Atom, Clause, Condition, Keyword, Span, Symbol, Symbols, Term, TermKind};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::ground::rules::{Premise, same_term};
use crate::terms::{Lease, Top};
use crate::{Reasoner, TermId};

/// Rules in which fluents that never change are static.
pub(crate) struct SteadyRules {
    pub(crate) symbols: Symbols,
    rules: Vec<(Atom, Vec<Premise>)>,
}

impl SteadyRules {
    pub(crate) fn clauses(&self) -> Vec<Clause<'_>> {
        let rules = self.rules.iter();
        rules
            .map(|(head, body)| Clause { head, body: body.iter().map(Premise::condition).collect() })
            .collect()
    }

    /// Rewrites the clauses; none if no rule asks for a fluent that never changes, but to keep it.
    pub(crate) fn of(clauses: &[Clause<'_>], reasoner: &Reasoner) -> Option<Self> {
        let steady = steady(clauses);
        let is_asked = |atom: &Atom| fluent(atom).is_some_and(|(function, _)| steady.contains(&function));
        let asks = |clause: &Clause<'_>| !is_frame(clause) && clause.atoms().any(|(atom, _)| is_asked(atom));
        if !clauses.iter().any(asks) {
            return None;
        }
        let mut symbols = reasoner.symbols.clone();
        let names: FxHashMap<Function, Symbol> = (steady.into_iter())
            .map(|(name, arity)| {
                // No name of a rulesheet contains a space.
                let steady = format!("steady {}", symbols.name(name));
                ((name, arity), symbols.intern(&steady))
            })
            .collect();
        let renamed = |atom: &Atom| {
            let named = fluent(atom).and_then(|(function, args)| Some((names.get(&function)?, args)));
            named.map_or_else(
                || atom.clone(),
                |(&name, args)| Atom { name, args: args.to_vec(), span: atom.span },
            )
        };
        let premise = |condition: &Condition<'_>| match condition {
            Condition::Holds(atom) => Premise::Holds(renamed(atom)),
            Condition::Fails(atom) => Premise::Fails(renamed(atom)),
            other => Premise::from(other),
        };
        let mut rules = Vec::with_capacity(clauses.len());
        for clause in clauses {
            let body: Vec<Premise> = match is_frame(clause) {
                // The fluents stay what they are.
                true => clause.body.iter().map(Premise::from).collect(),
                false => clause.body.iter().map(premise).collect(),
            };
            rules.push((clause.head.clone(), body));
        }
        let lease = reasoner.terms.lease();
        // A fact has no place of its own; grounding shows none.
        let span = clauses.first()?.head.span;
        for &fluent in reasoner.initial().fluents() {
            if let Top::Function(name, arity) = lease.top(fluent)
                && let Some(&name) = names.get(&(name, arity))
            {
                let args = lease.args(fluent).iter().map(|&arg| written(arg, span, &lease)).collect();
                rules.push((Atom { name, args, span }, Vec::new()));
            }
        }
        Some(Self { symbols, rules })
    }
}

/// A function and its number of arguments.
type Function = (Symbol, usize);

/// The function of the fluent that a condition asks for, and its arguments.
fn fluent(atom: &Atom) -> Option<(Function, &[Term])> {
    let [Term { kind: TermKind::Function(name, args), .. }] = atom.args.as_slice() else { return None };
    atom.is(Keyword::True).then_some(((*name, args.len()), args))
}

/// The functions whose fluents never change.
fn steady(clauses: &[Clause<'_>]) -> FxHashSet<Function> {
    let (mut kept, mut changing) = (FxHashSet::default(), FxHashSet::default());
    for clause in clauses.iter().filter(|clause| clause.head.is(Keyword::Next)) {
        match &clause.head.args[0].kind {
            TermKind::Variable(_) => return FxHashSet::default(),
            TermKind::Constant(_) => {}
            TermKind::Function(name, args) => {
                let function = (*name, args.len());
                if !is_frame(clause) {
                    changing.insert(function);
                } else if are_different_variables(args) {
                    kept.insert(function);
                }
            }
        }
    }
    kept.retain(|function| !changing.contains(function));
    kept
}

/// Whether a clause says that a fluent holds next if it holds now, and nothing else.
fn is_frame(clause: &Clause<'_>) -> bool {
    let [Condition::Holds(atom)] = *clause.body.as_slice() else { return false };
    clause.head.is(Keyword::Next) && atom.is(Keyword::True) && same_term(&clause.head.args[0], &atom.args[0])
}

fn are_different_variables(terms: &[Term]) -> bool {
    let mut names = FxHashSet::default();
    terms.iter().all(|term| matches!(term.kind, TermKind::Variable(name) if names.insert(name)))
}

/// A ground term as it is written.
fn written(term: TermId, span: Span, terms: &Lease<'_>) -> Term {
    let kind = match terms.top(term) {
        Top::Constant(name) => TermKind::Constant(name),
        Top::Function(name, _) => {
            TermKind::Function(name, terms.args(term).iter().map(|&arg| written(arg, span, terms)).collect())
        }
    };
    Term { kind, span }
}
