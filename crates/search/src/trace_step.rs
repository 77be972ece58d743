use serde::{Deserialize, Serialize};

use crate::{CutKind, Dominance};

/// One step of a search, as it is written to a file. Nodes are those of the [`Trace`](crate::Trace), by their
/// numbers; an infinite end of a window is none.
///
/// Steps in nodes beyond the recorder's limit are not recorded.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Step))]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum TraceStep {
    /// Iterative deepening begins another iteration: the nodes' earlier values no longer count.
    Iteration {
        /// Plies it looks ahead.
        depth: u32,
    },
    /// It enters a node.
    Enter {
        /// The node.
        node: usize,
        /// The lower end of its window.
        alpha: Option<f64>,
        /// The upper end of its window.
        beta: Option<f64>,
    },
    /// The node is terminal or evaluated.
    Leaf {
        /// The node.
        node: usize,
        /// Its value.
        value: f64,
    },
    /// The transposition table has the node's value.
    Recall {
        /// The node.
        node: usize,
        /// Its value.
        value: f64,
    },
    /// The value and the window of a node changed after a child.
    Update {
        /// The node.
        node: usize,
        /// Its value so far.
        value: f64,
        /// The lower end of its window.
        alpha: Option<f64>,
        /// The upper end of its window.
        beta: Option<f64>,
    },
    /// Children of a node are cut.
    Cut {
        /// The node.
        node: usize,
        /// How many children.
        remaining: usize,
        /// Which comparison of value and bound holds.
        kind: CutKind,
        /// The node's value so far.
        value: f64,
        /// The bound that it has reached.
        bound: f64,
    },
    /// The payoff vectors of a node are known.
    Payoffs {
        /// The node.
        node: usize,
        /// The vectors, a number per role in each.
        vectors: Vec<Vec<f64>>,
    },
    /// The payoffs of a sibling dominate those of a node for the role that moves in their parent, where the
    /// search is.
    Dominated {
        /// The node.
        node: usize,
        /// The sibling.
        by: usize,
        /// Whether by strong or by weak dominance only.
        kind: Dominance,
    },
    /// Playouts from the node, or from below it, ended.
    Playouts {
        /// The node.
        node: usize,
        /// How many.
        count: u64,
        /// What they paid each role together.
        goals: Vec<f64>,
    },
    /// The search came through the node to payoffs that it knew without a playout.
    ProvenVisits {
        /// The node.
        node: usize,
        /// How many visits that counts for.
        count: u64,
        /// What they paid each role together.
        goals: Vec<f64>,
    },
    /// The statistics of a move changed.
    BackUp {
        /// The node.
        node: usize,
        /// The move's place among the node's `moves`.
        #[serde(rename = "move")]
        mov: usize,
        /// Its visits.
        visits: u64,
        /// The mean goal of the role that makes the move.
        mean: f64,
    },
    /// It leaves the node.
    Leave {
        /// The node.
        node: usize,
        /// The value it returns; of a Monte Carlo search the mean of the node, none if no result came
        /// through it.
        value: Option<f64>,
    },
}

impl TraceStep {
    /// The node that it is about, if it is about one.
    pub(crate) fn node(&self) -> Option<usize> {
        match *self {
            Self::Iteration { .. } => None,
            Self::Enter { node, .. }
            | Self::Leaf { node, .. }
            | Self::Recall { node, .. }
            | Self::Update { node, .. }
            | Self::Cut { node, .. }
            | Self::Payoffs { node, .. }
            | Self::Dominated { node, .. }
            | Self::Playouts { node, .. }
            | Self::ProvenVisits { node, .. }
            | Self::BackUp { node, .. }
            | Self::Leave { node, .. } => Some(node),
        }
    }
}
