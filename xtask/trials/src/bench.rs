//! `cargo xtask bench`: how fast and how strong we are, beside other programs in the same run.

mod arena;
mod clock;
mod compile;
mod games;
mod large;
mod open_spiel;
mod options;
mod page;
mod peer;
mod playouts;
mod profile;
mod report;
mod score;
mod solve;
mod start;
mod strength;
mod twins;
mod uct;

use std::process::ExitCode;

#[derive(clap::Subcommand)]
pub(crate) enum Benchmark {
    /// Random playouts of every game with every engine, beside other programs' figures
    Playouts(playouts::Arguments),
    /// Small games solved and larger ones searched to a depth, beside other programs' alpha-beta
    Solve(solve::Arguments),
    /// Simulations a second, beside OpenSpiel's MCTS
    Uct(uct::Arguments),
    /// Matches of a strategy against OpenSpiel's MCTS at equal time
    Strength(strength::Arguments),
    /// What each option of a strategy gains or loses at equal time
    Options(options::Arguments),
    /// What more threads are worth to a tournament, and what it costs to keep its matches
    Arena(arena::Arguments),
    /// How fast the API of the laboratory page answers beside a running tournament; any error fails
    Page(page::Arguments),
    /// How long before the end of its clock a player on the network answers, while the cores are busy
    Clock(clock::Arguments),
    /// How long each rulesheet of a folder takes to be grounded, and its circuit to be made
    Compile(compile::Arguments),
    /// How soon each rulesheet of a folder is played by anything, and in how much memory
    Start(start::Arguments),
    /// Of what gates the circuits of rulesheets consist, where the time of random playouts goes, and how many
    /// this machine would allow
    Profile(profile::Arguments),
    /// How long large rules take to be checked and compiled, and how that grows with their size
    Large(large::Arguments),
}

pub(crate) fn run(benchmark: &Benchmark) -> anyhow::Result<ExitCode> {
    match benchmark {
        // They measure a binary that they build themselves.
        Benchmark::Playouts(arguments) => playouts::run(arguments),
        Benchmark::Page(arguments) => page::run(arguments),
        _ if cfg!(debug_assertions) => crate::in_release(),
        Benchmark::Solve(arguments) => solve::run(arguments),
        Benchmark::Uct(arguments) => uct::run(arguments),
        Benchmark::Strength(arguments) => strength::run(arguments),
        Benchmark::Options(arguments) => options::run(arguments),
        Benchmark::Arena(arguments) => arena::run(arguments),
        Benchmark::Clock(arguments) => clock::run(arguments),
        Benchmark::Compile(arguments) => compile::run(arguments),
        Benchmark::Start(arguments) => start::run(arguments),
        Benchmark::Profile(arguments) => profile::run(arguments),
        Benchmark::Large(arguments) => large::run(arguments),
    }
}
