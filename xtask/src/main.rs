//! The developer's one tool: `cargo xtask test` runs everything that CI runs, `golden` replays recorded games, `searches` runs every strategy on a folder of rulesheets,
//! `puzzles` measures how many puzzles of one a strategy solves, `solved` proves what is known of the value of games,
//! `fuzz` tries properties on millions of inputs, `bench` measures speed and playing strength, `pictures` makes the pictures of the documentation, `package` the packages
//! to publish, and `surface` counts public items.

mod bench;
mod fuzz;
mod golden;
mod package;
mod perfect;
#[cfg(unix)]
mod pictures;
mod puzzles;
mod rulesheets;
mod searches;
mod served;
mod solved;
mod surface;
mod test;
mod workspace;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "cargo xtask", about = "The developer's one tool", version)]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Run every check and every test, as CI does, or only some steps
    Test(test::Arguments),
    /// Replay golden traces, and compare every state, move, ending and payoff
    Golden(golden::Arguments),
    /// Run every strategy on every rulesheet of a folder, to find panics and searches that do not end
    Searches(searches::Arguments),
    /// Measure how often strategies move without a loss of value, by an exact solver of connect four
    Perfect(perfect::Arguments),
    /// Measure how many puzzles of a folder a strategy solves
    Puzzles(puzzles::Arguments),
    /// Prove what is known of the value of games, and write it to docs/solved.md
    Solved(solved::Arguments),
    /// Try properties on millions of inputs that are made of seeds
    Fuzz(fuzz::Arguments),
    /// Make the packages that are published, with the page, and build each from what it contains
    Package(package::Arguments),
    /// Count or list the public items of every library
    Surface(surface::Arguments),
    /// Measure how fast and how strong we are, beside other programs
    #[command(subcommand)]
    Bench(bench::Benchmark),
    /// Make the pictures of the documentation, from the program as it is
    #[cfg(unix)]
    Pictures(pictures::Arguments),
}

fn main() -> anyhow::Result<ExitCode> {
    match Arguments::parse().task {
        Task::Test(arguments) => test::run(&arguments),
        Task::Golden(arguments) => golden::run(&arguments),
        Task::Searches(arguments) => searches::run(&arguments),
        Task::Perfect(arguments) => perfect::run(&arguments),
        Task::Puzzles(arguments) => puzzles::run(&arguments),
        Task::Solved(arguments) => solved::run(&arguments),
        Task::Fuzz(arguments) => fuzz::run(&arguments),
        Task::Package(arguments) => package::run(&arguments),
        Task::Surface(arguments) => surface::run(&arguments),
        Task::Bench(benchmark) => bench::run(&benchmark),
        #[cfg(unix)]
        Task::Pictures(arguments) => pictures::run(&arguments),
    }
}
