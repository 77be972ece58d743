//! A player on the network, through the binary.
#![allow(clippy::unwrap_used)] // tests, all of it

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, ChildStderr, Command, Stdio};
use std::time::Duration;

use arena::Store;

/// A player that listens.
struct Player {
    child: Child,
    stderr: BufReader<ChildStderr>,
    /// The first line it said.
    greeting: String,
    address: String,
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_spielbaum"));
    command.env("SPIELBAUM_CACHE", "never");
    command.arg("player").args(arguments).stdout(Stdio::null()).stderr(Stdio::piped());
    command
}

impl Player {
    /// Starts one at any port.
    fn start(arguments: &[&str]) -> Self {
        let mut child = command(&["--port", "0"]).args(arguments).spawn().expect("the binary was built");
        let mut stderr = BufReader::new(child.stderr.take().expect("it is a pipe"));
        let mut greeting = String::new();
        stderr.read_line(&mut greeting).unwrap();
        let address = greeting.split(' ').find(|word| word.contains(':')).expect("an address").to_owned();
        Self { child, stderr, greeting, address }
    }

    fn ask(&self, message: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        write!(stream, "POST / HTTP/1.0\r\nContent-Length: {}\r\n\r\n{message}", message.len()).unwrap();
        let mut reply = String::new();
        stream.read_to_string(&mut reply).expect("a reply");
        reply.split_once("\r\n\r\n").expect("a head and a body").1.to_owned()
    }

    /// Waits until it says a line with this in it.
    fn wait_for(&mut self, part: &str) {
        let mut line = String::new();
        while !line.contains(part) {
            line.clear();
            assert!(self.stderr.read_line(&mut line).unwrap() > 0, "it never said {part}");
        }
    }

    /// Ends it by a signal, and gives all that it said since and its exit code.
    fn end(mut self, signal: &str) -> (String, Option<i32>) {
        let kill = format!("kill {signal} {}", self.child.id());
        assert!(Command::new("sh").args(["-c", &kill]).status().expect("there is a shell").success());
        let mut said = String::new();
        self.stderr.read_to_string(&mut said).unwrap();
        (said, self.child.wait().unwrap().code())
    }
}

/// What a player says that cannot start.
fn refusal(arguments: &[&str], code: i32) -> String {
    let output = command(arguments).output().expect("the binary was built");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{said}");
    said
}

const RULES: &str = "(role a) (role b) (<= (legal ?r (take ?n)) (role ?r) (chip ?n)) (chip 1) (chip 2) (init start) \
    (<= (next over) (does a ?x)) (<= terminal (true over)) (<= (goal ?r 50) (role ?r))";

#[test]
#[cfg(unix)]
fn it_says_where_it_listens_and_by_what_it_plays_and_ends_by_a_signal() {
    for signal in ["-INT", "-TERM"] {
        let player = Player::start(&["--name", "Alice", "--strategy", "uct(c=0.5)"]);
        let expected = format!("Alice listens on {} and plays uct(c=0.5); Ctrl-C ends\n", player.address);
        assert_eq!(player.greeting, expected);
        assert!(player.address.starts_with("127.0.0.1:"));
        assert_eq!(player.ask("(INFO)"), "( ( name Alice ) ( status available ) )");
        let (said, code) = player.end(signal);
        assert_eq!((said.as_str(), code), ("", Some(130)));
    }
}

#[test]
#[cfg(unix)]
fn a_match_in_play_is_given_up_at_the_end() {
    let player = Player::start(&["--strategy", "random", "--matches", "1"]);
    assert_eq!(player.ask(&format!("(START m b ({RULES}) 5 5)")), "ready");
    assert_eq!(player.ask("(INFO)"), "( ( name Spielbaum ) ( status busy ) )");
    let (said, code) = player.end("-TERM");
    assert_eq!(code, Some(130), "{said}");
    assert!(said.contains("m: "), "a line about the match in {said}");
}

#[test]
#[cfg(unix)]
fn matches_are_kept_if_asked_for() {
    let directory = tempfile::tempdir().unwrap();
    let db = directory.path().join("store.db");
    let path = db.to_str().expect("a path in UTF-8");
    let mut player = Player::start(&["--strategy", "random", "--record", "--db", path]);
    assert_eq!(player.ask(&format!("(START m b ({RULES}) 5 5)")), "ready");
    let answer = player.ask("(PLAY m NIL)");
    assert_eq!(player.ask(&format!("(STOP m ((take 1) {answer}))")), "done");
    player.wait_for("m: kept");
    assert_eq!(player.end("-TERM").1, Some(130));
    let store = Store::read(&db).unwrap();
    let listing = store.tournaments().unwrap();
    let id = listing.tournaments[0].id;
    assert_eq!(store.plan(id).unwrap().players, ["whoever was a", "Spielbaum"]);
    let (_, played) = store.played(store.matches(id).unwrap()[0].id).unwrap();
    assert_eq!(played.record.plies[0].joint_move, ["(take 1)", answer.as_str()]);
}

#[test]
#[cfg(unix)]
fn goals_that_are_not_unique_are_told() {
    let mut player = Player::start(&["--strategy", "pessimistic"]);
    let rules = format!("{RULES} (<= (goal a 100) (true over)) (<= (next (took ?n)) (does b (take ?n)))");
    assert_eq!(player.ask(&format!("(START m b ({rules}) 5 5)")), "ready");
    let answer = player.ask("(PLAY m NIL)");
    player.wait_for("m: the rules give a the goals 100, 50 in the terminal state");
    assert_eq!(player.ask(&format!("(STOP m ((take 1) {answer}))")), "done");
    player.wait_for("m: over after 1 plies, but the result is unclear: the rules give a the goals 100, 50");
    player.end("-TERM");
}

#[test]
#[cfg(unix)]
fn whoever_can_be_reached_by_others_is_warned() {
    let mut player = Player::start(&["--bind", "0.0.0.0"]);
    player.wait_for("warning: anyone who can reach this address");
    player.end("-TERM");
}

#[test]
fn a_port_that_is_taken_is_said_to_be() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let said = refusal(&["--port", &port], 1);
    let expected =
        format!("error: cannot listen at 127.0.0.1:{port}: another program listens there; `--port N`");
    assert!(said.starts_with(&expected), "{said}");
}

#[test]
fn an_address_of_another_machine_is_refused() {
    // An address for documentation.
    let said = refusal(&["--bind", "192.0.2.1"], 1);
    assert!(said.contains("needs an address that this machine has"), "{said}");
}

#[test]
fn wrong_words_are_wrong_usage() {
    refusal(&["--name", "two words"], 2);
    refusal(&["--strategy", "luck"], 2);
    refusal(&["--safety", "-1"], 2);
    refusal(&["--matches", "0"], 2);
    refusal(&["--bind", "here"], 2);
    refusal(&["--port", "70000"], 2);
}

#[test]
fn a_store_that_cannot_be_written_is_told_before_any_match() {
    let said = refusal(&["--record", "--db", Path::new("/dev/null/store.db").to_str().expect("text")], 1);
    assert!(said.contains("`--db FILE`"), "{said}");
}
