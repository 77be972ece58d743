//! Games played through the binary, line by line.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn spielbaum(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_spielbaum"));
    command.env("SPIELBAUM_CACHE", "never");
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// What the program says to these lines.
fn play(arguments: &[&str], lines: &str) -> Output {
    let mut child =
        spielbaum(&[&["play"], arguments].concat()).spawn().expect("the binary was built for this test");
    // A program that refuses to start reads nothing.
    let _ = child.stdin.take().expect("it is a pipe").write_all(lines.as_bytes());
    child.wait_with_output().expect("it ends")
}

/// What it says if all goes well.
fn dialogue(arguments: &[&str], lines: &str) -> (String, String) {
    let output = play(arguments, lines);
    let (said, noted) = text(&output);
    assert_eq!(output.status.code(), Some(0), "{said}\n{noted}");
    (said, noted)
}

fn text(output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr))
}

fn json(path: &Path) -> Value {
    serde_json::from_slice(&std::fs::read(path).expect("a file")).expect("one JSON document")
}

const TICTACTOE: [&str; 5] = ["tictactoe", "--against", "first-legal", "--seed", "1"];

#[test]
fn a_game_is_played_by_number_name_and_part_of_a_name() {
    let (said, _) = dialogue(&TICTACTOE, "9\n( MARK 2 2 )\n3 1\n");
    assert!(said.contains("ply 1: xplayer (mark 3 3)"), "{said}");
    assert!(said.contains("oplayer plays (mark 1 1)"), "{said}");
    assert!(said.contains("ply 5: xplayer (mark 3 1)"), "{said}");
    assert!(said.contains("over: xplayer 0, oplayer 100: you lose"), "{said}");
    // The same seed gives the same game, a random opponent or not.
    let random = ["tictactoe", "--against", "random", "--seed", "1"];
    assert_eq!(dialogue(&random, "1\n2\n"), dialogue(&random, "1\n2\n"));
}

#[test]
fn a_line_that_means_nothing_is_asked_for_again() {
    let (said, noted) = dialogue(&TICTACTOE, "99\nmark\njump\nsave\nhint nobody\n1\nquit\n2\n");
    assert!(noted.contains("no legal move is called `99`"), "{noted}");
    assert!(noted.contains("`mark` may be (mark 1 1), (mark 1 2)"), "{noted}");
    assert!(noted.contains("no legal move is called `jump`"), "{noted}");
    assert!(noted.contains("`save FILE`") && noted.contains("`nobody` is no strategy"), "{noted}");
    assert!(noted.contains("left after 2 plies"), "{noted}");
    assert!(said.contains("ply 2") && !said.contains("ply 3"), "{said}");
}

#[test]
fn moves_are_taken_back_even_from_the_end_of_the_game() {
    let (said, noted) =
        dialogue(&["rock-paper-scissors", "--against", "first-legal"], "rock\nundo\nscissors\nundo\nundo\n");
    assert!(said.contains("over: left 0, right 100: you lose"), "{said}");
    assert!(said.contains("over: left 100, right 0: you win"), "{said}");
    assert!(noted.contains("there is nothing to take back"), "{noted}");
    assert!(noted.contains("left after 0 plies"), "{noted}");
}

#[test]
fn a_hint_tells_values_and_does_not_play() {
    let arguments = [&TICTACTOE, ["--hint", "flat-mc(playouts=90)"].as_slice()].concat();
    let (said, _) = dialogue(&arguments, "hint\nhint first-legal\n");
    assert!(said.contains("move        value  visits"), "{said}");
    assert!(said.contains("xplayer should play (mark 2 2), value 90"), "{said}");
    assert!(said.contains("xplayer should play (mark 1 1)\n"), "{said}");
    assert!(!said.contains("ply 1"), "{said}");
}

#[test]
fn a_saved_game_is_loaded_and_replayed() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("game.json");
    let file = path.to_str().unwrap();
    let save = format!("1\nsave {file}\n");
    dialogue(&TICTACTOE, &save);
    let saved = json(&path);
    assert_eq!(saved["game"], "tictactoe");
    assert_eq!(saved["players"], serde_json::json!([null, "first-legal"]));
    assert_eq!((&saved["seed"], saved["joint_moves"].as_array().unwrap().len()), (&1.into(), 2));

    // It asks before it writes over a file, and says how it went.
    let (_, noted) = dialogue(&TICTACTOE, &format!("2\n3\nsave {file}\nno\n"));
    assert!(noted.contains("is there already; write over it?") && noted.contains("not saved"), "{noted}");
    assert_eq!(json(&path), saved);

    let (said, _) = dialogue(&["tictactoe", "--load", file], "undo\n");
    assert!(said.contains("xplayer: you, oplayer: first-legal  (seed 1)"), "{said}");
    let (_, noted) = dialogue(&["nim"], &format!("load {file}\n"));
    assert!(noted.contains("it is a game of tictactoe, not this nim"), "{noted}");
    let replayed = spielbaum(&["replay", "tictactoe", "--moves", file]).output().unwrap();
    assert!(text(&replayed).0.contains("Step 2"), "{replayed:?}");
}

#[test]
fn what_cannot_be_played_is_refused_before_the_game_begins() {
    for (arguments, code, complaint) in [
        (["rock-paper-scissors", "--against", "alpha-beta"], 1, "alpha-beta does not apply to this game"),
        (["tictactoe", "--hint", "nobody"], 2, "`nobody` is no strategy"),
        (
            ["tictactoe", "--load", "no-such-file.json"],
            2,
            "there is no file `no-such-file.json`; `save` in a game writes one",
        ),
        (["-", "--against", "random"], 2, "cannot both come from the standard input"),
    ] {
        let output = play(&arguments, "1\n");
        let (said, noted) = text(&output);
        assert_eq!((output.status.code(), said.as_str()), (Some(code), ""), "{noted}");
        assert!(noted.contains(complaint), "{noted}");
    }
}

#[test]
fn every_kind_of_game_is_played_to_its_end() {
    for (game, lines) in [
        ("eight-puzzle", "\n".to_owned()),
        ("tron", "1\n".repeat(80)),
        ("tictactoe-3p", "1\n".repeat(30)),
        ("nim", "1\n".repeat(30)),
        ("coin-row", "1\n".repeat(30)),
    ] {
        let (said, noted) = dialogue(&[game, "--against", "first-legal", "--seed", "1"], &lines);
        assert!(game == "eight-puzzle" || said.contains("\nover: "), "{game}: {said}\n{noted}");
    }
    let (said, _) = dialogue(&["nim", "--as", "none", "--against", "first-legal,random", "--seed", "1"], "");
    assert!(said.contains("\nover: ") && !said.contains('>'), "{said}");
}

#[cfg(unix)]
#[test]
fn a_signal_ends_the_thinking_and_the_program() {
    let against = "deepening(time=600s)";
    let mut child =
        spielbaum(&["play", "connect-four", "--as", "yellow", "--against", against]).spawn().unwrap();
    let mut said = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    while !line.contains("control red") {
        line.clear();
        assert!(said.read_line(&mut line).unwrap() > 0);
    }
    let killed = Command::new("sh").args(["-c", &format!("kill -TERM {}", child.id())]).status().unwrap();
    assert!(killed.success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
fn why_a_position_is_won_is_told_where_the_theory_applies() {
    let (said, _) = dialogue(&["nim", "--against", "first-legal", "--seed", "1"], "why\n");
    assert!(said.contains("their nim-sum 3 ⊕ 5 ⊕ 7 = 1 is not 0, first, who is to move, wins"), "{said}");
    let (said, _) = dialogue(&TICTACTOE, "why\n");
    assert!(said.contains("the theory of sums of games does not tell who wins"), "{said}");
}

#[test]
fn a_game_that_hides_something_is_told_as_the_role_knows_it_and_uncovered_at_the_end() {
    let kuhn = ["kuhn-poker", "--against", "first-legal", "--seed", "1"];
    let (said, noted) = dialogue(&kuhn, "why\nbet\n");
    let (before, after) = said.split_once("all moves of the game:").expect("the end");
    assert!(before.contains("\nply 1: alice sees (card "), "{said}");
    assert!(before.contains("\nply 2: alice bet, sees (did alice bet)\n"), "{said}");
    assert!(before.contains("the same in all 2 states of alice's information set"), "{said}");
    assert!(
        !before.contains("(holds bob") && !before.contains("(deal") && !before.contains("bob plays"),
        "{said}"
    );
    assert!(after.contains("\nply 1: random (deal ") && after.contains("\nply 3: bob "), "{said}");
    assert!(after.contains("(holds bob ") && after.contains("\nover: alice "), "{said}");
    assert!(noted.contains("`uncover` shows everything"), "{noted}");

    let (_, noted) = dialogue(&kuhn, "values\n");
    assert!(noted.starts_with("exact values are those of states, and this game hides parts of"), "{noted}");
    let (said, _) = dialogue(&kuhn, "uncover\nuncover\n");
    let parts: Vec<bool> = said.split("alice chooses:").map(|part| part.contains("(holds bob ")).collect();
    assert_eq!(parts, [false, true, false, false], "{said}");
    let (_, noted) = dialogue(&TICTACTOE, "uncover\n");
    assert!(noted.contains("this game hides nothing"), "{noted}");
    let (said, _) = dialogue(&["kuhn-poker", "--as", "none", "--against", "first-legal", "--seed", "1"], "");
    assert!(said.contains("\nply 1: random (deal ") && said.contains("bob plays "), "{said}");
}

#[test]
fn who_goes_on_with_a_saved_game_is_told_what_its_role_saw() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("game.json");
    let file = path.to_str().unwrap();
    let kuhn = ["kuhn-poker", "--as", "alice,bob", "--against", "random", "--seed", "1"];
    let (said, _) = dialogue(&kuhn, &format!("pass\nsave {file}\n"));
    assert!(
        said.contains("\nply 1: bob sees (card ") && said.contains("\nply 2: bob sees (did alice pass)"),
        "{said}"
    );
    assert_eq!(json(&path)["joint_moves"].as_array().unwrap().len(), 2, "all moves are saved");
    let (said, _) = dialogue(&["kuhn-poker", "--load", file], "undo\n");
    assert!(said.contains("\nply 2: bob sees (did alice pass)"), "{said}");
    assert!(said.contains("\nply 1: alice sees (card "), "{said}");
}

#[test]
fn exact_values_are_worked_out_or_read_from_a_tablebase() {
    let nim = ["nim", "--against", "first-legal", "--seed", "1"];
    let (said, _) = dialogue(&nim, "values\n");
    assert!(said.contains("move        value\n(take a 1)    100\n(take a 2)      0\n"), "{said}");
    assert!(said.contains("first should play (take a 1), value 100 (proven)"), "{said}");

    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("nim after two.solved");
    let file = file.to_str().expect("its name is text");
    let solved = spielbaum(&["solve", "nim", "--after", "(take a 3); (take b 5)", "-o", file]).output();
    assert!(solved.expect("the binary was built for this test").status.success());
    let (said, noted) = dialogue(&[&nim, ["--values", file].as_slice()].concat(), "values\n3\nvalues\n");
    assert!(noted.contains("the state is not in the tablebase"), "{noted}");
    assert!(!said.contains("value 100"), "{said}");
    let begun = directory.path().join("begun.json");
    std::fs::write(&begun, r#"{"joint_moves": [["(take a 3)", "noop"], ["noop", "(take b 5)"]]}"#)
        .expect("a file");
    let begun = ["--load", begun.to_str().expect("its name is text")];
    let (said, _) = dialogue(&[&["nim", "--values", file], begun.as_slice()].concat(), "values\n");
    assert!(said.contains("first should play (take c 7), value 100 (proven)"), "{said}");

    let refused = play(&[&TICTACTOE, ["--values", file].as_slice()].concat(), "");
    assert_eq!(refused.status.code(), Some(1));
    assert!(text(&refused).1.contains("other rules"), "{}", text(&refused).1);
    let missing = play(&[&TICTACTOE, ["--values", "nowhere.solved"].as_slice()].concat(), "");
    assert_eq!(missing.status.code(), Some(2));
}
