//! `cargo xtask bench arena`: what more threads are worth to a tournament, and what it costs to keep
//! its matches.

mod recording;
mod scaling;
mod timing;

use std::process::ExitCode;
use std::time::Duration;

use anyhow::ensure;
use serde::Serialize;

use self::recording::Recording;
use self::scaling::Scaling;
use super::report;

#[derive(clap::Args)]
#[command(after_help = HOW_TO_READ)]
pub(crate) struct Arguments {
    /// About how long one run on one thread takes, in seconds
    #[arg(long, default_value_t = 4.0)]
    seconds: f64,
    /// How many threads are compared with one
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(2..=1024))]
    threads: u32,
    /// How many matches are recorded
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u32).range(1..))]
    matches: u32,
    /// Print one JSON document of {circumstances, threads, turns, scaling, recording}
    #[arg(long)]
    json: bool,
}

const HOW_TO_READ: &str = "\
How to read the figures:
  The machine must be idle, and have as many cores as there are threads; else the figures are about the machine. Every run is repeated in
  turns and its best is given, for whatever else the machine does only takes away.
  A player that thinks for a set time takes that time on a core of its own or on a shared one. So the speed-up of its matches says whether
  the threads are kept busy, and the speed-up of its playouts whether each of them had a core: the lesser of both counts. For a set number
  of playouts both are the same. `bare threads` search without any tournament: no arena can do better on this machine. 100 % efficiency is
  a speed-up by the number of threads.
  What recording costs is the difference between the processor's time of the same tournament with and without a store.";

/// Turns that all take, so that what else the machine does falls on all of them.
const TURNS: u32 = 3;

/// All figures, in the shape of `--json`.
#[derive(Serialize)]
struct Report {
    circumstances: String,
    threads: u32,
    turns: u32,
    scaling: Vec<Scaling>,
    recording: Recording,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let Arguments { seconds, threads, matches, json } = *arguments;
    let length = Duration::try_from_secs_f64(seconds)?;
    ensure!(!length.is_zero(), "--seconds {seconds}: give each run some time");
    let bar = report::bar(scaling::FIELDS.len() + 2, "measurements")?;
    let mut scaling = Vec::new();
    for field in &scaling::FIELDS {
        bar.set_message(field.player);
        scaling.push(field.measure(length, threads)?);
        bar.inc(1);
    }
    bar.set_message(scaling::BARE);
    scaling.push(scaling::bare(length, threads)?);
    bar.inc(1);
    bar.set_message("recording");
    let recording = Recording::measure(matches, threads)?;
    bar.finish_and_clear();
    let report = Report { circumstances: report::circumstances(), threads, turns: TURNS, scaling, recording };
    if json {
        println!("{}", serde_json::to_string_pretty(&report)?);
    } else {
        print!("{}", report.text(seconds));
    }
    Ok(ExitCode::SUCCESS)
}

impl Report {
    fn text(&self, seconds: f64) -> String {
        let Self { circumstances, threads, turns, scaling, recording } = self;
        format!(
            "# Tournaments\n\n{circumstances}\
             - the best of {turns} turns; how to read the figures: `cargo xtask bench arena --help`\n\n\
             ## One thread and {threads}\n\n\
             The same matches of one player against itself, about {seconds} s of them on one thread.\n\n{}\n\
             ## Recording\n\n\
             {} random matches of tic-tac-toe on {threads} threads.\n\n{}",
            Scaling::table(scaling),
            report::grouped(recording.matches as f64),
            recording.tables(),
        )
    }
}
