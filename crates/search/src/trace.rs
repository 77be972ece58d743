use serde::{Deserialize, Serialize};

use crate::{CutKind, Dominance, OwnScale, TraceStep, Window};

/// The recorded search tree of one decision, as it is written to a file: JSON with a version number.
///
/// The nodes stand in the order in which the search first entered them, so every parent stands before its
/// children, and the root is the first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Trace {
    /// The version of this form, [`Trace::VERSION`].
    pub version: u32,
    /// The names of the roles.
    pub roles: Vec<String>,
    /// The number of the role that searches.
    pub role: usize,
    /// How often the search entered nodes beyond the recorder's limit. Zero means that the trace is complete.
    pub unrecorded: u64,
    /// The constant `C` of a search that selects by the greatest `Q + C sqrt(ln N / n)`, on the scale of the goals.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exploration: Option<f64>,
    /// The scale of the evaluator's own figures, if it has one and somebody has told it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scale: Option<OwnScale>,
    /// The principal variation, a joint move by its names for each ply; empty if it was not given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pv: Vec<Vec<String>>,
    /// The nodes; with iterative deepening those of the last iteration, or of all iterations if there are steps.
    pub nodes: Vec<TraceNode>,
    /// The iterations of iterative deepening.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub iterations: Vec<Iteration>,
    /// The steps of the search, in order, if they were recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steps: Option<Vec<TraceStep>>,
    /// How many steps there are beyond the recorder's limit.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub unrecorded_steps: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl Trace {
    /// The version of the form that this crate writes. It changes when a field changes its meaning or is removed.
    pub const VERSION: u32 = 2;

    /// The children of each node, in the order in which the search entered them.
    pub(crate) fn children(&self) -> Vec<Vec<usize>> {
        let mut children = vec![Vec::new(); self.nodes.len()];
        for (number, node) in self.nodes.iter().enumerate() {
            if let Some(parent) = node.parent {
                children[parent].push(number);
            }
        }
        children
    }
}

/// One iteration of iterative deepening.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Iteration {
    /// Its depth in plies.
    pub depth: u32,
    /// The value of the root; none if it was not finished.
    pub value: Option<f64>,
    /// The nodes it entered.
    pub nodes: u64,
}

/// One node of a recorded search tree.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TraceNode {
    /// The number of the node above; none at the root.
    pub parent: Option<usize>,
    /// The move of every role that leads here from there; none at the root.
    #[serde(rename = "move")]
    pub joint: Vec<String>,
    /// The roles that have a choice here. None of a terminal state, nor of one where every role has a single move, unless the game knows who moves
    /// there, as an explicit tree does.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub movers: Vec<usize>,
    /// The window on entering, the last time if the search came more than once.
    pub window: TraceWindow,
    /// How the node's value and window changed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub updates: Vec<Update>,
    /// Whether it was terminal or evaluated.
    pub leaf: bool,
    /// How many of its children were cut.
    pub cut: usize,
    /// The cuts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cuts: Vec<TraceCut>,
    /// The joint moves to children that were never searched: the first [`Recorder::LEFT_OUT`](crate::Recorder::LEFT_OUT) of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<Vec<String>>,
    /// Its value for the searching role, of a Monte Carlo search its mean; none if the search never finished it.
    pub value: Option<f64>,
    /// Its payoffs, a number per role in each vector: one of a max^n search, a set of a soft-max^n one, none of all others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub payoffs: Vec<Vec<f64>>,
    /// Why it will not be chosen in its parent, if a soft-max^n search found the payoffs of another child to dominate its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dominated: Option<TraceDominance>,
    /// How often it was entered.
    pub visits: u64,
    /// How many playouts began here or below.
    pub playouts: u64,
    /// How many visits came to payoffs that the search knew without a playout.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub proven_visits: u64,
    /// What `playouts` and `proven_visits` paid each role on the average.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub means: Vec<f64>,
    /// The statistics that a Monte Carlo search keeps of the moves made here, in the order in which they were first tried.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<Statistic>,
}

/// A window whose infinite ends are none.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TraceWindow {
    /// The lower end.
    pub alpha: Option<f64>,
    /// The upper end.
    pub beta: Option<f64>,
}

/// A change of a node's value and window after a child.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Update {
    /// The value so far.
    pub value: f64,
    /// The window after it.
    #[serde(flatten)]
    pub window: TraceWindow,
}

/// A cut in a node.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TraceCut {
    /// Which comparison of value and bound holds.
    pub kind: CutKind,
    /// The node's value when it was cut.
    pub value: f64,
    /// The bound that it had reached.
    pub bound: f64,
    /// How many children it concerns.
    pub remaining: usize,
}

/// That the payoffs of another child dominate those of a node for the role that moves in the parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TraceDominance {
    /// The number of the other child. One that is itself dominated by a later one stays named here; that one dominates this node, too.
    pub by: usize,
    /// Whether by strong or by weak dominance only.
    pub kind: Dominance,
}

/// The statistics of a role's move in a Monte Carlo search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Statistic {
    /// The role.
    pub role: usize,
    /// The move.
    #[serde(rename = "move")]
    pub mov: String,
    /// Its visits.
    pub visits: u64,
    /// The mean goal of the role.
    pub mean: f64,
}

impl From<Window> for TraceWindow {
    fn from(window: Window) -> Self {
        let end = |value: f64| value.is_finite().then_some(value);
        Self { alpha: end(window.alpha), beta: end(window.beta) }
    }
}
