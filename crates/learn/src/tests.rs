mod contributions;
mod files;
mod other_rules;

use game::{Builtin, Game, Interrupt, Playouts, Rules, RulesState};
use gdl::Rulesheet;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::{
    ContinueError, Evaluation, FileProblem, LearnOptions, Learned, Learner, Mismatch, MobilityWorth, Reader,
    ResumeError, Source, Unlearnable,
};

fn parsed(text: &str) -> Rules {
    Rules::new(&Rulesheet::parse("test.kif", text.as_bytes()).unwrap()).unwrap()
}

fn rules(name: &str) -> Rules {
    parsed(Builtin::named(name).unwrap().rules)
}

fn learner(rules: &Rules, options: LearnOptions) -> Learner<'_, Rules> {
    Learner::new(rules, options, &|| true).unwrap()
}

fn after<'r>(rules: &'r Rules, options: &LearnOptions, rounds: usize) -> Learner<'r, Rules> {
    let mut learner = learner(rules, options.clone());
    (0..rounds).for_each(|_| learner.round(&|| true));
    learner
}

fn resumed<'r>(
    rules: &'r Rules,
    options: &LearnOptions,
    kept: &[u8],
) -> Result<Learner<'r, Rules>, ResumeError> {
    Learner::resume(rules, options.clone(), kept, &Interrupt::never())
}

fn reader(rules: &Rules, learned: &Learned) -> Reader {
    Reader::new(learned, rules.encoding().unwrap(), rules.roles()).unwrap()
}

/// Some states on the way of random playouts, not terminal.
fn states(rules: &Rules, count: usize) -> Vec<<Rules as Game>::State> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let mut playouts = Playouts::new(rules);
    let mut states = Vec::new();
    while states.len() < count {
        let plies = rng.random_range(0..10);
        playouts = playouts.with_ply_limit(plies);
        let playout = playouts.run(&rules.initial(), &mut rng);
        if playout.cut {
            states.push(playout.end);
        }
    }
    states
}

#[test]
fn the_same_options_give_the_same_evaluation_with_any_number_of_threads_of_their_own() {
    let rules = rules("tictactoe");
    for threads in [1, 2] {
        let options = LearnOptions { threads, seed: 5, ..LearnOptions::default() };
        let [first, second] = [(); 2].map(|()| after(&rules, &options, 3));
        assert_eq!(first.evaluation().weights(), second.evaluation().weights());
        assert_eq!(first.training().games, 3 * 256 * threads as u64);
        let other = after(&rules, &LearnOptions { seed: 6, ..options }, 3);
        assert_ne!(first.evaluation().weights(), other.evaluation().weights());
    }
}

#[test]
fn what_was_saved_goes_on_as_if_nothing_had_happened() {
    let rules = rules("tictactoe");
    let options = LearnOptions::default();
    let mut first = after(&rules, &options, 2);
    first.note(None);
    let mut kept = Vec::new();
    first.save(&mut kept).unwrap();
    let mut second = resumed(&rules, &options, &kept).unwrap();
    assert_eq!(second.training(), first.training());
    for learner in [&mut first, &mut second] {
        learner.round(&|| true);
    }
    assert_eq!(first.evaluation().weights(), second.evaluation().weights());

    let refused = |rules, options: &_, kept: &_| resumed(rules, options, kept).err().unwrap();
    let other = LearnOptions { seed: 1, ..options.clone() };
    assert!(refused(&rules, &other, &kept).to_string().starts_with("it was begun with other options"));
    let nim = self::rules("nim");
    assert!(matches!(refused(&nim, &options, &kept), ResumeError::Game));
    let old = br#"{"format":"spielbaum training","version":3,"fluents":[]}"#;
    for text in [&b"text"[..], old] {
        let refusal = refused(&rules, &options, text).to_string();
        assert_eq!(refusal, "it is not the state of a learner of this version");
    }
}

#[test]
fn learning_does_not_go_on_by_other_rules_of_the_same_fluents() {
    let text = Builtin::named("tictactoe").unwrap().rules;
    let misere = text.replace("player 100)", "player less)").replace("player 0)", "player 100)");
    let misere = misere.replace("player less)", "player 0)");
    let (rules, misere) = (parsed(text), parsed(&misere));
    assert_eq!(rules.encoding().unwrap().structure().fluents, misere.encoding().unwrap().structure().fluents);
    let options = LearnOptions::default();
    let mut learner = after(&rules, &options, 1);
    let mut kept = Vec::new();
    learner.hash_rules(&Interrupt::never()).unwrap();
    learner.save(&mut kept).unwrap();
    assert!(resumed(&parsed(text), &options, &kept).is_ok());
    assert!(matches!(resumed(&misere, &options, &kept), Err(ResumeError::Game)));
}

#[test]
fn what_was_saved_is_refused_if_anything_in_it_was_changed() {
    let rules = rules("nim");
    let options = LearnOptions::default();
    let mut kept = Vec::new();
    after(&rules, &options, 1).save(&mut kept).unwrap();
    let refused = |kept: &[u8]| matches!(resumed(&rules, &options, kept), Err(ResumeError::Damaged));
    let text = String::from_utf8_lossy(&kept);
    assert!(text.contains(r#""games":256"#), "it is in a text that is changed");
    let header = text.find('\n').unwrap() + 1;
    for place in [header, text.find(r#""games":256"#).unwrap() + 9, kept.len() - 1] {
        let mut changed = kept.clone();
        changed[place] ^= 1;
        assert!(refused(&changed), "{place}");
    }
    assert!(refused(&kept[..kept.len() - 1]) && refused(&[&kept[..], b"0"].concat()));
}

#[test]
fn values_converge_in_a_small_game_and_not_where_nothing_is_learned() {
    let tictactoe = rules("tictactoe");
    let mut learner = after(&tictactoe, &LearnOptions::default(), 100);
    assert!(!learner.has_converged(), "one comparison has found no change");
    while !learner.has_converged() {
        learner.round(&|| true);
        assert!(learner.training().games < 500_000);
    }
    let mut kept = Vec::new();
    learner.save(&mut kept).unwrap();
    assert!(resumed(&tictactoe, &LearnOptions::default(), &kept).unwrap().has_converged());

    // All games pay the same.
    let draw = parsed(
        "(role x) (role o) (init (at 0)) (legal x a) (legal x b) (legal o c) (goal x 50) (goal o 50) (goal x 100) (goal o 100)
         (<= (next (at 1)) (true (at 0))) (<= terminal (true (at 1)))",
    );
    assert!(!after(&draw, &LearnOptions::default(), 100).has_converged());
}

#[test]
fn learning_from_either_source_comes_nearer_to_the_outcomes_than_a_guess() {
    let rules = rules("tictactoe");
    for source in [Source::Random, Source::SelfPlay] {
        let mut learner = learner(&rules, LearnOptions { source, ..LearnOptions::default() });
        (0..30).for_each(|_| learner.round(&|| true));
        learner.note(None);
        (0..30).for_each(|_| learner.round(&|| true));
        learner.note(None);
        // One of eight random games is a draw, so that the middle is wrong by 0.47; in good play most are.
        let error = learner.training().curve[1].error.unwrap();
        assert!(error < 0.42, "{source:?}: {error}");
    }
}

#[test]
fn games_are_judged_by_the_evaluation_that_played_them() {
    // Somebody wins, and who knows nothing guesses the middle.
    let rules = rules("nim");
    for source in [Source::Random, Source::SelfPlay] {
        let options = LearnOptions { source, threads: 8, ..LearnOptions::default() };
        let mut learner = after(&rules, &options, 1);
        learner.note(None);
        assert_eq!(learner.training().curve[0].error, Some(0.5), "{source:?}");
    }
}

#[test]
fn a_greedy_player_by_what_was_learned_does_not_lose_to_a_random_one() {
    let rules = rules("tictactoe");
    let learned = after(&rules, &LearnOptions::default(), 60).learned("tictactoe");
    let mut reader = reader(&rules, &learned);
    let encoding = rules.encoding().unwrap();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut lost = 0;
    for game in 0..200 {
        let role = game % 2;
        let mut state = rules.initial();
        while !rules.terminal(&state) {
            let choices = game::Choices::of(&rules, &state);
            let joint = if choices.mover() == game::Mover::One(role) {
                let mut worth = |mov| {
                    let child = rules.next(&state, &choices.joint_with(role, mov));
                    if rules.terminal(&child) {
                        rules.goal(&child, role) as f32 / 100.0
                    } else {
                        reader.value(encoding, &child, role)
                    }
                };
                let moves = choices.of_role(role).iter();
                let (_, best) =
                    moves.map(|&mov| (worth(mov), mov)).max_by(|a, b| a.0.total_cmp(&b.0)).unwrap();
                choices.joint_with(role, best)
            } else {
                choices.each().map(|moves| moves[rng.random_range(0..moves.len())]).collect()
            };
            state = rules.next(&state, &joint);
        }
        lost += usize::from(rules.goal(&state, role) == 0);
    }
    assert!(lost <= 4, "{lost} of 200");
}

#[test]
fn any_number_of_roles_in_turn_or_at_once_is_learned_about() {
    for name in ["lights-out", "tictactoe-3p", "tron", "rock-paper-scissors", "nim", "maze"] {
        let rules = rules(name);
        let learner = after(&rules, &LearnOptions::default(), 1);
        assert!(learner.training().games > 0, "{name}");
        let learned = Learned::from_text(&learner.learned(name).to_text()).unwrap();
        let mut reader = reader(&rules, &learned);
        let initial = rules.initial();
        for role in 0..rules.roles() {
            let value = reader.value(rules.encoding().unwrap(), &initial, role);
            assert!((0.0..=1.0).contains(&value), "{name}: {value}");
        }
    }
}

#[test]
fn values_of_two_roles_of_constant_sum_add_up_and_those_of_symmetric_states_are_equal() {
    let rules = rules("tictactoe");
    let mut reader = reader(&rules, &after(&rules, &LearnOptions::default(), 2).learned("tictactoe"));
    let encoding = rules.encoding().unwrap();
    for state in states(&rules, 20) {
        let value = reader.value(encoding, &state, 0);
        assert!((value + reader.value(encoding, &state, 1) - 1.0).abs() < 1e-6);
        let canonical = rules.knowledge().canonical(&state).unwrap();
        assert!((reader.value(encoding, &canonical, 0) - value).abs() < 1e-5);
    }
}

#[test]
fn a_role_whose_win_pays_half_the_goal_range_learns_to_want_it() {
    // Red chooses one of three doors, then blue; who finds the prize gets 50, the other one 0, which is a
    // constant sum of half the goal range.
    let rules = parsed(
        "(role red) (role blue) (init (control red))
         (door 1) (door 2) (door 3)
         (<= (legal ?r (open ?d)) (true (control ?r)) (door ?d))
         (<= (legal ?r noop) (role ?r) (not (true (control ?r))))
         (<= (next (control blue)) (true (control red)))
         (<= (next (hidden ?d)) (does red (open ?d)))
         (<= (next (found ?d)) (does blue (open ?d)))
         (<= (next (hidden ?d)) (true (hidden ?d)))
         (<= won (true (found ?d)) (true (hidden ?d)))
         (<= terminal (true (found ?d)))
         (<= (goal blue 50) won) (<= (goal blue 0) (not won))
         (<= (goal red 0) won) (<= (goal red 50) (not won))",
    );
    assert_eq!(game::constant_sum(&rules), Some(50));
    let mut reader = reader(&rules, &after(&rules, &LearnOptions::default(), 20).learned("doors"));
    let encoding = rules.encoding().unwrap();
    let choices = game::Choices::of(&rules, &rules.initial());
    let next = rules.next(&rules.initial(), &choices.joint_with(0, choices.of_role(0)[0]));
    // Blue sees where the prize is.
    let values = [0, 1].map(|role| reader.value(encoding, &next, role));
    assert!(values[1] > 0.4 && values[1] < 0.6, "{values:?}: blue gets 50 of 100");
    assert!(values[0] < 0.1, "{values:?}: red gets nothing");
}

#[test]
fn a_round_that_is_interrupted_ends_and_counts_only_what_was_finished() {
    let rules = rules("tictactoe");
    let mut learner = learner(&rules, LearnOptions::default());
    learner.round(&|| false);
    assert_eq!((learner.training().games, learner.training().states), (0, 0));
}

#[test]
fn of_a_game_that_cannot_be_learned_about_the_reason_is_told() {
    let reason = |rules: &Rules| Learner::new(rules, LearnOptions::default(), &|| true).err();
    assert_eq!(reason(&rules("pig")), Some(Unlearnable::Chance));
    assert_eq!(reason(&rules("phantom-tictactoe")), Some(Unlearnable::Hidden));
    let nim = Rulesheet::parse("nim.kif", Builtin::named("nim").unwrap().rules.as_bytes()).unwrap();
    let without_circuit = Rules::reasoned(&nim, Default::default()).unwrap();
    assert_eq!(reason(&without_circuit), Some(Unlearnable::NoEncoding));
    let over = parsed("(role a) (init p) (legal a wait) (<= terminal (true p)) (goal a 50)");
    assert_eq!(reason(&over), Some(Unlearnable::OverAtOnce));
    let stuck = parsed(
        "(role a) (init p) (<= (legal a wait) (true q)) (<= (next q) (does a wait)) (<= terminal (true r)) (goal a 50)",
    );
    assert!(matches!(reason(&stuck), Some(Unlearnable::Fault(_))));
}

#[test]
fn the_sum_of_a_state_near_another_is_that_of_all_its_weights() {
    for name in ["tictactoe", "tictactoe-3p", "connect-four", "breakthrough-6x6", "tron"] {
        let rules = rules(name);
        let learned = after(&rules, &LearnOptions::default(), 1).learned(name);
        let weights = &learned.rounded().weights;
        let (lookup, outputs) = (learned.evaluation.lookup(), learned.evaluation.outputs());
        let mut nearby = crate::nearby::Nearby::<i32>::default();
        let mut places = Vec::new();
        let mut state = rules.initial();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        while !rules.terminal(&state) {
            let choices = game::Choices::of(&rules, &state);
            for joint in choices.joint_moves() {
                let child = rules.next(&state, &joint);
                let bits = rules.encoding().unwrap().bits(&child);
                lookup.places(bits, &mut places);
                for output in 0..outputs {
                    let weight = |place: usize| i32::from(weights[place]);
                    let all: i32 =
                        places.iter().map(|&place| weight(place as usize * outputs + output)).sum();
                    assert_eq!(nearby.sum(lookup, outputs, bits, output, weight), all, "{name}");
                }
            }
            let joint: Vec<_> = choices.each().map(|moves| moves[rng.random_range(0..moves.len())]).collect();
            state = rules.next(&state, &joint);
        }
    }
}
