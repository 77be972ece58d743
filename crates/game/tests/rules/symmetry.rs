//! States that are alike up to a symmetry are treated alike.

use std::collections::{HashMap, HashSet};

use gdl::Rulesheet;
use logic::Limits;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use spielbaum_game::{Builtin, Choices, ConnectFour, Game, MnkGame, Othello, Rules, goal_sums};

fn connect_four() -> ConnectFour {
    ConnectFour::new(7, 6).expect("a board")
}

fn mnk(columns: u8, rows: u8, k: u8) -> MnkGame {
    MnkGame::new(columns, rows, k).expect("a board")
}

fn othello(size: u8) -> Othello {
    Othello::new(size).expect("a board")
}

fn rules(name: &str) -> Rules {
    let text = Builtin::named(name).expect("a built-in game").rules;
    let sheet = Rulesheet::parse(name, text.as_bytes()).expect("a rulesheet");
    Rules::new(&sheet).expect("within the limits")
}

/// How many states can be reached, where those that are alike count as one, by ply.
fn distinct<G: Game>(game: &G, plies: usize) -> Vec<usize> {
    let like = |state: &G::State| game.knowledge().canonical(state).unwrap_or_else(|| state.clone());
    let mut level = HashSet::from([like(&game.initial())]);
    let mut counts = Vec::new();
    while counts.len() < plies && !level.is_empty() {
        counts.push(level.len());
        let mut next = HashSet::new();
        for state in level.iter().filter(|state| !game.terminal(state)) {
            let choices = Choices::of(game, state);
            next.extend(choices.joint_moves().map(|joint| like(&game.next(state, &joint))));
        }
        level = next;
    }
    counts
}

#[test]
fn tic_tac_toe_has_765_states_that_differ_and_3_first_moves() {
    let counts = distinct(&mnk(3, 3, 3), 99);
    assert_eq!(counts, [1, 3, 12, 38, 108, 174, 204, 153, 57, 15]);
    assert_eq!(counts.iter().sum::<usize>(), 765);
    assert_eq!(distinct(&rules("tictactoe"), 99), counts);
}

#[test]
fn boards_and_their_rulesheets_know_the_same_symmetries() {
    assert_eq!(distinct(&connect_four(), 6), distinct(&rules("connect-four"), 6));
}

/// Whether what is like a state has like answers, along some random matches.
fn keeps_answers<G: Game>(game: &G) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    for _ in 0..20 {
        let mut state = game.initial();
        loop {
            let like = game.knowledge().canonical(&state).expect("it has symmetries");
            assert_eq!(game.knowledge().canonical(&like).as_ref(), Some(&like));
            assert_eq!(game.terminal(&like), game.terminal(&state));
            let after = |state: &G::State| -> HashMap<G::State, usize> {
                let mut after = HashMap::new();
                for joint in Choices::of(game, state).joint_moves() {
                    let like =
                        game.knowledge().canonical(&game.next(state, &joint)).expect("it has symmetries");
                    *after.entry(like).or_default() += 1;
                }
                after
            };
            if game.terminal(&state) {
                assert!((0..game.roles()).all(|role| game.goal(&like, role) == game.goal(&state, role)));
                break;
            }
            assert_eq!(after(&like), after(&state));
            let choices = Choices::of(game, &state);
            let joints: Vec<Vec<G::Move>> = choices.joint_moves().collect();
            state = game.next(&state, &joints[rng.random_range(..joints.len())]);
        }
    }
}

#[test]
fn what_follows_a_state_is_like_what_follows_the_one_that_stands_for_it() {
    keeps_answers(&mnk(3, 3, 3));
    keeps_answers(&mnk(5, 4, 4));
    keeps_answers(&connect_four());
    keeps_answers(&othello(6));
    for name in ["tictactoe", "connect-four", "tictactoe-3p", "breakthrough-6x6", "peg-solitaire", "tron"] {
        keeps_answers(&rules(name));
    }
}

#[test]
fn rules_without_symmetries_or_without_a_circuit_have_no_canonical_states() {
    let two_rows = rules("two-rows");
    assert_eq!((two_rows.symmetries(), two_rows.knowledge().canonical(&two_rows.initial())), (1, None));
    let text = Builtin::named("tictactoe").unwrap().rules;
    let sheet = Rulesheet::parse("tictactoe", text.as_bytes()).unwrap();
    let reasoned = Rules::reasoned(&sheet, Limits::default()).unwrap();
    assert_eq!((reasoned.symmetries(), reasoned.knowledge().canonical(&reasoned.initial())), (1, None));
    assert_eq!(goal_sums(&reasoned), 0..=200);
}

#[test]
fn the_sum_of_the_goals_is_known_of_boards_and_proven_of_rulesheets() {
    let four = connect_four();
    for sums in [goal_sums(&mnk(3, 3, 3)), goal_sums(&four), goal_sums(&othello(4))] {
        assert_eq!(sums, 100..=100);
    }
    assert_eq!(goal_sums(&rules("tictactoe")), 100..=100);
    assert_eq!(goal_sums(&rules("prisoners-dilemma")), 0..=200);
}
