use std::ops::RangeInclusive;

use crate::{Fault, Game, Goal, Pieces, players};

/// What is known of a game's states beyond the rules' answers. `S` is the game's state.
pub trait Knowledge<S>: Sync {
    /// The one of all states that are like `state` up to a symmetry of the game that stands for all of
    /// them; none if no symmetry is known. It has the same payoffs, and the same number of legal moves for
    /// each role.
    fn canonical(&self, _state: &S) -> Option<S> {
        None
    }

    /// The pieces on the board, if the game is played on a board of columns and rows.
    fn pieces(&self, _state: &S) -> Option<Pieces> {
        None
    }

    /// How near to its goal `role` is in `state`, from 0 to 1, as far as the text of the rules tells: the
    /// goal's conditions read as fuzzy logic. None of a game without rules to read.
    fn goal_proximity(&self, _state: &S, _role: usize) -> Option<f64> {
        None
    }

    /// The role whose turn it is, though its move may be forced; none if the rules do not tell.
    fn mover(&self, _state: &S) -> Option<usize> {
        None
    }

    /// Whether the rules give the goal range, so that a search may start from it. Not so where it is worked
    /// out from the leaves themselves, as in an explicit tree: a search that started from it would know
    /// leaves which it has not visited.
    fn gives_goal_range(&self) -> bool {
        true
    }

    /// The value that the game itself gives to `role` in a `state` that is not terminal; none if the game
    /// gives values to no such state.
    ///
    /// # Errors
    /// If the game is one that gives such values, but none to this state.
    fn static_value(&self, _state: &S, _role: usize) -> Result<Option<Goal>, Fault> {
        Ok(None)
    }

    /// Bounds on the sum of all players' payoffs in any terminal state, if any are known that are narrower
    /// than what the goal range says. A game of constant sum has the same number twice.
    fn goal_sums(&self) -> Option<RangeInclusive<Goal>> {
        None
    }
}

/// The knowledge of a game of which nothing is known.
pub(crate) struct NoKnowledge;

impl<S> Knowledge<S> for NoKnowledge {}

/// Bounds on the sum of all players' payoffs in any terminal state: those that the game knows, else what its
/// goal range says.
pub fn goal_sums<G: Game>(game: &G) -> RangeInclusive<Goal> {
    game.knowledge().goal_sums().unwrap_or_else(|| {
        let (range, roles) = (game.goal_range(), players(game).count() as Goal);
        range.start().saturating_mul(roles)..=range.end().saturating_mul(roles)
    })
}

/// The sum of all players' payoffs, if it is known to be the same in every terminal state.
pub fn constant_sum<G: Game>(game: &G) -> Option<Goal> {
    let sums = goal_sums(game);
    (sums.start() == sums.end()).then(|| *sums.start())
}
