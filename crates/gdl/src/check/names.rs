//! Names that are most likely slips: relations nobody defines, and names that differ only by case.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Findings, Subject};
use crate::diagnostic::Code;
use crate::{Keyword, Predicate, Symbol, Term, TermKind};

pub(super) fn check(subject: &Subject<'_>, findings: &mut Findings) {
    undefined_relations(subject, findings);
    case_mismatches(subject, findings);
}

fn undefined_relations(subject: &Subject<'_>, findings: &mut Findings) {
    let rules = subject.sheet.rules();
    let mut known: FxHashSet<Predicate> = rules.iter().map(|rule| rule.head.predicate()).collect();
    known.extend([Keyword::True, Keyword::Does].map(Predicate::from));
    for rule in rules {
        for literal in &rule.body {
            literal.each_atom(&mut |atom| {
                if known.insert(atom.predicate()) {
                    let name = subject.relation(atom.predicate());
                    let message = format!("nothing defines the relation `{name}`, so it never holds");
                    let help = "define it, or correct the name; a fluent is asked for with `(true ...)`";
                    findings.push(subject.warning(Code::UndefinedRelation, atom.span, message).help(help));
                }
            });
        }
    }
}

fn case_mismatches(subject: &Subject<'_>, findings: &mut Findings) {
    let symbols = subject.sheet.symbols();
    let mut seen: FxHashMap<String, Symbol> = FxHashMap::default();
    let mut told: FxHashSet<Symbol> = FxHashSet::default();
    let mut see = |name: Symbol, span| {
        if !told.insert(name) {
            return;
        }
        let text = symbols.name(name);
        let first = *seen.entry(text.to_ascii_lowercase()).or_insert(name);
        if first != name {
            let message = format!("`{text}` and `{}` are different names", symbols.name(first));
            let help = "constants are case-sensitive; write both the same if one thing is meant";
            findings.push(subject.warning(Code::CaseMismatch, span, message).help(help));
        }
    };
    for rule in subject.sheet.rules() {
        let mut each_atom = |atom: &crate::Atom| see(atom.name, atom.span);
        each_atom(&rule.head);
        rule.body.iter().for_each(|literal| literal.each_atom(&mut each_atom));
        rule.head.args.iter().for_each(|arg| each_name(arg, &mut see));
        rule.body.iter().for_each(|literal| literal.each_term(&mut |term| each_name(term, &mut see)));
    }
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
