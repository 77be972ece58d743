use spielbaum_game::{Game, perft};

use crate::{Match, Walk, rules};

// --- phantom tic-tac-toe ---

#[test]
fn phantom_players_know_where_they_may_mark() {
    let rules = rules("phantom-tictactoe");
    let walk = Walk::within(&rules, 5, &|moves| moves.to_vec());
    assert!(!walk.moves.is_empty());
    // The second player does not know where the first has marked: nine cells, one of them taken.
    assert_eq!(perft(&rules, 3), Ok(vec![9, 9 * 9, 9 * (8 * 8 + 8)]));
}

#[test]
fn a_taken_cell_is_announced_and_the_turn_goes_on() {
    let rules = rules("phantom-tictactoe");
    let line = Match::of(&rules, &["xplayer (mark 2 2)", "oplayer (mark 2 2)", "oplayer (mark 1 1)"]);
    for player in ["xplayer", "oplayer"] {
        assert_eq!(line.seen_by(player), [["free"], ["taken"], ["free"]]);
    }
    let line = Match::of(&rules, &["xplayer (mark 2 2)", "oplayer (mark 2 2)"]);
    assert_eq!(line.legal("xplayer"), ["noop"]);
    assert_eq!(line.legal("oplayer").len(), 8);
    assert!(!line.legal("oplayer").contains(&"(mark 2 2)".to_owned()));
}

#[test]
fn a_line_wins_phantom_tictactoe_and_a_full_board_draws() {
    let rules = rules("phantom-tictactoe");
    let win = [
        "xplayer (mark 1 1)",
        "oplayer (mark 1 2)",
        "xplayer (mark 2 1)",
        "oplayer (mark 2 1)",
        "oplayer (mark 2 2)",
        "xplayer (mark 3 1)",
    ];
    assert_eq!(Match::of(&rules, &win).payoffs(), [100, 0]);
    let draw = [
        "xplayer (mark 1 1)",
        "oplayer (mark 2 1)",
        "xplayer (mark 3 1)",
        "oplayer (mark 2 2)",
        "xplayer (mark 2 3)",
        "oplayer (mark 1 2)",
        "xplayer (mark 3 2)",
        "oplayer (mark 3 3)",
        "xplayer (mark 1 3)",
    ];
    assert_eq!(Match::of(&rules, &draw).payoffs(), [50, 50]);
}

// --- Dark Hex ---

#[test]
fn players_of_dark_hex_know_where_they_may_place() {
    let rules = rules("dark-hex-3x3");
    let walk = Walk::within(&rules, 5, &|moves| moves.to_vec());
    assert_eq!(walk.sums, [100].into());
}

#[test]
fn a_chain_wins_dark_hex_and_stones_stay_hidden() {
    let rules = rules("dark-hex-3x3");
    let line = ["red (place 2 1)", "blue (place 1 2)", "red (place 2 2)", "blue (place 2 2)"];
    let tried = Match::of(&rules, &line);
    for player in ["red", "blue"] {
        assert_eq!(tried.seen_by(player), [["free"], ["free"], ["free"], ["taken"]]);
    }
    assert_eq!((tried.legal("red"), tried.legal("blue").len()), (vec!["noop".to_owned()], 7));
    let end = [&line[..], &["blue (place 3 1)", "red (place 2 3)"]].concat();
    assert_eq!(Match::of(&rules, &end).payoffs(), [100, 0]);
}

#[test]
fn chains_are_those_of_hex() {
    // Blue goes around red: (1 2), (2 1), which touches it below to the right, and (3 1).
    let line = [
        "red (place 2 2)",
        "blue (place 1 2)",
        "red (place 3 3)",
        "blue (place 2 1)",
        "red (place 1 3)",
        "blue (place 3 1)",
    ];
    let rules = rules("dark-hex-3x3");
    assert!(!rules.terminal(&Match::of(&rules, &line[..5]).state));
    assert_eq!(Match::of(&rules, &line).payoffs(), [0, 100]);
}
