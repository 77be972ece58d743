//! There is a role, and only declared roles have moves and goals.

use rustc_hash::FxHashSet;

use super::{Check, Findings, Subject};
use crate::diagnostic::Code;
use crate::{Atom, Interrupted, Keyword, Span, Symbol, TermKind};

impl Code {
    /// No role is declared.
    pub const NO_ROLE: Code = Code::new("no-role");
    /// A name in the place of a role that is not a declared role.
    pub const UNDECLARED_ROLE: Code = Code::new("undeclared-role");
    /// A role that is derived by a rule.
    pub const DERIVED_ROLE: Code = Code::new("derived-role");
}

pub(super) const CHECK: Check = Check {
    codes: &[
        (Code::NO_ROLE, "(legal you wait) terminal (goal you 0)"),
        (Code::UNDECLARED_ROLE, game!("(legal me wait)")),
        (Code::DERIVED_ROLE, game!("(<= (role me) terminal)")),
    ],
    run: check,
};

fn check(subject: &Subject<'_>, findings: &mut Findings) -> Result<(), Interrupted> {
    let declarations = || subject.sheet.rules().iter().filter(|rule| rule.head.is(Keyword::Role));
    if declarations().next().is_none() {
        let help = "declare each player with a fact such as `(role white)`";
        findings.push(subject.error(Code::NO_ROLE, Span::default(), "no role is declared").help(help));
        return Ok(());
    }
    if let Some(rule) = declarations().find(|rule| !rule.body.is_empty()) {
        let message = "a role is derived by a rule";
        let help =
            "GDL declares roles by facts; derived roles are ordered after the declared ones, by their text";
        findings.push(subject.warning(Code::DERIVED_ROLE, rule.head.span, message).help(help));
        return Ok(());
    }
    let declared: FxHashSet<Symbol> = declarations()
        .filter_map(|rule| match rule.head.args[0].kind {
            TermKind::Constant(name) => Some(name),
            _ => None,
        })
        .collect();
    let mut see = |atom: &Atom| {
        let has_a_role = [Keyword::Legal, Keyword::Does, Keyword::Goal, Keyword::Input, Keyword::Sees]
            .iter()
            .any(|&keyword| atom.is(keyword));
        if !has_a_role {
            return;
        }
        let TermKind::Constant(name) = atom.args[0].kind else { return };
        if !declared.contains(&name) {
            let name = subject.sheet.symbols().name(name);
            let message = format!("`{name}` is not a role");
            let help = format!("declare it with `(role {name})`, or name a declared role");
            // A goal for an undeclared role has no effect, but a move of one suggests that a role is missing.
            let harmless = !(atom.is(Keyword::Legal) || atom.is(Keyword::Does));
            let span = atom.args[0].span;
            let finding = match harmless {
                true => subject.warning(Code::UNDECLARED_ROLE, span, message),
                false => subject.error(Code::UNDECLARED_ROLE, span, message),
            };
            findings.push(finding.help(help));
        }
    };
    for rule in subject.sheet.rules() {
        subject.interrupt.check()?;
        see(&rule.head);
        rule.body.iter().for_each(|literal| literal.each_atom(&mut see));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;

    use crate::Code;
    use crate::testing::{assert_valid, drawn, example};

    #[test]
    fn no_role() {
        assert_snapshot!(example(Code::NO_ROLE), @r"
        no-role

          × no role is declared
           ╭─[game.kif:1:1]
         1 │ (legal you wait) terminal (goal you 0)
           · ▲
           · ╰── here
           ╰────
          help: declare each player with a fact such as `(role white)`
        ");
    }

    #[test]
    fn undeclared_role() {
        assert_snapshot!(example(Code::UNDECLARED_ROLE), @r"
        undeclared-role

          × `me` is not a role
           ╭─[game.kif:2:8]
         1 │ (role you) (legal you wait) terminal (goal you 0)
         2 │ (legal me wait)
           ·        ─┬
           ·         ╰── here
           ╰────
          help: declare it with `(role me)`, or name a declared role
        ");
    }

    #[test]
    fn derived_role() {
        assert_snapshot!(example(Code::DERIVED_ROLE), @r"
        derived-role

          ⚠ a role is derived by a rule
           ╭─[game.kif:2:5]
         1 │ (role you) (legal you wait) terminal (goal you 0)
         2 │ (<= (role me) terminal)
           ·     ────┬────
           ·         ╰── here
           ╰────
          help: GDL declares roles by facts; derived roles are ordered after the
                declared ones, by their text
        ");
    }

    #[test]
    fn a_goal_of_an_undeclared_role_is_a_warning() {
        assert_snapshot!(drawn(game!("(goal me 100)")), @r"
        undeclared-role

          ⚠ `me` is not a role
           ╭─[game.kif:2:7]
         1 │ (role you) (legal you wait) terminal (goal you 0)
         2 │ (goal me 100)
           ·       ─┬
           ·        ╰── here
           ╰────
          help: declare it with `(role me)`, or name a declared role
        ");
    }

    #[test]
    fn random_is_a_role_like_others() {
        assert_valid("(role you) (role random) (legal you a) (legal random b) terminal (goal you 0)");
    }

    #[test]
    fn roles_may_be_terms() {
        assert_valid("(role (robot 1)) (legal (robot 1) go) terminal (goal (robot 1) 0)");
    }
}
