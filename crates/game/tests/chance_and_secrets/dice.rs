use std::collections::{HashMap, HashSet, VecDeque};

use spielbaum_game::{Choices, Game, RulesState, perft, players};

use crate::{Match, member, role, rules};

/// The first role's value of a game of two who move in turn, with chance, where nothing is hidden.
fn value<G: Game>(rules: &G, state: &G::State, known: &mut HashMap<G::State, f64>) -> f64 {
    if let Some(&value) = known.get(state) {
        return value;
    }
    let value = if rules.terminal(state) {
        let goals: Vec<_> = players(rules).map(|role| rules.goal(state, role)).collect();
        assert_eq!(goals.iter().sum::<i32>(), 100);
        f64::from(goals[0])
    } else {
        let choices = Choices::of(rules, state);
        let values: Vec<f64> =
            choices.joint_moves().map(|joint| value(rules, &rules.next(state, &joint), known)).collect();
        let mover = (0..rules.roles()).find(|&role| choices.of_role(role).len() > 1).unwrap_or(2);
        match mover {
            0 => values.into_iter().fold(f64::MIN, f64::max),
            1 => values.into_iter().fold(f64::MAX, f64::min),
            _ => values.iter().sum::<f64>() / values.len() as f64,
        }
    };
    known.insert(state.clone(), value);
    value
}

// --- pig ---

/// Pig by its own rules: who moves has `own` points and `total` in this turn, and `left` turns of both are to
/// come, this one included.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Pig {
    own: u32,
    others: u32,
    total: u32,
    left: u32,
}

/// What the player in control of `pig` wins before rolling, in percent.
fn roll(pig: Pig, target: u32, known: &mut HashMap<Pig, f64>) -> f64 {
    if pig.left == 0 {
        return match pig.own.cmp(&pig.others) {
            std::cmp::Ordering::Less => 0.0,
            std::cmp::Ordering::Equal => 50.0,
            std::cmp::Ordering::Greater => 100.0,
        };
    }
    if let Some(&value) = known.get(&pig) {
        return value;
    }
    let mut passed =
        |own| 100.0 - roll(Pig { own: pig.others, others: own, total: 0, left: pig.left - 1 }, target, known);
    let lost = passed(pig.own);
    let mut sum = lost;
    for face in 2..=6 {
        let total = pig.total + face;
        sum += if pig.own + total >= target {
            100.0
        } else {
            let held = 100.0
                - roll(
                    Pig { own: pig.others, others: pig.own + total, total: 0, left: pig.left - 1 },
                    target,
                    known,
                );
            held.max(roll(Pig { total, ..pig }, target, known))
        };
    }
    known.insert(pig, sum / 6.0);
    sum / 6.0
}

#[test]
fn pig_is_worth_what_its_own_recursion_says() {
    for (target, turns) in [(6, 2), (10, 3), (15, 2)] {
        let rules = member("pig", &format!("target={target},turns={turns}"));
        let value = value(&rules, &rules.initial(), &mut HashMap::new());
        let start = Pig { own: 0, others: 0, total: 0, left: 2 * turns };
        let expected = roll(start, target, &mut HashMap::new());
        assert!((value - expected).abs() < 1e-9, "pig to {target}: {value}, not {expected}");
    }
}

#[test]
fn pig_hides_nothing_and_every_turn_begins_with_a_roll() {
    let rules = rules("pig");
    assert!(rules.percepts().is_none() && rules.chance().is_some());
    // A one passes the turn; any other roll leaves a choice of two.
    assert_eq!(perft(&rules, 3), Ok(vec![6, 6 + 5 * 2, 6 + 5 * 2 + 5 * 6 + 5 * 6]));
}

#[test]
fn pig_is_won_by_coming_to_the_target_or_by_more_points_at_the_end() {
    let rules = member("pig", "target=10,turns=1");
    let payoffs = |line: &[&str]| Match::of(&rules, line).payoffs();
    assert_eq!(payoffs(&["random (rolled 6)", "alice roll", "random (rolled 4)"]), [100, 0]);
    assert_eq!(payoffs(&["random (rolled 6)", "alice hold", "random (rolled 3)", "bob hold"]), [100, 0]);
    assert_eq!(payoffs(&["random (rolled 3)", "alice hold", "random (rolled 3)", "bob hold"]), [50, 50]);
    let lost = ["random (rolled 3)", "alice roll", "random (rolled 1)", "random (rolled 2)", "bob hold"];
    assert_eq!(payoffs(&lost), [0, 100]);
}

// --- Nannon ---

#[test]
fn the_first_roll_of_nannon_is_a_difference_of_two_dice() {
    let rules = rules("nannon");
    assert!(rules.percepts().is_none());
    let first = |roll: &str, mover: &str| Match::of(&rules, &[roll]).legal(mover);
    assert_eq!(first("random (roll_both 6 5)", "white"), ["(move 2)"]);
    assert_eq!(first("random (roll_both 6 5)", "black"), ["noop"]);
    assert_eq!(first("random (roll_both 1 4)", "white"), ["noop"]);
}

/// Jordan Pollack counts 2530 positions: each player has up to three checkers on points of their own, and any
/// number of the others at home. Eight of them do not occur: the one in which both have won, and those with
/// an empty row and all three checkers of a player at home.
#[test]
fn nannon_has_2522_positions_and_passes_where_no_checker_can_move() {
    let rules = rules("nannon");
    let without_step = |state: &RulesState| {
        let mut fluents = rules.reasoner().texts(&rules.fluents(state));
        fluents.retain(|text| !text.starts_with("(step"));
        fluents
    };
    let (mut known, mut positions, mut passes) = (HashSet::new(), HashSet::new(), 0);
    let mut open = VecDeque::from([rules.initial()]);
    while let Some(state) = open.pop_front() {
        let mut position = without_step(&state);
        position.retain(|text| text.starts_with("(cell") || text.starts_with("(home"));
        positions.insert(position);
        if rules.terminal(&state) {
            continue;
        }
        let choices = Choices::of(&rules, &state);
        for role in players(&rules) {
            let moves = choices.of_role(role);
            if moves.iter().any(|&mov| rules.notation().move_name(mov) == "pass") {
                assert_eq!(moves.len(), 1);
                passes += 1;
            }
        }
        for joint in choices.joint_moves() {
            let next = rules.next(&state, &joint);
            if known.insert(without_step(&next)) {
                open.push_back(next);
            }
        }
    }
    assert_eq!(positions.len(), 2_530 - 8);
    assert!(passes > 0);
}

#[test]
fn a_single_checker_is_hit_and_two_neighbours_block() {
    let rules = rules("nannon");
    let mut line = vec!["random (roll_both 5 1)"];
    // Black's two checkers, on 5 and 6, block both of white's on the row.
    assert_eq!(Match::of(&rules, &line).legal("white"), ["(move home)"]);
    line.extend(["white (move home)", "random (roll 1)"]);
    // White is alone on 4; black's own checkers are in the way of the others.
    assert_eq!(Match::of(&rules, &line).legal("black"), ["(move 5)"]);
    line.extend(["black (move 5)", "random (roll 2)"]);
    let hit = Match::of(&rules, &line);
    let fluents = rules.reasoner().texts(&rules.fluents(&hit.state));
    assert!(fluents.contains(&"(home white 1)".to_owned()), "{fluents:?}");
    assert_eq!(hit.legal("white"), ["(move 1)", "(move 2)"]);
}

// --- EinStein würfelt nicht! ---

#[test]
fn the_die_names_the_stone() {
    let rules = rules("einstein-dice");
    assert!(rules.percepts().is_none());
    assert_eq!(perft(&rules, 4), Ok(vec![6, 18, 108, 324]));
    let first = Match::of(&rules, &["random (roll 4)"]);
    assert_eq!(first.legal("yellow"), ["(move 3 1 3 2)", "(move 3 1 4 1)", "(move 3 1 4 2)"]);
}

#[test]
fn a_stone_that_is_gone_leaves_the_choice_of_its_neighbours() {
    let rules = rules("einstein-dice");
    // Yellow's 3 captures yellow's own 5.
    let line = [
        "random (roll 3)",
        "yellow (move 1 1 2 1)",
        "random (roll 1)",
        "blue (move 5 3 5 2)",
        "random (roll 5)",
    ];
    let line = Match::of(&rules, &line);
    // The 3 stands where the 5 stood: the next numbers are 4, at (3 1), and 6, at (2 2).
    let moves = line.legal("yellow");
    assert!(
        moves.iter().all(|mov| mov.starts_with("(move 3 1") || mov.starts_with("(move 2 2")),
        "{moves:?}"
    );
    assert_eq!(moves.len(), 6);
}

#[test]
fn the_opposite_corner_wins() {
    let rules = rules("einstein-dice");
    let line = [
        "random (roll 6)",
        "yellow (move 2 2 3 3)",
        "random (roll 1)",
        "blue (move 5 3 5 2)",
        "random (roll 6)",
        "yellow (move 3 3 4 4)",
        "random (roll 1)",
        "blue (move 5 2 5 1)",
        "random (roll 6)",
        "yellow (move 4 4 5 5)",
    ];
    assert_eq!(Match::of(&rules, &line).payoffs(), [100, 0]);
    assert_eq!(role(&rules, "random"), 2);
}
