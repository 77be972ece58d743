//! `uct` finds the best replies of small solved games.

use game::{Choices, Game, MnkGame, TableLimits, Tabulated};
use rand::{RngExt, SeedableRng};
use spielbaum_search::{Budget, Request, SearchRng, Spec};

use super::rules;

/// A state that random moves lead to, and the role that decides there; none if the game ended before, or if
/// any move is as good as any other.
fn puzzle<G: Game>(game: &G, plies: u32, rng: &mut SearchRng) -> Option<(G::State, usize, Vec<G::Move>)> {
    let mut state = game.initial();
    for _ in 0..plies {
        let choices = Choices::of(game, &state);
        let joint: Vec<_> = (0..game.roles())
            .map(|role| choices.of_role(role)[rng.random_range(0..choices.of_role(role).len())])
            .collect();
        state = game.next(&state, &joint);
        if game.terminal(&state) {
            return None;
        }
    }
    let choices = Choices::of(game, &state);
    let role = (0..game.roles()).find(|&role| choices.of_role(role).len() > 1)?;
    let minimax: Spec = "minimax".parse().expect("a strategy");
    let solved = minimax.build().choose(Request::new(game, &state, role, rng)).expect("the game is sound");
    let best: Vec<_> = solved
        .moves
        .iter()
        .filter(|estimate| estimate.value == solved.value)
        .map(|estimate| estimate.mov)
        .collect();
    (best.len() < solved.moves.len()).then_some((state, role, best))
}

/// In how many of `count` puzzles, each with chance of its own, 2000 playouts find one of the best moves.
fn found<G: Game>(spec: &str, game: &G, plies: std::ops::Range<u32>, count: u32) -> u32 {
    let spec: Spec = spec.parse().expect("a strategy");
    let mut rng = SearchRng::seed_from_u64(1);
    let (mut puzzles, mut found) = (0, 0);
    while puzzles < count {
        let plies = rng.random_range(plies.clone());
        let Some((state, role, best)) = puzzle(game, plies, &mut rng) else { continue };
        let budget = Budget { playouts: Some(2000), ..Budget::default() };
        let decision = spec
            .build()
            .choose(Request::new(game, &state, role, &mut rng).within(budget.clone()))
            .expect("the game is sound");
        assert!(decision.effort.visits() <= 2000);
        puzzles += 1;
        found += u32::from(best.contains(&decision.mov));
    }
    found
}

#[test]
fn tic_tac_toe_on_its_board() {
    let board = MnkGame::new(3, 3, 3).unwrap();
    assert!(found("uct", &board, 1..6, 100) >= 99);
    assert!(found("uct(plain=true)", &board, 1..6, 100) >= 99);
}

#[test]
fn tic_tac_toe_by_its_rules() {
    assert!(found("uct", &rules("tictactoe"), 3..6, 100) >= 99);
}

#[test]
fn the_coin_row() {
    let table = Tabulated::new(rules("coin-row"), TableLimits::default()).expect("it is small");
    assert!(found("uct", &table, 3..6, 100) >= 99);
    assert!(found("uct(plain=true)", &table, 3..6, 100) >= 99);
}

#[test]
fn decisive_moves_find_the_best_replies() {
    for spec in
        ["uct(decisive=win)", "uct(decisive=both)", "uct(decisive=lanes)", "uct(decisive=lanes,solver=false)"]
    {
        assert!(found(spec, &rules("tictactoe"), 3..6, 30) >= 29, "{spec}");
    }
    let table = Tabulated::new(rules("tictactoe"), TableLimits::default()).expect("it is small");
    assert!(found("uct(decisive=both)", &table, 3..6, 30) >= 29);
}

#[test]
fn batches_keep_to_the_budget_and_to_the_seed() {
    let game = rules("connect-four");
    let spec: Spec = "uct".parse().unwrap();
    let decide = |playouts: u64| {
        let budget = Budget { playouts: Some(playouts), ..Budget::default() };
        let mut rng = SearchRng::seed_from_u64(5);
        spec.build().choose(Request::new(&game, &game.initial(), 0, &mut rng).within(budget.clone())).unwrap()
    };
    for playouts in [0, 1, 2, 63, 1000, 20_011] {
        let decision = decide(playouts);
        assert_eq!(decision.effort.visits(), playouts);
        assert_eq!(decision.moves.iter().map(|estimate| estimate.visits).sum::<u64>(), playouts);
        for estimate in &decision.moves {
            assert!(estimate.value.is_none_or(|value| (0.0..=100.0).contains(&value)), "{estimate:?}");
        }
    }
    assert_eq!(decide(5000), decide(5000));
    let middle = &decide(20_000).moves[3];
    assert!(middle.visits > 5000, "the middle column is the best: {middle:?}");
}

#[test]
fn without_playouts_the_leaves_of_a_batch_are_judged() {
    let game = rules("tictactoe");
    assert!(found("uct(cutoff=0,eval=goal-proximity)", &game, 2..7, 100) >= 95);
    let budget = Budget { playouts: Some(300), ..Budget::default() };
    let spec: Spec = "uct(cutoff=0,eval=goal-proximity,solver=false)".parse().expect("a strategy");
    let mut rng = SearchRng::seed_from_u64(1);
    let initial = game.initial();
    let decision =
        spec.build().choose(Request::new(&game, &initial, 0, &mut rng).within(budget)).expect("it decides");
    assert_eq!(
        (decision.effort.playouts, decision.effort.simulations),
        (300, 300),
        "each opinion counts as a playout"
    );
}
