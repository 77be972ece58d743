//! Predictions against exact values of all states.

use std::collections::HashSet;
use std::time::Duration;

use game::{Builtin, Choices, Game, Rules, RulesState};
use proptest::collection::vec;
use proptest::prelude::*;

use super::*;
use crate::samples::{Heap, heaps, kayles};

fn made(name: &str, text: &str) -> Rules {
    Rules::new(&gdl::Rulesheet::parse(name, text.as_bytes()).unwrap()).unwrap()
}

fn rules(name: &str) -> Rules {
    made(name, Builtin::named(name).unwrap().rules)
}

fn sum(rules: &Rules) -> Result<SumOfGames<'_>, Unexplained> {
    SumOfGames::of(rules, &rules.initial(), &Limits::default())
}

/// All states that are not terminal.
fn states(rules: &Rules) -> Vec<RulesState> {
    let mut seen = HashSet::from([rules.bits(&rules.initial()).to_vec()]);
    let mut states = vec![rules.initial()];
    let mut next = 0;
    while next < states.len() {
        let choices = Choices::of(rules, &states[next]);
        for joint in choices.joint_moves() {
            let child = rules.next(&states[next], &joint);
            if !rules.terminal(&child) && seen.insert(rules.bits(&child).to_vec()) {
                states.push(child);
            }
        }
        next += 1;
    }
    states
}

/// Compares what the theory tells of every state with its exact value: the winner, and which moves win. How
/// many states the limit on plies makes no win is returned.
fn check(rules: &Rules) -> (usize, usize) {
    let sum = sum(rules).unwrap();
    let exact = Retrograde::of(rules, &rules.initial(), &Limits::default(), &|_| ()).unwrap();
    let states = states(rules);
    let mut late = 0;
    for state in &states {
        let told = sum.explain(state).expect("it is reachable and not terminal");
        let solution = exact.solution(state).unwrap();
        let role = |name: &str| (0..2).find(|&role| rules.notation().role_name(role) == name).unwrap();
        let (mover, winner) = (role(&told.mover), role(&told.winner));
        let value = solution.bounds[winner].value().unwrap();
        let in_time = told.limit.is_none_or(|limit| limit.in_time == InTime::Yes);
        assert_eq!(value == 100, in_time, "{told:?}");
        assert_eq!(told.nim_sum, told.parts.iter().fold(0, |sum, part| sum ^ part.value));
        if !in_time {
            late += 1;
            continue;
        }
        let mut wins: Vec<String> = solution
            .moves
            .iter()
            .filter(|mov| mov.role == mover && mov.bounds.value() == Some(100))
            .map(|mov| rules.notation().move_name(mov.mov))
            .collect();
        if wins.is_empty() && winner == mover {
            // The only move has no value of its own.
            wins = Choices::of(rules, state)
                .of_role(mover)
                .iter()
                .map(|&mov| rules.notation().move_name(mov))
                .collect();
        }
        wins.sort();
        let moves = told.winning_moves.iter().filter(|mov| mov.in_time != Some(false));
        let mut told_wins: Vec<String> = moves.map(|mov| mov.mov.clone()).collect();
        told_wins.sort();
        if told.limit.is_none() {
            assert_eq!(told_wins, wins, "{told:?}");
        } else {
            assert!(told_wins.iter().all(|mov| wins.contains(mov)), "{told:?}");
            assert_eq!(told_wins.is_empty(), winner != mover);
        }
    }
    (states.len(), late)
}

#[test]
fn nim_is_explained_in_every_state() {
    let rules = rules("nim");
    let (states, late) = check(&rules);
    assert!(states > 300 && late == 0, "{states}");
    let told = sum(&rules).unwrap().explain(&rules.initial()).unwrap();
    let values: Vec<u32> = told.parts.iter().map(|part| part.value).collect();
    assert_eq!((values, told.nim_sum, told.impartial, told.misere), (vec![3, 5, 7], 1, true, false));
    assert_eq!(told.parts[1].fluents, ["(heap b 5)"]);
    let moves: Vec<&str> = told.winning_moves.iter().map(|mov| mov.mov.as_str()).collect();
    assert_eq!(moves, ["(take a 1)", "(take b 1)", "(take c 1)"]);
    assert_eq!((told.winning_moves[2].part, told.winning_moves[2].from, told.winning_moves[2].to), (2, 7, 6));
}

#[test]
fn rows_of_coins_are_explained_in_every_state() {
    let rules = rules("coin-row");
    let (states, late) = check(&rules);
    assert!(states > 2000 && late == 0, "{states}");
    let told = sum(&rules).unwrap().explain(&rules.initial()).unwrap();
    assert_eq!((told.parts[0].value, told.parts[1].value, told.nim_sum), (4, 3, 7));
}

#[test]
fn two_rows_are_explained_in_every_state_and_where_the_limit_leaves_no_time() {
    let rules = rules("two-rows");
    let (states, late) = check(&rules);
    assert!(states > 2000 && late > 0, "{states} {late}");
    let told = sum(&rules).unwrap().explain(&rules.initial()).unwrap();
    assert_eq!((told.parts[0].value, told.parts[1].value, told.nim_sum), (4, 2, 6));
    assert_eq!((told.impartial, told.limit), (false, Some(PlyLimit { plies: 20, in_time: InTime::Yes })));
}

#[test]
fn counting_is_explained_although_the_last_move_loses() {
    let rules = rules("counting-to-21");
    // Nobody but the first role moves at 0, nobody but the second at 1.
    assert_eq!(check(&rules), (40, 0));
    let told = sum(&rules).unwrap().explain(&rules.initial()).unwrap();
    assert_eq!((told.parts[0].value, told.nim_sum, told.misere), (0, 0, true));
}

#[test]
fn what_is_no_sum_of_games_is_told() {
    let why = |name: &str| sum(&rules(name)).err();
    assert_eq!(why("eight-puzzle"), Some(Unexplained::Roles));
    assert_eq!(why("rock-paper-scissors"), Some(Unexplained::NoTurns));
    assert_eq!(why("tictactoe"), Some(Unexplained::Draws));
    for name in ["connect-four", "othello-4x4"] {
        assert!(why(name).is_some(), "{name}");
    }
    let misere = made("misere", &heaps(&[Heap::new(3, &[1, 2]), Heap::new(2, &[1, 2])], true));
    assert_eq!(sum(&misere).err(), Some(Unexplained::Misere));
}

#[test]
fn a_sum_of_many_heaps_is_explained_without_its_states() {
    // 16^8 states.
    let many: Vec<Heap> = (0..8)
        .map(|heap| Heap::new(8 + heap, &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]))
        .collect();
    let rules = made("heaps", &heaps(&many, false));
    let told = sum(&rules).unwrap().explain(&rules.initial()).unwrap();
    let values: Vec<u32> = told.parts.iter().map(|part| part.value).collect();
    assert_eq!((values, told.nim_sum), ((8..16).collect(), 0));
}

#[test]
fn who_has_no_time_is_told_so() {
    let rules = rules("coin-row");
    let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    let why = SumOfGames::of(&rules, &rules.initial(), &limits).err();
    assert_eq!(why, Some(Unexplained::Cut(Cut::Time)));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn sums_of_heaps_are_explained_in_every_state(all in vec((0usize..7, vec(1usize..6, 1..4)), 1..4)) {
        let all: Vec<Heap> = all.iter().map(|(size, counts)| Heap::new(*size, counts)).collect();
        prop_assume!(all.iter().any(Heap::has_move));
        let rules = made("heaps", &heaps(&all, false));
        if let Ok(sum) = sum(&rules) {
            prop_assert_eq!(sum.impartial, true);
            check(&rules);
        }
    }

    #[test]
    fn one_heap_is_explained_whoever_makes_the_last_move(size in 3usize..14, counts in vec(3usize..6, 1..3), misere: bool) {
        let counts: Vec<usize> = counts.into_iter().chain([1, 2]).collect();
        check(&made("heap", &heaps(&[Heap::new(size, &counts)], misere)));
    }

    #[test]
    fn sums_of_rows_are_explained_in_every_state(lengths in vec(1usize..6, 2..4)) {
        let rules = made("kayles", &kayles(&lengths));
        check(&rules);
    }
}
