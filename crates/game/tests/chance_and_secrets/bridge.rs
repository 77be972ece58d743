use logic::TermId;
use spielbaum_game::perft;

use crate::{Match, Walk, rules};

const DEAL: [&str; 3] = [
    // North: ace of spades, king of hearts, jack of diamonds.
    "random (deal 1 6 12)",
    // East: king and queen of spades, queen of hearts.
    "random (deal 2 3 7)",
    // South: jack of spades, ace of hearts, ace of diamonds; west has jack of hearts, king and queen
    // of diamonds.
    "random (deal 4 5 9)",
];

#[test]
fn the_cards_are_dealt_in_369_600_ways() {
    assert_eq!(perft(&rules("mini-bridge"), 2), Ok(vec![220, 220 * 84]));
    let last = Match::of(&rules("mini-bridge"), &DEAL[..2]).legal("random").len();
    assert_eq!(220 * 84 * last, 369_600);
}

#[test]
fn players_of_mini_bridge_see_their_cards_the_played_ones_and_the_dummy_after_the_lead() {
    let rules = rules("mini-bridge");
    let line = Match::of(&rules, &[&DEAL[..], &["west (play king diamonds)"]].concat());
    let nothing = Vec::<String>::new;
    let lead =
        ["(dummy ace spades)", "(dummy jack diamonds)", "(dummy king hearts)", "(played west king diamonds)"];
    let lead = lead.map(str::to_owned).to_vec();
    let cards = |cards: [&str; 3]| cards.map(|card| format!("(card {card})")).to_vec();
    let north = cards(["ace spades", "jack diamonds", "king hearts"]);
    assert_eq!(line.seen_by("north"), [north, nothing(), nothing(), lead.clone()]);
    let west = cards(["jack hearts", "king diamonds", "queen diamonds"]);
    assert_eq!(line.seen_by("west"), [nothing(), nothing(), west, lead]);
}

#[test]
fn suits_are_followed_trumps_win_and_the_winner_leads() {
    let rules = rules("mini-bridge");
    let mut line = DEAL.to_vec();
    line.push("west (play king diamonds)");
    // North must follow.
    assert_eq!(Match::of(&rules, &line).legal("north"), ["(play jack diamonds)"]);
    line.push("north (play jack diamonds)");
    // East has no diamond and may ruff.
    assert_eq!(Match::of(&rules, &line).legal("east").len(), 3);
    line.push("east (play queen spades)");
    line.push("south (play ace diamonds)");
    assert_eq!(Match::of(&rules, &line).legal("south"), ["noop"]);
    line.extend(["east (play queen hearts)", "south (play ace hearts)", "west (play jack hearts)"]);
    line.extend(["north (play king hearts)", "south (play jack spades)", "west (play queen diamonds)"]);
    line.extend(["north (play ace spades)", "east (play king spades)"]);
    assert_eq!(Match::of(&rules, &line).payoffs(), [67, 33, 67, 33]);
}

#[test]
fn players_of_mini_bridge_know_what_they_may_play() {
    let rules = rules("mini-bridge");
    let first_and_last = |moves: &[TermId]| vec![moves[0], moves[moves.len() - 1]];
    let walk = Walk::within(&rules, 9, &first_and_last);
    assert!(walk.moves.len() > 1_000, "{}", walk.moves.len());
}
