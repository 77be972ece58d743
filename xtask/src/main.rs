//! The developer's one tool: `cargo xtask test` runs everything that CI runs, `fuzz` tries properties on
//! millions of inputs, `pictures` makes the pictures of the documentation, `package` the packages to publish,
//! and `surface` counts public items. It is built in seconds, as it uses none of the crates that it tests;
//! tasks that do are those of `xtask/trials`, which is built when one of them is asked for.

mod fuzz;
mod package;
#[cfg(unix)]
mod pictures;
mod surface;
mod test;
mod trial;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
// What the tasks of both programs need is the library.
use xtask::{served, workspace};

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
    Golden(trial::Arguments),
    /// Compare circuits with the reasoner along random plays of every rulesheet of a folder
    Engines(trial::Arguments),
    /// Run every strategy on every rulesheet of a folder, to find panics and searches that do not end
    Searches(trial::Arguments),
    /// Measure how often strategies move without a loss of value, by an exact solver of connect four
    Perfect(trial::Arguments),
    /// Measure how many puzzles of a folder a strategy solves
    Puzzles(trial::Arguments),
    /// Prove what is known of the value of games, and write it to docs/solved.md
    Solved(trial::Arguments),
    /// Try properties on millions of inputs that are made of seeds
    Fuzz(fuzz::Arguments),
    /// Make the packages that are published, with the page, and build each from what it contains
    Package(package::Arguments),
    /// Count or list the public items of every library
    Surface(surface::Arguments),
    /// Measure how fast and how strong we are, beside other programs
    Bench(trial::Arguments),
    /// Make the pictures of the documentation, from the program as it is
    #[cfg(unix)]
    Pictures(pictures::Arguments),
}

fn main() -> anyhow::Result<ExitCode> {
    match Arguments::parse().task {
        Task::Test(arguments) => test::run(&arguments),
        Task::Golden(arguments) => trial::run("golden", &arguments),
        Task::Engines(arguments) => trial::run("engines", &arguments),
        Task::Searches(arguments) => trial::run("searches", &arguments),
        Task::Perfect(arguments) => trial::run("perfect", &arguments),
        Task::Puzzles(arguments) => trial::run("puzzles", &arguments),
        Task::Solved(arguments) => trial::run("solved", &arguments),
        Task::Fuzz(arguments) => fuzz::run(&arguments),
        Task::Package(arguments) => package::run(&arguments),
        Task::Surface(arguments) => surface::run(&arguments),
        Task::Bench(arguments) => trial::run("bench", &arguments),
        #[cfg(unix)]
        Task::Pictures(arguments) => pictures::run(&arguments),
    }
}
