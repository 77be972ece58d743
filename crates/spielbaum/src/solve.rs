use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use game::Course;
use search::{Stop, grouped};
use serde::Serialize;
use solve::{Files, Method, OthelloProgress, SolutionReport, SolveError, Solving, solve};
use view::Render;

use crate::count::Progress;
use crate::effort::{self, EffortArgument};
use crate::error::Error;
use crate::interrupt::{INTERRUPTED, end_on_interrupt};
use crate::load::{LimitArgument, Loaded};
use crate::{moves, output};

/// Work out the exact value of a state for every role, and of every legal move
///
/// The value is what a role gets by best play of all. A move table tells it of every move, with the plies to the end if the winner hurries and the loser delays, and a
/// line of best play shows it. What is not known for sure is told as a bound.
///
/// Where roles choose at the same time, or where there are more than two, or their payoffs have no constant sum, it is told what each role can be sure of,
/// whatever the others do.
///
/// Where chance moves, values are what is expected: real numbers, by retrograde or search. Where states come again besides, bounds are brought together until they differ by 1e-9 at most.
///
/// Ctrl-C and `--time` end it with what is known by then.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  spielbaum solve tictactoe
  spielbaum solve nim --json
  spielbaum solve othello-4x4 --method search
  spielbaum solve connect-four --after '(drop 4); (drop 4); (drop 4); (drop 4); (drop 4); (drop 4)' --method search
  spielbaum solve eight-puzzle --method plan
  spielbaum solve othello-6x6 --method board --checkpoint othello-6x6.bounds
  spielbaum solve othello-4x4 -o othello-4x4.solved
  spielbaum play othello-4x4 --against 'solved(othello-4x4.solved)'
  spielbaum think othello-4x4 --strategy 'deepening(tablebase=othello-4x4.solved)'

The methods:
  retrograde  enumerates all states and values them backwards from the ends of the game; exact where states come again, too
  search      iterative deepening to the end of the game: `spielbaum help strategies` tells of deepening
  labels      win or loss by the recursion of the lectures, with early exit
  proof-number  proves a win or a loss, with the fewest states that are needed
  plan        for one role: several methods look for a way to the greatest payoff
  board       solvers that were written for connect four, on boards of any size, and for Othello, on 4, 6 or 8 columns; the board must be drawn as pieces
  auto        retrograde, if the states fit into memory; else board for connect four and Othello, plan for one role, and search for more")]
pub(crate) struct Arguments {
    /// A built-in game, a path to a rulesheet, or `-`
    game: String,
    /// Joint moves that lead to the state to solve, as in `spielbaum think`
    #[arg(long, value_name = "MOVES")]
    after: Option<String>,
    /// How the value is worked out
    #[arg(long, value_parser = method(), default_value_t = Method::Auto)]
    method: Method,
    #[command(flatten)]
    effort: EffortArgument,
    #[command(flatten)]
    limit: LimitArgument,
    /// Write a tablebase, the values of all states, to a file whose name ends in .solved, for the strategy `solved(FILE)` and for searches (`tablebase=FILE`)
    #[arg(short, long, value_name = "FILE", value_parser = solved_path)]
    out: Option<PathBuf>,
    /// Keep bounds that took long in a file as they are found, and begin with those that it has (Othello by `--method board`)
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Print one JSON document of {game, method, value, proven, distance, moves, pv, ...}
    #[arg(long)]
    json: bool,
}

/// A method by its name.
fn method() -> impl TypedValueParser<Value = Method> {
    PossibleValuesParser::new(Method::ALL.map(Method::name)).try_map(|name| name.parse::<Method>())
}

/// A path that the strategy `solved` takes.
fn solved_path(text: &str) -> Result<PathBuf, String> {
    if text.ends_with(".solved") {
        Ok(text.into())
    } else {
        Err("end the name of the file in .solved, so that `solved(FILE)` finds it".to_owned())
    }
}

/// The document that `--json` prints.
#[derive(Serialize)]
struct Report<'a> {
    game: &'a str,
    #[serde(flatten)]
    solution: SolutionReport,
    peak_bytes: Option<u64>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Error> {
    let loaded = Loaded::from_argument(&arguments.game, arguments.limit)?;
    let game = &loaded.rules(None)?;
    let joint_moves = arguments.after.as_deref().map_or(Ok(Vec::new()), moves::read)?;
    let state = Course::through(game, &joint_moves)?.end().clone();
    let stop = Stop::default();
    let limits = arguments.effort.limits(stop.clone());
    let work = end_on_interrupt(stop.clone())?;
    let started = Instant::now();
    let files = Files { values: arguments.out.as_deref(), checkpoint: arguments.checkpoint.as_deref() };
    let progress = Progress::start("solving");
    let solved = solve(game, &state, arguments.method, &limits, files, &|at| match at {
        Solving::Enumerating(at) => progress.show(at),
        Solving::Discs(at) => progress.bar.set_message(discs(at)),
        Solving::GoingOn(method) => {
            progress.bar.suspend(|| {
                output::note(format_args!(
                    "there are too many states to enumerate them; going on by {method}"
                ));
            });
            progress.bar.set_message("searching");
        }
    });
    progress.bar.finish_and_clear();
    drop(work);
    let solved = solved.map_err(|error| arguments.explained(&loaded.name, error))?;
    let solution = SolutionReport::new(game, &solved, started.elapsed());
    if let Some(Err(why)) = &solved.mixed {
        output::note(format_args!("there is no value of mixed moves: {why}"));
    }
    let report = Report { game: &loaded.name, solution, peak_bytes: effort::peak_bytes() };
    if arguments.json {
        output::json(&report)?;
    } else {
        output::line(format_args!("{}\n", game.render(&state)))?;
        report.print()?;
    }
    Ok(if stop.pressed() { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
}

impl Arguments {
    /// What to do about an error.
    fn explained(&self, game: &str, error: SolveError) -> Error {
        match error {
            SolveError::Hidden => Error::about(game, error),
            SolveError::Means => Error::Usage(format!("`--out` is for games without chance: {error}")),
            SolveError::NotAllStates(method) => Error::Usage(format!(
                "`--out` needs the values of all states, which {method} does not work out; leave `--method` away"
            )),
            SolveError::File(error) => {
                let path = self.out.as_deref().unwrap_or(Path::new(""));
                Error::about(path.display(), error)
            }
            SolveError::Checkpoint(error) => {
                let path = self.checkpoint.as_deref().unwrap_or(Path::new(""));
                Error::about(path.display(), error)
            }
            SolveError::NoCheckpoint(_) => Error::Usage(error.to_string()),
            SolveError::Search(error) => error.into(),
            error => Error::Fault(error.to_string()),
        }
    }
}

/// How far the solver for Othello has come.
fn discs(at: OthelloProgress) -> String {
    let rate = at.nodes as f64 / at.elapsed.as_secs_f64().max(1e-3) / 1e6;
    let nodes = grouped(&at.nodes);
    format!(
        "{nodes} nodes, {rate:.1} million a second; the difference of the discs is {} to {}",
        at.lower, at.upper
    )
}

impl Report<'_> {
    fn print(&self) -> Result<(), Error> {
        let SolutionReport { value, at_least, moves, pv, .. } = &self.solution;
        let SolutionReport { proven, endless, distance, states, nodes, cut, .. } = self.solution;
        for (role, value) in value {
            let line = match (value, at_least.get(role).copied().flatten()) {
                (Some(value), _) => format!("{role} gets {value}"),
                (None, _) if endless => format!("{role}: best play does not end"),
                (None, Some(least)) => format!("{role} can be sure of {least}"),
                (None, None) => format!("{role}: not known"),
            };
            output::line(line)?;
        }
        for (role, value) in self.solution.mixed.iter().flatten() {
            output::line(format_args!("{role} gets {value:.2} on the average by mixing moves"))?;
        }
        if let Some(plies) = distance.filter(|_| proven) {
            let plural = if plies == 1 { "y" } else { "ies" };
            output::line(format_args!("within {plies} pl{plural}"))?;
        }
        if let Some(discs) = &self.solution.discs {
            let counts: Vec<String> = discs.iter().map(|(role, discs)| format!("{role} {discs}")).collect();
            output::line(format_args!("discs at the end of best play: {}", counts.join(", ")))?;
        }
        if !moves.is_empty() {
            let several = moves.iter().any(|mov| mov.role != moves[0].role);
            let mixes = self.solution.mixed.is_some();
            let header = [several.then_some("role"), Some("move"), Some("value"), Some("plies")];
            let header = header.into_iter().chain([mixes.then_some("chosen")]).flatten().collect::<Vec<_>>();
            let mut table = output::columns(&header);
            for mov in moves {
                let value = match (mov.value, mov.bound) {
                    (Some(value), Some("at-least")) => format!("≥ {value}"),
                    (Some(value), Some("at-most")) => format!("≤ {value}"),
                    (Some(value), _) => value.to_string(),
                    (None, _) => "?".to_owned(),
                };
                let plies = mov.distance.map_or(String::new(), |plies| plies.to_string());
                let cells = [mov.mov.clone(), value, plies];
                let chosen =
                    mov.probability.filter(|_| mixes).map(|chosen| format!("{:.1} %", 100.0 * chosen));
                table.add_row(several.then(|| mov.role.clone()).into_iter().chain(cells).chain(chosen));
            }
            output::line("")?;
            output::line(output::trimmed(&table))?;
        }
        if !pv.is_empty() {
            let end = match self.solution.end {
                "terminal" => "",
                "repetition" => "; and so on, in a circle",
                _ => " ...",
            };
            let joints: Vec<String> = pv.iter().map(|joint| joint.join(" ")).collect();
            output::line(format_args!("\nbest play: {}{end}", joints.join("; ")))?;
        }
        if let Some(cut) = cut {
            output::note(format_args!("not solved: {}", effort::cut(cut)));
        }
        let states = states.map(|states| format!("{} states", grouped(&states)));
        let nodes = nodes.map(|nodes| format!("{} nodes", grouped(&nodes)));
        let memory = self.peak_bytes.map(|bytes| format!("{} MB", bytes >> 20));
        let took: Vec<String> = [states, nodes, memory].into_iter().flatten().collect();
        output::note(format_args!(
            "{} by {}, {:.2} s",
            took.join(", "),
            self.solution.method,
            self.solution.seconds
        ));
        Ok(())
    }
}
