//! Limits and their errors.

use super::*;

/// The first error that playing one move with these rules meets.
fn error(rules: &str, limits: Limits) -> LogicError {
    let played = || -> Result<(), LogicError> {
        let reasoner = try_reason(&game(rules), limits)?;
        let mut view = reasoner.view(reasoner.initial());
        let moves = view.legal(0)?;
        view.terminal()?;
        view.goals()?;
        view.next(&moves[..1])?;
        Ok(())
    };
    played().expect_err("the limit is exceeded")
}

const GROWING: &str = "(seed 0) (<= (big ?x) (seed ?x)) (<= (big (s ?x)) (big ?x) (distinct ?x no))";

#[test]
fn unbounded_terms_are_an_error() {
    let growing = [
        format!("(legal you wait) {GROWING} (<= (init ?x) (big ?x))"),
        format!("(init on) {GROWING} (<= (legal you ?x) (true on) (big ?x))"),
        format!("(legal you wait) {GROWING} (<= (next ?x) (big ?x))"),
        format!(
            "(legal you wait) (legal you go) {} (<= (next ?x) (big ?x))",
            GROWING.replace("(seed ?x)", "(does you ?x)")
        ),
    ];
    for rules in growing {
        assert_eq!(error(&rules, Limits::default()), LogicError::TermTooDeep { limit: 1_000 }, "{rules}");
        let small = Limits { term_depth: 5, ..Limits::default() };
        assert_eq!(error(&rules, small), LogicError::TermTooDeep { limit: 5 });
        let small = Limits { terms: 100, ..Limits::default() };
        assert_eq!(error(&rules, small), LogicError::TooManyTerms { limit: 100 });
    }
}

#[test]
fn a_state_that_grows_without_bound_ends_in_an_error() {
    let reasoner = reason(&game("(init (n 0)) (legal you grow) (<= (next (n (s ?x))) (true (n ?x)))"));
    let mut state = reasoner.initial().clone();
    let grow = mov(&reasoner, &state, 0, "grow");
    let mut plies = 0;
    let error = loop {
        match reasoner.view(&state).next(&[grow]) {
            Ok(next) => state = next,
            Err(error) => break error,
        }
        plies += 1;
    };
    assert_eq!((error, plies), (LogicError::TermTooDeep { limit: 1_000 }, 998));
    // What is there already can still be asked about.
    assert_eq!(legal(&reasoner, &state, 0), ["grow"]);
}

#[test]
fn a_term_of_the_rulesheet_may_exceed_the_depth_limit() {
    let deep = format!("(legal you wait) (init {}a{})", "(f ".repeat(50), ")".repeat(50));
    let limits = |term_depth| Limits { term_depth, ..Limits::default() };
    assert_eq!(error(&deep, limits(50)), LogicError::TermTooDeep { limit: 50 });
    assert!(try_reason(&game(&deep), limits(51)).is_ok());
}

/// Ten digits, and a million combinations of them that `(seven ...)` wants to see.
const DIGITS: &str = "(d 0) (d 1) (d 2) (d 3) (d 4) (d 5) (d 6) (d 7) (d 8) (d 9)";

#[rstest]
#[case::at_the_start(
    "(legal you wait) (<= (init (c ?a ?b ?c ?d ?e ?f ?g)) (d ?a) (d ?b) (d ?c) (d ?d) (d ?e) (d ?f) (d ?g))",
    "init"
)]
#[case::among_moves(
    "(init on) (<= (legal you (c ?a ?b ?c ?d ?e ?f ?g)) (true on) (d ?a) (d ?b) (d ?c) (d ?d) (d ?e) (d ?f) (d ?g))",
    "legal"
)]
#[case::in_the_next_state(
    "(legal you wait) (<= (next (c ?a ?b ?c ?d ?e ?f ?g)) (does you wait) (d ?a) (d ?b) (d ?c) (d ?d) (d ?e) (d ?f) (d ?g))",
    "next"
)]
fn a_cross_product_is_too_much_work(#[case] rules: &str, #[case] relation: &str) {
    let rules = format!("{DIGITS} {rules}");
    let small = Limits { facts: 1_000, ..Limits::default() };
    let expected = LogicError::TooMuchWork { relation: relation.into(), limit: "1000 facts".into() };
    assert_eq!(error(&rules, small), expected);
    let small = Limits { steps: 1_000, ..Limits::default() };
    let expected = LogicError::TooMuchWork { relation: relation.into(), limit: "1000 steps".into() };
    assert_eq!(error(&rules, small), expected);
}

#[test]
fn a_join_without_results_counts_as_work() {
    // No fact is ever derived, however many combinations are looked at.
    let rules = format!("{DIGITS} (init on) (legal you wait) (<= (next a) (true on) (d ?a) (d ?b) (d ?c) (d ?d) (d ?e) (d ?f) (d ?g) (never ?a ?b ?c ?d ?e ?f ?g))
        (<= (never ?a ?b ?c ?d ?e ?f ?g) (d ?a) (d ?b) (d ?c) (d ?d) (d ?e) (d ?f) (d ?g) (distinct (t ?a ?b ?c ?d ?e ?f ?g) (t ?a ?b ?c ?d ?e ?f ?g)))");
    let small = Limits { steps: 10_000, ..Limits::default() };
    assert!(matches!(error(&rules, small), LogicError::TooMuchWork { .. }));
}

#[test]
fn a_time_limit_of_zero_stops_a_long_evaluation() {
    let rules = format!(
        "{DIGITS} (legal you wait) (<= (next (c ?a ?b ?c ?d ?e ?f)) (does you wait) (d ?a) (d ?b) (d ?c) (d ?d) (d ?e) (d ?f))"
    );
    let hasty = Limits { time: Duration::ZERO, ..Limits::default() };
    let limit = Duration::ZERO;
    assert_eq!(error(&rules, hasty), LogicError::Interrupted(Interrupted::TimeUp { limit }));
}

#[test]
fn an_initial_state_that_takes_too_long_names_its_relation() {
    let digits: String = (0..20).map(|digit| format!("(d {digit})")).collect();
    let rules = format!(
        "{digits} (legal you wait) (<= (init ?a) (d ?a) (d ?b) (d ?c) (d ?e) (d ?f) (d ?g) (d ?h) (d ?i)
            (distinct (t ?a ?b ?c ?e ?f ?g ?h ?i) (t ?a ?b ?c ?e ?f ?g ?h ?i)))"
    );
    let sheet = gdl::Rulesheet::parse("test.kif", game(&rules).as_bytes()).unwrap();
    // Of 20^8 combinations none is a fluent.
    let interrupt = Interrupt::after(Duration::from_secs(1));
    let error = Reasoner::new_while(&sheet, Limits::default(), &interrupt).unwrap_err();
    assert_eq!(error, LogicError::TooMuchWork { relation: "init".into(), limit: "1s".into() });
}

#[test]
fn a_question_that_takes_too_long_names_its_relation() {
    let sheet = gdl::Rulesheet::parse("test.kif", game("(init on) (<= (legal you go) (true on))").as_bytes())
        .unwrap();
    let hasty = Limits { time: Duration::ZERO, ..Limits::default() };
    let reasoner = Reasoner::new_while(&sheet, hasty, &Interrupt::never()).unwrap();
    let error = reasoner.view(reasoner.initial()).legal(0).unwrap_err();
    assert_eq!(error, LogicError::TooMuchWork { relation: "legal".into(), limit: "0ns".into() });
}

#[test]
fn sufficient_limits_change_nothing() {
    let rules = game(
        "(init (n 0)) (succ 0 1) (<= (legal you (to ?y)) (true (n ?x)) (succ ?x ?y)) (<= (next (n ?y)) (does you (to ?y)))",
    );
    let tight = Limits {
        facts: 20,
        terms: 30,
        term_depth: 2,
        term_size: 20,
        steps: 100,
        time: Duration::from_secs(3_600),
    };
    let reasoner = try_reason(&rules, tight).unwrap();
    let next = after(&reasoner, reasoner.initial(), "(to 1)");
    assert_eq!(reasoner.texts(next.fluents()), ["(n 1)"]);
    let endless = Limits {
        facts: usize::MAX,
        terms: usize::MAX,
        term_size: u32::MAX,
        term_depth: u32::MAX,
        steps: u64::MAX,
        time: Duration::MAX,
    };
    assert!(try_reason(&rules, endless).is_ok());
}

#[test]
fn errors_name_the_relation_and_the_limit() {
    let errors = [
        LogicError::TooManyTerms { limit: 9 },
        LogicError::TermTooDeep { limit: 9 },
        LogicError::TooMuchWork { relation: "next".into(), limit: "9 facts".into() },
    ];
    assert_eq!(
        errors.map(|error| error.to_string()),
        [
            "the rules derive more than 9 different terms",
            "the rules derive a term of more than 9 nested levels; limit the recursion that builds terms",
            "evaluating `next` takes more than 9 facts; make the conditions of its rules more selective",
        ]
    );
}

#[test]
fn a_question_that_exceeds_a_limit_does_so_again() {
    let rules = format!(
        "{DIGITS} (legal you small) (init ready) (<= (legal you large) (true ready))
         (<= (next touched) (does you large) odd_one)
         (<= odd_one (does you large) (d ?a) (d ?b) (d ?c) (d ?d) (pick ?a ?b ?c ?d))
         (<= (pick ?a ?b ?c ?d) (does you large) (d ?a) (d ?b) (d ?c) (d ?d) (distinct (t ?a ?b ?c ?d) (t ?a ?b ?c ?d)))
         (<= (next done) (not odd_one))"
    );
    let reasoner = try_reason(&game(&rules), Limits { steps: 3_000, ..Limits::default() }).unwrap();
    let large = mov(&reasoner, reasoner.initial(), 0, "large");
    let mut view = reasoner.view(reasoner.initial());
    for _ in 0..3 {
        assert!(matches!(view.next(&[large]), Err(LogicError::TooMuchWork { .. })));
    }
}

#[test]
fn a_joint_move_that_exceeds_a_limit_changes_nothing() {
    // The first rule of `next` is done when the second gives up; another move must not see what it did.
    let rules = format!(
        "{DIGITS} (legal you small) (init ready) (<= (legal you large) (true ready))
         (<= (next touched) (does you large))
         (<= (next (c ?a ?b ?c ?d)) (does you large) (d ?a) (d ?b) (d ?c) (d ?d))
         (<= (next (kept ?f)) (true ?f) (does you small))"
    );
    let reasoner = try_reason(&game(&rules), Limits { steps: 3_000, ..Limits::default() }).unwrap();
    let (small, large) =
        (mov(&reasoner, reasoner.initial(), 0, "small"), mov(&reasoner, reasoner.initial(), 0, "large"));
    let mut view = reasoner.view(reasoner.initial());
    for _ in 0..2 {
        assert!(matches!(view.next(&[large]), Err(LogicError::TooMuchWork { .. })));
        assert_eq!(reasoner.texts(view.next(&[small]).unwrap().fluents()), ["(kept ready)"]);
    }
    drop(view);
    assert_eq!(reasoner.texts(after(&reasoner, reasoner.initial(), "small").fluents()), ["(kept ready)"]);
}

#[test]
fn a_path_of_a_thousand_steps_is_found() {
    let edges: String = (0..1200).map(|n| format!("(edge n{n} n{}) ", n + 1)).collect();
    let rules = game(&format!(
        "{edges} (<= (path ?x ?y) (edge ?x ?y)) (<= (path ?x ?z) (edge ?x ?y) (path ?y ?z))
         (<= (legal you go) (path n0 n1200)) (<= (legal you back) (path n1200 n0))"
    ));
    let reasoner = reason(&rules);
    assert_eq!(legal(&reasoner, reasoner.initial(), 0), ["go"]);
}

#[test]
fn a_recursion_may_have_a_thousand_steps() {
    let steps: String = (0..1000).map(|n| format!("(<= (p {} ?x) (p {n} ?x)) ", n + 1)).collect();
    assert_eq!(initially(&game(&format!("{steps} (p 0 a) (<= (init ?x) (p 1000 ?x))"))), ["a"]);
}

#[test]
fn a_term_that_doubles_at_every_level_is_too_long() {
    let rules = "(legal you go) (big 0 a) (<= (big ?m (pair ?t ?t)) (big ?n ?t) (succ ?n ?m)) (<= (init ?t) (big 40 ?t))";
    let numbers: String = (0..40).map(|n| format!("(succ {n} {}) ", n + 1)).collect();
    let error = try_reason(&game(&format!("{rules} {numbers}")), Limits::default()).unwrap_err();
    assert_eq!(error, LogicError::TermTooLong { limit: 100_000 });
}

#[test]
fn wide_facts_count_more_than_narrow_ones() {
    let of_width = |width: usize| {
        let rest = "x ".repeat(width);
        let rules = format!(
            "(legal you go) {DIGITS} (<= (w ?a ?b {rest}) (d ?a) (d ?b)) (<= (init (f ?a ?b)) (w ?a ?b {rest}))"
        );
        try_reason(&game(&rules), Limits { facts: 1_000, ..Limits::default() })
    };
    assert!(of_width(1).is_ok());
    assert!(matches!(of_width(100), Err(LogicError::TooMuchWork { .. })));
}
