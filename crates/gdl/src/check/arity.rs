//! A relation and a function each have one number of arguments.

use rustc_hash::FxHashMap;

use super::{Findings, Subject};
use crate::diagnostic::Code;
use crate::parser::count;
use crate::{Span, Symbol, Term, TermKind};

pub(super) fn check(subject: &Subject<'_>, findings: &mut Findings) {
    let mut relations = Arities { subject, kind: "relation", first: FxHashMap::default() };
    let mut functions = Arities { subject, kind: "function", first: FxHashMap::default() };
    for rule in subject.sheet.rules() {
        relations.see(rule.head.name, rule.head.args.len(), rule.head.span, findings);
        rule.head.args.iter().for_each(|arg| functions.see_term(arg, findings));
        for literal in &rule.body {
            literal.each_atom(&mut |atom| relations.see(atom.name, atom.args.len(), atom.span, findings));
            literal.each_term(&mut |term| functions.see_term(term, findings));
        }
    }
}

struct Arities<'s> {
    subject: &'s Subject<'s>,
    kind: &'static str,
    /// Each name's first use.
    first: FxHashMap<Symbol, (usize, Span)>,
}

impl Arities<'_> {
    fn see(&mut self, name: Symbol, arity: usize, span: Span, findings: &mut Findings) {
        let (known, first) = *self.first.entry(name).or_insert((arity, span));
        if known != arity {
            let name = self.subject.sheet.symbols().name(name);
            let kind = self.kind;
            let message = format!(
                "the {kind} `{name}` has {} here and {} elsewhere",
                count(arity, "argument"),
                count(known, "argument")
            );
            findings.push(
                self.subject
                    .error(Code::ArityClash, span, message)
                    .label(format!("{} here", count(arity, "argument")))
                    .also(first, format!("{} here", count(known, "argument")))
                    .help(format!(
                        "give every use of `{name}` the same number, or one of the two another name"
                    )),
            );
        }
    }

    fn see_term(&mut self, term: &Term, findings: &mut Findings) {
        if let TermKind::Function(name, args) = &term.kind {
            self.see(*name, args.len(), term.span, findings);
            args.iter().for_each(|arg| self.see_term(arg, findings));
        }
    }
}
