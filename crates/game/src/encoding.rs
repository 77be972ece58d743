use std::sync::Arc;

use circuit::{GoalBounds, Packed};
use gdl::{Interrupt, Interrupted};

use crate::{CanonicalForm, Variable};

/// States as bits, and what the rules tell of these: what an evaluation is learned about. `S` is the
/// game's state.
pub trait Encoding<S>: Sync {
    /// The fluents that hold in a state, as bits: fluent `f` is bit `f % 64` of word `f / 64`.
    fn bits<'s>(&self, state: &'s S) -> &'s [u64];

    /// How many legal moves a role has in a state that is not terminal.
    fn mobility(&self, state: &S, role: usize) -> usize;

    /// What a role can still get from states, as far as the rules tell by fluents that never change again;
    /// none if they tell nothing.
    fn goal_bounds(&self, _role: usize) -> Option<GoalBounds> {
        None
    }

    /// What the fluents are.
    fn structure(&self) -> &StateStructure;

    /// The rules in a form that neither names nor orders change; none if they are too long or too hard to put
    /// into it.
    ///
    /// # Errors
    /// If it is interrupted before the form is known.
    fn canonical_form(&self, _interrupt: &Interrupt<'_>) -> Result<Option<&CanonicalForm>, Interrupted> {
        Ok(None)
    }

    /// The circuit of packed states, to enumerate them; none if there is none, or states are too wide for it.
    ///
    /// # Errors
    /// If it is interrupted before it is made.
    fn packed(&self, _interrupt: &Interrupt<'_>) -> Result<Option<Arc<Packed>>, Interrupted> {
        Ok(None)
    }
}

/// The fluents of a game's states, and how they belong together. Everything is found in the grounded rules;
/// names tell nothing but which terms are equal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StateStructure {
    /// Every fluent that may ever hold, as text, by its number.
    pub fluents: Vec<String>,
    /// The parts of a state that each have one of several values, such as the cells of a board, by their
    /// first fluents.
    pub variables: Vec<Variable>,
    /// The kind of each fluent, a number: fluents of one kind mean the same of different variables, such as
    /// that there is a white pawn.
    pub kinds: Vec<u32>,
    /// Sets of a few variables that one rule reads together, such as the cells of a line or the two ends of a
    /// move: the numbers of the variables, in ascending order.
    pub together: Vec<Vec<u32>>,
    /// The symmetries of the rules but the identity: the number of each fluent's image.
    pub symmetries: Vec<Vec<u32>>,
}
