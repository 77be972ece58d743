use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::{CutKind, Dominance, Labelling, OwnScale, Report, TraceStep, Window, number};

/// The recorded search tree of one decision, as it is written to a file: JSON with a version number.
///
/// The nodes stand in the order in which the search first entered them, so every parent stands before its
/// children, and the root is the first. A file in which a number names a node, a role or a move that there is
/// not is refused when it is read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Trace {
    /// The version of this form, [`Trace::VERSION`].
    pub version: u32,
    /// The names of the roles.
    pub roles: Vec<String>,
    /// The number of the role that searches.
    pub role: usize,
    /// How often the search entered nodes beyond the recorder's limit, or simulated in trees that are not
    /// recorded. Zero means that the trace is complete.
    pub unrecorded: u64,
    /// The constant `C` of a search that selects by the greatest `Q + C sqrt(ln N / n)`, on the scale of
    /// the goals.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exploration: Option<f64>,
    /// The scale of the evaluator's own figures, if it has one and somebody has told it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scale: Option<OwnScale>,
    /// What the values mean, if the search only tells wins, losses and draws apart and somebody has told it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub labels: Option<Labelling>,
    /// The principal variation, a joint move by its names for each ply; empty if it was not given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pv: Vec<Vec<String>>,
    /// The nodes; with iterative deepening those of the last iteration, or of all iterations if there
    /// are steps.
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
pub(crate) fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl Trace {
    /// The version of the form that this crate writes. It changes when a field changes its meaning or
    /// is removed.
    pub const VERSION: u32 = 2;

    /// Nodes that a picture shows at most; more would be wider than anything that shows pictures.
    pub const PICTURED_NODES: usize = 5_000;

    /// The same trace with what the decision tells of it: the principal variation, and what values mean.
    #[must_use]
    pub fn with_report(self, report: &Report) -> Self {
        let Report { pv, scale, labels, .. } = report.clone();
        Self { pv, scale, labels, ..self }
    }

    /// Says what names something that there is not.
    fn check(&self) -> Result<(), String> {
        if self.version != Self::VERSION {
            return Err(format!(
                "the trace has version {}; this program reads version {}",
                self.version,
                Self::VERSION
            ));
        }
        let roles = self.roles.len();
        if self.role >= roles {
            return Err(format!("`role` is {}, but there are {roles} roles", self.role));
        }
        for (number, node) in self.nodes.iter().enumerate() {
            node.check(number, roles).map_err(|fault| format!("node {number}: {fault}"))?;
        }
        let by_node = self.nodes.iter().filter_map(|node| node.dominated.map(|dominance| dominance.by));
        let by_step = self.steps.iter().flatten().filter_map(|step| match *step {
            TraceStep::Dominated { by, .. } => Some(by),
            _ => None,
        });
        if let Some(by) = by_node.chain(by_step).find(|&by| by >= self.nodes.len()) {
            return Err(format!("a node is dominated by node {by}, which is not there"));
        }
        for (number, step) in self.steps.iter().flatten().enumerate() {
            let node = step
                .node()
                .map(|node| self.nodes.get(node).ok_or_else(|| format!("there is no node {node}")));
            let node = node.transpose().map_err(|fault| format!("step {number}: {fault}"))?;
            if let (Some(node), &TraceStep::BackUp { mov, .. }) = (node, step)
                && mov >= node.moves.len()
            {
                return Err(format!(
                    "step {number}: the node has no move {mov}, but {} moves",
                    node.moves.len()
                ));
            }
        }
        Ok(())
    }

    /// A value as people read it: a number, or the label that it stands for.
    pub(crate) fn written(&self, value: f64) -> String {
        self.labels.map_or_else(|| number(value), |labels| labels.label(value).to_string())
    }

    /// What the labels mean, and whose they are, if the search labels.
    pub(crate) fn legend(&self) -> Option<String> {
        self.labels.map(|labels| labels.legend(&self.roles[self.role]))
    }

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

impl Serialize for Trace {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Self::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for Trace {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let trace = Self::deserialize(deserializer)?;
        trace.check().map_err(de::Error::custom)?;
        Ok(trace)
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
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TraceNode {
    /// The number of the node above; none at the root.
    pub parent: Option<usize>,
    /// The move of every role that leads here from there; none at the root, nor at a determinization.
    #[serde(rename = "move")]
    pub joint: Vec<String>,
    /// The number of the determinization, from 1 on: below the node above, the search took one of the states
    /// that agree with what its role knows to be the true one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub determinization: Option<u64>,
    /// How likely the move is that chance made to come here, if it had a choice, and if that is the same in
    /// all states that the node above stands for; where the tree is [drawn as players play
    /// it](crate::Trace::svg), also that of a player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub probability: Option<f64>,
    /// The roles that have a choice here. None of a terminal state, nor of one where every role has a single
    /// move, unless the game knows who moves there, as an explicit tree does.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub movers: Vec<usize>,
    /// The name of the information set of the role that moves here, where the game names it, as an explicit
    /// tree may. Where the game names none, a search that tells information sets apart numbers them, as far
    /// as one role moves there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub set: Option<String>,
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
    /// The joint moves to children that were never searched: the first
    /// [`Recorder::LEFT_OUT`](crate::Recorder::LEFT_OUT) of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<Vec<String>>,
    /// Its value for the searching role, of a Monte Carlo search its mean; none if the search never
    /// finished it.
    pub value: Option<f64>,
    /// Its payoffs, a number per role in each vector: one of a max^n search, a set of a soft-max^n one, none
    /// of all others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub payoffs: Vec<Vec<f64>>,
    /// Why it will not be chosen in its parent, if a soft-max^n search found the payoffs of another child to
    /// dominate its own.
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
    /// The statistics that a Monte Carlo search keeps of the moves made here, in the order in which they were
    /// first tried.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<Statistic>,
}

impl TraceNode {
    /// Says what names something that there is not, in the node of this number.
    fn check(&self, number: usize, roles: usize) -> Result<(), String> {
        let moves = match self.parent {
            None if number == 0 => 0,
            Some(parent) if parent < number && self.determinization.is_some() => 0,
            Some(parent) if parent < number => roles,
            None => return Err("only the first node has no parent".to_owned()),
            Some(parent) => return Err(format!("its parent, node {parent}, is not before it")),
        };
        if self.joint.len() != moves {
            return Err(format!("`move` has {} moves, not {moves}", self.joint.len()));
        }
        let named = self.movers.iter().copied().chain(self.moves.iter().map(|statistic| statistic.role));
        match named.max() {
            Some(role) if role >= roles => Err(format!("there is no role {role}, but {roles} roles")),
            _ => Ok(()),
        }
    }
}

/// A window whose infinite ends are none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
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
    /// The number of the other child. One that is itself dominated by a later one stays named here; that one
    /// dominates this node, too.
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

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    /// A trace of three nodes and two steps.
    fn document() -> Value {
        let node = |parent: Option<usize>, joint: &[&str]| {
            json!({"parent": parent, "move": joint, "determinization": null, "movers": [0], "window": {"alpha": null, "beta": null}, "leaf": false, "cut": 0,
                "dominated": null, "value": null, "visits": 1, "playouts": 1, "moves": [{"role": 1, "move": "b", "visits": 1, "mean": 0.5}]})
        };
        json!({"version": 2, "roles": ["max", "min"], "role": 0, "unrecorded": 0,
            "nodes": [node(None, &[]), node(Some(0), &["a", "noop"]), node(Some(1), &["noop", "b"])],
            "steps": [{"do": "payoffs", "node": 2, "vectors": []}, {"do": "back_up", "node": 1, "move": 0, "visits": 1, "mean": 0.5}]})
    }

    /// Why the trace is refused with another value in this place.
    fn refusal(place: &str, value: Value) -> String {
        let mut document = document();
        *document.pointer_mut(place).expect(place) = value;
        serde_json::from_value::<Trace>(document).expect_err(place).to_string()
    }

    #[test]
    fn a_trace_that_is_read_names_nothing_that_there_is_not() {
        assert!(serde_json::from_value::<Trace>(document()).is_ok());
        for (place, value, fault) in [
            ("/version", json!(1), "the trace has version 1; this program reads version 2"),
            ("/role", json!(2), "`role` is 2, but there are 2 roles"),
            ("/nodes/0/parent", json!(0), "node 0: its parent, node 0, is not before it"),
            ("/nodes/1/parent", json!(null), "node 1: only the first node has no parent"),
            ("/nodes/1/parent", json!(2), "node 1: its parent, node 2, is not before it"),
            ("/nodes/1/move", json!(["a"]), "node 1: `move` has 1 moves, not 2"),
            ("/nodes/1/determinization", json!(1), "node 1: `move` has 2 moves, not 0"),
            ("/nodes/2/movers", json!([0, 2]), "node 2: there is no role 2, but 2 roles"),
            ("/nodes/2/moves/0/role", json!(7), "node 2: there is no role 7, but 2 roles"),
            (
                "/nodes/2/dominated",
                json!({"by": 3, "kind": "weak"}),
                "a node is dominated by node 3, which is not there",
            ),
            (
                "/steps/0",
                json!({"do": "dominated", "node": 1, "by": 4, "kind": "strong"}),
                "a node is dominated by node 4, which is not there",
            ),
            ("/steps/0/node", json!(3), "step 0: there is no node 3"),
            ("/steps/1/move", json!(1), "step 1: the node has no move 1, but 1 moves"),
        ] {
            assert_eq!(refusal(place, value), fault);
        }
    }

    #[test]
    fn the_greatest_counts_can_be_drawn_and_told() {
        let mut document = document();
        for place in
            ["/nodes/1/visits", "/nodes/1/playouts", "/nodes/0/moves/0/visits", "/nodes/1/cut", "/unrecorded"]
        {
            *document.pointer_mut(place).expect(place) = json!(u64::MAX);
        }
        let enter = |node| json!({"do": "enter", "node": node, "alpha": null, "beta": null});
        let back_up = json!({"do": "back_up", "node": 0, "move": 0, "visits": u64::MAX, "mean": 0.5});
        document["steps"] = json!([enter(0), enter(1), back_up, enter(0), back_up, enter(1)]);
        document["exploration"] = json!(1.0);
        document["unrecorded_steps"] = json!(u64::MAX);
        document["nodes"][0]["moves"] =
            json!(vec![json!({"role": 0, "move": "a", "visits": u64::MAX, "mean": 0.5}); 2]);
        document["nodes"][1]["proven_visits"] = json!(u64::MAX);
        document["nodes"][1]["means"] = json!([0.5, 1]);
        let trace: Trace = serde_json::from_value(document).expect("a trace");
        assert!(trace.outline().contains("cut 18446744073709551615"));
        assert!(trace.svg().contains("n=18446744073709551615"));
        assert!(trace.narration(1).contains(", and 18446744073709551615 unrecorded steps"));
        assert!(!trace.narration(9).is_empty());
    }
}
