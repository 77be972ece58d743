//! Rules that are printed and parsed again are the same.

mod findings;

use proptest::collection::vec;
use proptest::prelude::*;

use super::*;
use crate::{Named, Print};

/// Names that may stand anywhere, the odd ones of public rulesheets among them.
const NAMES: &[&str] = &[
    "a", "b", "cell", "A", "x1", "1", "100", "-1", "++", "+", "-", "<", ">", "map+", "=>", "\"q\"", "a#b|",
    "|#", "a?b", "höhe", "石", "Legally",
];

/// Names that are relations of the language or connectives in their place, and plain names in any other.
const RESERVED: &[&str] =
    &["or", "NOT", "distinct", "<=", "role", "Init", "true", "does", "terminal", "next"];

const VARIABLES: &[&str] = &["?x", "?X", "?y", "?n++", "?1", "??", "?-"];

/// Keywords that may be concluded, and those that may be asked for.
const CONCLUDED: &[Keyword] = &[
    Keyword::Role,
    Keyword::Init,
    Keyword::Next,
    Keyword::Legal,
    Keyword::Goal,
    Keyword::Terminal,
    Keyword::Base,
    Keyword::Input,
    Keyword::Sees,
];
const ASKED: &[Keyword] = &[
    Keyword::Role,
    Keyword::True,
    Keyword::Does,
    Keyword::Legal,
    Keyword::Goal,
    Keyword::Terminal,
    Keyword::Base,
    Keyword::Input,
];

/// A table that holds every name of the generated rules, so that symbols can be compared.
fn symbols() -> Symbols {
    let mut symbols = Symbols::default();
    for name in NAMES.iter().chain(RESERVED).chain(VARIABLES) {
        symbols.intern(name);
    }
    symbols.intern("<=");
    symbols.intern("not");
    symbols
}

fn symbol(name: &'static str) -> Symbol {
    symbols().get(name).expect("every name is in the table")
}

fn name(of: &'static [&'static str]) -> impl Strategy<Value = Symbol> {
    prop::sample::select(of).prop_map(symbol)
}

fn term() -> impl Strategy<Value = Term> {
    let anywhere = || prop_oneof![4 => name(NAMES), 1 => name(RESERVED)];
    let leaf = prop_oneof![
        anywhere().prop_map(TermKind::Constant),
        name(VARIABLES).prop_map(TermKind::Variable),
        anywhere().prop_map(|name| TermKind::Function(name, Vec::new())),
    ]
    .prop_map(nowhere);
    leaf.prop_recursive(4, 20, 4, move |inner| {
        (anywhere(), vec(inner, 0..4)).prop_map(|(name, args)| nowhere(TermKind::Function(name, args)))
    })
}

fn nowhere(kind: TermKind) -> Term {
    Term { kind, span: Span::default() }
}

fn atom(keywords: &'static [Keyword]) -> impl Strategy<Value = Atom> {
    let plain = (name(NAMES), vec(term(), 0..4));
    let keyword = (prop::sample::select(keywords), vec(term(), 2)).prop_map(|(keyword, mut args)| {
        args.truncate(keyword.arity());
        (keyword.symbol(), args)
    });
    prop_oneof![2 => plain, 1 => keyword].prop_map(|(name, args)| Atom { name, args, span: Span::default() })
}

fn literal() -> impl Strategy<Value = Literal> {
    let leaf = prop_oneof![
        3 => atom(ASKED).prop_map(Literal::Atom),
        1 => (term(), term()).prop_map(|(a, b)| Literal::Distinct(a, b, Span::default())),
    ];
    leaf.prop_recursive(5, 24, 4, |inner| {
        prop_oneof![
            inner.clone().prop_map(|inner| Literal::Not(Box::new(inner), Span::default())),
            vec(inner, 0..4).prop_map(|branches| Literal::Or(branches, Span::default())),
        ]
    })
}

fn rule() -> impl Strategy<Value = Rule> {
    (atom(CONCLUDED), vec(literal(), 0..5)).prop_map(|(head, body)| Rule {
        head,
        body,
        span: Span::default(),
    })
}

/// Forgets where a rule stood.
fn erase(rule: &mut Rule) {
    rule.span = Span::default();
    erase_atom(&mut rule.head);
    rule.body.iter_mut().for_each(erase_literal);
}

fn erase_literal(literal: &mut Literal) {
    match literal {
        Literal::Atom(atom) => erase_atom(atom),
        Literal::Not(inner, span) => {
            *span = Span::default();
            erase_literal(inner);
        }
        Literal::Or(branches, span) => {
            *span = Span::default();
            branches.iter_mut().for_each(erase_literal);
        }
        Literal::Distinct(a, b, span) => {
            *span = Span::default();
            [a, b].into_iter().for_each(erase_term);
        }
    }
}

fn erase_atom(atom: &mut Atom) {
    atom.span = Span::default();
    atom.args.iter_mut().for_each(erase_term);
}

fn erase_term(term: &mut Term) {
    term.span = Span::default();
    if let TermKind::Function(_, args) = &mut term.kind {
        args.iter_mut().for_each(erase_term);
    }
}

/// The rules of a text, spans erased; every rule must be well formed.
fn read(text: &str, symbols: &mut Symbols) -> Vec<Rule> {
    let source = Source::new("text", text.as_bytes());
    let mut diagnostics = Vec::new();
    let mut rules =
        parse_rules(&source, symbols, ParseLimits::default(), &Interrupt::never(), &mut diagnostics)
            .unwrap_or_else(|stop| panic!("{}", stop.wrong().render(80)));
    assert!(diagnostics.is_empty(), "{}", diagnostics[0].render(80));
    rules.iter_mut().for_each(erase);
    rules
}

fn print(rules: &[Rule], symbols: &Symbols) -> String {
    rules.iter().map(|rule| format!("{}\n", rule.named(symbols))).collect()
}

/// KIF text that a person might have laid out: any white space and comments between any two tokens.
fn spread_out(text: &str, gaps: &[&str]) -> String {
    let mut out = String::new();
    let mut gaps = gaps.iter().copied().cycle();
    for character in text.chars() {
        match character {
            ' ' | '\n' => out.extend(gaps.next()),
            '(' | ')' => {
                out.extend(gaps.next());
                out.push(character);
                out.extend(gaps.next());
            }
            _ => out.push(character),
        }
    }
    out
}

proptest! {
    #[test]
    fn printing_and_parsing_gives_the_same_rules(rules in vec(rule(), 0..6)) {
        let mut symbols = symbols();
        let text = print(&rules, &symbols);
        let names = symbols.len();
        let again = read(&text, &mut symbols);
        prop_assert_eq!(&again, &rules, "{}", text);
        prop_assert_eq!(print(&again, &symbols), text);
        prop_assert_eq!(symbols.len(), names);
    }

    #[test]
    fn layout_and_comments_mean_nothing(
        rules in vec(rule(), 1..4),
        gaps in vec(
            prop::sample::select(&[" ", "\n", "\t", "\r\n", " ; (a ? #|\n", " #| ) ; |# ", "\x0b", "\n;\n"][..]),
            1..12,
        ),
    ) {
        let mut symbols = symbols();
        let text = spread_out(&print(&rules, &symbols), &gaps);
        prop_assert_eq!(read(&text, &mut symbols), rules, "{}", text);
    }

    #[test]
    fn printed_terms_parse_to_themselves(expected in term()) {
        let mut symbols = symbols();
        let text = expected.named(&symbols).to_string();
        let mut found = parse_term(&text, &mut symbols).unwrap();
        erase_term(&mut found);
        prop_assert_eq!(found, expected, "{}", text);
    }

    #[test]
    fn spans_hold_exactly_the_text_of_what_was_read(rules in vec(rule(), 1..4)) {
        let mut symbols = symbols();
        let text = print(&rules, &symbols);
        let source = Source::new("text", text.as_bytes());
        let read = parse_rules(&source, &mut symbols, ParseLimits::default(), &Interrupt::never(), &mut Vec::new()).unwrap();
        let at = |span: Span| &text[span.start as usize..span.end as usize];
        for rule in &read {
            prop_assert_eq!(at(rule.span), rule.named(&symbols).to_string());
            prop_assert_eq!(at(rule.head.span), rule.head.named(&symbols).to_string());
            for literal in &rule.body {
                prop_assert_eq!(at(literal.span()), literal.named(&symbols).to_string());
                let mut terms = Vec::new();
                literal.each_term(&mut |term| terms.push(term));
                for term in terms {
                    prop_assert_eq!(at(term.span), Named::to_string(&term.named(&symbols)));
                }
            }
        }
    }
}

#[test]
fn rules_are_printed_with_single_spaces_and_no_padding() {
    let mut symbols = Symbols::default();
    let text = "( <=( P ?x ( f ) )( NOT( Or q( distinct ?x( g 1 ) ) ) )( True ( q ) ) )(open)(<= (shut))";
    let rules = read(text, &mut symbols);
    let printed = "(<= (P ?x (f)) (not (or q (distinct ?x (g 1)))) (true (q)))\nopen\nshut\n";
    assert_eq!(print(&rules, &symbols), printed);
}

#[test]
fn an_atom_is_the_same_with_and_without_parentheses_but_a_term_is_not() {
    let mut symbols = Symbols::default();
    let [bare, listed]: [Rule; 2] = read("open (open)", &mut symbols).try_into().unwrap();
    assert_eq!(bare, listed);
    let [bare, listed]: [Rule; 2] = read("(p open) (p (open))", &mut symbols).try_into().unwrap();
    assert_ne!(bare, listed);
}

#[test]
fn one_term_is_one_term() {
    let mut symbols = Symbols::default();
    let mut message = |text: &str| match parse_term(text, &mut symbols) {
        Ok(term) => format!("{} ({}..{})", term.named(&symbols), term.span.start, term.span.end),
        Err(error) => format!("{} at {}", error.message(), error.place().column),
    };
    assert_eq!(message(" (mark 1 ( f ) ) ; there"), "(mark 1 (f)) (1..16)");
    assert_eq!(message("noop"), "noop (0..4)");
    assert_eq!(message(""), "expected one term at 1");
    assert_eq!(message("a b"), "expected one term at 3");
    assert_eq!(message("(a"), "this `(` is never closed at 1");
    assert_eq!(message("()"), "an empty pair of parentheses at 1");
    assert_eq!(message(&"(".repeat(1_000)), "more than 200 parentheses are open here at 201");
}
