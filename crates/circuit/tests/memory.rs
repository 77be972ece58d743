//! How much memory the lanes of a large circuit take.
//!
//! The profiler counts what the whole process allocates, so this is one test.

use std::sync::Arc;

use spielbaum_circuit::{Explorer, Pace, Playouts, samples};

#[global_allocator]
static ALLOCATOR: dhat::Alloc = dhat::Alloc;

/// What 512 lanes may take at most.
const BYTES: usize = 64_000_000;

#[test]
fn the_lanes_of_a_hundred_thousand_gates_take_little_memory() {
    const WAIT: u32 = 70 * 70;
    let circuit = Arc::new(samples::five_in_a_row(70));
    for gates in [circuit.player_size().gates, circuit.stepper_size().gates] {
        assert!(gates >= 100_000, "{gates}");
    }
    let start = [circuit.initial().clone()];

    let profiler = dhat::Profiler::builder().testing().build();
    let mut playouts = Playouts::new(circuit.clone(), 1).with_ply_limit(10);
    let tally = playouts.tally(&start, 600, &mut |_| Pace::On);
    let lanes = dhat::HeapStats::get().max_bytes;
    dhat::assert!(tally.playouts == 600);
    dhat::assert!((4_000_000..BYTES).contains(&lanes), "{lanes} bytes for playouts");
    drop(profiler);

    let profiler = dhat::Profiler::builder().testing().build();
    let mut explorer = Explorer::new(circuit.clone());
    let joints: Vec<u32> = (0..512).flat_map(|cell| [cell, WAIT]).collect();
    let mut children = Vec::new();
    explorer.children(circuit.initial(), &joints, &mut children);
    let lanes = dhat::HeapStats::get().max_bytes;
    dhat::assert!((4_000_000..BYTES).contains(&lanes), "{lanes} bytes for 512 children");
    drop(profiler);
}
