use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::ValueEnum;
use game::{Choices, Course, Game, Mover};
use indexmap::IndexMap;
use search::{Bounds, LineEnd, Solution, SolvedMove, Spec, Stop};
use serde::Serialize;
use solve::{
    Analysing, Counting, Cut, Limits, MixedSolution, OthelloProblem, OthelloProgress, OthelloSolved,
    Retrograde, RetrogradeError, Searched,
};
use view::Render;

use crate::count::Progress;
use crate::decision;
use crate::effort::{self, EffortArgument, grouped};
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

The methods:
  retrograde  enumerates all states and values them backwards from the ends of the game; exact where states come again, too
  search      iterative deepening to the end of the game: `spielbaum help strategies` tells of deepening
  labels      win or loss by the recursion of the lectures, with early exit
  proof-number  proves a win or a loss, with the fewest states that are needed
  plan        for one role: several methods look for a way to the greatest payoff
  board       solvers that were written for connect four, on boards of any size, and for Othello, on 4, 6 or 8 columns; the board must be drawn as pieces
  auto        retrograde, if the states fit into memory; else plan for one role, and search for more")]
pub(crate) struct Arguments {
    /// A built-in game, a path to a rulesheet, or `-`
    game: String,
    /// Joint moves that lead to the state to solve, as in `spielbaum think`
    #[arg(long, value_name = "MOVES")]
    after: Option<String>,
    /// How the value is worked out
    #[arg(long, value_enum, default_value_t = Method::Auto)]
    method: Method,
    #[command(flatten)]
    effort: EffortArgument,
    #[command(flatten)]
    limit: LimitArgument,
    /// Write the values of all states to a file, whose name ends in .solved, for the strategy `solved(FILE)`
    #[arg(short, long, value_name = "FILE", value_parser = solved_path)]
    out: Option<PathBuf>,
    /// Keep bounds that took long in a file as they are found, and begin with those that it has (Othello by `--method board`)
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Print one JSON document of {game, method, value, proven, distance, moves, pv, ...}
    #[arg(long)]
    json: bool,
}

/// A way to work out values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Method {
    /// The one that fits
    Auto,
    /// Win or loss by recursion with early exit
    Labels,
    /// Iterative deepening
    Search,
    /// Proof-number search
    ProofNumber,
    /// All states, valued backwards
    Retrograde,
    /// A plan for one role
    Plan,
    /// A solver for the board of connect four or of Othello
    Board,
}

impl Method {
    fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Labels => "labels",
            Self::Search => "search",
            Self::ProofNumber => "proof-number",
            Self::Retrograde => "retrograde",
            Self::Plan => "plan",
            Self::Board => "board",
        }
    }

    /// The strategy that does it.
    fn spec(self) -> Spec {
        let name = match self {
            Self::Labels => "labels",
            Self::Search => "deepening",
            Self::Plan => "plan",
            Self::Auto | Self::Retrograde | Self::ProofNumber | Self::Board => {
                unreachable!("these are no strategies")
            }
        };
        name.parse().expect("it is in the catalogue")
    }
}

/// A path that the strategy `solved` takes.
fn solved_path(text: &str) -> Result<PathBuf, String> {
    if text.ends_with(".solved") {
        Ok(text.into())
    } else {
        Err("end the name of the file in .solved, so that `solved(FILE)` finds it".to_owned())
    }
}

/// What `auto` lets retrograde analysis take: some 50 million states.
const AUTO_MEMORY: usize = 1 << 30;

#[derive(Serialize)]
struct Report {
    game: String,
    method: &'static str,
    /// The value for each role; null if it is not known exactly.
    value: IndexMap<String, Option<i32>>,
    /// What each role can be sure of; null if that is nothing.
    at_least: IndexMap<String, Option<i32>>,
    proven: bool,
    /// What each role gets on the average if roles that choose at the same time mix their moves; null if that is not needed or not known.
    mixed: Option<IndexMap<String, f64>>,
    /// Whether best play does not end.
    endless: bool,
    distance: Option<u32>,
    /// How many discs each role has at the end of best play; null if it is not known, or the game is another one than Othello.
    discs: Option<IndexMap<String, u32>>,
    moves: Vec<MoveReport>,
    pv: Vec<Vec<String>>,
    states: Option<u64>,
    nodes: Option<u64>,
    cut: Option<&'static str>,
    peak_bytes: Option<u64>,
    seconds: f64,
}

#[derive(Serialize)]
struct MoveReport {
    role: String,
    #[serde(rename = "move")]
    mov: String,
    value: Option<i32>,
    /// Whether the value is `exact`, `at-least` or `at-most`.
    bound: Option<&'static str>,
    distance: Option<u32>,
    /// How often the role chooses it, if it mixes its moves.
    probability: Option<f64>,
}

/// A value as it is told, and what kind of value it is.
fn told(bounds: &Bounds) -> (Option<i32>, Option<&'static str>) {
    match (bounds.value(), bounds.at_least, bounds.at_most) {
        (Some(value), ..) => (Some(value), Some("exact")),
        (None, Some(least), _) => (Some(least), Some("at-least")),
        (None, None, Some(most)) => (Some(most), Some("at-most")),
        (None, None, None) => (None, None),
    }
}

/// What was found, and how.
struct Found<M> {
    solution: Solution<M>,
    method: Method,
    states: Option<u64>,
    nodes: Option<u64>,
    cut: Option<Cut>,
    /// How roles mix their moves, if some choose at the same time.
    mixed: Option<MixedSolution<M>>,
    /// The discs of each role at the end of the line.
    discs: Option<[u32; 2]>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Error> {
    let loaded = Loaded::from_argument(&arguments.game, arguments.limit)?;
    let game = &loaded.rules(None)?;
    if game.knowledge().uncertainty().is_some() {
        return Err(Error::about(
            &loaded.name,
            "chance moves in it, or it hides something; its value is not worked out",
        ));
    }
    let joint_moves = arguments.after.as_deref().map_or(Ok(Vec::new()), moves::read)?;
    let state = Course::through(game, &joint_moves)?.end().clone();
    let stop = Stop::default();
    let limits = arguments.effort.limits(stop.clone());
    let work = end_on_interrupt(stop.clone())?;
    let started = Instant::now();
    let found = arguments.found(game, &state, &limits)?;
    drop(work);
    let report = report(&loaded.name, game, &found, started.elapsed());
    if arguments.json {
        output::json(&report)?;
    } else {
        output::line(format_args!("{}\n", game.render(&state)))?;
        report.print(&found)?;
    }
    Ok(if stop.pressed() { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
}

impl Arguments {
    fn found<G: Game>(&self, game: &G, state: &G::State, limits: &Limits) -> Result<Found<G::Move>, Error> {
        if self.checkpoint.is_some() && self.method != Method::Board {
            return Err(Error::Usage("`--checkpoint` is for `--method board`".to_owned()));
        }
        match self.method {
            // Only the values of all states can be written to a file.
            Method::Auto if self.out.is_none() && !is_simultaneous(game, state) => {
                let most = Limits { memory: limits.memory.min(AUTO_MEMORY), ..limits.clone() };
                let found = retrograde(game, state, &most, None)?;
                if found.cut != Some(Cut::Memory) {
                    return Ok(found);
                }
                let other = if game.roles() == 1 { Method::Plan } else { Method::Search };
                output::note(format_args!(
                    "there are too many states for retrograde analysis; going on by {}",
                    other.name()
                ));
                searched(game, state, other, limits)
            }
            Method::Auto | Method::Retrograde => retrograde(game, state, limits, self.out.as_deref()),
            method if self.out.is_some() => Err(Error::Usage(format!(
                "`--out` needs the values of all states, which {} does not work out; leave `--method` away",
                method.name()
            ))),
            Method::Board => board(game, state, limits, self.checkpoint.as_deref()),
            method => searched(game, state, method, limits),
        }
    }
}

/// What the solver for connect four finds, or the one for Othello. They know the rules: the game must be one of the two, on a board of two kinds of pieces.
fn board<G: Game>(
    game: &G,
    state: &G::State,
    limits: &Limits,
    checkpoint: Option<&Path>,
) -> Result<Found<G::Move>, Error> {
    let spinner = output::spinner("solving");
    let connect_four = solve::connect_four(game, state, limits);
    let (searched, discs) = match connect_four {
        Ok(_) if checkpoint.is_some() => {
            return Err(Error::Usage(
                "`--checkpoint` is for Othello; connect four is solved without".to_owned(),
            ));
        }
        Ok(searched) => (searched, None),
        Err(no_connect_four) => {
            let show = |at| spinner.set_message(progress(at));
            let OthelloSolved { searched, discs, .. } =
                solve::othello(game, state, limits, checkpoint, &show).map_err(|error| match error {
                    OthelloProblem::Checkpoint(error) => {
                        Error::about(checkpoint.unwrap_or(Path::new("")).display(), error)
                    }
                    no_othello => Error::Fault(format!("{no_connect_four}; {no_othello}")),
                })?;
            (searched, discs)
        }
    };
    spinner.finish_and_clear();
    let Searched { solution, nodes } = searched;
    // The payoffs may be known before the difference of the discs is.
    let known = solution.bounds.iter().all(|bounds| bounds.value().is_some());
    let cut = (!known).then(|| if limits.stop.pressed() { Cut::Stopped } else { Cut::Time });
    Ok(Found { solution, method: Method::Board, states: None, nodes: Some(nodes), cut, mixed: None, discs })
}

/// How far the solver for Othello has come.
fn progress(at: OthelloProgress) -> String {
    let rate = at.nodes as f64 / at.elapsed.as_secs_f64().max(1e-3) / 1e6;
    let nodes = grouped(&at.nodes.to_string());
    format!(
        "{nodes} nodes, {rate:.1} million a second; the difference of the discs is {} to {}",
        at.lower, at.upper
    )
}

/// Whether several roles choose at the same time, which only retrograde analysis values.
fn is_simultaneous<G: Game>(game: &G, state: &G::State) -> bool {
    !game.terminal(state) && Choices::of(game, state).mover() == Mover::Several
}

fn retrograde<G: Game>(
    game: &G,
    state: &G::State,
    limits: &Limits,
    out: Option<&Path>,
) -> Result<Found<G::Move>, Error> {
    let progress = Progress::start();
    let solved = Retrograde::of(game, state, limits, &|at| {
        progress.show(match at {
            Analysing::Exploring(at) => Counting::Exploring(at),
            Analysing::Valuing(at) => Counting::Valuing(at),
        });
    });
    progress.bar.finish_and_clear();
    let method = Method::Retrograde;
    match solved {
        Ok(solved) => {
            if let Some(path) = out {
                solved.save(path).map_err(|error| Error::about(path.display(), error))?;
            }
            let solution = solved.solution(state).expect("the state and all that follow are known");
            // Where roles choose at the same time, what they get by mixing their moves is more than what they can be sure of.
            let open = solution.end == LineEnd::Open;
            let mixed = open.then(|| MixedSolution::of(game, state, limits)).transpose();
            let mixed = mixed.unwrap_or_else(|why| {
                output::note(format_args!("there is no value of mixed moves: {why}"));
                None
            });
            Ok(Found {
                solution,
                method,
                states: Some(solved.states),
                nodes: None,
                cut: None,
                mixed,
                discs: None,
            })
        }
        Err(RetrogradeError::Cut { why, states }) => {
            let solution = Solution::unknown(game, state);
            Ok(Found {
                solution,
                method,
                states: Some(states),
                nodes: None,
                cut: Some(why),
                mixed: None,
                discs: None,
            })
        }
        Err(error) => Err(Error::Fault(error.to_string())),
    }
}

/// What a strategy proves.
fn searched<G: Game>(
    game: &G,
    state: &G::State,
    method: Method,
    limits: &Limits,
) -> Result<Found<G::Move>, Error> {
    if game.terminal(state) {
        // There is nothing to search.
        return retrograde(game, state, limits, None);
    }
    let role = match Choices::of(game, state).mover() {
        Mover::One(role) => role,
        Mover::Nobody | Mover::Several => decision::searcher(game, state, None)?,
    };
    let spinner = output::spinner("searching");
    let searched = match method {
        Method::ProofNumber => Searched::by_proofs(game, state, limits),
        _ => Searched::of(game, state, role, &method.spec(), limits),
    };
    spinner.finish_and_clear();
    let Searched { solution, nodes } = searched?;
    let proven = solution.bounds[role].value().is_some();
    let cut = if proven { None } else { limits.stop.pressed().then_some(Cut::Stopped) };
    Ok(Found { solution, method, states: None, nodes: Some(nodes), cut, mixed: None, discs: None })
}

fn report<G: Game>(name: &str, game: &G, found: &Found<G::Move>, time: Duration) -> Report {
    let Found { solution, method, states, nodes, cut, mixed, discs } = found;
    let role_name = |role: usize| game.notation().role_name(role).to_owned();
    let by_role = |of: fn(&Bounds) -> Option<i32>| {
        (0..game.roles()).map(|role| (role_name(role), of(&solution.bounds[role]))).collect()
    };
    let moves = solution.moves.iter().map(|SolvedMove { role, mov, bounds }| {
        let (value, bound) = told(bounds);
        let mixture = mixed.as_ref().and_then(|mixed| mixed.mixtures.get(*role)).map(Vec::as_slice);
        let probability = mixture.unwrap_or_default().iter().find(|(other, _)| other == mov);
        MoveReport {
            role: role_name(*role),
            mov: game.notation().move_name(*mov),
            value,
            bound,
            distance: bounds.plies,
            probability: probability.map(|&(_, probability)| probability),
        }
    });
    let joint = |joint: &Vec<G::Move>| joint.iter().map(|&mov| game.notation().move_name(mov)).collect();
    Report {
        game: name.to_owned(),
        method: method.name(),
        value: by_role(Bounds::value),
        at_least: by_role(|bounds| bounds.at_least),
        proven: solution.bounds.iter().all(|bounds| bounds.value().is_some()),
        mixed: mixed.as_ref().map(|mixed| (0..).map(role_name).zip(mixed.values).collect()),
        endless: *method == Method::Retrograde && cut.is_none() && solution.end == LineEnd::Repetition,
        distance: solution.bounds.iter().find_map(|bounds| bounds.plies),
        discs: discs.map(|discs| (0..).map(role_name).zip(discs).collect()),
        moves: moves.collect(),
        pv: solution.line.iter().map(joint).collect(),
        states: *states,
        nodes: *nodes,
        cut: cut.map(effort::cut),
        peak_bytes: effort::peak_bytes(),
        seconds: time.as_secs_f64(),
    }
}

impl Report {
    fn print<M>(&self, found: &Found<M>) -> Result<(), Error> {
        for (role, value) in &self.value {
            let line = match (value, self.at_least.get(role).copied().flatten()) {
                (Some(value), _) => format!("{role} gets {value}"),
                (None, _) if self.endless => format!("{role}: best play does not end"),
                (None, Some(least)) => format!("{role} can be sure of {least}"),
                (None, None) => format!("{role}: not known"),
            };
            output::line(line)?;
        }
        for (role, value) in self.mixed.iter().flatten() {
            output::line(format_args!("{role} gets {value:.2} on the average by mixing moves"))?;
        }
        if let Some(plies) = self.distance.filter(|_| self.proven) {
            let plural = if plies == 1 { "y" } else { "ies" };
            output::line(format_args!("within {plies} pl{plural}"))?;
        }
        if let Some(discs) = &self.discs {
            let counts: Vec<String> = discs.iter().map(|(role, discs)| format!("{role} {discs}")).collect();
            output::line(format_args!("discs at the end of best play: {}", counts.join(", ")))?;
        }
        if !self.moves.is_empty() {
            let several = self.moves.iter().any(|mov| mov.role != self.moves[0].role);
            let mixes = self.mixed.is_some();
            let header = [several.then_some("role"), Some("move"), Some("value"), Some("plies")];
            let header = header.into_iter().chain([mixes.then_some("chosen")]).flatten().collect::<Vec<_>>();
            let mut table = output::columns(&header);
            for mov in &self.moves {
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
        if !self.pv.is_empty() {
            let end = match found.solution.end {
                LineEnd::Terminal => "",
                LineEnd::Repetition => "; and so on, in a circle",
                LineEnd::Open => " ...",
            };
            let joints: Vec<String> = self.pv.iter().map(|joint| joint.join(" ")).collect();
            output::line(format_args!("\nbest play: {}{end}", joints.join("; ")))?;
        }
        if let Some(cut) = self.cut {
            output::note(format_args!("not solved: {cut}"));
        }
        let states = self.states.map(|states| format!("{} states", grouped(&states.to_string())));
        let nodes = self.nodes.map(|nodes| format!("{} nodes", grouped(&nodes.to_string())));
        let memory = self.peak_bytes.map(|bytes| format!("{} MB", bytes >> 20));
        let took: Vec<String> = [states, nodes, memory].into_iter().flatten().collect();
        output::note(format_args!("{} by {}, {:.2} s", took.join(", "), self.method, self.seconds));
        Ok(())
    }
}
