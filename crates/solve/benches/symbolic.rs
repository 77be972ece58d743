//! How long it takes to count all reachable states with decision diagrams, and how many nodes.
//!
//! `cargo bench -p spielbaum-solve --bench symbolic -- GAME [--force] [--positions] [--memory MB] [--seconds
//! S]`, where GAME is the name of a built-in game or of a member of a family, as in
//! `'connect-four(columns=5,rows=5)'`, or a path.

use std::time::Instant;

use game::{NamedGame, Rules};
use spielbaum_solve::symbolic;
use symbolic::{CountEnd, SymbolicOptions, VariableOrder};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let Some(name) = arguments.first().filter(|name| !name.starts_with("--")) else {
        eprintln!(
            "usage: cargo bench -p spielbaum-solve --bench symbolic -- GAME [--force] [--positions] [--memory MB] [--seconds S]"
        );
        return;
    };
    let number = |option: &str| {
        let place = arguments.iter().position(|argument| argument == option)?;
        arguments.get(place + 1)?.parse::<usize>().ok()
    };
    let text = match NamedGame::find(name) {
        Ok(game) => game.rules.into_owned(),
        Err(_) => std::fs::read_to_string(name).unwrap_or_else(|error| panic!("{name}: {error}")),
    };
    let sheet = gdl::Rulesheet::parse(name, text.as_bytes()).expect("the rules are right");
    let rules = Rules::new(&sheet).expect("the game can be played");
    let has = |option: &str| arguments.iter().any(|argument| argument == option);
    let options = SymbolicOptions {
        memory: number("--memory").unwrap_or(1024) << 20,
        order: if has("--force") { VariableOrder::Force } else { VariableOrder::Fluents },
        positions: has("--positions"),
    };
    let started = Instant::now();
    let patience = number("--seconds").map_or(f64::INFINITY, |seconds| seconds as f64);
    let count = symbolic::count(
        &rules,
        &options,
        &mut |ply| {
            println!(
                "ply {:3}: {:>16} states, {:>15} terminal, {:>10} nodes, {:>10} in the table, {:8.2} s",
                ply.ply, ply.states, ply.terminal, ply.nodes, ply.table, ply.seconds
            );
        },
        &|| started.elapsed().as_secs_f64() < patience,
    )
    .expect("the game has a circuit");
    println!(
        "{name}: {} states, {} terminal, {} nodes at most, {:.2} s{}",
        count.states,
        count.terminal,
        count.peak_nodes,
        started.elapsed().as_secs_f64(),
        match count.end {
            CountEnd::Complete => "",
            CountEnd::Interrupted => ", interrupted",
            CountEnd::MemoryFull => ", the memory is full",
        }
    );
    if let Some(positions) = count.positions {
        println!("{name}: {positions} positions");
    }
}
