use game::{Interrupt, Rules};
use learn::{LearnOptions, Learner, Source};
use search::LearnedFile;

use super::*;
use crate::Evaluations;
use crate::testing::rules;

/// An evaluation from so many rounds of games.
fn learned(rules: &Rules, name: &str, rounds: usize) -> LearnedFile {
    learned_from(Source::SelfPlay, rules, name, rounds)
}

fn learned_from(source: Source, rules: &Rules, name: &str, rounds: usize) -> LearnedFile {
    let options = LearnOptions { source, ..LearnOptions::default() };
    let mut learner = Learner::new(rules, options, &|| true).expect("rules with a circuit");
    (0..rounds).for_each(|_| learner.round(&|| true));
    learner.hash_rules(&Interrupt::never()).expect("not interrupted");
    LearnedFile::new(format!("{name}.json"), learner.learned(name))
}

#[test]
fn an_evaluation_is_found_again_by_the_rules_whatever_their_names() {
    let (nim, tictactoe) = (rules("nim"), rules("tictactoe"));
    let directory = directory();
    let place = Evaluations::Store(directory.path().join("store.db"));
    let find = |rules| place.of(rules, &Interrupt::never()).expect("readable");
    assert_eq!(find(&nim), None, "there is no store yet");
    let evaluation = learned(&nim, "nim", 1);
    assert!(place.keep(&evaluation).expect("writable"));
    let found = find(&nim).expect("kept");
    assert_eq!(found.file().path(), "store:nim.json");
    assert_eq!(found.file().content(), evaluation.file().content());
    assert_eq!(find(&tictactoe), None);
    let text = game::Builtin::named("nim").expect("a built-in game").rules.replace("heap", "pile");
    assert!(text.contains("pile"));
    let sheet = gdl::Rulesheet::parse("renamed", text.as_bytes()).expect("a rulesheet");
    assert!(find(&Rules::new(&sheet).expect("rules")).is_some());
}

#[test]
fn what_was_learned_from_more_games_stays() {
    let nim = rules("nim");
    let directory = directory();
    let mut store = Store::open(directory.path().join("store.db")).expect("created");
    let (short, long) = (learned(&nim, "nim", 1), learned(&nim, "Nim", 3));
    assert!(store.keep_evaluation(&long).expect("writable"));
    assert!(!store.keep_evaluation(&short).expect("writable"));
    assert!(store.keep_evaluation(&long).expect("writable"), "as many");
    let entries = store.evaluations().expect("readable");
    assert_eq!(entries.len(), 1);
    assert_eq!((entries[0].game.as_str(), entries[0].games), ("Nim", long.learned().training.games));
    assert!(store.forget_evaluation(&entries[0].rules).expect("writable"));
    assert!(!store.forget_evaluation(&entries[0].rules).expect("writable"));
    assert!(store.keep_evaluation(&short).expect("writable"));
}

#[test]
fn what_was_learned_from_self_play_goes_before_what_was_from_random_play() {
    let nim = rules("nim");
    let directory = directory();
    let mut store = Store::open(directory.path().join("store.db")).expect("created");
    let (random, own) = (learned_from(Source::Random, &nim, "random", 3), learned(&nim, "own", 1));
    assert!(random.learned().training.games > own.learned().training.games);
    assert!(store.keep_evaluation(&random).expect("writable"));
    assert!(store.keep_evaluation(&own).expect("writable"));
    assert!(!store.keep_evaluation(&random).expect("writable"));
    assert_eq!(store.evaluations().expect("readable")[0].game, "own");
}

#[test]
fn without_what_the_rules_are_known_by_nothing_is_kept() {
    let nim = rules("nim");
    let learner = Learner::new(&nim, LearnOptions::default(), &|| true).expect("rules with a circuit");
    let unknown = LearnedFile::new("nim.json", learner.learned("nim"));
    let directory = directory();
    let mut store = Store::open(directory.path().join("store.db")).expect("created");
    assert!(!store.keep_evaluation(&unknown).expect("writable"));
    assert!(!Evaluations::Nowhere.keep(&unknown).expect("nothing to do"));
    let given = Evaluations::File(unknown.clone());
    assert_eq!(given.of(&nim, &Interrupt::never()).expect("nothing to read"), Some(unknown));
    assert_eq!(given.of(&rules("tictactoe"), &Interrupt::never()).expect("nothing to read"), None);
}

#[test]
fn a_damaged_evaluation_is_not_used() {
    let nim = rules("nim");
    let directory = directory();
    let file = directory.path().join("store.db");
    let mut store = Store::open(&file).expect("created");
    store.keep_evaluation(&learned(&nim, "nim", 3)).expect("writable");
    store
        .sql(|connection| {
            connection.execute("UPDATE evaluations SET content = replace(content, '1', '2')", [])
        })
        .expect("writable");
    let place = Evaluations::Store(file);
    let error = place.of(&nim, &Interrupt::never()).expect_err("damaged").to_string();
    assert!(error.contains("the evaluation of `nim` does not have its hash"), "{error}");
    assert!(error.contains("`spielbaum learn forget nim`"), "{error}");
    // One from fewer games is better than none.
    assert!(store.keep_evaluation(&learned(&nim, "nim", 1)).expect("writable"));
    assert!(place.of(&nim, &Interrupt::never()).expect("sound").is_some());
}
