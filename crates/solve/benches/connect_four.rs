//! How fast positions of Connect Four are solved: `cargo bench -p spielbaum-solve --bench connect_four [-- N [--list]]`.
//!
//! N positions (1000 by default) of 12 to 20 plies, played at random without moves that win, are solved one after another, each by a solver of its own.
//! With `--list` each is printed, as the columns of its moves counted from 1, with its score.

use std::time::{Duration, Instant};

use rand::{RngExt, SeedableRng};
use search::{Budget, SearchRng};
use spielbaum_solve::{ConnectFourSolver, Position};

const COLUMNS: u8 = 7;
const ROWS: u8 = 6;
const MEGABYTES: u64 = 64;

/// A position, and the columns of the moves that lead there; none if a move that does not win cannot be found.
fn random_position(rng: &mut SearchRng) -> Option<(Vec<u8>, Position)> {
    let mut position = Position::empty(COLUMNS, ROWS).expect("there is such a board");
    let mut columns = Vec::new();
    for _ in 0..rng.random_range(12..=20) {
        let goes_on = |&column: &u8| {
            // After a move that ends the game none can be made.
            position.after(&[column]).is_ok_and(|child| (0..COLUMNS).any(|next| child.after(&[next]).is_ok()))
        };
        let open: Vec<u8> = (0..COLUMNS).filter(goes_on).collect();
        let column = *open.get(rng.random_range(0..open.len().max(1)))?;
        position = position.after(&[column]).ok()?;
        columns.push(column);
    }
    Some((columns, position))
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let list = arguments.iter().any(|argument| argument == "--list");
    let count = arguments.iter().find_map(|argument| argument.parse().ok()).unwrap_or(1000);
    let mut rng = SearchRng::seed_from_u64(0);
    let positions = std::iter::repeat_with(|| random_position(&mut rng)).flatten().take(count);
    let (mut time, mut nodes) = (Duration::ZERO, 0);
    for (columns, position) in positions {
        let started = Instant::now();
        let solution = ConnectFourSolver::new(MEGABYTES).solve(&position, &Budget::default());
        time += started.elapsed();
        nodes += solution.nodes;
        if list {
            let columns: String = columns.iter().map(|column| (column + 1).to_string()).collect();
            println!("{columns} {}", solution.lower);
        }
    }
    let (seconds, positions) = (time.as_secs_f64(), count.max(1) as f64);
    eprintln!(
        "{count} positions of 12 to 20 plies: {:.3} ms and {:.0} nodes each, {:.2} million nodes a second",
        seconds / positions * 1e3,
        nodes as f64 / positions,
        nodes as f64 / seconds / 1e6,
    );
}
