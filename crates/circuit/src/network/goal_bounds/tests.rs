use crate::testing::grounded;
use crate::{Circuit, GoalBounds};

/// What the first role can still get, by the fluents that hold.
fn bounds(text: &str, states: &[&[&str]]) -> Option<Vec<(u8, u8)>> {
    told(text, states, |bounds, states, found| bounds.of_states(states.iter().map(|state| &state[..]), found))
}

/// How much has to be settled for the first role to get so much, and for it not to get so much.
fn proof_numbers(text: &str, at_least: u8, states: &[&[&str]]) -> Vec<(u8, u8)> {
    told(text, states, |bounds, states, found| {
        bounds.proof_numbers(states.iter().map(|state| &state[..]), &|goal| goal >= at_least, found);
    })
    .expect("some fluents never change again")
}

/// What is told of states by the fluents that hold.
fn told<T>(
    text: &str,
    states: &[&[&str]],
    tell: impl FnOnce(&mut GoalBounds, &[[u64; 1]], &mut Vec<T>),
) -> Option<Vec<T>> {
    let (grounding, reasoner) = grounded(text);
    let circuit = Circuit::new(&grounding, &reasoner).unwrap();
    let mut bounds = circuit.goal_bounds(0)?;
    let fluents: Vec<String> = grounding.fluents.iter().map(|&fluent| reasoner.text(fluent)).collect();
    let number = |fluent: &&str| fluents.iter().position(|known| known == fluent).unwrap();
    let states: Vec<[u64; 1]> =
        states.iter().map(|state| [state.iter().map(|fluent| 1 << number(fluent)).sum()]).collect();
    let mut found = Vec::new();
    tell(&mut bounds, &states, &mut found);
    Some(found)
}

/// Lamps that are put out one by one, and come on again if `next` says so.
fn lamps(goal: &str, next: &str) -> String {
    format!(
        "(role you) (lamp 1) (lamp 2) (init (on 1)) (init (on 2))
        (<= (legal you (press ?x)) (lamp ?x))
        (<= (next (on ?x)) (true (on ?x)) (not (does you (press ?x)))) {next}
        (<= terminal (not (true (on 1)))) (<= (goal you 100) {goal}) (<= (goal you 30) (not {goal}))"
    )
}

#[test]
fn what_never_comes_back_is_not_waited_for() {
    let found = bounds(&lamps("(true (on 2))", ""), &[&["(on 1)", "(on 2)"], &["(on 1)"]]);
    assert_eq!(found, Some(vec![(30, 100), (30, 30)]));
}

#[test]
fn nothing_is_told_of_a_game_in_which_everything_comes_again() {
    let again = "(<= (next (on ?x)) (lamp ?x) (not (true (on ?x))))";
    assert_eq!(bounds(&lamps("(true (on 2))", again), &[&["(on 1)"]]), None);
}

/// Two roles that mark three cells by turns; three marks of one role win. `moved` is who marked last.
const MARKS: &str =
    "(role x) (role o) (opponent x o) (opponent o x) (cell 1) (cell 2) (cell 3) (init (control x))
    (<= (taken ?c) (true (mark ?c ?r)))
    (<= (legal ?r (put ?c)) (true (control ?r)) (cell ?c) (not (taken ?c)))
    (<= (legal ?r noop) (role ?r) (not (true (control ?r))))
    (<= (next (mark ?c ?r)) (does ?r (put ?c))) (<= (next (mark ?c ?r)) (true (mark ?c ?r)))
    (<= (next (control ?o)) (true (control ?r)) (opponent ?r ?o))
    (<= (own ?c) (true (mark ?c ?r)) (opponent ?r ?o) (true (control ?o)))
    (<= line (own 1) (own 2) (own 3)) (<= terminal line) (<= terminal (taken 1) (taken 2) (taken 3))
    (<= (goal ?r 100) line (opponent ?r ?o) (true (control ?o))) (<= (goal ?r 0) line (true (control ?r)))
    (<= (goal ?r 50) (role ?r) (not line))";

#[test]
fn a_line_with_a_mark_of_each_role_is_nobodys() {
    let states: [&[&str]; 4] = [
        &["(control x)"],
        &["(mark 1 x)", "(control o)"],
        &["(mark 3 o)", "(control x)"],
        &["(mark 1 x)", "(mark 3 o)", "(control x)"],
    ];
    assert_eq!(bounds(MARKS, &states), Some(vec![(0, 100), (50, 100), (0, 50), (50, 50)]));
}

#[test]
fn more_states_than_a_word_has_lanes_are_worked_out_in_turns() {
    let dead: &[&str] = &["(mark 1 x)", "(mark 3 o)", "(control x)"];
    let mut states = vec![dead; 100];
    states[40] = &["(control x)"];
    let mut expected = vec![(50, 50); 100];
    expected[40] = (0, 100);
    assert_eq!(bounds(MARKS, &states), Some(expected));
    assert_eq!(bounds(MARKS, &[]), Some(Vec::new()));
}

#[test]
fn who_may_end_without_a_goal_may_get_nothing() {
    let states: [&[&str]; 1] = [&["(on 1)", "(on 2)"]];
    let paid = lamps("(true (on 2))", "");
    assert_eq!(bounds(&paid, &states), Some(vec![(30, 100)]));
    let unpaid = paid.replace("(<= (goal you 30) (not (true (on 2))))", "");
    assert_ne!(unpaid, paid);
    assert_eq!(bounds(&unpaid, &states), Some(vec![(0, 100)]));
}

/// Two rows of two cells.
const ROWS: &str =
    "(role x) (role o) (opponent x o) (opponent o x) (cell 1) (cell 2) (cell 3) (cell 4) (init (control x))
    (<= (taken ?c) (true (mark ?c ?r)))
    (<= (legal ?r (put ?c)) (true (control ?r)) (cell ?c) (not (taken ?c)))
    (<= (legal ?r noop) (role ?r) (not (true (control ?r))))
    (<= (next (mark ?c ?r)) (does ?r (put ?c))) (<= (next (mark ?c ?r)) (true (mark ?c ?r)))
    (<= (next (control ?o)) (true (control ?r)) (opponent ?r ?o))
    (<= (row ?r) (true (mark 1 ?r)) (true (mark 2 ?r))) (<= (row ?r) (true (mark 3 ?r)) (true (mark 4 ?r)))
    (<= terminal (row ?r)) (<= terminal (taken 1) (taken 2) (taken 3) (taken 4))
    (<= (goal ?r 100) (row ?r)) (<= (goal ?r 0) (role ?r) (not (row ?r)))";

#[test]
fn each_row_that_is_open_has_to_be_met() {
    let states: [&[&str]; 5] = [
        &["(control x)"],
        &["(mark 1 x)", "(control o)"],
        &["(mark 1 o)", "(control x)"],
        &["(mark 1 o)", "(mark 4 o)", "(control x)"],
        &["(mark 1 x)", "(mark 2 x)", "(control o)"],
    ];
    assert_eq!(proof_numbers(ROWS, 100, &states), [(2, 2), (1, 2), (2, 1), (255, 0), (0, 255)]);
}

#[test]
fn each_case_of_whose_turn_it_is_counts_for_itself() {
    let states: [&[&str]; 2] = [&["(mark 1 x)", "(control o)"], &["(mark 1 x)", "(mark 3 o)", "(control x)"]];
    assert_eq!(proof_numbers(MARKS, 100, &states), [(2, 1), (255, 0)]);
    // Where o marks last the row has to be met; where x does, to have it and to meet it are two ways to
    // the same.
    assert_eq!(proof_numbers(MARKS, 50, &[&["(control x)"]]), [(2, 7)]);
    assert_eq!(proof_numbers(MARKS, 50, &states), [(1, 3), (0, 255)]);
    assert_eq!(proof_numbers(MARKS, 100, &[states[0]; 100]), [(2, 1); 100]);
    assert!(proof_numbers(MARKS, 100, &[]).is_empty());
}
