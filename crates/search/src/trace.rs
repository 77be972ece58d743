use serde::{Deserialize, Serialize};

use crate::{CutKind, TraceStep, Window};

/// The recorded search tree of one decision, as it is written to a file: JSON, with a version.
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
    /// How often the search entered nodes beyond the recorder's limit. Zero means that the trace is whole.
    pub unrecorded: u64,
    /// The constant `C` of a search that goes down by the greatest `Q + C sqrt(ln N / n)`, on the scale of the goals.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exploration: Option<f64>,
    /// The principal variation, by the names of the moves that deciding roles make; empty if nobody has told it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pv: Vec<String>,
    /// The nodes; of a search that deepens step by step, those of the last iteration, or of all iterations if there are steps.
    pub nodes: Vec<TraceNode>,
    /// The iterations of a search that deepens step by step.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub iterations: Vec<Iteration>,
    /// What the search did, in order, if that was asked for.
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
    /// The version of the form that this crate writes. It changes when a field changes its meaning or goes.
    pub const VERSION: u32 = 1;

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

    /// Says of every node which role decides there, as far as the moves of its children tell.
    pub(crate) fn find_movers(&mut self) {
        for (number, children) in self.children().into_iter().enumerate() {
            let joint_of = |child: usize| self.nodes[child].joint.as_slice();
            let left_out = self.nodes[number].left_out.iter().map(Vec::as_slice);
            let mover = decider(children.into_iter().map(joint_of).chain(left_out));
            self.nodes[number].mover = mover;
        }
    }
}

/// The one role whose moves differ among these joint moves; if all are the same, the one role that does not pass.
fn decider<'j>(mut joints: impl Iterator<Item = &'j [String]>) -> Option<usize> {
    let first = joints.next()?;
    let mut differs = vec![false; first.len()];
    for joint in joints {
        differs
            .iter_mut()
            .zip(first.iter().zip(joint))
            .for_each(|(differs, (one, other))| *differs |= one != other);
    }
    if !differs.contains(&true) {
        differs = first.iter().map(|mov| mov != "noop").collect();
    }
    let mut deciding = (0..differs.len()).filter(|&role| differs[role]);
    deciding.next().filter(|_| deciding.next().is_none())
}

/// One step of a search that deepens step by step.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Iteration {
    /// The plies it looked ahead.
    pub depth: u32,
    /// What it found out about the root; none if it was never finished.
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
    /// The role that decides here, as far as the moves of its children tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mover: Option<usize>,
    /// The window on entering, the last time if the search came more than once.
    pub window: TraceWindow,
    /// How the node's value and window changed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub updates: Vec<Update>,
    /// Whether it was terminal or evaluated.
    pub leaf: bool,
    /// How many of its last children were not searched.
    pub cut: usize,
    /// Why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cuts: Vec<TraceCut>,
    /// The joint moves to children that were never searched: the first [`Recorder::LEFT_OUT`](crate::Recorder::LEFT_OUT) of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<Vec<String>>,
    /// Its value for the searching role; none if the search never finished it.
    pub value: Option<f64>,
    /// Its payoffs, a number per role in each vector: one of a max^n search, a set of a soft-max^n one, none of all others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub payoffs: Vec<Vec<f64>>,
    /// How often it was entered.
    pub visits: u64,
    /// How many playouts went through one of its moves.
    pub playouts: u64,
    /// The statistics of its moves at the end, in the order in which they were first tried.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<Statistic>,
}

/// A window on paper, where `null` stands for an open end.
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
    /// The window from then on.
    #[serde(flatten)]
    pub window: TraceWindow,
}

/// Why children of a node were not searched.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TraceCut {
    /// How the two numbers compare.
    pub kind: CutKind,
    /// What was known when it was cut.
    pub value: f64,
    /// What that had reached.
    pub bound: f64,
    /// How many children it concerns.
    pub remaining: usize,
}

/// What Monte Carlo playouts say about a move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Statistic {
    /// The move of the role that decides in the node.
    #[serde(rename = "move")]
    pub mov: String,
    /// Its visits.
    pub visits: u64,
    /// The mean goal of the role that decides in the node.
    pub mean: f64,
}

impl From<Window> for TraceWindow {
    fn from(window: Window) -> Self {
        let end = |value: f64| value.is_finite().then_some(value);
        Self { alpha: end(window.alpha), beta: end(window.beta) }
    }
}
