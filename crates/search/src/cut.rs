use serde::{Deserialize, Serialize};

/// Why the remaining children of a node are cut: a value and the bound that it has reached.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cut {
    /// Which comparison holds.
    pub kind: CutKind,
    /// The value of the node so far.
    pub value: f64,
    /// The bound.
    pub bound: f64,
}

/// The comparison by which the remaining children of a node are cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum CutKind {
    /// `value >= bound`: the role that moves here gets no less than the value, and the bound, beta, is the
    /// most that the other side concedes.
    Beta,
    /// `value <= bound`: the searcher gets no more than the value here, and the bound, alpha, for
    /// certain elsewhere.
    Alpha,
    /// `value >= bound`: the role that moves here gets the value, and no role ever gets more than the bound.
    Immediate,
    /// `value <= bound`: the role that moved to this node gets no more than the value, given what the role
    /// that moves here already has, and the bound is what the former gets elsewhere.
    Shallow,
    /// `value <= bound`: the same of a role that moved further up. Such a cut is unsound, as the rest of the
    /// node may still decide which way a role between the two takes.
    Deep,
}
