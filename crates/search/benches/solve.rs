//! How fast games are solved: `cargo bench -p spielbaum-search --bench solve`. Items are nodes visited.

use divan::Bencher;
use divan::counter::ItemsCount;
use game::{Builtin, ConnectFour, Game, MnkGame, Othello, Rules};
use gdl::Rulesheet;
use rand::SeedableRng;
use spielbaum_search::{Decision, Request, SearchRng, Spec};

fn main() {
    divan::main();
}

const SPECS: [&str; 3] = ["alpha-beta", "alpha-beta(table=64)", "deepening(depth=1000)"];

fn decide<G: Game>(spec: &Spec, game: &G) -> Decision<G::Move> {
    let mut rng = SearchRng::seed_from_u64(0);
    spec.build().choose(Request::new(game, &game.initial(), 0, &mut rng)).expect("the game is one of turns")
}

/// The time from the initial state to the proven value.
fn solve<G: Game>(bencher: Bencher<'_, '_>, spec: &str, game: &G) {
    let spec: Spec = spec.parse().expect("the benches name strategies that exist");
    let decision = decide(&spec, game);
    assert!(decision.proven);
    bencher.counter(ItemsCount::new(decision.effort.nodes)).bench_local(|| decide(&spec, game).value);
}

fn rules(name: &str) -> Rules {
    let text = Builtin::named(name).expect("a built-in game").rules;
    let sheet = Rulesheet::parse(name, text.as_bytes()).expect("built-in rules are sound");
    Rules::new(&sheet).expect("built-in rules are small")
}

#[divan::bench(args = SPECS)]
fn tictactoe(bencher: Bencher<'_, '_>, spec: &str) {
    solve(bencher, spec, &MnkGame::new(3, 3, 3).expect("a board"));
}

#[divan::bench(args = SPECS)]
fn tictactoe_by_its_rules(bencher: Bencher<'_, '_>, spec: &str) {
    solve(bencher, spec, &rules("tictactoe"));
}

#[divan::bench(args = SPECS, sample_count = 10)]
fn othello_4x4(bencher: Bencher<'_, '_>, spec: &str) {
    solve(bencher, spec, &Othello::new(4).expect("a board"));
}

#[divan::bench(args = &SPECS[1..], sample_count = 5)]
fn connect_four_4x4(bencher: Bencher<'_, '_>, spec: &str) {
    solve(bencher, spec, &ConnectFour::new(4, 4).expect("a board"));
}

#[divan::bench(args = &SPECS[1..], sample_count = 3)]
fn connect_four_5x4(bencher: Bencher<'_, '_>, spec: &str) {
    solve(bencher, spec, &ConnectFour::new(5, 4).expect("a board"));
}

/// Takes seconds, so it runs only with `-- --include-ignored`.
#[divan::bench(args = &SPECS[1..], sample_count = 1, ignore)]
fn connect_four_5x5(bencher: Bencher<'_, '_>, spec: &str) {
    solve(bencher, spec, &ConnectFour::new(5, 5).expect("a board"));
}

#[divan::bench(sample_count = 3)]
fn connect_four_7x6_to_nine_plies(bencher: Bencher<'_, '_>) {
    let spec: Spec = "alpha-beta(depth=9)".parse().expect("it is well formed");
    let game = ConnectFour::new(7, 6).expect("a board");
    let nodes = decide(&spec, &game).effort.nodes;
    bencher.counter(ItemsCount::new(nodes)).bench_local(|| decide(&spec, &game).value);
}
