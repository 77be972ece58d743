//! States, legal moves and views.

use super::*;

#[test]
fn the_initial_state_comes_from_init_alone() {
    let reasoner = reason(&game(
        "(init a) (legal you wait) (next b) (<= (next c) (true a)) (<= (next d) (not (does you wait)))",
    ));
    assert_eq!(reasoner.texts(reasoner.initial().fluents()), ["a"]);
    let second = after(&reasoner, reasoner.initial(), "wait");
    assert_eq!(reasoner.texts(second.fluents()), ["b", "c"]);
    assert_eq!(reasoner.texts(after(&reasoner, &second, "wait").fluents()), ["b"]);
}

#[test]
fn the_initial_state_may_be_empty() {
    let reasoner = reason(&game("(legal you wait) (<= (next on) (not (true on)))"));
    assert_eq!(reasoner.texts(reasoner.initial().fluents()), NONE);
    let on = after(&reasoner, reasoner.initial(), "wait");
    assert_eq!(reasoner.texts(on.fluents()), ["on"]);
    assert_eq!(&after(&reasoner, &on, "wait"), reasoner.initial());
}

#[test]
fn true_never_holds_in_the_definition_of_the_initial_state() {
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
fn states_are_equal_if_their_fluents_are() {
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
fn the_answers_of_a_view_do_not_depend_on_the_order_of_questions() {
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
fn an_illegal_joint_move_has_a_successor_too() {
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
fn roles_may_share_the_name_of_a_move() {
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

#[test]
fn many_relations_of_state_and_of_moves_are_evaluated_in_the_order_of_their_dependence() {
    // In turns one relation of the state and one of the move, each of which depends on those before it.
    let links: String = (1..=40)
        .map(|at| {
            let before = at - 1;
            format!("(<= (v{at} ?x) (v{before} ?x)) (<= (s{at} ?x) (s{before} ?x) (v{at} ?x))")
        })
        .collect();
    let reasoner = reason(&game(&format!(
        "(init on) (<= (legal you ?x) (true ?x)) (<= (v0 ?x) (true ?x)) (<= (s0 ?x) (does you ?x)) {links}
         (<= (next ?x) (s40 ?x))"
    )));
    let next = after(&reasoner, reasoner.initial(), "on");
    assert_eq!(reasoner.texts(next.fluents()), ["on"]);
}
