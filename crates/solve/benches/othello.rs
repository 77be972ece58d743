//! How fast positions of Othello are solved: `cargo bench -p spielbaum-solve --bench othello [-- N
//! [LEFT] [--list]]`.
//!
//! N positions (100 by default) on six columns with LEFT empty cells (20 by default), played at random, are
//! solved one after another by one thread, each by a solver of its own. With `--list` the score of each is
//! printed, for the side to move.

use std::time::{Duration, Instant};

use rand::SeedableRng;
use rand::seq::IndexedRandom;
use search::SearchRng;
use spielbaum_solve::{Limits, OthelloPosition, OthelloSolver};

/// A position with so many empty cells in which the side to move can place a disc; none if the game
/// ended before.
fn random_position(left: u32, rng: &mut SearchRng) -> Option<OthelloPosition> {
    let mut position = OthelloPosition::initial(6).expect("there is such a board");
    while position.empty_cells() > left {
        position = match position.moves().choose(rng) {
            Some(&cell) => position.after(cell)?,
            None if position.is_over() => return None,
            None => position.passed(),
        };
    }
    (!position.moves().is_empty()).then_some(position)
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let list = arguments.iter().any(|argument| argument == "--list");
    let mut numbers = arguments.iter().filter_map(|argument| argument.parse().ok());
    let (count, left) = (numbers.next().unwrap_or(100), numbers.next().unwrap_or(20));
    let mut rng = SearchRng::seed_from_u64(0);
    let positions = std::iter::repeat_with(|| random_position(left, &mut rng)).flatten().take(count as usize);
    let (mut time, mut nodes) = (Duration::ZERO, 0);
    for position in positions {
        let started = Instant::now();
        let solver = OthelloSolver::new(Limits { threads: 1, ..Limits::default() });
        let solution = solver.solve(&position, &|_| ()).expect("no file is written");
        time += started.elapsed();
        nodes += solution.nodes;
        if list {
            println!("{}", solution.score.lower);
        }
    }
    let (seconds, positions) = (time.as_secs_f64(), f64::from(count.max(1)));
    eprintln!(
        "{count} positions with {left} empty cells: {:.3} ms and {:.0} nodes each, {:.2} million nodes a second",
        seconds / positions * 1e3,
        nodes as f64 / positions,
        nodes as f64 / seconds / 1e6,
    );
}
