use spielbaum_game::{Game, perft};

use crate::{Match, Walk, member, rules};

// --- liar's dice ---

/// Every rising sequence of eight bids leads to a turn, with four rolls that the player knows of; half of
/// them end in the highest bid, after which there is no choice.
#[test]
fn liars_dice_with_four_sides_has_512_information_sets_a_player() {
    let rules = member("liars-dice", "sides=4");
    let walk = Walk::through(&rules);
    let noop = |moves: &[_]| moves.iter().all(|&mov| rules.notation().move_name(mov) == "noop");
    assert_eq!((walk.leaves, &walk.sums), (4_080, &[100].into()));
    assert_eq!(walk.sets(&rules, |moves| !noop(moves)), [512, 512]);
    assert_eq!(walk.choices(&rules), [256, 256]);
}

#[test]
fn liars_dice_has_36_rolls_and_twelve_bids() {
    assert_eq!(perft(&rules("liars-dice"), 3), Ok(vec![36, 36 * 12, 36 * (12 * 13 / 2)]));
}

#[test]
fn a_lie_wins_unless_it_is_called_and_the_truth_if_it_is() {
    let rules = rules("liars-dice");
    let payoffs = |line: &[&str]| Match::of(&rules, line).payoffs();
    assert_eq!(payoffs(&["random (roll 2 3)", "alice (bid 1 3)", "bob liar"]), [100, 0]);
    assert_eq!(payoffs(&["random (roll 2 3)", "alice (bid 1 4)", "bob liar"]), [0, 100]);
    assert_eq!(payoffs(&["random (roll 2 3)", "alice (bid 1 2)", "bob (bid 2 3)", "alice liar"]), [100, 0]);
    assert_eq!(payoffs(&["random (roll 3 3)", "alice (bid 1 2)", "bob (bid 2 3)", "alice liar"]), [0, 100]);
    // A six counts as any face, but other faces do not count as six.
    assert_eq!(payoffs(&["random (roll 6 3)", "alice (bid 2 3)", "bob liar"]), [100, 0]);
    assert_eq!(payoffs(&["random (roll 6 3)", "alice (bid 2 6)", "bob liar"]), [0, 100]);
}

#[test]
fn bids_rise_and_the_first_player_must_bid() {
    let rules = member("liars-dice", "sides=2");
    let mut line = vec!["random (roll 2 1)"];
    let bids = ["(bid 1 1)", "(bid 1 2)", "(bid 2 1)", "(bid 2 2)"];
    assert_eq!(Match::of(&rules, &line).legal("alice"), bids);
    line.push("alice (bid 1 2)");
    assert_eq!(Match::of(&rules, &line).legal("bob"), [&bids[2..], &["liar"]].concat());
    line.push("bob (bid 2 2)");
    assert_eq!(Match::of(&rules, &line).legal("alice"), ["liar"]);
}

#[test]
fn players_of_liars_dice_see_their_own_die_and_all_bids() {
    let rules = rules("liars-dice");
    let line = Match::of(&rules, &["random (roll 2 5)", "alice (bid 1 3)"]);
    assert_eq!(line.seen_by("alice"), [["(die 2)"], ["(did alice (bid 1 3))"]]);
    assert_eq!(line.seen_by("bob"), [["(die 5)"], ["(did alice (bid 1 3))"]]);
}

// --- goofspiel ---

#[test]
fn goofspiel_with_four_cards_and_no_chance_has_81_information_sets_a_player() {
    let rules = member("goofspiel", "cards=4,shuffled=0");
    assert!(rules.chance().is_none());
    let walk = Walk::through(&rules);
    assert_eq!((walk.leaves, walk.choices(&rules)), (576, vec![81, 81]));
    assert_eq!(walk.sums, [100].into());
    assert!((walk.payoffs[0] - 50.0).abs() < 1e-9, "the game is symmetric");
}

/// With three cards there are six orders of prizes; in each, 36 pairs of orders of bids.
#[test]
fn goofspiel_shuffles_the_prizes() {
    assert_eq!(Walk::through(&member("goofspiel", "cards=3")).leaves, 6 * 36);
    assert_eq!(perft(&rules("goofspiel"), 4), Ok(vec![5, 5 * 25, 5 * 25 * 4, 5 * 25 * 4 * 16]));
}

#[test]
fn the_higher_sum_of_prizes_wins_goofspiel() {
    let rules = member("goofspiel", "cards=3");
    let prizes = ["random (turn_up 2)", "random (turn_up 3)", "random (turn_up 1)"];
    let payoffs = |bids: [&str; 3]| {
        let line: Vec<&str> = prizes.into_iter().zip(bids).flat_map(|(prize, bid)| [prize, bid]).collect();
        Match::of(&rules, &line).payoffs()
    };
    let bid = |alice, bob| format!("alice (bid {alice}); bob (bid {bob})");
    let all = |bids: [(u8, u8); 3]| {
        payoffs(bids.map(|(alice, bob)| bid(alice, bob)).each_ref().map(String::as_str))
    };
    assert_eq!(all([(1, 3), (3, 2), (2, 1)]), [100, 0]);
    assert_eq!(all([(3, 1), (1, 2), (2, 3)]), [0, 100]);
    // Two and one are as much as three.
    assert_eq!(all([(3, 1), (1, 3), (2, 2)]), [0, 100]);
    assert_eq!(all([(2, 1), (1, 2), (3, 3)]), [0, 100]);
    assert_eq!(all([(1, 1), (2, 2), (3, 3)]), [50, 50]);
}

#[test]
fn bids_of_goofspiel_stay_hidden() {
    let rules = rules("goofspiel");
    let line = [
        "random (turn_up 2)",
        "alice (bid 1); bob (bid 5)",
        "random (turn_up 4)",
        "alice (bid 3); bob (bid 3)",
        "random (turn_up 1)",
    ];
    let line = Match::of(&rules, &line);
    let seen = [["(prize 2)"], ["(wins bob)"], ["(prize 4)"], ["tie"], ["(prize 1)"]];
    assert_eq!((line.seen_by("alice"), line.seen_by("bob")), (vec_of(seen), vec_of(seen)));
    assert_eq!(line.legal("alice"), ["(bid 2)", "(bid 4)", "(bid 5)"]);
}

fn vec_of(seen: [[&str; 1]; 5]) -> Vec<Vec<String>> {
    seen.map(|ply| ply.map(str::to_owned).to_vec()).to_vec()
}
