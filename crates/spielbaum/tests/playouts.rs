//! Random games that are played by the binary until somebody stops them.

use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_games_of_all_threads_and_shows_them() {
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
    let kill = format!("kill -INT {}", child.id());
    assert!(Command::new("sh").args(["-c", &kill]).status().expect("a shell").success());
    let mut printed = String::new();
    child.stdout.take().expect("it is piped").read_to_string(&mut printed).expect("text");
    assert_eq!(child.wait().expect("our child").code(), Some(130));
    assert!(printed.contains(" a second (2 threads, circuit)\nmean length: "), "{printed}");
}
