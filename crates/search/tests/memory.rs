//! The memory that `uct` is allowed is the memory that it takes.
//!
//! The allocator counts for the whole process, so this is one test.

use std::alloc::System;
use std::fmt::Write;
use std::thread;
use std::time::Duration;

use cap::Cap;
use circuit::{Instructions, Policy, Width};
use game::{Game, Playouts, Rules};
use gdl::Rulesheet;
use rand::SeedableRng;
use spielbaum_search::{Budget, Request, SearchRng, Spec};

#[global_allocator]
static ALLOCATOR: Cap<System> = Cap::new(System, usize::MAX);

/// Two roles colour the squares of a board in turn, or both at once, for so many rounds: thousands of
/// fluents, one legal move a square, and states far too large to be kept without a heap.
fn colouring(width: usize, rounds: usize, at_once: bool) -> Rules {
    let mut text = String::from("(role white) (role black) (init (round 0))\n");
    for square in 0..width * width {
        let _ = write!(text, "(square s{square}) ");
    }
    for round in 0..rounds {
        let _ = write!(text, "(succ {round} {}) ", round + 1);
    }
    let legal = if at_once {
        "(<= (legal ?r (paint ?s)) (role ?r) (square ?s) (not (painted ?s)))"
    } else {
        "(init (control white))
         (<= (legal ?r (paint ?s)) (true (control ?r)) (square ?s) (not (painted ?s)))
         (<= (legal white noop) (true (control black)))
         (<= (legal black noop) (true (control white)))
         (<= (next (control black)) (true (control white)))
         (<= (next (control white)) (true (control black)))"
    };
    let _ = write!(
        text,
        "{legal}
         (<= (painted ?s) (true (colour ?s ?r)))
         (<= (next (colour ?s ?r)) (does ?r (paint ?s)))
         (<= (next (colour ?s ?r)) (true (colour ?s ?r)))
         (<= (next (round ?n)) (true (round ?m)) (succ ?m ?n))
         (<= terminal (true (round {rounds})))
         (<= (goal white 100) (true (colour s0 white)))
         (<= (goal white 0) (not (true (colour s0 white))))
         (<= (goal black 100) (not (true (colour s0 white))))
         (<= (goal black 0) (true (colour s0 white)))"
    );
    Rules::new(&Rulesheet::parse("colouring", text.as_bytes()).expect("a sheet")).expect("a game")
}

/// The most bytes that two decisions of a strategy, one after the other, take beyond what there was before;
/// and what they leave.
fn taken(rules: &Rules, spec: &str, playouts: u64) -> (usize, usize) {
    let mut rng = SearchRng::seed_from_u64(5);
    let spec: Spec = spec.parse().expect("a spec");
    let mut strategy = spec.build::<Rules>();
    let start = rules.initial();
    // The most ever used is counted: with what makes up for it, the most from here on.
    let ballast = Vec::<u8>::with_capacity(ALLOCATOR.max_allocated() - ALLOCATOR.allocated());
    let before = ALLOCATOR.allocated();
    for _ in 0..2 {
        let budget = Budget { playouts: Some(playouts), ..Budget::default() };
        let decision =
            strategy.choose(Request::new(rules, &start, 0, &mut rng).within(budget)).expect("a decision");
        assert_eq!(
            decision.effort.visits(),
            playouts,
            "{spec}: the budget ends the search, and nothing else"
        );
    }
    let taken = (ALLOCATOR.max_allocated() - before, ALLOCATOR.allocated() - before);
    drop(ballast);
    taken
}

/// Waits until there is machine code for all playouts that the circuit is prepared for, if this machine runs
/// code: it is made in a thread of its own.
fn wait_for_code(rules: &Rules) {
    let circuit = rules.compiled().expect("a circuit").circuit();
    let starts = [circuit.initial().clone()];
    let is_interpreted = |policy| {
        [false, true]
            .map(|heeding| circuit.width_for(policy, heeding, &starts, 1))
            .contains(&Some(Width::W64))
    };
    for _ in 0..1000 {
        let policies = [Policy::Uniform, Policy::Decisive, Policy::AntiDecisive];
        if Instructions::best() < Instructions::Avx512 || !policies.into_iter().any(is_interpreted) {
            return;
        }
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn memory_promised_is_memory_kept() {
    const MEGABYTES: usize = 6;
    let turns = colouring(15, 20, false);
    let at_once = colouring(15, 20, true);
    assert!(turns.compiled().is_ok() && at_once.compiled().is_ok());
    assert!(turns.heap_bytes(&turns.initial()) > 100, "the states of the game are on the heap");
    for rules in [&turns, &at_once] {
        // What is made once: machine code, and for each thread lanes for as many playouts at a time as it
        // will make.
        for _ in 0..2 {
            for options in ["threads=2", "rave=10"] {
                taken(rules, &format!("uct(memory=1,solver=false,{options})"), 40_000);
            }
            wait_for_code(rules);
        }
        Playouts::new(rules).run(&rules.initial(), &mut SearchRng::seed_from_u64(0));
    }
    for (rules, options, playouts) in [
        (&turns, "solver=false", 40_000),
        (&turns, "leaves=256,each=1", 12_000),
        (&turns, "plain=true", 6000),
        (&turns, "mast=gibbs,ngram=true,solver=false", 5000),
        (&turns, "rave=10,solver=false", 40_000),
        (&turns, "rave=10,solver=false,each=1,leaves=1", 4000),
        (&turns, "threads=2,solver=false", 40_000),
        (&turns, "threads=2,parallel=tree,solver=false", 40_000),
        (&turns, "threads=2,parallel=tree,mast=gibbs,ngram=true,solver=false", 5000),
        (&at_once, "simultaneous=joint,each=1", 16_000),
        (&at_once, "simultaneous=decoupled,each=1", 16_000),
    ] {
        // What is worked out at a time comes on top of what is kept, and does not depend on the memory.
        let (small, small_kept) = taken(rules, &format!("uct({options},memory=1)"), playouts / 8);
        let working = small - small_kept;
        let (most, kept) = taken(rules, &format!("uct({options},memory={MEGABYTES})"), playouts);
        let allowed = MEGABYTES * 1_000_000 + working;
        assert!(most <= allowed, "{options}: {most} bytes at most, of {allowed}");
        assert!(kept <= MEGABYTES * 1_000_000 + 200_000, "{options}: {kept} bytes are kept");
        assert!(most > MEGABYTES * 600_000, "{options}: only {most} bytes are made use of");
        println!("{options}: {most} at most, {kept} kept, {working} of them while it works");
    }
}
