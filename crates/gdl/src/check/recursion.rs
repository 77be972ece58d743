//! GDL's recursion restriction (specification, definition 14), which keeps all relations finite: an argument of a recursive condition is
//! ground, an argument of the head, or bound by a condition outside the recursion.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHashSet;

use super::{Check, Findings, Subject};
use crate::diagnostic::Code;
use crate::{Atom, Clause, Interrupted, Print, Symbol, Term, TermKind};

impl Code {
    /// A recursive rule that violates GDL's recursion restriction.
    pub const UNRESTRICTED_RECURSION: Code = Code::new("unrestricted-recursion");
}

pub(super) const CHECK: Check =
    Check { codes: &[(Code::UNRESTRICTED_RECURSION, game!("(p a) (<= (p (s ?x)) (p ?x))"))], run: check };

fn check(subject: &Subject<'_>, findings: &mut Findings) -> Result<(), Interrupted> {
    for component in subject.strata.components.iter().filter(|component| component.recursive) {
        subject.interrupt.check()?;
        let heads: FxHashSet<_> =
            component.clauses.iter().map(|&number| subject.clauses[number].head.predicate()).collect();
        for &number in &component.clauses {
            subject.interrupt.check()?;
            let clause = &subject.clauses[number];
            let in_recursion = |atom: &Atom| heads.contains(&atom.predicate());
            let Some(term) = unrestricted_argument(clause, in_recursion) else { continue };
            let name = subject.relation(clause.head.predicate());
            let shown = term.named(subject.sheet.symbols());
            if grows(clause)
                && clause.body.len() == clause.positive().filter(|atom| in_recursion(atom)).count()
            {
                let message = format!("the recursion of `{name}` never ends: each fact derives a larger one");
                findings.push(
                    subject
                        .error(Code::UNRESTRICTED_RECURSION, clause.head.span, message)
                        .help(format!("add a condition outside the recursion that bounds `{shown}`")),
                );
            } else {
                let message =
                    format!("the argument `{shown}` in the recursion of `{name}` is not restricted");
                findings.push(
                    subject.warning(Code::UNRESTRICTED_RECURSION, term.span, message).help(
                        "GDL requires the argument to be ground, an argument of the head, or bound by a condition outside the recursion",
                    ),
                );
            }
        }
    }
    Ok(())
}

/// The first argument of a recursive condition that violates the restriction.
fn unrestricted_argument<'r>(clause: &Clause<'r>, in_recursion: impl Fn(&Atom) -> bool) -> Option<&'r Term> {
    let mut bound_outside: FxHashSet<Symbol> = FxHashSet::default();
    for atom in clause.positive().filter(|atom| !in_recursion(atom)) {
        atom.each_variable(&mut |name, _| {
            bound_outside.insert(name);
        });
    }
    let in_head: FxHashSet<Shape<'_>> = clause.head.args.iter().map(Shape).collect();
    let restricted = |term: &Term| {
        let mut all_bound = true;
        term.each_variable(&mut |name, _| all_bound &= bound_outside.contains(&name));
        all_bound || in_head.contains(&Shape(term))
    };
    clause
        .positive()
        .filter(|atom| in_recursion(atom))
        .flat_map(|atom| &atom.args)
        .find(|term| !restricted(term))
}

/// A term apart from its span.
struct Shape<'r>(&'r Term);

impl PartialEq for Shape<'_> {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0.kind, &other.0.kind) {
            (TermKind::Variable(a), TermKind::Variable(b))
            | (TermKind::Constant(a), TermKind::Constant(b)) => a == b,
            (TermKind::Function(f, a), TermKind::Function(g, b)) => {
                f == g && a.len() == b.len() && a.iter().zip(b).all(|(a, b)| Shape(a) == Shape(b))
            }
            _ => false,
        }
    }
}

impl Eq for Shape<'_> {}

impl Hash for Shape<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match &self.0.kind {
            TermKind::Variable(name) | TermKind::Constant(name) => name.hash(state),
            TermKind::Function(name, args) => {
                name.hash(state);
                args.iter().for_each(|arg| Shape(arg).hash(state));
            }
        }
    }
}

/// Whether the head has a function term with a variable.
fn grows(clause: &Clause<'_>) -> bool {
    clause.head.args.iter().any(|arg| matches!(arg.kind, TermKind::Function(..)) && !arg.is_ground())
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;

    use crate::Code;
    use crate::testing::{drawn, example};

    #[test]
    fn unrestricted_recursion() {
        assert_snapshot!(example(Code::UNRESTRICTED_RECURSION), @r"
        unrestricted-recursion

          × the recursion of `p` never ends: each fact derives a larger one
           ╭─[game.kif:2:11]
         1 │ (role you) (legal you wait) terminal (goal you 0)
         2 │ (p a) (<= (p (s ?x)) (p ?x))
           ·           ─────┬────
           ·                ╰── here
           ╰────
          help: add a condition outside the recursion that bounds `?x`
        ");
    }

    #[test]
    fn recursion_that_is_not_restricted_but_may_end() {
        assert_snapshot!(drawn(game!("(q a) (r a) (<= (r ?x) (r ?y) (q ?x))")), @r"
        unrestricted-recursion

          ⚠ the argument `?y` in the recursion of `r` is not restricted
           ╭─[game.kif:2:27]
         1 │ (role you) (legal you wait) terminal (goal you 0)
         2 │ (q a) (r a) (<= (r ?x) (r ?y) (q ?x))
           ·                           ─┬
           ·                            ╰── here
           ╰────
          help: GDL requires the argument to be ground, an argument of the head, or
                bound by a condition outside the recursion
        ");
    }
}
