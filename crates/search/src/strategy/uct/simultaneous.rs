//! Nodes in which several roles choose at the same time.
//!
//! The edges of such a node are the moves of all roles, one role after another, with each role's own statistics. In the
//! joint form they are the margins of the statistics of joint moves, worked out when they are needed.

use std::ops::Range;

use game::Game;
use rand::RngExt;

use super::select::Formula;
use super::settings::Simultaneous;
use super::tree::{Kind, Node, Tree};
use crate::SearchRng;

impl<G: Game> Tree<G> {
    /// The code of the joint move to follow from a node where several roles decide.
    pub(super) fn select_joint(
        &mut self,
        node: u32,
        joint_node: u32,
        formula: &Formula,
        form: Simultaneous,
        rng: &mut SearchRng,
    ) -> u64 {
        if form == Simultaneous::Joint {
            self.work_out_margins(node, joint_node);
        }
        let Node { first, visits, .. } = *self.node(node);
        let moves = self.joints.moves(joint_node);
        let deciders = moves.iter().filter(|&&moves| moves > 1).count();
        let drawn = (form == Simultaneous::RandomMover).then(|| rng.random_range(0..deciders));
        let (mut code, mut from, mut decider) = (0, first as usize, 0);
        for &count in moves {
            let edges = &self.edges[from..][..count as usize];
            let choice = if count == 1 {
                0
            } else if drawn.is_none_or(|drawn| drawn == decider) {
                formula.choose_near(edges, visits, rng)
            } else {
                rng.random_range(0..edges.len())
            };
            decider += usize::from(count > 1);
            code = code * u64::from(count) + choice as u64;
            from += count as usize;
        }
        code
    }

    /// Adds visits to a joint move, or takes them back, with what they add to each role's sum.
    pub(super) fn record_joint(
        &mut self,
        node: u32,
        edge: u32,
        form: Simultaneous,
        visits: i64,
        sum: impl Fn(usize) -> f64,
    ) {
        let Kind::Joint(joint_node) = self.node(node).kind else { return };
        let count = |total: &mut u32| *total = (i64::from(*total) + visits) as u32;
        count(&mut self.nodes[node as usize].visits);
        if form == Simultaneous::Joint {
            count(&mut self.joints.edge_mut(edge).visits);
            self.joints.sums_mut(edge).iter_mut().enumerate().for_each(|(role, total)| *total += sum(role));
            return;
        }
        let edges = &mut self.edges[self.nodes[node as usize].first as usize..];
        for (role, index) in self.joints.digits(joint_node, self.joints.edge(edge).code).enumerate() {
            count(&mut edges[index].visits);
            edges[index].sum += sum(role);
        }
    }

    /// Makes each role's edges the margins of the joint statistics: a move's visits and sum are those of all joint moves it is part of.
    pub(super) fn work_out_margins(&mut self, node: u32, joint_node: u32) {
        let Node { first, count, .. } = *self.node(node);
        let edges = &mut self.edges[first as usize..][..count as usize];
        edges.iter_mut().for_each(|edge| (edge.visits, edge.sum) = (0, 0.0));
        for joint in self.joints.edges_of(joint_node) {
            let (of_joint, sums) = (self.joints.edge(joint), self.joints.sums(joint));
            for (index, sum) in self.joints.digits(joint_node, of_joint.code).zip(sums) {
                edges[index].visits += of_joint.visits;
                edges[index].sum += sum;
            }
        }
    }

    /// Adds the moves of the roles that have a choice in a node.
    pub(super) fn extend_trail(
        &self,
        node: u32,
        joint_node: u32,
        code: u64,
        trail: &mut Vec<(u32, G::Move)>,
    ) {
        let edges = self.edges_of(node);
        let moves = self.joints.digits(joint_node, code).zip(self.joints.moves(joint_node));
        for (role, (index, &count)) in (0..).zip(moves) {
            if count > 1 {
                trail.push((role, edges[index].mov));
            }
        }
    }

    /// The number of the edge of a role's move in a joint move.
    pub(super) fn edge_of_step(&self, node: u32, joint_edge: u32, role: usize) -> usize {
        let Node { first, kind, .. } = *self.node(node);
        let Kind::Joint(joint_node) = kind else { return joint_edge as usize };
        let index = self.joints.digits(joint_node, self.joints.edge(joint_edge).code).nth(role);
        first as usize + index.unwrap_or(0)
    }

    /// Which edges of a node are moves of a role.
    pub(super) fn edges_of_role(&self, node: u32, role: usize) -> Range<usize> {
        let Node { first, count, kind, .. } = *self.node(node);
        let first = first as usize;
        match kind {
            Kind::Joint(joint_node) => {
                let moves = self.joints.moves(joint_node);
                let before: u32 = moves[..role].iter().sum();
                let from = first + before as usize;
                from..from + moves[role] as usize
            }
            _ => first..first + count as usize,
        }
    }
}
