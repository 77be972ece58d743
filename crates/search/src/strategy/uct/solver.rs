//! Proven values.
//!
//! A node is proven when the role that decides there has a move proven to be worth the top of the goal range
//! to it, or when all its moves are proven: then it has the payoffs of the first of the best. What is the
//! best for another role than the searching one depends on its [`Spite`](super::spite::Spite): a move that
//! pays it the top does not prove the node while another may leave the searching role less. A node in which
//! several roles decide is proven when all its joint moves are proven to pay the same. A node where chance
//! moves is proven when all its outcomes are, and has the payoffs that are expected.
//!
//! Sources: M. Winands, Y. Björnsson, J.-T. Saito, *Monte-Carlo tree search solver*, Computers and Games
//! (2008); J. Nijssen, M. Winands, *Enhancements for multi-player Monte-Carlo tree search*, Computers and
//! Games (2011).

use game::Game;

use super::tree::{Decider, NONE, Node, Tree};

impl<G: Game> Tree<G> {
    /// Whether a node where one role decides is proven, now that an edge of it is.
    pub(super) fn settle(&mut self, node: u32) -> bool {
        let Decider::One(role) = self.node(node).decider else { return false };
        if role == self.chance {
            return self.settle_chance(node);
        }
        let mut best: Option<(f64, u32)> = None;
        let mut all = true;
        for edge in self.edges_of(node) {
            if edge.proven == NONE {
                all = false;
            } else {
                let worth = self.worth(edge.proven, role as usize);
                if best.is_none_or(|(value, _)| worth > value) {
                    best = Some((worth, edge.proven));
                }
            }
        }
        let Some((value, payoffs)) = best else { return false };
        let proven = all || value >= self.range.1;
        if proven {
            self.nodes[node as usize].proven = payoffs;
        }
        proven
    }

    /// Whether a node where chance moves is proven: all its outcomes are, and it pays what is expected
    /// of them.
    fn settle_chance(&mut self, node: u32) -> bool {
        let Node { first, count, .. } = *self.node(node);
        let edges = &self.edges[first as usize..][..count as usize];
        let proven = edges.iter().all(|edge| edge.proven != NONE);
        if proven {
            let outcomes = edges.iter().map(|edge| (edge.sum, edge.proven));
            self.nodes[node as usize].proven = self.payoffs.expected(outcomes);
        }
        proven
    }

    /// Marks an edge of a node as proven; the payoffs of the node, if that proves it.
    pub(super) fn prove(&mut self, node: u32, edge: u32, payoffs: u32) -> Option<u32> {
        match self.node(node).decider {
            Decider::Unknown | Decider::Awaited(_) => None,
            Decider::One(_) => {
                self.edges[edge as usize].proven = payoffs;
                self.settle(node).then(|| self.node(node).proven)
            }
            Decider::Several(joint_node) => {
                let proven = self.joints.prove(joint_node, edge, payoffs)?;
                self.nodes[node as usize].proven = proven;
                Some(proven)
            }
        }
    }
}
