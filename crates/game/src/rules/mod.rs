mod answers;
mod batch;
mod cached;
mod compiled;
mod encoding;
mod factoring;
mod knowledge;
mod pieces;
mod planning;
mod played;
mod proximity;
mod reasoned;
mod together;
mod uncertainty;

use std::fmt;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use circuit::{CanonicalForm, Circuit, Factors, Packed};
use gdl::{Interrupt, Interrupted, Rulesheet, Source};
use logic::{GroundLimits, Limits, LogicError, Reasoner};

use crate::{CacheError, StateStructure};
use answers::Engine;
use pieces::PieceMap;

pub use answers::RulesState;
pub use compiled::{Compiled, NoCircuit};
pub use gdl::CHANCE;
pub use uncertainty::Information;

/// The game that a rulesheet describes, played on its circuit, or by the reasoner where it has none.
///
/// A terminal state that gives a role no goal pays it 0, and one that gives it several pays the least of
/// them: search needs a number, and may not gain from a mistake in the rules. Of such a state there is a
/// [`remark`](crate::Notation::remark).
///
/// Rules are not changed by being asked. What may take long (symmetries, bounds on the sums of goals) is
/// worked out when they are made; the board, the canonical form and the factors, when somebody first asks for
/// them, and are the same whoever asks.
pub struct Rules {
    source: Source,
    reasoner: Arc<Reasoner>,
    roles: Vec<String>,
    /// The number of the role of chance.
    chance: Option<usize>,
    compiled: Result<Compiled, NoCircuit>,
    /// What was wrong with the cache that it was looked for in.
    cache_errors: Vec<CacheError>,
    /// The board, found when somebody first asks for pieces.
    pieces: OnceLock<Option<PieceMap>>,
    /// How states are encoded, worked out when somebody first asks.
    structure: OnceLock<StateStructure>,
    /// The canonical form, found when somebody first asks for it.
    canonical_form: OnceLock<Option<CanonicalForm>>,
    /// The factors, found when somebody first asks for them.
    factors: OnceLock<Option<Factors>>,
    /// The circuit of packed states, compiled when somebody first asks for it.
    packed: OnceLock<Option<Arc<Packed>>>,
}

impl Rules {
    /// The time in which the game of a rulesheet is made by default.
    pub const TIME: Duration = Duration::from_secs(30);

    /// The game of a rulesheet, within the default limits: on its circuit, if it can have one, else by the
    /// reasoner. [`compiled`](Self::compiled) tells which, and why.
    ///
    /// # Errors
    /// If the initial state cannot be worked out within the limits.
    pub fn new(sheet: &Rulesheet) -> Result<Self, LogicError> {
        Self::within(sheet, Limits::default(), &GroundLimits::default())
    }

    /// The game of a rulesheet, made in [`TIME`](Self::TIME). A limit on questions that is exceeded later
    /// becomes the [`fault`](crate::Game::fault) of the state that was asked about; one on grounding leaves
    /// the game to the reasoner.
    ///
    /// # Errors
    /// If the initial state cannot be worked out within the limits.
    pub fn within(sheet: &Rulesheet, limits: Limits, ground: &GroundLimits) -> Result<Self, LogicError> {
        Self::within_while(sheet, limits, ground, &Interrupt::after(Self::TIME))
    }

    /// The game of a rulesheet as [`within`](Self::within) makes it, until it is interrupted: then the
    /// reasoner plays.
    ///
    /// # Errors
    /// If the initial state cannot be worked out within the limits, or before it is interrupted.
    pub fn within_while(
        sheet: &Rulesheet,
        limits: Limits,
        ground: &GroundLimits,
        interrupt: &Interrupt<'_>,
    ) -> Result<Self, LogicError> {
        let mut rules = Self::reasoned_while(sheet, limits, interrupt)?;
        rules.compiled = Compiled::new(sheet, &rules.reasoner, ground, interrupt, None);
        Ok(rules)
    }

    /// The game of a rulesheet, played by the reasoner.
    ///
    /// # Errors
    /// If the initial state cannot be worked out within the limits.
    pub fn reasoned(sheet: &Rulesheet, limits: Limits) -> Result<Self, LogicError> {
        Self::reasoned_while(sheet, limits, &Interrupt::after(Self::TIME))
    }

    /// The game of a rulesheet, played by the reasoner, if it is made before it is interrupted.
    ///
    /// # Errors
    /// If the initial state cannot be worked out within the limits, or before it is interrupted.
    pub fn reasoned_while(
        sheet: &Rulesheet,
        limits: Limits,
        interrupt: &Interrupt<'_>,
    ) -> Result<Self, LogicError> {
        let reasoner = Reasoner::new_while(sheet, limits, interrupt)?;
        let roles: Vec<String> = reasoner.roles().iter().map(|&role| reasoner.text(role)).collect();
        let chance = reasoner.chance();
        Ok(Self {
            source: sheet.source().clone(),
            reasoner: Arc::new(reasoner),
            roles,
            chance,
            compiled: Err(NoCircuit::Unwanted),
            cache_errors: Vec::new(),
            pieces: OnceLock::new(),
            structure: OnceLock::new(),
            canonical_form: OnceLock::new(),
            factors: OnceLock::new(),
            packed: OnceLock::new(),
        })
    }

    /// A game of the same terms that another circuit plays, of which nothing is worked out yet.
    fn with_compiled(&self, compiled: Compiled) -> Self {
        Self {
            source: self.source.clone(),
            reasoner: Arc::clone(&self.reasoner),
            roles: self.roles.clone(),
            chance: self.chance,
            compiled: Ok(compiled),
            cache_errors: Vec::new(),
            pieces: OnceLock::new(),
            structure: OnceLock::new(),
            canonical_form: OnceLock::new(),
            factors: OnceLock::new(),
            packed: OnceLock::new(),
        }
    }

    /// A game of the same fluents and moves that another circuit plays, of a factor of this one.
    fn with_circuit(&self, circuit: Circuit) -> Self {
        Self {
            // Neither is anybody's question about a factor.
            canonical_form: OnceLock::from(None),
            factors: OnceLock::from(None),
            ..self.with_compiled(self.circuit().with_circuit(circuit))
        }
    }

    /// The text of the rulesheet, with the name that diagnostics call it by.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The reasoner, which knows the terms, and plays the game if nothing else does.
    pub fn reasoner(&self) -> &Reasoner {
        &self.reasoner
    }

    /// The circuit that plays the game.
    ///
    /// # Errors
    /// If the reasoner plays it: why.
    pub fn compiled(&self) -> Result<&Compiled, &NoCircuit> {
        self.compiled.as_ref()
    }

    /// How many symmetries of the game are known, that which changes nothing included;
    /// [`canonical`](crate::Knowledge::canonical) is about them. Only a game that is played on its circuit
    /// has others.
    pub fn symmetries(&self) -> usize {
        self.compiled.as_ref().map_or(1, |compiled| compiled.symmetries().count())
    }

    /// The rules in a form that depends neither on names nor on orders. None if the game is not played on
    /// its circuit, or the rules are too long or too hard to put into that form, which
    /// [`CanonicalForm::new`] defines.
    ///
    /// # Errors
    /// If it is interrupted before the form is known. Then it is worked out when somebody asks again.
    pub fn canonical_form(&self, interrupt: &Interrupt<'_>) -> Result<Option<&CanonicalForm>, Interrupted> {
        if let Some(known) = self.canonical_form.get() {
            return Ok(known.as_ref());
        }
        let grounding = match &self.compiled {
            Ok(compiled) => compiled.grounding(&self.reasoner, interrupt)?,
            Err(_) => None,
        };
        let form = match grounding {
            Some(grounding) => CanonicalForm::new(&grounding, &self.reasoner, interrupt)?,
            None => None,
        };
        Ok(self.canonical_form.get_or_init(|| form).as_ref())
    }

    /// The independent games that this one consists of; fluents and moves have the numbers of the
    /// [circuit](Self::compiled). None if it is one game, is not played on its circuit, or its rules are too
    /// long to tell.
    ///
    /// # Errors
    /// If it is interrupted before they are known. Then they are worked out when somebody asks again.
    pub fn factors(&self, interrupt: &Interrupt<'_>) -> Result<Option<&Factors>, Interrupted> {
        if let Some(known) = self.factors.get() {
            return Ok(known.as_ref());
        }
        let factors =
            self.compiled.as_ref().map_or(Ok(None), |compiled| compiled.circuit().factors(interrupt))?;
        Ok(self.factors.get_or_init(|| factors).as_ref())
    }

    /// The board, if there is one.
    fn piece_map(&self) -> Option<&PieceMap> {
        let initial = self.reasoner.initial().fluents();
        let find = || match &self.compiled {
            Ok(compiled) => PieceMap::of_possible(&self.reasoner, &self.roles, compiled.fluents(), initial),
            Err(_) => PieceMap::of_initial(&self.reasoner, &self.roles, initial),
        };
        self.pieces.get_or_init(find).as_ref()
    }
}

impl fmt::Debug for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rules").field("roles", &self.roles).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
