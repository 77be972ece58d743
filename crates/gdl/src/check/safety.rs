//! Every variable is bound by a positive condition, so that every answer is ground.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Findings, Subject};
use crate::diagnostic::Code;
use crate::{Clause, Condition, Span, Symbol, Term};

pub(super) fn check(subject: &Subject<'_>, findings: &mut Findings) {
    for clause in subject.clauses {
        let bound = bound_variables(clause);
        let mut report = |place: &str, name: Symbol, span: Span| {
            if !bound.contains(&name) {
                let name = subject.sheet.symbols().name(name);
                let message = format!("the variable `{name}` {place} is not bound by any positive condition");
                findings.push(subject.error(Code::UnsafeVariable, span, message).help(format!(
                    "add a condition that lists the values of `{name}`, outside `not` and `distinct`"
                )));
            }
        };
        clause.head.each_variable(&mut |name, span| report("in the head", name, span));
        for condition in &clause.body {
            let place = match condition {
                Condition::Holds(_) => continue,
                Condition::Fails(_) => "under `not`",
                Condition::Differ(..) | Condition::Same(..) => "in `distinct`",
            };
            condition.each_term(&mut |term| term.each_variable(&mut |name, span| report(place, name, span)));
        }
    }
}

/// The variables that take their values from conditions that must hold, or are the same as one that does.
fn bound_variables(clause: &Clause<'_>) -> FxHashSet<Symbol> {
    let mut bound = FxHashSet::default();
    for atom in clause.positive() {
        atom.each_variable(&mut |name, _| {
            bound.insert(name);
        });
    }
    // Both directions of every `(not (distinct t u))`: once all variables of the one term are bound, so are the other's.
    let mut waiting: Vec<(usize, &Term)> = Vec::new();
    let mut waits_for: FxHashMap<Symbol, Vec<usize>> = FxHashMap::default();
    let mut ready: Vec<&Term> = Vec::new();
    for condition in &clause.body {
        let Condition::Same(a, b) = condition else { continue };
        for (from, to) in [(a, b), (b, a)] {
            let mut unbound = 0;
            from.each_variable(&mut |name, _| {
                if !bound.contains(&name) {
                    unbound += 1;
                    waits_for.entry(name).or_default().push(waiting.len());
                }
            });
            match unbound {
                0 => ready.push(to),
                _ => waiting.push((unbound, to)),
            }
        }
    }
    while let Some(term) = ready.pop() {
        term.each_variable(&mut |name, _| {
            if !bound.insert(name) {
                return;
            }
            for &number in waits_for.get(&name).into_iter().flatten() {
                let (unbound, to) = &mut waiting[number];
                *unbound -= 1;
                if *unbound == 0 {
                    ready.push(to);
                }
            }
        });
    }
    bound
}
