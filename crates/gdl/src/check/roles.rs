//! Somebody plays, and only declared roles do.

use rustc_hash::FxHashSet;

use super::{Findings, Subject};
use crate::diagnostic::Code;
use crate::{Atom, Keyword, Span, Symbol, TermKind};

pub(super) fn check(subject: &Subject<'_>, findings: &mut Findings) {
    let declarations = || subject.sheet.rules().iter().filter(|rule| rule.head.is(Keyword::Role));
    if declarations().next().is_none() {
        let help = "declare each player with a fact such as `(role white)`";
        findings.push(subject.error(Code::NoRole, Span::default(), "no role is declared").help(help));
        return;
    }
    if let Some(rule) = declarations().find(|rule| !rule.body.is_empty()) {
        let message = "a role is derived by a rule";
        let help =
            "GDL declares roles by facts; derived ones come after the declared ones, in order of their text";
        findings.push(subject.warning(Code::DerivedRole, rule.head.span, message).help(help));
        return;
    }
    let declared: FxHashSet<Symbol> = declarations()
        .filter_map(|rule| match rule.head.args[0].kind {
            TermKind::Constant(name) => Some(name),
            _ => None,
        })
        .collect();
    let mut see = |atom: &Atom| {
        let speaks_of_a_role = [Keyword::Legal, Keyword::Does, Keyword::Goal, Keyword::Input, Keyword::Sees]
            .iter()
            .any(|&keyword| atom.is(keyword));
        if !speaks_of_a_role {
            return;
        }
        let TermKind::Constant(name) = atom.args[0].kind else { return };
        if !declared.contains(&name) {
            let name = subject.sheet.symbols().name(name);
            let message = format!("`{name}` is not a role");
            let help = format!("declare it with `(role {name})`, or name a declared role");
            // A payoff for nobody harms nobody; a move by nobody means that a player has been forgotten.
            let harmless = !(atom.is(Keyword::Legal) || atom.is(Keyword::Does));
            let span = atom.args[0].span;
            let finding = match harmless {
                true => subject.warning(Code::UndeclaredRole, span, message),
                false => subject.error(Code::UndeclaredRole, span, message),
            };
            findings.push(finding.help(help));
        }
    };
    for rule in subject.sheet.rules() {
        see(&rule.head);
        rule.body.iter().for_each(|literal| literal.each_atom(&mut see));
    }
}
