//! What the search says in the end.

use game::Game;

use super::settings::{Rule, Settings, Simultaneous};
use super::tree::{Edge, Kind, NONE, Tree};
use crate::MoveEstimate;

impl<G: Game> Tree<G> {
    /// The edges of the moves of a role at the root.
    pub(super) fn root_edges(&mut self, role: usize, settings: &Settings) -> &[Edge<G::Move>] {
        if let Kind::Joint(joint_node) = self.node(Self::ROOT).kind
            && settings.simultaneous == Simultaneous::Joint
        {
            self.work_out_margins(Self::ROOT, joint_node);
        }
        &self.edges[self.edges_of_role(Self::ROOT, role)]
    }

    /// What is known about each of these edges, which are moves of a role.
    pub(super) fn estimates(&self, edges: &[Edge<G::Move>], role: usize) -> Vec<MoveEstimate<G::Move>> {
        edges
            .iter()
            .map(|edge| MoveEstimate {
                mov: edge.mov,
                value: self.value(edge, role),
                at_most: false,
                visits: u64::from(edge.visits),
            })
            .collect()
    }

    /// The value of an edge for the role that moves: exact if it is proven, else its mean.
    pub(super) fn value(&self, edge: &Edge<G::Move>, role: usize) -> Option<f64> {
        if edge.proven == NONE { edge.mean() } else { Some(self.payoffs.goal(edge.proven, role)) }
    }

    /// The number of the best of a role's edges.
    ///
    /// Of the moves that are not proven the rule says which is the best. It gives way to a proven one that is worth as much. Of several
    /// proven moves of the same worth the one with the most visits is the best: if all are lost, it was the hardest to refute.
    pub(super) fn best(&self, edges: &[Edge<G::Move>], role: usize, rule: Rule, c: f64) -> usize {
        let visits: u32 = edges.iter().map(|edge| edge.visits).sum();
        let log = f64::from(visits.max(1)).ln();
        let key = |edge: &Edge<G::Move>| -> (f64, f64) {
            let n = f64::from(edge.visits);
            let Some(mean) = edge.mean() else { return (f64::NEG_INFINITY, 0.0) };
            match rule {
                Rule::Visits => (n, mean),
                Rule::Mean => (mean, n),
                Rule::Secure => (mean - c * (log / n).sqrt(), n),
            }
        };
        let open = first_greatest(edges, |edge| (edge.proven == NONE).then(|| key(edge)));
        let exact = |edge: &Edge<G::Move>| {
            (self.value(edge, role).unwrap_or(f64::NEG_INFINITY), f64::from(edge.visits))
        };
        let proven = first_greatest(edges, |edge| (edge.proven != NONE).then(|| exact(edge)));
        match (open, proven) {
            (Some(open), Some(proven)) => {
                let least = self.range.0;
                let hope = edges[open].mean().unwrap_or(least);
                let certain = exact(&edges[proven]).0;
                if certain > least && certain >= hope { proven } else { open }
            }
            (open, proven) => open.or(proven).unwrap_or(0),
        }
    }

    /// The moves that are expected of deciding roles from the root on, where `first` is that of the searching one.
    pub(super) fn principal_variation(&self, first: usize, role: usize, rule: Rule, c: f64) -> Vec<G::Move> {
        let mut moves = Vec::new();
        let mut at = Self::ROOT;
        let mut chosen = self.edges_of_role(at, role).start + first;
        // A way through states found again could go in a circle.
        while moves.len() < self.nodes.len() {
            let edges = self.edges_of(at);
            let edge = self.edges[chosen];
            if edges.len() > 1 {
                moves.push(edge.mov);
            }
            if edge.child == NONE || moves.len() >= 1000 {
                break;
            }
            at = edge.child;
            let Kind::Turn(role) = self.node(at).kind else { break };
            let edges = self.edges_of(at);
            if edges.iter().all(|edge| edge.visits == 0 && edge.proven == NONE) {
                break;
            }
            chosen = self.node(at).first as usize + self.best(edges, role as usize, rule, c);
        }
        moves
    }
}

/// The first of the edges that have a key and none has a greater one.
fn first_greatest<M>(edges: &[Edge<M>], key: impl Fn(&Edge<M>) -> Option<(f64, f64)>) -> Option<usize> {
    let mut best: Option<(usize, (f64, f64))> = None;
    for (index, edge) in edges.iter().enumerate() {
        if let Some(value) = key(edge)
            && best.is_none_or(|(_, greatest)| value > greatest)
        {
            best = Some((index, value));
        }
    }
    best.map(|(index, _)| index)
}
