use game::StateStructure;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Learned;
use crate::evaluation::{Rounded, sigmoid};
use crate::features::Lookup;
use crate::nearby::Nearby;

/// A learned evaluation as it reads the states of a game, whose fluents may have other numbers than those it was learned of.
#[derive(Clone, Debug)]
pub struct Reader {
    lookup: Lookup,
    outputs: usize,
    rounded: Rounded,
    nearby: Nearby<i32>,
}

/// Why an evaluation is not one of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Mismatch {
    /// The game has another number of roles.
    #[error(
        "it was learned of {learned}, a game of {roles} roles, and this one has {found}; learn one of this game"
    )]
    Roles {
        /// The game it was learned of.
        learned: String,
        /// How many roles that has.
        roles: usize,
        /// How many the game has.
        found: usize,
    },
    /// The game has a fluent that the other does not have.
    #[error("it was learned of {learned}, which has no {fluent}; learn one of this game")]
    Fluent {
        /// The game it was learned of.
        learned: String,
        /// The fluent.
        fluent: String,
    },
    /// The game lacks fluents.
    #[error("it was learned of {learned}, which has {more} more fluents; learn one of this game")]
    Fewer {
        /// The game it was learned of.
        learned: String,
        /// How many fluents are missing.
        more: usize,
    },
}

impl Reader {
    /// The evaluation as it reads states of this structure.
    ///
    /// # Errors
    /// If it was learned of other rules, as far as roles and fluents tell.
    pub fn new(learned: &Learned, structure: &StateStructure, roles: usize) -> Result<Self, Mismatch> {
        let numbers = learned.numbers(structure, roles)?;
        Ok(Self {
            lookup: Lookup::new(&learned.evaluation.features().renumbered(&numbers)),
            outputs: learned.evaluation.outputs(),
            rounded: learned.rounded().clone(),
            nearby: Nearby::default(),
        })
    }

    /// The value of a state for a role, from 0 to 1. Of states that are much alike, asked about one after another, only the differences are looked up.
    pub fn value(&mut self, bits: &[u64], role: usize) -> f32 {
        let Self { lookup, outputs, rounded: Rounded { weights, unit }, nearby } = self;
        let output = if role < *outputs { role } else { 0 };
        let weight = |place: usize| weights.get(place).map_or(0, |&weight| i32::from(weight));
        let sum = nearby.sum(lookup, *outputs, bits, output, weight);
        let value = sigmoid(sum as f32 * *unit);
        if role < *outputs { value } else { 1.0 - value }
    }
}

impl Learned {
    /// Whether it was learned of states of this structure.
    ///
    /// # Errors
    /// If it was learned of other rules, as far as roles and fluents tell.
    pub fn check(&self, structure: &StateStructure, roles: usize) -> Result<(), Mismatch> {
        self.numbers(structure, roles).map(|_| ())
    }

    /// For each fluent the number that it has in this structure.
    fn numbers(&self, structure: &StateStructure, roles: usize) -> Result<Vec<u32>, Mismatch> {
        let name = || self.game.clone();
        if self.roles != roles {
            return Err(Mismatch::Roles { learned: name(), roles: self.roles, found: roles });
        }
        let of_game: FxHashMap<&str, u32> = structure.fluents.iter().map(String::as_str).zip(0..).collect();
        let known: FxHashSet<&str> = self.fluents.iter().map(String::as_str).collect();
        if let Some(fluent) = structure.fluents.iter().find(|fluent| !known.contains(fluent.as_str())) {
            return Err(Mismatch::Fluent { learned: name(), fluent: fluent.clone() });
        }
        let numbers: Vec<u32> =
            self.fluents.iter().filter_map(|fluent| of_game.get(fluent.as_str()).copied()).collect();
        if numbers.len() < self.fluents.len() {
            return Err(Mismatch::Fewer { learned: name(), more: self.fluents.len() - numbers.len() });
        }
        Ok(numbers)
    }
}
