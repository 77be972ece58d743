//! A relation or function has the same number of arguments everywhere. Where it has another number, it is
//! another relation or function.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Check, Findings, Subject};
use crate::diagnostic::Code;
use crate::parser::count;
use crate::{Interrupted, Span, Symbol, Term, TermKind};

impl Code {
    /// One name used with different numbers of arguments.
    pub const ARITY_CLASH: Code = Code::new("arity-clash");
}

pub(super) const CHECK: Check = Check { codes: &[(Code::ARITY_CLASH, game!("(p a) (p a a)"))], run: check };

fn check(subject: &Subject<'_>, findings: &mut Findings) -> Result<(), Interrupted> {
    let mut relations = Arities::new(subject, "relation");
    let mut functions = Arities::new(subject, "function");
    for rule in subject.sheet.rules() {
        subject.interrupt.check()?;
        relations.see(rule.head.name, rule.head.args.len(), rule.head.span, findings);
        rule.head.args.iter().for_each(|arg| functions.see_term(arg, findings));
        for literal in &rule.body {
            literal.each_atom(&mut |atom| relations.see(atom.name, atom.args.len(), atom.span, findings));
            literal.each_term(&mut |term| functions.see_term(term, findings));
        }
    }
    Ok(())
}

struct Arities<'s> {
    subject: &'s Subject<'s>,
    kind: &'static str,
    /// The number of arguments and the place of the first use of each name.
    first: FxHashMap<Symbol, (usize, Span)>,
    /// The names with other numbers of arguments that were told of.
    told: FxHashSet<(Symbol, usize)>,
}

impl<'s> Arities<'s> {
    fn new(subject: &'s Subject<'s>, kind: &'static str) -> Self {
        Self { subject, kind, first: FxHashMap::default(), told: FxHashSet::default() }
    }

    fn see(&mut self, name: Symbol, arity: usize, span: Span, findings: &mut Findings) {
        let (known, first) = *self.first.entry(name).or_insert((arity, span));
        if known == arity || !self.told.insert((name, arity)) {
            return;
        }
        let connective = self.subject.help_for_connective(name).filter(|_| self.kind == "relation");
        let name = self.subject.sheet.symbols().name(name);
        let everywhere =
            format!("use `{name}` with the same number of arguments everywhere, or rename one of the two");
        let kind = self.kind;
        let message = format!(
            "the {kind} `{name}` has {} here and {} elsewhere",
            count(arity, "argument"),
            count(known, "argument")
        );
        findings.push(
            self.subject
                .warning(Code::ARITY_CLASH, span, message)
                .label(format!("{} here", count(arity, "argument")))
                .also(first, format!("{} here", count(known, "argument")))
                .help(connective.unwrap_or(&everywhere)),
        );
    }

    fn see_term(&mut self, term: &Term, findings: &mut Findings) {
        if let TermKind::Function(name, args) = &term.kind {
            self.see(*name, args.len(), term.span, findings);
            args.iter().for_each(|arg| self.see_term(arg, findings));
        }
    }
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;

    use crate::Code;
    use crate::testing::{drawn, example, findings};

    #[test]
    fn arity_clash() {
        assert_snapshot!(example(Code::ARITY_CLASH), @r"
        arity-clash

          ⚠ the relation `p` has 2 arguments here and 1 argument elsewhere
           ╭─[game.kif:2:7]
         1 │ (role you) (legal you wait) terminal (goal you 0)
         2 │ (p a) (p a a)
           · ──┬── ───┬───
           ·   │      ╰── 2 arguments here
           ·   ╰── 1 argument here
           ╰────
          help: use `p` with the same number of arguments everywhere, or rename one of
                the two
        ");
    }

    #[test]
    fn each_further_number_of_arguments_is_told_once() {
        assert_eq!(findings(game!("p (p a) (p b) (p a b) (p b a) p")).len(), 2);
    }

    #[test]
    fn a_function_with_two_numbers_of_arguments() {
        assert_snapshot!(drawn(game!("(p (f a)) (p (f))")), @r"
        arity-clash

          ⚠ the function `f` has no argument here and 1 argument elsewhere
           ╭─[game.kif:2:14]
         1 │ (role you) (legal you wait) terminal (goal you 0)
         2 │ (p (f a)) (p (f))
           ·    ──┬──     ─┬─
           ·      │        ╰── no argument here
           ·      ╰── 1 argument here
           ╰────
          help: use `f` with the same number of arguments everywhere, or rename one of
                the two
        ");
    }
}
