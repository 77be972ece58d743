use game::Rules;
use gdl::Rulesheet;

use crate::testing::decide;
use crate::{Budget, Decision};

/// Wheels with so many positions each. One wheel is turned at a ply, by one position or by three (or all of
/// them, each by one, three or none); all are to come to their last positions together, in so many plies.
fn wheels(sizes: &[usize], at_once: bool, plies: usize) -> String {
    let names: Vec<String> = (0..sizes.len()).map(|wheel| format!("w{wheel}")).collect();
    let mut text = String::from("(role you) (init (step 0)) (kind one) (kind three)");
    for (name, size) in names.iter().zip(sizes) {
        text += &format!("(wheel {name}) (init (at {name} 0)) (last {name} {})", size - 1);
        for place in 0..*size {
            text += &format!("(turn {name} {place} one {})", (place + 1) % size);
            text += &format!("(turn {name} {place} three {})", (place + 3) % size);
        }
    }
    (0..plies).for_each(|step| text += &format!("(succ {step} {})", step + 1));
    let solved: String =
        names.iter().zip(sizes).map(|(name, size)| format!("(true (at {name} {}))", size - 1)).collect();
    text += &if at_once {
        let kinds: String = names.iter().map(|name| format!("?{name} ")).collect();
        let free: String = names.iter().map(|name| format!("(choice ?{name}) ")).collect();
        let of: String = names
            .iter()
            .map(|name| format!("(<= (turned {name} ?{name}) (does you (turn {kinds})))"))
            .collect();
        format!(
            "(kind none) (<= (legal you (turn {kinds})) {free}) (<= (choice ?k) (kind ?k)) {of}
            (<= (next (at ?w ?p)) (true (at ?w ?p)) (turned ?w none))
            (<= (next (at ?w ?q)) (true (at ?w ?p)) (turned ?w ?k) (turn ?w ?p ?k ?q))"
        )
    } else {
        "(<= (legal you (turn ?w ?k)) (wheel ?w) (kind ?k))
        (<= (turned ?w) (does you (turn ?w ?k)))
        (<= (next (at ?w ?p)) (true (at ?w ?p)) (not (turned ?w)))
        (<= (next (at ?w ?q)) (does you (turn ?w ?k)) (true (at ?w ?p)) (turn ?w ?p ?k ?q))"
            .to_owned()
    };
    text + &format!(
        "(<= (next (step ?m)) (true (step ?n)) (succ ?n ?m))
        (<= solved {solved}) (<= terminal solved) (<= terminal (true (step {plies})))
        (<= (goal you 100) solved) (<= (goal you 0) (not solved))"
    )
}

/// What search factor by factor decides. Plans are confirmed by the reasoner.
fn decision(text: &str) -> Decision<<Rules as game::Game>::Move> {
    let rules = Rules::new(&Rulesheet::parse("test.kif", text.as_bytes()).unwrap()).unwrap();
    let budget = Budget { nodes: Some(200_000), ..Budget::default() };
    let decision = decide("plan(method=factors)", &rules, &budget).unwrap();
    let reasoner = rules.reasoner();
    let mut state = reasoner.initial().clone();
    for joint in &decision.pv {
        assert!(reasoner.view(&state).legal(0).unwrap().contains(&joint[0]));
        state = reasoner.view(&state).next(joint).unwrap();
    }
    if let Some(value) = decision.value {
        assert_eq!(reasoner.view(&state).goals().unwrap(), [logic::RoleGoal::Unique(value as u8)]);
    }
    decision
}

#[test]
fn wheels_are_turned_one_after_the_other() {
    // Nearly four million states, each at any of 60 plies.
    let found = decision(&wheels(&[17, 14, 11, 13, 10, 11], false, 60));
    assert_eq!((found.value, found.proven), (Some(100.0), true));
    assert!(found.effort.nodes < 20_000, "{}", found.effort.nodes);
}

#[test]
fn plans_that_are_too_long_together_are_made_shorter() {
    // 16 = 5 * 3 + 1, 13 = 4 * 3 + 1 and 10 = 3 * 3 + 1 turns.
    let [just, short] = [15, 14].map(|plies| decision(&wheels(&[17, 14, 11], false, plies)));
    assert_eq!((just.value, just.pv.len()), (Some(100.0), 15));
    assert_ne!(short.value, Some(100.0));
}

#[test]
fn wheels_are_turned_all_at_once() {
    let found = decision(&wheels(&[17, 5, 11], true, 20));
    assert_eq!((found.value, found.proven), (Some(100.0), true));
    assert!(found.effort.nodes < 20_000, "{}", found.effort.nodes);
    // As they come to their ends.
    let without_rest = wheels(&[17, 5, 8], true, 20).replace("(kind none)", "");
    assert_eq!(decision(&without_rest).value, Some(100.0));
}

#[test]
fn one_wheel_is_enough_where_any_one_ends_the_game() {
    let any = wheels(&[17, 14], false, 20).replace(
        "(<= solved (true (at w0 16))(true (at w1 13)))",
        "(<= solved (true (at w0 16))) (<= solved (true (at w1 13)))",
    );
    let found = decision(&any);
    assert_eq!(found.value, Some(100.0));
    assert!(found.pv.len() < 20);
}

#[test]
fn a_game_of_one_part_is_left_to_others() {
    let found = decision(&wheels(&[17], false, 20));
    assert!(found.is_guess() && found.effort.nodes < 100);
}

#[test]
fn an_impossible_factor_ends_the_method() {
    // The last position of a wheel of 12 is not to be reached by turns of three alone.
    let threes = wheels(&[17, 12], false, 30).replace("(kind one)", "");
    assert!(decision(&threes).is_guess());
}
