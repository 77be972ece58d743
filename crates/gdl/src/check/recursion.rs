//! GDL's recursion restriction (specification, definition 14), which keeps every answer finite: an argument of a
//! recursive condition is ground, or an argument of the head, or bound outside the circle.

use rustc_hash::FxHashSet;

use super::{Findings, Subject};
use crate::diagnostic::Code;
use crate::{Atom, Clause, Print, Symbol, Term, TermKind};

pub(super) fn check(subject: &Subject<'_>, findings: &mut Findings) {
    for component in subject.strata.components.iter().filter(|component| component.recursive) {
        let heads: FxHashSet<_> =
            component.clauses.iter().map(|&number| subject.clauses[number].head.predicate()).collect();
        for &number in &component.clauses {
            let clause = &subject.clauses[number];
            let in_circle = |atom: &Atom| heads.contains(&atom.predicate());
            let Some(term) = unrestricted_argument(clause, in_circle) else { continue };
            let name = subject.relation(clause.head.predicate());
            let shown = term.named(subject.sheet.symbols());
            if grows(clause) && clause.body.len() == clause.positive().filter(|atom| in_circle(atom)).count()
            {
                let message = format!("`{name}` never ends: each of its facts makes a larger one");
                findings.push(
                    subject
                        .error(Code::UnrestrictedRecursion, clause.head.span, message)
                        .help(format!("add a condition outside the recursion that bounds `{shown}`")),
                );
            } else {
                let message = format!("the recursion of `{name}` is not restricted by `{shown}`");
                findings.push(
                    subject.warning(Code::UnrestrictedRecursion, term.span, message).help(
                        "GDL wants it ground, an argument of the head, or bound by a condition outside the recursion",
                    ),
                );
            }
        }
    }
}

/// The first argument of a recursive condition that breaks the restriction.
fn unrestricted_argument<'r>(clause: &Clause<'r>, in_circle: impl Fn(&Atom) -> bool) -> Option<&'r Term> {
    let mut bound_outside: FxHashSet<Symbol> = FxHashSet::default();
    for atom in clause.positive().filter(|atom| !in_circle(atom)) {
        atom.each_variable(&mut |name, _| {
            bound_outside.insert(name);
        });
    }
    let restricted = |term: &Term| {
        let mut all_bound = true;
        term.each_variable(&mut |name, _| all_bound &= bound_outside.contains(&name));
        all_bound || clause.head.args.iter().any(|arg| same(arg, term))
    };
    clause
        .positive()
        .filter(|atom| in_circle(atom))
        .flat_map(|atom| &atom.args)
        .find(|term| !restricted(term))
}

/// Whether the two are the same but for where they stand.
fn same(a: &Term, b: &Term) -> bool {
    match (&a.kind, &b.kind) {
        (TermKind::Variable(a), TermKind::Variable(b)) | (TermKind::Constant(a), TermKind::Constant(b)) => {
            a == b
        }
        (TermKind::Function(f, a), TermKind::Function(g, b)) => {
            f == g && a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        _ => false,
    }
}

/// Whether the head builds a term around a variable.
fn grows(clause: &Clause<'_>) -> bool {
    clause.head.args.iter().any(|arg| matches!(arg.kind, TermKind::Function(..)) && !arg.is_ground())
}
