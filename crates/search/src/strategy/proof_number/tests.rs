use game::{Choices, Game, Goal, Mover, Rules, RulesState};
use logic::TermId;
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};

use crate::strategy::depth_first::exactness::walks;
use crate::strategy::depth_first::tests::sketches;
use crate::testing::{Counting, NOUGHTS, Sketch, Walk, any_game, decide, decide_as, pennies, rules};
use crate::{Answer, Budget, Meter, Prover, Question, Request, SearchError, SearchRng, Spec};

/// Whether `role` can force the walk to an end that pays it at least so much, place by place: the least set
/// that is closed under one step back.
fn forced(walk: &Walk, role: usize, at_least: Goal) -> Vec<bool> {
    let is_end = |place: usize| walk.places[place].1.is_empty();
    let mut forced: Vec<bool> =
        (0..walk.places.len()).map(|place| is_end(place) && walk.goal(&place, role) >= at_least).collect();
    loop {
        let next: Vec<bool> = (0..forced.len())
            .map(|place| {
                let (decider, targets, _) = &walk.places[place];
                let mut below = targets.iter().map(|&target| forced[target]);
                forced[place]
                    || !is_end(place)
                        && if *decider == role { below.any(|it| it) } else { below.all(|it| it) }
            })
            .collect();
        if next == forced {
            return forced;
        }
        forced = next;
    }
}

/// The most that `role` can be sure to get from each place, where going round for ever pays the least.
fn guaranteed(walk: &Walk, role: usize) -> Vec<Goal> {
    let mut most = vec![*walk.range.start(); walk.places.len()];
    for at_least in walk.range.clone() {
        for (most, forced) in most.iter_mut().zip(forced(walk, role, at_least)) {
            *most = if forced { at_least } else { *most };
        }
    }
    most
}

/// A graph of up to 60 places with few ends, in which most ways lead in circles.
fn tangles() -> impl Strategy<Value = Walk> {
    let place = (0..2_usize, prop::collection::vec(0..1000_usize, 1..=4), -4..=4, 0..8_u32);
    prop::collection::vec(place, 8..=60).prop_map(|places| {
        let count = places.len();
        let place = |(at, (decider, targets, goal, end)): (usize, (usize, Vec<usize>, Goal, u32))| {
            let targets = targets.into_iter().map(|target| target % count).collect();
            (decider, if end == 0 && at > 0 { Vec::new() } else { targets }, goal)
        };
        Walk::new(places.into_iter().enumerate().map(place).collect())
    })
}

/// Every question about every place is answered as it is true, one after another, on what is known
/// from before.
fn every_question_is_answered(walk: &Walk, role: usize, megabytes: u64) -> Result<(), TestCaseError> {
    let most = guaranteed(walk, role);
    for at_least in walk.range.clone() {
        let mut prover = Prover::new(Question { role, at_least }, megabytes);
        let mut meter = Meter::start(Budget { nodes: Some(1_000_000), ..Budget::default() });
        for (place, forced) in forced(walk, role, at_least).into_iter().enumerate() {
            let found = prover.ask(walk, &place, &mut meter).unwrap();
            let expected = if forced { Answer::Yes } else { Answer::No };
            prop_assert_eq!(
                found.answer,
                expected,
                "{} from {}: {} nodes",
                at_least,
                place,
                meter.effort.nodes
            );
            prop_assert!(found.guarantee.contains(&most[place]), "{} from {}: {:?}", at_least, place, found);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn wins_and_losses_on_trees_are_those_of_minimax(sketch in sketches(), best in 1..=4_i32, role in 0..2_usize) {
        let game = Walk { range: -best..=best, ..Walk::down(&sketch) };
        let (goal, _) = sketch.minimax();
        let truth = if role == 0 { goal } else { -goal };
        let decision = decide_as("proof-number", &game, role, &game.initial(), &Budget::default()).unwrap();
        let expected = if truth >= best { Some(best) } else { (truth <= -best).then_some(-best) };
        prop_assert_eq!(decision.value, expected.map(f64::from));
        prop_assert_eq!(decision.proven, expected.is_some());
    }

    #[test]
    fn moves_proven_on_trees_are_worth_what_is_said(sketch in sketches(), best in 1..=4_i32, nodes in 1..200_u64) {
        let game = Walk { range: -best..=best, ..Walk::down(&sketch) };
        let decision = decide("proof-number(table=1)", &game, &Budget { nodes: Some(nodes), ..Budget::default() }).unwrap();
        prop_assert!(decision.effort.nodes <= nodes);
        let Sketch::Inner(role, children) = &sketch else { unreachable!("roots are inner nodes") };
        let worth = |mov: usize| if *role == 0 { children[mov].minimax().0.clamp(-best, best) } else { 0 };
        for estimate in decision.moves.iter().filter(|estimate| estimate.proven && *role == 0) {
            prop_assert_eq!(estimate.value, Some(f64::from(worth(estimate.mov))));
        }
        if decision.proven && *role == 0 {
            prop_assert_eq!(decision.value, Some(f64::from(worth(decision.mov))));
        }
    }

    #[test]
    fn what_is_proven_where_ways_lead_in_circles_is_true(walk in walks(), role in 0..2_usize, nodes in 1..2000_u64) {
        let spec: Spec = "proof-number(table=1)".parse().unwrap();
        let mut rng = SearchRng::seed_from_u64(7);
        let budget = Budget { nodes: Some(nodes), ..Budget::default() };
        let mut strategy = spec.build();
        let game = any_game(&walk);
        let (wins, losses) = (forced(&walk, role, 4), forced(&walk, 1 - role, 4));
        // One after another, on what the tables know from before.
        for place in (0..walk.places.len()).filter(|&place| !walk.places[place].1.is_empty()) {
            let request = Request::new(&game, &place, role, &mut rng).within(budget.clone());
            let decision = strategy.choose(request).unwrap();
            if decision.proven {
                let win = decision.value == Some(4.0);
                prop_assert!(if win { wins[place] } else { losses[place] }, "{} {:?}", place, decision);
            }
        }
    }

    #[test]
    fn every_question_is_answered_where_ways_lead_in_circles(walk in walks(), role in 0..2_usize) {
        every_question_is_answered(&walk, role, 1)?;
    }

    #[test]
    fn a_prover_that_stops_early_says_nothing_wrong(walk in tangles(), role in 0..2_usize, nodes in 1..300_u64) {
        let most = guaranteed(&walk, role);
        let mut prover = Prover::new(Question { role, at_least: 1 }, 1);
        for (place, most) in most.into_iter().enumerate() {
            let mut meter = Meter::start(Budget { nodes: Some(nodes), ..Budget::default() });
            let found = prover.ask(&walk, &place, &mut meter).unwrap();
            prop_assert!(meter.effort.nodes <= nodes);
            prop_assert!(found.guarantee.contains(&most), "{} {:?}", place, found);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn every_question_is_answered_in_a_tangle(walk in tangles(), role in 0..2_usize) {
        every_question_is_answered(&walk, role, 1)?;
    }
}

#[test]
fn counting_to_21_is_won_by_the_second() {
    let decision = decide("proof-number", &Counting, &Budget::default()).unwrap();
    assert_eq!((decision.value, decision.proven), (Some(0.0), true));
    assert!(decision.moves.iter().all(|estimate| estimate.proven));
}

#[test]
fn a_draw_proves_neither() {
    let decision = decide("proof-number", &NOUGHTS, &Budget::default()).unwrap();
    assert_eq!((decision.value, decision.proven), (None, false));
    assert!(decision.effort.nodes < 1_000_000, "it ends when both are disproven");
    assert_eq!(decision.remark.as_deref(), Some("neither a win nor a loss can be proven"));
    let short = decide("proof-number", &NOUGHTS, &Budget { nodes: Some(50), ..Budget::default() }).unwrap();
    assert_eq!(short.remark.as_deref(), Some("neither a win nor a loss is proven yet"));
}

#[test]
fn a_circle_that_nobody_has_to_leave_proves_nothing() {
    let walk = Walk { range: 0..=1, ..Walk::new(vec![(0, vec![1], 0), (1, vec![0, 2], 0), (0, vec![], 1)]) };
    let decision = decide("proof-number", &walk, &Budget::default()).unwrap();
    assert_eq!((decision.value, decision.proven), (None, false));
}

#[test]
fn simultaneous_choices_are_refused() {
    let error = decide("proof-number", &pennies(), &Budget::default()).unwrap_err();
    assert!(matches!(error, SearchError::Inapplicable { strategy: "proof-number", .. }), "{error:?}");
}

/// The rules are symmetric, so that states that are alike are looked up as one.
#[test]
fn what_is_proven_up_to_symmetry_is_what_minimax_finds() {
    let game = rules("tictactoe");
    let budget = Budget::default();
    let next = |state: &RulesState, moves: &[TermId]| {
        let joint = |role: usize, mov| Choices::of(&game, state).joint_with(role, mov);
        let role = if Choices::of(&game, state).mover() == Mover::One(0) { 0 } else { 1 };
        moves.iter().map(|&mov| game.next(state, &joint(role, mov))).collect::<Vec<_>>()
    };
    let first = next(&game.initial(), Choices::of(&game, &game.initial()).of_role(0));
    let states = first.iter().flat_map(|state| next(state, Choices::of(&game, state).of_role(1)));
    let mut proven = 0;
    for state in states {
        let found = decide_as("proof-number(table=1)", &game, 0, &state, &budget).unwrap();
        let exact = decide_as("minimax", &game, 0, &state, &budget).unwrap();
        let winning = |value: Option<f64>| value == Some(100.0);
        assert_eq!(winning(found.value), winning(exact.value));
        for estimate in found.moves.iter().filter(|estimate| estimate.proven) {
            let same = exact.moves.iter().find(|other| other.mov == estimate.mov).unwrap();
            assert_eq!(estimate.value, same.value);
            proven += 1;
        }
    }
    assert!(proven >= 48, "x wins against 48 of o's 72 replies, not {proven}");
}

/// Where all lines are met a draw is certain, before the board is full.
#[test]
fn a_payoff_that_is_certain_is_proven_as_minimax_finds_it() {
    let game = rules("tictactoe");
    let bounds = game.encoding().and_then(|encoding| encoding.goal_bounds(0)).expect("marks stay");
    assert!(bounds.every_play_ends());
    let (mut rng, mut held) = (SearchRng::seed_from_u64(5), 0);
    for _ in 0..40 {
        let mut state = game.initial();
        for _ in 0..3 {
            let choices = Choices::of(&game, &state);
            let joint: Vec<TermId> =
                choices.each().map(|moves| moves[rng.random_range(..moves.len())]).collect();
            state = game.next(&state, &joint);
        }
        for role in 0..2 {
            let exact = decide_as("minimax", &game, role, &state, &Budget::default()).unwrap().value.unwrap();
            let mut meter = Meter::start(Budget::default());
            let found =
                Prover::new(Question { role, at_least: 50 }, 1).ask(&game, &state, &mut meter).unwrap();
            assert_eq!(found.answer, if exact >= 50.0 { Answer::Yes } else { Answer::No });
            assert!(found.guarantee.contains(&(exact as Goal)), "{found:?}, not {exact}");
            held += u32::from(exact >= 50.0);
        }
    }
    assert!((20..80).contains(&held), "{held} of 80 hold");
}

/// Three lamps are put out by turns until the first one is out; x gets 100 if the second one is out then, and
/// no goal otherwise.
const LAMPS: &str =
    "(role x) (role y) (lamp 1) (lamp 2) (lamp 3) (init (control x)) (<= (init (on ?l)) (lamp ?l))
    (<= (legal x (press 3)) (true (control x)) (true (on 3)))
    (<= (legal x (press ?l)) (true (control x)) (true (on ?l)) (not (true (on 3))))
    (<= (legal y (press ?l)) (true (control y)) (true (on ?l)))
    (<= (legal ?r noop) (role ?r) (not (true (control ?r))))
    (<= (next (control x)) (true (control y))) (<= (next (control y)) (true (control x)))
    (<= (pressed ?l) (does ?r (press ?l))) (<= (next (on ?l)) (true (on ?l)) (not (pressed ?l)))
    (<= terminal (not (true (on 1)))) (<= (goal x 100) (not (true (on 2)))) (goal y 50)";

#[test]
fn an_end_without_a_goal_pays_nothing() {
    let game = Rules::new(&gdl::Rulesheet::parse("lamps", LAMPS.as_bytes()).unwrap()).unwrap();
    let exact = decide_as("minimax", &game, 0, &game.initial(), &Budget::default()).unwrap().value;
    assert_eq!(exact, Some(0.0));
    for at_least in [1, 50, 100] {
        let mut meter = Meter::start(Budget::default());
        let question = Question { role: 0, at_least };
        let found = Prover::new(question, 1).ask(&game, &game.initial(), &mut meter).unwrap();
        assert_eq!(found.answer, Answer::No, "at least {at_least}");
        assert!(found.guarantee.contains(&0), "{found:?}");
    }
}
