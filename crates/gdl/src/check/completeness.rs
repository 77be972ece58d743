//! The game can be played, ended and paid.

use super::{Findings, Subject};
use crate::diagnostic::Code;
use crate::{Keyword, Span, TermKind};

pub(super) fn check(subject: &Subject<'_>, findings: &mut Findings) {
    let concludes = |keyword: Keyword| subject.sheet.rules().iter().any(|rule| rule.head.is(keyword));
    let nowhere = Span::default();
    if !concludes(Keyword::Terminal) {
        let message = "no rule concludes `terminal`: the game can never end";
        let help = "say when the game is over with `(<= terminal condition ...)`";
        findings.push(subject.error(Code::NoTerminal, nowhere, message).help(help));
    }
    if !concludes(Keyword::Legal) {
        let message = "no rule concludes `legal`: nobody can ever move";
        let help = "say who may do what with `(<= (legal role move) condition ...)`";
        findings.push(subject.warning(Code::NoLegal, nowhere, message).help(help));
    }
    if !concludes(Keyword::Goal) {
        let message = "no rule concludes `goal`: no match has a result";
        let help = "give each role a payoff from 0 to 100 with `(<= (goal role payoff) condition ...)`";
        findings.push(subject.warning(Code::NoGoal, nowhere, message).help(help));
    }
    for rule in subject.sheet.rules().iter().filter(|rule| rule.head.is(Keyword::Goal)) {
        let payoff = &rule.head.args[1];
        let name = match payoff.kind {
            TermKind::Variable(_) => continue,
            TermKind::Constant(name) | TermKind::Function(name, _) => subject.sheet.symbols().name(name),
        };
        let in_range =
            matches!(payoff.kind, TermKind::Constant(_)) && name.parse().is_ok_and(|n: u32| n <= 100);
        if !in_range {
            let message = format!("the payoff `{name}` is not a whole number from 0 to 100");
            let help = "scale the payoffs: 0 is the worst, 100 the best";
            findings.push(subject.error(Code::GoalRange, payoff.span, message).help(help));
        }
    }
}
