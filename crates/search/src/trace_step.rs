use serde::{Deserialize, Serialize};

use crate::CutKind;

/// One thing that a search did, as it is written to a file. Nodes are those of the [`Trace`](crate::Trace), by their numbers; an open end of a
/// window is none.
///
/// What a search does in nodes beyond the recorder's limit is not among the steps.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Step))]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum TraceStep {
    /// A search that deepens step by step begins anew: what it knew of the nodes no longer counts.
    Iteration {
        /// Plies it looks ahead.
        depth: u32,
    },
    /// It goes down to a node.
    Enter {
        /// The node.
        node: usize,
        /// The lower end of its window.
        alpha: Option<f64>,
        /// The upper end of its window.
        beta: Option<f64>,
    },
    /// The node is terminal, or judged.
    Leaf {
        /// The node.
        node: usize,
        /// Its value.
        value: f64,
    },
    /// A table knows the node well enough.
    Recall {
        /// The node.
        node: usize,
        /// Its value.
        value: f64,
    },
    /// Value and window of a node changed after a child.
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
    /// The children of a node that have not been searched, or so many of them, are left out.
    Cut {
        /// The node.
        node: usize,
        /// How many children.
        remaining: usize,
        /// How the two numbers compare.
        kind: CutKind,
        /// What is known by now.
        value: f64,
        /// What it has reached.
        bound: f64,
    },
    /// The payoff vectors of a node are known; they stand at the node.
    Payoffs {
        /// The node.
        node: usize,
    },
    /// Playouts through a move of the node ended.
    Playouts {
        /// The node.
        node: usize,
        /// How many.
        count: u64,
        /// The sum of the goals of the role that decides in the node.
        sum: f64,
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
        /// The mean goal of the role that decides in the node.
        mean: f64,
    },
    /// It goes back up.
    Leave {
        /// The node.
        node: usize,
        /// The value it takes along.
        value: f64,
    },
}
