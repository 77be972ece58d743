//! Names that are probably misspelt: they differ from others only in case.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Check, Findings, Subject};
use crate::diagnostic::Code;
use crate::{Interrupted, Symbol, Term, TermKind};

impl Code {
    /// Names that differ only in the case of letters.
    pub const CASE_MISMATCH: Code = Code::new("case-mismatch");
}

pub(super) const CHECK: Check = Check { codes: &[(Code::CASE_MISMATCH, game!("(p a A)"))], run: check };

fn check(subject: &Subject<'_>, findings: &mut Findings) -> Result<(), Interrupted> {
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
    use crate::testing::example;

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
}
