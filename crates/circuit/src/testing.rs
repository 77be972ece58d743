//! Grounded rules and circuits of rulesheets, for tests.

use gdl::Rulesheet;
use logic::{GroundLimits, Grounding, Limits, Reasoner};

use crate::Circuit;

/// The rules of a built-in game.
pub(crate) fn built_in(name: &str) -> String {
    let path = format!("{}/../../games/{name}.kif", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Rules without variables, and what their numbers stand for.
pub(crate) fn grounded(rules: &str) -> (Grounding, Reasoner) {
    let sheet = Rulesheet::parse("test.kif", rules.as_bytes()).unwrap();
    let reasoner = Reasoner::new(&sheet, Limits::default()).unwrap();
    (Grounding::new(&sheet, &reasoner, &GroundLimits::default()).unwrap(), reasoner)
}

/// The circuit of rules.
pub(crate) fn circuit_of(rules: &str) -> Circuit {
    let (grounding, reasoner) = grounded(rules);
    Circuit::new(&grounding, &reasoner).unwrap()
}
