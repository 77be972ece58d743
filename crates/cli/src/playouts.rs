use std::process::ExitCode;
use std::time::{Duration, Instant};

use game::{Game, Sample};
use indexmap::IndexMap;
use rand::SeedableRng;
use search::SearchRng;
use serde::Serialize;

use crate::error::Error;
use crate::load::{Engine, Loaded, Work};
use crate::output;

/// Play at random from the initial state: how fast, how long, and who gains by it
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
    /// What answers questions about the rules
    #[arg(long, value_enum, default_value_t = Engine::Reasoner)]
    engine: Engine,
    /// Where chance comes from
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
    /// The size of the circuit; the reasoner has none.
    gates: Option<u64>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Error> {
    Loaded::from_argument(&arguments.game)?.play(arguments.engine, arguments)
}

/// Native boards are asked for the time once in so many playouts: reading the clock takes as long as one.
const PLAYOUTS_A_READING: u64 = 64;

impl Work for Arguments {
    fn on<G: Game>(&self, name: &str, game: &G) -> Result<ExitCode, Error> {
        let mut rng = SearchRng::seed_from_u64(self.seed);
        let time = Duration::from_secs_f64(self.seconds);
        let playouts_a_reading = match self.engine {
            Engine::Reasoner => 1,
            Engine::Native => PLAYOUTS_A_READING,
        };
        let started = Instant::now();
        let sample = Sample::take(game, &mut rng, |made| match self.count {
            Some(count) => made < count,
            None => made % playouts_a_reading != 0 || started.elapsed() < time,
        })?;
        let seconds = started.elapsed().as_secs_f64();
        let mean_goals =
            (0..game.roles()).map(|role| (game.role_name(role).to_owned(), sample.mean_goal(role))).collect();
        let report = Report {
            game: name.to_owned(),
            engine: self.engine.name(),
            threads: 1,
            seed: self.seed,
            seconds,
            playouts: sample.playouts,
            playouts_per_second: sample.playouts as f64 / seconds,
            mean_plies: sample.mean_plies(),
            mean_goals,
            gates: None,
        };
        if sample.playouts == 0 && self.count.is_none() {
            output::note(
                "warning: no playout came to an end in time; give it more `--seconds`, or a `--count`",
            );
        }
        output::remark(game);
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
