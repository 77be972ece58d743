use serde::{Deserialize, Serialize};

/// Why the rest of a node's children cannot matter: two numbers, compared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cut {
    /// What is compared, and how.
    pub kind: CutKind,
    /// What is known by now.
    pub value: f64,
    /// What it has reached.
    pub bound: f64,
}

/// A comparison that makes the rest of a node's children superfluous.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum CutKind {
    /// `value >= bound`: who decides here gets no less than the value, and the bound, beta, is what the other side concedes at most.
    Beta,
    /// `value <= bound`: the searcher gets no more than the value here, and has the bound, alpha, for certain elsewhere.
    Alpha,
    /// `value >= bound`: who decides here gets the value, and nobody ever gets more than the bound.
    Immediate,
    /// `value <= bound`: the role that chose to come here gets no more than the value, as the one that decides here has what it has, and
    /// the bound is what that role gets elsewhere.
    Shallow,
}
