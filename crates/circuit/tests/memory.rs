//! How much memory the lanes of a large circuit take.
//!
//! What the whole process has is looked at, so this is one test.

use std::sync::Arc;

use memory_stats::memory_stats;
use spielbaum_circuit::{Explorer, Pace, Playouts, samples};

/// What 512 lanes may take at most, with the machine code for them.
const BYTES: usize = 64_000_000;

/// What they take at least, which is that code; without it they may fit in what the making of the circuit
/// has freed.
const LEAST: usize = if cfg!(all(feature = "jit", target_arch = "x86_64")) { 2_000_000 } else { 0 };

/// The bytes that the process has in memory.
fn taken() -> usize {
    memory_stats().expect("the system tells what a process has").physical_mem
}

#[test]
fn the_lanes_of_a_hundred_thousand_gates_take_little_memory() {
    const WAIT: u32 = 70 * 70;
    let circuit = Arc::new(samples::five_in_a_row(70));
    for gates in [circuit.player_size().gates, circuit.gates_of_moves()] {
        assert!(gates >= 100_000, "{gates}");
    }
    let start = [circuit.initial().clone()];

    let before = taken();
    let mut playouts = Playouts::new(circuit.clone(), 1).with_ply_limit(10);
    let tally = playouts.tally(&start, 600, &mut |_| Pace::On);
    let lanes = taken().saturating_sub(before);
    assert_eq!(tally.playouts, 600);
    assert!((LEAST..BYTES).contains(&lanes), "{lanes} bytes for playouts");

    let before = taken();
    let mut explorer = Explorer::new(circuit.clone());
    let joints: Vec<u32> = (0..512).flat_map(|cell| [cell, WAIT]).collect();
    let mut children = Vec::new();
    explorer.children(circuit.initial(), &joints, &mut children);
    let lanes = taken().saturating_sub(before);
    assert_eq!(children.len(), 512);
    assert!((LEAST..BYTES).contains(&lanes), "{lanes} bytes for 512 children");
}
