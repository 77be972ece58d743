//! Whatever the options, the search finds what minimax finds.

use game::Game;
use proptest::prelude::*;
use rand::SeedableRng;

use super::tests::sketches;
use super::{AlphaBetaOptions, Fail, FirstWindow, Form, MoveOrder, Replace, Star};
use crate::testing::{Counting, NOUGHTS, Opinionated, Walk};
use crate::{
    AlphaBeta, Bound, Budget, Decision, Deepening, DeepeningMode, Minimax, Request, SearchRng,
    Strategy as Chooser,
};

pub(super) fn options() -> impl Strategy<Value = AlphaBetaOptions> {
    let form = prop_oneof![Just(Form::Minimax), Just(Form::Negamax)];
    let fail = prop_oneof![Just(Fail::Soft), Just(Fail::Hard)];
    let window = prop_oneof![Just(FirstWindow::Auto), Just(FirstWindow::Open)];
    let replace = prop_oneof![Just(Replace::Always), Just(Replace::Depth)];
    let order = prop_oneof![Just(MoveOrder::None), Just(MoveOrder::Static)];
    let aspiration = prop_oneof![Just(0.0), Just(0.5), Just(1.0), Just(30.0)];
    (form, fail, window, 0..2_u64, replace, order, any::<[bool; 4]>(), aspiration).prop_map(
        |(form, fail, window, table, replace, order, [killer, history, pvs, symmetry], aspiration)| {
            AlphaBetaOptions {
                form,
                fail,
                window,
                table,
                replace,
                order,
                killer,
                history,
                aspiration,
                pvs,
                symmetry,
                reductions: false,
                quiescence: 0,
                decisive: false,
                chance: Star::Star2,
            }
        },
    )
}

/// A graph of a few places, circles and all.
pub(in crate::strategy) fn walks() -> impl Strategy<Value = Walk> {
    let place = (0..2_usize, prop::collection::vec(0..12_usize, 0..=3), -4..=4);
    (prop::collection::vec(place, 12), prop::collection::vec(1..12_usize, 1..=4)).prop_map(
        |(mut places, first)| {
            places[0].1 = first;
            Walk::new(places)
        },
    )
}

fn choose<G: Game>(
    mut strategy: impl Chooser<G>,
    game: &G,
    state: &G::State,
    role: usize,
) -> Decision<G::Move> {
    let mut rng = SearchRng::seed_from_u64(7);
    strategy.choose(Request::new(game, state, role, &mut rng)).unwrap()
}

fn to(depth: Option<u32>) -> Budget {
    Budget { depth, ..Budget::default() }
}

/// What alpha-beta and deepening find is what minimax finds, looking so many plies ahead.
fn same_as_minimax<G: Game>(
    game: &G,
    state: &G::State,
    role: usize,
    depth: Option<u32>,
    options: AlphaBetaOptions,
) -> Result<(), TestCaseError> {
    let minimax = choose(Minimax::new(to(depth), Opinionated), game, state, role);
    let alpha_beta = choose(AlphaBeta::new(to(depth), options, Opinionated), game, state, role);
    prop_assert_eq!(alpha_beta.value, minimax.value);
    prop_assert_eq!(alpha_beta.mov, minimax.mov);
    prop_assert!(alpha_beta.proven || depth.is_some());
    for (estimate, exact) in alpha_beta.moves.iter().zip(&minimax.moves) {
        let Some(value) = estimate.value else { continue };
        let fits = match estimate.bound {
            None => Some(value) == exact.value,
            Some(Bound::Upper) => Some(value) >= exact.value,
            Some(Bound::Lower) => Some(value) <= exact.value,
        };
        prop_assert!(fits, "{:?} for {:?}", estimate, exact);
    }
    let deepening = choose(
        Deepening::new(to(depth.or(Some(1000))), DeepeningMode::Uniform, options, Opinionated),
        game,
        state,
        role,
    );
    prop_assert_eq!(deepening.value, minimax.value);
    let chosen = minimax.moves.iter().find(|estimate| estimate.mov == deepening.mov).unwrap();
    prop_assert!(chosen.value.is_none_or(|value| Some(value) == minimax.value));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn on_trees_to_their_ends(sketch in sketches(), options in options(), tight in any::<bool>()) {
        let mut game = Walk::down(&sketch);
        if tight {
            game.range = -4..=4;
        }
        same_as_minimax(&game, &game.initial(), 0, None, options)?;
    }

    #[test]
    fn on_trees_to_a_depth(sketch in sketches(), options in options(), depth in 0..5_u32, role in 0..2_usize) {
        let game = Walk { range: -4..=4, ..Walk::down(&sketch) };
        same_as_minimax(&game, &game.initial(), role, Some(depth), options)?;
    }

    #[test]
    fn what_is_proven_of_a_move_is_true_of_the_game(
        sketch in sketches(), options in options(), reductions in any::<bool>(), depth in 1..7_u32, nodes in prop::option::of(1..60_u64)
    ) {
        let options = AlphaBetaOptions { reductions, ..options };
        let game = Walk { range: -4..=4, ..Walk::down(&sketch) };
        let truth = choose(Minimax::new(to(None), Opinionated), &game, &game.initial(), 0);
        let bounds = || Budget { nodes, ..to(Some(depth)) };
        let alpha_beta = choose(AlphaBeta::new(bounds(), options, Opinionated), &game, &game.initial(), 0);
        let deepening = Deepening::new(bounds(), DeepeningMode::Uniform, options, Opinionated);
        for decision in [alpha_beta, choose(deepening, &game, &game.initial(), 0)] {
            prop_assert!(!decision.proven || decision.value == truth.value, "{:?}", decision);
            for (estimate, true_one) in decision.moves.iter().zip(&truth.moves).filter(|(estimate, _)| estimate.proven) {
                let fits = match estimate.bound {
                    None => estimate.value == true_one.value,
                    Some(Bound::Upper) => estimate.value >= true_one.value,
                    Some(Bound::Lower) => estimate.value <= true_one.value,
                };
                prop_assert!(fits, "{:?} for {:?}", estimate, true_one);
            }
        }
    }

    #[test]
    fn where_ways_meet_and_lead_in_circles(walk in walks(), options in options(), depth in 1..8_u32) {
        same_as_minimax(&walk, &0, 0, Some(depth), options)?;
    }

    #[test]
    fn a_table_kept_between_decisions_misleads_nobody(walk in walks(), options in options(), depth in 1..6_u32) {
        let options = AlphaBetaOptions { table: 1, ..options };
        let mut strategy = AlphaBeta::new(Budget::default(), options, Opinionated);
        let mut rng = SearchRng::seed_from_u64(7);
        for (role, depth) in [(0, depth), (0, depth + 1), (1, depth), (1, depth - 1)] {
            let found = strategy.choose(Request::new(&walk, &0, role, &mut rng).within(to(Some(depth)))).unwrap();
            let minimax = choose(Minimax::new(to(Some(depth)), Opinionated), &walk, &0, role);
            prop_assert_eq!((found.value, found.mov), (minimax.value, minimax.mov));
        }
    }

    #[test]
    fn a_proven_value_stays_however_much_deeper_one_looks(
        walk in walks(), options in options(), reductions in any::<bool>(), depth in 1..6_u32, spread in 0..4_u32
    ) {
        let options = AlphaBetaOptions { reductions, ..options };
        let mode = DeepeningMode::NonUniform { spread };
        let decision = choose(Deepening::new(to(Some(depth)), mode, options, Opinionated), &walk, &0, 0);
        if decision.proven {
            let deeper = choose(Minimax::new(to(Some(depth + 2)), Opinionated), &walk, &0, 0);
            prop_assert_eq!(decision.value, deeper.value);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn on_counting_to_21(options in options(), said in 8..20_u32, turn in 0..2_usize, depth in 1..9_u32) {
        same_as_minimax(&Counting, &(said, turn), 0, None, options)?;
        same_as_minimax(&Counting, &(0, turn), 0, Some(depth), options)?;
    }

    #[test]
    fn on_tictactoe_from_its_third_ply(options in options(), first in 0..9_u8, second in 0..9_u8, depth in 1..6_u32) {
        prop_assume!(first != second);
        let begun = NOUGHTS.next(&NOUGHTS.next(&vec![0; 9], &[first, 9]), &[9, second]);
        same_as_minimax(&NOUGHTS, &begun, 0, None, options)?;
        // An opinion that differs between states that are alike would be no opinion of the game.
        let options = AlphaBetaOptions { symmetry: false, ..options };
        same_as_minimax(&NOUGHTS, &begun, 0, Some(depth), options)?;
    }
}
