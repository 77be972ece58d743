//! Rulesheets of the games that begin at positions. They are the built-in ones with other facts about sizes,
//! another initial state and another end.

use std::ops::RangeInclusive;

use game::Builtin;
use gdl::Rulesheet;

use super::{Position, coin_row, counting, nim, two_rows};

impl Position {
    /// The rulesheet of the game that begins at this position.
    pub(crate) fn rules(&self) -> String {
        match self {
            Position::Counting { said, target, most } => counting::rules(*said, *target, *most),
            Position::CoinRow { rows } => coin_row::rules(rows),
            Position::TwoRows { width, mover, rows } => two_rows::rules(*width, *mover, rows),
            Position::Nim { heaps } => nim::rules(heaps),
        }
    }
}

/// The rules of a built-in game, one a line, but for those that begin with one of some texts.
pub(super) fn rules_without(game: &str, left_out: &[&str]) -> String {
    let rules = Builtin::named(game).expect("the game is built in").rules;
    let sheet = Rulesheet::parse(game, rules.as_bytes()).expect("built-in rules are sound").to_string();
    let kept = |rule: &&str| !left_out.iter().any(|begin| rule.starts_with(begin));
    sheet.lines().filter(kept).flat_map(|rule| [rule, "\n"]).collect()
}

/// The facts that each of these numbers is followed by the next.
pub(super) fn chain(relation: &str, numbers: RangeInclusive<u32>) -> String {
    let (first, last) = numbers.into_inner();
    (first..last).map(|number| format!("({relation} {number} {})\n", number + 1)).collect()
}
