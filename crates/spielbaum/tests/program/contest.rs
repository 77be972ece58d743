//! Matches between players on the network and strategies, led by the binary.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::thread;

use serde_json::Value;

/// Where files are kept.
struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a directory"))
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_spielbaum"));
        command.env("SPIELBAUM_CACHE", "never");
        command.args(arguments).arg("--db").arg(self.file("store.db")).current_dir(self.0.path());
        command
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().expect("the binary was built for this test")
    }

    fn text(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert!(output.status.success(), "{}", said(&output));
        String::from_utf8(output.stdout).expect("text")
    }

    fn json(&self, name: &str) -> Value {
        let text = std::fs::read_to_string(self.file(name)).expect("written");
        serde_json::from_str(&text).expect("JSON")
    }
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A player on the network that answers every PLAY with the same; gives its port.
fn stubborn(answer: &'static str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("bound").port();
    thread::spawn(move || listener.incoming().flatten().for_each(|stream| reply(stream, answer)));
    format!(":{port}")
}

fn reply(stream: TcpStream, answer: &str) {
    let mut reader = BufReader::new(stream);
    let (mut line, mut length) = (String::new(), 0);
    while reader.read_line(&mut line).is_ok_and(|read| read > 2) {
        if let Some(("content-length", value)) = line.to_lowercase().trim().split_once(": ") {
            length = value.parse().expect("a number");
        }
        line.clear();
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).expect("a body");
    let body = String::from_utf8(body).expect("text");
    let answer = match body.split_whitespace().nth(1) {
        Some("INFO") => "( ( name Stubborn ) ( status available ) )",
        Some("START") => "ready",
        Some("PLAY") => answer,
        _ => "done",
    };
    let head = format!("HTTP/1.0 200 OK\r\nContent-length: {}\r\n\r\n", answer.len());
    // Whoever is ended by a signal does not listen to the end.
    let _ = reader.into_inner().write_all(format!("{head}{answer}").as_bytes());
}

const CLOCKS: [&str; 4] = ["--start-clock", "5", "--play-clock", "2"];

#[test]
fn strategies_play_in_every_seat_and_everything_is_kept() {
    let place = Place::new();
    let players = ["match", "tictactoe", "uct(playouts=30)", "uct(playouts=30)", "--games", "3", "--id", "m"];
    let files = ["--scramble", "--json", "m.json", "--xml", "m.xml"];
    let output = place.run(&[players.as_slice(), &CLOCKS, &files].concat());
    assert!(output.status.success(), "{}", said(&output));
    let table = String::from_utf8_lossy(&output.stdout);
    assert!(table.contains("uct(playouts=30)#2") && table.lines().count() == 3, "{table}");
    let told = said(&output);
    assert!(
        told.contains("m.3: uct(playouts=30) - uct(playouts=30)#2, 5 s to prepare, 2 s a move"),
        "{told}"
    );
    assert!(told.contains("\n1. xplayer (mark ") && told.contains("; oplayer noop"), "{told}");

    let (first, second) = (place.json("m.1.json"), place.json("m.2.json"));
    assert_eq!((&first["matchId"], &first["isCompleted"]), (&"m.1".into(), &true.into()));
    assert_eq!(
        (&second["playerNamesFromHost"][0], &second["scrambled"]),
        (&"uct(playouts=30)#2".into(), &true.into())
    );
    assert!(
        std::fs::read_to_string(place.file("m.3.xml")).expect("written").starts_with("<match><matchId>m.3<")
    );

    for view in ["table", "crosstable", "ratings", "costs", "matches"] {
        assert!(place.text(&["results", view, "1"]).contains("uct"), "{view}");
    }
    assert!(place.text(&["results", "match", "2"]).contains("xplayer: uct(playouts=30)#2"));
    assert_eq!(place.text(&["results", "export", "1", "--format", "csv"]).lines().count(), 4);
    place.text(&["results", "plot", "1", "--out", "m.svg"]);
    assert!(place.text(&["results"]).contains(" 3 "));
    let resumed = place.run(&["arena", "--resume", "1"]);
    assert_eq!(resumed.status.code(), Some(1));
    assert!(said(&resumed).contains("`spielbaum match` begins new ones"), "{}", said(&resumed));
}

#[test]
fn who_makes_no_legal_move_gets_a_random_one_and_an_error() {
    let place = Place::new();
    let player = stubborn("(jump 3)");
    let players = ["match", "tictactoe", &player, "random", "--json", "-"];
    let output = place.run(&[players.as_slice(), &CLOCKS].concat());
    let told = said(&output);
    assert!(output.status.success(), "{told}");
    assert!(told.contains(&format!("xplayer: 127.0.0.1{player} (Stubborn, available)")), "{told}");
    assert!(told.contains(" at random: IL (jump 3), the move is not legal; oplayer noop"), "{told}");
    // The table gives way to the document.
    assert!(told.contains("illegal"), "{told}");
    let record: Value = serde_json::from_slice(&output.stdout).expect("one JSON document");
    assert_eq!((&record["errors"][0][0], &record["errors"][1][0]), (&"".into(), &"IL (jump 3)".into()));
    assert_eq!(record["goalValues"].as_array().map(Vec::len), Some(2));

    let shown = place.text(&["results", "match", "1"]);
    assert!(shown.contains("\n1. xplayer (mark ") && shown.contains("  at random: IL (jump 3)\n"), "{shown}");
    let kept: Value = serde_json::from_str(&place.text(&["results", "match", "1", "--json"])).expect("JSON");
    assert_eq!(kept["slips"][0], serde_json::json!({ "ply": 0, "role": 0, "error": "IL (jump 3)" }));
    let moves = place.text(&["results", "export", "1", "--format", "csv", "--moves"]);
    assert!(moves.lines().nth(1).is_some_and(|row| row.ends_with(",IL (jump 3)")), "{moves}");
}

#[test]
fn the_record_of_a_game_that_hides_something_tells_what_each_player_was_told() {
    let place = Place::new();
    let player = stubborn("noop");
    let players = ["match", "kuhn-poker", &player, "random", "--json", "m.json", "--xml", "m.xml"];
    let output = place.run(&[players.as_slice(), &CLOCKS].concat());
    assert!(output.status.success(), "{}", said(&output));
    let record = place.json("m.json");
    assert_eq!(record["protocols"], serde_json::json!(["gdl2", "", ""]));
    let card = record["percepts"][0][0][0].as_str().expect("a percept");
    assert!(card.starts_with("( card "), "{card}");
    assert_eq!(record["percepts"].as_array().map(Vec::len), record["moves"].as_array().map(Vec::len));
    let xml = std::fs::read_to_string(place.file("m.xml")).expect("written");
    assert!(xml.contains("<perceptHistory><percepts><sight><percept><relation>card<"), "{xml}");

    let told = said(&place.run(&[players.as_slice(), &CLOCKS, &["--protocol", "gdl,auto"]].concat()));
    assert!(told.contains("is told all moves of a game that hides something"), "{told}");
    assert_eq!(place.json("m.json")["protocols"][0], "gdl");
}

#[test]
fn ctrl_c_gives_the_match_up_and_keeps_it() {
    let place = Place::new();
    let player = stubborn("noop");
    let arguments =
        ["match", "tictactoe", "uct(time=60s)", &player, "--play-clock", "60", "--json", "m.json"];
    let mut child =
        place.command(&arguments).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("built");
    let mut told = BufReader::new(child.stderr.take().expect("piped"));
    let mut line = String::new();
    while !line.contains("is ready") {
        line.clear();
        assert!(told.read_line(&mut line).expect("text") > 0, "it ended before");
    }
    let sent = Command::new("sh").args(["-c", &format!("kill -INT {}", child.id())]).status();
    assert!(sent.expect("a shell").success());
    let mut rest = String::new();
    told.read_to_string(&mut rest).expect("text");
    assert_eq!(child.wait().expect("our child").code(), Some(130), "{rest}");
    assert!(rest.contains("the match is aborted"), "{rest}");
    let record = place.json("m.json");
    assert_eq!((&record["isAborted"], &record["isCompleted"]), (&true.into(), &false.into()));
    assert!(place.text(&["results"]).contains("unfinished"));
    assert!(place.text(&["results", "matches", "1"]).contains("given up, or without goals"));
    for view in ["table", "crosstable", "ratings", "costs"] {
        place.text(&["results", view, "1"]);
    }
}

#[test]
fn a_player_that_is_not_there_ends_it_before_anything_begins() {
    let place = Place::new();
    // The client's end of a connection does not listen, and keeps its port from the other tests.
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let client = TcpStream::connect(listener.local_addr().expect("bound")).expect("a connection");
    let port = client.local_addr().expect("connected").port();
    let output = place.run(&["match", "tictactoe", &format!(":{port}"), "random"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        said(&output).contains(&format!("the player at 127.0.0.1:{port} does not answer")),
        "{}",
        said(&output)
    );
    assert!(!place.file("store.db").exists());
}

#[test]
fn what_cannot_be_led_is_wrong_usage() {
    let place = Place::new();
    let complaint = |arguments: &[&str]| {
        let output = place.run(&[&["match"], arguments].concat());
        assert_eq!(output.status.code(), Some(2), "{}", said(&output));
        said(&output)
    };
    assert!(complaint(&["tictactoe", "uct"]).contains("one for each role (xplayer, oplayer), here is 1"));
    assert!(complaint(&["tictactoe", ":1", "127.0.0.1:1"]).contains("named twice"));
    assert!(complaint(&["tictactoe", "localhost", "uct"]).contains("is named by host:port"));
    assert!(complaint(&["tictactoe", "uct", "uct", "--id", "two words"]).contains("one word"));
    assert!(complaint(&["tictactoe", "uct", "uct", "--protocol", "gdl2"]).contains("there is none"));
    assert!(complaint(&["tictactoe", "uct", "uct", "--protocol", "gdl3"]).contains("auto, gdl and gdl2"));
    assert!(
        complaint(&["tictactoe", ":1", "uct", "--protocol", "gdl2"]).contains("the rules have no `sees`")
    );
    assert!(complaint(&["tictactoe", "uct", "uct", "--xml", "no/such/m.xml"]).contains("no directory"));
}
