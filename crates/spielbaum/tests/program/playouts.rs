//! Random games that are played by the binary until somebody stops them.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

/// What is printed when the games are interrupted so long after they began.
fn interrupted_after(time: Duration) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_spielbaum"))
        .args(["playouts", "nim", "--count", &u64::MAX.to_string(), "--threads", "2", "--verbose"])
        .env("SPIELBAUM_CACHE", "never")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary was built for this test");
    let mut said = BufReader::new(child.stderr.take().expect("it is piped")).lines();
    let begun = said.any(|line| line.expect("text").contains("random games on 2 threads"));
    assert!(begun, "it says so");
    thread::sleep(time);
    let kill = format!("kill -INT {}", child.id());
    assert!(Command::new("sh").args(["-c", &kill]).status().expect("a shell").success());
    let mut printed = String::new();
    child.stdout.take().expect("it is piped").read_to_string(&mut printed).expect("text");
    assert_eq!(child.wait().expect("our child").code(), Some(130), "{printed}");
    printed
}

#[test]
fn an_interrupt_ends_the_games_of_all_threads_and_shows_them() {
    // On a busy machine no game may have ended by then, so that there are no means to print.
    let shown = [0, 100, 1_000, 10_000].map(Duration::from_millis).into_iter().any(|time| {
        let printed = interrupted_after(time);
        assert!(printed.contains(" a second (2 threads, circuit)\n"), "{printed}");
        printed.contains(" a second (2 threads, circuit)\nmean length: ")
    });
    assert!(shown, "games end within ten seconds");
}
