use serde::{Deserialize, Serialize};

use crate::{Label, Successor, Theory};

/// A step towards the answer of one blank.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ExerciseHint))]
#[serde(tag = "code", rename_all = "kebab-case")]
pub enum Hint {
    /// Max or min, or another player, chooses among these children.
    Chooses {
        /// Who, from 0; of two players 0 is max and 1 is min.
        player: usize,
        /// The numbers of the children.
        children: Vec<usize>,
        /// Those of them whose values have to be found first.
        first: Vec<usize>,
    },
    /// So many branches are cut, the first of them below this node.
    Cuts {
        /// How many.
        count: usize,
        /// The node; none if there is no cut.
        first_below: Option<usize>,
    },
    /// Only what these nodes above have come to narrows the window.
    WindowFrom {
        /// The nodes of max above, from the root down: their best so far makes alpha.
        max: Vec<usize>,
        /// The nodes of min above: their best so far makes beta.
        min: Vec<usize>,
    },
    /// The formula, with the numbers put in.
    UctFormula {
        /// Q, the mean of the move.
        mean: u32,
        /// n, the visits of the move.
        visits: u32,
        /// N, the visits of all moves.
        total: u32,
        /// The constant C.
        c: f64,
        /// `ln N`.
        log: f64,
    },
    /// The move with the greatest UCT value is tried, not the one with the greatest mean.
    Greatest,
    /// What the moves lead to, and whether who is then to move wins.
    Successors {
        /// The moves, but for those that lead to the same.
        moves: Vec<Successor>,
        /// A label for each of them.
        labels: Vec<Label>,
    },
    /// Look for a move after which the exclusive or is 0.
    MakeZero {
        /// What the theory says of the position.
        theory: Theory,
    },
}
