//! One smallest rulesheet for everything that can be found fault with, and many that must be left in peace.

use insta::assert_snapshot;
use rstest::rstest;

use crate::{Code, Diagnostic, ParseLimits, Place, Rulesheet, Severity};

/// The least that can be called a game, and then some.
macro_rules! game {
    ($($rules:literal)*) => { concat!("(role you) (legal you wait) terminal (goal you 0)\n" $(, $rules)*) };
}

/// For every code a rulesheet with that fault and no other.
const EXAMPLES: &[(Code, &str)] = &[
    (Code::TooLarge, game!()),
    (Code::TooDeep, game!("(init (f (g x)))")),
    (Code::Character, game!("(init ?)")),
    (Code::UnclosedComment, game!("#| for the rest of time")),
    (Code::UnclosedParenthesis, "(role you\n(legal you wait) terminal (goal you 0)"),
    (Code::UnopenedParenthesis, game!("(init a))")),
    (Code::Syntax, game!("()")),
    (Code::Misplaced, game!("(true a)")),
    (
        Code::TooManyCases,
        game!("a b\n(<= p (or a b) (or a b) (or a b) (or a b) (or a b) (or a b)\n"
              "(or a b) (or a b) (or a b) (or a b) (or a b))"),
    ),
    (Code::ArityClash, game!("(p a) (p a a)")),
    (Code::UnsafeVariable, game!("(p ?x)")),
    (Code::Unstratified, game!("(<= p (not p))")),
    (Code::StratifiedByArguments, game!("(<= (p a) (not (p b)))")),
    (Code::UnrestrictedRecursion, game!("(p a) (<= (p (s ?x)) (p ?x))")),
    (Code::DependsOnMoves, "(role you) (<= (legal you wait) (does you wait)) terminal (goal you 0)"),
    (Code::DependsOnState, game!("(<= (init a) (true a))")),
    (Code::NoRole, "(legal you wait) terminal (goal you 0)"),
    (Code::UndeclaredRole, game!("(legal me wait)")),
    (Code::DerivedRole, game!("(<= (role me) terminal)")),
    (Code::GoalRange, game!("(goal you 101)")),
    (Code::NoTerminal, "(role you) (legal you wait) (goal you 0)"),
    (Code::NoLegal, "(role you) terminal (goal you 0)"),
    (Code::NoGoal, "(role you) (legal you wait) terminal"),
    (Code::UndefinedRelation, game!("(<= p q)")),
    (Code::CaseMismatch, game!("(p a A)")),
];

fn example(code: Code) -> &'static str {
    let found = EXAMPLES.iter().find(|(example, _)| *example == code);
    found.unwrap_or_else(|| panic!("no example for `{code}`")).1
}

/// All that is found in a text.
fn findings_within(text: &[u8], limits: ParseLimits) -> Vec<Diagnostic> {
    match Rulesheet::parse_within("game.kif", text, limits) {
        Ok(sheet) => sheet.warnings().to_vec(),
        Err(rejected) => rejected.diagnostics,
    }
}

fn findings(text: impl AsRef<[u8]>) -> Vec<Diagnostic> {
    findings_within(text.as_ref(), ParseLimits::default())
}

/// The one finding in a text, drawn.
fn drawn(text: impl AsRef<[u8]>) -> String {
    let findings = findings(text);
    assert_eq!(findings.len(), 1, "{findings:?}");
    findings[0].render(80)
}

/// What is found in the example for a code.
fn found_in_example(code: Code) -> Vec<Diagnostic> {
    let limits = match code {
        Code::TooLarge => ParseLimits { bytes: 49, ..ParseLimits::default() },
        Code::TooDeep => ParseLimits { depth: 2, ..ParseLimits::default() },
        _ => ParseLimits::default(),
    };
    findings_within(example(code).as_bytes(), limits)
}

fn shown(code: Code) -> String {
    let findings = found_in_example(code);
    assert_eq!(findings.len(), 1, "{findings:?}");
    findings[0].render(80)
}

fn codes(text: impl AsRef<[u8]>) -> Vec<(Severity, Code)> {
    findings(text).iter().map(|finding| (finding.severity(), finding.code())).collect()
}

fn in_peace(text: impl AsRef<[u8]>) {
    let findings = findings(text);
    assert!(findings.is_empty(), "{}", findings[0].render(80));
}

#[test]
fn every_code_has_an_example_with_that_fault_and_no_other() {
    for &code in Code::ALL {
        let found: Vec<Code> = found_in_example(code).iter().map(Diagnostic::code).collect();
        assert_eq!(found, [code]);
    }
    assert_eq!(EXAMPLES.len(), Code::ALL.len());
}

#[test]
fn names_of_codes_are_unique_and_fit_for_programs() {
    let mut names: Vec<&str> = Code::ALL.iter().map(|code| code.name()).collect();
    assert!(names.iter().all(|name| name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-')));
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), Code::ALL.len());
}

#[test]
fn what_only_bends_the_language_is_a_warning() {
    let mut warnings = Vec::new();
    for &code in Code::ALL {
        if found_in_example(code)[0].severity() == Severity::Warning {
            warnings.push(code);
        }
    }
    use Code::*;
    let expected = [
        StratifiedByArguments,
        DependsOnState,
        DerivedRole,
        NoLegal,
        NoGoal,
        UndefinedRelation,
        CaseMismatch,
    ];
    assert_eq!(warnings, expected);
}

#[test]
fn strictness_turns_warnings_into_a_rejection() {
    let bent = Rulesheet::parse("game.kif", example(Code::UndefinedRelation).as_bytes()).unwrap();
    let rejected = bent.strict().unwrap_err();
    assert_eq!(rejected.to_string(), "the rules bend the language, and warnings count as errors");
    assert_eq!(rejected.errors().count(), 0);
    let straight = Rulesheet::parse("game.kif", game!().as_bytes()).unwrap();
    assert!(straight.strict().is_ok());
}

#[test]
fn too_large() {
    assert_snapshot!(shown(Code::TooLarge), @r"
    too-large

      × the text has 50 bytes, the limit is 49
       ╭─[game.kif:1:50]
     1 │ (role you) (legal you wait) terminal (goal you 0)
       ·                                                  ▲
       ·                                                  ╰── here
       ╰────
    ");
}

#[test]
fn too_deep() {
    assert_snapshot!(shown(Code::TooDeep), @r"
    too-deep

      × more than 2 parentheses are open here
       ╭─[game.kif:2:10]
     1 │ (role you) (legal you wait) terminal (goal you 0)
     2 │ (init (f (g x)))
       ·          ┬
       ·          ╰── here
       ╰────
    ");
}

#[test]
fn character() {
    assert_snapshot!(shown(Code::Character), @r"
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
    assert_snapshot!(shown(Code::UnclosedComment), @r"
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
    assert_snapshot!(shown(Code::UnclosedParenthesis), @r"
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
    assert_snapshot!(shown(Code::UnopenedParenthesis), @r"
    unopened-parenthesis

      × this `)` closes nothing
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
    assert_snapshot!(shown(Code::Syntax), @r"
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
    assert_snapshot!(shown(Code::Misplaced), @r"
    misplaced

      × `true` cannot be the head of a rule: the game's state gives it
       ╭─[game.kif:2:1]
     1 │ (role you) (legal you wait) terminal (goal you 0)
     2 │ (true a)
       · ────┬───
       ·     ╰── here
       ╰────
      help: what holds next is said with `next`, what holds at the start with
            `init`
    ");
}

#[test]
fn too_many_cases() {
    assert_snapshot!(shown(Code::TooManyCases), @r"
    too-many-cases

      × the `or`s of this rule multiply into too many cases
       ╭─[game.kif:3:1]
     2 │     a b
     3 │ ╭─▶ (<= p (or a b) (or a b) (or a b) (or a b) (or a b) (or a b)
     4 │ ├─▶ (or a b) (or a b) (or a b) (or a b) (or a b))
       · ╰──── here
       ╰────
      help: a rule may unfold into 2000 cases; give an inner `or` a relation of
            its own with one rule a case
    ");
}

#[test]
fn arity_clash() {
    assert_snapshot!(shown(Code::ArityClash), @r"
    arity-clash

      × the relation `p` has 2 arguments here and 1 argument elsewhere
       ╭─[game.kif:2:7]
     1 │ (role you) (legal you wait) terminal (goal you 0)
     2 │ (p a) (p a a)
       · ──┬── ───┬───
       ·   │      ╰── 2 arguments here
       ·   ╰── 1 argument here
       ╰────
      help: give every use of `p` the same number, or one of the two another name
    ");
}

#[test]
fn unsafe_variable() {
    assert_snapshot!(shown(Code::UnsafeVariable), @r"
    unsafe-variable

      × the variable `?x` in the head is not bound by any positive condition
       ╭─[game.kif:2:4]
     1 │ (role you) (legal you wait) terminal (goal you 0)
     2 │ (p ?x)
       ·    ─┬
       ·     ╰── here
       ╰────
      help: add a condition that lists the values of `?x`, outside `not` and
            `distinct`
    ");
}

#[test]
fn unstratified() {
    assert_snapshot!(shown(Code::Unstratified), @r"
    unstratified

      × `p` depends on its own negation
       ╭─[game.kif:2:12]
     1 │ (role you) (legal you wait) terminal (goal you 0)
     2 │ (<= p (not p))
       ·            ┬
       ·            ╰── negated here, and needed to decide this very relation
       ╰────
      help: break the circle: what is negated must be decided without the rule
            that negates it
    ");
}

#[test]
fn stratified_by_arguments() {
    assert_snapshot!(shown(Code::StratifiedByArguments), @r"
    stratified-by-arguments

      ⚠ `p` depends on its own negation, though no single fact of it does
       ╭─[game.kif:2:16]
     1 │ (role you) (legal you wait) terminal (goal you 0)
     2 │ (<= (p a) (not (p b)))
       ·                ──┬──
       ·                  ╰── negated here
       ╰────
      help: other programs may reject this; a helper relation for what is negated
            avoids it
    ");
}

#[test]
fn unrestricted_recursion() {
    assert_snapshot!(shown(Code::UnrestrictedRecursion), @r"
    unrestricted-recursion

      × `p` never ends: each of its facts makes a larger one
       ╭─[game.kif:2:11]
     1 │ (role you) (legal you wait) terminal (goal you 0)
     2 │ (p a) (<= (p (s ?x)) (p ?x))
       ·           ─────┬────
       ·                ╰── here
       ╰────
      help: add a condition outside the recursion that bounds `?x`
    ");
}

#[test]
fn depends_on_moves() {
    assert_snapshot!(shown(Code::DependsOnMoves), @r"
    depends-on-moves

      × `legal` depends on `does`
       ╭─[game.kif:1:33]
     1 │ (role you) (<= (legal you wait) (does you wait)) terminal (goal you 0)
       ·                                 ───────┬───────
       ·                                        ╰── here
       ╰────
      help: only `next` and `sees` may depend on the moves: everything else is
            known before they are made
    ");
}

#[test]
fn depends_on_state() {
    assert_snapshot!(shown(Code::DependsOnState), @r"
    depends-on-state

      ⚠ `init` depends on `true`
       ╭─[game.kif:2:14]
     1 │ (role you) (legal you wait) terminal (goal you 0)
     2 │ (<= (init a) (true a))
       ·              ────┬───
       ·                  ╰── here
       ╰────
      help: there is no state before the initial one, so `true` never holds there
    ");
}

#[test]
fn no_role() {
    assert_snapshot!(shown(Code::NoRole), @r"
    no-role

      × no role is declared
       ╭─[game.kif:1:1]
     1 │ (legal you wait) terminal (goal you 0)
       · ▲
       · ╰── here
       ╰────
      help: declare each player with a fact such as `(role white)`
    ");
}

#[test]
fn undeclared_role() {
    assert_snapshot!(shown(Code::UndeclaredRole), @r"
    undeclared-role

      × `me` is not a role
       ╭─[game.kif:2:8]
     1 │ (role you) (legal you wait) terminal (goal you 0)
     2 │ (legal me wait)
       ·        ─┬
       ·         ╰── here
       ╰────
      help: declare it with `(role me)`, or name a declared role
    ");
}

#[test]
fn derived_role() {
    assert_snapshot!(shown(Code::DerivedRole), @r"
    derived-role

      ⚠ a role is derived by a rule
       ╭─[game.kif:2:5]
     1 │ (role you) (legal you wait) terminal (goal you 0)
     2 │ (<= (role me) terminal)
       ·     ────┬────
       ·         ╰── here
       ╰────
      help: GDL declares roles by facts; derived ones come after the declared
            ones, in order of their text
    ");
}

#[test]
fn goal_range() {
    assert_snapshot!(shown(Code::GoalRange), @r"
    goal-range

      × the payoff `101` is not a whole number from 0 to 100
       ╭─[game.kif:2:11]
     1 │ (role you) (legal you wait) terminal (goal you 0)
     2 │ (goal you 101)
       ·           ─┬─
       ·            ╰── here
       ╰────
      help: scale the payoffs: 0 is the worst, 100 the best
    ");
}

#[test]
fn no_terminal() {
    assert_snapshot!(shown(Code::NoTerminal), @r"
    no-terminal

      × no rule concludes `terminal`: the game can never end
       ╭─[game.kif:1:1]
     1 │ (role you) (legal you wait) (goal you 0)
       · ▲
       · ╰── here
       ╰────
      help: say when the game is over with `(<= terminal condition ...)`
    ");
}

#[test]
fn no_legal() {
    assert_snapshot!(shown(Code::NoLegal), @r"
    no-legal

      ⚠ no rule concludes `legal`: nobody can ever move
       ╭─[game.kif:1:1]
     1 │ (role you) terminal (goal you 0)
       · ▲
       · ╰── here
       ╰────
      help: say who may do what with `(<= (legal role move) condition ...)`
    ");
}

#[test]
fn no_goal() {
    assert_snapshot!(shown(Code::NoGoal), @r"
    no-goal

      ⚠ no rule concludes `goal`: no match has a result
       ╭─[game.kif:1:1]
     1 │ (role you) (legal you wait) terminal
       · ▲
       · ╰── here
       ╰────
      help: give each role a payoff from 0 to 100 with `(<= (goal role payoff)
            condition ...)`
    ");
}

#[test]
fn undefined_relation() {
    assert_snapshot!(shown(Code::UndefinedRelation), @r"
    undefined-relation

      ⚠ nothing defines the relation `q`, so it never holds
       ╭─[game.kif:2:7]
     1 │ (role you) (legal you wait) terminal (goal you 0)
     2 │ (<= p q)
       ·       ┬
       ·       ╰── here
       ╰────
      help: define it, or correct the name; a fluent is asked for with
            `(true ...)`
    ");
}

#[test]
fn case_mismatch() {
    assert_snapshot!(shown(Code::CaseMismatch), @r"
    case-mismatch

      ⚠ `A` and `a` are different names
       ╭─[game.kif:2:6]
     1 │ (role you) (legal you wait) terminal (goal you 0)
     2 │ (p a A)
       ·      ┬
       ·      ╰── here
       ╰────
      help: constants are case-sensitive; write both the same if one thing is
            meant
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
fn a_control_character_is_shown_in_its_place() {
    assert_snapshot!(drawn(b"(role y\0u)"), @r"
    character

      × a control character (byte 0)
       ╭─[game.kif:1:8]
     1 │ (role y␀u)
       ·        ┬
       ·        ╰── here
       ╰────
      help: remove it
    ");
}

#[test]
fn control_characters_do_not_reach_the_terminal() {
    let text = "(role you)\r\n(legal you \u{9b}wait) terminal ; \x1b[2J\r\n(goal\tyou -1) ; \x7f\r\n";
    assert_snapshot!(drawn(text), @r"
    goal-range

      × the payoff `-1` is not a whole number from 0 to 100
       ╭─[game.kif:3:11]
     2 │ (legal you �wait) terminal ; ␛[2J
     3 │ (goal   you -1) ; ␡
       ·             ─┬
       ·              ╰── here
       ╰────
      help: scale the payoffs: 0 is the worst, 100 the best
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
    ");
}

#[test]
fn a_function_with_two_numbers_of_arguments() {
    assert_snapshot!(drawn(game!("(p (f a)) (p (f))")), @r"
    arity-clash

      × the function `f` has no argument here and 1 argument elsewhere
       ╭─[game.kif:2:14]
     1 │ (role you) (legal you wait) terminal (goal you 0)
     2 │ (p (f a)) (p (f))
       ·    ──┬──     ─┬─
       ·      │        ╰── no argument here
       ·      ╰── 1 argument here
       ╰────
      help: give every use of `f` the same number, or one of the two another name
    ");
}

#[test]
fn a_variable_only_under_not() {
    assert_snapshot!(drawn(game!("(<= p (not (true ?x)))")), @r"
    unsafe-variable

      × the variable `?x` under `not` is not bound by any positive condition
       ╭─[game.kif:2:18]
     1 │ (role you) (legal you wait) terminal (goal you 0)
     2 │ (<= p (not (true ?x)))
       ·                  ─┬
       ·                   ╰── here
       ╰────
      help: add a condition that lists the values of `?x`, outside `not` and
            `distinct`
    ");
}

#[test]
fn a_variable_only_in_distinct() {
    assert_snapshot!(drawn(game!("(<= p (distinct ?x a))")), @r"
    unsafe-variable

      × the variable `?x` in `distinct` is not bound by any positive condition
       ╭─[game.kif:2:17]
     1 │ (role you) (legal you wait) terminal (goal you 0)
     2 │ (<= p (distinct ?x a))
       ·                 ─┬
       ·                  ╰── here
       ╰────
      help: add a condition that lists the values of `?x`, outside `not` and
            `distinct`
    ");
}

#[test]
fn a_condition_that_can_only_be_concluded() {
    assert_snapshot!(drawn(game!("(<= p (next a))")), @r"
    misplaced

      × `next` cannot be a condition: it is only ever concluded
       ╭─[game.kif:2:7]
     1 │ (role you) (legal you wait) terminal (goal you 0)
     2 │ (<= p (next a))
       ·       ────┬───
       ·           ╰── here
       ╰────
      help: to ask what holds now, write `(true ...)`
    ");
}

#[test]
fn recursion_that_is_not_restricted_but_may_end() {
    assert_snapshot!(drawn(game!("(q a) (r a) (<= (r ?x) (r ?y) (q ?x))")), @r"
    unrestricted-recursion

      ⚠ the recursion of `r` is not restricted by `?y`
       ╭─[game.kif:2:27]
     1 │ (role you) (legal you wait) terminal (goal you 0)
     2 │ (q a) (r a) (<= (r ?x) (r ?y) (q ?x))
       ·                           ─┬
       ·                            ╰── here
       ╰────
      help: GDL wants it ground, an argument of the head, or bound by a condition
            outside the recursion
    ");
}

#[test]
fn moves_that_influence_the_end_through_others() {
    assert_snapshot!(drawn(game!("(<= terminal p)\n(<= p q)\n(<= q (does you wait))")), @r"
    depends-on-moves

      × `terminal` depends on `does` through `p`, `q`
       ╭─[game.kif:2:14]
     1 │ (role you) (legal you wait) terminal (goal you 0)
     2 │ (<= terminal p)
       ·              ┬
       ·              ╰── here
     3 │ (<= p q)
       ╰────
      help: only `next` and `sees` may depend on the moves: everything else is
            known before they are made
    ");
}

#[test]
fn negation_around_a_circle_of_relations() {
    assert_snapshot!(drawn(game!("(<= p q)\n(<= q r)\n(<= r (not p))")), @r"
    unstratified

      × `p` depends on its own negation
       ╭─[game.kif:4:12]
     3 │ (<= q r)
     4 │ (<= r (not p))
       ·            ┬
       ·            ╰── negated here, and needed to decide this very relation
       ╰────
      help: break the circle: what is negated must be decided without the rule
            that negates it
    ");
}

#[test]
fn a_payoff_for_a_stranger_harms_nobody() {
    assert_snapshot!(drawn(game!("(goal me 100)")), @r"
    undeclared-role

      ⚠ `me` is not a role
       ╭─[game.kif:2:7]
     1 │ (role you) (legal you wait) terminal (goal you 0)
     2 │ (goal me 100)
       ·       ─┬
       ·        ╰── here
       ╰────
      help: declare it with `(role me)`, or name a declared role
    ");
}

#[test]
fn an_empty_text_has_neither_roles_nor_an_end() {
    let found = codes("");
    let expected = [
        (Severity::Error, Code::NoRole),
        (Severity::Error, Code::NoTerminal),
        (Severity::Warning, Code::NoLegal),
        (Severity::Warning, Code::NoGoal),
    ];
    assert_eq!(found, expected);
    assert_snapshot!(findings("")[0].render(80), @r"
    no-role

      × no role is declared
       ╭─[game.kif:1:1]
       ╰────
      help: declare each player with a fact such as `(role white)`
    ");
}

#[rstest]
#[case::not_without_a_condition("(<= p (not))", "`not` takes one condition, here it has 0")]
#[case::not_with_two("(<= p (not p p))", "`not` takes one condition, here it has 2")]
#[case::distinct_with_one("(<= p (distinct a))", "`distinct` takes two terms, here it has 1")]
#[case::distinct_with_three("(<= p (distinct a b c))", "`distinct` takes two terms, here it has 3")]
#[case::no_head("(<=)", "a rule without a head")]
#[case::a_head_with_or("(<= (or p p) p)", "`or` cannot stand here")]
#[case::a_fact_with_not("(not p)", "`not` cannot stand here")]
#[case::a_rule_in_a_body("(<= p (<= p p))", "`<=` cannot stand here")]
#[case::a_bare_arrow("<=", "`<=` cannot stand here")]
#[case::a_variable_as_condition("(<= p ?x)", "a variable where a relation is expected")]
#[case::a_variable_as_head("(<= ?x p)", "a variable where a relation is expected")]
#[case::a_variable_as_relation("(<= p (?x a))", "a variable as the name of a relation")]
#[case::a_list_as_relation("((p) a)", "a list as the name of a relation")]
#[case::a_variable_as_function("(p (?f a))", "a variable as the name of a function")]
#[case::a_list_as_function("(p ((f) a))", "a list as the name of a function")]
#[case::an_empty_term("(p ())", "an empty pair of parentheses")]
fn malformed_rules_are_told_apart(#[case] rule: &str, #[case] message: &str) {
    let found = findings(format!("{}{rule}", game!()));
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].code(), found[0].message()), (Code::Syntax, message));
    assert_eq!(found[0].place().line, 2);
}

#[test]
fn every_malformed_rule_is_reported_up_to_a_hundred() {
    let found = findings("()\n".repeat(150));
    assert_eq!(found.len(), 100);
    assert!(found.iter().enumerate().all(|(number, finding)| finding.place().line == number + 1));
}

#[test]
fn of_each_fault_the_first_twenty_are_told() {
    let rules: String = (0..50).map(|n| format!("(p{n} ?x) (<= q{n} nobody{n})\n")).collect();
    let found = codes(format!("{}{rules}", game!()));
    let of = |code| found.iter().filter(|(_, found)| *found == code).count();
    assert_eq!((of(Code::UnsafeVariable), of(Code::UndefinedRelation), found.len()), (20, 20, 40));
}

#[test]
fn findings_stand_in_the_order_of_the_text() {
    let found = codes(game!("(<= p q)\n(p2 ?x)\n(<= p r)"));
    let expected = [
        (Severity::Warning, Code::UndefinedRelation),
        (Severity::Error, Code::UnsafeVariable),
        (Severity::Warning, Code::UndefinedRelation),
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
#[case::smallest("0", true)]
#[case::greatest("100", true)]
#[case::too_great("101", false)]
#[case::negative("-1", false)]
#[case::a_fraction("0.5", false)]
#[case::a_word("win", false)]
#[case::a_term("(plus 1 2)", false)]
fn payoffs_are_whole_numbers_from_0_to_100(#[case] payoff: &str, #[case] fine: bool) {
    let found = codes(format!("(role you) (legal you wait) terminal (goal you {payoff})"));
    assert_eq!(found, if fine { vec![] } else { vec![(Severity::Error, Code::GoalRange)] });
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
#[case::a_word_with_a_mark_inside("(p a#|b|#c)")]
#[case::letters_of_the_world("(p höhe) (q χ) ; 石")]
fn what_is_allowed_is_left_in_peace(#[case] rules: &str) {
    let base = "(q a) (q b) (r b) (s (f a b))\n";
    in_peace(format!("{}{base}{rules}", game!()));
}

#[test]
fn a_relation_without_arguments_may_stand_in_parentheses() {
    in_peace("(role you) (legal you wait) (goal you 0) (open) (<= (terminal) open) (<= shut (not (open)))");
}

#[test]
fn keywords_and_connectives_may_stand_in_any_case() {
    in_peace(
        "(ROLE you) (Init a) (<= (LEGAL you wait) (TRUE a) (NOT (True b)) (Or (true a) (Distinct a b)))
         (<= (Next a) (DOES you wait)) (<= TERMINAL (true a)) (Goal you 0) (BASE a) (INPUT you wait)
         (<= (Sees you a) (does you wait))",
    );
}

#[test]
fn the_role_random_is_a_role_like_others() {
    in_peace("(role you) (role random) (legal you a) (legal random b) terminal (goal you 0)");
}

#[test]
fn roles_may_be_terms() {
    in_peace("(role (robot 1)) (legal (robot 1) go) terminal (goal (robot 1) 0)");
}

#[test]
fn a_payoff_by_the_lack_of_another_is_a_warning_only() {
    let found = codes(
        "(role you) (legal you wait) terminal (<= (goal you 0) (not (goal you 100)))
        (<= (goal you 100) (true won))",
    );
    assert_eq!(found, [(Severity::Warning, Code::StratifiedByArguments)]);
}

#[test]
fn a_payoff_by_the_lack_of_itself_is_an_error() {
    let found =
        codes("(role you) (legal you wait) terminal (<= (goal you ?n) (n ?n) (not (goal you 0))) (n 0)");
    assert_eq!(found, [(Severity::Error, Code::Unstratified)]);
}

#[test]
fn a_fact_that_needs_the_lack_of_one_that_it_may_be_is_an_error() {
    for rule in ["(<= (p ?x) (q ?x) (not (p a)))", "(<= (p ?x b) (q ?x) (not (p a ?x)))"] {
        assert_eq!(
            codes(format!("{}(q a) {rule}", game!())),
            [(Severity::Error, Code::Unstratified)],
            "{rule}"
        );
    }
    let apart = "(<= (p ?x b) (q ?x) (not (p ?x c))) (<= (p a c) (q b))";
    let warning = (Severity::Warning, Code::StratifiedByArguments);
    assert_eq!(codes(format!("{}(q a) {apart}", game!())), [warning]);
}

#[test]
fn a_relation_that_nothing_defines_is_told_once() {
    assert_eq!(codes(game!("(<= p (nowhere a)) (<= q (not (nowhere b)))")).len(), 1);
}

#[test]
fn moves_may_influence_neither_the_start_nor_the_roles() {
    for head in ["(init a)", "(role me)", "(goal you 1)", "terminal", "(legal you go)"] {
        let found = codes(format!("{}(<= {head} (does you wait))", game!()));
        assert!(found.contains(&(Severity::Error, Code::DependsOnMoves)), "{head}: {found:?}");
    }
}

#[test]
fn bytes_of_another_encoding_may_stand_in_comments() {
    in_peace([game!("; h\u{e9}").as_bytes(), b"\xE9 \xFF\n#| \xE4 |#\n(p a)"].concat());
}

#[test]
fn a_byte_order_mark_at_the_start_is_not_a_name() {
    let text = format!("\u{feff}{}", game!());
    in_peace(&text);
    assert_eq!(Rulesheet::parse("game.kif", text.as_bytes()).unwrap().rules().len(), 4);
    // The columns are those of the file.
    assert_eq!(findings("\u{feff}(role you))")[0].place(), Place { line: 1, column: 12 });
}

#[test]
fn white_space_is_all_the_same() {
    let spaced = game!("(p a) ; one\n(<= (q ?x) (p ?x))\n");
    let plain = Rulesheet::parse("a", spaced.as_bytes()).unwrap().to_string();
    for (from, to) in [("\n", "\r\n"), (" ", "\t"), (" ", "\n"), (" ", "\x0c"), (" ", "\x0b"), (" ", "  ")] {
        // A line break in place of a space would end the comment.
        let text = spaced.replace("; one", "").replace(from, to);
        in_peace(&text);
        assert_eq!(Rulesheet::parse("b", text.as_bytes()).unwrap().to_string(), plain, "{to:?}");
    }
}
