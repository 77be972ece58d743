use game::{Builtin, Game, Interrupt, Playouts, Rules, RulesState};
use gdl::Rulesheet;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::{
    Evaluation, FileProblem, LearnOptions, Learned, Learner, Mismatch, MobilityWorth, Reader, ResumeError,
    Source,
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
    let mut second = Learner::resume(&rules, options.clone(), kept.as_slice()).unwrap().unwrap();
    assert_eq!(second.training(), first.training());
    for learner in [&mut first, &mut second] {
        learner.round(&|| true);
    }
    assert_eq!(first.evaluation().weights(), second.evaluation().weights());

    let resume = |rules, options: &LearnOptions, kept: &[u8]| {
        Learner::<Rules>::resume(rules, options.clone(), kept).err().unwrap().to_string()
    };
    let other = LearnOptions { seed: 1, ..options.clone() };
    assert!(resume(&rules, &other, &kept).starts_with("it was begun with other options"));
    let nim = self::rules("nim");
    assert_eq!(resume(&nim, &options, &kept), "it is of another game");
    assert_eq!(resume(&rules, &options, b"text"), "it is not the state of a learner of this version");
    let short = Learner::<Rules>::resume(&rules, options, &kept[..kept.len() - 1]);
    assert!(matches!(short.err().unwrap(), ResumeError::Read(_)));
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
    let resumed = Learner::resume(&tictactoe, LearnOptions::default(), kept.as_slice()).unwrap().unwrap();
    assert!(resumed.has_converged());

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
    // Red chooses one of three doors, then blue; who finds the prize gets 50, the other one 0, which is a constant sum of half the goal range.
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
fn a_game_that_is_over_at_once_teaches_nothing() {
    let rules = parsed("(role a) (init p) (legal a wait) (<= terminal (true p)) (goal a 50)");
    let learner = after(&rules, &LearnOptions::default(), 1);
    assert_eq!((learner.training().games, learner.training().states), (256, 0));
}

#[test]
fn a_round_that_is_interrupted_ends_and_counts_only_what_was_finished() {
    let rules = rules("tictactoe");
    let mut learner = learner(&rules, LearnOptions::default());
    learner.round(&|| false);
    assert_eq!((learner.training().games, learner.training().states), (0, 0));
}

#[test]
fn a_game_without_a_circuit_is_not_learned_about() {
    let sheet = Rulesheet::parse("t", Builtin::named("nim").unwrap().rules.as_bytes()).unwrap();
    let rules = Rules::reasoned(&sheet, Default::default()).unwrap();
    assert!(Learner::new(&rules, LearnOptions::default(), &|| true).is_none());
}

#[test]
fn games_of_chance_and_of_hidden_information_are_not_learned_about() {
    for name in ["pig", "kuhn-poker", "phantom-tictactoe"] {
        assert!(Learner::new(&rules(name), LearnOptions::default(), &|| true).is_none(), "{name}");
    }
}

#[test]
fn a_file_gives_back_the_evaluation_but_for_rounding() {
    let rules = rules("tictactoe");
    let learned = after(&rules, &LearnOptions::default(), 2).learned("tictactoe");
    let read = Learned::from_text(&learned.to_text()).unwrap();
    assert_eq!(
        (&read.game, &read.training, &read.fluents),
        (&learned.game, &learned.training, &learned.fluents)
    );
    assert_eq!(read.to_text(), learned.to_text(), "rounding again changes nothing");
    let (mut before, mut after) = (reader(&rules, &learned), reader(&rules, &read));
    for state in states(&rules, 20) {
        let encoding = rules.encoding().unwrap();
        assert!((before.value(encoding, &state, 0) - after.value(encoding, &state, 0)).abs() < 1e-2);
    }
}

#[test]
fn a_fluent_contributes_what_its_variable_would_lack_with_other_values() {
    let rules = rules("tictactoe");
    let encoding = rules.encoding().unwrap();
    let mut learned = learner(&rules, LearnOptions::default()).learned("tictactoe");
    // All combinations have been met.
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    learned.evaluation.weights_mut().iter_mut().for_each(|weight| *weight = rng.random_range(0.001..0.02));
    let mut reader = reader(&rules, &learned);
    let sum = |bits: &[u64]| {
        let mut places = Vec::new();
        learned.evaluation.lookup().places(bits, &mut places);
        f64::from(learned.evaluation.sum(&places, 0))
    };
    let cells = encoding.structure().variables.iter().filter(|variable| variable.fluents.len() == 3);
    let cells: Vec<_> = cells.collect();
    for state in states(&rules, 5) {
        let contributions = reader.contributions(encoding, &state, 0);
        assert_eq!((cells.len(), contributions.len()), (9, 9), "who is to move is left out");
        let against = reader.contributions(encoding, &state, 1);
        for (own, other) in contributions.iter().zip(&against) {
            assert_eq!((own.fluent, own.worth), (other.fluent, -other.worth));
        }
        reader.look(encoding, &state);
        let bits = reader.bits();
        for cell in &cells {
            let holds = cell.fluents[cell.value(bits)];
            let others = cell.fluents.iter().filter(|&&other| other != holds).map(|other| {
                let mut bits = bits.to_vec();
                bits[holds / 64] ^= 1 << (holds % 64);
                bits[other / 64] ^= 1 << (other % 64);
                sum(&bits)
            });
            let expected = 25.0 * (sum(bits) - others.sum::<f64>() / 2.0);
            let found = contributions.iter().find(|contribution| contribution.fluent == holds).unwrap();
            assert!((found.worth - expected).abs() < 0.01, "{} {expected}", found.worth);
        }
    }
}

#[test]
fn two_marks_in_an_open_line_contribute_to_who_has_them_and_weights_of_zero_tell_nothing() {
    let rules = rules("tictactoe");
    let encoding = rules.encoding().unwrap();
    let line = ["(mark 1 2)", "(mark 1 1)", "(mark 2 3)", "(mark 2 2)", "(mark 3 2)"];
    let state = line.iter().zip([0, 1].iter().cycle()).fold(rules.initial(), |state, (text, &role)| {
        let choices = game::Choices::of(&rules, &state);
        let mov = choices.of_role(role).iter().find(|mov| rules.notation().move_name(**mov) == *text);
        rules.next(&state, &choices.joint_with(role, *mov.unwrap()))
    });
    let worths = |learned: &Learned| {
        let contributions = reader(&rules, learned).contributions(encoding, &state, 1);
        ["(cell 1 1 o)", "(cell 2 2 o)"].map(|text| {
            let of = |number: usize| encoding.structure().fluents[number] == text;
            contributions.iter().find(|one| of(one.fluent)).unwrap().worth
        })
    };
    let [corner, middle] = worths(&after(&rules, &LearnOptions::default(), 60).learned("tictactoe"));
    assert!(corner > 2.0 && middle > 2.0, "{corner} {middle}");
    assert_eq!(worths(&learner(&rules, LearnOptions::default()).learned("tictactoe")), [0.0, 0.0]);
}

#[test]
fn a_fluent_that_may_be_absent_is_compared_with_its_absence_for_each_of_three_roles() {
    // Whoever has lit a lamp before the third step wins.
    let rules = parsed(
        "(role a) (role b) (role c) (init (step 1))
        (<= (legal ?r light) (role ?r)) (<= (legal ?r pass) (role ?r))
        (<= (next (lamp ?r)) (does ?r light)) (<= (next (lamp ?r)) (true (lamp ?r)))
        (<= (next (step 2)) (true (step 1))) (<= (next (step 3)) (true (step 2)))
        (<= terminal (true (step 3)))
        (<= (goal ?r 100) (true (lamp ?r))) (<= (goal ?r 0) (role ?r) (not (true (lamp ?r))))",
    );
    let encoding = rules.encoding().unwrap();
    let options = LearnOptions { source: Source::Random, ..LearnOptions::default() };
    let learned = after(&rules, &options, 40).learned("lamps");
    let choices = game::Choices::of(&rules, &rules.initial());
    let named = |role: usize, text: &str| {
        let mov = choices.of_role(role).iter().find(|mov| rules.notation().move_name(**mov) == text);
        *mov.unwrap()
    };
    let state = rules.next(&rules.initial(), &[named(0, "light"), named(1, "pass"), named(2, "pass")]);
    let mut reader = reader(&rules, &learned);
    let mut worth = |role: usize| {
        let contributions = reader.contributions(encoding, &state, role);
        let told: Vec<&str> =
            contributions.iter().map(|one| encoding.structure().fluents[one.fluent].as_str()).collect();
        assert_eq!(told.iter().filter(|text| text.starts_with("(lamp")).count(), 1, "{told:?}");
        contributions[told.iter().position(|text| *text == "(lamp a)").unwrap()].worth
    };
    let [own, others, more] = [0, 1, 2].map(&mut worth);
    assert!(own > 25.0 && others.abs() < own / 4.0 && more.abs() < own / 4.0, "{own} {others} {more}");
}

/// The rules of tic-tac-toe with other names, in another order.
fn scrambled() -> Rules {
    let text = Builtin::named("tictactoe").unwrap().rules;
    let renamed = [
        ("cell", "zelle"),
        ("mark", "aa"),
        ("xplayer", "zz"),
        ("oplayer", "yy"),
        ("control", "dran"),
        (" b)", " leer)"),
    ];
    let text = renamed.iter().fold(text.to_owned(), |text, (name, other)| text.replace(name, other));
    parsed(&text)
}

#[test]
fn rules_with_other_names_are_read_alike() {
    let rules = rules("tictactoe");
    let mut learner = after(&rules, &LearnOptions::default(), 20);
    learner.hash_rules(&Interrupt::never()).unwrap();
    let learned = Learned::from_text(&learner.learned("tictactoe").to_text()).unwrap();
    let other = scrambled();
    let (mut own, mut others) = (reader(&rules, &learned), reader(&other, &learned));
    let after_first_move = |rules: &Rules| {
        let choices = game::Choices::of(rules, &rules.initial());
        let moves = choices.of_role(0).to_vec();
        let values = moves.iter().map(|&mov| rules.next(&rules.initial(), &choices.joint_with(0, mov)));
        values.collect::<Vec<_>>()
    };
    let values = |reader: &mut Reader, rules: &Rules| {
        let states = after_first_move(rules);
        let mut values: Vec<f32> =
            states.iter().map(|state| reader.value(rules.encoding().unwrap(), state, 1)).collect();
        values.sort_by(f32::total_cmp);
        values
    };
    let (own, others) = (values(&mut own, &rules), values(&mut others, &other));
    assert_eq!(own, others);
    assert!(own[0] < own[8], "{own:?}");
}

#[test]
fn learning_goes_on_from_what_is_known_of_the_game_under_any_names() {
    let rules = rules("tictactoe");
    let mut first = after(&rules, &LearnOptions::default(), 20);
    first.hash_rules(&Interrupt::never()).unwrap();
    let known = Learned::from_text(&first.learned("tictactoe").to_text()).unwrap();
    let text = Builtin::named("tictactoe").unwrap().rules;
    let (in_order, swapped) = ("(role xplayer)\n(role oplayer)", "(role oplayer)\n(role xplayer)");
    assert!(text.contains(in_order));
    let swapped = parsed(&text.replace(in_order, swapped));
    for other in [rules, scrambled(), swapped] {
        let mut learner =
            Learner::from_learned(&other, LearnOptions::default(), &known, &|| true).unwrap().unwrap();
        let mut before = reader(&other, &known);
        let mut now = reader(&other, &learner.learned("again"));
        for state in states(&other, 20) {
            let encoding = other.encoding().unwrap();
            for role in 0..2 {
                let values = [&mut before, &mut now].map(|reader| reader.value(encoding, &state, role));
                assert!((values[0] - values[1]).abs() < 1e-2);
            }
        }
        learner.round(&|| true);
        assert_eq!(learner.training().games, known.training.games + 256);
        let mut later = reader(&other, &learner.learned("again"));
        let changes = states(&other, 20).into_iter().map(|state| {
            let encoding = other.encoding().unwrap();
            (later.value(encoding, &state, 0) - now.value(encoding, &state, 0)).abs()
        });
        let most = changes.fold(0.0, f32::max);
        assert!(most > 0.0 && most < 0.1, "a round of many changes little: {most}");
    }
    let mut old: serde_json::Value = serde_json::from_str(&known.to_text()).unwrap();
    old["version"] = 1.into();
    old.as_object_mut().unwrap().remove("corrections");
    let old = Learned::from_text(&old.to_string()).unwrap();
    let rules = scrambled();
    assert!(Learner::from_learned(&rules, LearnOptions::default(), &old, &|| true).unwrap().is_none());
}

#[test]
fn how_many_moves_a_role_has_is_learned_whatever_roles_are_called() {
    // Whoever has more moves wins.
    let text = "(role a) (role b) (init (turn 3))
        (<= (legal ?r (pick ?n)) (role ?r) (true (turn 3)) (number ?n)) (number 1) (number 2) (number 3) (number 9)
        (<= (next (left ?r ?n)) (does ?r (pick ?n)))
        (<= (next (turn 2)) (true (turn 3))) (<= (next (turn 1)) (true (turn 2)))
        (<= (next (left ?r ?n)) (true (left ?r ?n)))
        (<= (legal ?r (wait ?m)) (true (left ?r ?n)) (upto ?n ?m))
        (upto 1 1) (upto 2 1) (upto 2 2) (upto 3 1) (upto 3 2) (upto 3 3)
        (upto 9 1) (upto 9 2) (upto 9 3) (upto 9 4) (upto 9 5) (upto 9 6) (upto 9 7) (upto 9 8) (upto 9 9)
        (<= terminal (true (turn 1)))
        (less 1 2) (less 1 3) (less 1 9) (less 2 3) (less 2 9) (less 3 9)
        (<= (goal a 100) (true (left a ?m)) (true (left b ?n)) (less ?n ?m))
        (<= (goal b 100) (true (left b ?m)) (true (left a ?n)) (less ?n ?m))
        (<= (goal a 0) (true (left a ?m)) (true (left b ?n)) (less ?m ?n))
        (<= (goal b 0) (true (left b ?m)) (true (left a ?n)) (less ?m ?n))
        (<= (goal ?r 50) (role ?r) (true (left a ?n)) (true (left b ?n)))";
    let rules = parsed(text);
    let learned = after(&rules, &LearnOptions::default(), 40).learned("picks");
    let mobility = learned.mobility_worths(0);
    let worth = |role: usize, moves: usize| {
        let of = |worth: &&MobilityWorth| worth.role == role && worth.moves.contains(&moves);
        mobility.iter().find(of).map_or(0.0, |worth| worth.worth)
    };
    assert!(worth(0, 9) > worth(0, 2) + 1.0, "{mobility:?}");
    assert!(worth(1, 9) < worth(1, 2) - 1.0, "{mobility:?}");
    let swapped = parsed(&text.replace("(role a) (role b)", "(role b) (role a)"));
    let mut learner = after(&rules, &LearnOptions::default(), 40);
    learner.hash_rules(&Interrupt::never()).unwrap();
    let known = learner.learned("picks");
    let (mut one, mut other) = (reader(&rules, &known), reader(&swapped, &known));
    let name = |rules: &Rules, state: &RulesState| {
        let mut texts = rules.reasoner().texts(&rules.fluents(state));
        texts.sort_unstable();
        texts
    };
    let images = states(&swapped, 60);
    let mut compared = 0;
    for state in states(&rules, 60) {
        let Some(image) = images.iter().find(|image| name(&swapped, image) == name(&rules, &state)) else {
            continue;
        };
        let value = one.value(rules.encoding().unwrap(), &state, 0);
        let same = other.value(swapped.encoding().unwrap(), image, 1);
        assert!((value - same).abs() < 1e-5, "{value} {same}");
        compared += 1;
    }
    assert!(compared > 10, "{compared}");
}

#[test]
fn an_evaluation_that_counts_no_moves_is_read_as_it_was() {
    let rules = rules("tictactoe");
    let mut learned = after(&rules, &LearnOptions::default(), 3).learned("tictactoe");
    let mut features = learned.evaluation.features().clone();
    features.sight.counted = 0;
    features.singles.truncate(features.sight.bits());
    features.single_weights = features.singles.iter().flatten().max().map_or(0, |most| *most as usize + 1);
    let weights = (0..features.weights()).map(|place| (place % 7) as f32 / 7.0).collect();
    learned.evaluation = Evaluation::with_weights(features, weights, 1);
    learned.corrections = None;
    learned.rounded = std::sync::OnceLock::new();
    let mut document: serde_json::Value = serde_json::from_str(&learned.to_text()).unwrap();
    document["version"] = 2.into();
    document.as_object_mut().unwrap().remove("counted");
    let old = Learned::from_text(&document.to_string()).unwrap();
    let (mut before, mut now) = (reader(&rules, &learned), reader(&rules, &old));
    for state in states(&rules, 20) {
        let encoding = rules.encoding().unwrap();
        let values = [&mut before, &mut now].map(|reader| reader.value(encoding, &state, 1));
        assert!((values[0] - values[1]).abs() < 1e-5);
    }
    assert!(old.mobility_worths(0).is_empty());
}

#[test]
fn learning_does_not_go_on_from_what_is_known_of_another_game() {
    let known = after(&rules("tictactoe"), &LearnOptions::default(), 1).learned("tictactoe");
    let other = rules("nim");
    let refused = Learner::from_learned(&other, LearnOptions::default(), &known, &|| true);
    assert!(matches!(refused, Err(Mismatch::Fluent { .. })));
}

#[test]
fn rules_with_the_same_names_but_another_goal_are_refused() {
    let rules = rules("tictactoe");
    let mut learner = after(&rules, &LearnOptions::default(), 0);
    learner.hash_rules(&Interrupt::never()).unwrap();
    let learned = learner.learned("tictactoe");
    let text = Builtin::named("tictactoe").unwrap().rules.replace(" 100)", " 51)").replace(" 0)", " 49)");
    let other = parsed(&text);
    let refused = Reader::new(&learned, other.encoding().unwrap(), 2).unwrap_err();
    assert_eq!(refused, Mismatch::Rules { learned: "tictactoe".to_owned() });
}

#[test]
fn one_value_for_both_roles_is_refused_where_their_payoffs_do_not_mirror_each_other() {
    let learned = after(&rules("tictactoe"), &LearnOptions::default(), 0).learned("tictactoe");
    assert_eq!(learned.evaluation.outputs(), 1);
    let text = Builtin::named("tictactoe").unwrap().rules.replace(" 50)", " 25)").replace(" 100)", " 50)");
    let other = parsed(&text);
    assert_eq!(game::constant_sum(&other), Some(50));
    let refused = learned.check(&other, other.encoding().unwrap()).unwrap_err();
    assert_eq!(refused, Mismatch::Values { learned: "tictactoe".to_owned() });
}

#[test]
fn an_evaluation_of_another_game_is_refused() {
    let learned = |name: &str| after(&rules(name), &LearnOptions::default(), 1).learned(name);
    let (tictactoe, three) = (rules("tictactoe"), rules("tictactoe-3p"));
    let refused =
        |learned: Learned, rules: &Rules| learned.check(rules, rules.encoding().unwrap()).unwrap_err();
    assert!(matches!(refused(learned("nim"), &tictactoe), Mismatch::Fluent { .. }));
    assert!(matches!(refused(learned("tictactoe"), &three), Mismatch::Roles { roles: 2, found: 3, .. }));
    let mut more = learned("tictactoe");
    more.fluents.push("more".to_owned());
    assert!(matches!(refused(more, &tictactoe), Mismatch::Fewer { more: 1, .. }));
}

#[test]
fn a_damaged_file_is_refused_and_says_why() {
    let rules = rules("tictactoe");
    let mut learner = after(&rules, &LearnOptions::default(), 1);
    learner.hash_rules(&Interrupt::never()).unwrap();
    let text = learner.learned("tictactoe").to_text();
    let refused = |text: &str| Learned::from_text(text).unwrap_err();
    let changed = |path: &str, value: serde_json::Value| {
        let mut document: serde_json::Value = serde_json::from_str(&text).unwrap();
        *document.pointer_mut(path).unwrap() = value;
        refused(&document.to_string())
    };
    assert!(matches!(refused(""), FileProblem::Json(_)));
    assert!(matches!(refused(&text[..text.len() / 2]), FileProblem::Json(_)));
    assert!(matches!(changed("/format", "other".into()), FileProblem::Json(_)));
    assert_eq!(changed("/version", 4.into()), FileProblem::Version { found: 4 });
    for (path, value) in [
        ("/weights", "???".into()),
        ("/weights", "AAAA".into()),
        ("/corrections", "???".into()),
        ("/corrections", "AAAA".into()),
        ("/fluents", serde_json::json!(["p"])),
        ("/counted", 0.into()),
        ("/counted", 1.into()),
        ("/counted", u64::MAX.into()),
        ("/rules", serde_json::json!({"hash": "", "roles": [0, 0], "fluents": []})),
        ("/movers", serde_json::json!([[0, 9]])),
        ("/movers", serde_json::json!([[9999, 0]])),
        ("/tables/0", serde_json::json!([])),
        ("/tables/0", serde_json::json!([[[1, 2]], [[1, 2], [3]]])),
        ("/tables/0", serde_json::json!([[[9999]]])),
        ("/tables/0", serde_json::json!([vec![vec![1]; 64]])),
        ("/outputs", 0.into()),
        ("/outputs", 3.into()),
        ("/phases", 0.into()),
        ("/unit", serde_json::json!(1e300)),
        ("/unit", serde_json::json!(1e38)),
        ("/roles", 10_u64.pow(18).into()),
        ("/phases", u64::MAX.into()),
        ("/training/games", u64::MAX.into()),
        ("/training/states", u64::MAX.into()),
    ] {
        let problem = changed(path, value.clone());
        assert!(
            matches!(problem, FileProblem::Damaged(_) | FileProblem::Json(_)),
            "{path} {value}: {problem}"
        );
    }
    // Numbers that only the lists of another field have to agree with.
    let mut document: serde_json::Value = serde_json::from_str(&text).unwrap();
    (document["roles"], document["counted"]) = (10_u64.pow(18).into(), 0.into());
    assert!(matches!(refused(&document.to_string()), FileProblem::Damaged(_)));
}

/// All values within a document that have no parts.
fn within<'d>(value: &'d mut serde_json::Value, found: &mut Vec<&'d mut serde_json::Value>) {
    if value.is_array() {
        value.as_array_mut().into_iter().flatten().for_each(|part| within(part, found));
    } else if value.is_object() {
        value
            .as_object_mut()
            .into_iter()
            .flat_map(|parts| parts.values_mut())
            .for_each(|part| within(part, found));
    } else {
        found.push(value);
    }
}

/// Changes a value somewhere in a document: a single one, or the list that it is in.
fn change(document: &mut serde_json::Value, rng: &mut Xoshiro256PlusPlus) {
    let odd = [
        serde_json::json!(0),
        serde_json::json!(-1),
        serde_json::json!(7),
        serde_json::json!(u32::MAX),
        serde_json::json!(1_u64 << 40),
        serde_json::json!(u64::MAX),
        serde_json::json!(1e38),
        serde_json::json!(-1e-45),
        serde_json::json!(null),
        serde_json::json!([]),
        serde_json::json!(""),
        serde_json::json!([[0, 0]]),
    ];
    let odd = odd[rng.random_range(0..odd.len())].clone();
    if rng.random_bool(0.3) {
        // A field as a whole, or a list in it that becomes shorter or longer.
        let fields = document.as_object_mut().unwrap();
        let field = rng.random_range(0..fields.len());
        let mut value = fields.values_mut().nth(field).unwrap();
        while rng.random_bool(0.7)
            && let Some(count) = value.as_array().map(Vec::len).filter(|&count| count > 0)
        {
            value = &mut value[rng.random_range(0..count)];
        }
        if let Some(parts) = value.as_array_mut()
            && rng.random_bool(0.8)
        {
            if rng.random_bool(0.5) { parts.truncate(parts.len() / 2) } else { parts.extend(parts.clone()) }
        } else {
            *value = odd;
        }
        return;
    }
    let mut values = Vec::new();
    within(document, &mut values);
    let place = rng.random_range(0..values.len());
    *values[place] = odd;
}

#[test]
fn whatever_is_changed_in_a_file_it_is_refused_or_can_be_used() {
    let rules = rules("nim");
    let mut learner = after(&rules, &LearnOptions::default(), 2);
    learner.hash_rules(&Interrupt::never()).unwrap();
    let text = learner.learned("nim").to_text();
    let sound: serde_json::Value = serde_json::from_str(&text).unwrap();
    let states = states(&rules, 5);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let (mut refused, mut used) = (0, 0);
    for number in 0..2_000 {
        let changed = if number % 4 == 0 {
            let mut bytes = text.clone().into_bytes();
            let place = rng.random_range(0..bytes.len());
            bytes[place] = rng.random_range(b' '..=b'~');
            String::from_utf8(bytes).unwrap()
        } else {
            let mut document = sound.clone();
            (0..rng.random_range(1..4)).for_each(|_| change(&mut document, &mut rng));
            document.to_string()
        };
        let Ok(learned) = Learned::from_text(&changed) else {
            refused += 1;
            continue;
        };
        assert!(Learned::from_text(&learned.to_text()).is_ok(), "{changed}");
        learned.worths(0);
        learned.mobility_worths(0);
        let Ok(mut reader) = Reader::new(&learned, rules.encoding().unwrap(), rules.roles()) else {
            continue;
        };
        for state in &states {
            reader.value(rules.encoding().unwrap(), state, 1);
            reader.contributions(rules.encoding().unwrap(), state, 0);
        }
        if let Ok(Some(mut further)) =
            Learner::from_learned(&rules, LearnOptions::default(), &learned, &|| true)
            && used % 10 == 0
        {
            further.round(&|| true);
        }
        used += 1;
    }
    assert!(refused > 500 && used > 100, "{refused} {used}");
}

#[test]
fn fluents_that_a_damaged_file_lists_again_and_again_have_no_weight() {
    let rules = rules("tictactoe");
    let mut document: serde_json::Value =
        serde_json::from_str(&after(&rules, &LearnOptions::default(), 1).learned("tictactoe").to_text())
            .unwrap();
    // Numbers of combinations would be beyond 32 bits.
    document["tables"] = serde_json::json!([[[vec![0; 100_000]]]]);
    let singles = document["singles"].as_array().unwrap();
    let singles = singles.iter().flat_map(|pair| pair.as_array().unwrap()).map(|n| n.as_u64().unwrap());
    let weights = (singles.max().unwrap() + 1 + 100_001) * document["phases"].as_u64().unwrap();
    document["weights"] = crate::file::pack(&vec![0; 2 * weights as usize]).into();
    document.as_object_mut().unwrap().remove("corrections");
    let learned = Learned::from_text(&document.to_string()).unwrap();
    let mut reader = reader(&rules, &learned);
    for state in states(&rules, 20) {
        assert_eq!(reader.value(rules.encoding().unwrap(), &state, 0), 0.5);
    }
}

#[test]
fn the_centre_of_tic_tac_toe_is_worth_more_than_a_side_to_its_owner() {
    let rules = rules("tictactoe");
    let learned = after(&rules, &LearnOptions::default(), 60).learned("tictactoe");
    let worth = |role, fluent: &str| {
        let number = learned.fluents.iter().position(|text| text == fluent).unwrap();
        learned.worths(role)[number]
    };
    assert!(worth(0, "(cell 2 2 x)") > worth(0, "(cell 1 2 x)"));
    assert!(worth(1, "(cell 2 2 o)") > worth(1, "(cell 1 2 o)"));
    assert!(
        (worth(0, "(cell 2 2 x)") + worth(1, "(cell 2 2 x)")).abs() < 1e-9,
        "what one has the other lacks"
    );
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
