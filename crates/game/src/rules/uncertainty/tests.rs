use gdl::{Interrupt, Rulesheet};
use logic::Limits;

use super::*;
use crate::{Batch, Heed, Outcomes, Policy, TableLimits, Tabulated, Tactics, perft, successors_seen};

const CARDS: &str = include_str!("../../../tests/hidden/cards.kif");
const BIDS: &str = include_str!("../../../tests/hidden/bids.kif");

fn sheet(text: &str) -> Rulesheet {
    Rulesheet::parse("test.kif", text.as_bytes()).unwrap()
}

fn rules(text: &str) -> Rules {
    let rules = Rules::new(&sheet(text)).unwrap();
    assert!(rules.compiled().is_ok());
    rules
}

fn information(text: &str) -> Information {
    rules(text).information()
}

/// Two choose a letter each; they see what `sees` says.
fn letters(sees: &str) -> String {
    format!(
        "(role a) (role b) (letter x) (letter y) (letter z) (init fresh)
         (<= (legal ?r ?l) (role ?r) (letter ?l)) (<= (next (chose ?r ?l)) (does ?r ?l))
         (<= terminal (not (true fresh))) (<= (goal ?r 1) (role ?r)) {sees}"
    )
}

#[test]
fn percepts_that_name_every_move_of_all_others_hide_nothing() {
    let told = [
        "(<= (sees ?r (did ?p ?m)) (role ?r) (does ?p ?m))",
        "(<= (sees a ?m) (does b ?m)) (<= (sees b ?m) (does a ?m)) (<= (sees ?r bell) (role ?r))",
        // Who sees neither x nor y knows that it was z.
        "(<= (sees a ?m) (does b ?m) (distinct ?m z)) (<= (sees b (not ?m)) (does a ?m) (distinct ?m x))",
    ];
    for sees in told {
        assert_eq!(information(&letters(sees)), Information::Told, "{sees}");
    }
    let hidden = [
        "(<= (sees a ?m) (does b ?m))",
        "(<= (sees ?r x) (role ?r) (does ?p x))",
        "(<= (sees ?r bell) (role ?r))",
        "(<= (sees a (did ?m)) (does b ?m) (true fresh)) (<= (sees b ?m) (does a ?m) (not (does b ?m)))",
        "(<= (sees a never) (does a nothing))",
    ];
    for sees in hidden {
        assert_eq!(information(&letters(sees)), Information::Hidden, "{sees}");
    }
    assert_eq!(information(&letters("")), Information::Complete);
    let reasoned = Rules::reasoned(&sheet(&letters(told[0])), Limits::default()).unwrap();
    assert_eq!(reasoned.information(), Information::Hidden, "nothing is proven without a circuit");
}

#[test]
fn chance_need_not_see_anything_for_the_players_to_know_all() {
    let text =
        "(role you) (role random) (init fresh) (legal you go) (legal random heads) (legal random tails)
        (<= (next (lies ?m)) (does random ?m)) (<= terminal (not (true fresh))) (goal you 1)
        (<= (sees you ?m) (does random ?m))";
    assert_eq!(information(text), Information::Told);
    assert_eq!(information(CARDS), Information::Hidden);
}

#[test]
fn rules_in_capitals_leave_as_much_to_chance() {
    let text =
        "(role you) (role random) (init fresh) (legal you go) (legal random heads) (legal random tails)
        (<= (next (lies ?m)) (does random ?m)) (<= terminal (not (true fresh))) (goal you 1)";
    for text in [text.to_owned(), text.to_uppercase()] {
        let rules = rules(&text);
        assert_eq!(rules.chance().map(|chance| rules.notation().role_name(chance.role())), Some("random"));
    }
}

/// The hash of the canonical form.
fn hash(text: &str) -> String {
    rules(text).canonical_form(&Interrupt::never()).unwrap().unwrap().to_string()
}

#[test]
fn rules_that_differ_in_what_roles_see_are_not_the_same_but_names_of_percepts_mean_nothing() {
    let sees = [
        "",
        "(<= (sees a (did ?m)) (does b ?m))",
        "(<= (sees a (did ?m)) (does b ?m)) (<= (sees b (did ?m)) (does a ?m))",
        "(<= (sees a (did ?m)) (does a ?m))",
        "(<= (sees a x) (does b x))",
        "(<= (sees a x) (does b x)) (<= (sees a x) (does b y))",
        "(<= (sees a never) (does a nothing))",
        "(sees a bell)",
    ];
    let hashes: Vec<String> = sees.iter().map(|sees| hash(&letters(sees))).collect();
    for (at, hash) in hashes.iter().enumerate() {
        assert_eq!(hashes.iter().position(|other| other == hash), Some(at), "{}", sees[at]);
    }
    let same = [
        (1, "(<= (sees a (was ?m here)) (does b ?m))"),
        (1, "(<= (sees b (did ?m)) (does a ?m))"),
        (4, "(<= (sees b gong) (does a y))"),
    ];
    for (of, sees) in same {
        assert_eq!(hash(&letters(sees)), hashes[of], "{sees}");
    }
}

#[test]
fn symmetric_states_hide_the_same() {
    assert_eq!(rules(&letters("")).symmetries(), 36);
    assert_eq!(rules(&letters("(<= (sees a x) (does b x))")).symmetries(), 12);
}

#[test]
fn joint_moves_are_counted_whatever_is_hidden_or_left_to_chance() {
    for rules in [rules(CARDS), Rules::reasoned(&sheet(CARDS), Limits::default()).unwrap()] {
        assert_eq!(perft(&rules, 3), Ok(vec![6, 12, 24]));
    }
    let hidden = rules(BIDS);
    let open = BIDS.lines().filter(|line| !line.starts_with("(<= (sees")).collect::<Vec<_>>().join("\n");
    assert_eq!(perft(&hidden, 3), perft(&rules(&open), 3));
}

#[test]
fn percepts_are_found_by_their_names() {
    for rules in [rules(CARDS), Rules::reasoned(&sheet(CARDS), Limits::default()).unwrap()] {
        let state = rules.initial();
        for joint in crate::Choices::of(&rules, &state).joint_moves() {
            let mut seen = Vec::new();
            Percepts::seen(&rules, &state, &joint, 0, &mut seen);
            for percept in seen {
                let name = rules.percept_name(percept);
                assert_eq!(rules.percept_named(&name), Some(percept), "{name}");
                assert_eq!(rules.percept_named(&name.to_uppercase()), Some(percept), "{name}");
            }
        }
        for name in ["nobody", "(dealt", "?x", "", "()"] {
            assert_eq!(rules.percept_named(name), None, "{name}");
        }
    }
}

#[test]
fn a_table_of_a_game_tells_what_its_roles_see() {
    let table = Tabulated::new(rules(CARDS), TableLimits::default()).unwrap();
    let state = table.initial();
    let joints: Vec<TermId> = crate::Choices::of(&table, &state).joint_moves().collect::<Vec<_>>().concat();
    let mut of_table = Vec::new();
    successors_seen(&table, &[Parent { state: &state, joints: &joints }], 0, &mut of_table);
    assert_eq!(of_table.len(), 6);
    let percepts = table.percepts().unwrap();
    for ((child, seen), joint) in of_table.iter().zip(joints.chunks(3)) {
        assert_eq!(child, &table.next(&state, joint));
        let mut expected = Vec::new();
        percepts.seen(&state, joint, 0, &mut expected);
        assert_eq!(seen, &expected);
        let card = table.notation().move_name(joint[2]).as_bytes()[6] as char;
        assert_eq!(percepts.percept_name(seen[0]), format!("(card {card})"));
    }
}

/// Chance throws a three-sided die, after which the player is paid 0, 30 or 90; one side would end the game
/// at once and pays chance, and after one the player wins at once.
const DIE: &str = "(role you) (role random) (side 1) (side 2) (side 3) (init fresh)
    (<= (legal random (throw ?s)) (side ?s) (true fresh)) (<= (legal random noop) (not (true fresh)))
    (<= (legal you noop) (true fresh)) (<= (legal you (take ?s)) (side ?s) (not (true fresh)))
    (<= (next (fell ?s)) (does random (throw ?s))) (<= (next (fell ?s)) (true (fell ?s)))
    (<= (next (took ?s)) (does you (take ?s)))
    (<= taken (true (took ?s))) (<= terminal taken) (<= terminal (true (fell 1)))
    (<= (goal random 100) (true (fell 1))) (<= (goal random 0) (not (true (fell 1))))
    (<= (goal you 0) (true (fell 1))) (<= (goal you 30) (true (fell 2)))
    (<= (goal you 30) (true (fell 3)) (not (true (took 3)))) (<= (goal you 100) (true (took 3)) (true (fell 3)))
    (<= (sees you thrown) (true fresh))";

#[test]
fn playouts_draw_chance_uniformly_whatever_the_players_prefer() {
    const COUNT: u32 = 30_000;
    let rules = rules(DIE);
    for (policy, won) in [(Policy::Uniform, 1.0 / 3.0), (Policy::Decisive, 1.0)] {
        assert!(rules.prepare(policy, &|| true), "{policy:?}");
        let mut outcomes = Outcomes::default();
        let start = [rules.initial()];
        Tactics::playouts(&rules, policy, Heed::NOTHING, &start, COUNT, 1, &|| true, &mut outcomes).unwrap();
        // Each side of the die a third of the time; the last one is worth 100 if the right side is taken.
        let expected = (30.0 + won * 100.0 + (1.0 - won) * 30.0) / 3.0;
        let mean = outcomes.goals(0)[0] / f64::from(COUNT);
        assert!((mean - expected).abs() < 1.0, "{policy:?}: {mean}, not {expected}");
        assert_eq!(outcomes.goals(0)[1], 0.0, "chance is paid nothing");
    }
    // After a 3 the player wins at once; chance does not avoid it.
    assert!(!rules.prepare(Policy::AntiDecisive, &|| true));
    let sample = rules.sample(&[1], u64::from(COUNT), &|| true).unwrap();
    assert_eq!((sample.remark, sample.goals[1]), (None, 0));
}

#[test]
fn chance_favours_nothing() {
    let rules = rules(DIE);
    assert!(rules.prepare_heeding(Policy::Uniform, &|| true));
    let favour = |_: usize, mov: TermId| if rules.reasoner().text(mov).ends_with(" 3)") { 1.0 } else { 0.0 };
    let heed = Heed { favour: Some(&favour), tally: None };
    let mut outcomes = Outcomes::default();
    Tactics::playouts(&rules, Policy::Uniform, heed, &[rules.initial()], 30_000, 1, &|| true, &mut outcomes)
        .unwrap();
    // The player takes 3 always.
    let mean = outcomes.goals(0)[0] / 30_000.0;
    assert!((mean - 130.0 / 3.0).abs() < 1.0, "{mean}");
}
