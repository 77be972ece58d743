use game::Game;

use crate::Budget;
use crate::key::{Key, words};

/// Whether a search looks one ply ahead, then two and so on, or at once as far as it may.
///
/// A search that deepens always has a move to give: the best one of the last iteration, or of the moves that
/// the iteration under way has completed, of which that move is the first. The last iteration that comes to
/// its end is the very search to that depth, except that of several best moves it keeps the one of the
/// iteration before. It ends with the iteration that meets no state at its depth limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deepen {
    /// It deepens if playouts, states or time are bounded. Not on an explicit tree, most of whose inner nodes
    /// have no value.
    Auto,
    /// It deepens.
    Always,
    /// It does not. If its budget ends it, it has the best of the moves that it has completed, if any.
    Never,
}

words!(Deepen { "auto" => Auto, "always" => Always, "never" => Never });

pub(crate) const DEEPEN: Key<Deepen> = Key::choice(
    "deepen",
    "iterative deepening: never, always, or where playouts, nodes or time are bounded, except on explicit trees (auto)",
);

impl Deepen {
    /// Whether a search of `game` within `budget` deepens.
    pub(super) fn applies<G: Game>(self, game: &G, budget: &Budget) -> bool {
        match self {
            // Only of an explicit tree the goal range is not given.
            Self::Auto => budget.ends() && game.knowledge().gives_goal_range(),
            Self::Always => true,
            Self::Never => false,
        }
    }
}

#[cfg(test)]
mod tests;
