//! How fast lanes are: gates, the choice of moves, whole playouts, children. Compare figures of one run only.

use std::sync::Arc;

use divan::Bencher;
use divan::counter::ItemsCount;
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use spielbaum_circuit::measure::{Graph, Ply};
use spielbaum_circuit::{Circuit, Explorer, Instructions, Pace, Playouts, State, Width, samples};

/// The sets of instructions that this machine has.
fn instructions() -> impl Iterator<Item = Instructions> {
    [Instructions::Portable, Instructions::Avx2, Instructions::Avx512]
        .into_iter()
        .filter(|set| set.available())
}

fn main() {
    divan::main();
}

#[divan::bench(args = instructions(), consts = [500, 5000, 50_000])]
fn gates<const GATES: usize>(bencher: Bencher<'_, '_>, instructions: Instructions) {
    let mut graph = Graph::new(GATES);
    bencher.counter(ItemsCount::new(graph.gates())).bench_local(|| graph.evaluate(instructions));
}

#[divan::bench(args = instructions())]
fn gates_of_connect_four(bencher: Bencher<'_, '_>, instructions: Instructions) {
    let circuit = samples::connect_four();
    let mut ply = Ply::new(&circuit, instructions);
    bencher.counter(ItemsCount::new(circuit.player_size().gates)).bench_local(|| ply.gates());
}

#[divan::bench(args = instructions())]
fn choice_of_moves_in_connect_four(bencher: Bencher<'_, '_>, instructions: Instructions) {
    let circuit = samples::connect_four();
    let mut ply = Ply::new(&circuit, instructions);
    bencher.counter(ItemsCount::new(512usize)).bench_local(|| ply.draw());
}

fn playouts(bencher: Bencher<'_, '_>, circuit: Circuit, width: Width, instructions: Instructions) {
    const COUNT: u64 = 20_000;
    let circuit = Arc::new(circuit);
    let start = [circuit.initial().clone()];
    let mut playouts = Playouts::with_width(circuit, 1, width).with_instructions(instructions);
    bencher.counter(ItemsCount::new(COUNT)).bench_local(|| playouts.tally(&start, COUNT, &mut |_| Pace::On));
}

#[divan::bench(args = instructions())]
fn playouts_of_connect_four(bencher: Bencher<'_, '_>, instructions: Instructions) {
    playouts(bencher, samples::connect_four(), Width::W512, instructions);
}

#[divan::bench(args = instructions())]
fn playouts_of_tic_tac_toe(bencher: Bencher<'_, '_>, instructions: Instructions) {
    playouts(bencher, samples::tic_tac_toe(), Width::W512, instructions);
}

#[divan::bench(args = [Width::W64, Width::W256, Width::W512])]
fn playouts_of_connect_four_by_width(bencher: Bencher<'_, '_>, width: Width) {
    playouts(bencher, samples::connect_four(), width, Instructions::best());
}

#[divan::bench]
fn single_playouts_of_connect_four(bencher: Bencher<'_, '_>) {
    const COUNT: u64 = 1_000;
    let circuit = Arc::new(samples::connect_four());
    let start = [circuit.initial().clone()];
    let mut playouts = Playouts::single(circuit, 1).expect("there is no recursion");
    bencher.counter(ItemsCount::new(COUNT)).bench_local(|| playouts.tally(&start, COUNT, &mut |_| Pace::On));
}

#[divan::bench]
fn playouts_of_connect_four_one_by_one(bencher: Bencher<'_, '_>) {
    const COUNT: u64 = 20_000;
    let circuit = Arc::new(samples::connect_four());
    let start = [circuit.initial().clone()];
    let mut playouts = Playouts::new(circuit, 1);
    bencher.counter(ItemsCount::new(COUNT)).bench_local(|| {
        let mut plies = 0;
        playouts.each(&start, COUNT, &mut |_| Pace::On, &mut |playout| plies += playout.plies);
        plies
    });
}

#[divan::bench(args = [1, 7, 64, 256, 512])]
fn children_of_connect_four(bencher: Bencher<'_, '_>, count: usize) {
    let circuit = Arc::new(samples::connect_four());
    let mut explorer = Explorer::new(circuit.clone());
    let joints: Vec<u32> = (0..count as u32).flat_map(|child| [child % 7, 7]).collect();
    let mut children = Vec::new();
    bencher.counter(ItemsCount::new(count)).bench_local(|| {
        children.clear();
        explorer.children(circuit.initial(), &joints, &mut children);
    });
}

/// As many leaves as a search may expand together, each with the joint move to expand it by.
const LEAVES: [usize; 6] = [1, 2, 8, 64, 256, 512];

/// Random states that are not terminal, and a random joint move in each.
fn leaves(explorer: &mut Explorer, count: usize) -> (Vec<State>, Vec<u32>) {
    let circuit = explorer.circuit().clone();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut choose = |state: &State| -> Vec<u32> {
        let any = |role| circuit.legal(state, role).choose(&mut random).expect("a legal move") as u32;
        (0..circuit.roles()).map(any).collect()
    };
    let mut plies = Xoshiro256PlusPlus::seed_from_u64(2);
    let (mut states, mut joints) = (Vec::new(), Vec::new());
    for _ in 0..count {
        let mut state = circuit.initial().clone();
        for _ in 0..plies.random_range(0..20) {
            let next = explorer.next(&state, &choose(&state));
            if next.terminal() {
                break;
            }
            state = next;
        }
        joints.extend(choose(&state));
        states.push(state);
    }
    (states, joints)
}

fn expand_one_by_one(bencher: Bencher<'_, '_>, circuit: Circuit, count: usize) {
    let mut explorer = Explorer::new(Arc::new(circuit)).one_by_one();
    let (states, joints) = leaves(&mut explorer, count);
    let mut children = Vec::new();
    bencher.counter(ItemsCount::new(count)).bench_local(|| {
        children.clear();
        children
            .extend(states.iter().zip(joints.chunks(2)).map(|(state, joint)| explorer.next(state, joint)));
    });
}

fn expand_together(bencher: Bencher<'_, '_>, circuit: Circuit, count: usize) {
    let mut explorer = Explorer::new(Arc::new(circuit)).in_lanes();
    let (states, joints) = leaves(&mut explorer, count);
    let mut children = Vec::new();
    bencher.counter(ItemsCount::new(count)).bench_local(|| {
        children.clear();
        let parents: Vec<&State> = states.iter().collect();
        explorer.children_of(&parents, &joints, &mut children);
    });
}

#[divan::bench(args = LEAVES)]
fn leaves_of_tic_tac_toe_one_by_one(bencher: Bencher<'_, '_>, count: usize) {
    expand_one_by_one(bencher, samples::tic_tac_toe(), count);
}

#[divan::bench(args = LEAVES)]
fn leaves_of_tic_tac_toe_together(bencher: Bencher<'_, '_>, count: usize) {
    expand_together(bencher, samples::tic_tac_toe(), count);
}

#[divan::bench(args = LEAVES)]
fn leaves_of_connect_four_one_by_one(bencher: Bencher<'_, '_>, count: usize) {
    expand_one_by_one(bencher, samples::connect_four(), count);
}

#[divan::bench(args = LEAVES)]
fn leaves_of_connect_four_together(bencher: Bencher<'_, '_>, count: usize) {
    expand_together(bencher, samples::connect_four(), count);
}
