//! What holds for all checks, and rulesheets without findings.

use rstest::rstest;

use super::examples;
use crate::testing::{assert_valid, codes, findings};
use crate::{Code, Diagnostic, Rulesheet, Severity};

#[test]
fn the_example_of_each_code_has_that_finding_and_no_other() {
    for (code, text) in examples() {
        let found: Vec<Code> = findings(text).iter().map(Diagnostic::code).collect();
        assert_eq!(found, [code]);
    }
}

#[test]
fn names_of_codes_are_unique_lower_case_words() {
    let mut names: Vec<&str> = Code::all().map(Code::name).collect();
    let count = names.len();
    assert!(names.iter().all(|name| name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-')));
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
}

#[test]
fn strict_turns_warnings_into_a_rejection() {
    let bent = Rulesheet::parse("game.kif", game!("(<= p q)").as_bytes()).unwrap();
    let rejected = bent.strict().unwrap_err();
    assert_eq!(rejected.to_string(), "the rules have warnings, and warnings count as errors");
    assert_eq!(rejected.errors().count(), 0);
    let straight = Rulesheet::parse("game.kif", game!().as_bytes()).unwrap();
    assert!(straight.strict().is_ok());
}

#[test]
fn at_most_twenty_findings_of_a_code_are_reported() {
    let rules: String = (0..50).map(|n| format!("(p{n} ?x) (<= q{n} nobody{n})\n")).collect();
    let found = codes(format!("{}{rules}", game!()));
    let of = |code| found.iter().filter(|(_, found)| *found == code).count();
    assert_eq!((of(Code::UNSAFE_VARIABLE), of(Code::UNDEFINED_RELATION), found.len()), (20, 20, 40));
}

#[test]
fn findings_are_in_the_order_of_the_text() {
    let found = codes(game!("(<= p q)\n(p2 ?x)\n(<= p r)"));
    let expected = [
        (Severity::Warning, Code::UNDEFINED_RELATION),
        (Severity::Error, Code::UNSAFE_VARIABLE),
        (Severity::Warning, Code::UNDEFINED_RELATION),
    ];
    assert_eq!(found, expected);
}

#[test]
fn a_rejection_names_the_first_error_and_counts_the_others() {
    let rejected = Rulesheet::parse("game.kif", game!("(<= p q)\n(p1 ?x)\n(p2 ?x)").as_bytes()).unwrap_err();
    let first = "game.kif:3:5: the variable `?x` in the head is not bound by any positive condition";
    assert_eq!(rejected.to_string(), format!("{first} (and 1 more)"));
    assert_eq!((rejected.errors().count(), rejected.diagnostics.len()), (2, 3));
}

#[rstest]
#[case::or_that_binds_in_each_branch("(<= (p ?x) (or (q ?x) (r ?x)))")]
#[case::or_of_tests("(<= (p ?x) (q ?x) (or (distinct ?x a) (not (r ?x))))")]
#[case::or_around_not_and_or("(<= (p ?x) (q ?x) (or (not (or (r ?x) (r a))) (r ?x)))")]
#[case::one_branch("(<= p (or (q a)))")]
#[case::no_branch("(<= p (or))")]
#[case::not_of_no_branch("(<= p (not (or)))")]
#[case::not_not_binds("(<= (p ?x) (not (not (q ?x))))")]
#[case::not_distinct_binds("(<= (p ?x) (q ?y) (not (distinct ?x ?y)))")]
#[case::not_distinct_binds_backwards("(<= (p ?x) (not (distinct ?x ?y)) (not (distinct ?z ?y)) (q ?z))")]
#[case::not_distinct_takes_a_term_apart("(<= (p ?x) (s ?y) (not (distinct (f ?x b) ?y)))")]
#[case::not_of_or_of_distinct_binds("(<= (p ?x) (not (or (distinct ?x a) (q b))))")]
#[case::distinct_first("(<= (p ?x) (distinct ?x a) (q ?x))")]
#[case::not_first("(<= (p ?x) (not (r ?x)) (q ?x))")]
#[case::distinct_of_ground_terms("(<= p (distinct a b))")]
#[case::empty_body("(<= (p a))")]
#[case::bare_relation_as_a_rule("(<= p)")]
#[case::base_and_input("(base (q a)) (input you wait)")]
#[case::percepts("(<= (sees you (moved ?m)) (does you ?m))")]
#[case::legal_in_a_body("(<= (p ?m) (legal you ?m))")]
#[case::goal_and_terminal_in_bodies("(<= p (goal you 0) terminal)")]
#[case::next_from_moves_and_percepts_apart("(<= (next ?m) (does you ?m))")]
#[case::recursion_on_the_left("(<= (t ?x ?y) (e ?x ?y)) (<= (t ?x ?z) (t ?x ?y) (e ?y ?z)) (e a b)")]
#[case::a_circle_of_facts("(<= (m a) (m b)) (<= (m b) (m a))")]
#[case::function_and_relation_of_one_name("(p a) (q2 (p a b))")]
#[case::relation_and_constant_of_one_name("(p a) (q2 p)")]
#[case::a_variable_goal("(<= (goal you ?n) (q ?n))")]
#[case::odd_tokens("(p2 ++ + - < > -1 map+ a.b a_b a' \"x\" = & *)")]
#[case::odd_variables("(<= (p ?n++) (q ?n++)) (<= (p ?1) (q ?1)) (<= (p ??) (q ??))")]
#[case::connectives_as_names_of_things("(p3 or (not a) (distinct b) <=)")]
#[case::comments("; one line (\n#| several\n(lines |# (p a) ; the last")]
#[case::a_comment_right_behind_a_word("(p a; one (\n) (q c);(")]
#[case::a_comment_that_ends_at_once("#||# (p a) #|||#")]
#[case::a_comment_within_a_word("(p3 a#|b|#c d)")]
#[case::a_word_with_half_a_mark("(p a#b|c|#)")]
#[case::letters_of_the_world("(p höhe) (q χ) ; 石")]
fn valid_rules_have_no_findings(#[case] rules: &str) {
    let base = "(q a) (q b) (r b) (s (f a b))\n";
    assert_valid(format!("{}{base}{rules}", game!()));
}

#[test]
fn a_relation_without_arguments_may_have_parentheses() {
    assert_valid(
        "(role you) (legal you wait) (goal you 0) (open) (<= (terminal) open) (<= shut (not (open)))",
    );
}
