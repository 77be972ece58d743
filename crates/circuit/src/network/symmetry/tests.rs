use std::collections::BTreeSet;
use std::sync::Arc;

use logic::{AtomId, Definitions, Literal, TermId};
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;
use crate::testing::{built_in, grounded};
use crate::{Circuit, Explorer};

/// Every built-in game with the number of its symmetries.
///
/// Some rules are less symmetric than their boards: those of Othello weigh the discs cell by cell along
/// the rows, those of Hex follow a chain from one side only; the heaps of Nim and the rows of Two Rows
/// start differently.
const GAMES: [(&str, usize); 24] = [
    ("breakthrough", 2),
    ("breakthrough-6x6", 2),
    ("checkers", 1),
    ("coin-row", 4),
    ("connect-four", 2),
    ("connect-four-3p", 2),
    ("counting-to-21", 1),
    ("eight-puzzle", 1),
    ("fifteen-puzzle", 1),
    ("hex-7x7", 1),
    ("knights-tour", 2),
    ("lights-out", 4),
    ("maze", 1),
    ("nim", 1),
    ("othello", 1),
    ("othello-4x4", 1),
    ("othello-6x6", 1),
    ("peg-solitaire", 8),
    ("prisoners-dilemma", 1),
    ("rock-paper-scissors", 3),
    ("tictactoe", 8),
    ("tictactoe-3p", 8),
    ("tron", 2),
    ("two-rows", 1),
];

fn symmetries(text: &str) -> Symmetries {
    Symmetries::new(&grounded(text).0, &Interrupt::never())
}

#[test]
fn the_builtin_games_have_these_symmetries() {
    let found = GAMES.map(|(name, _)| {
        let symmetries = symmetries(&built_in(name));
        assert!(symmetries.are_all(), "{name}");
        (name, symmetries.count())
    });
    assert_eq!(found, GAMES);
}

#[test]
fn one_clause_that_treats_cells_differently_leaves_fewer() {
    let tic_tac_toe = built_in("tictactoe");
    let with = |clause: &str| symmetries(&format!("{tic_tac_toe}\n{clause}")).count();
    assert_eq!(with("(<= terminal (true (cell 2 2 x)))"), 8);
    assert_eq!(with("(<= terminal (true (cell 1 1 x)))"), 2);
    assert_eq!(with("(<= terminal (true (cell 1 1 x)) (true (cell 3 1 o)))"), 1);
    assert_eq!(with("(<= (goal xplayer 7) (true (cell 2 1 x)))"), 2);
    assert_eq!(with("(init (cell 1 2 x))"), 2);
    assert_eq!(with("(<= (next (cell 1 1 x)) (true (cell 3 3 x)))"), 2);
}

/// So many lamps, each of which a move lights.
fn lamps(count: usize) -> String {
    let lamps: String = (0..count).map(|lamp| format!("(lamp {lamp})")).collect();
    format!(
        "(role you) {lamps} (init off) (<= (legal you (light ?l)) (lamp ?l) (not (true (lit ?l))))
        (<= (next (lit ?l)) (does you (light ?l))) (<= (next (lit ?l)) (true (lit ?l)))
        (<= terminal (not dark)) (<= dark (lamp ?l) (not (true (lit ?l)))) (goal you 100)"
    )
}

#[test]
fn of_too_many_symmetries_a_part_is_used() {
    let five = symmetries(&lamps(5));
    assert_eq!((five.count(), five.are_all()), (120, true));
    let nine = symmetries(&lamps(9));
    assert_eq!((nine.count(), nine.are_all()), (120, false));
}

#[test]
fn a_search_that_ends_early_has_found_symmetries() {
    let graph = Graph::new(&grounded(&lamps(5)).0, &Roles::Fixed, &Interrupt::never()).unwrap();
    let of = |steps| {
        let found = stabilisers(&graph, steps, 1_000, &Interrupt::never());
        let images = found.stages.iter().flat_map(|stage| &stage.generators);
        assert!(images.into_iter().all(|image| graph.is_automorphism(image)));
        let size: usize = found.stages.iter().map(|stage| stage.orbit).product();
        assert!(if found.whole { size == 120 } else { size <= 120 }, "{steps}");
        (size, found.whole)
    };
    let sizes: Vec<(usize, bool)> = (0..14).map(|doublings| of(1 << doublings)).collect();
    assert!(sizes.is_sorted());
    assert!(sizes.iter().any(|&(size, _)| 1 < size && size < 120), "{sizes:?}");
    assert_eq!((sizes[0], sizes[13]), ((1, false), (120, true)));
}

#[test]
fn fluents_that_always_hold_are_of_no_interest() {
    let walls: String = (0..30).map(|wall| format!("(init (wall {wall}))")).collect();
    let rules = format!("{} {walls}", lamps(3));
    let with = |clause: &str| symmetries(&format!("{rules} {clause}")).count();
    assert_eq!(with("(<= (next (wall ?w)) (true (wall ?w)))"), 6);
    assert_eq!(with("(<= (next (wall ?w)) (true (wall ?w))) (<= (next (wall ?w)) (lamp ?w) dark)"), 6);
}

/// Whether images of a state, along random matches, are the states that images of the moves lead to, with all
/// that is said about them.
fn commutes_with_play(name: &str) {
    let (grounding, reasoner) = grounded(&built_in(name));
    let symmetries = Symmetries::new(&grounding, &Interrupt::never());
    let circuit = Arc::new(Circuit::new(&grounding, &reasoner).unwrap());
    let mut explorer = Explorer::new(circuit.clone());
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
    let first_of = |role: usize| (0..role).map(|role| circuit.moves(role)).sum::<usize>();
    for _ in 0..4 {
        let mut state = circuit.initial().clone();
        assert!(symmetries.images(&state).all(|image| image == state), "{name}");
        while !state.terminal() {
            let joint: Vec<u32> = (0..circuit.roles())
                .map(|role| {
                    let legal: Vec<usize> = circuit.legal(&state, role).collect();
                    legal[rng.random_range(..legal.len())] as u32
                })
                .collect();
            let next = explorer.next(&state, &joint);
            let images: Vec<State> = symmetries.images(&state).collect();
            let next_images: Vec<State> = symmetries.images(&next).collect();
            for (symmetry, (image, next_image)) in
                symmetries.others.iter().zip(images[1..].iter().zip(&next_images[1..]))
            {
                let moved: Vec<u32> = joint
                    .iter()
                    .enumerate()
                    .map(|(role, &mov)| symmetry.moves[first_of(role) + mov as usize] - first_of(role) as u32)
                    .collect();
                assert_eq!(explorer.next(image, &moved).words(), next_image.words(), "{name}");
                assert_eq!(explorer.view(next_image.fluents()).words(), next_image.words(), "{name}");
            }
            let canonical = symmetries.canonical(&next);
            assert!(next_images.iter().all(|image| symmetries.canonical(image).words() == canonical.words()));
            assert!(next_images.iter().any(|image| image.words() == canonical.words()));
            assert_eq!(next_images.iter().map(State::fluents).min(), Some(canonical.fluents()));
            state = next;
        }
    }
}

#[test]
fn images_of_moves_lead_to_images_of_states() {
    for (name, _) in GAMES.into_iter().filter(|(_, count)| *count > 1) {
        commutes_with_play(name);
    }
}

/// Rules over fluents alone: which fluent each becomes next, which hold at the start, and pairs of fluents
/// that end the game together.
#[derive(Clone, Debug)]
struct Small {
    next: Vec<usize>,
    initial: Vec<bool>,
    ends: Vec<(usize, usize, bool)>,
}

const FLUENTS: usize = 5;

impl Small {
    fn grounding(&self) -> Grounding {
        let mut definitions = Definitions::of_inputs(FLUENTS);
        let literal = |atom: usize, negated| Literal { atom: AtomId(atom as u32), negated };
        let bodies = self.ends.iter().map(|&(a, b, negated)| [literal(a, false), literal(b, negated)]);
        let terminal = definitions.push_atom(bodies);
        Grounding {
            roles: vec![TermId::default()],
            fluents: vec![TermId::default(); FLUENTS],
            initial: self.initial.clone(),
            moves: vec![Vec::new()],
            next: self.next.iter().map(|&next| AtomId(next as u32)).collect(),
            legal: vec![Vec::new()],
            terminal,
            goals: vec![Vec::new()],
            definitions,
            ..Grounding::default()
        }
    }

    /// What ends the game, each way once.
    fn normal(&self, image: &[usize]) -> BTreeSet<(usize, usize, bool)> {
        let mapped = self.ends.iter().map(|&(a, b, negated)| (image[a], image[b], negated));
        mapped
            .map(|(a, b, negated)| if negated || a < b { (a, b, negated) } else { (b, a, negated) })
            .collect()
    }

    /// By trying all permutations; what they do to fluents that always hold does not count.
    fn count(&self) -> usize {
        let identity: Vec<usize> = (0..FLUENTS).collect();
        let mut permutations = vec![Vec::new()];
        for _ in 0..FLUENTS {
            let with = |begun: &Vec<usize>| {
                let begun = begun.clone();
                (0..FLUENTS)
                    .filter(|next| !begun.contains(next))
                    .map(|next| [&begun[..], &[next]].concat())
                    .collect::<Vec<_>>()
            };
            permutations = permutations.iter().flat_map(with).collect();
        }
        let ends = self.normal(&identity);
        let is_symmetry = |image: &&Vec<usize>| {
            (0..FLUENTS).all(|fluent| {
                self.next[image[fluent]] == image[self.next[fluent]]
                    && self.initial[image[fluent]] == self.initial[fluent]
            }) && self.normal(image) == ends
        };
        let changes = |fluent: &usize| !self.initial[*fluent] || self.next[*fluent] != *fluent;
        let changing: Vec<usize> = (0..FLUENTS).filter(changes).collect();
        let found = permutations.iter().filter(is_symmetry);
        let different: BTreeSet<Vec<usize>> =
            found.map(|image| changing.iter().map(|&fluent| image[fluent]).collect()).collect();
        different.len()
    }
}

fn small() -> impl Strategy<Value = Small> {
    let next = proptest::collection::vec(0..FLUENTS, FLUENTS);
    let initial = prop_oneof![Just(vec![false; FLUENTS]), proptest::collection::vec(any::<bool>(), FLUENTS)];
    // A literal and its inverse, or the same twice, would be simpler than they look.
    let ends = proptest::collection::vec((0..FLUENTS, 1..FLUENTS, any::<bool>()), 2..6);
    (next, initial, ends).prop_map(|(next, initial, ends)| {
        let ends = ends.into_iter().map(|(a, by, negated)| (a, (a + by) % FLUENTS, negated)).collect();
        Small { next, initial, ends }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn as_many_are_found_as_there_are(small in small()) {
        let symmetries = Symmetries::new(&small.grounding(), &Interrupt::never());
        prop_assert!(symmetries.are_all());
        prop_assert_eq!(symmetries.count(), small.count());
    }
}

#[test]
fn fluents_that_look_like_one_that_always_holds_are_exchanged() {
    // The third and the fifth take turns, and hold always as the first does; colours do not tell the
    // three apart.
    let next = vec![0, 1, 4, 1, 2];
    let small = Small { next, initial: vec![true, false, true, false, true], ends: vec![(1, 3, false)] };
    let symmetries = Symmetries::new(&small.grounding(), &Interrupt::never());
    assert_eq!((symmetries.count(), symmetries.are_all()), (2, true));
}

#[test]
fn a_search_that_is_interrupted_asks_no_more_and_has_found_symmetries() {
    let grounding = grounded(&lamps(5)).0;
    let interrupted = |last| {
        let asked = std::cell::Cell::new(0);
        let go_on = || {
            asked.set(asked.get() + 1);
            asked.get() < last
        };
        let symmetries = Symmetries::new(&grounding, &Interrupt::unless(&go_on));
        (symmetries, asked.get())
    };
    let (whole, questions) = interrupted(usize::MAX);
    assert_eq!((whole.count(), whole.are_all()), (120, true));
    assert!(questions > 100, "it asks only {questions} times");
    for last in 1..questions {
        let (part, asked) = interrupted(last);
        assert_eq!(asked, last, "it works on");
        assert!(part.count() <= 120);
        // Each is one of the whole group.
        let of_whole = |one: &Symmetry| whole.others.iter().any(|other| other.fluents == one.fluents);
        assert!(part.others.iter().all(of_whole));
    }
}
