//! How many playouts flat Monte Carlo makes for one decision, side by side on a circuit and one by one:
//! `cargo bench -p spielbaum-search --bench flat_mc`.

use divan::Bencher;
use divan::counter::ItemsCount;
use game::{Builtin, Game, Native, Rules};
use rand::SeedableRng;
use spielbaum_search::{Request, SearchRng, Spec};

fn main() {
    divan::main();
}

const GAMES: [&str; 4] = ["tictactoe", "connect-four", "breakthrough", "othello"];

/// Playouts for one decision.
const PLAYOUTS: u64 = 20_000;

fn measure<G: Game>(bencher: Bencher<'_, '_>, game: &G) {
    let spec: Spec = format!("flat-mc(playouts={PLAYOUTS})").parse().expect("a spec");
    let (initial, mut rng) = (game.initial(), SearchRng::seed_from_u64(0));
    bencher.counter(ItemsCount::new(PLAYOUTS)).bench_local(|| {
        spec.build().choose(Request::new(game, &initial, 0, &mut rng)).expect("a sound game")
    });
}

/// The rules, hundreds of playouts side by side.
#[divan::bench(args = GAMES)]
fn lanes(bencher: Bencher<'_, '_>, name: &str) {
    let builtin = Builtin::named(name).expect("a built-in game");
    let sheet = gdl::Rulesheet::parse(name, builtin.rules.as_bytes()).expect("a rulesheet");
    measure(bencher, &Rules::new(&sheet).expect("within the limits"));
}

/// A board written by hand, one playout after another.
#[divan::bench(args = GAMES)]
fn native(bencher: Bencher<'_, '_>, name: &str) {
    match Native::named(name).expect("a native board") {
        Native::Breakthrough(game) => measure(bencher, &game),
        Native::ConnectFour(game) => measure(bencher, &game),
        Native::Mnk(game) => measure(bencher, &game),
        Native::Othello(game) => measure(bencher, &game),
    }
}
