//! Games that seem to be Connect Four or Othello.

use std::time::Duration;

use game::{Game, NamedGame, Rules};

use super::sheet;
use crate::{
    ConnectFourProblem, Files, Limits, Method, OthelloProblem, SolutionReport, Solved, connect_four, othello,
};

/// The rules of a built-in game, changed.
fn changed(name: &str, from: &str, to: &str) -> Rules {
    let rules = NamedGame::find(name).unwrap().rules;
    assert!(rules.contains(from), "{from}");
    sheet(&rules.replace(from, to))
}

fn by(method: Method, game: &Rules) -> Solved<<Rules as Game>::Move> {
    let limits = Limits { threads: 1, ..Limits::default() };
    crate::solve(game, &game.initial(), method, &limits, Files::default(), &|_| ()).unwrap()
}

fn is_proven(game: &Rules, solved: &Solved<<Rules as Game>::Move>) -> bool {
    SolutionReport::new(game, solved, Duration::ZERO).proven
}

const SMALL: &str = "connect-four(columns=4,rows=4)";

#[test]
fn the_built_in_rules_are_proven_to_be_connect_four_and_othello() {
    for name in [SMALL, "othello-4x4"] {
        let game = sheet(&NamedGame::find(name).unwrap().rules);
        let solved = by(Method::Board, &game);
        assert_eq!(solved.assumed, None, "{name}");
        assert!(is_proven(&game, &solved), "{name}");
    }
}

#[test]
fn what_only_random_plays_compare_with_connect_four_is_not_proven() {
    // In one position that hardly any play comes to, a draw pays otherwise.
    let odd = "(<= odd (true (cell 1 1 r)) (true (cell 2 1 r)) (true (cell 3 1 r)) (true (cell 4 1 y)) (true (cell 1 2 r)) (true (cell 2 2 y)) (true (cell 3 2 r)) (true (cell 4 2 y)) (true (cell 1 3 y)) (true (cell 2 3 y)) (true (cell 3 3 y)) (true (cell 4 3 r)))
(<= (goal red 0) odd (not has_line)) (<= (goal yellow 100) odd (not has_line))
(<= (goal ?player 50) (role ?player) (not has_line) (not odd))";
    let draw = "(<= (goal ?player 50)\n    (role ?player)\n    (not has_line))";
    let game = changed(SMALL, draw, odd);
    let solved = by(Method::Board, &game);
    assert_eq!(solved.assumed, Some("Connect Four"));
    assert!(!is_proven(&game, &solved));
}

#[test]
fn other_rules_than_those_of_connect_four_are_refused() {
    let draw = "(<= (goal ?player 50)\n    (role ?player)\n    (not has_line))";
    let open = "(<= (open ?column)\n    (true (cell ?column 4 b)))";
    let line = "(true (cell ?c4 ?r4 ?disc)))";
    for (from, to, why) in [
        (
            draw,
            "(<= (goal red 0) (not has_line)) (<= (goal yellow 100) (not has_line))",
            "the payoffs are others",
        ),
        (draw, "(<= (goal ?player 10) (role ?player) (not has_line))", "the payoffs have no constant sum"),
        (
            open,
            "(<= (open ?column) (true (cell ?column 4 b)) (not (closed ?column))) (<= (closed 4) (not (true (cell 4 3 b))))",
            "not all columns with room are legal moves",
        ),
        (line, "(true (cell ?c4 ?r4 ?disc)) (true (cell 1 1 ?disc)))", "the game ends at another time"),
    ] {
        let game = changed(SMALL, from, to);
        let refused = connect_four(&game, &game.initial(), &Limits::default()).unwrap_err();
        assert_eq!(refused, ConnectFourProblem::Rules(why), "{to}");
    }
}

#[test]
fn payoffs_of_othello_without_a_constant_sum_are_refused() {
    let draw = "(<= (goal ?player 50)";
    let game = changed("othello-4x4", draw, "(<= (goal ?player 10)");
    let refused = othello(&game, &game.initial(), &Limits::default(), None, &|_| ()).unwrap_err();
    assert!(matches!(refused, OthelloProblem::Rules("the payoffs have no constant sum")), "{refused}");
}

#[test]
fn plays_come_to_a_full_board_of_seven_columns_where_nobody_makes_a_line_who_need_not() {
    let draw = "(<= (goal ?player 50)\n    (role ?player)\n    (not has_line))";
    let game = changed(
        "connect-four",
        draw,
        "(<= (goal red 0) (not has_line)) (<= (goal yellow 100) (not has_line))",
    );
    let refused = connect_four(&game, &game.initial(), &Limits::default()).unwrap_err();
    assert_eq!(refused, ConnectFourProblem::Rules("the payoffs are others"));
}
