use super::*;

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
        let mut learner = Learner::from_learned(&other, LearnOptions::default(), &known, &|| true).unwrap();
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
    let refused = Learner::from_learned(&rules, LearnOptions::default(), &old, &|| true);
    assert_eq!(refused.err(), Some(ContinueError::Version));
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
fn learning_does_not_go_on_from_what_is_known_of_another_game() {
    let known = after(&rules("tictactoe"), &LearnOptions::default(), 1).learned("tictactoe");
    let other = rules("nim");
    let refused = Learner::from_learned(&other, LearnOptions::default(), &known, &|| true);
    assert!(matches!(refused, Err(ContinueError::Mismatch(Mismatch::Fluent { .. }))));
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
