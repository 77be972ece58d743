//! A grounding says what the rules say.

mod oracle;

use oracle::compare;
use spielbaum_logic::{GroundLimits, Grounding, Limits, Reasoner};

fn sheet(rules: &str) -> gdl::Rulesheet {
    gdl::Rulesheet::parse("rules.kif", rules.as_bytes())
        .unwrap_or_else(|rejected| panic!("{}", rejected.diagnostics[0].render(100)))
}

fn ground(rules: &str) -> (Reasoner, Grounding) {
    let sheet = sheet(rules);
    let reasoner = Reasoner::new(&sheet, Limits::default()).expect("within the limits");
    let grounding =
        Grounding::new(&sheet, &reasoner, &GroundLimits::default()).unwrap_or_else(|why| panic!("{why}"));
    (reasoner, grounding)
}

/// Rules with what every rulesheet needs added.
fn game(rules: &str) -> String {
    format!("(role you) terminal (goal you 0) {rules}")
}

/// Grounds rules and compares a few random plays.
fn agree(rules: &str) -> (Reasoner, Grounding) {
    let (reasoner, grounding) = ground(&game(rules));
    (1..=5).for_each(|seed| compare(&reasoner, &grounding, 20, seed));
    (reasoner, grounding)
}

#[test]
fn what_no_state_can_change_is_gone() {
    let (reasoner, grounding) = agree(
        "(init (n 0)) (succ 0 1) (succ 1 2) (<= (legal you (to ?y)) (true (n ?x)) (succ ?x ?y))
         (<= (next (n ?y)) (does you (to ?y)) (always ?y) (not (never ?y)))
         (<= (always ?x) (succ ?y ?x) (or (true (n 0)) (distinct ?x 0)))
         (<= (never ?x) (true (n ?x)) (true (m ?x)))",
    );
    assert_eq!(reasoner.texts(&grounding.fluents), ["(n 0)", "(n 1)", "(n 2)"]);
    assert_eq!(reasoner.texts(&grounding.moves[0]), ["(to 1)", "(to 2)"]);
    assert_eq!(grounding.initial, [true, false, false]);
}

#[test]
fn every_built_in_game_is_grounded_as_the_reasoner_plays_it() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games");
    let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut games = 0;
    for path in paths.filter(|path| path.extension().is_some_and(|extension| extension == "kif")) {
        let (reasoner, grounding) = ground(&std::fs::read_to_string(&path).unwrap());
        (1..=3).for_each(|seed| compare(&reasoner, &grounding, 200, seed));
        games += 1;
    }
    assert!(games >= 12);
}
