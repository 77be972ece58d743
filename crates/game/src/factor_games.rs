use circuit::Composition;
use rustc_hash::FxHashMap;

use crate::Game;

/// A game of some type that is owned.
pub type BoxedGame<S, M> = Box<dyn Game<State = S, Move = M> + Send>;

/// The independent puzzles that a game of one role consists of, its [factors](circuit::Factors), as games.
pub struct FactorGames<S, M> {
    /// The factors, at least two.
    pub factors: Vec<FactorGame<S, M>>,
    /// How moves are made of actions in the factors.
    pub moves: Composition,
}

/// A factor as a game of one role.
///
/// Its states are of the type of the whole game's, but are its own: those that it
/// [makes](crate::Planning::states) of the fluents of a state of the whole game, of which it only looks at
/// the factor's and at what is shared. Its moves are moves of the whole game, one for each action in the
/// factor. A state pays 100 if the factor has done its part for the greatest goal, else 0.
///
/// Whether plans of factors make a plan of the whole game is to be found out by making its moves: when the
/// game is over may depend on all factors.
pub struct FactorGame<S, M> {
    /// The game that is over when the factor has done its part for the greatest goal, or there is nothing
    /// left to do.
    pub to_goal: BoxedGame<S, M>,
    /// The game that goes on then; it is over where the whole game is over, whatever the other factors are.
    pub beyond: BoxedGame<S, M>,
    actions: FxHashMap<M, u32>,
}

impl<S, M: Copy + Eq + std::hash::Hash> FactorGame<S, M> {
    /// A factor with the number of the action that each move of the whole game is.
    pub(crate) fn new(
        to_goal: BoxedGame<S, M>,
        beyond: BoxedGame<S, M>,
        actions: impl IntoIterator<Item = (M, u32)>,
    ) -> Self {
        Self { to_goal, beyond, actions: actions.into_iter().collect() }
    }

    /// The number of the action that a move of the whole game is in the factor; none if it is none.
    pub fn action(&self, mov: M) -> Option<u32> {
        self.actions.get(&mov).copied()
    }
}
