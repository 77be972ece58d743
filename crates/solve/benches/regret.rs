//! How fast CFR+ iterates: `cargo bench -p spielbaum-solve --bench regret [-- SECONDS]
//! [--open-spiel PYTHON]`.
//!
//! Each game is built from its rulesheet and iterated for so many seconds (2 by default) by one thread. With
//! `--open-spiel`, a Python in which `pyspiel` can be imported, OpenSpiel's C++ solver iterates the same game
//! in the same run, each for so many seconds, and the exploitability of both after 200 iterations is printed,
//! in chips or as OpenSpiel's payoffs from -1 to 1 are.

use std::process::Command;
use std::time::Instant;

use cpu_time::ProcessTime;
use game::{NamedGame, Rules};
use spielbaum_solve::{Algorithm, ExtensiveForm, Limits, RegretMinimiser};

/// A game, what OpenSpiel calls it, and what OpenSpiel's payoff of 1 is on the scale of goals.
const GAMES: [(&str, &str, f64); 5] = [
    ("kuhn-poker", "kuhn_poker", 25.0),
    ("leduc-poker", "leduc_poker", 100.0 / 26.0),
    ("liars-dice(sides=4)", "liars_dice(numdice=1,dice_sides=4)", 50.0),
    ("goofspiel(cards=4)", "goofspiel(imp_info=True,num_cards=4,points_order=random)", 50.0),
    ("goofspiel(cards=4,shuffled=0)", "goofspiel(imp_info=True,num_cards=4,points_order=descending)", 50.0),
];

/// Iterations after which exploitabilities are compared.
const COMPARED: u64 = 200;

/// Prints iterations a second of processor time and the exploitability after so many iterations.
const PEER: &str = r#"
import sys, time, pyspiel
game = pyspiel.load_game(sys.argv[1])
if game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
    game = pyspiel.convert_to_turn_based(game)
solver = pyspiel.CFRPlusSolver(game)
for _ in range(int(sys.argv[3])):
    solver.evaluate_and_update_policy()
found = pyspiel.exploitability(game, solver.tabular_average_policy())
begun, iterations = time.process_time(), 0
while time.process_time() - begun < float(sys.argv[2]):
    for _ in range(10):
        solver.evaluate_and_update_policy()
    iterations += 10
print(iterations / (time.process_time() - begun), found)
"#;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let seconds: f64 = arguments.iter().find_map(|argument| argument.parse().ok()).unwrap_or(2.0);
    let python = arguments.windows(2).find(|pair| pair[0] == "--open-spiel").map(|pair| &pair[1]);
    for (name, peer, unit) in GAMES {
        let named = NamedGame::find(name).expect("it is a built-in game");
        let sheet = gdl::Rulesheet::parse(name, named.rules.as_bytes()).expect("its rules are right");
        let game = Rules::new(&sheet).expect("it has an initial state");
        let started = Instant::now();
        let form = ExtensiveForm::of(&game, &Limits::default(), &|_| ()).expect("it fits into memory");
        let building = started.elapsed();
        let mut minimiser = RegretMinimiser::new(&form, Algorithm::CfrPlus, 0);
        (0..COMPARED).for_each(|_| minimiser.iterate());
        let exploitability = form.exploitability(&minimiser.average()).mean() / unit;
        let (started, before) = (ProcessTime::now(), minimiser.iterations());
        while started.elapsed().as_secs_f64() < seconds {
            (0..10).for_each(|_| minimiser.iterate());
        }
        let rate = (minimiser.iterations() - before) as f64 / started.elapsed().as_secs_f64();
        let sets = (0..2).map(|seat| form.information_sets(seat)).sum::<usize>();
        println!(
            "{name}: {} histories and {sets} information sets, built in {building:.2?}; {rate:.0} iterations a second; exploitability {exploitability:.6} after {COMPARED}",
            form.histories()
        );
        let Some(python) = python else { continue };
        let output = Command::new(python)
            .args(["-c", PEER, peer, &seconds.to_string(), &COMPARED.to_string()])
            .output()
            .expect("there is such a program");
        let text = String::from_utf8_lossy(&output.stdout);
        let figures: Vec<f64> = text.split_whitespace().filter_map(|figure| figure.parse().ok()).collect();
        match figures.as_slice() {
            [peers, found] => println!(
                "  OpenSpiel: {peers:.0} iterations a second, exploitability {found:.6}; ours is {:.1} times as fast",
                rate / peers
            ),
            _ => println!("  OpenSpiel says {}", String::from_utf8_lossy(&output.stderr)),
        }
    }
}
