//! There is a role, and only declared roles have moves and goals. What is said of others has no effect.

use rustc_hash::FxHashSet;

use super::{Check, Findings, Subject};
use crate::diagnostic::Code;
use crate::syntax::BareTerm;
use crate::{Atom, Interrupted, Keyword, Print, Span};

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
    let declared: FxHashSet<BareTerm<'_>> = declarations().map(|rule| BareTerm(&rule.head.args[0])).collect();
    let mut see = |atom: &Atom| {
        let has_a_role = [Keyword::Legal, Keyword::Does, Keyword::Goal, Keyword::Input, Keyword::Sees]
            .iter()
            .any(|&keyword| atom.is(keyword));
        if !has_a_role {
            return;
        }
        let role = &atom.args[0];
        if role.is_ground() && !declared.contains(&BareTerm(role)) {
            let name = role.named(subject.sheet.symbols());
            let message = format!("`{name}` is not a role");
            let name = name.to_string();
            let help = match name.as_bytes() {
                // As a variable is written in Prolog.
                [letter @ b'A'..=b'Z'] => format!(
                    "write a variable as `?{}`, or declare the role with `(role {name})`",
                    letter.to_ascii_lowercase() as char
                ),
                _ => format!("declare it with `(role {name})`, or name a declared role"),
            };
            findings.push(subject.warning(Code::UNDECLARED_ROLE, role.span, message).help(help));
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

    use crate::testing::{assert_valid, codes, example, findings};
    use crate::{Code, Severity};

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

          ⚠ `me` is not a role
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
    fn random_is_a_role_like_others() {
        assert_valid("(role you) (role random) (legal you a) (legal random b) terminal (goal you 0)");
    }

    #[test]
    fn a_name_that_is_no_role_is_told_of_wherever_a_role_stands() {
        let found = codes(game!(
            "(legal me wait) (goal me 0) (input me wait) (<= (sees me a) (does me wait)) (<= p (not (legal me wait)))"
        ));
        assert_eq!(found, [(Severity::Warning, Code::UNDECLARED_ROLE); 6]);
    }

    #[test]
    fn a_capital_letter_is_probably_a_variable() {
        let found = findings(game!("(<= (legal R go) (role R))"));
        let help = "write a variable as `?r`, or declare the role with `(role R)`";
        assert_eq!((found[0].code(), found[0].remedy()), (Code::UNDECLARED_ROLE, Some(help)));
    }

    #[test]
    fn roles_may_be_terms() {
        let game = "(role (robot 1)) (legal (robot 1) go) terminal (goal (robot 1) 0)";
        assert_valid(game);
        assert_valid(format!("{game} (<= (legal (robot ?n) stay) (n ?n)) (n 1)"));
        let found = findings(format!("{game} (goal (robot 2) 0)"));
        assert_eq!((found.len(), found[0].message()), (1, "`(robot 2)` is not a role"));
    }
}
