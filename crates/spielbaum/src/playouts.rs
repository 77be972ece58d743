use std::process::ExitCode;
use std::time::{Duration, Instant};

use std::cell::Cell;

use game::{Game, Sample};
use indexmap::IndexMap;
use rand::SeedableRng;
use search::SearchRng;
use serde::Serialize;

use crate::error::Error;
use crate::load::{Engine, EngineArgument, LimitArgument, Loaded, Played, Work};
use crate::output;

/// Play random games from the initial state: playouts per second, mean length, mean goals
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  spielbaum playouts tictactoe --seconds 2\n  spielbaum playouts nim --count 10000 --seed 7"
)]
pub(crate) struct Arguments {
    /// A built-in game, a path to a rulesheet, or `-`
    game: String,
    /// How long to play
    #[arg(long, value_name = "S", default_value_t = 5.0, value_parser = seconds)]
    seconds: f64,
    /// Play so many games instead, however long that takes
    #[arg(long, value_name = "N", conflicts_with = "seconds")]
    count: Option<u64>,
    #[command(flatten)]
    engine: EngineArgument,
    #[command(flatten)]
    limit: LimitArgument,
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
    threads: usize,
    seed: u64,
    seconds: f64,
    playouts: u64,
    playouts_per_second: f64,
    mean_plies: Option<f64>,
    mean_goals: IndexMap<String, Option<f64>>,
    /// The size of the circuit; other engines have none.
    gates: Option<usize>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Error> {
    Loaded::from_argument(&arguments.game, arguments.limit)?.play(arguments.engine.engine, arguments)
}

/// On native boards the clock is read at one question in so many: it takes as long as a playout.
const QUESTIONS_A_READING: u64 = 64;

impl Work for Arguments {
    fn on<G: Game>(&self, played: &Played<'_, G>) -> Result<ExitCode, Error> {
        let Played { name, game, engine, gates } = *played;
        let mut rng = SearchRng::seed_from_u64(self.seed);
        let time = Duration::from_secs_f64(self.seconds);
        let questions_a_reading = if engine == Engine::Native { QUESTIONS_A_READING } else { 1 };
        let asked = Cell::new(0_u64);
        let started = Instant::now();
        let in_time = || {
            let question = asked.replace(asked.get() + 1);
            !question.is_multiple_of(questions_a_reading) || started.elapsed() < time
        };
        let count = self.count.unwrap_or(u64::MAX);
        let sample = Sample::take(game, &mut rng, count, || self.count.is_some() || in_time())?;
        let seconds = started.elapsed().as_secs_f64();
        let mean_goals = (0..game.roles())
            .map(|role| (game.notation().role_name(role).to_owned(), sample.mean_goal(role)))
            .collect();
        let report = Report {
            game: name.to_owned(),
            engine: engine.name(),
            threads: 1,
            seed: self.seed,
            seconds,
            playouts: sample.playouts,
            playouts_per_second: sample.playouts as f64 / seconds,
            mean_plies: sample.mean_plies(),
            mean_goals,
            gates,
        };
        if sample.playouts == 0 && self.count.is_none() {
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
        Ok(ExitCode::SUCCESS)
    }
}

fn print(report: &Report) -> Result<(), Error> {
    let Report { playouts, seconds, playouts_per_second, engine, .. } = report;
    output::line(format_args!(
        "{playouts} playouts in {seconds:.2} s: {playouts_per_second:.0} a second (one thread, {engine})"
    ))?;
    if let Some(plies) = report.mean_plies {
        output::line(format_args!("mean length: {plies:.2} plies"))?;
    }
    for (role, goal) in &report.mean_goals {
        if let Some(goal) = goal {
            output::line(format_args!("mean goal of {role}: {goal:.2}"))?;
        }
    }
    Ok(())
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds: f64 = text.parse().map_err(|_| "expected a number of seconds".to_owned())?;
    // A day is more patience than anybody has.
    if (0.0..=86_400.0).contains(&seconds) { Ok(seconds) } else { Err("expected 0 to 86400 seconds".into()) }
}
