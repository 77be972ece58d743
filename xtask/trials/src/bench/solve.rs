//! `cargo xtask bench solve`: small games solved and larger ones searched to a depth, beside other
//! programs' alpha-beta.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{bail, ensure};
use arena::Seed;
use cpu_time::ProcessTime;
use game::{ConnectFour, Game, MnkGame, Native, Rules};
use search::{Budget, Request, Spec, Strategy};

use super::games::{self, Engine};
use super::open_spiel::OpenSpiel;
use super::peer::Peer;
use super::report::{self, Table, grouped, rounded};
use super::twins::HandWritten;
use crate::rulesheets;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Our strategies, a list of specs; times are compared with the first one's
    #[arg(long, default_value = SPECS)]
    players: String,
    /// The longest that any one search may take
    #[arg(long, default_value_t = 10.0)]
    seconds: f64,
    /// A rulesheet, or a folder such as a checkout of ggp-org/ggp-repository: the initial states of these
    /// rulesheets are searched instead, on their circuits
    #[arg(long)]
    rules: Option<PathBuf>,
    /// Plies to which rulesheets are searched
    #[arg(long, default_value_t = 5, requires = "rules")]
    depth: u8,
    /// Only positions whose name, or rulesheets whose path, contains this
    #[arg(long, default_value = "")]
    only: String,
    /// A Python that has OpenSpiel (`pip install open_spiel`), whose alpha-beta then searches as well
    #[arg(long)]
    open_spiel: Option<PathBuf>,
}

const SPECS: &str = "alpha-beta,alpha-beta(table=64),deepening";

/// Turns that all searches take, so that what else the machine does falls on all of them.
const TURNS: u32 = 3;

/// Quick searches are repeated within a turn for so long.
const TURN: Duration = Duration::from_millis(200);

/// What is to be searched from the initial state.
struct Problem<'p> {
    name: &'p str,
    board: Board<'p>,
    /// Plies; none is to the end.
    depth: Option<u8>,
    /// What OpenSpiel calls it, if it has it.
    open_spiel: Option<&'p str>,
}

enum Board<'p> {
    TicTacToe,
    /// Columns and rows.
    ConnectFour(u8, u8),
    /// A rulesheet, and the same game written by hand.
    Rulesheet(&'p Rules, Option<&'p Native>),
}

const PROBLEMS: [Problem<'_>; 6] = [
    Problem { name: "tictactoe", board: Board::TicTacToe, depth: None, open_spiel: Some("tic_tac_toe") },
    Problem {
        name: "connect four 4x4",
        board: Board::ConnectFour(4, 4),
        depth: None,
        open_spiel: Some("connect_four(columns=4,rows=4)"),
    },
    Problem {
        name: "connect four 5x4",
        board: Board::ConnectFour(5, 4),
        depth: None,
        open_spiel: Some("connect_four(columns=5,rows=4)"),
    },
    Problem {
        name: "connect four 5x5",
        board: Board::ConnectFour(5, 5),
        depth: None,
        open_spiel: Some("connect_four(columns=5,rows=5)"),
    },
    Problem {
        name: "connect four 7x6 to depth 8",
        board: Board::ConnectFour(7, 6),
        depth: Some(8),
        open_spiel: Some("connect_four"),
    },
    Problem {
        name: "connect four 7x6 to depth 10",
        board: Board::ConnectFour(7, 6),
        depth: Some(10),
        open_spiel: Some("connect_four"),
    },
];

/// Somebody who searches, and what came of it each time.
struct Searcher<'s> {
    name: String,
    search: Box<dyn FnMut() -> anyhow::Result<Run> + 's>,
    runs: Vec<Run>,
}

/// One search.
#[derive(Clone, Copy, Debug)]
struct Run {
    nodes: u64,
    /// Of the processor, as nobody else's work is in them.
    seconds: f64,
    /// From -1 to 1 for who begins; none if the time was up.
    value: Option<f64>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let specs = Spec::list(&arguments.players)?;
    let limit = Duration::try_from_secs_f64(arguments.seconds)?;
    let mut open_spiel = arguments.open_spiel.as_deref().map(OpenSpiel::start).transpose()?;
    let mut table =
        Table::new(&["position", "search", ">value", ">nodes", ">ms", ">nodes a second", ">x time"]);
    match &arguments.rules {
        None => positions(&arguments.only, &specs, limit, open_spiel.as_mut(), &mut table)?,
        Some(folder) => {
            for sheet in rulesheets::one_by_one(folder, &arguments.only)? {
                let measured = rulesheet(
                    &sheet.path,
                    &sheet.name,
                    arguments.depth,
                    &specs,
                    limit,
                    open_spiel.as_mut(),
                    &mut table,
                );
                if let Err(error) = measured {
                    sheet.note(format_args!("{error:#}"));
                }
            }
        }
    }
    println!("# Alpha-beta\n\n{}", report::circumstances().trim_end());
    println!(
        "- by the processor's time; {TURNS} turns each, the median; `>`: not done after {} s on the wall; value: from -1 to 1 for who begins; x time: how many times as long as the first search of the same position",
        arguments.seconds
    );
    if let Some(open_spiel) = &open_spiel {
        println!(
            "- OpenSpiel {}: `open_spiel.python.algorithms.minimax`, the only alpha-beta that Python reaches; its states are C++",
            open_spiel.version
        );
    }
    print!("\n{}", table.text());
    Ok(ExitCode::SUCCESS)
}

/// Measures the positions named here.
fn positions(
    only: &str,
    specs: &[Spec],
    limit: Duration,
    mut open_spiel: Option<&mut OpenSpiel>,
    table: &mut Table,
) -> anyhow::Result<()> {
    let problems: Vec<&Problem<'_>> = PROBLEMS.iter().filter(|problem| problem.name.contains(only)).collect();
    ensure!(
        !problems.is_empty(),
        "no position's name contains `{only}`; there are {}",
        PROBLEMS.map(|problem| problem.name).join(", ")
    );
    let bar = report::bar(problems.len(), "positions")?;
    for problem in problems {
        bar.set_message(problem.name.to_owned());
        problem.measure(specs, limit, open_spiel.as_deref_mut(), table)?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(())
}

/// Measures the initial state of a rulesheet, beside the same game written by hand where there is one.
fn rulesheet(
    path: &Path,
    name: &str,
    depth: u8,
    specs: &[Spec],
    limit: Duration,
    open_spiel: Option<&mut OpenSpiel>,
    table: &mut Table,
) -> anyhow::Result<()> {
    let rules = rulesheets::on_circuit(path)?;
    let twin = HandWritten::of(path);
    let native = twin.as_ref().and_then(|twin| twin.native.as_ref());
    let open_spiel_name = twin.as_ref().map(|twin| twin.open_spiel);
    let board = Board::Rulesheet(&rules, native);
    Problem { name, board, depth: Some(depth), open_spiel: open_spiel_name }
        .measure(specs, limit, open_spiel, table)
}

impl Problem<'_> {
    fn measure(
        &self,
        specs: &[Spec],
        limit: Duration,
        open_spiel: Option<&mut OpenSpiel>,
        table: &mut Table,
    ) -> anyhow::Result<()> {
        match self.board {
            Board::TicTacToe => {
                let (board, rules) = (MnkGame::new(3, 3, 3)?, games::on_circuit("tictactoe")?);
                let mut searchers = self.ours(&board, Engine::Native, specs, limit);
                searchers.extend(self.ours(&rules, Engine::Circuit, specs, limit));
                searchers.extend(self.peers(&board, limit));
                searchers.extend(self.open_spiel(open_spiel, limit));
                self.compare(searchers, table)
            }
            Board::ConnectFour(columns, rows) => {
                let board = ConnectFour::new(columns, rows)?;
                let mut searchers = self.ours(&board, Engine::Native, specs, limit);
                searchers.extend(self.peers(&board, limit));
                searchers.extend(self.open_spiel(open_spiel, limit));
                self.compare(searchers, table)
            }
            Board::Rulesheet(rules, native) => {
                let mut searchers = self.ours(rules, Engine::Circuit, specs, limit);
                match native {
                    Some(Native::Breakthrough(board)) => searchers.extend(self.peers(board, limit)),
                    Some(Native::Mnk(board)) => searchers.extend(self.peers(board, limit)),
                    Some(Native::ConnectFour(board)) => searchers.extend(self.peers(board, limit)),
                    Some(Native::Othello(board)) => searchers.extend(self.peers(board, limit)),
                    None => {}
                }
                searchers.extend(self.open_spiel(open_spiel, limit));
                self.compare(searchers, table)
            }
        }
    }

    fn ours<'s, G: Game>(
        &self,
        game: &'s G,
        engine: Engine,
        specs: &'s [Spec],
        limit: Duration,
    ) -> Vec<Searcher<'s>> {
        let depth = self.depth.map(u32::from);
        let searcher = |spec: &'s Spec| {
            let search = move || {
                let budget = Budget { depth, time: Some(limit), ..Budget::default() };
                let (started, processor) = (Instant::now(), ProcessTime::now());
                let mut strategy: Box<dyn Strategy<G>> = spec.build();
                let decision = strategy.choose(
                    Request::new(game, &game.initial(), 0, &mut Seed(0).stream()).within(budget.clone()),
                )?;
                let time = processor.elapsed();
                let late = started.elapsed() >= limit;
                ensure!(late || decision.value.is_some(), "`{spec}` finds no value; name searches that do");
                // The goals of these boards, and of most rulesheets, are 0, 50 and 100.
                let value = decision.value.filter(|_| !late).map(|value| (value - 50.0) / 50.0);
                Ok(Run { nodes: decision.effort.nodes, seconds: time.as_secs_f64(), value })
            };
            Searcher::new(format!("`{spec}`, {}", engine.name()), search)
        };
        specs.iter().map(searcher).collect()
    }

    fn peers<'s, G: Game>(&self, game: &'s G, limit: Duration) -> [Searcher<'s>; 2] {
        // Deeper than any of the games.
        let depth = self.depth.unwrap_or(64);
        Peer::ALL.map(|peer| {
            let search = move || {
                let searched = peer.search(game, depth, limit);
                Ok(Run { nodes: searched.nodes, seconds: searched.time.as_secs_f64(), value: searched.value })
            };
            Searcher::new(format!("{}, native", peer.name()), search)
        })
    }

    /// OpenSpiel's search, if it is there and has the game.
    fn open_spiel<'s>(&'s self, bridge: Option<&'s mut OpenSpiel>, limit: Duration) -> Option<Searcher<'s>> {
        let (bridge, game) = bridge.zip(self.open_spiel)?;
        let depth = self.depth.map(u32::from);
        let search = move || {
            let solved = bridge.solve(game, depth, limit.as_secs_f64())?;
            Ok(Run { nodes: solved.nodes, seconds: solved.cpu_seconds, value: solved.value })
        };
        Some(Searcher::new("OpenSpiel alpha_beta_search (Python)".to_owned(), search))
    }

    /// Lets them search in turns, and adds a line each to the table.
    fn compare(&self, mut searchers: Vec<Searcher<'_>>, table: &mut Table) -> anyhow::Result<()> {
        for _ in 0..TURNS {
            for searcher in &mut searchers {
                searcher.take_turn()?;
            }
        }
        self.tabulate(&mut searchers, table)
    }

    /// Adds a line for each searcher.
    ///
    /// # Errors
    /// If they have found different values of a position to be solved or searched without an evaluator, as
    /// that of a rulesheet need not be.
    fn tabulate(&self, searchers: &mut [Searcher<'_>], table: &mut Table) -> anyhow::Result<()> {
        let medians: Vec<Run> = searchers.iter_mut().map(Searcher::median).collect();
        let mut values = medians.iter().filter_map(|run| run.value);
        let value = values.next();
        let by_rules = matches!(self.board, Board::Rulesheet(..));
        if !by_rules && values.any(|other| Some(other) != value) {
            bail!("{}: the searches find different values: {medians:?}", self.name);
        }
        for (searcher, run) in searchers.iter().zip(&medians) {
            let ratio = run.seconds / medians[0].seconds;
            let late = if run.value.is_none() { ">" } else { "" };
            table.row(&[
                self.name.to_owned(),
                searcher.name.clone(),
                run.value.map_or_else(String::new, |value| value.to_string()),
                format!("{late}{}", grouped(run.nodes as f64)),
                format!("{late}{}", rounded(1000.0 * run.seconds)),
                grouped(run.nodes as f64 / run.seconds),
                medians[0].value.map_or_else(String::new, |_| format!("{late}{}", rounded(ratio))),
            ]);
        }
        Ok(())
    }
}

impl<'s> Searcher<'s> {
    fn new(name: String, search: impl FnMut() -> anyhow::Result<Run> + 's) -> Self {
        Self { name, search: Box::new(search), runs: Vec::new() }
    }

    /// Searches once or, if that is quick, as often as fits the turn. Who has run out of time once need not
    /// search again.
    fn take_turn(&mut self) -> anyhow::Result<()> {
        if self.runs.iter().any(|run| run.value.is_none()) {
            return Ok(());
        }
        let started = Instant::now();
        loop {
            let run = (self.search)()?;
            self.runs.push(run);
            if run.value.is_none() || started.elapsed() >= TURN {
                return Ok(());
            }
        }
    }

    /// The run of median time, or the one that ran out of time; there is at least one run.
    fn median(&mut self) -> Run {
        if let Some(late) = self.runs.iter().find(|run| run.value.is_none()) {
            return *late;
        }
        self.runs.sort_by(|a, b| a.seconds.total_cmp(&b.seconds));
        self.runs[self.runs.len() / 2]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace;

    /// Searches that have been made, by their seconds and values.
    fn made(runs: &[(f64, Option<f64>)]) -> Searcher<'static> {
        let mut searcher = Searcher::new("any".to_owned(), || bail!("not to be repeated"));
        searcher.runs = runs.iter().map(|&(seconds, value)| Run { nodes: 1000, seconds, value }).collect();
        searcher
    }

    #[test]
    fn all_searches_agree_on_tictactoe() {
        let specs = Spec::list("alpha-beta").unwrap();
        let game = MnkGame::new(3, 3, 3).unwrap();
        let limit = Duration::from_secs(60);
        let mut searchers = PROBLEMS[0].ours(&game, Engine::Native, &specs, limit);
        searchers.extend(PROBLEMS[0].peers(&game, limit));
        for searcher in &mut searchers {
            searcher.runs.push((searcher.search)().unwrap());
            assert_eq!(searcher.runs[0].value, Some(0.0), "{}", searcher.name);
        }
        assert!(PROBLEMS[0].tabulate(&mut searchers, &mut Table::new(&[])).is_ok());
    }

    #[test]
    fn a_rulesheet_is_searched_beside_the_board_written_by_hand() {
        let specs = Spec::list("alpha-beta,alpha-beta(eval=mobility)").unwrap();
        let path = workspace::root().join("games/connect-four.kif");
        let mut table = Table::new(&[]);
        rulesheet(&path, "connect-four.kif", 2, &specs, Duration::from_secs(60), None, &mut table).unwrap();
        let searches =
            ["`alpha-beta`, circuit", "`alpha-beta(eval=mobility)`, circuit", "minimax 0.6 Negamax, native"];
        for search in searches {
            assert!(table.text().contains(&format!("| connect-four.kif | {search} | ")), "{}", table.text());
        }
    }

    #[test]
    fn different_values_are_an_error() {
        let mut searchers = [made(&[(1.0, Some(0.0))]), made(&[(1.0, None)]), made(&[(1.0, Some(1.0))])];
        assert!(PROBLEMS[0].tabulate(&mut searchers[..2], &mut Table::new(&[])).is_ok());
        assert!(PROBLEMS[0].tabulate(&mut searchers, &mut Table::new(&[])).is_err());
    }

    #[test]
    fn the_median_counts_and_the_first_is_the_measure() {
        let mut table = Table::new(&[]);
        let quick = made(&[(0.4, Some(0.0)), (0.1, Some(0.0)), (0.2, Some(0.0))]);
        PROBLEMS[0].tabulate(&mut [quick, made(&[(0.5, None)])], &mut table).unwrap();
        assert!(
            table.text().contains("| tictactoe | any | 0 | 1,000 | 200 | 5,000 | 1.00 |"),
            "{}",
            table.text()
        );
        assert!(
            table.text().contains("| tictactoe | any |  | >1,000 | >500 | 2,000 | >2.50 |"),
            "{}",
            table.text()
        );
    }

    #[test]
    fn there_are_no_ratios_to_a_search_that_ran_out_of_time() {
        let mut table = Table::new(&[]);
        PROBLEMS[0].tabulate(&mut [made(&[(1.0, None)])], &mut table).unwrap();
        assert!(
            table.text().contains("| tictactoe | any |  | >1,000 | >1,000 | 1,000 |  |"),
            "{}",
            table.text()
        );
    }

    #[test]
    fn who_ran_out_of_time_does_not_search_again() {
        assert!(made(&[(1.0, None)]).take_turn().is_ok());
        assert!(made(&[(1.0, Some(0.0))]).take_turn().is_err());
    }

    #[test]
    fn the_default_players_are_strategies() {
        assert!(Spec::list(SPECS).is_ok());
    }
}
