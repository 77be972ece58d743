//! Rules come from people and from networks: whatever the bytes, the answer is rules or findings, in time.

use std::fmt::Write;

use proptest::collection::vec;
use proptest::prelude::*;
use spielbaum_gdl::{
    Code, Diagnostic, Interrupt, Interrupted, ParseError, ParseLimits, Place, Rejected, Rulesheet, stratify,
};

/// The errors of a text.
fn errors(text: impl AsRef<[u8]>) -> Vec<(Code, Place)> {
    let rejected = Rulesheet::parse("text", text.as_ref()).expect_err("it is not a rulesheet");
    rejected.errors().map(|error| (error.code(), error.place())).collect()
}

/// The one error of a text.
fn error(text: impl AsRef<[u8]>) -> (Code, Place) {
    let errors = errors(text);
    assert_eq!(errors.len(), 1, "{errors:?}");
    errors[0]
}

fn at(line: usize, column: usize) -> Place {
    Place { line, column }
}

/// The clauses of each component, in the order of evaluation.
fn order(sheet: &Rulesheet) -> Vec<Vec<usize>> {
    let strata = stratify(&sheet.clauses(), &Interrupt::never()).expect("nobody interrupts it");
    strata.components.into_iter().map(|component| component.clauses).collect()
}

/// Parses, and draws whatever is found.
fn parse_and_draw(text: &[u8]) -> Result<Rulesheet, Rejected> {
    let result = Rulesheet::parse("text", text);
    let findings = match &result {
        Ok(sheet) => sheet.warnings(),
        Err(rejected) => &rejected.diagnostics,
    };
    for finding in findings {
        assert!(!finding.render(80).is_empty());
        assert!(finding.span().start <= finding.span().end && finding.span().end as usize <= text.len());
    }
    result
}

proptest! {
    #[test]
    fn any_bytes_are_rules_or_findings(bytes in vec(any::<u8>(), 0..200)) {
        let _ = parse_and_draw(&bytes);
    }

    #[test]
    fn any_text_is_rules_or_findings(text in "\\PC{0,80}") {
        let _ = parse_and_draw(text.as_bytes());
    }

    #[test]
    fn any_soup_of_tokens_is_rules_or_findings(
        tokens in vec(prop::sample::select(&[
            "(", "(", "(", ")", ")", ")", "<=", "or", "not", "distinct", "role", "init", "true", "does", "next",
            "legal", "goal", "terminal", "base", "input", "sees", "p", "q", "a", "100", "?x", "?y", "?", "; \n",
            "#|", "|#", "\0", "\u{feff}",
        ][..]), 0..60),
    ) {
        let _ = parse_and_draw(tokens.join(" ").as_bytes());
    }

    /// Well-formed rules, so that the checks have something to bite on.
    #[test]
    fn any_soup_of_rules_is_a_rulesheet_or_findings(rules in vec(soup_rule(), 0..12)) {
        let text = format!("(role a) (legal a b) terminal {}", rules.concat());
        if let Ok(sheet) = parse_and_draw(text.as_bytes()) {
            // What is printed is the same rulesheet, with the same findings.
            let again = Rulesheet::parse("text", sheet.to_string().as_bytes()).unwrap();
            prop_assert_eq!(again.to_string(), sheet.to_string());
            let codes = |sheet: &Rulesheet| {
                sheet.warnings().iter().map(|w| (w.code(), w.message().to_owned())).collect::<Vec<_>>()
            };
            prop_assert_eq!(codes(&again), codes(&sheet));
            // Every clause has its place in the order of evaluation, once.
            let clauses = sheet.clauses();
            let mut placed = order(&sheet).concat();
            placed.sort_unstable();
            prop_assert_eq!(placed, (0..clauses.len()).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_rulesheet_cut_short_is_an_error_or_a_shorter_rulesheet(length in 0..TINY.len()) {
        let _ = parse_and_draw(&TINY.as_bytes()[..length]);
    }
}

const TINY: &str = "(role you) #| one |# (init off) ; two
(<= (legal you press) (true off) (not (or (true on) (distinct off on))))
(<= (next on) (does you press)) (<= terminal (true on)) (<= (goal you 100) (true on)) ; drei, für alle";

fn soup_rule() -> impl Strategy<Value = String> {
    let term = prop::sample::select(&["a", "b", "?x", "?y", "(f a)", "(f ?x)"][..]);
    let atom =
        (prop::sample::select(&["p", "q", "r", "true", "next", "legal a", "goal a"][..]), term.clone())
            .prop_map(|(name, term)| format!("({name} {term})"));
    let plain = prop_oneof![
        4 => atom.clone(),
        1 => (term.clone(), term).prop_map(|(a, b)| format!("(distinct {a} {b})")),
    ];
    let literal = plain.prop_recursive(3, 8, 3, |inner| {
        prop_oneof![
            inner.clone().prop_map(|inner| format!("(not {inner})")),
            vec(inner, 0..3).prop_map(|inner| format!("(or {})", inner.join(" "))),
        ]
    });
    (atom, vec(literal, 0..4)).prop_map(|(head, body)| format!("(<= {head} {})\n", body.join(" ")))
}

#[test]
fn a_hundred_thousand_parentheses_are_too_deep() {
    let opened = "(".repeat(100_000);
    assert_eq!(error(&opened), (Code::TOO_DEEP, at(1, 201)));
    assert_eq!(error(format!("{opened}{}", ")".repeat(100_000))), (Code::TOO_DEEP, at(1, 201)));
    assert_eq!(error("(\n".repeat(100_000)), (Code::TOO_DEEP, at(201, 1)));
    assert_eq!(error(format!("(p {}", "(f ".repeat(100_000))), (Code::TOO_DEEP, at(1, 4 + 199 * 3)));
    assert_eq!(error(format!("(<= p {}", "(not ".repeat(100_000))), (Code::TOO_DEEP, at(1, 7 + 199 * 5)));
    assert_eq!(error(")".repeat(100_000)), (Code::UNOPENED_PARENTHESIS, at(1, 1)));
}

#[test]
fn exactly_as_deep_as_allowed_is_no_error() {
    let text = |depth: usize| {
        let (open, close) = ("(f ".repeat(depth - 1), ")".repeat(depth - 1));
        let (nots, ends) = ("(not ".repeat(depth - 2), ")".repeat(depth - 2));
        format!(
            "(role you) (legal you wait) terminal (goal you 0) (p {open}a{close}) (<= q {nots}(p a){ends})"
        )
    };
    assert!(Rulesheet::parse("text", text(200).as_bytes()).is_ok());
    assert_eq!(error(text(201)).0, Code::TOO_DEEP);
    let limits = ParseLimits { depth: 300, ..ParseLimits::default() };
    assert!(Rulesheet::parse_within("text", text(300).as_bytes(), limits).is_ok());
}

#[test]
fn a_text_as_long_as_allowed_is_no_error() {
    let text = "(role you) (legal you wait) terminal (goal you 0)";
    let within = |bytes| {
        Rulesheet::parse_within("text", text.as_bytes(), ParseLimits { bytes, ..ParseLimits::default() })
    };
    assert!(within(text.len()).is_ok());
    let rejected = within(text.len() - 1).unwrap_err();
    assert_eq!(rejected.diagnostics[0].code(), Code::TOO_LARGE);
    assert_eq!(rejected.diagnostics[0].place(), at(1, text.len()));
}

#[test]
fn a_word_of_more_than_a_thousand_bytes_is_refused() {
    let text = |length| format!("{GAME}(p {})", "n".repeat(length));
    assert!(Rulesheet::parse("text", text(1_000).as_bytes()).is_ok());
    assert_eq!(error(text(1_001)), (Code::TOO_LARGE, at(2, 4)));
    assert_eq!(error(format!("{GAME}(<= p ?{})", "é".repeat(500))), (Code::TOO_LARGE, at(2, 7)));
    let comment = format!("{GAME};{}", "n".repeat(1_000_000));
    assert!(Rulesheet::parse("text", comment.as_bytes()).is_ok());
}

#[test]
fn a_limit_inside_a_letter_is_drawn_all_the_same() {
    let limits = ParseLimits { bytes: 8, ..ParseLimits::default() };
    let rejected = Rulesheet::parse_within("text", "; höhö höhö".as_bytes(), limits).unwrap_err();
    assert!(rejected.diagnostics[0].render(80).contains("the text has 15 bytes, the limit is 8"));
}

#[test]
fn damage_is_found_at_its_line_and_column() {
    let damaged = [
        (&b"(role a)\n (p \0)"[..], Code::CHARACTER, at(2, 5)),
        (b"\0", Code::CHARACTER, at(1, 1)),
        (b"(role a\x7f)", Code::CHARACTER, at(1, 8)),
        (b"(role a)\n(role \xC3)", Code::CHARACTER, at(2, 7)),
        (b"(role \xE9t\xE9)", Code::CHARACTER, at(1, 7)),
        (b"; \xE9\n(role b\xE9)", Code::CHARACTER, at(2, 8)),
        ("(höhe ?".as_bytes(), Code::CHARACTER, at(1, 7)),
        (b"(role a)\r\n\r\n#| never ends", Code::UNCLOSED_COMMENT, at(3, 1)),
        (b"(role a) #|# ", Code::UNCLOSED_COMMENT, at(1, 10)),
        (b"#|", Code::UNCLOSED_COMMENT, at(1, 1)),
        (b"(role a)\n  (role (b)", Code::UNCLOSED_PARENTHESIS, at(2, 3)),
        (b"(", Code::UNCLOSED_PARENTHESIS, at(1, 1)),
        (b"(role a) ; (role b\n(", Code::UNCLOSED_PARENTHESIS, at(2, 1)),
        (b"(role a)\n\t)", Code::UNOPENED_PARENTHESIS, at(2, 2)),
        (b")(", Code::UNOPENED_PARENTHESIS, at(1, 1)),
    ];
    for (text, code, place) in damaged {
        assert_eq!(error(text), (code, place), "{}", String::from_utf8_lossy(text));
    }
}

#[test]
fn a_line_of_a_megabyte_is_not_drawn_whole() {
    let text = format!(
        "(clash a) {}(broken ?x) (clash a a){} (<= q {}{})",
        "(p a) ".repeat(100_000),
        " (p a)".repeat(100_000),
        "(p a) ".repeat(100_000),
        "(or (p a) (p b)) ".repeat(11),
    );
    for text in [text.as_str(), &text[..text.rfind("(<= q").unwrap()]] {
        let rejected = Rulesheet::parse("text", text.as_bytes()).unwrap_err();
        for diagnostic in &rejected.diagnostics {
            let drawn = diagnostic.render(80);
            assert!(drawn.len() < 20_000, "{} bytes", drawn.len());
            assert!(drawn.contains(diagnostic.message()) && !drawn.contains("Failed to read"), "{drawn}");
        }
    }
}

/// The least that every rulesheet needs.
const GAME: &str = "(role you) (legal you wait) terminal (goal you 0)\n";

/// A game with rules made by `write`.
fn made(write: impl Fn(&mut String) -> std::fmt::Result) -> String {
    let mut text = GAME.to_owned();
    write(&mut text).expect("a string takes everything");
    text
}

#[test]
fn ten_megabytes_of_rules_are_read() {
    let text = made(|text| {
        writeln!(text, "(<= (legal you (mark ?x ?y)) (small ?x) (small ?y))")?;
        for n in 0.. {
            if text.len() >= 10 << 20 {
                break;
            }
            writeln!(
                text,
                "(<= (next (cell {n} ?y ?what)) (true (cell {n} ?y ?what)) ; a fluent stays
                     (not (changed {n} ?y)) (or (small ?y) (distinct ?what b)))
                 (<= (changed {n} ?y) (does you (mark {n} ?y)))
                 (small {n})"
            )?;
        }
        Ok(())
    });
    let sheet = Rulesheet::parse("text", text.as_bytes()).unwrap();
    assert!(sheet.rules().len() > 100_000);
    assert!(sheet.warnings().is_empty());
}

#[test]
fn a_hundred_thousand_relations_in_a_chain_are_checked() {
    let text = made(|text| (0..100_000).try_for_each(|n| writeln!(text, "(<= p{n} (not p{}))", n + 1)));
    let sheet = Rulesheet::parse("text", text.as_bytes()).unwrap();
    assert_eq!(order(&sheet).len(), sheet.clauses().len());
}

#[test]
fn a_hundred_thousand_relations_in_a_circle_are_checked() {
    let circle = |last: &str| {
        made(|text| {
            (0..100_000).try_for_each(|n| writeln!(text, "(<= p{n} p{})", n + 1))?;
            writeln!(text, "(<= p100000 {last})")
        })
    };
    assert!(Rulesheet::parse("text", circle("p0").as_bytes()).is_ok());
    assert_eq!(error(circle("(not p0)")).0, Code::UNSTRATIFIED);
}

#[test]
fn fifty_thousand_clauses_of_one_relation_with_negation_are_told_apart() {
    let text = made(|text| (0..50_000).try_for_each(|n| writeln!(text, "(<= (p {n}) (not (p {})))", n + 1)));
    let sheet = Rulesheet::parse("text", text.as_bytes()).unwrap();
    let codes: Vec<Code> = sheet.warnings().iter().map(Diagnostic::code).collect();
    assert_eq!(codes, [Code::STRATIFIED_BY_ARGUMENTS]);
}

#[test]
fn fifty_thousand_clauses_in_a_circle_with_negation_are_refused() {
    let circle = made(|text| {
        (0..50_000).try_for_each(|n| writeln!(text, "(<= (p {n}) (not (p {})))", (n + 1) % 50_000))
    });
    assert_eq!(error(circle).0, Code::UNSTRATIFIED);
}

#[test]
fn clauses_that_variables_make_all_depend_on_one_another_are_refused() {
    let message = |count| {
        let text = made(|text| {
            writeln!(text, "(q 1)")?;
            (0..count).try_for_each(|n| writeln!(text, "(<= (p ?x {n}) (q ?x) (q ?y) (not (p ?y ?x)))"))
        });
        let rejected = Rulesheet::parse("text", text.as_bytes()).unwrap_err();
        assert_eq!(rejected.diagnostics.len(), 1);
        assert_eq!(rejected.diagnostics[0].code(), Code::UNSTRATIFIED);
        rejected.diagnostics[0].message().to_owned()
    };
    assert_eq!(message(1_900), "`p` depends on its own negation");
    let undecided = "`p` depends on its own negation and has too many clauses to compare single facts";
    assert_eq!(message(20_000), undecided);
}

#[test]
fn conditions_are_found_among_fifty_thousand_fluents_that_look_alike_but_for_one_argument() {
    let text = made(|text| {
        (0..50_000).try_for_each(|n| writeln!(text, "(init (f {n})) (<= p{n} (true (f {})))", n + 1))
    });
    let sheet = Rulesheet::parse("text", text.as_bytes()).unwrap();
    let codes: Vec<Code> = sheet.warnings().iter().map(Diagnostic::code).collect();
    assert_eq!(codes, [Code::UNDEFINED_FLUENT]);
}

#[test]
fn of_fluents_that_can_only_be_compared_one_by_one_the_first_are() {
    // Two and a half thousand million comparisons, of which four million are made.
    let text = made(|text| {
        (0..50_000).try_for_each(|n| writeln!(text, "(init (f (g {n}))) (<= p{n} (true (f (g x{n}))))"))
    });
    let sheet = Rulesheet::parse("text", text.as_bytes()).unwrap();
    assert!(!sheet.warnings().is_empty());
    assert!(sheet.warnings().iter().all(|found| found.code() == Code::UNDEFINED_FLUENT));
}

#[test]
fn relations_and_functions_may_have_a_thousand_arguments() {
    let args = |make: &dyn Fn(usize) -> String| (0..1_000).map(make).collect::<Vec<_>>().join(" ");
    let (constants, variables) = (args(&|n| format!("c{n}")), args(&|n| format!("?v{n}")));
    let text = format!(
        "{GAME}(wide {constants}) (deep (wide {constants}))
         (<= (copy {variables}) (wide {variables}))
         (<= (both (f {variables})) (wide {variables}) (not (copy {variables})))"
    );
    assert!(Rulesheet::parse("text", text.as_bytes()).is_ok());
}

/// A disjunction that is evaluated by itself, and one whose variable is bound elsewhere.
const DISJUNCTIONS: [&str; 2] = ["(or (a ?x) (b ?x)) ", "(or (distinct ?x 1) (distinct ?x 2)) "];

#[test]
fn disjunctions_are_evaluated_by_themselves_or_have_too_many_cases_long_before_the_memory_ends() {
    let rule = |or: &str, ors: usize| format!("{GAME}(a 1) (b 2) (<= (p ?x) (a ?x) {})", or.repeat(ors));
    for ors in [10, 11, 64, 65, 20_000] {
        let [by_itself, bound] = DISJUNCTIONS.map(|or| Rulesheet::parse("text", rule(or, ors).as_bytes()));
        assert!(by_itself.is_ok());
        assert_eq!(bound.is_ok(), ors == 10);
    }
    assert_eq!(error(rule(DISJUNCTIONS[1], 11)).0, Code::TOO_MANY_CASES);
    let nested =
        format!("{GAME}a b (<= p {}a{})", "(or a b (not (or (not a) b ".repeat(60), ")))".repeat(60));
    let _ = parse_and_draw(nested.as_bytes());
}

#[test]
fn a_disjunction_of_a_hundred_thousand_branches_is_read() {
    let branches: String = (0..100_000).map(|n| format!("(true (f {n})) ")).collect();
    let sheet =
        Rulesheet::parse("text", format!("{GAME}(init (f 1)) (<= p (or {branches}))").as_bytes()).unwrap();
    assert_eq!(sheet.clauses().len(), 6 + 100_000);
}

#[test]
fn cases_of_a_long_body_are_counted_with_the_body() {
    // Two thousand cases of a million conditions each: two megabytes of text stand for fifty gigabytes.
    let rule = |or: String| format!("{GAME}(a 1) (<= (p ?x) (or {or}) {})", "(a ?x) ".repeat(300_000));
    assert_eq!(error(rule("(distinct ?x 2) ".repeat(2_000))).0, Code::TOO_MANY_CASES);
    assert!(Rulesheet::parse("text", rule("(a ?x) ".repeat(2_000)).as_bytes()).is_ok());
}

#[test]
fn conditions_of_all_branches_are_counted_together() {
    // Ten cases of 50,000 conditions each, which are relations of their own if there are several, but not any
    // number of them.
    let branch = format!("(not (or (not (or {})) {}))", "a ".repeat(10), "(not a) ".repeat(50_000));
    let rule = |branches: usize| format!("{GAME}a (<= p (or {}))", branch.repeat(branches));
    assert!(Rulesheet::parse("text", rule(1).as_bytes()).is_ok());
    assert!(Rulesheet::parse("text", rule(3).as_bytes()).is_ok());
    assert_eq!(error(rule(8)).0, Code::TOO_MANY_CASES);
}

#[test]
fn many_rules_with_cases_add_up() {
    let rules = |or: &str| {
        made(|text| {
            writeln!(text, "(a 1) (b 2)")?;
            (0..1_000).try_for_each(|n| writeln!(text, "(<= (p{n} ?x) (a ?x) {})", or.repeat(10)))
        })
    };
    assert!(Rulesheet::parse("text", rules(DISJUNCTIONS[0]).as_bytes()).is_ok());
    assert_eq!(error(rules(DISJUNCTIONS[1])).0, Code::TOO_MANY_CASES);
}

#[test]
fn variables_bound_one_by_the_other_are_followed_to_the_end() {
    let text = made(|text| {
        write!(text, "(q a) (<= (p ?v0)")?;
        (0..30_000).try_for_each(|n| write!(text, " (not (distinct ?v{n} ?v{}))", n + 1))?;
        write!(text, " (q ?v30000))")
    });
    assert!(Rulesheet::parse("text", text.as_bytes()).is_ok());
    let unbound = text.replace("(q ?v30000)", "(q a)");
    assert_eq!(errors(unbound)[0].0, Code::UNSAFE_VARIABLE);
}

#[test]
fn a_body_of_a_hundred_thousand_conditions_is_checked() {
    let text = made(|text| {
        write!(text, "(q a) (<= (p ?v0)")?;
        (0..100_000).try_for_each(|n| write!(text, " (q ?v{n}) (not (p2 ?v{n}))"))?;
        write!(text, ") (p2 b)")
    });
    assert!(Rulesheet::parse("text", text.as_bytes()).is_ok());
}

#[test]
fn a_recursion_with_a_hundred_thousand_arguments_is_checked() {
    let count = 100_000;
    let text = made(|text| {
        // Each argument of the condition is in the head, far from its own place.
        for (start, from) in [("(<= (p", 0), (") (p", count / 2)] {
            write!(text, "{start}")?;
            (0..count).try_for_each(|n| write!(text, " (f ?v{})", (n + from) % count))?;
        }
        write!(text, "))")
    });
    assert!(Rulesheet::parse("text", text.as_bytes()).is_ok());
}

/// Parses, with a count of how often it is asked whether to go on; the answer is no from question `last` on.
fn parse_while(text: &str, last: usize) -> (Result<Rulesheet, ParseError>, usize) {
    let asked = std::cell::Cell::new(0);
    let go_on = || {
        asked.set(asked.get() + 1);
        asked.get() < last
    };
    let limits = ParseLimits::default();
    let parsed = Rulesheet::parse_while("text", text.as_bytes(), limits, &Interrupt::unless(&go_on));
    (parsed, asked.get())
}

#[test]
fn reading_and_checking_can_be_interrupted_at_any_point() {
    let text = made(|text| {
        (0..400).try_for_each(|n| {
            writeln!(
                text,
                "(<= (p {n} ?x) (q ?x) (not (p {} ?x))) (<= r{n} r{} (p {n} {n})) (q {n})",
                n + 1,
                n + 1
            )
        })
    });
    let (parsed, asked) = parse_while(&text, usize::MAX);
    assert!(parsed.is_ok());
    assert!(asked > 200, "it asks only {asked} times");
    for last in (1..=asked).step_by(13) {
        let (parsed, asked) = parse_while(&text, last);
        assert!(matches!(parsed, Err(ParseError::Interrupted(Interrupted::Cancelled))), "question {last}");
        assert_eq!(asked, last, "it works on");
    }
}

#[test]
fn every_step_of_reading_and_checking_asks() {
    // The number of questions grows with the length of each part of a text.
    let questions = |part: &str| parse_while(&format!("{GAME}{}", part.repeat(10_000)), usize::MAX).1;
    assert!(questions(" a ; b\n") > 400);
    assert!(questions("(<= p (not q))") > 1_500);
    let long = |part: &str| parse_while(&format!("{GAME}(<= p {})", part.repeat(10_000)), usize::MAX).1;
    assert!(long("(q a)") > 600, "{}", long("(q a)"));
}
