//! The tasks of `cargo xtask` that use the crates of the workspace: `golden` replays recorded games,
//! `engines` compares circuits with the reasoner, `searches` runs every strategy on a folder of
//! rulesheets, `puzzles` measures how many puzzles of one a strategy solves, `perfect` how often
//! strategies keep the exact value, `solved` proves what is known of the value of games, and `bench`
//! measures speed and playing strength.

mod bench;
mod engines;
mod golden;
mod perfect;
mod puzzles;
mod rulesheets;
mod searches;
mod solved;

use std::env;
use std::process::{Command, ExitCode};

use anyhow::Context;
use clap::{Parser, Subcommand};
use xtask::{served, workspace};

#[derive(Parser)]
#[command(name = "cargo xtask", about = "The tasks of the developer's one tool that use the crates", version)]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Replay golden traces, and compare every state, move, ending and payoff
    Golden(golden::Arguments),
    /// Compare circuits with the reasoner along random plays of every rulesheet of a folder
    Engines(engines::Arguments),
    /// Run every strategy on every rulesheet of a folder, to find panics and searches that do not end
    Searches(searches::Arguments),
    /// Measure how often strategies move without a loss of value, by an exact solver of connect four
    Perfect(perfect::Arguments),
    /// Measure how many puzzles of a folder a strategy solves
    Puzzles(puzzles::Arguments),
    /// Prove what is known of the value of games, and write it to docs/solved.md
    Solved(solved::Arguments),
    /// Measure how fast and how strong we are, beside other programs
    #[command(subcommand)]
    Bench(bench::Benchmark),
}

fn main() -> anyhow::Result<ExitCode> {
    match Arguments::parse().task {
        Task::Perfect(_) | Task::Puzzles(_) if cfg!(debug_assertions) => in_release(),
        Task::Golden(arguments) => golden::run(&arguments),
        Task::Engines(arguments) => engines::run(&arguments),
        Task::Searches(arguments) => searches::run(&arguments),
        Task::Perfect(arguments) => perfect::run(&arguments),
        Task::Puzzles(arguments) => puzzles::run(&arguments),
        Task::Solved(arguments) => solved::run(&arguments),
        Task::Bench(benchmark) => bench::run(&benchmark),
    }
}

/// The same command once more, built as it is released, for tasks that measure this program by the clock.
fn in_release() -> anyhow::Result<ExitCode> {
    let status = Command::new(env!("CARGO"))
        .args(["run", "--release", "--package", "trials", "--manifest-path"])
        .arg(workspace::root().join("Cargo.toml"))
        .arg("--")
        .args(env::args_os().skip(1))
        .status()
        .context("cargo could not be started")?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
