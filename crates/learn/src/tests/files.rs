use super::*;

#[test]
fn a_file_gives_back_the_evaluation_but_for_rounding() {
    let rules = rules("tictactoe");
    let learned = after(&rules, &LearnOptions::default(), 2).learned("tictactoe");
    let read = Learned::from_text(&learned.to_text()).unwrap();
    assert_eq!(
        (&read.game, &read.training, &read.fluents),
        (&learned.game, &learned.training, &learned.fluents)
    );
    assert_eq!(read.role_names, ["xplayer", "oplayer"]);
    assert_eq!(read.to_text(), learned.to_text(), "rounding again changes nothing");
    let (mut before, mut after) = (reader(&rules, &learned), reader(&rules, &read));
    for state in states(&rules, 20) {
        let encoding = rules.encoding().unwrap();
        assert!((before.value(encoding, &state, 0) - after.value(encoding, &state, 0)).abs() < 1e-2);
    }
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
    for field in ["counted", "role_names"] {
        document.as_object_mut().unwrap().remove(field);
    }
    let old = Learned::from_text(&document.to_string()).unwrap();
    assert_eq!((learned.role_name(1), old.role_name(1)), ("oplayer".to_owned(), "role 2".to_owned()));
    let (mut before, mut now) = (reader(&rules, &learned), reader(&rules, &old));
    for state in states(&rules, 20) {
        let encoding = rules.encoding().unwrap();
        let values = [&mut before, &mut now].map(|reader| reader.value(encoding, &state, 1));
        assert!((values[0] - values[1]).abs() < 1e-5);
    }
    assert!(old.mobility_worths(0).is_empty());
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
        ("/role_names", serde_json::json!(["xplayer"])),
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
        if let Ok(mut further) = Learner::from_learned(&rules, LearnOptions::default(), &learned, &|| true)
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
