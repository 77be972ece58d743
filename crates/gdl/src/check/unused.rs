//! Relations that nothing asks for and whose names are almost keywords: they are probably misspelt. Of others
//! this is no finding, as many rulesheets have relations that are left over.

use rustc_hash::FxHashSet;

use super::{Check, Findings, Subject};
use crate::diagnostic::Code;
use crate::{Interrupted, Keyword, Predicate, Symbol};

impl Code {
    /// A relation that no condition asks for, with a name like that of a keyword.
    pub const UNUSED_RELATION: Code = Code::new("unused-relation");
}

pub(super) const CHECK: Check =
    Check { codes: &[(Code::UNUSED_RELATION, game!("(leagl you go)"))], run: check };

fn check(subject: &Subject<'_>, findings: &mut Findings) -> Result<(), Interrupted> {
    let rules = subject.sheet.rules();
    let mut used: FxHashSet<Predicate> = FxHashSet::default();
    for rule in rules {
        subject.interrupt.check()?;
        for literal in &rule.body {
            literal.each_atom(&mut |atom| {
                used.insert(atom.predicate());
            });
        }
    }
    let mut told: FxHashSet<Symbol> = FxHashSet::default();
    for rule in rules {
        subject.interrupt.check()?;
        let predicate = rule.head.predicate();
        // What was looked at is known from then on.
        if !used.insert(predicate) {
            continue;
        }
        let help = subject.help_for_connective(rule.head.name).map(str::to_owned).or_else(|| {
            subject.keyword_like(predicate, heads()).map(|keyword| format!("did you mean `{keyword}`?"))
        });
        if let Some(help) = help
            && told.insert(rule.head.name)
        {
            let name = subject.relation(predicate);
            let message = format!("no condition asks for the relation `{name}`, so it has no effect");
            findings.push(subject.warning(Code::UNUSED_RELATION, rule.head.span, message).help(help));
        }
    }
    Ok(())
}

/// The keywords that are the heads of rules: all but those that are conditions alone.
fn heads() -> impl Iterator<Item = Keyword> {
    Keyword::ALL.into_iter().filter(|keyword| !matches!(keyword, Keyword::True | Keyword::Does))
}

impl Subject<'_> {
    /// The one of these keywords that a relation with as many arguments probably means: its name differs from
    /// it by a letter, or by two of a long one. Two letters that have changed places count as one.
    pub(super) fn keyword_like(
        &self,
        predicate: Predicate,
        keywords: impl IntoIterator<Item = Keyword>,
    ) -> Option<Keyword> {
        let name = self.relation(predicate).to_ascii_lowercase();
        keywords.into_iter().find(|keyword| {
            let typos = 1 + keyword.name().len() / 8;
            keyword.arity() == predicate.arity
                && name.len().abs_diff(keyword.name().len()) <= typos
                && (1..=typos).contains(&strsim::osa_distance(&name, keyword.name()))
        })
    }
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;
    use rstest::rstest;

    use crate::Code;
    use crate::testing::{assert_valid, codes, example, findings};

    #[test]
    fn unused_relation() {
        assert_snapshot!(example(Code::UNUSED_RELATION), @r"
        unused-relation

          ⚠ no condition asks for the relation `leagl`, so it has no effect
           ╭─[game.kif:2:1]
         1 │ (role you) (legal you wait) terminal (goal you 0)
         2 │ (leagl you go)
           · ───────┬──────
           ·        ╰── here
           ╰────
          help: did you mean `legal`?
        ");
    }

    #[rstest]
    #[case::letters_changed_places("(nxet (at 2))", "did you mean `next`?")]
    #[case::one_too_many("(goals you 50)", "did you mean `goal`?")]
    #[case::one_too_few("(<= (int a) (q))(q)", "did you mean `init`?")]
    #[case::two_of_a_long_name("(<= terimnl (q))(q)", "did you mean `terminal`?")]
    #[case::a_rule_of_prolog(
        "(:- (wins a) (q a)) (:- (wins b) (q b))",
        "write a rule as `(<= HEAD CONDITION ...)`"
    )]
    fn the_remedy_names_what_is_probably_meant(#[case] rules: &str, #[case] help: &str) {
        let found = findings(format!("{}{rules}", game!()));
        let told: Vec<_> = found.iter().map(|finding| (finding.code(), finding.remedy().unwrap())).collect();
        assert_eq!(told, [(Code::UNUSED_RELATION, help)]);
    }

    #[rstest]
    #[case::with_other_arguments("(goes a b c d e)")]
    #[case::asked_for("(int 1) (<= (q ?n) (int ?n))")]
    #[case::like_no_keyword("(adjacent a b)")]
    fn other_relations_may_be_left_over(#[case] rules: &str) {
        assert_valid(format!("{}{rules}", game!()));
    }

    #[test]
    fn a_misspelt_relation_is_told_once() {
        assert_eq!(codes(game!("(leagl you go) (<= (leagl you stop))")).len(), 1);
        let of_prolog = codes(game!("(:- a) (:- a b) (:- a b c)"));
        assert_eq!(of_prolog.iter().filter(|(_, code)| *code == Code::UNUSED_RELATION).count(), 1);
    }
}
