//! How fast lanes are: gates, the choice of moves, whole playouts, children. Compare figures of one run only.

use std::sync::Arc;

use divan::Bencher;
use divan::counter::ItemsCount;
use spielbaum_circuit::measure::{Graph, Ply};
use spielbaum_circuit::{Circuit, Explorer, Instructions, Pace, Playouts, Width, samples};

const INSTRUCTIONS: [Instructions; 3] = [Instructions::Portable, Instructions::Avx2, Instructions::Avx512];

fn main() {
    divan::main();
}

#[divan::bench(args = INSTRUCTIONS, consts = [500, 5000, 50_000])]
fn gates<const GATES: usize>(bencher: Bencher<'_, '_>, instructions: Instructions) {
    let mut graph = Graph::new(GATES);
    bencher.counter(ItemsCount::new(graph.gates())).bench_local(|| graph.evaluate(instructions));
}

#[divan::bench(args = INSTRUCTIONS)]
fn gates_of_connect_four(bencher: Bencher<'_, '_>, instructions: Instructions) {
    let circuit = samples::connect_four();
    let mut ply = Ply::new(&circuit, instructions);
    bencher.counter(ItemsCount::new(circuit.player_size().gates)).bench_local(|| ply.gates());
}

#[divan::bench(args = INSTRUCTIONS)]
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

#[divan::bench(args = INSTRUCTIONS)]
fn playouts_of_connect_four(bencher: Bencher<'_, '_>, instructions: Instructions) {
    playouts(bencher, samples::connect_four(), Width::W512, instructions);
}

#[divan::bench(args = INSTRUCTIONS)]
fn playouts_of_tic_tac_toe(bencher: Bencher<'_, '_>, instructions: Instructions) {
    playouts(bencher, samples::tic_tac_toe(), Width::W512, instructions);
}

#[divan::bench(args = [Width::W64, Width::W256, Width::W512])]
fn playouts_of_connect_four_by_width(bencher: Bencher<'_, '_>, width: Width) {
    playouts(bencher, samples::connect_four(), width, Instructions::best());
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
