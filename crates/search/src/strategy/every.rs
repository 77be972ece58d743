//! What holds for every strategy of the catalogue.

use std::collections::BTreeMap;
use std::time::Duration;

use game::Game;
use proptest::prelude::*;
use rand::SeedableRng;

use crate::testing::{Chain, Counting, decide};
use crate::{Budget, Catalogue, Recorder, SearchError, SearchRng, Spec};

fn names() -> impl Iterator<Item = &'static str> {
    Catalogue::get().strategies.iter().map(|entry| entry.name)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_budget_gives_a_legal_move(playouts in 0..60_u64, nodes in 0..60_u64, depth in 0..5_u32) {
        let playouts = Some(playouts);
        let budget = Budget { playouts, nodes: Some(nodes), depth: Some(depth), ..Budget::default() };
        for name in names() {
            let decision = decide(name, &Counting, &budget).unwrap();
            prop_assert!((1..=3).contains(&decision.mov), "{}", name);
            prop_assert_eq!(decision.moves.iter().map(|estimate| estimate.mov).collect::<Vec<_>>(), [1, 2, 3]);
            prop_assert!(Some(decision.playouts) <= playouts);
        }
    }
}

#[test]
fn no_time_at_all_gives_a_legal_move() {
    let budget = Budget { time: Some(Duration::ZERO), ..Budget::default() };
    for name in names() {
        let decision = decide(name, &Counting, &budget).unwrap();
        assert!((1..=3).contains(&decision.mov), "{name}");
        assert_eq!(decision.nodes + decision.playouts, decision.nodes.min(1), "{name}");
    }
}

#[test]
fn the_same_seed_gives_the_same_decision() {
    let budget = Budget { nodes: Some(3000), ..Budget::default() };
    for name in names() {
        assert_eq!(decide(name, &Counting, &budget), decide(name, &Counting, &budget), "{name}");
    }
}

#[test]
fn a_failing_game_surfaces() {
    let game = Chain { plies: 9, worth: BTreeMap::from([(0, 1)]), fault_at: Some(5) };
    for name in names() {
        let error = decide(name, &game, &Budget::default()).unwrap_err();
        assert!(matches!(&error, SearchError::Game(fault) if fault.message == "broken at ply 5"), "{name}");
    }
}

#[test]
fn watching_changes_nothing() {
    let budget = Budget { nodes: Some(3000), ..Budget::default() };
    for name in names() {
        let spec: Spec = name.parse().unwrap();
        let (mut rng, mut recorder) = (SearchRng::seed_from_u64(7), Recorder::new(100));
        let watched =
            spec.build().choose(&Counting, &Counting.initial(), 0, &budget, &mut rng, &mut recorder);
        assert_eq!(watched, decide(name, &Counting, &budget), "{name}");
    }
}
