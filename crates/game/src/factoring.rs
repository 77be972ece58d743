use circuit::Composition;
use gdl::{Interrupt, Interrupted};
use rustc_hash::FxHashMap;

use crate::Encoding;

/// The factors of a game of any number of roles, for a search that looks at each of them. `S` is the game's
/// state and `M` its move.
pub trait Factoring<S, M>: Encoding<S> {
    /// The factors that the game consists of; none if it is one game, or that is not known.
    ///
    /// # Errors
    /// If it is interrupted before they are known.
    fn factor_actions(&self, interrupt: &Interrupt<'_>) -> Result<Option<FactorActions<M>>, Interrupted>;
}

/// How states and moves of a game divide among its [factors](circuit::Factors).
#[derive(Clone, Debug)]
pub struct FactorActions<M> {
    /// The fluents that every factor may read, as [bits](Encoding::bits).
    pub shared: Vec<u64>,
    /// The factors, at least two.
    pub factors: Vec<FactorOfMoves<M>>,
    /// How moves are made of actions in the factors.
    pub moves: Composition,
}

/// A factor, with the action that each move is in it.
#[derive(Clone, Debug)]
pub struct FactorOfMoves<M> {
    /// Its fluents, as [bits](Encoding::bits), without the shared ones.
    pub fluents: Vec<u64>,
    actions: Vec<FxHashMap<M, u32>>,
}

impl<M: Copy + Eq + std::hash::Hash> FactorOfMoves<M> {
    /// A factor of these fluents; `actions` holds for each role its moves that are actions, with the numbers
    /// of these.
    pub(crate) fn new(fluents: Vec<u64>, actions: Vec<FxHashMap<M, u32>>) -> Self {
        Self { fluents, actions }
    }

    /// The moves of a role that are actions in the factor, in no particular order.
    pub fn moves(&self, role: usize) -> impl Iterator<Item = M> {
        self.actions[role].keys().copied()
    }

    /// The number of the action that a role's move is in the factor; none if it is none. Moves that are the
    /// same action do the same in the factor.
    pub fn action(&self, role: usize, mov: M) -> Option<u32> {
        self.actions[role].get(&mov).copied()
    }
}
