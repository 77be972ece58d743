//! The game has legal moves, an end and goals.

use super::{Check, Findings, Subject};
use crate::diagnostic::Code;
use crate::{Interrupted, Keyword, Span, TermKind};

impl Code {
    /// A goal value that is not a whole number from 0 to 100.
    pub const GOAL_RANGE: Code = Code::new("goal-range");
    /// No rule defines `terminal`.
    pub const NO_TERMINAL: Code = Code::new("no-terminal");
    /// No rule defines `legal`.
    pub const NO_LEGAL: Code = Code::new("no-legal");
    /// No rule defines `goal`.
    pub const NO_GOAL: Code = Code::new("no-goal");
}

pub(super) const CHECK: Check = Check {
    codes: &[
        (Code::GOAL_RANGE, game!("(goal you 101)")),
        (Code::NO_TERMINAL, "(role you) (legal you wait) (goal you 0)"),
        (Code::NO_LEGAL, "(role you) terminal (goal you 0)"),
        (Code::NO_GOAL, "(role you) (legal you wait) terminal"),
    ],
    run: check,
};

fn check(subject: &Subject<'_>, findings: &mut Findings) -> Result<(), Interrupted> {
    let defines = |keyword: Keyword| subject.sheet.rules().iter().any(|rule| rule.head.is(keyword));
    let nowhere = Span::default();
    if !defines(Keyword::Terminal) {
        let message = "no rule defines `terminal`: the game never ends";
        let help = "define the end of the game with `(<= terminal condition ...)`";
        findings.push(subject.error(Code::NO_TERMINAL, nowhere, message).help(help));
    }
    if !defines(Keyword::Legal) {
        let message = "no rule defines `legal`: no role can move";
        let help = "define the legal moves with `(<= (legal role move) condition ...)`";
        findings.push(subject.warning(Code::NO_LEGAL, nowhere, message).help(help));
    }
    if !defines(Keyword::Goal) {
        let message = "no rule defines `goal`: no match has a result";
        let help = "define a goal from 0 to 100 for each role with `(<= (goal role value) condition ...)`";
        findings.push(subject.warning(Code::NO_GOAL, nowhere, message).help(help));
    }
    for rule in subject.sheet.rules().iter().filter(|rule| rule.head.is(Keyword::Goal)) {
        subject.interrupt.check()?;
        let goal = &rule.head.args[1];
        let name = match goal.kind {
            TermKind::Variable(_) => continue,
            TermKind::Constant(name) | TermKind::Function(name, _) => subject.sheet.symbols().name(name),
        };
        let in_range =
            matches!(goal.kind, TermKind::Constant(_)) && name.parse().is_ok_and(|n: u32| n <= 100);
        if !in_range {
            let message = format!("the goal `{name}` is not a whole number from 0 to 100");
            let help = "scale the goals: 0 is the worst, 100 the best";
            findings.push(subject.error(Code::GOAL_RANGE, goal.span, message).help(help));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;
    use rstest::rstest;

    use crate::testing::{codes, example, findings};
    use crate::{Code, Severity};

    #[test]
    fn goal_range() {
        assert_snapshot!(example(Code::GOAL_RANGE), @r"
        goal-range

          × the goal `101` is not a whole number from 0 to 100
           ╭─[game.kif:2:11]
         1 │ (role you) (legal you wait) terminal (goal you 0)
         2 │ (goal you 101)
           ·           ─┬─
           ·            ╰── here
           ╰────
          help: scale the goals: 0 is the worst, 100 the best
        ");
    }

    #[test]
    fn no_terminal() {
        assert_snapshot!(example(Code::NO_TERMINAL), @r"
        no-terminal

          × no rule defines `terminal`: the game never ends
           ╭─[game.kif:1:1]
         1 │ (role you) (legal you wait) (goal you 0)
           · ▲
           · ╰── here
           ╰────
          help: define the end of the game with `(<= terminal condition ...)`
        ");
    }

    #[test]
    fn no_legal() {
        assert_snapshot!(example(Code::NO_LEGAL), @r"
        no-legal

          ⚠ no rule defines `legal`: no role can move
           ╭─[game.kif:1:1]
         1 │ (role you) terminal (goal you 0)
           · ▲
           · ╰── here
           ╰────
          help: define the legal moves with `(<= (legal role move) condition ...)`
        ");
    }

    #[test]
    fn no_goal() {
        assert_snapshot!(example(Code::NO_GOAL), @r"
        no-goal

          ⚠ no rule defines `goal`: no match has a result
           ╭─[game.kif:1:1]
         1 │ (role you) (legal you wait) terminal
           · ▲
           · ╰── here
           ╰────
          help: define a goal from 0 to 100 for each role with `(<= (goal role value)
                condition ...)`
        ");
    }

    #[rstest]
    #[case::smallest("0", true)]
    #[case::greatest("100", true)]
    #[case::too_great("101", false)]
    #[case::negative("-1", false)]
    #[case::a_fraction("0.5", false)]
    #[case::a_word("win", false)]
    #[case::a_term("(plus 1 2)", false)]
    fn goals_are_whole_numbers_from_0_to_100(#[case] payoff: &str, #[case] fine: bool) {
        let found = codes(format!("(role you) (legal you wait) terminal (goal you {payoff})"));
        assert_eq!(found, if fine { vec![] } else { vec![(Severity::Error, Code::GOAL_RANGE)] });
    }

    #[test]
    fn an_empty_text_has_no_role_and_no_end() {
        let found = codes("");
        let expected = [
            (Severity::Error, Code::NO_ROLE),
            (Severity::Error, Code::NO_TERMINAL),
            (Severity::Warning, Code::NO_LEGAL),
            (Severity::Warning, Code::NO_GOAL),
        ];
        assert_eq!(found, expected);
        assert_snapshot!(findings("")[0].render(80), @r"
        no-role

          × no role is declared
           ╭─[game.kif:1:1]
           ╰────
          help: declare each player with a fact such as `(role white)`
        ");
    }
}
