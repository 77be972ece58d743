//! How many playouts a second `uct` makes, tree and all: `cargo bench -p spielbaum-search --bench uct`, with
//! parts of the names of what to measure after `--`.

use std::time::{Duration, Instant};

use game::{BUILTIN, Game, Native, Rules};
use rand::SeedableRng;
use spielbaum_search::{Budget, Request, SearchRng, Spec};

const GAMES: [&str; 4] = ["tictactoe", "connect-four", "breakthrough", "othello"];

const SPECS: [&str; 3] = ["uct(plain=true)", "uct", "uct(solver=false)"];

fn main() {
    let wanted: Vec<String> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    for name in GAMES {
        if !wanted.is_empty() && !wanted.iter().any(|part| name.contains(part.as_str())) {
            continue;
        }
        match Native::named(name) {
            Some(Native::Mnk(game)) => measure(name, "native", &game),
            Some(Native::ConnectFour(game)) => measure(name, "native", &game),
            Some(Native::Othello(game)) => measure(name, "native", &game),
            Some(Native::Breakthrough(game)) => measure(name, "native", &game),
            None => {}
        }
        let builtin = BUILTIN.iter().find(|game| game.name == name).expect("a built-in game");
        let sheet = gdl::Rulesheet::parse(name, builtin.rules.as_bytes()).expect("built-in rules are right");
        measure(name, "circuit", &Rules::new(&sheet).expect("built-in rules stay within the limits"));
    }
}

/// How long each search takes: as a benchmark a second, as a test just enough to see that it works.
fn time() -> Duration {
    if std::env::args().any(|argument| argument == "--bench") {
        Duration::from_secs(1)
    } else {
        Duration::from_millis(10)
    }
}

/// Prints what searches of the initial state come to in a second, and by how much they exceed their time.
fn measure<G: Game>(name: &str, engine: &str, game: &G) {
    let time = time();
    for spec in SPECS {
        let parsed: Spec = spec.parse().expect("the catalogue has it");
        let (mut playouts, mut nodes, started) = (0, 0, Instant::now());
        let mut late = Duration::ZERO;
        let mut rng = SearchRng::seed_from_u64(1);
        // A search that proves its root is over early; the next begins anew.
        while started.elapsed() < time {
            let begun = Instant::now();
            let budget = Budget { time: Some(time), ..Budget::default() };
            let mut strategy = parsed.build();
            let decision = strategy
                .choose(Request::new(game, &game.initial(), 0, &mut rng).within(budget.clone()))
                .expect("built-in games do not fail");
            late = late.max(begun.elapsed().saturating_sub(time));
            playouts += decision.effort.playouts;
            nodes += decision.effort.nodes;
        }
        let seconds = started.elapsed().as_secs_f64();
        println!(
            "{name:<14} {engine:<8} {spec:<32} {:>12.0} playouts/s {:>10.0} simulations/s {:>6.2} ms late",
            playouts as f64 / seconds,
            nodes as f64 / seconds,
            late.as_secs_f64() * 1000.0
        );
    }
}
