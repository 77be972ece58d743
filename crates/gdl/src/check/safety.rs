//! Every variable is bound by a positive condition, so that every answer is ground.

use rustc_hash::FxHashSet;

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
    loop {
        let before = bound.len();
        for condition in &clause.body {
            if let Condition::Same(a, b) = condition {
                for (from, to) in [(a, b), (b, a)] {
                    if is_bound(from, &bound) {
                        to.each_variable(&mut |name, _| {
                            bound.insert(name);
                        });
                    }
                }
            }
        }
        if bound.len() == before {
            return bound;
        }
    }
}

fn is_bound(term: &Term, bound: &FxHashSet<Symbol>) -> bool {
    let mut all = true;
    term.each_variable(&mut |name, _| all &= bound.contains(&name));
    all
}
