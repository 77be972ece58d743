use std::collections::{BTreeMap, HashSet};

use game::{Game, Rules};
use rand::SeedableRng;

use super::FlatMc;
use crate::testing::{Asked, Chain, Counting, Sketch, Walk, decide, decide_as, pennies, rules};
use crate::{Budget, Decision, PlayoutOrder, Request, SearchError, SearchRng, Stop, Strategy};

fn visits<M>(decision: &Decision<M>) -> Vec<u64> {
    decision.moves.iter().map(|estimate| estimate.visits).collect()
}

#[test]
fn playouts_are_spread_evenly() {
    let decision = decide("flat-mc(playouts=11)", &Counting, &Budget::default()).unwrap();
    assert_eq!(visits(&decision), [4, 4, 3]);
    assert_eq!(decision.effort.playouts, 11);
}

#[test]
fn the_tighter_bound_holds_and_the_default_gives_way_to_any() {
    let playouts = |spec, budget| decide(spec, &Counting, &budget).unwrap().effort.playouts;
    assert_eq!(playouts("flat-mc", Budget::default()), 1000);
    assert_eq!(playouts("flat-mc", Budget { nodes: Some(2001), ..Budget::default() }), 2000);
    assert_eq!(playouts("flat-mc(playouts=20)", Budget { playouts: Some(9), ..Budget::default() }), 9);
    assert_eq!(playouts("flat-mc(playouts=9)", Budget { playouts: Some(20), ..Budget::default() }), 9);
}

#[test]
fn the_first_of_the_best_means_is_chosen() {
    let sketch = Sketch::Inner(0, [3, 8, 8, 1].map(Sketch::Leaf).to_vec());
    let decision = decide("flat-mc(playouts=8)", &Walk::down(&sketch), &Budget::default()).unwrap();
    assert_eq!((decision.mov, decision.value), (1, Some(8.0)));
    let values: Vec<_> = decision.moves.iter().map(|estimate| estimate.value).collect();
    assert_eq!(values, [3.0, 8.0, 8.0, 1.0].map(Some));
}

#[test]
fn means_count_for_the_role_that_searches() {
    for role in 0..2 {
        let decision = decide_as("flat-mc", &Counting, role, &(17, role), &Budget::default()).unwrap();
        assert_eq!(decision.mov, 3, "saying 20 wins");
        assert_eq!(decision.value, Some(100.0));
    }
}

#[test]
fn roles_that_choose_at_the_same_time_choose_at_random() {
    let decision = decide("flat-mc(playouts=4000)", &pennies(), &Budget::default()).unwrap();
    for estimate in &decision.moves {
        // Five standard deviations of the mean of 2000 fair coins worth 100.
        assert!((estimate.value.unwrap() - 50.0).abs() < 5.6, "{estimate:?}");
    }
}

#[test]
fn side_by_side_or_one_by_one_as_many_playouts_are_spread_evenly() {
    let game = rules("tictactoe");
    for playouts in [1, 8, 9, 10, 1000, 20_003] {
        let decision = decide(&format!("flat-mc(playouts={playouts})"), &game, &Budget::default()).unwrap();
        let even: Vec<u64> = (0..9).map(|index| playouts / 9 + u64::from(index < playouts % 9)).collect();
        assert_eq!(
            (visits(&decision), decision.effort.playouts, decision.effort.nodes),
            (even, playouts, playouts + 1)
        );
    }
    let budget = Budget { nodes: Some(101), ..Budget::default() };
    assert_eq!(decide("flat-mc", &game, &budget).unwrap().effort.playouts, 100);
}

#[test]
fn side_by_side_and_one_by_one_have_the_same_means() {
    let rules = rules("tictactoe");
    let spec = "flat-mc(playouts=90000)";
    let lanes = decide(spec, &rules, &Budget::default()).unwrap();
    let single = decide(spec, &Asked::new(&rules, None), &Budget::default()).unwrap();
    for (lanes, single) in lanes.moves.iter().zip(&single.moves) {
        // A playout is worth 0, 50 or 100: five standard deviations of the difference of two means of 10,000.
        assert!((lanes.value.unwrap() - single.value.unwrap()).abs() < 3.5, "{lanes:?} {single:?}");
    }
    assert_eq!((lanes.mov, single.mov), (lanes.moves[4].mov, single.moves[4].mov), "the centre");
}

#[test]
fn side_by_side_roles_that_choose_at_the_same_time_choose_at_random() {
    let game = rules("rock-paper-scissors");
    let decision = decide("flat-mc(playouts=6000)", &game, &Budget::default()).unwrap();
    assert_eq!(visits(&decision), [2000; 3]);
    for estimate in &decision.moves {
        // Five standard deviations of the mean of 2000 games worth 0, 50 or 100.
        assert!((estimate.value.unwrap() - 50.0).abs() < 4.6, "{estimate:?}");
    }
}

#[test]
fn drawn_moves_have_about_as_many_playouts_each() {
    let (spec, budget) = ("flat-mc(playouts=3000,order=random)", Budget::default());
    let single = visits(&decide(spec, &Counting, &budget).unwrap());
    let lanes = visits(&decide(spec, &rules("rock-paper-scissors"), &budget).unwrap());
    for visits in [single, lanes] {
        assert_eq!(visits.iter().sum::<u64>(), 3000);
        // Six standard deviations; and it would be a wonder if they were even.
        let near = visits.iter().all(|&visits| visits.abs_diff(1000) < 155);
        assert!(near && visits != [1000; 3], "{visits:?}");
    }
}

#[test]
fn a_game_side_by_side_decides_the_same_from_the_same_seed() {
    let game = rules("connect-four");
    for spec in ["flat-mc", "flat-mc(order=random)"] {
        let decide = || decide(spec, &game, &Budget::default()).unwrap();
        assert_eq!(decide(), decide());
    }
}

#[test]
fn without_a_playout_the_move_is_a_guess_that_says_so() {
    let (game, stop) = (rules("tictactoe"), Stop::default());
    stop.press();
    let budget = Budget { stop, ..Budget::default() };
    let mut strategy = FlatMc::new(PlayoutOrder::Turns, Budget::default());
    let mut rng = SearchRng::seed_from_u64(1);
    let guesses: HashSet<_> = (0..200)
        .map(|_| {
            let guess = strategy
                .choose(Request::new(&game, &game.initial(), 0, &mut rng).within(budget.clone()))
                .unwrap();
            assert!(guess.is_guess() && guess.effort.playouts == 0 && guess.pv.is_empty());
            guess.mov
        })
        .collect();
    assert_eq!(guesses.len(), 9, "any move is as likely");
}

#[test]
fn a_failing_game_side_by_side_surfaces() {
    // Two ways to a state that is not the end, and where there is nothing to do.
    let text = "(role you) (init start) (<= (next stuck) (true start)) (<= terminal (true end))
        (<= (legal you (go a)) (true start)) (<= (legal you (go b)) (true start)) (goal you 100)
        (<= (next end) (true stuck))";
    let game = Rules::new(&gdl::Rulesheet::parse("stuck", text.as_bytes()).unwrap()).unwrap();
    let error = decide("flat-mc", &game, &Budget::default()).unwrap_err();
    assert!(matches!(error, SearchError::Game(_)), "{error}");
}

#[test]
fn an_only_move_costs_nothing() {
    let game = Chain { plies: 3, worth: BTreeMap::from([(1, 1)]), fault_at: None };
    let decision = decide("flat-mc", &game, &Budget::default()).unwrap();
    assert_eq!((decision.mov, decision.effort.playouts), (0, 0));
}
