//! Rules that pass the checks can be evaluated: every question has an answer, or an error that says why not.

use gdl::{Interrupt, Rulesheet};
use logic::{LogicError, Reasoner, State};
use rand::RngExt;

use crate::limits::{self, Patience};
use crate::{Form, Property, parser, rng};

pub(crate) const PROPERTY: Property = Property {
    name: "checked_rules",
    what: "The reasoner answers every question about states of random play on rules that pass the checks, or says why not",
    holds,
    form: Form::Text(parser::WORDS),
    tested: 60_000,
    borrows: &["engines_agree"],
};

/// Plies of a random play.
const PLIES: usize = 8;

fn holds(bytes: &[u8]) {
    let patience = Patience::of(2_000);
    let go_on = || patience.left();
    let interrupt = Interrupt::unless(&go_on);
    let Ok(sheet) = Rulesheet::parse_while("rules", bytes, limits::PARSE, &interrupt) else { return };
    match Reasoner::new_while(&sheet, limits::LOGIC, &interrupt).and_then(|reasoner| play(&reasoner, bytes)) {
        Ok(()) => {}
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fn play(reasoner: &Reasoner, bytes: &[u8]) -> Result<(), LogicError> {
    let mut rng = rng::of_input(bytes);
    let mut state: State = reasoner.initial().clone();
    for _ in 0..PLIES {
        let mut view = reasoner.view(&state);
        let roles = 0..reasoner.roles().len();
        let legal = view.legal_of_all()?;
        for role in roles.clone() {
            assert_eq!(view.legal(role)?, legal[role], "the moves of one role and of all");
            let texts: Vec<String> = legal[role].iter().map(|&mov| reasoner.text(mov)).collect();
            assert!(texts.is_sorted_by(|a, b| a < b), "moves are sorted, and each is there once: {texts:?}");
        }
        assert_eq!(view.goals()?.len(), roles.len());
        if view.terminal()? || legal.iter().any(Vec::is_empty) {
            break;
        }
        let joint: Vec<_> = legal.iter().map(|moves| moves[rng.random_range(0..moves.len())]).collect();
        for role in roles {
            view.percepts(&joint, role)?;
        }
        let next = view.next(&joint)?;
        // It is the same whoever asks, and when.
        assert_eq!(reasoner.view(&state).next(&joint)?, next);
        drop(view);
        state = next;
    }
    Ok(())
}
