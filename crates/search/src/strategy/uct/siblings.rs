//! Playouts that are made ahead for the siblings of a leaf.
//!
//! A simulation of one playout would use one lane. As moves without a visit come first, the next simulations
//! that come through the parent of its leaf end in siblings of the leaf. So the playouts of all siblings that
//! have no visit yet are made together with that of the leaf, and wait for these simulations. They are as
//! random as if they were made then: the search is the same in distribution.

use std::ops::Range;

use game::{Batch, Game, MOST_TOGETHER, children};

use super::memory::{Map, table_growth};
use super::policy::End;
use super::search::Search;
use super::tree::{Decider, NONE};

/// How many of the siblings are taken to be visited before the search ends, with the leaf: in wide trees,
/// most nodes have few visits. The playouts of the others are made in vain.
const VISITED: usize = 2;

/// The share of a search's memory that the playouts of all threads may take.
const SHARE_OF_MEMORY: usize = 16;

/// The payoffs of playouts that wait for simulations.
#[derive(Debug, Default)]
pub(super) struct Siblings {
    /// By the edge that leads to a state, the number of what a playout from there paid.
    payoffs: Map<u32, u32>,
    /// How often edges had been given other numbers when these were kept.
    renumbered: u32,
}

impl Siblings {
    /// Bytes that they take.
    pub(super) fn bytes(&self) -> usize {
        self.payoffs.allocation_size()
    }

    /// The playout that waits for a simulation by this edge.
    fn take(&mut self, edge: u32, renumbered: u32) -> Option<u32> {
        if std::mem::replace(&mut self.renumbered, renumbered) != renumbered {
            self.payoffs.clear();
        }
        self.payoffs.remove(&edge)
    }

    /// Keeps a playout in no more than so many bytes: if that is not enough, all that wait are given up.
    fn keep(&mut self, edge: u32, payoffs: u32, bytes: usize) {
        let growth = table_growth::<(u32, u32)>(self.payoffs.len(), self.payoffs.capacity());
        if growth > 0 && self.payoffs.allocation_size() + growth > bytes {
            self.payoffs.clear();
            if self.payoffs.capacity() == 0 {
                return;
            }
        }
        self.payoffs.insert(edge, payoffs);
    }
}

impl<G: Game> Search<'_, '_, '_, G> {
    /// A playout from the state that the last of these steps leads to; its payoffs are in `goals` afterwards,
    /// unless the time is up before. Where it is quicker, those of siblings are made with it.
    pub(super) fn play_with_siblings(
        &mut self,
        lanes: &dyn Batch<G::State, G::Move>,
        steps: Range<usize>,
        state: &G::State,
    ) -> End {
        let step = self.steps[steps].last().copied();
        let turn = step.and_then(|step| match self.tree.node(step.node).decider {
            Decider::One(role) => Some((step.node, step.edge, role)),
            _ => None,
        });
        let known = turn.and_then(|(_, edge, _)| self.siblings.take(edge, self.tree.renumbered));
        if let Some(payoffs) = known {
            self.goals.copy_from_slice(self.tree.payoffs.goals(payoffs));
            return End::Paid;
        }
        let mut edges: Vec<u32> = Vec::new();
        if let Some((node, edge, _)) = turn {
            let of_node = (self.tree.node(node).first..).zip(self.tree.edges_of(node));
            let unvisited = of_node.filter(|&(other, edge_of)| {
                other != edge && edge_of.visits == 0 && edge_of.child == NONE && edge_of.proven == NONE
            });
            edges.push(edge);
            edges.extend(unvisited.map(|(other, _)| other).take(MOST_TOGETHER - 1));
        }
        if self.game.terminal(state) || !lanes.plays_side_by_side(edges.len().clamp(1, VISITED)) {
            return self.play(state);
        }
        match turn {
            Some((node, _, role)) if edges.len() > 1 => {
                self.start_from_children(node, role, &mut edges);
            }
            _ => {
                self.starts.clear();
                self.starts.push(state.clone());
            }
        }
        self.play_all(lanes, 1);
        let bytes = self.shared.memory() / SHARE_OF_MEMORY / self.shared.threads();
        let before = self.siblings.bytes();
        for (index, &edge) in edges.iter().enumerate().skip(1) {
            if self.outcomes.playouts(index) > 0 {
                let payoffs = self.tree.payoffs.number_of(self.outcomes.goals(index));
                self.siblings.keep(edge, payoffs, bytes);
            }
        }
        self.shared.count_beside(self.siblings.bytes(), before);
        if self.outcomes.playouts(0) == 0 {
            return End::Interrupted;
        }
        self.goals.copy_from_slice(self.outcomes.goals(0));
        End::Paid
    }

    /// Playouts start from the states that these edges of a node lead to; edges that end the game are left
    /// out. Other threads have the tree meanwhile.
    fn start_from_children(&mut self, node: u32, role: u32, edges: &mut Vec<u32>) {
        let (roles, first) = (self.game.roles(), self.tree.node(node).first);
        let mut all = Vec::new();
        self.tree.append_joints_of(self.game, node, role as usize, &mut all);
        let joint_of = |edge: &u32| &all[(edge - first) as usize * roles..][..roles];
        let joints: Vec<G::Move> = edges.iter().flat_map(joint_of).copied().collect();
        let parent = self.tree.node(node).state.clone();
        let Self { game, shared, tree, starts, .. } = self;
        shared.leave(tree, || {
            children(*game, &parent, &joints, starts);
            let mut ends = starts.iter().map(|state| game.terminal(state));
            edges.retain(|_| ends.next() != Some(true));
            starts.retain(|state| !game.terminal(state));
        });
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering::Relaxed;

    use rand::SeedableRng;

    use super::*;
    use crate::testing::{Asked, Sketch, Walk, any_game};
    use crate::{Request, SearchRng, Spec};

    #[test]
    fn each_sibling_gets_what_a_playout_from_its_own_state_paid() {
        // What a move leads to is seen by a playout of one more ply.
        let goals = [10, 40, 20, 30, 0, 50, 60, 70];
        let children = goals.map(|goal| Sketch::Inner(0, vec![Sketch::Leaf(goal)]));
        let walk = Walk { range: 0..=100, ..Walk::down(&Sketch::Inner(0, children.to_vec())) };
        for spec in ["uct(plain=true,playouts=200)", "uct(leaves=1,each=1,solver=false,playouts=200)"] {
            let asked = Asked::new(&walk, Some(1));
            let mut strategy = spec.parse::<Spec>().unwrap().build();
            let mut rng = SearchRng::seed_from_u64(1);
            let decision =
                strategy.choose(Request::new(&any_game(&asked), &asked.initial(), 0, &mut rng)).unwrap();
            let values: Vec<f64> = decision.moves.iter().map(|estimate| estimate.value.unwrap()).collect();
            assert_eq!(values, goals.map(f64::from), "{spec}");
            // Once the children of the root with all playouts from them; below there is nothing but ends.
            assert_eq!(asked.times.load(Relaxed), 2, "{spec}");
        }
    }

    #[test]
    fn a_playout_waits_for_one_simulation_and_no_longer_than_edges_keep_their_numbers() {
        let mut siblings = Siblings::default();
        (0..3).for_each(|edge| siblings.keep(edge, 10 + edge, usize::MAX));
        assert_eq!([1, 1, 7].map(|edge| siblings.take(edge, 0)), [Some(11), None, None]);
        assert_eq!([2, 0].map(|edge| siblings.take(edge, 1)), [None; 2]);
    }

    #[test]
    fn playouts_that_wait_take_no_more_than_their_share_of_memory() {
        let mut siblings = Siblings::default();
        (0..1000).for_each(|edge| siblings.keep(edge, 0, 0));
        assert_eq!(siblings.payoffs.allocation_size(), 0);
        for edge in 0..1000 {
            siblings.keep(edge, edge, 2000);
            assert_eq!(siblings.payoffs.get(&edge), Some(&edge), "the last one always waits");
        }
        assert!(siblings.payoffs.allocation_size() <= 2000);
    }
}
