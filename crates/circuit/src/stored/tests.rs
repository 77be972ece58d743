use std::sync::Arc;

use gdl::Interrupt;
use proptest::prelude::*;
use rand::seq::{IteratorRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;
use crate::samples;
use crate::testing::grounded;
use crate::{Explorer, Pace, Playouts, State};

/// A game with a recursive block, forced moves, percepts and symmetries: whoever opens a way to the other
/// side has won.
const WAYS: &str = "(role you) (role other) (init (at a)) (edge a b) (edge b d) (edge a c) (edge c d)
    (init (turn you)) (<= (next (turn you)) (true (turn other))) (<= (next (turn other)) (true (turn you)))
    (<= (legal ?r (open ?x ?y)) (edge ?x ?y) (true (turn ?r)) (not (true (opened ?x ?y))))
    (<= (legal ?r wait) (role ?r) (not (true (turn ?r))))
    (<= (next (opened ?x ?y)) (does ?r (open ?x ?y)))
    (<= (next (opened ?x ?y)) (true (opened ?x ?y)))
    (<= (sees ?r (now ?x)) (role ?r) (does ?other (open ?x ?y)))
    (reach a) (<= (reach ?y) (reach ?x) (true (opened ?x ?y)))
    (<= (reach ?x) (reach ?y) (true (opened ?x ?y)))
    (<= terminal (reach d)) (<= (goal ?r 100) (reach d) (true (turn ?r)))
    (<= (goal ?r 0) (role ?r) (not (true (turn ?r)))) (<= (goal ?r 0) (role ?r) (not (reach d)))";

fn of_rules(text: &str) -> (Circuit, Symmetries) {
    let (grounding, reasoner) = grounded(text);
    let symmetries = Symmetries::new(&grounding, &Interrupt::never());
    (Circuit::new(&grounding, &reasoner).unwrap(), symmetries)
}

fn examples() -> [(Circuit, Symmetries); 3] {
    let sample = |circuit| (circuit, Symmetries::default());
    [of_rules(WAYS), sample(samples::tic_tac_toe()), sample(samples::connect_four())]
}

fn percepts(circuit: &Circuit, role: usize) -> usize {
    circuit.stepper().percepts(role).len()
}

/// Numbers in an order that `order` makes.
fn numbers(circuit: &Circuit, mut order: impl FnMut(&mut [u32])) -> Renumbering {
    let mut numbers = |count: usize| {
        let mut numbers: Vec<u32> = (0..count as u32).collect();
        order(&mut numbers);
        numbers
    };
    let fluents = numbers(circuit.fluents());
    let moves = (0..circuit.roles()).map(|role| numbers(circuit.moves(role))).collect();
    let percepts = (0..circuit.roles()).map(|role| numbers(percepts(circuit, role))).collect();
    Renumbering::new(fluents, moves, percepts)
}

/// The same, with the evaluation of single states among what is stored, as of large networks.
fn large(circuit: &Circuit) -> Vec<u8> {
    let (parts, _) = circuit.parts();
    let bytes = postcard::to_stdvec(parts).unwrap();
    let mut parts: crate::lanes::Parts = postcard::from_bytes(&bytes).unwrap();
    parts.forget_network();
    let symmetries = Symmetries::default();
    postcard::to_stdvec(&((parts, circuit.scalar()), symmetries.parts())).unwrap()
}

/// The numbers of the bits of a state, each renumbered.
fn mapped(state: &State, numbers: &Renumbering) -> Vec<usize> {
    let mut bits: Vec<usize> = crate::state::ones_between(state.fluents(), 0, 64 * state.fluents().len())
        .map(|fluent| numbers.input(fluent))
        .collect();
    bits.sort_unstable();
    bits
}

/// Walks through the game of a circuit and through that of its renumbered one side by side.
fn assert_same_game(old: &Arc<Circuit>, new: &Arc<Circuit>, numbers: &Renumbering, lanes: bool) {
    let identity = Renumbering::identity(old);
    let explorer = |circuit: &Arc<Circuit>| {
        let explorer = Explorer::new(Arc::clone(circuit));
        if lanes { explorer.in_lanes() } else { explorer.one_by_one() }
    };
    let (mut before, mut after) = (explorer(old), explorer(new));
    let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
    for _ in 0..20 {
        let (mut state, mut other) = (old.initial().clone(), new.initial().clone());
        loop {
            assert_eq!(mapped(&other, &identity), mapped(&state, numbers));
            assert_eq!(other.terminal(), state.terminal());
            let mut joints = [Vec::new(), Vec::new()];
            for role in 0..old.roles() {
                assert_eq!(other.goal(role), state.goal(role));
                let legal: Vec<usize> = old.legal(&state, role).collect();
                let number = |&mov: &usize| numbers.of_moves_of(role)[mov] as usize;
                let mut expected: Vec<usize> = legal.iter().map(number).collect();
                expected.sort_unstable();
                assert_eq!(new.legal(&other, role).collect::<Vec<_>>(), expected);
                let Some(&mov) = legal.iter().choose(&mut random) else { return };
                joints[0].push(mov as u32);
                joints[1].push(number(&mov) as u32);
            }
            if state.terminal() {
                break;
            }
            for role in 0..old.roles() {
                let mut expected: Vec<u32> = before.seen(&state, &joints[0], role);
                expected.iter_mut().for_each(|seen| *seen = numbers.of_percepts(role)[*seen as usize]);
                expected.sort_unstable();
                assert_eq!(after.seen(&other, &joints[1], role), expected);
            }
            (state, other) = (before.next(&state, &joints[0]), after.next(&other, &joints[1]));
        }
    }
}

#[test]
fn a_circuit_is_read_as_it_was_written() {
    for (circuit, symmetries) in examples() {
        let numbers = Renumbering::identity(&circuit);
        let (read, read_symmetries) =
            from_bytes(&to_bytes(&circuit, &symmetries).unwrap(), &numbers).unwrap();
        assert_eq!(to_bytes(&read, &read_symmetries), to_bytes(&circuit, &symmetries));
        assert_eq!(read.size(), circuit.size());
        let [read, circuit] = [Arc::new(read), Arc::new(circuit)];
        let tally = |circuit: &Arc<Circuit>| {
            let starts = [circuit.initial().clone()];
            Playouts::new(Arc::clone(circuit), 1).tally(&starts, 1000, &mut |_| Pace::On)
        };
        assert_eq!(tally(&read), tally(&circuit));
        assert_same_game(&circuit, &read, &numbers, true);
        assert_same_game(&circuit, &read, &numbers, false);
    }
}

#[test]
fn the_programs_of_every_kind_of_rules_are_sound() {
    // Recursion, chance, percepts, simultaneous moves and several games in one.
    for name in
        ["hex-7x7", "kuhn-poker", "phantom-tictactoe", "tron", "pig", "lights-out", "nim", "othello-4x4"]
    {
        let (circuit, symmetries) = of_rules(&crate::testing::built_in(name));
        let bytes = to_bytes(&circuit, &symmetries).unwrap();
        assert!(from_bytes(&bytes, &Renumbering::identity(&circuit)).is_ok(), "{name}");
    }
}

#[test]
fn a_circuit_with_other_numbers_is_the_same_game() {
    for (circuit, symmetries) in examples() {
        let circuit = Arc::new(circuit);
        for seed in 0..5 {
            let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
            let numbers = numbers(&circuit, |numbers| numbers.shuffle(&mut random));
            assert!(!numbers.is_identity());
            let bytes = [to_bytes(&circuit, &symmetries).unwrap(), large(&circuit)];
            for (bytes, has_symmetries) in bytes.iter().zip([true, false]) {
                let (read, read_symmetries) = from_bytes(bytes, &numbers).unwrap();
                let read = Arc::new(read);
                for lanes in [true, false] {
                    assert_same_game(&circuit, &read, &numbers, lanes);
                }
                let starts = [read.initial().clone()];
                let tally = Playouts::new(Arc::clone(&read), 1).tally(&starts, 500, &mut |_| Pace::On);
                assert_eq!((tally.playouts, tally.stuck), (500, 0));
                for policy in [crate::Policy::Decisive, crate::Policy::AntiDecisive] {
                    assert_eq!(
                        read.prepare(policy, &Interrupt::never()).unwrap(),
                        has_symmetries && circuit.prepare(policy, &Interrupt::never()).unwrap()
                    );
                }
                if has_symmetries {
                    assert_eq!(read_symmetries.count(), symmetries.count());
                    let state = circuit.initial();
                    let mut images: Vec<_> =
                        symmetries.images(state).map(|image| mapped(&image, &numbers)).collect();
                    let identity = Renumbering::identity(&circuit);
                    let mut others: Vec<_> = read_symmetries
                        .images(read.initial())
                        .map(|image| mapped(&image, &identity))
                        .collect();
                    images.sort();
                    others.sort();
                    assert_eq!(others, images);
                }
            }
        }
    }
}

#[test]
fn numbers_must_fit() {
    let circuit = samples::tic_tac_toe();
    let bytes = to_bytes(&circuit, &Symmetries::default()).unwrap();
    let of_another = Renumbering::identity(&samples::connect_four());
    assert!(from_bytes(&bytes, &of_another).is_err());
    let twice = numbers(&circuit, |numbers| numbers.fill(0));
    assert!(from_bytes(&bytes, &twice).is_err());
}

/// Evaluates a circuit in every way, for a bounded time.
fn evaluate(circuit: Circuit) {
    let circuit = Arc::new(circuit);
    let mut states = vec![circuit.initial().clone()];
    for lanes in [true, false] {
        let explorer = Explorer::new(Arc::clone(&circuit));
        let mut explorer = if lanes { explorer.in_lanes() } else { explorer.one_by_one() };
        let mut state = circuit.initial().clone();
        for _ in 0..5 {
            let joint: Option<Vec<u32>> = (0..circuit.roles())
                .map(|role| circuit.legal(&state, role).next().map(|mov| mov as u32))
                .collect();
            let Some(joint) = joint else { break };
            (0..circuit.roles()).for_each(|role| drop(explorer.seen(&state, &joint, role)));
            state = explorer.next(&state, &joint);
            states.push(state.clone());
        }
    }
    let mut asked = 0;
    let mut pace = |_: &_| {
        asked += 1;
        if asked < 3 { Pace::On } else { Pace::Abandon }
    };
    Playouts::new(Arc::clone(&circuit), 1).tally(&states[..1], 300, &mut pace);
    _ = (circuit.variables(), circuit.admits(states[0].fluents()), circuit.clock());
    _ = (circuit.packed(&Interrupt::never()), circuit.factors(&Interrupt::never()), circuit.takes_turns());
    _ = circuit.prepare_heeding(crate::Policy::Uniform, &Interrupt::never());
}

#[test]
fn no_length_but_its_own_is_right() {
    let (circuit, symmetries) = of_rules(WAYS);
    let bytes = to_bytes(&circuit, &symmetries).unwrap();
    let numbers = Renumbering::identity(&circuit);
    for length in 0..bytes.len() {
        assert!(from_bytes(&bytes[..length], &numbers).is_err(), "{length}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    /// Whatever the bytes say, nothing panics, and all comes to an end.
    #[test]
    fn bytes_that_are_wrong_are_refused_or_evaluated(
        seed in any::<u64>(),
        which in 0..2usize,
        changes in 1..4usize,
    ) {
        thread_local! {
            static WRITTEN: [(Vec<u8>, Renumbering); 2] = {
                let (circuit, symmetries) = of_rules(WAYS);
                let tic_tac_toe = samples::tic_tac_toe();
                [
                    (to_bytes(&circuit, &symmetries).unwrap(), Renumbering::identity(&circuit)),
                    (large(&tic_tac_toe), Renumbering::identity(&tic_tac_toe)),
                ]
            };
        }
        let (mut bytes, numbers) = WRITTEN.with(|written| written[which].clone());
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        for _ in 0..changes {
            let place = random.random_range(0..bytes.len());
            bytes[place] = if random.random() { random.random() } else { bytes[place] ^ 1 << random.random_range(0..8) };
        }
        if let Ok((circuit, _)) = from_bytes(&bytes, &numbers) {
            evaluate(circuit);
        }
    }
}
