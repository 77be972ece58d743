//! Comments as other languages write them, whose words are read as facts.

use rustc_hash::FxHashSet;

use super::{Check, Findings, Subject};
use crate::Interrupted;
use crate::diagnostic::Code;

impl Code {
    /// A fact whose name begins as a comment does in other languages.
    pub const FOREIGN_COMMENT: Code = Code::new("foreign-comment");
}

pub(super) const CHECK: Check =
    Check { codes: &[(Code::FOREIGN_COMMENT, game!("// (legal you go)"))], run: check };

/// What comments begin with in other languages.
const MARKS: [&str; 4] = ["//", "/*", "#", "--"];

fn check(subject: &Subject<'_>, findings: &mut Findings) -> Result<(), Interrupted> {
    let mut told = FxHashSet::default();
    for rule in subject.sheet.rules() {
        subject.interrupt.check()?;
        let name = subject.relation(rule.head.predicate());
        let is_word = rule.head.args.is_empty() && rule.body.is_empty();
        if is_word && MARKS.iter().any(|mark| name.starts_with(mark)) && told.insert(rule.head.name) {
            let message = format!("`{name}` is read as a fact; a comment begins with `;`");
            let help = "write `;` in front of each line of the comment";
            findings.push(subject.warning(Code::FOREIGN_COMMENT, rule.span, message).help(help));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;
    use rstest::rstest;

    use crate::testing::{assert_valid, codes, example};
    use crate::{Code, Severity};

    #[test]
    fn foreign_comment() {
        assert_snapshot!(example(Code::FOREIGN_COMMENT), @r"
        foreign-comment

          ⚠ `//` is read as a fact; a comment begins with `;`
           ╭─[game.kif:2:1]
         1 │ (role you) (legal you wait) terminal (goal you 0)
         2 │ // (legal you go)
           · ─┬
           ·  ╰── here
           ╰────
          help: write `;` in front of each line of the comment
        ");
    }

    #[rstest]
    #[case::a_rule("// (legal you go)")]
    #[case::a_rule_without_a_space("#(legal you go)")]
    #[case::words("//The first move\n//The second")]
    #[case::a_line("--- moves ---")]
    #[case::a_block("/* moves */")]
    fn each_word_that_begins_a_comment_elsewhere_is_told_once(#[case] comment: &str) {
        let found = codes(format!("{}{comment}\n{comment}", game!()));
        assert!(
            !found.is_empty()
                && found.iter().all(|found| *found == (Severity::Warning, Code::FOREIGN_COMMENT))
        );
    }

    #[test]
    fn such_words_may_be_names_of_terms_and_relations() {
        assert_valid(game!("(p // # --) (-- a) (<= (/* ?x) (-- ?x)) #| (q) |#"));
    }
}
