//! Best responses are compared with brute force over all pure strategies, on small games that are made up.

mod made_up;

use std::collections::HashMap;

use game::{Choices, Game, InformationState};
use proptest::prelude::*;

use super::{ExtensiveForm, ExtensiveFormError, Profile};
use crate::regret::{Algorithm, RegretMinimiser};
use crate::{Cut, Limits};
use made_up::MadeUp;

/// How a role plays where it has a choice: the probabilities of its legal moves.
type Behaviour = HashMap<InformationState<u8>, Vec<f64>>;

/// What a role gets on the average from a state on, by following every history. The knowledge of the players
/// goes along.
fn mean(
    game: &MadeUp,
    state: &Vec<[u8; 3]>,
    known: &[InformationState<u8>; 2],
    plays: &[&Behaviour; 2],
    role: usize,
) -> f64 {
    if game.terminal(state) {
        return f64::from(game.goal(state, role));
    }
    let choices = Choices::of(game, state);
    let mut outcomes = Vec::new();
    game.chance().unwrap().outcomes(state, &mut outcomes);
    let mut sum = 0.0;
    for joint in choices.joint_moves() {
        let mut probability = outcomes.iter().find(|(mov, _)| *mov == joint[2]).unwrap().1;
        for player in 0..2 {
            let legal = choices.of_role(player);
            if legal.len() > 1 {
                let place = legal.iter().position(|&mov| mov == joint[player]).unwrap();
                probability *= plays[player][&known[player]][place];
            }
        }
        if probability > 0.0 {
            let mut known = known.clone();
            known.iter_mut().for_each(|known| known.observe(game, state, &joint));
            sum += probability * mean(game, &game.next(state, &joint), &known, plays, role);
        }
    }
    sum
}

fn behaviour(form: &ExtensiveForm<u8>, profile: &Profile, seat: usize) -> Behaviour {
    let sets = 0..form.information_sets(seat);
    sets.map(|set| (form.information_state(seat, set), form.mixture(profile, seat, set).to_vec())).collect()
}

/// The greatest mean of a role over all of its pure strategies.
fn best_by_force(game: &MadeUp, form: &ExtensiveForm<u8>, profile: &Profile, role: usize) -> f64 {
    let other = behaviour(form, profile, 1 - role);
    let mut pure = behaviour(form, profile, role);
    let sets: Vec<(InformationState<u8>, usize)> =
        pure.iter().map(|(known, moves)| (known.clone(), moves.len())).collect();
    let strategies: usize = sets.iter().map(|(_, moves)| moves).product();
    let start = [0, 1].map(InformationState::initial);
    let means = (0..strategies).map(|mut number| {
        for (known, moves) in &sets {
            let chosen = number % moves;
            number /= moves;
            let mixture = (0..*moves).map(|place| if place == chosen { 1.0 } else { 0.0 }).collect();
            pure.insert(known.clone(), mixture);
        }
        let plays = if role == 0 { [&pure, &other] } else { [&other, &pure] };
        mean(game, &game.initial(), &start, &plays, role)
    });
    means.fold(f64::NEG_INFINITY, f64::max)
}

#[test]
fn what_states_take_on_the_heap_counts_as_memory() {
    let cut = |heap| {
        let game = MadeUp { seed: 1, plies: 3, heap };
        match ExtensiveForm::of(&game, &Limits::default(), &|_| ()) {
            Err(ExtensiveFormError::Cut { why, .. }) => Some(why),
            other => other.map(|_| None).unwrap(),
        }
    };
    assert_eq!((cut(0), cut(Limits::MEMORY)), (None, Some(Cut::Memory)));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn a_best_response_is_the_best_pure_strategy(seed: u64, plies in 1_usize..=3, algorithm in 0_usize..6) {
        let game = MadeUp { seed, plies, heap: 0 };
        let form = ExtensiveForm::of(&game, &Limits::default(), &|_| ()).unwrap();
        let strategies = |seat: usize| (0..form.information_sets(seat)).map(|set| form.moves(seat, set).len() as f64).product::<f64>();
        prop_assume!(strategies(0) <= 600.0 && strategies(1) <= 600.0);
        // Any profile will do.
        let mut minimiser = RegretMinimiser::new(&form, Algorithm::ALL[algorithm], seed);
        (0..3).for_each(|_| minimiser.iterate());
        for profile in [form.uniform(), minimiser.average()] {
            let measured = form.exploitability(&profile);
            let plays = [0, 1].map(|seat| behaviour(&form, &profile, seat));
            let start = [0, 1].map(InformationState::initial);
            for role in 0..2 {
                let value = mean(&game, &game.initial(), &start, &[&plays[0], &plays[1]], role);
                prop_assert!((measured.values[role] - value).abs() < 1e-9, "{} {value}", measured.values[role]);
                let best = best_by_force(&game, &form, &profile, role);
                prop_assert!((measured.best[role] - best).abs() < 1e-9, "{} {best}", measured.best[role]);
            }
        }
    }

    #[test]
    fn regrets_of_games_of_constant_sum_vanish(seed: u64) {
        let game = MadeUp { seed: seed | 1, plies: 3, heap: 0 };
        let form = ExtensiveForm::of(&game, &Limits::default(), &|_| ()).unwrap();
        prop_assert_eq!(form.constant_sum(), Some(100));
        let mut minimiser = RegretMinimiser::new(&form, Algorithm::CfrPlus, 0);
        (0..400).for_each(|_| minimiser.iterate());
        let measured = form.exploitability(&minimiser.average());
        prop_assert!(measured.mean() < 1.0, "{:?}", measured);
    }
}

#[test]
fn who_cannot_know_its_moves_is_told_of_with_what_it_knows() {
    let told = |known: &str| {
        let [role, one, other] = ["ann", "call", "fold"].map(str::to_owned);
        ExtensiveFormError::Legal { role, one, other, known: known.to_owned() }.to_string()
    };
    assert!(told("").contains("cannot tell the two apart: it knows nothing yet;"));
    assert!(told("bid, (card 1)").contains("apart: all it knows is [bid, (card 1)];"));
}
