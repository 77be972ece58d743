//! The circuit of rules says what the reasoner says.

use game::{EngineComparison, Rules, compare_engines};
use gdl::{Interrupt, Rulesheet};

use crate::limits::{self, Patience};
use crate::{Form, Property, parser, rng};

pub(crate) const PROPERTY: Property = Property {
    name: "engines_agree",
    what: "Reasoner and circuit agree on fluents, moves, endings, goals and percepts of all states of random plays",
    holds,
    form: Form::Text(parser::WORDS),
    tested: 30_000,
    borrows: &["checked_rules"],
};

/// Random plays of each rulesheet, and the plies of one.
const PLAYS: usize = 2;
const PLIES: usize = 6;

fn holds(bytes: &[u8]) {
    let patience = Patience::of(1_000);
    let go_on = || patience.left();
    let interrupt = Interrupt::unless(&go_on);
    let Ok(sheet) = Rulesheet::parse_while("rules", bytes, limits::PARSE, &interrupt) else { return };
    let Ok(rules) = Rules::within_while(&sheet, limits::LOGIC, &limits::GROUND, &interrupt) else { return };
    if rules.compiled().is_ok() {
        let mut rng = rng::of_input(bytes);
        for _ in 0..PLAYS {
            // Where the reasoner gives no answer within the limits, there is nothing to compare.
            if let Ok(EngineComparison::Different(how)) = compare_engines(&rules, PLIES, &mut rng) {
                panic!("{how}");
            }
        }
    }
}
