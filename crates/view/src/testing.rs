//! Rulesheets for this crate's tests.

use game::NamedGame;
use gdl::Rulesheet;

/// The rulesheet of a built-in game or family.
pub(crate) fn sheet(name: &str) -> Rulesheet {
    Rulesheet::parse(name, NamedGame::find(name).unwrap().rules.as_bytes()).unwrap()
}
