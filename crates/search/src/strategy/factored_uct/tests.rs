use std::collections::HashSet;

use game::{Game, Rules};
use gdl::Rulesheet;
use rand::{RngExt, SeedableRng};

use super::*;
use crate::Recorder;
use crate::testing::{decide_as, rules};

/// Two switches of four positions, which two roles turn by turns, each switch one up or one down or not at
/// all: `up` wants both in the last position in the end, `down` not.
const SWITCHES: &str = "(role up) (role down) (init (at a 0)) (init (at b 1)) (init (step 0)) (init (control up))
    (after 0 1) (after 1 2) (after 2 3) (after 3 4) (after 4 5)
    (turn 0 stay 0) (turn 1 stay 1) (turn 2 stay 2) (turn 3 stay 3) (turn 0 up 1) (turn 1 up 2) (turn 2 up 3) (turn 3 down 2) (turn 2 down 1)
    (<= (legal ?r (turn ?v ?w)) (true (control ?r)) (free a ?v) (free b ?w))
    (<= (legal ?r noop) (role ?r) (not (true (control ?r))))
    (<= (free ?s ?v) (true (at ?s ?n)) (turn ?n ?v ?m))
    (<= (next (at a ?m)) (does ?r (turn ?v ?w)) (true (at a ?n)) (turn ?n ?v ?m))
    (<= (next (at b ?m)) (does ?r (turn ?v ?w)) (true (at b ?n)) (turn ?n ?w ?m))
    (<= (next (control up)) (true (control down))) (<= (next (control down)) (true (control up)))
    (<= (next (step ?n)) (true (step ?m)) (after ?m ?n)) (<= terminal (true (step 5)))
    (<= both (true (at a 3)) (true (at b 3)))
    (<= (goal up 100) both) (<= (goal up 0) (not both)) (<= (goal down 0) both) (<= (goal down 100) (not both))";

fn sheet(text: &str) -> Rules {
    Rules::new(&Rulesheet::parse("test", text.as_bytes()).unwrap()).unwrap()
}

fn strategy<G: Game>(spec: &str) -> FactoredUct<G> {
    FactoredUct::from_spec(&spec.parse().unwrap())
}

fn budget(playouts: u64) -> Budget {
    Budget { playouts: Some(playouts), ..Budget::default() }
}

/// States of some random games in which a role has a choice, with this role.
fn states(game: &Rules, games: u64) -> Vec<(usize, <Rules as Game>::State)> {
    let mut found = Vec::new();
    for seed in 0..games {
        let mut rng = SearchRng::seed_from_u64(seed);
        let mut state = game.initial();
        while !game.terminal(&state) {
            let choices = choices(game, &state).unwrap();
            let deciding = (0..game.roles()).filter(|&role| choices.of_role(role).len() > 1);
            found.extend(deciding.map(|role| (role, state.clone())));
            let joint: Vec<_> = choices.each().map(|moves| moves[rng.random_range(0..moves.len())]).collect();
            state = game.next(&state, &joint);
        }
    }
    found
}

fn parts(game: &Rules) -> Parts<<Rules as Game>::Move> {
    Parts::of(game, &Interrupt::never()).unwrap()
}

#[test]
fn what_is_chosen_in_each_tree_is_a_best_move_of_the_game() {
    let game = sheet(SWITCHES);
    assert!(parts(&game).is_product());
    let exact = |role, state: &_| decide_as("alpha-beta", &game, role, state, &Budget::default()).unwrap();
    let (mut won, mut lost) = (0, 0);
    for (role, state) in states(&game, 12) {
        let best = exact(role, &state);
        let chosen =
            decide_as("factored-uct(playouts=4000)", &game, role, &state, &Budget::default()).unwrap();
        let is_chosen = |estimate: &&crate::MoveEstimate<_>| estimate.mov == chosen.mov;
        let of_chosen = decide_as("minimax", &game, role, &state, &Budget::default()).unwrap();
        let value = of_chosen.moves.iter().find(is_chosen).unwrap().value;
        assert_eq!(value, best.value, "{state:?}");
        won += usize::from(value == Some(100.0));
        lost += usize::from(value == Some(0.0));
    }
    assert!(won > 10 && lost > 5, "{won} won, {lost} lost");
}

#[test]
fn trees_have_nodes_of_factors_and_not_of_their_combinations() {
    let game = sheet(SWITCHES);
    let mut divided = strategy("factored-uct");
    let mut rng = SearchRng::seed_from_u64(1);
    let state = game.initial();
    divided.choose(Request::new(&game, &state, 0, &mut rng).within(budget(40_000))).unwrap();
    let forest = &divided.kept.as_ref().unwrap().forest;
    // A switch is in one of four positions after at most four steps.
    assert!((16..=2 * 4 * 5).contains(&forest.size()), "{}", forest.size());
    let (parts, mut combinations) = (parts(&game), HashSet::new());
    for (_, state) in states(&game, 300) {
        let mut keys = Vec::new();
        parts.keys(&game, &state, &mut keys);
        combinations.insert(keys);
    }
    assert!(combinations.len() > forest.size(), "{} states", combinations.len());
}

#[test]
fn moves_are_legal_however_they_are_composed() {
    let games = [sheet(SWITCHES), rules("nim"), rules("two-rows"), rules("tictactoe"), rules("tron")];
    for game in &games {
        for (role, state) in states(game, 3) {
            for playouts in [0, 1, 30] {
                let decision = decide_as("factored-uct", game, role, &state, &budget(playouts)).unwrap();
                let choices = choices(game, &state).unwrap();
                assert!(choices.of_role(role).contains(&decision.mov));
                let moves: Vec<_> = decision.moves.iter().map(|estimate| estimate.mov).collect();
                assert_eq!(moves, choices.of_role(role));
                let visits: u64 = decision.moves.iter().map(|estimate| estimate.visits).sum();
                assert!(visits <= decision.effort.visits() && decision.effort.visits() <= playouts);
            }
        }
    }
}

#[test]
fn an_observer_is_told_what_all_visits_paid_together() {
    let game = rules("tictactoe");
    let (mut recorder, mut rng) = (Recorder::new(&game, 0, 10), SearchRng::seed_from_u64(1));
    let start = game.initial();
    let request = Request::new(&game, &start, 0, &mut rng).within(budget(3000)).watched_by(&mut recorder);
    let decision = strategy("factored-uct").choose(request).unwrap();
    let root = &recorder.trace().nodes[0];
    assert_eq!(
        (root.playouts, root.proven_visits),
        (decision.effort.playouts, decision.effort.proven_visits)
    );
    assert!(root.playouts > 1000 && root.proven_visits > 0, "{root:?}");
    assert!((root.means.iter().sum::<f64>() - 100.0).abs() < 1e-6, "{:?}", root.means);
}

#[test]
fn alternatives_have_a_tree_for_moves_that_are_no_action() {
    let game = rules("nim");
    let parts = parts(&game);
    let state = game.initial();
    let (mut keys, choices) = (Vec::new(), choices(&game, &state).unwrap());
    parts.keys(&game, &state, &mut keys);
    let arms = |role| (0..keys.len()).map(|tree| parts.arms(tree, role, &choices).len()).collect::<Vec<_>>();
    assert!(!parts.is_product());
    let (moving, waiting) = (arms(0), arms(1));
    assert_eq!(keys.len(), 4, "three heaps");
    assert_eq!(moving.iter().sum::<usize>(), choices.of_role(0).len());
    assert_eq!((moving[3], waiting), (0, vec![0, 0, 0, 1]), "who waits does nothing in any heap");
}

#[test]
fn a_game_that_is_one_has_one_tree_and_its_wins_are_found() {
    let decision = decide_as("factored-uct", &crate::testing::Counting, 0, &(17, 0), &budget(500)).unwrap();
    assert_eq!((decision.mov, decision.value), (3, Some(100.0)), "saying 20 wins");
    assert!(!parts(&rules("tictactoe")).is_product());
}

#[test]
fn a_factor_is_known_again_when_the_others_have_moved() {
    let game = sheet(SWITCHES);
    let mut strategy = strategy("factored-uct");
    let mut rng = SearchRng::seed_from_u64(1);
    let first = game.initial();
    let mut choose = |state: &_, role, playouts| {
        strategy.choose(Request::new(&game, state, role, &mut rng).within(budget(playouts))).unwrap()
    };
    let decision = choose(&first, 0, 4000);
    assert!(decision.pv.len() > 1, "it expects an answer");
    let next = decision.pv.iter().take(1).fold(first, |state, joint| game.next(&state, joint));
    // The other role's choice was searched as well.
    let answer = choose(&next, 1, 0);
    assert!(answer.value.is_some(), "{answer:?}");
}

#[test]
fn trees_that_are_full_grow_no_more_and_go_on_counting() {
    let game = rules("connect-four");
    let mut strategy = strategy("factored-uct(memory=1,each=1)");
    let (state, mut rng) = (game.initial(), SearchRng::seed_from_u64(1));
    let decision = strategy.choose(Request::new(&game, &state, 0, &mut rng).within(budget(20_000))).unwrap();
    assert_eq!(decision.effort.visits(), 20_000);
    let forest = &strategy.kept.as_ref().unwrap().forest;
    assert!((990_000..1_010_000).contains(&forest.bytes()), "{}", forest.bytes());
}

#[test]
fn a_game_whose_states_come_again_is_left_after_some_plies() {
    let game = sheet(
        "(role a) (init (at 0)) (init (at 1)) (legal a turn) (legal a wait) (<= (next (at 0)) (true (at 0))) (<= (next (at 1)) (does a turn) (not (true (at 1))))
        (<= (next (at 1)) (does a wait) (true (at 1))) (<= terminal (not (true (at 0)))) (goal a 100)",
    );
    let decision = decide_as("factored-uct", &game, 0, &game.initial(), &budget(30)).unwrap();
    assert_eq!((decision.effort.playouts, decision.effort.depth), (30, 1_000));
}

#[test]
fn simulations_side_by_side_stay_within_the_nodes_of_the_budget() {
    let game = sheet(SWITCHES);
    for nodes in [1, 7, 100, 1_000] {
        let budget = Budget { nodes: Some(nodes), ..Budget::default() };
        let decision = decide_as("factored-uct", &game, 0, &game.initial(), &budget).unwrap();
        assert!((1..=nodes).contains(&decision.effort.nodes), "{} of {nodes}", decision.effort.nodes);
    }
}
