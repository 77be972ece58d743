//! No relation depends on its own negation: negation is stratified.

use super::{Check, Findings, Subject};
use crate::Interrupted;
use crate::diagnostic::Code;

impl Code {
    /// A relation that depends on its own negation.
    pub const UNSTRATIFIED: Code = Code::new("unstratified");
    /// A relation that depends on its own negation, although no single fact does.
    pub const STRATIFIED_BY_ARGUMENTS: Code = Code::new("stratified-by-arguments");
}

pub(super) const CHECK: Check = Check {
    codes: &[
        (Code::UNSTRATIFIED, game!("(<= p (not p))")),
        (Code::STRATIFIED_BY_ARGUMENTS, game!("(<= (p a) (not (p b)))")),
    ],
    run: check,
};

fn check(subject: &Subject<'_>, findings: &mut Findings) -> Result<(), Interrupted> {
    for &(predicate, atom) in &subject.strata.violations {
        let name = subject.relation(predicate);
        findings.push(
            subject
                .error(Code::UNSTRATIFIED, atom.span, format!("`{name}` depends on its own negation"))
                .label("this negation is part of the cycle")
                .help("break the cycle: a negated relation must not depend on the rule that negates it"),
        );
    }
    for &(predicate, atom) in &subject.strata.undecided {
        let name = subject.relation(predicate);
        let message =
            format!("`{name}` depends on its own negation and has too many clauses to compare single facts");
        findings.push(
            subject
                .error(Code::UNSTRATIFIED, atom.span, message)
                .label("negated here")
                .help("define the negated facts as a relation of their own"),
        );
    }
    if !subject.strata.violations.is_empty() {
        return Ok(());
    }
    for &(predicate, atom) in &subject.strata.by_arguments {
        let name = subject.relation(predicate);
        let message = format!("`{name}` depends on its own negation, but no single fact does");
        findings.push(
            subject
                .warning(Code::STRATIFIED_BY_ARGUMENTS, atom.span, message)
                .label("negated here")
                .help("other programs may reject this; define the negated facts as a relation of their own"),
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;

    use crate::testing::{codes, drawn, example};
    use crate::{Code, Severity};

    #[test]
    fn unstratified() {
        assert_snapshot!(example(Code::UNSTRATIFIED), @r"
        unstratified

          × `p` depends on its own negation
           ╭─[game.kif:2:12]
         1 │ (role you) (legal you wait) terminal (goal you 0)
         2 │ (<= p (not p))
           ·            ┬
           ·            ╰── this negation is part of the cycle
           ╰────
          help: break the cycle: a negated relation must not depend on the rule that
                negates it
        ");
    }

    #[test]
    fn stratified_by_arguments() {
        assert_snapshot!(example(Code::STRATIFIED_BY_ARGUMENTS), @r"
        stratified-by-arguments

          ⚠ `p` depends on its own negation, but no single fact does
           ╭─[game.kif:2:16]
         1 │ (role you) (legal you wait) terminal (goal you 0)
         2 │ (<= (p a) (not (p b)))
           ·                ──┬──
           ·                  ╰── negated here
           ╰────
          help: other programs may reject this; define the negated facts as a relation
                of their own
        ");
    }

    #[test]
    fn negation_in_a_cycle_of_relations() {
        assert_snapshot!(drawn(game!("(<= p q)\n(<= q r)\n(<= r (not p))")), @r"
        unstratified

          × `p` depends on its own negation
           ╭─[game.kif:4:12]
         3 │ (<= q r)
         4 │ (<= r (not p))
           ·            ┬
           ·            ╰── this negation is part of the cycle
           ╰────
          help: break the cycle: a negated relation must not depend on the rule that
                negates it
        ");
    }

    #[test]
    fn a_goal_that_depends_on_the_negation_of_another_is_a_warning() {
        let found = codes(
            "(role you) (legal you wait) terminal (<= (goal you 0) (not (goal you 100)))
            (<= (goal you 100) (true won)) (init won)",
        );
        assert_eq!(found, [(Severity::Warning, Code::STRATIFIED_BY_ARGUMENTS)]);
    }

    #[test]
    fn a_goal_that_depends_on_its_own_negation_is_an_error() {
        let found =
            codes("(role you) (legal you wait) terminal (<= (goal you ?n) (n ?n) (not (goal you 0))) (n 0)");
        assert_eq!(found, [(Severity::Error, Code::UNSTRATIFIED)]);
    }

    #[test]
    fn a_fact_that_may_equal_its_own_negated_condition_is_an_error() {
        for rule in ["(<= (p ?x) (q ?x) (not (p a)))", "(<= (p ?x b) (q ?x) (not (p a ?x)))"] {
            assert_eq!(
                codes(format!("{}(q a) {rule}", game!())),
                [(Severity::Error, Code::UNSTRATIFIED)],
                "{rule}"
            );
        }
        let apart = "(<= (p ?x b) (q ?x) (not (p ?x c))) (<= (p a c) (q b))";
        let warning = (Severity::Warning, Code::STRATIFIED_BY_ARGUMENTS);
        assert_eq!(codes(format!("{}(q a) {apart}", game!())), [warning]);
    }
}
