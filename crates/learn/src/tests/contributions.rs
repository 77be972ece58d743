use super::*;

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
