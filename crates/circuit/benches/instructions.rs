//! How many instructions the parts of this crate take, counted by Valgrind: the same number at every run of
//! the same build.
//!
//! They need Valgrind, and a runner of the library's own version:
//! `cargo install gungraun-runner --version 0.20.0 --locked`. Valgrind knows no AVX-512, so lanes are
//! evaluated with less.
#![allow(missing_docs)] // the macros make public modules

use std::hint::black_box;
use std::sync::Arc;

use gdl::{Interrupt, Rulesheet};
use gungraun::prelude::*;
use logic::{GroundLimits, Grounding, Limits, Reasoner};
use spielbaum_circuit::measure::{Graph, Ply};
use spielbaum_circuit::{
    Circuit, Explorer, Instructions, Pace, Playouts, Renumbering, State, Symmetries, Tally, from_bytes,
    samples, to_bytes,
};

const CONNECT_FOUR: &str = include_str!("../../../games/connect-four.kif");
const BREAKTHROUGH: &str = include_str!("../../../games/breakthrough.kif");

// --- gates ---

fn graph(gates: usize, instructions: Instructions) -> (Graph, Instructions) {
    (Graph::new(gates), instructions)
}

// The gates of a random graph in 512 lanes.
#[library_benchmark(setup = graph)]
#[bench::portable_5000(5000, Instructions::Portable)]
#[bench::avx2_5000(5000, Instructions::Avx2)]
#[bench::avx2_50000(50_000, Instructions::Avx2)]
fn gates((mut graph, instructions): (Graph, Instructions)) -> Graph {
    graph.evaluate(instructions);
    graph
}

// --- the choice of moves ---

fn ply(instructions: Instructions) -> Ply<'static> {
    let circuit = Box::leak(Box::new(samples::connect_four()));
    Ply::new(circuit, instructions)
}

// Moves of both roles in 512 lanes, all at the beginning.
#[library_benchmark(setup = ply)]
#[bench::portable(Instructions::Portable)]
#[bench::avx2(Instructions::Avx2)]
fn choice_of_moves(mut ply: Ply<'static>) -> Ply<'static> {
    ply.draw();
    ply
}

// --- playouts ---

fn playouts(instructions: Instructions) -> (Playouts, [State; 1]) {
    let circuit = samples::connect_four();
    let start = [circuit.initial().clone()];
    (Playouts::new(Arc::new(circuit), 1).with_instructions(instructions), start)
}

// 1000 whole games in 512 lanes: in so few plies no machine code is made, which would be counted.
#[library_benchmark(setup = playouts)]
#[bench::portable(Instructions::Portable)]
#[bench::avx2(Instructions::Avx2)]
fn playouts_of_connect_four((mut playouts, start): (Playouts, [State; 1])) -> Tally {
    playouts.tally(&start, 1000, &mut |_| Pace::On)
}

// --- from rules to a circuit ---

fn reasoner(rules: &str) -> (Rulesheet, Reasoner) {
    let sheet = Rulesheet::parse("game.kif", rules.as_bytes()).expect("a rulesheet");
    let reasoner = Reasoner::new(&sheet, Limits::default()).expect("within the limits");
    (sheet, reasoner)
}

fn ground((sheet, reasoner): &(Rulesheet, Reasoner)) -> Grounding {
    Grounding::new(sheet, reasoner, &GroundLimits::default()).expect("within the limits")
}

fn grounded(rules: &str) -> (Grounding, Reasoner) {
    let rules = reasoner(rules);
    (ground(&rules), rules.1)
}

#[library_benchmark(setup = reasoner)]
#[bench::connect_four(CONNECT_FOUR)]
#[bench::breakthrough(BREAKTHROUGH)]
fn grounding(rules: (Rulesheet, Reasoner)) -> (Grounding, (Rulesheet, Reasoner)) {
    (ground(&rules), rules)
}

#[library_benchmark(setup = grounded)]
#[bench::connect_four(CONNECT_FOUR)]
#[bench::breakthrough(BREAKTHROUGH)]
fn building((grounding, reasoner): (Grounding, Reasoner)) -> (Circuit, (Grounding, Reasoner)) {
    let circuit = Circuit::new(&grounding, &reasoner).expect("small enough");
    (circuit, (grounding, reasoner))
}

// --- from bytes to a circuit ---

fn written(rules: &str) -> (Vec<u8>, Renumbering) {
    let (grounding, reasoner) = grounded(rules);
    let circuit = Circuit::new(&grounding, &reasoner).expect("small enough");
    let symmetries = Symmetries::new(&grounding, &Interrupt::never());
    let numbers = Renumbering::identity(&circuit);
    (to_bytes(&circuit, &symmetries).expect("it has bytes"), numbers)
}

/// The same in the reverse order of moves.
fn written_in_other_names(rules: &str) -> (Vec<u8>, Renumbering) {
    let (grounding, reasoner) = grounded(rules);
    let circuit = Circuit::new(&grounding, &reasoner).expect("small enough");
    let fluents = (0..circuit.fluents() as u32).collect();
    let moves = (0..circuit.roles()).map(|role| (0..circuit.moves(role) as u32).rev().collect()).collect();
    let numbers = Renumbering::new(fluents, moves, vec![Vec::new(); circuit.roles()]);
    (to_bytes(&circuit, &Symmetries::default()).expect("it has bytes"), numbers)
}

// What a start with a cache takes in place of grounding and building.
#[library_benchmark]
#[bench::connect_four(args = (CONNECT_FOUR), setup = written)]
#[bench::breakthrough(args = (BREAKTHROUGH), setup = written)]
#[bench::breakthrough_in_other_names(args = (BREAKTHROUGH), setup = written_in_other_names)]
fn reading((bytes, numbers): (Vec<u8>, Renumbering)) -> (Circuit, Symmetries) {
    from_bytes(&bytes, &numbers).expect("it was written just now")
}

// --- children ---

/// An explorer, the joint moves whose children it is to find, and where to put them: all has been used once.
type Expansion = (Explorer, Vec<u32>, Vec<State>);

fn expansion(count: u32, instructions: Instructions) -> Expansion {
    let explorer =
        Explorer::new(Arc::new(samples::connect_four())).in_lanes().with_instructions(instructions);
    let joints = (0..count).flat_map(|child| [child % 7, 7]).collect();
    expand((explorer, joints, Vec::new()))
}

fn expand((mut explorer, joints, mut children): Expansion) -> Expansion {
    children.clear();
    let circuit = explorer.circuit().clone();
    explorer.children(circuit.initial(), &joints, &mut children);
    (explorer, joints, children)
}

// The children of connect-four's beginning, all at once.
#[library_benchmark(setup = expansion)]
#[bench::portable_7(7, Instructions::Portable)]
#[bench::avx2_512(512, Instructions::Avx2)]
fn children_at_once(expansion: Expansion) -> Expansion {
    black_box(expand(black_box(expansion)))
}

/// An explorer that evaluates one state after the other, and a line of connect-four's beginning; all has been
/// used once.
type Walk = (Explorer, Vec<[u32; 2]>);

fn walk(columns: &[u32]) -> Walk {
    let joints = columns.iter().enumerate().map(|(ply, &mov)| if ply % 2 == 0 { [mov, 7] } else { [7, mov] });
    make_and_take_back((Explorer::new(Arc::new(samples::connect_four())).one_by_one(), joints.collect()))
}

fn make_and_take_back((mut explorer, joints): Walk) -> Walk {
    let initial = explorer.circuit().initial().clone();
    joints.iter().fold(initial.clone(), |state, joint| explorer.next(&state, joint));
    explorer.view(initial.fluents());
    (explorer, joints)
}

// Moves made one after the other, each by what it changes, and all of them taken back.
#[library_benchmark(setup = walk)]
#[bench::eight_plies(&[3, 3, 3, 3, 2, 4, 2, 4])]
fn moves_made_and_taken_back(walk: Walk) -> Walk {
    black_box(make_and_take_back(black_box(walk)))
}

library_benchmark_group!(
    name = lanes,
    benchmarks =
        [gates, choice_of_moves, playouts_of_connect_four, children_at_once, moves_made_and_taken_back]
);
library_benchmark_group!(name = rules, benchmarks = [grounding, building, reading]);
main!(library_benchmark_groups = [lanes, rules]);
