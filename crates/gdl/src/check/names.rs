//! Names that are probably misspelt: relations without a definition, and names that differ only in case.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Check, Findings, Subject};
use crate::diagnostic::Code;
use crate::{Interrupted, Keyword, Predicate, Symbol, Term, TermKind};

impl Code {
    /// A relation that no rule defines.
    pub const UNDEFINED_RELATION: Code = Code::new("undefined-relation");
    /// Names that differ only in the case of letters.
    pub const CASE_MISMATCH: Code = Code::new("case-mismatch");
}

pub(super) const CHECK: Check = Check {
    codes: &[(Code::UNDEFINED_RELATION, game!("(<= p q)")), (Code::CASE_MISMATCH, game!("(p a A)"))],
    run: check,
};

fn check(subject: &Subject<'_>, findings: &mut Findings) -> Result<(), Interrupted> {
    undefined_relations(subject, findings)?;
    case_mismatches(subject, findings)
}

fn undefined_relations(subject: &Subject<'_>, findings: &mut Findings) -> Result<(), Interrupted> {
    let rules = subject.sheet.rules();
    let mut known: FxHashSet<Predicate> = rules.iter().map(|rule| rule.head.predicate()).collect();
    known.extend([Keyword::True, Keyword::Does].map(Predicate::from));
    for rule in rules {
        subject.interrupt.check()?;
        for literal in &rule.body {
            literal.each_atom(&mut |atom| {
                if known.insert(atom.predicate()) {
                    let name = subject.relation(atom.predicate());
                    let message = format!("no rule defines the relation `{name}`, so it never holds");
                    let help = "define it, or correct the name; the condition for a fluent is `(true ...)`";
                    findings.push(subject.warning(Code::UNDEFINED_RELATION, atom.span, message).help(help));
                }
            });
        }
    }
    Ok(())
}

fn case_mismatches(subject: &Subject<'_>, findings: &mut Findings) -> Result<(), Interrupted> {
    let symbols = subject.sheet.symbols();
    let mut seen: FxHashMap<String, Symbol> = FxHashMap::default();
    let mut visited: FxHashSet<Symbol> = FxHashSet::default();
    let mut see = |name: Symbol, span| {
        if !visited.insert(name) {
            return;
        }
        let text = symbols.name(name);
        let first = *seen.entry(text.to_ascii_lowercase()).or_insert(name);
        if first != name {
            let message = format!("`{text}` and `{}` are different names", symbols.name(first));
            let help = "names are case-sensitive; write both the same way if they mean the same thing";
            findings.push(subject.warning(Code::CASE_MISMATCH, span, message).help(help));
        }
    };
    for rule in subject.sheet.rules() {
        subject.interrupt.check()?;
        let mut each_atom = |atom: &crate::Atom| see(atom.name, atom.span);
        each_atom(&rule.head);
        rule.body.iter().for_each(|literal| literal.each_atom(&mut each_atom));
        rule.head.args.iter().for_each(|arg| each_name(arg, &mut see));
        rule.body.iter().for_each(|literal| literal.each_term(&mut |term| each_name(term, &mut see)));
    }
    Ok(())
}

fn each_name(term: &Term, see: &mut impl FnMut(Symbol, crate::Span)) {
    match &term.kind {
        TermKind::Variable(_) => {}
        TermKind::Constant(name) => see(*name, term.span),
        TermKind::Function(name, args) => {
            see(*name, term.span);
            args.iter().for_each(|arg| each_name(arg, see));
        }
    }
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;

    use crate::Code;
    use crate::testing::{codes, example};

    #[test]
    fn undefined_relation() {
        assert_snapshot!(example(Code::UNDEFINED_RELATION), @r"
        undefined-relation

          ⚠ no rule defines the relation `q`, so it never holds
           ╭─[game.kif:2:7]
         1 │ (role you) (legal you wait) terminal (goal you 0)
         2 │ (<= p q)
           ·       ┬
           ·       ╰── here
           ╰────
          help: define it, or correct the name; the condition for a fluent is
                `(true ...)`
        ");
    }

    #[test]
    fn case_mismatch() {
        assert_snapshot!(example(Code::CASE_MISMATCH), @r"
        case-mismatch

          ⚠ `A` and `a` are different names
           ╭─[game.kif:2:6]
         1 │ (role you) (legal you wait) terminal (goal you 0)
         2 │ (p a A)
           ·      ┬
           ·      ╰── here
           ╰────
          help: names are case-sensitive; write both the same way if they mean the
                same thing
        ");
    }

    #[test]
    fn an_undefined_relation_is_reported_once() {
        assert_eq!(codes(game!("(<= p (nowhere a)) (<= q (not (nowhere b)))")).len(), 1);
    }
}
