//! Rulesheets for this crate's tests.

use game::Builtin;
use gdl::Rulesheet;

/// The rulesheet of a built-in game.
pub(crate) fn sheet(name: &str) -> Rulesheet {
    Rulesheet::parse(name, Builtin::named(name).unwrap().rules.as_bytes()).unwrap()
}
