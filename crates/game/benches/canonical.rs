//! How fast a state is replaced by the one that stands for all that are equal to it by a symmetry of the
//! rules: `cargo bench -p spielbaum-game --bench canonical`.

use divan::Bencher;
use divan::counter::ItemsCount;
use gdl::Rulesheet;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use spielbaum_game::{Builtin, Game, Playouts, Rules};

fn main() {
    divan::main();
}

/// Two games with eight symmetries and three with two, of 29 to 192 fluents.
const GAMES: [&str; 5] = ["tictactoe", "tron", "connect-four", "breakthrough", "peg-solitaire"];

/// So many states of random plays, each left off after a random number of plies.
const STATES: usize = 512;

#[divan::bench(args = GAMES)]
fn canonical(bencher: Bencher<'_, '_>, name: &str) {
    let text = Builtin::named(name).expect("a built-in game").rules;
    let game = Rules::new(&Rulesheet::parse(name, text.as_bytes()).expect("rules")).expect("a circuit");
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(0);
    let state = |_| {
        let plies = rng.random_range(0..30);
        Playouts::new(&game).with_ply_limit(plies).run(&game.initial(), &mut rng).end
    };
    let states: Vec<_> = (0..STATES).map(state).collect();
    let knowledge = game.knowledge();
    assert!(knowledge.canonical(&states[0]).is_some(), "{name} has a symmetry");
    bencher.counter(ItemsCount::new(STATES)).bench_local(|| {
        states.iter().filter(|state| knowledge.canonical(state).as_ref() == Some(state)).count()
    });
}
