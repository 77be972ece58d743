use std::time::Duration;

use game::{Encoding, Game, Interrupt, StateStructure};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::evaluation::{Rounded, sigmoid};
use crate::features::Lookup;
use crate::learner::is_mirrored;
use crate::nearby::Nearby;
use crate::sight::Sight;
use crate::{Learned, RulesHash};

/// A learned evaluation as it reads the states of a game, whose fluents may have other numbers than those it
/// was learned of.
#[derive(Clone, Debug)]
pub struct Reader {
    lookup: Lookup,
    /// For each role of the game its number in the evaluation.
    roles: Vec<usize>,
    outputs: usize,
    rounded: Rounded,
    nearby: Nearby<i32>,
    sight: Sight,
    /// What is seen of the state that was asked about last.
    bits: Vec<u64>,
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
    /// The rules are others, whatever they are called.
    #[error("it was learned of {learned}, whose rules are others; learn one of this game")]
    Rules {
        /// The game it was learned of.
        learned: String,
    },
    /// It has one value for both roles, which their payoffs do not allow.
    #[error(
        "it has one value for both roles of {learned}, whose payoffs do not mirror each other; learn a new one"
    )]
    Values {
        /// The game it was learned of.
        learned: String,
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

/// The longest that it is looked for what rules are known by.
const HASHING: Duration = Duration::from_secs(5);

/// What corresponds in the game at hand to what an evaluation was learned of.
pub(crate) struct Counterparts {
    /// For each fluent of the evaluation the number that it has in the game.
    pub(crate) fluents: Vec<u32>,
    /// For each role of the game its number in the evaluation.
    pub(crate) roles: Vec<usize>,
}

impl Reader {
    /// The evaluation as it reads the states of a game.
    ///
    /// # Errors
    /// If it was learned of other rules. If it tells what its rules are known by, these must be the same,
    /// whatever they call things; else, or if that is not found out about the game within some seconds, roles
    /// and fluents must be the same.
    pub fn new<S>(learned: &Learned, encoding: &dyn Encoding<S>, roles: usize) -> Result<Self, Mismatch> {
        let Counterparts { fluents, roles } = learned.counterparts(encoding, roles)?;
        let features = learned.evaluation.features().renumbered(&fluents, &roles);
        Ok(Self {
            lookup: Lookup::new(&features),
            sight: features.sight,
            bits: Vec::new(),
            roles,
            outputs: learned.evaluation.outputs(),
            rounded: learned.rounded().clone(),
            nearby: Nearby::default(),
        })
    }

    /// The value of a state for a role, from 0 to 1; `encoding` is that of the game. Of states that are much
    /// alike, asked about one after another, only the differences are looked up.
    pub fn value<S>(&mut self, encoding: &dyn Encoding<S>, state: &S, role: usize) -> f32 {
        self.look(encoding, state);
        let (output, sign) = self.output(role);
        let Self { lookup, outputs, rounded: Rounded { weights, unit }, nearby, bits, .. } = self;
        let weight = |place: usize| weights.get(place).map_or(0, |&weight| i32::from(weight));
        let sum = nearby.sum(lookup, *outputs, bits, output, weight);
        let value = sigmoid(sum as f32 * *unit);
        if sign > 0.0 { value } else { 1.0 - value }
    }

    /// Sees a state.
    pub(crate) fn look<S>(&mut self, encoding: &dyn Encoding<S>, state: &S) {
        self.sight.read(encoding, state, &mut self.bits);
    }

    /// What was seen last.
    pub(crate) fn bits(&self) -> &[u64] {
        &self.bits
    }

    pub(crate) fn lookup(&self) -> &Lookup {
        &self.lookup
    }

    /// The number of the weights of a role, and the sign that they have for it: the second role may have what
    /// the first lacks.
    pub(crate) fn output(&self, role: usize) -> (usize, f64) {
        let role = self.roles[role];
        if role < self.outputs { (role, 1.0) } else { (0, -1.0) }
    }

    /// The weight of a place for an output.
    pub(crate) fn weight(&self, place: u32, output: usize) -> f32 {
        let Rounded { weights, unit } = &self.rounded;
        weights.get(place as usize * self.outputs + output).map_or(0.0, |&weight| f32::from(weight) * unit)
    }
}

impl Learned {
    /// Whether it was learned of the game of these states.
    ///
    /// # Errors
    /// If it was not, as [`Reader::new`] tells.
    pub fn check<G: Game>(&self, game: &G, encoding: &dyn Encoding<G::State>) -> Result<(), Mismatch> {
        self.counterparts(encoding, game.roles())?;
        // Earlier versions learned so.
        let fits = self.evaluation.outputs() == self.roles || is_mirrored(game);
        fits.then_some(()).ok_or_else(|| Mismatch::Values { learned: self.game.clone() })
    }

    /// What corresponds to what it was learned of in the game of these states.
    ///
    /// # Errors
    /// If it was learned of other rules, as [`Reader::new`] tells.
    pub(crate) fn counterparts<S>(
        &self,
        encoding: &dyn Encoding<S>,
        roles: usize,
    ) -> Result<Counterparts, Mismatch> {
        let name = || self.game.clone();
        if self.roles != roles {
            return Err(Mismatch::Roles { learned: name(), roles: self.roles, found: roles });
        }
        let form =
            self.rules.as_ref().zip(encoding.canonical_form(&Interrupt::after(HASHING)).ok().flatten());
        let Some((own, form)) = form else {
            let fluents = self.fluents_by_name(encoding.structure())?;
            return Ok(Counterparts { fluents, roles: (0..roles).collect() });
        };
        let other = RulesHash::from(form);
        if own.hash != other.hash || own.fluents.len() != other.fluents.len() {
            return Err(Mismatch::Rules { learned: name() });
        }
        let fluent_of = inverse(&other.fluents);
        let role_of = inverse(&own.roles);
        Ok(Counterparts {
            fluents: own.fluents.iter().map(|&number| fluent_of[number as usize] as u32).collect(),
            roles: other.roles.iter().map(|&number| role_of[number as usize]).collect(),
        })
    }

    /// For each fluent the number that it has in this structure.
    fn fluents_by_name(&self, structure: &StateStructure) -> Result<Vec<u32>, Mismatch> {
        let name = || self.game.clone();
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

/// The place of each number in a permutation.
fn inverse(numbers: &[u32]) -> Vec<usize> {
    let mut places = vec![0; numbers.len()];
    for (place, &number) in numbers.iter().enumerate() {
        places[number as usize] = place;
    }
    places
}
