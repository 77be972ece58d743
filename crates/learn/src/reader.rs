use std::sync::Arc;

use game::StateStructure;
use rustc_hash::FxHashMap;

use crate::Learned;
use crate::features::Lookup;

/// A learned evaluation as it reads the states of a game, whose fluents may have other numbers than those it was learned of.
#[derive(Clone, Debug)]
pub struct Reader {
    learned: Arc<Learned>,
    lookup: Lookup,
    places: Vec<u32>,
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
    pub fn new(learned: Arc<Learned>, structure: &StateStructure, roles: usize) -> Result<Self, Mismatch> {
        let name = || learned.game.clone();
        if learned.roles != roles {
            return Err(Mismatch::Roles { learned: name(), roles: learned.roles, found: roles });
        }
        let of_game: FxHashMap<&str, u32> = structure.fluents.iter().map(String::as_str).zip(0..).collect();
        let known: FxHashMap<&str, u32> = learned.fluents.iter().map(String::as_str).zip(0..).collect();
        if let Some(fluent) = structure.fluents.iter().find(|fluent| !known.contains_key(fluent.as_str())) {
            return Err(Mismatch::Fluent { learned: name(), fluent: fluent.clone() });
        }
        let numbers: Vec<u32> =
            learned.fluents.iter().filter_map(|fluent| of_game.get(fluent.as_str()).copied()).collect();
        if numbers.len() < learned.fluents.len() {
            return Err(Mismatch::Fewer { learned: name(), more: learned.fluents.len() - numbers.len() });
        }
        let lookup = Lookup::new(&learned.evaluation.features().renumbered(&numbers));
        Ok(Self { learned, lookup, places: Vec::new() })
    }

    /// The value of a state for a role, from 0 to 1.
    pub fn value(&mut self, bits: &[u64], role: usize) -> f32 {
        self.lookup.places(bits, &mut self.places);
        self.learned.evaluation.value_at(&self.places, role)
    }
}
