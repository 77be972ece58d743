mod equilibrium;

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use game::{Course, Game, Rules};
use search::{Stop, grouped};
use serde::Serialize;
use solve::{Algorithm, Files, Method, OthelloProgress, SolutionReport, SolveError, Solving, solve};
use view::Render;

use crate::count::Progress;
use crate::decision::{ENDLESS, IN_A_CIRCLE, NO_END};
use crate::effort::{self, EffortArgument};
use crate::error::Error;
use crate::interrupt::{INTERRUPTED, end_on_interrupt};
use crate::load::{LoadArguments, Loaded};
use crate::{load, moves, output};

/// Work out the exact value of a state for every role, and of every legal move
///
/// The value is what a role gets by best play of all. A move table tells it of every move, with the plies to
/// the end if the winner hurries and the loser delays, and a line of best play shows it. What is not known
/// for sure is told as a bound.
///
/// Where roles choose at the same time, or where there are more than two, or their payoffs have no constant
/// sum, it is told what each role can be sure of, whatever the others do.
///
/// Where chance moves, values are what is expected: real numbers, by retrograde or search. Where states come
/// again besides, bounds are brought together until they differ by 1e-9 at most.
///
/// Where a role does not see everything, cfr+ and its variants learn how one or two players should play, and
/// how much a best response would gain.
///
/// Ctrl-C and `--time` end it with what is known by then.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  spielbaum solve tictactoe
  spielbaum solve nim --json
  spielbaum solve othello-4x4 --method search
  spielbaum solve connect-four --after '(drop 4); (drop 4); (drop 4); (drop 4); (drop 4); (drop 4)' --method board
  spielbaum solve eight-puzzle --method plan
  spielbaum solve othello-6x6 --method board --checkpoint othello-6x6.bounds
  spielbaum solve othello-4x4 -o othello-4x4.solved
  spielbaum play othello-4x4 --against 'solved(othello-4x4.solved)'
  spielbaum think othello-4x4 --strategy 'deepening(tablebase=othello-4x4.solved)'
  spielbaum solve kuhn-poker --method cfr+ --iterations 10000 -o kuhn.policy
  spielbaum solve kuhn-poker --policy kuhn.policy

The methods:
  retrograde  enumerates all states and values them backwards from the ends of the game; exact where states come again, too
  search      iterative deepening to the end of the game: `spielbaum help strategies` tells of deepening
  labels      win or loss by the recursion of the lectures, with early exit
  proof-number  proves a win or a loss, with the fewest states that are needed
  plan        for one role: several methods look for a way to the greatest payoff
  board       solvers that were written for connect four, on boards of any size, and for Othello, on 4, 6 or 8 columns; the board must be drawn as pieces; of other rulesheets than the built-in ones nothing is proven, as random plays alone compare the rules
  cfr, cfr+, linear-cfr, discounted-cfr  counterfactual regret minimisation for one or two players, with chance and hidden information; `--iterations`
  external-mccfr, outcome-mccfr  the same by samples, so that an iteration is short; `--seed`
  auto        cfr+, if a role does not see everything; else retrograde, if the states fit into 1 GB; else board for the built-in connect four and Othello, plan for one role, and search for more")]
pub(crate) struct Arguments {
    /// A built-in game, a path to a rulesheet, or `-`
    game: String,
    /// Joint moves that lead to the state to solve, as in `spielbaum think`
    #[arg(long, value_name = "MOVES")]
    after: Option<String>,
    /// How the value is worked out
    #[arg(long, value_parser = method(), default_value_t = How::Exactly(Method::Auto))]
    method: How,
    /// Iterations of counterfactual regret minimisation [default: 1000, and 1000000 of those that
    /// take samples]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    iterations: Option<u64>,
    /// What samples are drawn by (external-mccfr, outcome-mccfr)
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Tell what roles get by a policy that was written with `--out`, and how much a best response gains, in
    /// place of solving
    #[arg(long, value_name = "FILE", conflicts_with_all = ["method", "iterations", "seed", "out"])]
    policy: Option<PathBuf>,
    #[command(flatten)]
    effort: EffortArgument,
    #[command(flatten)]
    loading: LoadArguments,
    /// Write what was found to a file: the values of all states as a tablebase to FILE.solved, for the
    /// strategy `solved(FILE)` and for searches (`tablebase=FILE`), or how to play with hidden information to
    /// FILE.policy, for the strategy `policy(FILE)`
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Keep bounds that took long in a file as they are found, and begin with those that it has (Othello by
    /// `--method board`)
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Print one JSON document of {game, method, value, proven, distance, moves, pv, ...}
    #[arg(long)]
    json: bool,
}

/// How a game is solved.
#[derive(Clone, Copy)]
enum How {
    /// By the exact value of its states.
    Exactly(Method),
    /// By learning how to play it.
    Learning(Algorithm),
}

impl fmt::Display for How {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exactly(method) => method.fmt(f),
            Self::Learning(algorithm) => algorithm.fmt(f),
        }
    }
}

/// A method by its name.
fn method() -> impl TypedValueParser<Value = How> {
    let names = Method::ALL.map(Method::name).into_iter().chain(Algorithm::ALL.map(Algorithm::name));
    PossibleValuesParser::new(names).try_map(|name| match name.parse() {
        Ok(method) => Ok(How::Exactly(method)),
        Err(_) => name.parse().map(How::Learning),
    })
}

/// The document that `--json` prints.
#[derive(Serialize)]
struct Report<'a> {
    game: &'a str,
    #[serde(flatten)]
    solution: SolutionReport,
    /// What random games show to be unclear about the goals.
    #[serde(skip_serializing_if = "Option::is_none")]
    remark: Option<String>,
    peak_bytes: Option<u64>,
}

/// Random games in which it is looked whether the goals are clear, and how long that may take: of large rules
/// they are slow.
const LOOKED_AT: u64 = 1_000;
const LOOKING: Duration = Duration::from_millis(300);

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Error> {
    let outputs = [("--out", arguments.out.as_deref()), ("--checkpoint", arguments.checkpoint.as_deref())];
    let moves = arguments.after.as_deref().and_then(moves::file);
    let inputs = [load::file(&arguments.game), moves, arguments.policy.clone()];
    output::check_outputs(&outputs, inputs.into_iter().flatten())?;
    let loaded = Loaded::from_argument(&arguments.game, &arguments.loading)?;
    let game = &loaded.rules(None)?;
    let (method, work) = arguments.work(game);
    arguments.check_path(work.is_some())?;
    if let Some(work) = work {
        return equilibrium::run(arguments, &loaded.name, game, work);
    }
    if arguments.iterations.is_some() || arguments.seed.is_some() {
        let why = format!(
            "`--iterations` is for cfr+ and its variants, `--seed` for those that take samples, and the method is {method}"
        );
        return Err(Error::Usage(why));
    }
    let joint_moves = arguments.after.as_deref().map_or(Ok(Vec::new()), moves::read)?;
    let state = Course::through(game, &joint_moves)?.end().clone();
    let stop = Stop::default();
    let limits = arguments.effort.limits(stop.clone());
    let work = end_on_interrupt(stop.clone())?;
    let started = Instant::now();
    let files = Files { values: arguments.out.as_deref(), checkpoint: arguments.checkpoint.as_deref() };
    let progress = Progress::start("solving");
    let solved = solve(game, &state, method, &limits, files, &|at| match at {
        Solving::Enumerating(at) => progress.show(at),
        Solving::Discs(at) => progress.bar.set_message(discs(at)),
        Solving::GoingOn(method) => {
            progress.bar.suspend(|| {
                output::note(format_args!(
                    "not all states are enumerated within the bounds of time and memory; going on by {method}"
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
    if let Some(assumed) = solved.assumed {
        output::note(format_args!(
            "not proven: the value is that of {assumed}, and only random plays have shown that the rules are the same"
        ));
    }
    let begun = Instant::now();
    let go_on = || !stop.pressed() && begun.elapsed() < LOOKING;
    let looked = game.batch().map(|batch| batch.sample(&[0], LOOKED_AT, &go_on));
    let remark = looked.and_then(|sample| sample.ok()?.remark);
    remark.iter().for_each(output::note);
    let report = Report { game: &loaded.name, solution, remark, peak_bytes: solve::peak_bytes() };
    if arguments.json {
        output::json(&report)?;
    } else {
        output::line(format_args!("{}\n", game.render(&state)))?;
        report.print(game)?;
    }
    Ok(if stop.pressed() { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
}

impl Arguments {
    /// The method that works out exact values, or what is learnt or measured in its place.
    fn work(&self, game: &Rules) -> (Method, Option<equilibrium::Work<'_>>) {
        match (&self.policy, self.method) {
            (Some(policy), _) => (Method::Auto, Some(equilibrium::Work::Measure(policy))),
            (None, How::Learning(algorithm)) => (Method::Auto, Some(equilibrium::Work::Learn(algorithm))),
            (None, How::Exactly(Method::Auto)) if game.percepts().is_some() => {
                (Method::Auto, Some(equilibrium::Work::Learn(Algorithm::CfrPlus)))
            }
            (None, How::Exactly(method)) => (method, None),
        }
    }

    /// The name of the file must be one by which the strategy that plays by it finds it.
    fn check_path(&self, learns: bool) -> Result<(), Error> {
        // The strategies are called like that, too.
        let extension = if learns { "policy" } else { "solved" };
        match &self.out {
            Some(path) if path.extension().is_none_or(|own| own != extension) => Err(Error::Usage(format!(
                "end the name of the file in .{extension}, so that `{extension}(FILE)` finds it"
            ))),
            _ => Ok(()),
        }
    }

    /// What to do about an error.
    fn explained(&self, game: &str, error: SolveError) -> Error {
        match error {
            SolveError::Hidden => Error::about(
                game,
                format_args!("{error}; for one or two players `--method cfr+` learns how to play"),
            ),
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
                let remedy = "`--checkpoint FILE` names another file, a new one to begin anew";
                Error::about(path.display(), format_args!("{error}; {remedy}"))
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
    /// Why a search or proofs that were not cut leave values open; none if they do not.
    fn one_sided(&self, game: &Rules) -> Option<String> {
        let SolutionReport { value, at_least, method, .. } = &self.solution;
        // It works out what there is to know.
        if *method == Method::Retrograde.name() {
            return None;
        }
        let mut open = value.iter().filter(|(_, value)| value.is_none()).map(|(role, _)| role).peekable();
        let unproven = game::players(game).count() == 2 && game::constant_sum(game).is_none();
        let why = if *method != Method::ProofNumber.name() {
            let (sure, unknown): (Vec<_>, Vec<_>) = at_least.iter().partition(|(_, least)| least.is_some());
            let (sure, _) = sure.first().filter(|_| !unknown.is_empty())?;
            let sum = if unproven { ", as the payoffs are not proven to have a constant sum" } else { "" };
            format!("{method} works out only what {sure} can be sure of, whatever the others do{sum}")
        } else if unproven && open.peek().is_some() {
            "what roles can be sure of is what they get only if their payoffs have a constant sum, which is not proven".to_owned()
        } else {
            let role = open.find(|&role| at_least[role].is_none())?;
            let range = game.goal_range();
            let least = range.start();
            format!("{role} cannot force more than {least}, and proofs do not tell whether best play ends")
        };
        Some(format!(
            "not solved: {why}; `--method retrograde` tells it of all roles, if the states fit into the memory (`--memory MB`)"
        ))
    }

    fn print(&self, game: &Rules) -> Result<(), Error> {
        let SolutionReport { value, at_least, moves, pv, .. } = &self.solution;
        let SolutionReport { proven, endless, distance, states, nodes, cut, .. } = self.solution;
        for (role, value) in value {
            let line = match (value, at_least.get(role).copied().flatten()) {
                (Some(value), _) => format!("{role} gets {value}"),
                (None, _) if endless => format!("{role}: {ENDLESS}"),
                (None, Some(least)) => format!("{role} can be sure of {least}"),
                (None, None) => format!("{role}: not known"),
            };
            output::line(line)?;
        }
        for (role, value) in self.solution.mixed.iter().flatten() {
            output::line(format_args!("{role} gets {value:.2} on the average by mixing moves"))?;
        }
        if let Some(plies) = distance.filter(|_| proven) {
            output::line(format_args!("within {}", output::plies(plies as usize)))?;
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
                    _ if mov.endless => NO_END.to_owned(),
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
                "repetition" => IN_A_CIRCLE,
                _ => " ...",
            };
            let joints: Vec<String> = pv.iter().map(|joint| joint.join(" ")).collect();
            output::line(format_args!("\nbest play: {}{end}", joints.join("; ")))?;
        }
        if let Some(cut) = cut {
            output::note(format_args!("not solved: {}", effort::cut(cut)));
        } else if let Some(why) = self.one_sided(game) {
            output::note(why);
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
