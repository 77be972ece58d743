//! How fast positions of Connect Four are solved: `cargo bench -p spielbaum-solve --bench connect_four [-- N
//! [--list] [--rules SECONDS]]`.
//!
//! N positions (1000 by default) of 12 to 20 plies, played at random without moves that win, are solved one
//! after another, each by a solver of its own. With `--list` each is printed, as the columns of its moves
//! counted from 1, with its score.
//!
//! With `--rules` the value of each is also worked out from the rulesheet, by searches that know nothing of
//! Connect Four, within so many seconds for each position and search. Values that differ from the board's are
//! an error.

use std::time::{Duration, Instant};

use game::{Builtin, Choices, Course, Mover, Rules, RulesState};
use rand::{RngExt, SeedableRng};
use search::{Budget, SearchRng};
use spielbaum_solve::{ConnectFourSolver, Files, Limits, Method, Position, ProofLimits, guarantee, solve};

const COLUMNS: u8 = 7;
const ROWS: u8 = 6;
const MEGABYTES: u64 = 64;

/// A position, and the columns of the moves that lead there; none if a move that does not win cannot
/// be found.
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

/// What searches of the rules came to in all positions.
#[derive(Default)]
struct Tally {
    solved: u32,
    nodes: u64,
    time: Duration,
}

impl Tally {
    fn report(&self, what: &str, limit: Duration) {
        eprintln!(
            "{what} by the rules: {} solved within {} s each, in {:.3} s and with {:.0} nodes each; {:.2} million nodes a second",
            self.solved,
            limit.as_secs_f64(),
            self.time.as_secs_f64() / f64::from(self.solved.max(1)),
            self.nodes as f64 / f64::from(self.solved.max(1)),
            self.nodes as f64 / self.time.as_secs_f64() / 1e6,
        );
    }

    /// Takes what the role to move gets, as a search found it, beside what it gets for certain.
    fn count(&mut self, found: Option<i32>, value: i32, nodes: u64, started: Instant) {
        let Some(found) = found else { return };
        assert_eq!(found, value, "the rules and the board have different values");
        self.solved += 1;
        self.nodes += nodes;
        self.time += started.elapsed();
    }
}

/// The searches of the rules, and what they came to.
struct ByRules {
    rules: Rules,
    limit: Duration,
    search: Tally,
    proofs: Tally,
}

impl ByRules {
    fn new(limit: Duration) -> Self {
        let text = Builtin::named("connect-four").expect("it is built in").rules;
        let sheet = gdl::Rulesheet::parse("connect-four", text.as_bytes()).expect("the rules are right");
        let rules = Rules::new(&sheet).expect("the game can be played");
        Self { rules, limit, search: Tally::default(), proofs: Tally::default() }
    }

    /// Solves the position after some moves, whose score is known.
    fn solve(&mut self, columns: &[u8], score: i32) {
        let joint = |(ply, column): (usize, &u8)| {
            let drop = format!("(drop {})", column + 1);
            if ply % 2 == 0 { vec![drop, "noop".to_owned()] } else { vec!["noop".to_owned(), drop] }
        };
        let joints: Vec<Vec<String>> = columns.iter().enumerate().map(joint).collect();
        let course = Course::through(&self.rules, &joints).expect("the moves are legal");
        let state: &RulesState = course.end();
        let Mover::One(role) = Choices::of(&self.rules, state).mover() else {
            unreachable!("the position is not over")
        };
        let value = 50 + 50 * score.signum();

        let started = Instant::now();
        let limits = Limits { time: Some(self.limit), ..Limits::default() };
        let found = solve(&self.rules, state, Method::Search, &limits, Files::default(), &|_| ());
        let found = found.expect("the search applies");
        let nodes = found.nodes.unwrap_or_default();
        self.search.count(found.solution.bounds[role].value(), value, nodes, started);

        let started = Instant::now();
        let budget = Budget { time: Some(self.limit), ..Budget::default() };
        let limits = ProofLimits { budget, ..ProofLimits::default() };
        let found = guarantee(&self.rules, state, role, &limits).expect("the search applies");
        self.proofs.count(found.state.value(), value, found.nodes, started);
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let list = arguments.iter().any(|argument| argument == "--list");
    let number = |argument: Option<&String>| argument.and_then(|argument| argument.parse::<usize>().ok());
    let count = number(arguments.first()).unwrap_or(1000);
    let place = arguments.iter().position(|argument| argument == "--rules");
    let seconds = place.map(|place| number(arguments.get(place + 1)).unwrap_or(60));
    let mut by_rules = seconds.map(|seconds| ByRules::new(Duration::from_secs(seconds as u64)));
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
        if let Some(by_rules) = &mut by_rules {
            by_rules.solve(&columns, i32::from(solution.lower));
        }
    }
    let (seconds, positions) = (time.as_secs_f64(), count.max(1) as f64);
    eprintln!(
        "{count} positions of 12 to 20 plies: {:.3} ms and {:.0} nodes each, {:.2} million nodes a second",
        seconds / positions * 1e3,
        nodes as f64 / positions,
        nodes as f64 / seconds / 1e6,
    );
    if let Some(ByRules { limit, search, proofs, .. }) = by_rules {
        search.report("search", limit);
        proofs.report("proof-number", limit);
    }
}
