mod symbolic;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use clap::ValueEnum;
use game::{Course, Game};
use indicatif::ProgressBar;
use search::{Stop, grouped};
use serde::Serialize;
use solve::{CountError, CountReport, Counting, StateCount, Tree};

use crate::effort::{self, EffortArgument};
use crate::error::Error;
use crate::interrupt::{INTERRUPTED, end_on_interrupt};
use crate::load::{EngineArgument, LoadArguments, Loaded, Played, Work};
use crate::plot::{self, Format, Size};
use crate::{load, moves, output};

/// Count the states that a game can reach, and its tree
///
/// Every state is enumerated, ply by ply: the ply of a state is the fewest moves that lead to it. The tree of
/// the game has a leaf for every sequence of joint moves from the first state to an end.
///
/// Ctrl-C, `--time` and `--memory` end the count early; then the plies that were done are printed, and what
/// there is at least.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  spielbaum count tictactoe --by-ply
  spielbaum count eight-puzzle --plot states.svg
  spielbaum count othello-4x4 --engine native
  spielbaum count peg-solitaire --no-tree --memory 6000
  spielbaum count connect-four --after '(drop 4); (drop 4)' --time 60
  spielbaum count connect-four --method symbolic --memory 12000 --checkpoint connect-four.count")]
pub(crate) struct Arguments {
    /// A built-in game, a path to a rulesheet, or `-`
    game: String,
    /// Joint moves that lead to the state to count from, as in `spielbaum think`
    #[arg(long, value_name = "MOVES")]
    after: Option<String>,
    /// How states are counted
    #[arg(long, value_enum, default_value_t = Method::Explicit)]
    method: Method,
    /// Keep the count in a file after each ply, and go on from it if it is there (symbolic)
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Print a line for every ply
    #[arg(long)]
    by_ply: bool,
    /// Do not count the game tree, which takes as long again
    #[arg(long)]
    no_tree: bool,
    /// Draw the number of states ply by ply to a file, as SVG or PNG
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    #[command(flatten)]
    size: Size,
    #[command(flatten)]
    effort: EffortArgument,
    #[command(flatten)]
    engine: EngineArgument,
    #[command(flatten)]
    loading: LoadArguments,
    /// Print one JSON document of {game, method, states, terminal, by_ply, leaves, ...}
    #[arg(long)]
    json: bool,
}

/// A way to count states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Method {
    /// One by one, with the tree of the game
    Explicit,
    /// All states of a ply at once, in decision diagrams: billions of states, if their structure is simple
    Symbolic,
}

/// The document that `--json` prints.
#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    count: CountReport,
    peak_bytes: Option<u64>,
}

impl Report {
    fn print(&self, count: &StateCount, by_ply: bool) -> Result<(), Error> {
        if by_ply {
            let CountReport { by_ply, terminal_by_ply, joint_moves_by_ply, .. } = &self.count;
            let figures = [by_ply, terminal_by_ply, joint_moves_by_ply];
            table_by_ply(&["ply", "states", "terminal", "joint moves"], &figures)?;
        }
        let (states, terminal) = (grouped(&self.count.states), grouped(&self.count.terminal));
        let plies = self.count.by_ply.len();
        match self.count.cut {
            None => output::line(format_args!(
                "{states} states, {terminal} of them terminal, at most {} away",
                output::plies(plies - 1)
            ))?,
            Some(why) => output::line(format_args!(
                "at least {states} states: those of the first {plies} plies, and those found of the next; {}",
                effort::cut(why)
            ))?,
        }
        match (&count.tree, self.count.branching) {
            (Tree::Finite(tree), branching) => {
                let leaves = grouped(&tree.leaves);
                let branching = branching
                    .map_or(String::new(), |branching| format!(", {branching:.2} joint moves a node"));
                output::line(format_args!(
                    "{leaves} leaves of the tree, {:.2} plies deep{branching}",
                    tree.length
                ))?;
            }
            (Tree::Infinite, _) => output::line("the tree is infinite: states come again")?,
            (Tree::TooLarge, _) => {
                output::line("the tree is not counted: it takes more memory (`--memory MB` allows more)")?;
            }
            (Tree::Unknown, _) => {}
        }
        let memory = self.peak_bytes.map_or(String::new(), |bytes| format!(", {} MB", bytes >> 20));
        output::note(format_args!("{:.2} s{memory}", self.count.seconds));
        Ok(())
    }
}

/// Prints a line for every ply, with columns of digits.
fn table_by_ply(header: &[&str], figures: &[&Vec<String>]) -> Result<(), Error> {
    let mut table = output::columns(header);
    for ply in 0..figures[0].len() {
        let figures = figures.iter().map(|figures| grouped(&figures[ply]));
        table.add_row([ply.to_string()].into_iter().chain(figures));
    }
    table.column_iter_mut().for_each(|column| {
        column.set_cell_alignment(comfy_table::CellAlignment::Right);
    });
    output::line(output::trimmed(&table))?;
    output::line("")
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Error> {
    let outputs = [("--plot", arguments.plot.as_deref()), ("--checkpoint", arguments.checkpoint.as_deref())];
    let inputs = [load::file(&arguments.game), arguments.after.as_deref().and_then(moves::file)];
    output::check_outputs(&outputs, inputs.into_iter().flatten())?;
    if arguments.plot.is_none() && arguments.size.is_given() {
        return Err(Error::Usage("`--width` and `--height` are for the picture of `--plot FILE`".to_owned()));
    }
    if arguments.method == Method::Symbolic {
        return symbolic::run(arguments);
    }
    if arguments.checkpoint.is_some() {
        return Err(Error::Usage("`--checkpoint` is for `--method symbolic`".to_owned()));
    }
    let format = arguments.plot.as_deref().map(Format::of).transpose()?;
    let work = Task { arguments, format };
    Loaded::from_argument(&arguments.game, &arguments.loading)?.play(arguments.engine.engine, &work)
}

struct Task<'a> {
    arguments: &'a Arguments,
    format: Option<Format>,
}

impl Work for Task<'_> {
    fn on<G: Game>(&self, played: &Played<'_, G>) -> Result<ExitCode, Error> {
        let (arguments, game) = (self.arguments, played.game);
        let joint_moves = arguments.after.as_deref().map_or(Ok(Vec::new()), moves::read)?;
        let state = Course::through(game, &joint_moves)?.end().clone();
        let stop = Stop::default();
        let limits = arguments.effort.limits(stop.clone());
        let work = end_on_interrupt(stop.clone())?;
        let progress = Progress::start("counting");
        let count =
            StateCount::from(game, &state, !arguments.no_tree, &limits, &|counting| progress.show(counting));
        progress.bar.finish_and_clear();
        drop(work);
        let count = count?;
        let report = Report { count: CountReport::new(played.name, &count), peak_bytes: solve::peak_bytes() };
        if let (Some(path), Some(format)) = (&arguments.plot, self.format) {
            let states: Vec<f64> = count.by_ply.iter().map(|ply| ply.states as f64).collect();
            plot::save(&plot::states(played.name, &states, arguments.size)?, format, path)?;
        }
        if arguments.json {
            output::json(&report)?;
        } else {
            report.print(&count, arguments.by_ply)?;
        }
        Ok(if stop.pressed() { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
    }
}

/// A line that tells how far a count has come.
pub(crate) struct Progress {
    pub(crate) bar: ProgressBar,
    shown: Mutex<Option<Instant>>,
}

/// How often the line changes.
const REFRESH: Duration = Duration::from_millis(200);

impl Progress {
    pub(crate) fn start(what: &'static str) -> Self {
        Self { bar: output::spinner(what), shown: Mutex::new(None) }
    }

    pub(crate) fn show(&self, counting: Counting) {
        let Ok(mut shown) = self.shown.try_lock() else { return };
        if shown.is_some_and(|shown| shown.elapsed() < REFRESH) {
            return;
        }
        *shown = Some(Instant::now());
        self.bar.set_message(match counting {
            Counting::Exploring(at) => format!(
                "ply {}: {} of {} states expanded, {} states so far",
                at.ply,
                grouped(&at.expanded),
                grouped(&at.states),
                grouped(&at.found)
            ),
            Counting::Valuing(at) if at.rounds > 0 => {
                format!("{} states, round {}", grouped(&at.states), at.rounds + 1)
            }
            Counting::Valuing(at) => {
                format!("backwards: {} of {} states", grouped(&at.done), grouped(&at.states))
            }
        });
    }
}

impl From<CountError> for Error {
    fn from(error: CountError) -> Self {
        Self::Fault(error.to_string())
    }
}
