//! What rules mean, one small rulesheet at a time.

use std::time::Duration;

use rstest::rstest;
use spielbaum_logic::{Limits, LogicError, Reasoner, RoleGoal, State, TermId};

fn try_reason(rules: &str, limits: Limits) -> Result<Reasoner, LogicError> {
    let sheet = gdl::Rulesheet::parse("rules.kif", rules.as_bytes())
        .unwrap_or_else(|rejected| panic!("{}", rejected.diagnostics[0].render(100)));
    Reasoner::new(&sheet, limits)
}

fn reason(rules: &str) -> Reasoner {
    try_reason(rules, Limits::default()).expect("within the limits")
}

/// Rules with what every rulesheet needs added.
fn game(rules: &str) -> String {
    format!("(role you) terminal (goal you 0) {rules}")
}

/// The fluents of the initial state. Rules make their conclusions seen by `(<= (init ?x) (seen ?x))`.
fn initially(rules: &str) -> Vec<String> {
    let reasoner = reason(&game(&format!("(legal you wait) (<= (init ?x) (seen ?x)) {rules}")));
    reasoner.texts(reasoner.initial().fluents())
}

/// Those of the same rules where they depend on the state, and so are worked out anew in each.
fn in_a_state(rules: &str) -> Vec<String> {
    let reasoner = reason(&game(&format!("(init on) (<= (legal you ?x) (true on) (seen ?x)) {rules}")));
    legal(&reasoner, reasoner.initial(), 0)
}

/// What is seen, asked for both ways.
fn seen(rules: &str) -> Vec<String> {
    let fluents = initially(rules);
    assert_eq!(in_a_state(rules), fluents);
    let on = rules.replace("(<= (seen ?x)", "(<= (seen ?x) (true on)");
    assert_eq!(in_a_state(&on), fluents, "{on}");
    fluents
}

fn legal(reasoner: &Reasoner, state: &State, role: usize) -> Vec<String> {
    let moves = reasoner.view(state).legal(role).expect("within the limits");
    moves.iter().map(|&mov| reasoner.text(mov)).collect()
}

/// The legal move of a role with this text.
fn mov(reasoner: &Reasoner, state: &State, role: usize, text: &str) -> TermId {
    let moves = reasoner.view(state).legal(role).expect("within the limits");
    let found = moves.into_iter().find(|&mov| reasoner.text(mov) == text);
    found.unwrap_or_else(|| panic!("`{text}` is not legal"))
}

/// The state after the role `you` alone has made a move.
fn after(reasoner: &Reasoner, state: &State, text: &str) -> State {
    reasoner.view(state).next(&[mov(reasoner, state, 0, text)]).expect("within the limits")
}

fn payoffs(rules: &str) -> Vec<RoleGoal> {
    let reasoner = reason(rules);
    reasoner.view(reasoner.initial()).goals().expect("within the limits")
}

const NONE: [&str; 0] = [];

// --- facts and rules ---

#[test]
fn a_rule_without_conditions_is_a_fact() {
    assert_eq!(seen("(<= (seen (it is)))"), ["(it is)"]);
    let reasoner =
        reason("(<= (role you)) (<= (init on)) (<= (legal you wait)) (<= terminal) (<= (goal you 7))");
    assert_eq!(reasoner.texts(reasoner.roles()), ["you"]);
    assert_eq!(reasoner.texts(reasoner.initial().fluents()), ["on"]);
    assert_eq!(legal(&reasoner, reasoner.initial(), 0), ["wait"]);
    let mut view = reasoner.view(reasoner.initial());
    assert!(view.terminal().unwrap());
    assert_eq!(view.goals().unwrap(), [RoleGoal::Unique(7)]);
}

#[test]
fn conditions_join_on_shared_variables() {
    let edges = "(edge a b) (edge b c) (edge c d) (edge b a)";
    assert_eq!(seen(&format!("{edges} (<= (seen ?x) (edge a ?y) (edge ?y ?x))")), ["a", "c"]);
    assert_eq!(seen(&format!("{edges} (<= (seen ?x) (edge ?x ?y) (edge ?y ?x))")), ["a", "b"]);
    assert_eq!(seen(&format!("{edges} (<= (seen ?x) (edge ?x ?y) (not (edge ?y ?x)))")), ["b", "c"]);
}

#[test]
fn a_variable_that_recurs_stands_for_one_thing() {
    let pairs = "(pair a a) (pair a b) (pair (f a) (f a)) (pair (f a) (f b))";
    assert_eq!(seen(&format!("{pairs} (<= (seen ?x) (pair ?x ?x))")), ["(f a)", "a"]);
    assert_eq!(seen(&format!("{pairs} (<= (seen ?x) (pair (f ?x) (f ?x)))")), ["a"]);
    assert_eq!(seen("(one a) (one b) (<= (twice ?x ?x) (one ?x)) (<= (seen ?x) (twice ?x b))"), ["b"]);
    assert_eq!(
        seen("(one a) (one b) (<= (twice ?x ?x) (one ?x)) (<= (seen ?x) (twice ?x ?y) (distinct ?x ?y))"),
        NONE
    );
    // The second occurrence stands deeper than the first.
    let nested = "(pair a (f a)) (pair b (f a)) (pair (f b) (f (f b)))";
    assert_eq!(seen(&format!("{nested} (<= (seen ?x) (pair ?x (f ?x)))")), ["(f b)", "a"]);
    assert_eq!(
        seen("(swap (p a b) (p b a)) (swap (p a b) (p a b)) (<= (seen ?x) (swap (p ?x ?y) (p ?y ?x)))"),
        ["a"]
    );
}

#[test]
fn what_nothing_defines_never_holds() {
    assert_eq!(seen("(one a) (<= (seen ?x) (one ?x) (nowhere ?x))"), NONE);
    assert_eq!(seen("(one a) (<= (seen ?x) (one ?x) (not (nowhere ?x)))"), ["a"]);
    assert_eq!(seen("(one a) (<= (seen ?x) (one ?x) (or (nowhere ?x) (not nothing)))"), ["a"]);
}

#[test]
fn constants_are_case_sensitive() {
    assert_eq!(seen("(one a) (one A) (<= (seen ?x) (one ?x) (distinct ?x a))"), ["A"]);
}

#[test]
fn a_number_is_its_text() {
    assert_eq!(seen("(one 1) (one 01) (<= (seen ?x) (one ?x) (distinct ?x 1))"), ["01"]);
}

#[test]
fn an_atom_without_arguments_may_wear_parentheses() {
    assert_eq!(seen("(open2) (<= (seen a) open2)"), ["a"]);
    assert_eq!(seen("open2 (<= (seen a) (open2))"), ["a"]);
    assert_eq!(seen("(<= (open2) (not (shut))) (<= (seen a) (not shut) open2)"), ["a"]);
}

#[test]
fn a_function_without_arguments_is_not_the_constant_of_its_name() {
    assert_eq!(seen("(one (f)) (<= (seen ?x) (one ?x))"), ["(f)"]);
    assert_eq!(seen("(one (f)) (<= (seen a) (one f))"), NONE);
    assert_eq!(seen("(one f) (<= (seen a) (one (f)))"), NONE);
    assert_eq!(seen("(one f) (one (f)) (<= (seen ?x) (one ?x) (distinct ?x f))"), ["(f)"]);
    let reasoner = reason(&game(
        "(init open2) (init (open2)) (<= (legal you a) (true open2)) (<= (next ?x) (true ?x) (distinct ?x open2))",
    ));
    let after = after(&reasoner, reasoner.initial(), "a");
    assert_eq!(reasoner.texts(after.fluents()), ["(open2)"]);
    assert_eq!(legal(&reasoner, &after, 0), NONE);
}

#[test]
fn names_of_relations_functions_and_constants_do_not_meet() {
    assert_eq!(
        seen("(p a) (q (p b)) (r p) (<= (seen ?x) (p ?x)) (<= (seen ?x) (q (p ?x))) (<= (seen ?x) (r ?x))"),
        ["a", "b", "p"]
    );
}

#[test]
fn a_term_is_taken_apart_however_deep() {
    let deep = "(one (f (g a (h b)) c))";
    assert_eq!(
        seen(&format!("{deep} (<= (seen (?x)) (one ?x))").replace("(?x)", "(is ?x)")),
        ["(is (f (g a (h b)) c))"]
    );
    assert_eq!(
        seen(&format!("{deep} (<= (seen (three ?x ?y ?z)) (one (f (g ?x (h ?y)) ?z)))")),
        ["(three a b c)"]
    );
    assert_eq!(seen(&format!("{deep} (<= (seen ?x) (one (f (g a ?x) c)))")), ["(h b)"]);
    assert_eq!(seen(&format!("{deep} (<= (seen ?x) (one (f (h ?x) c)))")), NONE);
    assert_eq!(seen(&format!("{deep} (two (h b)) (<= (seen ?x) (two ?x) (one (f (g a ?x) ?y)))")), ["(h b)"]);
}

// --- distinct, not, or ---

#[rstest]
#[case::distinct_first("(<= (seen ?x) (distinct ?x b) (one ?x))", &["a", "c"])]
#[case::distinct_between_two_bound_later("(<= (seen (p ?x ?y)) (distinct ?x ?y) (two ?x) (two ?y))", &["(p b c)", "(p c b)"])]
#[case::not_first("(<= (seen ?x) (not (two ?x)) (one ?x))", &["a"])]
#[case::not_first_with_two_variables("(<= (seen (p ?x ?y)) (not (pair ?x ?y)) (two ?x) (two ?y))", &["(p b b)", "(p b c)", "(p c b)"])]
#[case::distinct_terms("(<= (seen ?x) (one ?x) (distinct (f ?x) (f a)))", &["b", "c"])]
#[case::distinct_of_equal_constants("(<= (seen a) (distinct b b))", &[])]
#[case::distinct_of_different_constants("(<= (seen a) (distinct b c))", &["a"])]
#[case::not_distinct_is_equality("(<= (seen ?y) (two ?x) (not (distinct ?x ?y)))", &["b", "c"])]
#[case::not_distinct_builds("(<= (seen ?y) (not (distinct (f ?x) ?y)) (two ?x))", &["(f b)", "(f c)"])]
#[case::not_distinct_takes_apart("(<= (seen ?y) (three ?x) (not (distinct (f ?y) ?x)))", &["a", "b"])]
#[case::not_distinct_of_shared_variables("(<= (seen ?y) (three ?x) (one ?y) (not (distinct (f ?y) ?x)))", &["a", "b"])]
#[case::not_distinct_with_repeats("(<= (seen ?y) (four ?x) (not (distinct ?x (g ?y ?y))))", &["a"])]
#[case::not_not("(<= (seen ?x) (not (not (two ?x))))", &["b", "c"])]
#[case::or("(<= (seen ?x) (or (two ?x) (pair ?x d)))", &["b", "c", "d"])]
#[case::or_of_tests("(<= (seen ?x) (one ?x) (or (distinct ?x a) (two a)))", &["b", "c"])]
#[case::or_of_one("(<= (seen ?x) (or (two ?x)))", &["b", "c"])]
#[case::or_of_none("(<= (seen ?x) (one ?x) (or))", &[])]
#[case::not_or("(<= (seen ?x) (one ?x) (not (or (distinct ?x b) (pair ?x a))))", &["b"])]
#[case::not_or_of_none("(<= (seen ?x) (two ?x) (not (or)))", &["b", "c"])]
#[case::or_in_or("(<= (seen ?x) (one ?x) (or (or (two ?x) (not (one ?x))) (not (distinct ?x a))))", &["a", "b", "c"])]
#[case::not_in_or_in_not("(<= (seen ?x) (one ?x) (not (or (not (two ?x)) (not (distinct ?x c)))))", &["b"])]
#[case::or_twice("(<= (seen (p ?x ?y)) (or (two ?x) (pair ?x d)) (or (pair ?x ?y) (pair ?y ?x)))", &["(p b d)", "(p c c)", "(p d b)", "(p d d)"])]
fn conditions_mean_what_they_say(#[case] rule: &str, #[case] expected: &[&str]) {
    let facts =
        "(one a) (one b) (one c) (two b) (two c) (three (f a)) (three (f b)) (three f) (three (g a b))
                 (four (g a a)) (four (g a b)) (pair b d) (pair c c) (pair d d)";
    assert_eq!(seen(&format!("{facts} {rule}")), expected);
}

// --- recursion ---

#[test]
fn a_rule_from_itself_concludes_nothing() {
    assert_eq!(seen("(<= (p ?x) (p ?x)) (<= (seen ?x) (p ?x))"), NONE);
    assert_eq!(seen("(<= p p) (<= (seen a) p)"), NONE);
    assert_eq!(seen("(<= p p) (<= (seen a) (not p))"), ["a"]);
    assert_eq!(seen("(p a) (<= (p ?x) (p ?x)) (<= (seen ?x) (p ?x))"), ["a"]);
}

#[test]
fn four_relations_in_a_circle_hold_what_any_of_them_is_given() {
    let circle = "(<= (north ?x) (west ?x)) (<= (east ?x) (north ?x)) (<= (south ?x) (east ?x)) (<= (west ?x) (south ?x))
                  (<= (seen ?x) (north ?x))";
    assert_eq!(seen(circle), NONE);
    assert_eq!(seen(&format!("{circle} (east a) (west b) (<= (south c) (not nothing))")), ["a", "b", "c"]);
}

#[test]
fn recursion_goes_left_and_right_and_both_ways() {
    let edges = "(edge a b) (edge b c) (edge c a) (edge c d) (edge e a)";
    let from_d = "(<= (seen ?x) (path d ?x))";
    let from_a = "(<= (seen ?x) (path a ?x))";
    for rule in [
        "(<= (path ?x ?y) (edge ?x ?y)) (<= (path ?x ?z) (path ?x ?y) (edge ?y ?z))",
        "(<= (path ?x ?z) (edge ?x ?y) (path ?y ?z)) (<= (path ?x ?y) (edge ?x ?y))",
        "(<= (path ?x ?z) (path ?x ?y) (path ?y ?z)) (<= (path ?x ?y) (edge ?x ?y))",
    ] {
        assert_eq!(seen(&format!("{edges} {rule} {from_a}")), ["a", "b", "c", "d"]);
        assert_eq!(seen(&format!("{edges} {rule} {from_d}")), NONE);
        let rest = "(<= (seen ?x) (edge ?x ?y) (not (path ?x ?x)))";
        assert_eq!(seen(&format!("{edges} {rule} {rest}")), ["e"]);
    }
}

#[test]
fn relations_that_recur_through_one_another_may_say_what_holds_at_the_start() {
    let numbers = "(follows 0 1) (follows 1 2) (follows 2 3) (follows 3 4) (even 0)
        (<= (odd ?y) (even ?x) (follows ?x ?y)) (<= (even ?y) (odd ?x) (follows ?x ?y))";
    let reasoner = reason(&game(&format!("(legal you wait) {numbers} (<= (init (lit ?x)) (even ?x))")));
    assert_eq!(reasoner.texts(reasoner.initial().fluents()), ["(lit 0)", "(lit 2)", "(lit 4)"]);
}

#[test]
fn recursion_may_build_terms_up_to_a_bound() {
    let lists = "(item a) (item b) (below 0 1) (below 1 2) (list 0 nil)
        (<= (list ?m (cons ?x ?rest)) (list ?n ?rest) (below ?n ?m) (item ?x))";
    assert_eq!(
        seen(&format!("{lists} (<= (seen ?l) (list 2 ?l))")),
        ["(cons a (cons a nil))", "(cons a (cons b nil))", "(cons b (cons a nil))", "(cons b (cons b nil))"]
    );
    assert_eq!(
        seen("(tall (s (s (s 0)))) (<= (seen ?x) (tall ?x)) (<= (tall ?x) (tall (s ?x)))"),
        ["(s (s (s 0)))", "(s (s 0))", "(s 0)", "0"]
    );
}

#[test]
fn recursion_by_a_condition_elsewhere_is_a_fixpoint_too() {
    // Nothing but `q` bounds this recursion; it ends all the same.
    assert_eq!(seen("(q a) (q b) (r c) (<= (r ?x) (r ?y) (q ?x)) (<= (seen ?x) (r ?x))"), ["a", "b", "c"]);
}

#[test]
fn negation_looks_at_what_is_complete() {
    // A game of moving along edges: a place is lost if every way from it leads to a won place.
    let places = "(edge a b) (edge b c) (edge a c) (edge d a)
        (<= (seen ?x) (place ?x) (not (can_move ?x)))
        (<= (can_move ?x) (edge ?x ?y))
        (<= (place ?x) (edge ?x ?y)) (<= (place ?y) (edge ?x ?y))";
    assert_eq!(seen(places), ["c"]);
    assert_eq!(
        seen("(edge a b) (edge b a) (edge b c) (<= (r ?x) (edge a ?x)) (<= (r ?y) (r ?x) (edge ?x ?y))
              (<= (u ?x) (edge ?y ?x) (not (r ?x))) (<= (v ?x) (r ?x) (not (u ?x))) (<= (seen ?x) (v ?x) (not (edge ?x a)))"),
        ["a", "c"]
    );
}

// --- the course of a game ---

#[test]
fn the_start_comes_from_init_alone() {
    let reasoner = reason(&game(
        "(init a) (legal you wait) (next b) (<= (next c) (true a)) (<= (next d) (not (does you wait)))",
    ));
    assert_eq!(reasoner.texts(reasoner.initial().fluents()), ["a"]);
    let second = after(&reasoner, reasoner.initial(), "wait");
    assert_eq!(reasoner.texts(second.fluents()), ["b", "c"]);
    assert_eq!(reasoner.texts(after(&reasoner, &second, "wait").fluents()), ["b"]);
}

#[test]
fn a_game_may_start_with_nothing() {
    let reasoner = reason(&game("(legal you wait) (<= (next on) (not (true on)))"));
    assert_eq!(reasoner.texts(reasoner.initial().fluents()), NONE);
    let on = after(&reasoner, reasoner.initial(), "wait");
    assert_eq!(reasoner.texts(on.fluents()), ["on"]);
    assert_eq!(&after(&reasoner, &on, "wait"), reasoner.initial());
}

#[test]
fn what_the_start_says_of_a_state_is_said_of_none() {
    let reasoner =
        reason(&game("(legal you wait) (init a) (<= (init b) (true a)) (<= (init c) (not (true a)))"));
    assert_eq!(reasoner.texts(reasoner.initial().fluents()), ["a", "c"]);
}

#[test]
fn base_and_input_never_change_play() {
    let play = "(init (at 1)) (succ 1 2) (<= (legal you (go ?y)) (true (at ?x)) (succ ?x ?y))
                (<= (next (at ?y)) (does you (go ?y)))";
    for hints in [
        "",
        "(base (at 1)) (base (at 2)) (input you (go 2))",
        "(base (at 7)) (input you (go 7)) (input you rest)",
        "(<= (base (at ?x)) (number ?x)) (number 5) (<= (input you ?x) (base ?x))",
        // Too much, if anyone listed it.
        "(<= (base (grid ?a ?b ?c ?d ?e ?f ?g ?h)) (n ?a) (n ?b) (n ?c) (n ?d) (n ?e) (n ?f) (n ?g) (n ?h))
         (n 0) (n 1) (n 2) (n 3) (n 4) (n 5) (n 6) (n 7) (n 8) (n 9)",
    ] {
        let reasoner = reason(&game(&format!("{play} {hints}")));
        assert_eq!(reasoner.texts(reasoner.initial().fluents()), ["(at 1)"]);
        assert_eq!(legal(&reasoner, reasoner.initial(), 0), ["(go 2)"]);
        let second = after(&reasoner, reasoner.initial(), "(go 2)");
        assert_eq!(reasoner.texts(second.fluents()), ["(at 2)"]);
        assert_eq!(legal(&reasoner, &second, 0), NONE);
    }
}

#[test]
fn base_and_input_may_be_conditions_like_others() {
    let reasoner = reason(&game(
        "(base a) (base b) (input you go) (init a) (<= (legal you ?m) (input you ?m)) (<= (next ?f) (base ?f) (not (true ?f)))",
    ));
    let second = after(&reasoner, reasoner.initial(), "go");
    assert_eq!(reasoner.texts(second.fluents()), ["b"]);
}

#[test]
fn legal_moves_may_be_conditions() {
    let rules = "(role you) (init (heap 1)) (succ 0 1)
        (<= (legal you (take ?y)) (true (heap ?x)) (succ ?y ?x))
        (<= (next (heap ?y)) (does you (take ?y)))
        (<= any_move (legal you ?m)) (<= terminal (not any_move))
        (<= (goal you 100) (not any_move)) (<= (goal you 0) any_move)";
    let reasoner = reason(rules);
    let mut view = reasoner.view(reasoner.initial());
    assert!(!view.terminal().unwrap());
    assert_eq!(view.goals().unwrap(), [RoleGoal::Unique(0)]);
    let last = after(&reasoner, reasoner.initial(), "(take 0)");
    let mut view = reasoner.view(&last);
    assert!(view.terminal().unwrap());
    assert_eq!(view.goals().unwrap(), [RoleGoal::Unique(100)]);
}

#[test]
fn goals_and_the_end_may_be_conditions() {
    let rules = "(role you) (legal you wait) (init on) (<= terminal (goal you 100)) (<= (goal you 100) (true on))
        (<= (next over) terminal) (<= (next won) (goal you 100)) (<= (next moved) (legal you ?m) (does you ?m))";
    let reasoner = reason(rules);
    assert!(reasoner.view(reasoner.initial()).terminal().unwrap());
    let second = after(&reasoner, reasoner.initial(), "wait");
    assert_eq!(reasoner.texts(second.fluents()), ["moved", "over", "won"]);
    assert!(!reasoner.view(&second).terminal().unwrap());
}

#[test]
fn a_move_may_be_any_term_that_facts_list() {
    let reasoner = reason(&game(
        "(play rock) (play (throw (paper 1))) (play 7) (<= (legal you ?m) (play ?m)) (<= (next (made ?m)) (does you ?m))",
    ));
    assert_eq!(legal(&reasoner, reasoner.initial(), 0), ["(throw (paper 1))", "7", "rock"]);
    let second = after(&reasoner, reasoner.initial(), "(throw (paper 1))");
    assert_eq!(reasoner.texts(second.fluents()), ["(made (throw (paper 1)))"]);
}

#[test]
fn a_fluent_may_be_any_variable() {
    let reasoner = reason(&game(
        "(init a) (init (f b)) (legal you keep) (legal you drop) (<= (next ?f) (true ?f) (does you keep)) (<= (next (f ?f)) (true ?f) (does you drop))",
    ));
    let start = reasoner.initial();
    assert_eq!(&after(&reasoner, start, "keep"), start);
    assert_eq!(reasoner.texts(after(&reasoner, start, "drop").fluents()), ["(f (f b))", "(f a)"]);
}

#[test]
fn states_are_the_same_if_their_fluents_are() {
    let reasoner = reason(&game(
        "(init (at 0)) (step 0 a b) (legal you left) (legal you right)
         (<= (next (p 1)) (does you left)) (<= (next (p 2)) (does you left))
         (<= (next (p 2)) (does you right)) (<= (next (p 1)) (does you right))",
    ));
    let (left, right) =
        (after(&reasoner, reasoner.initial(), "left"), after(&reasoner, reasoner.initial(), "right"));
    assert_eq!(left, right);
    assert_eq!(left.fluents().len(), 2);
    assert_ne!(&left, reasoner.initial());
}

#[test]
fn legal_moves_are_sorted_by_their_text() {
    let reasoner =
        reason(&game("(legal you b) (legal you (a 10)) (legal you (a 9)) (legal you B) (legal you a)"));
    assert_eq!(legal(&reasoner, reasoner.initial(), 0), ["(a 10)", "(a 9)", "B", "a", "b"]);
}

#[test]
fn a_term_has_a_name_and_parts() {
    let reasoner = reason(&game("(legal you (mark (f) b)) (legal you noop)"));
    let moves = reasoner.view(reasoner.initial()).legal(0).unwrap();
    let (name, args) = reasoner.parts(moves[0]);
    assert_eq!(
        (name, args.iter().map(|&arg| reasoner.text(arg)).collect::<Vec<_>>()),
        ("mark", vec!["(f)".into(), "b".into()])
    );
    assert_eq!(reasoner.parts(moves[1]), ("noop", vec![]));
    assert_eq!(reasoner.parts(args[0]), ("f", vec![]));
}

#[test]
fn a_view_answers_the_same_in_any_order_and_again_and_again() {
    let reasoner = reason(
        "(role you) (role me) (init (n 0)) (succ 0 1) (succ 1 2)
         (<= (legal you (add ?y)) (true (n ?x)) (succ ?x ?y)) (legal me wait) (legal me double)
         (<= (next (n ?y)) (does you (add ?y)) (does me wait))
         (<= (next (n 2)) (does me double)) (<= (next (seen ?m)) (does me ?m))
         (<= (sees me (you ?m)) (does you ?m))
         (<= terminal (true (n 2))) (<= (goal you 50) (true (n ?x))) (goal me 10)",
    );
    let start = reasoner.initial();
    let add = mov(&reasoner, start, 0, "(add 1)");
    let (wait, double) = (mov(&reasoner, start, 1, "wait"), mov(&reasoner, start, 1, "double"));
    let mut view = reasoner.view(start);
    let texts = |state: &State| reasoner.texts(state.fluents());
    for _ in 0..3 {
        assert_eq!(texts(&view.next(&[add, wait]).unwrap()), ["(n 1)", "(seen wait)"]);
        assert_eq!(view.percepts(&[add, double], 1).unwrap().len(), 1);
        assert_eq!(texts(&view.next(&[add, double]).unwrap()), ["(n 2)", "(seen double)"]);
        assert!(!view.terminal().unwrap());
        assert_eq!(view.legal(1).unwrap(), [double, wait]);
        assert_eq!(view.goals().unwrap(), [RoleGoal::Unique(50), RoleGoal::Unique(10)]);
        assert_eq!(view.legal(0).unwrap(), [add]);
    }
}

#[test]
fn an_illegal_joint_move_has_an_answer_too() {
    let reasoner = reason(
        "(role you) (role me) (init (at 1)) (succ 1 2) (succ 2 3)
         (<= (legal you (go ?y)) (true (at ?x)) (succ ?x ?y)) (legal me wait) terminal
         (<= (next (at ?y)) (does you (go ?y))) (<= (next (idle ?r)) (does ?r wait))",
    );
    let start = reasoner.initial();
    let (go2, wait) = (mov(&reasoner, start, 0, "(go 2)"), mov(&reasoner, start, 1, "wait"));
    let second = reasoner.view(start).next(&[go2, wait]).unwrap();
    let go3 = mov(&reasoner, &second, 0, "(go 3)");
    let next = |joint: &[TermId]| reasoner.texts(reasoner.view(start).next(joint).unwrap().fluents());
    assert_eq!(next(&[go3, wait]), ["(at 3)", "(idle me)"]);
    assert_eq!(next(&[wait, go2]), ["(idle you)"]);
    assert_eq!(next(&[go2]), ["(at 2)"]);
    assert_eq!(next(&[]), NONE);
    assert_eq!(next(&[wait, wait, wait]), ["(idle me)", "(idle you)"]);
}

#[test]
fn one_move_is_every_roles_own() {
    let reasoner = reason(
        "(role you) (role me) (legal ?r a) (legal you b) terminal (goal you 0) (<= (next (did ?r ?m)) (does ?r ?m))"
            .replace("(legal ?r a)", "(<= (legal ?r a) (role ?r))")
            .as_str(),
    );
    let start = reasoner.initial();
    assert_eq!(
        (legal(&reasoner, start, 0), legal(&reasoner, start, 1)),
        (vec!["a".into(), "b".into()], vec!["a".to_owned()])
    );
    let (a, b) = (mov(&reasoner, start, 1, "a"), mov(&reasoner, start, 0, "b"));
    let next = reasoner.view(start).next(&[b, a]).unwrap();
    assert_eq!(reasoner.texts(next.fluents()), ["(did me a)", "(did you b)"]);
}

// --- roles, payoffs, percepts ---

fn roles(rules: &str) -> Vec<String> {
    let reasoner = reason(rules);
    reasoner.roles().iter().map(|&role| reasoner.text(role)).collect()
}

#[test]
fn roles_keep_the_order_of_their_declaration() {
    let rest = "(legal white wait) terminal (goal white 0)";
    assert_eq!(roles(&format!("(role white) (role black) (role amber) {rest}")), ["white", "black", "amber"]);
    assert_eq!(
        roles(&format!("{rest} (role zoe) (<= (role white)) (role zoe) (role random)")),
        ["zoe", "white", "random"]
    );
    assert_eq!(
        roles("(role (robot 2)) (role (robot 1)) (legal (robot 1) go) terminal (goal (robot 1) 0)"),
        ["(robot 2)", "(robot 1)"]
    );
}

#[test]
fn roles_that_rules_derive_come_last_by_their_texts() {
    let rules = "(role zed) (<= (role ?x) (plays ?x)) (plays b) (plays zed) (plays a) (legal zed wait) terminal (goal zed 0)";
    assert_eq!(roles(rules), ["zed", "a", "b"]);
}

#[rstest]
#[case::none("", RoleGoal::Missing)]
#[case::one("(goal you 100)", RoleGoal::Unique(100))]
#[case::zero("(goal you 0)", RoleGoal::Unique(0))]
#[case::one_twice("(goal you 50) (<= (goal you ?n) (n ?n)) (n 50)", RoleGoal::Unique(50))]
#[case::several("(goal you 100) (goal you 0)", RoleGoal::Ambiguous(vec!["0".into(), "100".into()]))]
#[case::too_great("(<= (goal you ?n) (n ?n)) (n 101)", RoleGoal::Ambiguous(vec!["101".into()]))]
#[case::negative("(<= (goal you ?n) (n ?n)) (n -1)", RoleGoal::Ambiguous(vec!["-1".into()]))]
#[case::a_word("(<= (goal you ?n) (n ?n)) (n win)", RoleGoal::Ambiguous(vec!["win".into()]))]
#[case::a_term("(<= (goal you ?n) (n ?n)) (n (plus 1 2))", RoleGoal::Ambiguous(vec!["(plus 1 2)".into()]))]
#[case::of_a_stranger("(<= (goal ?r 100) (somebody ?r)) (somebody me)", RoleGoal::Missing)]
fn a_payoff_is_clear_or_not(#[case] rules: &str, #[case] expected: RoleGoal) {
    let rest = "(role you) (legal you wait) terminal";
    assert_eq!(payoffs(&format!("{rest} {rules}")), std::slice::from_ref(&expected));
    // The same where payoffs depend on the state.
    let on = rules.replace("(n ?n))", "(n ?n) (true on))");
    assert_eq!(payoffs(&format!("{rest} (init on) {on}")), [expected]);
}

#[test]
fn a_payoff_may_lack_another_of_its_own_relation() {
    let rules = |won: &str| {
        format!(
            "(role white) (role black) (legal white wait) (legal black wait) terminal (won {won})
             (<= (goal ?r 100) (role ?r) (won ?r))
             (<= (goal white 0) (not (goal white 100)) (not (goal white 50)))
             (<= (goal black 0) (not (goal black 100)) (not (goal black 50)))
             (<= (goal ?r 50) (role ?r) (won both))"
        )
    };
    assert_eq!(payoffs(&rules("white")), [RoleGoal::Unique(100), RoleGoal::Unique(0)]);
    assert_eq!(payoffs(&rules("black")), [RoleGoal::Unique(0), RoleGoal::Unique(100)]);
    assert_eq!(payoffs(&rules("both")), [RoleGoal::Unique(50), RoleGoal::Unique(50)]);
    assert_eq!(payoffs(&rules("nobody")), [RoleGoal::Unique(0), RoleGoal::Unique(0)]);
}

#[test]
fn a_chain_of_negations_in_one_relation_is_followed_fact_by_fact() {
    let chain = "(<= (p 1) (not (p 2))) (<= (p 2) (not (p 3))) (<= (p 3) (not (p 4))) (<= (p 4) (not (p 5))) (<= (seen ?x) (p ?x))";
    assert_eq!(seen(chain), ["2", "4"]);
    assert_eq!(seen(&format!("{chain} (p 5)")), ["1", "3", "5"]);
}

#[test]
fn each_role_perceives_what_it_sees() {
    let reasoner = reason(
        "(role random) (role ann) (role bob) (legal random (deal 1)) (legal random (deal 2)) (legal ann wait) (legal bob wait)
         (init fresh) (goal ann 0) terminal (<= (next (card ?c)) (does random (deal ?c)))
         (<= (sees ann (card ?c)) (does random (deal ?c))) (<= (sees ?r begun) (role ?r) (true fresh))
         (<= (sees bob (moved ?r)) (does ?r wait))",
    );
    let start = reasoner.initial();
    let (deal, wait) = (mov(&reasoner, start, 0, "(deal 2)"), mov(&reasoner, start, 1, "wait"));
    let mut view = reasoner.view(start);
    let mut percepts = |role| reasoner.texts(&view.percepts(&[deal, wait, wait], role).unwrap());
    assert_eq!(percepts(0), ["begun"]);
    assert_eq!(percepts(1), ["(card 2)", "begun"]);
    assert_eq!(percepts(2), ["(moved ann)", "(moved bob)", "begun"]);
    let next = view.next(&[deal, wait, wait]).unwrap();
    let mut view = reasoner.view(&next);
    assert_eq!(reasoner.texts(&view.percepts(&[deal, wait, wait], 1).unwrap()), ["(card 2)"]);
}

#[test]
fn without_sees_nobody_perceives_anything() {
    let reasoner = reason(&game("(legal you wait)"));
    let wait = mov(&reasoner, reasoner.initial(), 0, "wait");
    assert_eq!(reasoner.view(reasoner.initial()).percepts(&[wait], 0).unwrap(), []);
}

// --- what is refused before it gets here ---

#[rstest]
#[case::head_variable("(<= (p ?x) (q a)) (q a)", gdl::Code::UNSAFE_VARIABLE)]
#[case::fact_with_a_variable("(p ?x)", gdl::Code::UNSAFE_VARIABLE)]
#[case::negated_variable("(<= (p a) (not (q ?x))) (q a)", gdl::Code::UNSAFE_VARIABLE)]
#[case::one_branch_does_not_bind("(<= (p ?x) (or (q ?x) (q a))) (q a)", gdl::Code::UNSAFE_VARIABLE)]
#[case::relation_with_two_arities("(p a) (p a b)", gdl::Code::ARITY_CLASH)]
#[case::function_with_two_arities("(p (f a)) (p (f a b))", gdl::Code::ARITY_CLASH)]
#[case::keyword_with_another_arity("(<= p (true a b))", gdl::Code::ARITY_CLASH)]
#[case::negation_in_a_circle("(<= p (not q)) (<= q p)", gdl::Code::UNSTRATIFIED)]
#[case::endless_terms("(p 0) (<= (p (s ?x)) (p ?x))", gdl::Code::UNRESTRICTED_RECURSION)]
#[case::legal_by_does("(<= (legal you b) (does you a))", gdl::Code::DEPENDS_ON_MOVES)]
fn rules_without_a_meaning_are_refused(#[case] rules: &str, #[case] code: gdl::Code) {
    let rejected = gdl::Rulesheet::parse("rules.kif", game(&format!("(legal you wait) {rules}")).as_bytes())
        .unwrap_err();
    assert!(rejected.errors().any(|error| error.code() == code), "{:?}", rejected.diagnostics);
}

// --- limits ---

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
fn terms_that_grow_without_end_are_an_error() {
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
fn a_state_that_grows_for_ever_ends_in_an_error() {
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
fn a_term_of_the_rules_may_be_too_deep_itself() {
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
fn a_search_in_vain_is_too_much_work_as_well() {
    // No fact is ever derived, however many combinations are looked at.
    let rules = format!("{DIGITS} (init on) (legal you wait) (<= (next a) (true on) (d ?a) (d ?b) (d ?c) (d ?d) (d ?e) (d ?f) (d ?g) (never ?a ?b ?c ?d ?e ?f ?g))
        (<= (never ?a ?b ?c ?d ?e ?f ?g) (d ?a) (d ?b) (d ?c) (d ?d) (d ?e) (d ?f) (d ?g) (distinct (t ?a ?b ?c ?d ?e ?f ?g) (t ?a ?b ?c ?d ?e ?f ?g)))");
    let small = Limits { steps: 10_000, ..Limits::default() };
    assert!(matches!(error(&rules, small), LogicError::TooMuchWork { .. }));
}

#[test]
fn no_time_at_all_is_too_little_for_a_long_question() {
    let rules = format!(
        "{DIGITS} (legal you wait) (<= (next (c ?a ?b ?c ?d ?e ?f)) (does you wait) (d ?a) (d ?b) (d ?c) (d ?d) (d ?e) (d ?f))"
    );
    let hasty = Limits { time: Duration::ZERO, ..Limits::default() };
    let LogicError::TooMuchWork { limit, .. } = error(&rules, hasty) else { panic!("another error") };
    assert_eq!(limit, "0ns");
}

#[test]
fn limits_that_suffice_change_nothing() {
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
fn errors_say_what_and_how_much() {
    let errors = [
        LogicError::TooManyTerms { limit: 9 },
        LogicError::TermTooDeep { limit: 9 },
        LogicError::TooMuchWork { relation: "next".into(), limit: "9 facts".into() },
    ];
    assert_eq!(
        errors.map(|error| error.to_string()),
        [
            "the rules make more than 9 different terms",
            "the rules make a term nested deeper than 9 levels; a recursion that builds terms needs a bound",
            "deriving `next` takes more than 9 facts; give its rules narrower conditions, or raise the limit",
        ]
    );
}

#[test]
fn a_question_that_is_too_much_is_too_much_again() {
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
fn a_move_that_is_too_much_leaves_nothing_behind() {
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
fn a_way_of_a_thousand_steps_is_followed() {
    let edges: String = (0..1200).map(|n| format!("(edge n{n} n{}) ", n + 1)).collect();
    let rules = game(&format!(
        "{edges} (<= (path ?x ?y) (edge ?x ?y)) (<= (path ?x ?z) (edge ?x ?y) (path ?y ?z))
         (<= (legal you go) (path n0 n1200)) (<= (legal you back) (path n1200 n0))"
    ));
    let reasoner = reason(&rules);
    assert_eq!(legal(&reasoner, reasoner.initial(), 0), ["go"]);
}

#[test]
fn a_relation_may_step_through_itself_a_thousand_times() {
    let steps: String = (0..1000).map(|n| format!("(<= (p {} ?x) (p {n} ?x)) ", n + 1)).collect();
    assert_eq!(initially(&game(&format!("{steps} (p 0 a) (<= (init ?x) (p 1000 ?x))"))), ["a"]);
}

#[test]
fn a_term_that_doubles_itself_is_too_long() {
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

// --- sharing ---

#[test]
fn threads_that_share_a_reasoner_find_what_one_alone_finds() {
    // A counter that writes its history: new terms are made all the time.
    let rules = game(
        "(init (log nil)) (init (n 0)) (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 0)
         (<= (legal you (add ?k)) (succ ?k ?m)) (<= (sum ?x 0 ?x) (succ ?x ?y))
         (<= (sum ?x ?m ?z) (sum ?x ?k ?y) (succ ?k ?m) (distinct ?m 0) (succ ?y ?z))
         (<= (next (n ?z)) (does you (add ?k)) (true (n ?x)) (sum ?x ?k ?z))
         (<= (next (log (cons ?k ?l))) (does you (add ?k)) (true (log ?l)))",
    );
    let walk = |reasoner: &Reasoner, mut seed: usize| {
        let mut state = reasoner.initial().clone();
        let mut story = Vec::new();
        for _ in 0..30 {
            let mut view = reasoner.view(&state);
            let moves = view.legal(0).unwrap();
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let next = view.next(&[moves[(seed >> 33) % moves.len()]]).unwrap();
            drop(view);
            state = next;
            story.push(reasoner.texts(state.fluents()).join(" "));
        }
        story
    };
    let shared = reason(&rules);
    let together: Vec<Vec<String>> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4)
            .map(|seed| {
                scope.spawn({
                    let shared = &shared;
                    move || walk(shared, seed)
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    for (seed, story) in together.iter().enumerate() {
        assert_eq!(story, &walk(&reason(&rules), seed));
    }
    // Two views of one state at a time, each asked in turns.
    let (mut one, mut other) = (shared.view(shared.initial()), shared.view(shared.initial()));
    let moves = one.legal(0).unwrap();
    for &mov in &moves {
        assert_eq!(one.next(&[mov]).unwrap(), other.next(&[mov]).unwrap());
    }
}
