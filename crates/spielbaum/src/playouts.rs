use std::iter;
use std::process::ExitCode;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use game::{Compiled, Game, Sample, TreeSize};
use indexmap::IndexMap;
use rand::SeedableRng;
use search::{SearchRng, Stop};
use serde::Serialize;

use crate::error::Error;
use crate::interrupt::{INTERRUPTED, end_on_interrupt};
use crate::load::{EngineArgument, LoadArguments, Loaded, Played, Work};
use crate::output;

/// Play random games from the initial state: playouts per second, mean length, mean goals, size of the
/// game tree
///
/// Further random games, the probes, estimate how large the game tree is: the product of the numbers of joint
/// moves on the way of a probe is an estimate of the number of leaves, and so is the mean over many probes
/// (D. E. Knuth, Estimating the efficiency of backtrack programs, Mathematics of Computation 29, 1975). Of
/// deep trees it is a rough one, because few probes make up most of the mean.
///
/// Ctrl-C ends the games early and prints what they came to.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  spielbaum playouts tictactoe --seconds 2
  spielbaum playouts nim --count 10000 --seed 7
  spielbaum playouts connect-four --threads 2
  spielbaum playouts connect-four --seconds 1 --probes 20000

Threads play games of their own, by random numbers of their own, and all figures are of all of them together, by the clock. With --count, the same seed and number of threads give the same games.
Probes are made by one thread.")]
pub(crate) struct Arguments {
    /// A built-in game, a path to a rulesheet, or `-`
    game: String,
    /// How long to play
    #[arg(long, value_name = "S", default_value_t = 5.0, value_parser = seconds)]
    seconds: f64,
    /// Play so many games instead, however long that takes
    #[arg(long, value_name = "N", conflicts_with = "seconds", allow_negative_numbers = true)]
    count: Option<u64>,
    /// Threads that play; the games depend on their number
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// How many games estimate the size of the game tree, within as many seconds as the playouts take
    /// [default: 1000, or as many as --count]
    #[arg(long, value_name = "N")]
    probes: Option<u64>,
    #[command(flatten)]
    engine: EngineArgument,
    #[command(flatten)]
    loading: LoadArguments,
    /// The seed of all random numbers
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    game: String,
    engine: &'static str,
    threads: u16,
    seed: u64,
    seconds: f64,
    playouts: u64,
    playouts_per_second: f64,
    mean_plies: Option<f64>,
    mean_goals: IndexMap<String, Option<f64>>,
    /// The mean number of joint moves in a state, as the probes met them.
    branching: Option<f64>,
    game_tree: TreeEstimate,
    /// The size of the circuit; other engines have none.
    gates: Option<usize>,
    /// How many games the circuit plays side by side.
    lanes: Option<usize>,
}

/// How large the game tree is.
#[derive(Serialize)]
struct TreeEstimate {
    /// The number of leaves in scientific notation; none without probes, or of an infinite tree, like the
    /// other figures.
    leaves: Option<String>,
    /// Its logarithm to base ten.
    log10_leaves: Option<f64>,
    /// The standard error of the number of leaves as a part of it.
    relative_error: Option<f64>,
    /// Whether a probe came to a state twice.
    infinite: bool,
    probes: u64,
    /// Probes that found no end.
    cut: u64,
}

impl TreeEstimate {
    fn of(size: &TreeSize) -> Self {
        Self {
            leaves: size.log10_leaves().map(scientific),
            log10_leaves: size.log10_leaves(),
            relative_error: size.relative_error(),
            infinite: size.infinite,
            probes: size.probes,
            cut: size.cut,
        }
    }
}

/// Probes that are made unless people say otherwise.
const PROBES: u64 = 1_000;

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Error> {
    Loaded::from_argument(&arguments.game, &arguments.loading)?.play(arguments.engine.engine, arguments)
}

impl Work for Arguments {
    fn on<G: Game>(&self, played: &Played<'_, G>) -> Result<ExitCode, Error> {
        let Played { name, game, engine, compiled } = *played;
        let stop = Stop::default();
        let work = end_on_interrupt(stop.clone())?;
        tracing::info!("{name}: random games on {}", output::count(self.threads.into(), "thread"));
        let mut rngs = self.rngs();
        let time = self.count.is_none().then(|| Duration::from_secs_f64(self.seconds));
        let count = self.count.unwrap_or(u64::MAX);
        let started = Instant::now();
        let sample = within(time, |over| {
            Sample::take_on_threads(game, &mut rngs, count, || !over.pressed() && !stop.pressed())
        })?;
        let seconds = started.elapsed().as_secs_f64();
        let probes = self.probes.unwrap_or_else(|| count.min(PROBES));
        let size = within(time, |over| {
            TreeSize::estimate(game, &mut rngs[0], probes, || !over.pressed() && !stop.pressed())
        })?;
        drop(work);
        let mean_goals = game::players(game)
            .map(|role| (game.notation().role_name(role).to_owned(), sample.mean_goal(role)))
            .collect();
        let report = Report {
            game: name.to_owned(),
            engine: engine.name(),
            threads: self.threads,
            seed: self.seed,
            seconds,
            playouts: sample.playouts,
            playouts_per_second: sample.playouts as f64 / seconds,
            mean_plies: sample.mean_plies(),
            mean_goals,
            branching: size.branching(),
            game_tree: TreeEstimate::of(&size),
            gates: compiled.map(|compiled| compiled.circuit().size().gates),
            lanes: compiled.map(|_| Compiled::PLAYOUT_LANES),
        };
        if sample.playouts == 0 && self.count.is_none() && !stop.pressed() {
            output::note(
                "warning: no playout came to an end in time; give it more `--seconds`, or a `--count`",
            );
        }
        output::remark(sample.remark.as_deref());
        if sample.cut > 0 {
            output::note(format_args!(
                "warning: {} playouts found no end and were cut; they do not count for the goals",
                sample.cut
            ));
        }
        if self.json {
            output::json(&report)?;
        } else {
            print(&report)?;
        }
        Ok(if stop.pressed() { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
    }
}

impl Arguments {
    /// A stream of random numbers for each thread; that of the first is the same however many there are.
    fn rngs(&self) -> Vec<SearchRng> {
        let jumped = |rng: &SearchRng| {
            let mut next = rng.clone();
            next.jump();
            Some(next)
        };
        iter::successors(Some(SearchRng::seed_from_u64(self.seed)), jumped)
            .take(self.threads.into())
            .collect()
    }
}

/// Does work that asks a button whether its time is over: reading a clock takes as long as a playout on a
/// native board.
fn within<T>(time: Option<Duration>, work: impl FnOnce(&Stop) -> T) -> T {
    let over = Stop::default();
    let Some(time) = time else { return work(&over) };
    thread::scope(|scope| {
        let (done, is_done) = mpsc::channel::<()>();
        let button = over.clone();
        scope.spawn(move || {
            if is_done.recv_timeout(time) == Err(RecvTimeoutError::Timeout) {
                button.press();
            }
        });
        let found = work(&over);
        drop(done);
        found
    })
}

fn print(report: &Report) -> Result<(), Error> {
    let Report { playouts, seconds, playouts_per_second, engine, .. } = report;
    let threads = output::count(report.threads.into(), "thread");
    output::line(format_args!(
        "{playouts} playouts in {seconds:.2} s: {playouts_per_second:.0} a second ({threads}, {engine})"
    ))?;
    if let Some(plies) = report.mean_plies {
        output::line(format_args!("mean length: {plies:.2} plies"))?;
    }
    for (role, goal) in &report.mean_goals {
        if let Some(goal) = goal {
            output::line(format_args!("mean goal of {role}: {goal:.2}"))?;
        }
    }
    if let Some(branching) = report.branching {
        output::line(format_args!("branching factor: {branching:.2}"))?;
    }
    let TreeEstimate { leaves, relative_error, infinite, probes, cut, .. } = &report.game_tree;
    if *infinite {
        let probes = output::count(*probes as usize, "probe");
        output::line(format_args!("game tree: infinite, as states come again ({probes})"))?;
    }
    if let Some(leaves) = leaves {
        let about = if *cut > 0 { "more than" } else { "about" };
        let error = relative_error
            .map_or_else(String::new, |error| format!(", standard error {:.2} %", 100.0 * error));
        let probes = output::count(*probes as usize, "probe");
        output::line(format_args!("game tree: {about} {leaves} leaves ({probes}{error})"))?;
    }
    Ok(())
}

/// A number of any size, given by its logarithm, with three digits: `2.55e5`.
fn scientific(log10: f64) -> String {
    let exponent = log10.floor();
    let mantissa = (100.0 * 10_f64.powf(log10 - exponent)).round() / 100.0;
    if mantissa < 10.0 { format!("{mantissa:.2}e{exponent}") } else { format!("1.00e{}", exponent + 1.0) }
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds: f64 = text.parse().map_err(|_| "expected a number of seconds".to_owned())?;
    // A day is more patience than anybody has.
    if (0.0..=86_400.0).contains(&seconds) { Ok(seconds) } else { Err("expected 0 to 86400 seconds".into()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_told_when_its_time_is_over_and_may_end_before() {
        let hour = Duration::from_secs(3600);
        assert!([None, Some(hour)].into_iter().all(|time| within(time, |over| !over.pressed())));
        within(Some(Duration::from_millis(1)), |over| {
            while !over.pressed() {
                thread::yield_now();
            }
        });
    }

    #[test]
    fn numbers_are_written_with_three_digits_and_an_exponent() {
        let texts = [0.0, 1.0, 255_168_f64.log10(), 999.9_f64.log10(), 359.999].map(scientific);
        assert_eq!(texts, ["1.00e0", "1.00e1", "2.55e5", "1.00e3", "9.98e359"]);
    }
}
