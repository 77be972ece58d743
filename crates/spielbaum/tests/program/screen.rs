//! Games played through the binary in a terminal of 80 columns and 24 rows, as a person sees them.
#![cfg(unix)]

use std::path::Path;
use std::process::Command;

use tempfile::TempDir;
use terminal::{Color, Key, Screen, Terminal};

const SIZE: (u16, u16) = (80, 24);

/// Moves always where it may first: `(mark 1 1)`, `(mark 1 2)`, ...
const TICTACTOE: [&str; 4] = ["tictactoe", "--against", "first-legal", "--seed=1"];

/// Would think until the test is given up.
const ENDLESS: [&str; 5] = ["tictactoe", "--as", "oplayer", "--against", "flat-mc(time=600s)"];

/// `spielbaum play`, to be started in a directory.
fn play(arguments: &[&str], directory: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_spielbaum"));
    command.env("SPIELBAUM_CACHE", "never");
    command.arg("play").args(arguments).current_dir(directory);
    command
}

/// A game in a directory of its own.
fn started(arguments: &[&str]) -> (Terminal, TempDir) {
    let directory = tempfile::tempdir().expect("a directory");
    (Terminal::start(play(arguments, directory.path()), SIZE).expect("a terminal"), directory)
}

/// Waits until all of this is on the screen at the same time.
#[track_caller]
fn shows(terminal: &Terminal, texts: &[&str]) -> Screen {
    let all = |screen: &Screen| texts.iter().all(|text| screen.contents().contains(text));
    terminal.wait_for(&format!("{texts:?}"), all)
}

/// Types this, then presses Enter.
fn enter(terminal: &mut Terminal, text: &str) {
    terminal.type_text(text).expect("the program runs");
    terminal.press(Key::Enter).expect("the program runs");
}

/// Waits until the program has ended with this code and given the terminal back as it was. Gives what is
/// on it.
#[track_caller]
fn ends(mut terminal: Terminal, code: i32) -> String {
    let status = terminal.end().expect("it ends");
    let screen = terminal.screen();
    assert_eq!(status.code(), Some(code), "{}", screen.contents());
    assert!(!screen.alternate_screen(), "the game's screen is left");
    assert!(!screen.hide_cursor(), "the cursor is shown");
    assert!(!terminal.raw().expect("a terminal"), "keys are shown, and go line by line");
    screen.contents()
}

#[test]
fn a_game_is_won_by_arrow_keys_a_number_and_a_part_of_a_name() {
    let (mut terminal, _directory) = started(&TICTACTOE);
    shows(&terminal, &["tictactoe  ply 0  your turn as xplayer", "3  . . .", "> 1  (mark 1 1)"]);
    terminal.wait_for("screen of its own", |screen| screen.alternate_screen() && screen.hide_cursor());
    assert!(terminal.raw().unwrap());
    shows(&terminal, &["9  (mark 3 3)", "xplayer: you, oplayer: first-legal  (seed 1)", "? help  q quit"]);

    for _ in 0..3 {
        terminal.press(Key::Down).unwrap();
    }
    terminal.press(Key::Up).unwrap();
    shows(&terminal, &["> 3  (mark 1 3)"]);
    terminal.press(Key::Enter).unwrap();
    shows(&terminal, &["ply 2", "3  x . .", "1  o . .", "1 xplayer (mark 1 3)", "2 oplayer (mark 1 1)"]);
    let screen = shows(&terminal, &["oplayer: first-legal", "plays (mark 1 1)", "> 1  (mark 1 2)"]);
    let mut list = screen.rows(22, 28);
    assert!(!list.any(|line| line.contains("(mark 1 3)")), "a full cell is no legal move any more");

    enter(&mut terminal, "3");
    shows(&terminal, &["ply 4", "3  x . .", "2  o x .", "1  o . .", "4 oplayer (mark 1 2)"]);

    terminal.type_text("/mark 3").unwrap();
    shows(&terminal, &["Your move: 3 of 5", "> mark 3", "Tab complete"]);
    terminal.type_text(" 1").unwrap();
    shows(&terminal, &["Your move: 1 of 5", "> mark 3 1"]);
    let behind = (SIZE.1 - 2, "> mark 3 1".len() as u16);
    terminal.wait_for("cursor where one types", |screen| {
        !screen.hide_cursor() && screen.cursor_position() == behind
    });
    terminal.press(Key::Enter).unwrap();
    shows(&terminal, &["over: xplayer 100, oplayer 0: you win", "1  o . x", "No choice"]);

    terminal.type_text("q").unwrap();
    assert_eq!(ends(terminal, 0), "over: xplayer 100, oplayer 0: you win");
}

#[test]
fn what_is_typed_is_completed_erased_and_cleared() {
    let (mut terminal, _directory) = started(&TICTACTOE);
    shows(&terminal, &["your turn"]);
    terminal.type_text("(m").unwrap();
    shows(&terminal, &["> (m"]);
    terminal.press(Key::Tab).unwrap();
    shows(&terminal, &["> mark"]);
    terminal.type_text("7").unwrap();
    terminal.press(Key::Enter).unwrap();
    shows(&terminal, &["no legal move is called `mark 7`", "ply 0"]);
    terminal.press(Key::Backspace).unwrap();
    shows(&terminal, &["Your move: 9", "> mark"]);
    terminal.press(Key::Escape).unwrap();
    terminal.wait_for("screen without what was typed", |screen| !screen.contents().contains("> mark"));
    terminal.press(Key::Ctrl('c')).unwrap();
    assert_eq!(ends(terminal, 130), "left after 0 plies, before the game was over");
}

#[test]
fn a_hint_shows_values_and_marks_the_move() {
    let (mut terminal, _directory) = started(&[&TICTACTOE[..], &["--hint", "flat-mc(playouts=90)"]].concat());
    shows(&terminal, &["your turn"]);
    terminal.type_text("h").unwrap();
    let screen =
        shows(&terminal, &["ply 0", "hint: flat-mc(playouts=90)", "should play (mark", "90 playouts"]);
    let line = |text: &str| {
        let mut lines = screen.rows(0, SIZE.0);
        lines.find(|line| line.contains(text)).unwrap()
    };
    let name = line("should play").split_once("(mark").unwrap().1[..4].to_owned();
    assert!(line("> ").contains(&format!("(mark{name})")), "{}", screen.contents());
    assert!(line("│*").contains("█"), "a bar says how good it is");
    terminal.press(Key::Enter).unwrap();
    shows(&terminal, &["ply 2", &format!("1 xplayer (mark{name}")]);
}

#[test]
fn moves_are_taken_back_and_the_game_begun_again() {
    let (mut terminal, _directory) = started(&TICTACTOE);
    shows(&terminal, &["your turn"]);
    terminal.type_text("u").unwrap();
    shows(&terminal, &["there is nothing to take back"]);
    enter(&mut terminal, "9");
    shows(&terminal, &["ply 2", "3  . . x"]);
    terminal.type_text("u").unwrap();
    shows(&terminal, &["ply 0", "3  . . .", "1  . . ."]);
    enter(&mut terminal, "5");
    shows(&terminal, &["ply 2", "2  . x ."]);
    terminal.type_text("n").unwrap();
    shows(&terminal, &["the game is not over and not saved; begin again? (y/n)"]);
    terminal.type_text("y").unwrap();
    shows(&terminal, &["ply 0", "2  . . ."]);
}

#[test]
fn a_saved_game_is_loaded_into_another() {
    let (mut terminal, directory) = started(&TICTACTOE);
    shows(&terminal, &["your turn"]);
    enter(&mut terminal, "9");
    shows(&terminal, &["ply 2"]);
    terminal.type_text("s").unwrap();
    shows(&terminal, &["save to file: "]);
    enter(&mut terminal, "game.json");
    shows(&terminal, &["saved to game.json"]);
    let saved = std::fs::read(directory.path().join("game.json")).unwrap();
    // What is saved may be left without a question.
    terminal.type_text("q").unwrap();
    ends(terminal, 0);

    let arguments = ["tictactoe", "--against", "random"];
    let mut terminal = Terminal::start(play(&arguments, directory.path()), SIZE).unwrap();
    shows(&terminal, &["oplayer: random"]);
    terminal.type_text("l").unwrap();
    shows(&terminal, &["load file: "]);
    enter(&mut terminal, "no-such-game.json");
    shows(&terminal, &["there is no file `no-such-game.json`"]);
    terminal.type_text("l").unwrap();
    shows(&terminal, &["load file: "]);
    enter(&mut terminal, "game.json");
    shows(&terminal, &["ply 2", "3  . . x", "1  o . .", "2 oplayer (mark 1 1)"]);

    // A file that is there is not lost by a slip of the finger.
    enter(&mut terminal, "1");
    shows(&terminal, &["ply 4"]);
    terminal.type_text("s").unwrap();
    shows(&terminal, &["save to file: "]);
    enter(&mut terminal, "game.json");
    shows(&terminal, &["game.json is there already; write over it? (y/n)"]);
    terminal.type_text("n").unwrap();
    terminal.wait_for("screen without a question", |screen| !screen.contents().contains("(y/n)"));
    assert_eq!(std::fs::read(directory.path().join("game.json")).unwrap(), saved);
}

#[test]
fn leaving_a_game_that_is_not_saved_asks_first() {
    let (mut terminal, _directory) = started(&TICTACTOE);
    shows(&terminal, &["your turn"]);
    enter(&mut terminal, "9");
    shows(&terminal, &["ply 2"]);
    for answer in ["n", "y"] {
        terminal.type_text("q").unwrap();
        shows(&terminal, &["the game is not over and not saved; leave it? (y/n)"]);
        terminal.type_text(answer).unwrap();
        if answer == "n" {
            shows(&terminal, &["ply 2", "q quit"]);
        }
    }
    assert_eq!(ends(terminal, 0), "left after 2 plies, before the game was over");
}

#[test]
fn who_thinks_too_long_is_hurried() {
    let (mut terminal, _directory) = started(&ENDLESS);
    shows(&terminal, &["xplayer's turn", "xplayer: flat-mc(time=600s)", "thinks", "playouts", "█"]);
    terminal.press(Key::Enter).unwrap();
    shows(&terminal, &["your turn as oplayer", "1 xplayer (mark", "plays (mark"]);
}

#[test]
fn a_signal_ends_the_thinking_and_gives_the_terminal_back() {
    let (terminal, _directory) = started(&ENDLESS);
    shows(&terminal, &["thinks", "playouts"]);
    terminal.terminate().unwrap();
    assert_eq!(ends(terminal, 130), "left after 0 plies, before the game was over");
}

/// The sequences that set a colour, in everything that a program has written.
fn colours(written: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(written);
    let sequences = text.split("\x1b[").skip(1).filter_map(|rest| {
        let (parameters, _) = rest.split_once('m')?;
        parameters.bytes().all(|byte| byte.is_ascii_digit() || byte == b';').then(|| parameters.to_owned())
    });
    // 39 and 49 go back to the terminal's own colours.
    let sets_one = |parameter: &str| matches!(parameter.parse(), Ok(30..=38 | 40..=48 | 90..=107));
    sequences.filter(|parameters| parameters.split(';').any(sets_one)).collect()
}

#[test]
fn colours_are_left_out_where_nobody_wants_them() {
    let coloured = |no_color: Option<&str>| {
        let directory = tempfile::tempdir().unwrap();
        let mut command = play(&TICTACTOE, directory.path());
        command.envs(no_color.map(|value| ("NO_COLOR", value)));
        let terminal = Terminal::start(command, SIZE).unwrap();
        let screen = shows(&terminal, &["your turn", "> 1  (mark 1 1)", "q quit"]);
        let cells = (0..SIZE.1).flat_map(|row| (0..SIZE.0).map(move |column| (row, column)));
        let cells = cells.filter_map(|(row, column)| screen.cell(row, column));
        let on_screen = cells.filter(|cell| cell.fgcolor() != Color::Default).count();
        assert_eq!(on_screen == 0, colours(&terminal.written()).is_empty());
        let inverse = (0..SIZE.0).any(|column| screen.cell(2, column).is_some_and(terminal::Cell::inverse));
        assert!(inverse, "the chosen move stands out all the same");
        on_screen > 0
    };
    assert!(coloured(None));
    assert!(!coloured(Some("1")));
}

#[test]
fn a_screen_that_is_too_small_says_so_until_it_is_large_again() {
    let (mut terminal, _directory) = started(&TICTACTOE);
    shows(&terminal, &["your turn"]);
    enter(&mut terminal, "9");
    shows(&terminal, &["ply 2"]);
    terminal.resize((60, 15)).unwrap();
    shows(&terminal, &["This needs a terminal of 80 x 24; it is 60 x 15."]);
    terminal.resize(SIZE).unwrap();
    let screen = shows(&terminal, &["tictactoe  ply 2", "3  . . x", "> 1  (mark 1 2)", "? help  q quit"]);
    assert!(!screen.contents().contains("This needs"));
}
