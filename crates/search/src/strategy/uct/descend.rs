//! The way down the tree.

use game::Game;

use super::search::Search;
use super::tree::{Edge, Kind, NONE};
use crate::{Observer, SearchError};

/// A step down the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) node: u32,
    /// The edge, or the joint edge.
    pub(super) edge: u32,
    /// What the virtual visits added to the edge's sum.
    pub(super) virtual_sum: f64,
    /// How many moves of the trail were made before.
    pub(super) decided: usize,
}

/// Where a way down the tree ends.
pub(super) enum Leaf {
    /// In a node to play from.
    Open(u32),
    /// At payoffs that are known.
    Known(u32),
}

impl<G: Game, O: Observer<G> + ?Sized> Search<'_, '_, G, O> {
    /// Goes down to a leaf, and counts `weight` visits on the way that have the mean result until theirs is known.
    pub(super) fn descend(&mut self, weight: u32) -> Result<Leaf, SearchError> {
        self.meter.nodes += 1;
        self.tree.stamp = self.tree.stamp.wrapping_add(1);
        let mut at = self.tree.root;
        let (mut plies, mut reference) = (0, at);
        loop {
            let node = self.tree.node(at);
            if node.proven != NONE {
                return Ok(Leaf::Known(node.proven));
            }
            if node.stamp == self.tree.stamp {
                // A state comes again on the way: the simulation has gone in a circle.
                return Ok(Leaf::Open(at));
            }
            if node.kind == Kind::Fresh {
                self.expand(at)?;
                continue;
            }
            self.tree.nodes[at as usize].stamp = self.tree.stamp;
            if self.settings.rave.is_some_and(|visits| u64::from(self.tree.node(at).visits) >= visits) {
                reference = at;
            }
            let decided = self.guide.policy.trail.len();
            plies += 1;
            self.depth = self.depth.max(plies);
            let (child, new) = match self.tree.node(at).kind {
                Kind::Fresh => unreachable!("it has its edges"),
                Kind::Turn(role) => {
                    let edge = if self.guided {
                        self.select_guided(at, role, reference)
                    } else {
                        self.tree.select(at, role as usize, &self.formula)
                    };
                    let virtual_sum = self.visit(at, edge, weight);
                    self.steps.push(Step { node: at, edge, virtual_sum, decided });
                    let Edge { mov, proven, .. } = self.tree.edges[edge as usize];
                    if self.sees_moves && self.tree.node(at).count > 1 {
                        self.guide.policy.trail.push((role, mov));
                    }
                    if proven != NONE {
                        return Ok(Leaf::Known(proven));
                    }
                    self.tree.child(self.game, at, role as usize, edge, &self.meter)
                }
                Kind::Joint(joint_node) => {
                    let code = self.tree.select_joint(
                        at,
                        joint_node,
                        &self.formula,
                        self.settings.simultaneous,
                        self.rng,
                    );
                    let edge = self.tree.joints.edge_of(joint_node, code);
                    if weight > 0 {
                        // Where several roles choose, a visit under way counts as lost to them all.
                        let lost = self.tree.range.0 * f64::from(weight);
                        self.tree.record_joint(at, edge, self.settings.simultaneous, weight.into(), |_| lost);
                    }
                    self.steps.push(Step { node: at, edge, virtual_sum: 0.0, decided });
                    if self.sees_moves {
                        self.tree.extend_trail(at, joint_node, code, &mut self.guide.policy.trail);
                    }
                    self.tree.joint_child(self.game, at, joint_node, edge, &self.meter)
                }
            };
            let proven = self.tree.node(child).proven;
            if new {
                self.meter.leaves += u64::from(proven != NONE);
                return Ok(if proven == NONE { Leaf::Open(child) } else { Leaf::Known(proven) });
            }
            at = child;
        }
    }

    /// Gives a fresh node its edges, and to each the evaluator's opinion if that counts.
    pub(super) fn expand(&mut self, node: u32) -> Result<(), SearchError> {
        let Self { tree, game, meter, .. } = self;
        tree.expand(*game, node, meter)?;
        if self.settings.bias > 0.0 {
            self.ask_opinions(node);
        }
        Ok(())
    }

    /// Counts visits of an edge before their results are known, and tells what they are taken to have come to.
    fn visit(&mut self, node: u32, edge: u32, weight: u32) -> f64 {
        if weight == 0 {
            return 0.0;
        }
        self.tree.nodes[node as usize].visits += weight;
        let least = self.tree.range.0;
        let edge = &mut self.tree.edges[edge as usize];
        let sum = f64::from(weight) * edge.mean().unwrap_or(least);
        edge.visits += weight;
        edge.sum += sum;
        sum
    }
}
