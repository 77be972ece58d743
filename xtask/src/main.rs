//! The developer's one tool: `cargo xtask test` runs everything CI runs, `cargo xtask golden` replays recorded games, `cargo xtask
//! bench` measures how fast and how strong we are, `cargo xtask pictures` makes the pictures of the documentation.

mod bench;
mod golden;
#[cfg(unix)]
mod pictures;
mod served;
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
        Task::Bench(benchmark) => bench::run(&benchmark),
        #[cfg(unix)]
        Task::Pictures(arguments) => pictures::run(&arguments),
    }
}
