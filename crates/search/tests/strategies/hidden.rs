//! Games that hide something, in which strategies know what their role knows.

// What a reasoner remembers in a state has no part in its equality.
#![allow(clippy::mutable_key_type)]

use std::collections::HashMap;

use game::{Choices, Game, InformationState, Observation, Percept, Rules};
use rand::{RngExt, SeedableRng};
use spielbaum_search::{
    Budget, Decision, HiddenRequest, Meter, Moment as Known, MoveEstimate, SearchError, SearchRng, Spec,
    Stop, Viewpoint, WorldLimits, Worlds,
};

use super::rules;

type Move = <Rules as Game>::Move;
type State = <Rules as Game>::State;

/// Rules of a text.
fn sheet(text: &str) -> Rules {
    Rules::new(&gdl::Rulesheet::parse("test", text.as_bytes()).expect("parses")).expect("plays")
}

/// A moment of a match in which a role is to move.
struct Moment {
    state: State,
    information: InformationState<Move>,
    legal: Vec<Move>,
}

/// The moments of a random match in which a player has a choice.
fn moments(game: &Rules, rng: &mut SearchRng) -> Vec<Moment> {
    let mut known: Vec<_> = (0..game.roles()).map(InformationState::initial).collect();
    let (mut state, mut moments) = (game.initial(), Vec::new());
    while !game.terminal(&state) {
        let choices = Choices::of(game, &state);
        for role in game::players(game).filter(|&role| choices.of_role(role).len() > 1) {
            let (information, legal) = (known[role].clone(), choices.of_role(role).to_vec());
            moments.push(Moment { state: state.clone(), information, legal });
        }
        let joint: Vec<_> = choices.each().map(|moves| moves[rng.random_range(0..moves.len())]).collect();
        known.iter_mut().for_each(|known| known.observe(game, &state, &joint));
        state = game.next(&state, &joint);
    }
    moments
}

/// The moment in which role 0 makes its first move.
fn first_moment(game: &Rules) -> Moment {
    let state = game.initial();
    let mut legal = Vec::new();
    game.legal(&state, 0, &mut legal);
    Moment { state, information: InformationState::initial(0), legal }
}

/// A meter that nothing ends.
fn endless() -> Meter {
    Meter::start(Budget::default())
}

/// The states after all histories that agree with what is known, by going through all of them, with the
/// products of the probabilities of others' moves.
fn all_histories(game: &Rules, information: &InformationState<Move>) -> HashMap<State, f64> {
    let mut states = HashMap::from([(game.initial(), 1.0)]);
    for Observation { mov, seen } in &information.plies {
        let mut after = HashMap::new();
        for (state, probability) in &states {
            if game.terminal(state) {
                continue;
            }
            let choices = Choices::of(game, state);
            let others = choices.each().enumerate().filter(|(role, _)| *role != information.role);
            let share: f64 = others.map(|(_, moves)| 1.0 / moves.len() as f64).product();
            for joint in choices.joint_moves().filter(|joint| joint[information.role] == *mov) {
                let mut told: Vec<Percept> = Vec::new();
                game.percepts().expect("it hides").seen(state, &joint, information.role, &mut told);
                if told == *seen {
                    *after.entry(game.next(state, &joint)).or_insert(0.0) += probability * share;
                }
            }
        }
        states = after;
    }
    states.retain(|state, _| !game.terminal(state));
    let sum: f64 = states.values().sum();
    states.values_mut().for_each(|probability| *probability /= sum);
    states
}

#[test]
fn the_worlds_of_a_small_game_are_its_information_set_with_probabilities() {
    let mut rng = SearchRng::seed_from_u64(1);
    for name in ["kuhn-poker", "leduc-poker", "liars-dice"] {
        let game = rules(name);
        for _ in 0..3 {
            let mut worlds: Vec<_> = (0..game.roles())
                .map(|_| Worlds::new(WorldLimits { exact: 100_000, particles: 10 }))
                .collect();
            for Moment { information, legal, .. } in moments(&game, &mut rng) {
                let worlds = &mut worlds[information.role];
                assert!(
                    worlds.follow(&game, &information, Known::Choice(&legal), &endless(), &mut rng).unwrap()
                );
                let expected = all_histories(&game, &information);
                assert!(worlds.is_exact() && worlds.iter().len() == expected.len(), "{name}");
                for world in worlds.iter() {
                    assert!((world.probability - expected[&world.state]).abs() < 1e-9, "{name}");
                }
            }
        }
    }
}

#[test]
fn bob_with_a_jack_takes_alice_to_have_the_queen_or_the_king() {
    let game = rules("kuhn-poker");
    let mut rng = SearchRng::seed_from_u64(2);
    let moment = loop {
        let found = moments(&game, &mut rng).into_iter().find(|moment| {
            let names: Vec<String> = (moment.information.plies.iter().flat_map(|ply| &ply.seen))
                .map(|&seen| game.percepts().expect("it hides").percept_name(seen))
                .collect();
            moment.information.role == 1 && names.iter().any(|name| name == "(card jack)")
        });
        if let Some(moment) = found {
            break moment;
        }
    };
    let mut worlds = Worlds::new(WorldLimits { exact: 100, particles: 10 });
    let Moment { information, legal, .. } = &moment;
    assert!(worlds.follow(&game, information, Known::Choice(legal), &endless(), &mut rng).unwrap());
    let probabilities: Vec<f64> = worlds.iter().map(|world| world.probability).collect();
    assert_eq!(probabilities, [0.5, 0.5]);
}

#[test]
fn a_few_particles_never_die_out() {
    // 50,000 matches of each game take some minutes.
    let matches = std::env::var("SPIELBAUM_MATCHES").map_or(20, |text| text.parse().expect("a number"));
    let mut rng = SearchRng::seed_from_u64(3);
    for name in ["phantom-tictactoe", "leduc-poker"] {
        let game = rules(name);
        for _ in 0..matches {
            let mut worlds: Vec<_> =
                (0..game.roles()).map(|_| Worlds::new(WorldLimits { exact: 0, particles: 3 })).collect();
            for Moment { information, legal, .. } in moments(&game, &mut rng) {
                let worlds = &mut worlds[information.role];
                assert!(
                    worlds.follow(&game, &information, Known::Choice(&legal), &endless(), &mut rng).unwrap(),
                    "{name}"
                );
                assert!((1..=3).contains(&worlds.iter().len()), "{name}");
                let mut moves = Vec::new();
                for world in worlds.iter() {
                    game.legal(&world.state, information.role, &mut moves);
                    assert_eq!(moves, legal, "{name}");
                }
            }
        }
    }
}

#[test]
fn a_role_that_is_not_told_its_legal_moves_finds_them_in_its_worlds() {
    let mut rng = SearchRng::seed_from_u64(17);
    for (name, limits) in [
        ("kuhn-poker", WorldLimits { exact: 100_000, particles: 10 }),
        ("leduc-poker", WorldLimits { exact: 0, particles: 3 }),
        ("phantom-tictactoe", WorldLimits { exact: 0, particles: 3 }),
    ] {
        let game = rules(name);
        for Moment { information, legal, .. } in moments(&game, &mut rng) {
            let mut worlds = Worlds::new(limits);
            assert!(worlds.follow(&game, &information, Known::Turn, &endless(), &mut rng).unwrap(), "{name}");
            let mut moves = Vec::new();
            for world in worlds.iter() {
                assert!(!game.terminal(&world.state));
                game.legal(&world.state, information.role, &mut moves);
                assert_eq!(moves, legal, "{name}");
            }
        }
    }
}

#[test]
fn when_the_game_is_over_the_worlds_are_ends_that_agree_with_what_was_seen() {
    let mut rng = SearchRng::seed_from_u64(18);
    for (name, limits) in [
        ("kuhn-poker", WorldLimits { exact: 100_000, particles: 10 }),
        ("phantom-tictactoe", WorldLimits { exact: 0, particles: 2 }),
    ] {
        let game = rules(name);
        let mut known: Vec<_> = (0..game.roles()).map(InformationState::initial).collect();
        let mut state = game.initial();
        while !game.terminal(&state) {
            let choices = Choices::of(&game, &state);
            let joint: Vec<_> = choices.each().map(|moves| moves[rng.random_range(0..moves.len())]).collect();
            known.iter_mut().for_each(|known| known.observe(&game, &state, &joint));
            state = game.next(&state, &joint);
        }
        for information in game::players(&game).map(|role| &known[role]) {
            let mut worlds = Worlds::new(limits);
            assert!(worlds.follow(&game, information, Known::End, &endless(), &mut rng).unwrap(), "{name}");
            assert!(worlds.iter().len() > 0 && worlds.iter().all(|world| game.terminal(&world.state)));
            let found = worlds.iter().any(|world| world.state == state);
            assert!(found || !worlds.is_exact(), "{name}: the true end is one of all");
            let error = worlds.follow(&game, information, Known::Turn, &endless(), &mut rng);
            assert!(name != "kuhn-poker" || error.is_err(), "nobody is asked at the end");
        }
    }
}

#[test]
fn a_particle_that_nothing_agrees_with_is_replaced_by_one_that_does() {
    // A number of ten is drawn, and only a move later the role sees which.
    let numbers: String = (0..10).map(|n| format!("(number {n})")).collect();
    let game = sheet(&format!(
        "(role you) (role random) {numbers} (init (step 0)) (succ 0 1) (succ 1 2) (succ 2 3)
         (<= (legal random (draw ?n)) (true (step 0)) (number ?n)) (<= (legal random wait) (not (true (step 0))))
         (<= (legal you wait) (not (true (step 2)))) (<= (legal you (say ?n)) (true (step 2)) (number ?n))
         (<= (next (drawn ?n)) (does random (draw ?n))) (<= (next (drawn ?n)) (true (drawn ?n)))
         (<= (next (step ?n)) (true (step ?m)) (succ ?m ?n)) (<= (sees you ?n) (true (step 1)) (true (drawn ?n)))
         (<= (next (right)) (does you (say ?n)) (true (drawn ?n)))
         (<= terminal (true (step 3))) (<= (goal you 100) (true (right))) (<= (goal you 0) (not (true (right))))"
    ));
    let mut rng = SearchRng::seed_from_u64(4);
    for _ in 0..30 {
        let [moment] = <[Moment; 1]>::try_from(moments(&game, &mut rng)).map_err(|_| ()).expect("one choice");
        let mut worlds = Worlds::new(WorldLimits { exact: 0, particles: 1 });
        let Moment { state, information, legal } = &moment;
        assert!(worlds.follow(&game, information, Known::Choice(legal), &endless(), &mut rng).unwrap());
        assert!(worlds.iter().all(|world| world.state == *state) && worlds.iter().len() == 1);
        let decision = ask("ismcts(exact=0,particles=1,playouts=200)", &game, &moment, 5).unwrap();
        assert_eq!(decision.value, Some(100.0));
    }
}

#[test]
fn what_cannot_have_happened_is_an_error() {
    let game = rules("kuhn-poker");
    let mut moments = moments(&game, &mut SearchRng::seed_from_u64(6));
    let mut moment = moments.remove(0);
    // Nobody is dealt no card.
    moment.information.plies[0].seen.clear();
    for spec in ["ismcts", "pimc", "ismcts(exact=0,particles=1)"] {
        let error = ask(spec, &game, &moment, 1).unwrap_err();
        assert!(matches!(error, SearchError::NoWorld { .. }), "{spec}: {error}");
    }
}

/// What a strategy decides in a moment.
fn ask(spec: &str, game: &Rules, moment: &Moment, seed: u64) -> Result<Decision<Move>, SearchError> {
    let spec: Spec = spec.parse().expect("a spec");
    let mut rng = SearchRng::seed_from_u64(seed);
    let Moment { information, legal, .. } = moment;
    spec.build().choose_hidden(HiddenRequest::new(game, information, legal, &mut rng))
}

#[test]
fn the_king_calls_a_bet_and_the_jack_does_not() {
    let game = rules("kuhn-poker");
    let (mut rng, mut asked) = (SearchRng::seed_from_u64(8), 0);
    while asked < 8 {
        for moment in moments(&game, &mut rng) {
            let names: Vec<String> = (moment.information.plies.iter().flat_map(|ply| &ply.seen))
                .map(|&seen| game.percepts().expect("it hides").percept_name(seen))
                .collect();
            let has = |text: &str| names.iter().any(|name| name.contains(text));
            let bet = has("bob bet") || has("alice bet");
            let expected = match (has("(card king)"), has("(card jack)"), bet) {
                (true, _, true) => "bet",
                (_, true, true) => "pass",
                _ => continue,
            };
            for spec in ["pimc(inner=ismcts)", "ismcts", "ismcts(observers=single)"] {
                let decision = ask(spec, &game, &moment, 9).unwrap();
                assert_eq!(game.notation().move_name(decision.mov), expected, "{spec}: {names:?}");
            }
            asked += 1;
        }
    }
}

/// Another role lays a coin, and nobody else sees how. To keep out is worth 60; to guess right 100, and to
/// guess wrong nothing.
const COIN: &str = "(role you) (role other) (init (step 0)) (succ 0 1) (succ 1 2) (succ 2 3) (side heads) (side tails)
    (<= (legal other (lay ?s)) (true (step 0)) (side ?s)) (<= (legal other wait) (not (true (step 0))))
    (<= (legal you wait) (true (step 0))) (<= (legal you stay) (true (step 1))) (<= (legal you enter) (true (step 1)))
    (<= (legal you (guess ?s)) (true (step 2)) (side ?s)) (<= (next (lies ?s)) (does other (lay ?s)))
    (<= (next (lies ?s)) (true (lies ?s))) (<= (next (step ?n)) (true (step ?m)) (succ ?m ?n)) (<= (next out) (does you stay))
    (<= (next (right)) (does you (guess ?s)) (true (lies ?s))) (<= (sees you laid) (does other (lay ?s)))
    (<= terminal (true (step 3))) (<= terminal (true out))
    (<= (goal you 60) (true out)) (<= (goal you 100) (true (right))) (<= (goal you 0) (not (true out)) (not (true (right)))) (goal other 50)";

#[test]
fn pimc_takes_itself_to_know_the_coin_later_and_ismcts_does_not() {
    let game = sheet(COIN);
    let mut rng = SearchRng::seed_from_u64(10);
    let moment =
        moments(&game, &mut rng).into_iter().find(|moment| moment.information.role == 0).expect("a choice");
    let chosen = |spec: &str| {
        let decision = ask(spec, &game, &moment, 11).unwrap();
        (game.notation().move_name(decision.mov), decision.value.unwrap())
    };
    let (mov, value) = chosen("pimc(inner=minimax)");
    assert_eq!((mov.as_str(), value), ("enter", 100.0));
    for spec in ["ismcts", "ismcts(observers=single)", "hyperplay"] {
        let (mov, value) = chosen(spec);
        assert!(mov == "stay" && (value - 60.0).abs() < 1.0, "{spec}: {mov} {value}");
    }
}

/// Another role lays a coin, and nobody else sees how. To be told how it lies takes 20 off the 100 that a
/// right guess is worth, to wait takes 10.
const PRICE: &str = "(role you) (role other) (init (step 0)) (succ 0 1) (succ 1 2) (succ 2 3) (side heads) (side tails)
    (<= (legal other (lay ?s)) (true (step 0)) (side ?s)) (<= (legal other wait) (not (true (step 0))))
    (<= (legal you wait) (true (step 0))) (<= (legal you wait) (true (step 1))) (<= (legal you ask) (true (step 1)))
    (<= (legal you (guess ?s)) (true (step 2)) (side ?s)) (<= (next (lies ?s)) (does other (lay ?s)))
    (<= (next (lies ?s)) (true (lies ?s))) (<= (next (step ?n)) (true (step ?m)) (succ ?m ?n)) (<= (next asked) (does you ask)) (<= (next asked) (true asked))
    (<= (next right) (does you (guess ?s)) (true (lies ?s))) (<= (sees you (lies ?s)) (does you ask) (true (lies ?s))) (<= terminal (true (step 3)))
    (<= (goal you 80) (true right) (true asked)) (<= (goal you 90) (true right) (not (true asked))) (<= (goal you 0) (not (true right))) (goal other 50)";

#[test]
fn hyperplay_pays_for_knowledge_and_pimc_does_not() {
    let game = sheet(PRICE);
    let mut rng = SearchRng::seed_from_u64(16);
    let moment =
        moments(&game, &mut rng).into_iter().find(|moment| moment.information.role == 0).expect("a choice");
    let values = |spec: &str| {
        let decision = ask(spec, &game, &moment, 17).unwrap();
        let value = |name: &str| {
            let named = |estimate: &&MoveEstimate<_>| game.notation().move_name(estimate.mov) == name;
            decision.moves.iter().find(named).unwrap().value.unwrap()
        };
        (game.notation().move_name(decision.mov), value("ask"), value("wait"))
    };
    assert_eq!(values("pimc(inner=minimax)"), ("wait".to_owned(), 80.0, 90.0));
    let (mov, ask, wait) = values("hyperplay(pimc(inner=minimax))");
    assert_eq!((mov.as_str(), ask), ("ask", 80.0));
    assert!((wait - 45.0).abs() < 15.0, "half of the guesses are right: {wait}");
}

#[test]
fn what_strategies_take_that_hyperplay_asks_is_counted() {
    let game = rules("phantom-tictactoe");
    let moment = first_moment(&game);
    let spec = |inner: &str| format!("hyperplay(playouts=9,inner=pimc(inner={inner},worlds=2))");
    let [idle, busy] =
        ["first-legal", "uct(playouts=20)"].map(|inner| ask(&spec(inner), &game, &moment, 18).unwrap());
    assert_eq!((idle.effort.playouts, idle.effort.simulations), (9, 0));
    assert!(
        busy.effort.playouts > 9 + 20
            && busy.effort.simulations > 20
            && busy.effort.nodes > idle.effort.nodes,
        "{busy:?}"
    );
}

#[test]
fn the_inner_strategy_is_asked_for_the_value_of_every_move() {
    // The bounds that cuts leave are too high to be added up.
    let game = rules("phantom-tictactoe");
    let mut rng = SearchRng::seed_from_u64(12);
    for moment in moments(&game, &mut rng).into_iter().skip(3).step_by(2) {
        let [plain, cut] = ["minimax", "alpha-beta"].map(|inner| {
            let decision =
                ask(&format!("pimc(inner={inner}(depth=3),worlds=5)"), &game, &moment, 13).unwrap();
            decision.moves.iter().map(|estimate| estimate.value).collect::<Vec<_>>()
        });
        assert_eq!(plain, cut);
    }
}

#[test]
fn no_time_and_the_stop_button_leave_a_legal_move() {
    let game = rules("leduc-poker");
    let moments = moments(&game, &mut SearchRng::seed_from_u64(14));
    for spec in ["pimc", "ismcts", "hyperplay", "auto"] {
        for Moment { information, legal, .. } in &moments {
            let (mut rng, budget) = (SearchRng::seed_from_u64(15), Budget::default());
            budget.stop.press();
            let mut strategy = spec.parse::<Spec>().expect("a spec").build();
            let request = HiddenRequest::new(&game, information, legal, &mut rng).within(budget);
            let decision = strategy.choose_hidden(request).unwrap();
            assert!(legal.contains(&decision.mov), "{spec}");
            assert!(decision.remark.is_some_and(|remark| remark.contains("in time")), "{spec}");
        }
    }
}

#[test]
fn a_play_that_does_not_end_counts_as_the_middle_of_the_goal_range() {
    let game = sheet(
        "(role you) (role other) (init start) (<= (legal you leave) (true start)) (<= (legal you stay) (true start))
        (<= (legal you wait) (not (true start))) (legal other wait) (<= (sees other ready) (true start))
        (<= (next over) (does you leave)) (<= (next ahead) (does you stay)) (<= (next ahead) (true ahead))
        (<= terminal (true over)) (<= (goal you 80) (true over)) (<= (goal you 0) (not (true over))) (goal other 100)",
    );
    let moment = first_moment(&game);
    for spec in ["ismcts(playouts=8,each=1)", "hyperplay(playouts=4)"] {
        let decision = ask(spec, &game, &moment, 16).unwrap();
        let value = |name: &str| {
            let named = |estimate: &&MoveEstimate<Move>| game.notation().move_name(estimate.mov) == name;
            decision.moves.iter().find(named).and_then(|estimate| estimate.value)
        };
        assert_eq!((value("leave"), value("stay")), (Some(80.0), Some(50.0)), "{spec}");
    }
}

#[test]
fn a_viewpoint_has_the_states_that_its_role_cannot_distinguish() {
    for name in ["kuhn-poker", "phantom-tictactoe"] {
        let (game, mut rng) = (rules(name), SearchRng::seed_from_u64(12));
        let mut worlds: Vec<_> = (0..game.roles()).map(|_| Worlds::new(WorldLimits::default())).collect();
        let (mut states, mut joints) = (vec![game.initial()], Vec::new());
        while !game.terminal(&states[states.len() - 1]) {
            for (role, worlds) in worlds.iter_mut().enumerate() {
                let viewpoint = Viewpoint::after(&game, &states, &joints, role);
                let set = viewpoint.information_set(&game, worlds, &Stop::default()).unwrap();
                let expected = all_histories(&game, viewpoint.information().expect("it hides"));
                assert!(set.is_complete && set.states.contains(viewpoint.state()), "{name}");
                assert_eq!(set.states.len(), expected.len(), "{name}");
                assert!(set.states.iter().all(|state| expected.contains_key(state)), "{name}");
            }
            let choices = Choices::of(&game, &states[states.len() - 1]);
            let joint: Vec<_> = choices.each().map(|moves| moves[rng.random_range(0..moves.len())]).collect();
            states.push(game.next(&states[states.len() - 1], &joint));
            joints.push(joint);
        }
        let end = Viewpoint::after(&game, &states, &joints, 0);
        let set = end.information_set(&game, &mut worlds[0], &Stop::default()).unwrap();
        assert!(set.states.contains(end.state()) && set.states.iter().all(|state| game.terminal(state)));
    }
}

#[test]
fn without_time_no_state_is_found_and_without_secrets_the_state_is_known() {
    let stopped = Stop::default();
    stopped.press();
    for (name, known) in [("kuhn-poker", false), ("tictactoe", true)] {
        let game = rules(name);
        let (initial, joint) =
            (game.initial(), Choices::of(&game, &game.initial()).joint_moves().next().unwrap());
        let next = game.next(&initial, &joint);
        let viewpoint = Viewpoint::after(&game, &[initial, next.clone()], [joint], 0);
        let set =
            viewpoint.information_set(&game, &mut Worlds::new(WorldLimits::default()), &stopped).unwrap();
        assert_eq!((set.is_complete, viewpoint.information().is_none()), (known, known), "{name}");
        assert_eq!(set.states, if known { vec![next] } else { vec![] }, "{name}");
    }
}
