//! How much memory the circuits of the built-in games take, and that a search on them takes none at all.
//!
//! The profiler counts what the whole process allocates, so this is one test.

use spielbaum_game::{BUILTIN, Game, Rules};

#[global_allocator]
static ALLOCATOR: dhat::Alloc = dhat::Alloc;

/// What making a circuit may take at most.
const BYTES: usize = 500_000_000;

const REPETITIONS: u64 = 1000;

/// After so many times as many expansions, no other thread compiles the game any more.
const ATTEMPTS: usize = 20;

#[test]
fn circuits_take_little_memory_to_build_and_none_to_step() {
    for game in BUILTIN {
        let sheet = gdl::Rulesheet::parse(game.name, game.rules.as_bytes()).expect("a rulesheet");
        let profiler = dhat::Profiler::builder().testing().trim_backtraces(Some(1)).build();
        let rules = Rules::new(&sheet).expect("within the limits");
        let peak = dhat::HeapStats::get().max_bytes;
        dhat::assert!(peak < BYTES, "{}: {peak} bytes", game.name);
        drop(profiler);
        search(game.name, &rules);
    }
}

/// Asks what a search asks of the first states of a game, over and over, with buffers that have been
/// used before.
fn search(name: &str, rules: &Rules) {
    let start = rules.initial();
    let roles = rules.roles();
    let mut moves = vec![Vec::new(); roles];
    let (mut joints, mut children) = (Vec::new(), Vec::new());
    let mut ask = || {
        assert!(!rules.terminal(&start));
        joints.clear();
        for (role, moves) in moves.iter_mut().enumerate() {
            rules.legal(&start, role, moves);
        }
        // As many joint moves as the role with the most moves has.
        for i in 0..moves.iter().map(Vec::len).max().unwrap_or(0) {
            joints.extend(moves.iter().map(|moves| moves[i % moves.len()]));
        }
        spielbaum_game::children(rules, &start, &joints, &mut children);
        for child in &children {
            let over = rules.terminal(child);
            for (role, moves) in moves.iter_mut().enumerate() {
                if over {
                    rules.goal(child, role);
                } else {
                    rules.legal(child, role, moves);
                }
            }
        }
        assert!(rules.next(&start, &joints[..roles]) == children[0]);
    };
    let mut allocations = || {
        let _profiler = dhat::Profiler::builder().testing().build();
        for _ in 0..REPETITIONS {
            ask();
        }
        dhat::HeapStats::get().total_blocks
    };
    // The buffers within change places, and what is asked often is compiled to machine code meanwhile.
    let blocks: Vec<u64> = (0..ATTEMPTS).map(|_| allocations()).take_while(|&blocks| blocks > 0).collect();
    assert!(blocks.len() < ATTEMPTS, "{name}: allocations in {REPETITIONS} expansions: {blocks:?}");
}
