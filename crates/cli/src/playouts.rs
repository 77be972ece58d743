use std::process::ExitCode;
use std::time::{Duration, Instant};

use game::{Game, Sample};
use indexmap::IndexMap;
use rand::SeedableRng;
use search::SearchRng;
use serde::Serialize;

use crate::error::Error;
use crate::load::{Engine, Loaded};
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
    let loaded = Loaded::from_argument(&arguments.game)?;
    let rules = loaded.rules()?;
    let mut rng = SearchRng::seed_from_u64(arguments.seed);
    let time = Duration::from_secs_f64(arguments.seconds);
    let started = Instant::now();
    let sample = Sample::take(&rules, &mut rng, |made| match arguments.count {
        Some(count) => made < count,
        None => started.elapsed() < time,
    })?;
    let seconds = started.elapsed().as_secs_f64();
    let mean_goals =
        (0..rules.roles()).map(|role| (rules.role_name(role).to_owned(), sample.mean_goal(role))).collect();
    let report = Report {
        game: loaded.name,
        engine: arguments.engine.name(),
        threads: 1,
        seed: arguments.seed,
        seconds,
        playouts: sample.playouts,
        playouts_per_second: sample.playouts as f64 / seconds,
        mean_plies: sample.mean_plies(),
        mean_goals,
        gates: None,
    };
    if sample.playouts == 0 && arguments.count.is_none() {
        output::note("warning: no playout came to an end in time; give it more `--seconds`, or a `--count`");
    }
    output::remark(&rules);
    if sample.cut > 0 {
        output::note(format_args!(
            "warning: {} playouts found no end and were cut; they do not count for the goals",
            sample.cut
        ));
    }
    if arguments.json {
        output::json(&report)?;
    } else {
        print(&report)?;
    }
    Ok(ExitCode::SUCCESS)
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
