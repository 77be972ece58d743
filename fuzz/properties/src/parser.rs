//! Any bytes are rules or findings with a place; what is printed of rules is the same rules.

use gdl::{Diagnostic, Interrupt, Print, Rulesheet, Source, Symbols, stratify};

use crate::{Form, Property, limits};

pub(crate) const PROPERTY: Property = Property {
    name: "parser",
    what: "Any bytes are rules or findings that can be drawn; rules that are printed and read again are the same",
    holds,
    form: Form::Text(WORDS),
    tested: 150_000,
    borrows: &["checked_rules", "engines_agree"],
};

/// Words of rules.
pub(crate) const WORDS: &[&str] = &[
    "<=",
    "or",
    "not",
    "distinct",
    "role",
    "init",
    "true",
    "does",
    "next",
    "legal",
    "goal",
    "terminal",
    "base",
    "input",
    "sees",
    "random",
    "?x",
    "?y",
    "?",
    "x",
    "y",
    "100",
    "0",
    "noop",
    "(role x)",
    "(init (f x))",
    "(true (f ?x))",
    "(next (f ?x))",
    "(legal x ?m)",
    "(does x ?m)",
    "(goal x 100)",
    "(not (true (f x)))",
    "(or)",
    "(or (true x) (does x y))",
    "(distinct ?x ?y)",
    "()",
    "(p)",
    "p",
    "(terminal)",
    "TRUE",
    "#|",
    "|#",
    ";",
    "(f (f ?x))",
    "(<= p)",
    "(<= (p ?x) (p ?x))",
    "(<= p (not p))",
    "\u{feff}",
    "é",
];

fn holds(bytes: &[u8]) {
    let source = Source::new("text", bytes);
    let length = source.text().len();
    match Rulesheet::parse_within("text", bytes, limits::PARSE) {
        Ok(sheet) => {
            drawn(sheet.warnings(), length);
            printed_and_read_again(&sheet);
        }
        Err(rejected) => {
            assert!(rejected.errors().next().is_some(), "it is rejected without an error");
            drawn(&rejected.diagnostics, length);
        }
    }
    let mut symbols = Symbols::default();
    match gdl::parse_term(source.text(), &mut symbols) {
        Ok(term) => {
            let text = term.named(&symbols).to_string();
            let again = gdl::parse_term(&text, &mut symbols).expect("a printed term is a term");
            assert_eq!(again.named(&symbols).to_string(), text);
        }
        Err(finding) => drawn(&[*finding], length),
    }
}

/// Every finding can be drawn, and is about a part of the text.
fn drawn(findings: &[Diagnostic], length: usize) {
    for finding in findings {
        assert!(!finding.render(80).is_empty());
        let span = finding.span();
        assert!(span.start <= span.end && span.end as usize <= length, "{span:?} of {length} bytes");
    }
}

fn printed_and_read_again(sheet: &Rulesheet) {
    let text = sheet.to_string();
    let again = Rulesheet::parse("text", text.as_bytes())
        .unwrap_or_else(|rejected| panic!("what was printed is rejected: {rejected:?}\n{text}"));
    assert_eq!(again.to_string(), text);
    let messages = |sheet: &Rulesheet| {
        let mut messages: Vec<_> =
            sheet.warnings().iter().map(|warning| (warning.code(), warning.message().to_owned())).collect();
        messages.sort_by(|a, b| a.1.cmp(&b.1));
        messages
    };
    assert_eq!(messages(&again), messages(sheet));
    // Every clause has its place in the order of evaluation, once.
    let clauses = sheet.clauses();
    let strata = stratify(&clauses, &Interrupt::never()).expect("nobody interrupts it");
    let mut placed: Vec<usize> =
        strata.components.into_iter().flat_map(|component| component.clauses).collect();
    placed.sort_unstable();
    assert!(placed.into_iter().eq(0..clauses.len()));
}
