//! How fast native boards are played at random: `cargo bench -p spielbaum-game --bench playouts`.

use divan::Bencher;
use divan::counter::ItemsCount;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use spielbaum_game::{Game, Native, Playouts};

fn main() {
    divan::main();
}

/// Playouts in a row, as many as take about a millisecond.
const ROW: u64 = 1_000;

fn measure<G: Game>(bencher: Bencher<'_, '_>, game: &G) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(0);
    let mut playouts = Playouts::new(game);
    let initial = game.initial();
    bencher
        .counter(ItemsCount::new(ROW))
        .bench_local(|| (0..ROW).map(|_| game.goal(&playouts.run(&initial, &mut rng).end, 0)).sum::<i32>());
}

#[divan::bench(args = Native::NAMES)]
fn native(bencher: Bencher<'_, '_>, name: &str) {
    match Native::named(name).expect("a native board") {
        Native::Breakthrough(game) => measure(bencher, &game),
        Native::Mnk(game) => measure(bencher, &game),
        Native::ConnectFour(game) => measure(bencher, &game),
        Native::Othello(game) => measure(bencher, &game),
    }
}
