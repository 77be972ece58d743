//! The way down the tree.

use game::Game;

use super::expansion::Child;
use super::mixed::Mixing;
use super::search::Search;
use super::select::draw_edge;
use super::tree::{Decider, Edge, NONE};
use crate::SearchError;

/// A step down the tree: the edge that a simulation follows from a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct DescentStep {
    pub(super) node: u32,
    /// The edge, or the joint edge.
    pub(super) edge: u32,
    /// What the virtual visits added to the edge's sum.
    pub(super) virtual_sum: f64,
    /// How many moves of the trail were made before.
    pub(super) decided: u32,
    /// Where the probabilities of the roles' moves stand, if they were drawn from mixed strategies.
    pub(super) chances: u32,
}

/// Where a way down the tree ends.
#[derive(Clone, Debug)]
pub(super) enum Leaf<S> {
    /// In a state to play from.
    Open(S),
    /// At payoffs that are known.
    Known(u32),
    /// Not yet: it goes on when the expansion of this number is done.
    Waiting(usize),
}

impl<G: Game> Search<'_, '_, '_, G> {
    /// Goes down from the root until a leaf is found or an expansion has to be waited for, and counts
    /// `weight` visits on the way that have the mean result until theirs is known.
    pub(super) fn descend(&mut self, weight: u32) -> Result<Leaf<G::State>, SearchError> {
        self.meter.effort.nodes += 1;
        self.meter.effort.simulations += 1;
        self.tree.stamp = self.tree.stamp.wrapping_add(1);
        self.go_down(self.tree.root, self.steps.len(), weight, None)
    }

    /// Goes on from the end of the steps, whose first is number `from`, now that the expansion is done that
    /// was waited for.
    pub(super) fn resume(
        &mut self,
        expansion: usize,
        from: usize,
        weight: u32,
    ) -> Result<Leaf<G::State>, SearchError> {
        self.tree.stamp = self.tree.stamp.wrapping_add(1);
        for step in &self.steps[from..] {
            self.tree.nodes[step.node as usize].stamp = self.tree.stamp;
        }
        let (node, edge) = self.expansions.place(expansion);
        match edge {
            None => self.go_down(node, from, weight, Some(expansion)),
            Some(edge) => match self.follow(node, edge, Some(expansion)) {
                Ok(child) => self.go_down(child, from, weight, None),
                Err(leaf) => Ok(leaf),
            },
        }
    }

    /// Goes down from a node by steps of which the first is number `from`, to states of an expansion if one
    /// is given.
    fn go_down(
        &mut self,
        mut at: u32,
        from: usize,
        weight: u32,
        expansion: Option<usize>,
    ) -> Result<Leaf<G::State>, SearchError> {
        let mut reference = at;
        loop {
            let node = self.tree.node(at);
            if node.proven != NONE {
                return Ok(Leaf::Known(node.proven));
            }
            if node.stamp == self.tree.stamp {
                // A state comes again on the way: the simulation has gone in a circle.
                return Ok(self.open(at));
            }
            let decider = node.decider;
            match decider {
                Decider::Unknown if !self.has_room() => return Ok(self.open(at)),
                Decider::Unknown => match self.expand(at)? {
                    None => continue,
                    Some(expansion) => return Ok(Leaf::Waiting(expansion)),
                },
                Decider::Awaited(_) => {
                    // The expansion of another thread is not waited for: a playout is made meanwhile.
                    let own = self.expansions.of_node(at);
                    return Ok(own.map_or_else(|| self.open(at), Leaf::Waiting));
                }
                Decider::One(_) | Decider::Several(_) => {}
            }
            self.tree.nodes[at as usize].stamp = self.tree.stamp;
            if self.settings.rave.is_some_and(|visits| u64::from(self.tree.node(at).visits) >= visits) {
                reference = at;
            }
            let Some((edge, proven)) = self.choose_step(at, reference, weight) else {
                return Ok(self.open(at));
            };
            self.meter.effort.reach((self.steps.len() - from) as u32);
            if proven != NONE {
                return Ok(Leaf::Known(proven));
            }
            match self.follow(at, edge, expansion) {
                Ok(child) => at = child,
                Err(leaf) => return Ok(leaf),
            }
        }
    }

    /// The end of a way in a node to play from.
    fn open(&self, node: u32) -> Leaf<G::State> {
        Leaf::Open(self.tree.node(node).state.clone())
    }

    /// Chooses the step from a node that has a decider, and counts its visits; the edge, or the joint edge,
    /// and the payoffs it is proven to lead to. None if it is a joint move that there is no room for.
    fn choose_step(&mut self, node: u32, reference: u32, weight: u32) -> Option<(u32, u32)> {
        let decided = self.guide.policy.trail.len() as u32;
        match self.tree.node(node).decider {
            Decider::Unknown | Decider::Awaited(_) => unreachable!("the node has a decider"),
            Decider::One(role) => {
                let edge = if role == self.tree.chance {
                    self.tree.node(node).first + draw_edge(self.tree.edges_of(node), self.rng) as u32
                } else if self.guided {
                    self.select_guided(node, role, reference)
                } else {
                    self.tree.select(node, role as usize, &self.formula)
                };
                let virtual_sum = self.visit(node, edge, weight, role);
                self.steps.push(DescentStep { node, edge, virtual_sum, decided, chances: 0 });
                let Edge { mov, proven, .. } = self.tree.edges[edge as usize];
                if self.sees_moves && self.tree.node(node).count > 1 && role != self.tree.chance {
                    self.guide.policy.trail.push((role, mov));
                }
                Some((edge, proven))
            }
            Decider::Several(joint_node) => {
                let form = self.settings.simultaneous;
                let chances = self.chances.len() as u32;
                let code = if form.mixes() {
                    let mixing = Mixing { form, gamma: self.settings.gamma };
                    self.tree.draw_joint(node, joint_node, mixing, &mut self.chances, self.rng)
                } else {
                    self.tree.select_joint(node, joint_node, &self.formula, form, self.rng)
                };
                if !self.tree.joints.has(joint_node, code) && !self.has_room() {
                    return None;
                }
                let edge = self.tree.joints.edge_of(joint_node, code);
                if weight > 0 && !form.mixes() {
                    // Where several roles choose, a visit under way counts as lost to them all. Those who
                    // draw need no such counts to differ.
                    let lost = self.tree.range.0 * f64::from(weight);
                    self.tree.record_joint(node, edge, form, weight.into(), |_| lost);
                }
                self.steps.push(DescentStep { node, edge, virtual_sum: 0.0, decided, chances });
                if self.sees_moves {
                    self.tree.extend_trail(node, joint_node, code, &mut self.guide.policy.trail);
                }
                Some((edge, NONE))
            }
        }
    }

    /// The child that a step from a node leads to, if it was visited before; else the leaf that the way ends
    /// at: a child of a state that an expansion came to, or the wait for an expansion.
    fn follow(&mut self, node: u32, edge: u32, expansion: Option<usize>) -> Result<u32, Leaf<G::State>> {
        let (leaf, proven) = match self.child(node, edge, expansion) {
            None => return Err(Leaf::Waiting(self.ask_for_child(node, edge))),
            Some(Child::Known(child)) => return Ok(child),
            Some(Child::New(child)) => (self.open(child), self.tree.node(child).proven),
            Some(Child::Beyond(state)) if self.game.terminal(&state) => {
                let proven = self.tree.payoffs.of(self.game, &state, &self.meter);
                (Leaf::Open(state), proven)
            }
            Some(Child::Beyond(state)) => {
                let proven = self.tree.payoffs.looked_up(&state, &mut self.lookup);
                (Leaf::Open(state), proven)
            }
        };
        if proven == NONE {
            return Err(leaf);
        }
        self.meter.effort.leaves += 1;
        Err(Leaf::Known(proven))
    }

    /// Counts visits of an edge before their results are known, and tells what they are taken to have
    /// come to.
    fn visit(&mut self, node: u32, edge: u32, weight: u32, role: u32) -> f64 {
        if weight == 0 {
            return 0.0;
        }
        self.tree.nodes[node as usize].visits += weight;
        let least = self.tree.range.0;
        let chance = self.tree.chance;
        let edge = &mut self.tree.edges[edge as usize];
        if role == chance {
            edge.visits += weight;
            return 0.0;
        }
        let sum = f64::from(weight) * edge.mean().unwrap_or(least);
        edge.visits += weight;
        edge.sum += sum;
        sum
    }
}
