//! GDL's recursion restriction (specification, definition 14), which keeps all relations finite: an
//! argument of a recursive condition is ground, an argument of the head, or bound by a condition outside
//! the recursion.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Check, Findings, Subject};
use crate::diagnostic::Code;
use crate::syntax::BareTerm;
use crate::{Atom, Clause, Condition, Interrupted, Print, Symbol, Term, TermKind};

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
            let is_part = subject.sheet.symbols().is_part(clause.head.name);
            let Some(term) = unrestricted_argument(clause, is_part, in_recursion) else { continue };
            let name = subject.relation(clause.head.predicate());
            let shown = term.named(subject.sheet.symbols());
            if never_ends(clause) {
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

/// The first argument of a recursive condition that violates the restriction. What the head of a part asks
/// for is for the rest of the rule to bind.
fn unrestricted_argument<'r>(
    clause: &Clause<'r>,
    is_part: bool,
    in_recursion: impl Fn(&Atom) -> bool,
) -> Option<&'r Term> {
    let mut bound_outside: FxHashSet<Symbol> = FxHashSet::default();
    let outside = clause.positive().filter(|atom| !in_recursion(atom));
    for atom in outside.chain(is_part.then_some(clause.head)) {
        atom.each_variable(&mut |name, _| {
            bound_outside.insert(name);
        });
    }
    let in_head: FxHashSet<BareTerm<'_>> = clause.head.args.iter().map(BareTerm).collect();
    let restricted = |term: &Term| {
        let mut all_bound = true;
        term.each_variable(&mut |name, _| all_bound &= bound_outside.contains(&name));
        all_bound || in_head.contains(&BareTerm(term))
    };
    clause
        .positive()
        .filter(|atom| in_recursion(atom))
        .flat_map(|atom| &atom.args)
        .find(|term| !restricted(term))
}

/// Whether each fact of the clause is all that the clause needs to derive a larger one.
///
/// Its conditions then ask for nothing but facts of which its own are instances, all by the same values of
/// variables, and a term in the head contains what stands in its place in a condition.
fn never_ends(clause: &Clause<'_>) -> bool {
    let head = clause.head;
    let mut values = FxHashMap::default();
    let mut larger = false;
    for condition in &clause.body {
        let &Condition::Holds(atom) = condition else { return false };
        if atom.predicate() != head.predicate() {
            return false;
        }
        for (inner, outer) in atom.args.iter().zip(&head.args) {
            if !is_instance(outer, inner, &mut values) {
                return false;
            }
            larger |= contains(outer, inner);
        }
    }
    larger
}

/// Whether a term is an instance of a pattern by these values of the pattern's variables, which are added
/// where they are new.
fn is_instance<'r>(term: &'r Term, pattern: &Term, values: &mut FxHashMap<Symbol, BareTerm<'r>>) -> bool {
    match (&pattern.kind, &term.kind) {
        (TermKind::Variable(name), _) => *values.entry(*name).or_insert(BareTerm(term)) == BareTerm(term),
        (TermKind::Function(f, of_pattern), TermKind::Function(g, args)) => {
            f == g
                && of_pattern.len() == args.len()
                && args.iter().zip(of_pattern).all(|(arg, pattern)| is_instance(arg, pattern, values))
        }
        _ => BareTerm(pattern) == BareTerm(term),
    }
}

/// Whether a term has another within it, and is not that term itself.
fn contains(outer: &Term, inner: &Term) -> bool {
    let TermKind::Function(_, args) = &outer.kind else { return false };
    args.iter().any(|arg| BareTerm(arg) == BareTerm(inner) || contains(arg, inner))
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;
    use rstest::rstest;

    use crate::testing::{codes, drawn, example};
    use crate::{Code, Severity};

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

    #[rstest]
    #[case::of_one_fact("(<= (p (s ?x)) (p ?x))", true)]
    #[case::with_an_argument_that_stays("(<= (p ?y (s (t ?x))) (p ?y ?x))", true)]
    #[case::of_two_conditions("(<= (p (pair ?x ?y)) (p ?x) (p ?y))", true)]
    #[case::of_another_fact("(<= (p (s ?x)) (p (t ?x)))", false)]
    #[case::with_its_arguments_exchanged("(<= (p (edge ?x ?y)) (p (edge ?y ?x)))", false)]
    #[case::from_one_constant_to_another("(<= (p b (s ?x)) (p a ?x))", false)]
    #[case::of_facts_that_no_step_gives_together("(<= (p (s ?x) ?y) (p ?x ?y) (p ?y ?x))", false)]
    #[case::through_a_relation_of_few_facts("(<= (p (s ?x)) (p ?x) (r ?x)) (<= (r a) (p b))", false)]
    fn only_a_recursion_that_cannot_end_is_an_error(#[case] rules: &str, #[case] is_error: bool) {
        let found = codes(format!("{}(p a) (p b a) (r a) {rules}", game!()));
        let severity = if is_error { Severity::Error } else { Severity::Warning };
        assert!(found.contains(&(severity, Code::UNRESTRICTED_RECURSION)), "{found:?}");
        assert!(is_error || found.iter().all(|(severity, _)| *severity == Severity::Warning), "{found:?}");
    }
}
