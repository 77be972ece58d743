//! Findings in texts, before the static checks.

use insta::assert_snapshot;
use rstest::rstest;

use crate::check::game;
use crate::testing::{assert_valid, drawn, findings, findings_within};
use crate::{Code, Diagnostic, ParseLimits, Place, Print, Rulesheet, Symbols, parse_term};

/// For every code of a text a rulesheet with one finding, of this code.
const EXAMPLES: &[(Code, &str)] = &[
    (Code::TOO_LARGE, game!()),
    (Code::TOO_DEEP, game!("(init (f (g x)))")),
    (Code::CHARACTER, game!("(init ?)")),
    (Code::UNCLOSED_COMMENT, game!("#| for the rest of time")),
    (Code::UNCLOSED_PARENTHESIS, "(role you\n(legal you wait) terminal (goal you 0)"),
    (Code::UNOPENED_PARENTHESIS, game!("(init a))")),
    (Code::SYNTAX, game!("()")),
    (Code::MISPLACED, game!("(true a)")),
    (
        Code::TOO_MANY_CASES,
        game!("(q a) (r b)\n(<= (p ?x) (q ?x)\n"
              "(or (not (r ?x)) (distinct ?x b)) (or (not (r ?x)) (distinct ?x b))\n"
              "(or (not (r ?x)) (distinct ?x b)) (or (not (r ?x)) (distinct ?x b))\n"
              "(or (not (r ?x)) (distinct ?x b)) (or (not (r ?x)) (distinct ?x b))\n"
              "(or (not (r ?x)) (distinct ?x b)) (or (not (r ?x)) (distinct ?x b))\n"
              "(or (not (r ?x)) (distinct ?x b)) (or (not (r ?x)) (distinct ?x b))\n"
              "(or (not (r ?x)) (distinct ?x b)))"),
    ),
];

/// The findings in the example of a code.
fn findings_of(code: Code) -> Vec<Diagnostic> {
    let limits = match code {
        Code::TOO_LARGE => ParseLimits { bytes: 49, ..ParseLimits::default() },
        Code::TOO_DEEP => ParseLimits { depth: 2, ..ParseLimits::default() },
        _ => ParseLimits::default(),
    };
    let (_, text) = EXAMPLES.iter().find(|(other, _)| *other == code).expect("every code has an example");
    findings_within(text.as_bytes(), limits)
}

/// The drawing of the finding in the example of a code.
fn shown(code: Code) -> String {
    findings_of(code)[0].render(80)
}

#[test]
fn the_example_of_each_code_has_that_finding_and_no_other() {
    for code in Code::OF_TEXTS {
        let found: Vec<Code> = findings_of(code).iter().map(Diagnostic::code).collect();
        assert_eq!(found, [code]);
    }
}

#[test]
fn too_large() {
    assert_snapshot!(shown(Code::TOO_LARGE), @r"
    too-large

      × the text has 50 bytes, the limit is 49
       ╭─[game.kif:1:50]
     1 │ (role you) (legal you wait) terminal (goal you 0)
       ·                                                  ▲
       ·                                                  ╰── here
       ╰────
      help: shorten it, for instance by rules in place of many facts
    ");
}

#[test]
fn too_deep() {
    assert_snapshot!(shown(Code::TOO_DEEP), @r"
    too-deep

      × more than 2 parentheses are open here
       ╭─[game.kif:2:10]
     1 │ (role you) (legal you wait) terminal (goal you 0)
     2 │ (init (f (g x)))
       ·          ┬
       ·          ╰── here
       ╰────
      help: add the `)` that is missing before, or nest conditions and terms less
            deeply
    ");
}

#[test]
fn character() {
    assert_snapshot!(shown(Code::CHARACTER), @r"
    character

      × a `?` without a name
       ╭─[game.kif:2:7]
     1 │ (role you) (legal you wait) terminal (goal you 0)
     2 │ (init ?)
       ·       ┬
       ·       ╰── here
       ╰────
      help: a variable is `?` and a name, such as `?x`
    ");
}

#[test]
fn unclosed_comment() {
    assert_snapshot!(shown(Code::UNCLOSED_COMMENT), @r"
    unclosed-comment

      × this comment is never closed
       ╭─[game.kif:2:1]
     1 │ (role you) (legal you wait) terminal (goal you 0)
     2 │ #| for the rest of time
       · ─┬
       ·  ╰── here
       ╰────
      help: close it with `|#`
    ");
}

#[test]
fn unclosed_parenthesis() {
    assert_snapshot!(shown(Code::UNCLOSED_PARENTHESIS), @r"
    unclosed-parenthesis

      × this `(` is never closed
       ╭─[game.kif:1:1]
     1 │ (role you
       · ┬
       · ╰── here
     2 │ (legal you wait) terminal (goal you 0)
       · ┬
       · ╰── the next rule seems to start here
       ╰────
      help: add the missing `)` before the next rule
    ");
}

#[test]
fn unopened_parenthesis() {
    assert_snapshot!(shown(Code::UNOPENED_PARENTHESIS), @r"
    unopened-parenthesis

      × this `)` has no matching `(`
       ╭─[game.kif:2:9]
     1 │ (role you) (legal you wait) terminal (goal you 0)
     2 │ (init a))
       ·         ┬
       ·         ╰── here
       ╰────
      help: remove it, or add the `(` that it should close
    ");
}

#[test]
fn syntax() {
    assert_snapshot!(shown(Code::SYNTAX), @r"
    syntax

      × an empty pair of parentheses
       ╭─[game.kif:2:1]
     1 │ (role you) (legal you wait) terminal (goal you 0)
     2 │ ()
       · ─┬
       ·  ╰── here
       ╰────
      help: a list starts with a name, such as `(cell 1 1 b)`
    ");
}

#[test]
fn misplaced() {
    assert_snapshot!(shown(Code::MISPLACED), @r"
    misplaced

      × `true` cannot be the head of a rule: it is given by the state and the
      │ moves
       ╭─[game.kif:2:1]
     1 │ (role you) (legal you wait) terminal (goal you 0)
     2 │ (true a)
       · ────┬───
       ·     ╰── here
       ╰────
      help: define the next state with `next` and the initial state with `init`
    ");
}

#[test]
fn too_many_cases() {
    assert_snapshot!(shown(Code::TOO_MANY_CASES), @r"
    too-many-cases

      × the disjunctions of this rule unfold into too many cases
       ╭─[game.kif:3:1]
     2 │     (q a) (r b)
     3 │ ╭─▶ (<= (p ?x) (q ?x)
     4 │ │   (or (not (r ?x)) (distinct ?x b)) (or (not (r ?x)) (distinct ?x b))
     5 │ │   (or (not (r ?x)) (distinct ?x b)) (or (not (r ?x)) (distinct ?x b))
     6 │ │   (or (not (r ?x)) (distinct ?x b)) (or (not (r ?x)) (distinct ?x b))
     7 │ │   (or (not (r ?x)) (distinct ?x b)) (or (not (r ?x)) (distinct ?x b))
     8 │ │   (or (not (r ?x)) (distinct ?x b)) (or (not (r ?x)) (distinct ?x b))
     9 │ ├─▶ (or (not (r ?x)) (distinct ?x b)))
       · ╰──── here
       ╰────
      help: a rule may unfold into 2000 cases; define a relation for an inner
            `or`, with one rule for each case
    ");
}

#[test]
fn an_invalid_byte_is_shown_in_its_place() {
    assert_snapshot!(drawn(b"(role y\xF6u)"), @r"
    character

      × this byte is not valid UTF-8
       ╭─[game.kif:1:8]
     1 │ (role y?u)
       ·        ┬
       ·        ╰── here
       ╰────
      help: save the file as UTF-8, or remove the byte
    ");
}

#[test]
fn an_invisible_character_is_shown_in_its_place() {
    assert_snapshot!(drawn(b"(role y\0u)"), @r"
    character

      × an invisible character (U+0000)
       ╭─[game.kif:1:8]
     1 │ (role y␀u)
       ·        ┬
       ·        ╰── here
       ╰────
      help: remove it
    ");
}

#[test]
fn control_characters_are_drawn_as_symbols() {
    let text = "(role you)\r\n(legal you wait) terminal ; \x1b[2J\r\n(goal\tyou -1) ; \x7f\u{9b}\u{202e}\r\n";
    assert_snapshot!(drawn(text), @r"
    goal-range

      × the goal `-1` is not a whole number from 0 to 100
       ╭─[game.kif:3:11]
     2 │ (legal you wait) terminal ; ␛[2J
     3 │ (goal   you -1) ; ␡��
       ·             ─┬
       ·              ╰── here
       ╰────
      help: scale the goals: 0 is the worst, 100 the best
    ");
}

#[test]
fn a_keyword_with_too_many_arguments() {
    assert_snapshot!(drawn(game!("(<= (p ?x) (true ?x you))")), @r"
    arity-clash

      × `true` takes 1 argument, here it has 2
       ╭─[game.kif:2:12]
     1 │ (role you) (legal you wait) terminal (goal you 0)
     2 │ (<= (p ?x) (true ?x you))
       ·            ──────┬──────
       ·                  ╰── here
       ╰────
      help: write `(true FLUENT)`, with the fluent in parentheses
    ");
}

#[rstest]
#[case::a_role("(role a b)", "(role ROLE)")]
#[case::an_initial_fluent("(init cell 1 1 b)", "(init FLUENT)`, with the fluent in parentheses")]
#[case::no_fluent("(<= p (true))", "(true FLUENT)")]
#[case::a_next_fluent("(<= (next on 1) p)", "(next FLUENT)`, with the fluent in parentheses")]
#[case::a_hint("(base on 1)", "(base FLUENT)`, with the fluent in parentheses")]
#[case::a_move("(<= p (does you mark 1))", "(does ROLE MOVE)`, with the move in parentheses")]
#[case::no_move("(legal you)", "(legal ROLE MOVE)")]
#[case::a_legal_move("(legal you mark 1)", "(legal ROLE MOVE)`, with the move in parentheses")]
#[case::a_hint_of_a_move("(input you mark 1)", "(input ROLE MOVE)`, with the move in parentheses")]
#[case::a_goal("(goal you 1 2)", "(goal ROLE VALUE)")]
#[case::an_end("(<= (terminal you) p)", "terminal")]
#[case::a_percept("(<= (sees you card 1) p)", "(sees ROLE PERCEPT)`, with the percept in parentheses")]
fn a_keyword_with_a_wrong_number_of_arguments_is_told_how_it_is_written(
    #[case] rule: &str,
    #[case] form: &str,
) {
    let found = findings(format!("{}{rule}", game!()));
    let closed = if form.contains('`') { "" } else { "`" };
    assert_eq!((found.len(), found[0].code()), (1, Code::ARITY_CLASH));
    assert_eq!(found[0].remedy(), Some(&*format!("write `{form}{closed}")));
}

#[test]
fn a_head_relation_as_a_condition() {
    assert_snapshot!(drawn(game!("(<= p (next a))")), @r"
    misplaced

      × `next` cannot be a condition: it is only allowed in the head of a rule
       ╭─[game.kif:2:7]
     1 │ (role you) (legal you wait) terminal (goal you 0)
     2 │ (<= p (next a))
       ·       ────┬───
       ·           ╰── here
       ╰────
      help: the condition for a fluent of the current state is `(true ...)`
    ");
}

#[rstest]
#[case::not_without_a_condition("(<= p (not))", "`not` takes one condition, here it has 0")]
#[case::not_with_two("(<= p (not p p))", "`not` takes one condition, here it has 2")]
#[case::distinct_with_one("(<= p (distinct a))", "`distinct` takes two terms, here it has 1")]
#[case::distinct_with_three("(<= p (distinct a b c))", "`distinct` takes two terms, here it has 3")]
#[case::no_head("(<=)", "a rule without a head")]
#[case::a_head_with_or("(<= (or p p) p)", "`or` is not allowed here")]
#[case::a_fact_with_not("(not p)", "`not` is not allowed here")]
#[case::a_rule_in_a_body("(<= p (<= p p))", "`<=` is not allowed here")]
#[case::a_bare_arrow("<=", "`<=` is not allowed here")]
#[case::a_variable_as_condition("(<= p ?x)", "a variable where a relation is expected")]
#[case::a_variable_as_head("(<= ?x p)", "a variable where a relation is expected")]
#[case::a_variable_as_relation("(<= p (?x a))", "a variable as the name of a relation")]
#[case::a_list_as_relation("((p) a)", "a list as the name of a relation")]
#[case::a_variable_as_function("(p (?f a))", "a variable as the name of a function")]
#[case::a_list_as_function("(p ((f) a))", "a list as the name of a function")]
#[case::an_empty_term("(p ())", "an empty pair of parentheses")]
fn malformed_rules_get_messages_of_their_own(#[case] rule: &str, #[case] message: &str) {
    let found = findings(format!("{}{rule}", game!()));
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].code(), found[0].message()), (Code::SYNTAX, message));
    assert_eq!(found[0].place().line, 2);
}

#[test]
fn every_malformed_rule_is_reported_up_to_a_hundred() {
    let found = findings("()\n".repeat(150));
    assert_eq!(found.len(), 100);
    assert!(found.iter().enumerate().all(|(number, finding)| finding.place().line == number + 1));
}

#[test]
fn a_byte_order_mark_at_the_start_is_not_a_name() {
    let text = format!("\u{feff}{}", game!());
    assert_valid(&text);
    assert_eq!(Rulesheet::parse("game.kif", text.as_bytes()).unwrap().rules().len(), 4);
    // The columns are those of the file.
    assert_eq!(findings("\u{feff}(role you))")[0].place(), Place { line: 1, column: 12 });
}

#[test]
fn all_white_space_is_equivalent() {
    let spaced = game!("(p a) ; one\n(<= (q ?x) (p ?x))\n");
    let plain = Rulesheet::parse("a", spaced.as_bytes()).unwrap().to_string();
    let spaces = [
        "\t", "\n", "\x0c", "\x0b", "\r", "  ", "\u{a0}", "\u{3000}", "\u{2003}", "\u{2028}", "\u{feff}",
        "#||#",
    ];
    for (from, to) in spaces.map(|to| (" ", to)).into_iter().chain([("\n", "\r\n"), ("\n", "\r")]) {
        // A line break in place of a space would end the comment.
        let text = spaced.replace("; one", "").replace(from, to);
        assert_valid(&text);
        assert_eq!(Rulesheet::parse("b", text.as_bytes()).unwrap().to_string(), plain, "{to:?}");
    }
    let mut symbols = Symbols::default();
    assert!(parse_term(" \u{feff}", &mut symbols).is_err());
    assert_eq!(parse_term("\u{feff}\u{a0}a", &mut symbols).unwrap().named(&symbols).to_string(), "a");
}

#[test]
fn a_comment_ends_with_its_line_however_that_ends() {
    for end in ["\n", "\r\n", "\r"] {
        assert_eq!(
            findings(format!("; one{end}{}{end}(p ?x)", game!()))[0].place(),
            Place { line: 4, column: 4 }
        );
    }
}

#[rstest]
#[case::zero_width_space('\u{200b}', true)]
#[case::soft_hyphen('\u{ad}', true)]
#[case::right_to_left_override('\u{202e}', true)]
#[case::a_control_character_beyond_ascii('\u{9b}', true)]
#[case::a_joiner_of_letters('\u{200d}', false)]
#[case::a_combining_accent('\u{301}', false)]
fn names_have_no_invisible_characters(#[case] letter: char, #[case] is_error: bool) {
    let found = findings(format!("{}(p a{letter}b)", game!()));
    assert_eq!(
        found.first().map(|found| (found.code(), found.place())),
        is_error.then_some((Code::CHARACTER, Place { line: 2, column: 5 }))
    );
}

#[test]
fn comments_may_contain_bytes_of_other_encodings() {
    assert_valid([game!("; h\u{e9}").as_bytes(), b"\xE9 \xFF\n#| \xE4 |#\n(p a)"].concat());
}

#[test]
fn keywords_and_connectives_may_have_any_case() {
    assert_valid(
        "(ROLE you) (Init a) (Init b) (<= (LEGAL you wait) (TRUE a) (NOT (True b)) (Or (true a) (Distinct a b)))
         (<= (Next a) (DOES you wait)) (<= TERMINAL (true a)) (Goal you 0) (BASE a) (INPUT you wait)
         (<= (Sees you a) (does you wait))",
    );
}
