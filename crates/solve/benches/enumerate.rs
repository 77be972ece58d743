//! How fast reachable states are enumerated, beside a plain search of a hand-written board with a set of
//! hashed states: `cargo bench -p spielbaum-solve --bench enumerate [-- NAME]`.
//!
//! Each line is a game, or one whose name contains NAME: states a second of `StateCount` on the rulesheet, of
//! the plain search on the native board, and their ratio. Both are on one thread, and count the same states.

use std::time::Instant;

use game::{ConnectFour, Game, MnkGame, NamedGame, Othello, Rules};
use rustc_hash::FxHashSet;
use spielbaum_solve::{Limits, StateCount};

fn main() {
    // Run as a test, by cargo without `--bench`, it counts the smallest game alone.
    let measures = std::env::args().any(|argument| argument == "--bench");
    let wanted = std::env::args().skip(1).find(|argument| !argument.starts_with("--"));
    let wanted = wanted.unwrap_or_else(|| if measures { String::new() } else { "othello-4x4".to_owned() });
    let connect_four = |columns, rows| ConnectFour::new(columns, rows).expect("there is such a board");
    compare(&wanted, "connect-four(columns=4,rows=5)", &connect_four(4, 5));
    compare(&wanted, "connect-four(columns=5,rows=4)", &connect_four(5, 4));
    compare(
        &wanted,
        "gomoku(columns=4,rows=4,line=4)",
        &MnkGame::new(4, 4, 4).expect("there is such a board"),
    );
    compare(&wanted, "othello-4x4", &Othello::new(4).expect("there is such a board"));
}

/// Counts the states of a rulesheet and of its native board, if its name is wanted.
fn compare<G: Game>(wanted: &str, name: &str, native: &G) {
    if !name.contains(wanted) {
        return;
    }
    let rules = NamedGame::find(name).expect("there is such a game").rules;
    let sheet = gdl::Rulesheet::parse(name, rules.as_bytes()).expect("the rules are right");
    let rules = Rules::new(&sheet).expect("the game can be played");
    let started = Instant::now();
    let count = StateCount::from(
        &rules,
        &rules.initial(),
        false,
        &Limits { threads: 1, ..Limits::default() },
        &|_| (),
    );
    let states = count.expect("the states fit the memory").states();
    let own = states as f64 / started.elapsed().as_secs_f64();
    let started = Instant::now();
    assert_eq!(plain(native), states, "{name}: the native board has as many states");
    let plain = states as f64 / started.elapsed().as_secs_f64();
    println!(
        "{name}: {states} states, {:.2} million a second; plain search {:.2} million; ratio {:.2}",
        own / 1e6,
        plain / 1e6,
        own / plain
    );
}

/// How many states the initial one of a game for two leads to, itself included.
fn plain<G: Game>(game: &G) -> u64 {
    let mut seen: FxHashSet<G::State> = [game.initial()].into_iter().collect();
    let mut open = vec![game.initial()];
    let mut legal = [Vec::new(), Vec::new()];
    while let Some(state) = open.pop() {
        if game.terminal(&state) {
            continue;
        }
        legal.iter_mut().enumerate().for_each(|(role, moves)| game.legal(&state, role, moves));
        for &first in &legal[0] {
            for &second in &legal[1] {
                let next = game.next(&state, &[first, second]);
                if seen.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
    }
    seen.len() as u64
}
