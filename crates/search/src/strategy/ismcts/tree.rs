use rand::RngExt;
use rustc_hash::FxHashMap;

use crate::SearchRng;

/// A role, and a number that stands for what is known where it chooses.
pub(super) type NodeKey = (usize, u64);

/// The nodes of all trees.
pub(super) struct Tree<M> {
    nodes: FxHashMap<NodeKey, Arms<M>>,
    /// How many moves all nodes have together.
    moves: usize,
    /// Bytes from which on no node is added.
    memory: usize,
}

/// The moves that were available in a node, in whatever states of its information set.
pub(super) struct Arms<M> {
    arms: Vec<Arm<M>>,
}

/// The statistics of a move.
pub(super) struct Arm<M> {
    mov: M,
    /// How often it could be chosen.
    available: u64,
    /// How often it was chosen, simulations under way included.
    chosen: u64,
    /// Results that have come back.
    pub(super) count: u64,
    /// Their sum, the goal range being 0 to 1.
    sum: f64,
}

/// A choice on the way down.
pub(super) struct Step<M> {
    pub(super) node: NodeKey,
    pub(super) mov: M,
}

impl<M: Copy + Eq> Tree<M> {
    /// No nodes yet, and room for about so many bytes of them.
    pub(super) fn new(memory: usize) -> Self {
        Self { nodes: FxHashMap::default(), moves: 0, memory }
    }

    /// About how many bytes the nodes take.
    fn bytes(&self) -> usize {
        self.nodes.len() * 2 * size_of::<(NodeKey, Arms<M>)>() + self.moves * size_of::<Arm<M>>()
    }

    pub(super) fn has(&self, node: NodeKey) -> bool {
        self.nodes.contains_key(&node)
    }

    pub(super) fn arms(&self, node: NodeKey) -> Option<&Arms<M>> {
        self.nodes.get(&node)
    }

    /// Chooses one of the legal moves: one that was never chosen, at random, else the one with the greatest
    /// upper confidence bound. The node is made if there is none, as long as there is room for it; without
    /// one the move is drawn.
    pub(super) fn select(&mut self, node: NodeKey, legal: &[M], c: f64, rng: &mut SearchRng) -> M {
        if self.bytes() >= self.memory && !self.has(node) {
            return legal[rng.random_range(0..legal.len())];
        }
        let Arms { arms } = self.nodes.entry(node).or_insert_with(|| Arms { arms: Vec::new() });
        let mut best = (0, f64::NEG_INFINITY);
        let mut untried = 0;
        for &mov in legal {
            let index = arms.iter().position(|arm| arm.mov == mov).unwrap_or_else(|| {
                self.moves += 1;
                arms.push(Arm { mov, available: 0, chosen: 0, count: 0, sum: 0.0 });
                arms.len() - 1
            });
            let arm = &mut arms[index];
            arm.available += 1;
            if arm.chosen == 0 {
                untried += 1;
                // Each of so many with the same probability.
                if rng.random_range(0..untried) == 0 {
                    best = (index, f64::INFINITY);
                }
            } else if untried == 0 {
                let bound = arm.mean() + c * ((arm.available as f64).ln() / arm.chosen as f64).sqrt();
                if bound > best.1 {
                    best = (index, bound);
                }
            }
        }
        arms[best.0].chosen += 1;
        arms[best.0].mov
    }

    /// Adds so many results of a choice, whose sum is known.
    pub(super) fn record(&mut self, step: &Step<M>, count: u64, sum: f64) {
        if let Some(arm) = self.arm(step) {
            arm.count += count;
            arm.sum += sum;
        }
    }

    /// The choices of a simulation that came to nothing were none.
    pub(super) fn give_up(&mut self, steps: &[Step<M>]) {
        for step in steps {
            if let Some(arm) = self.arm(step) {
                arm.chosen -= 1;
            }
        }
    }

    fn arm(&mut self, step: &Step<M>) -> Option<&mut Arm<M>> {
        self.nodes.get_mut(&step.node)?.arms.iter_mut().find(|arm| arm.mov == step.mov)
    }
}

impl<M: Copy + Eq> Arms<M> {
    pub(super) fn of(&self, mov: M) -> Option<&Arm<M>> {
        self.arms.iter().find(|arm| arm.mov == mov)
    }
}

impl<M> Arm<M> {
    /// The mean result; 0 as long as there is none.
    pub(super) fn mean(&self) -> f64 {
        if self.count == 0 { 0.0 } else { self.sum / self.count as f64 }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    #[test]
    fn a_full_tree_gets_no_more_nodes_and_draws_moves() {
        let (mut tree, mut rng) = (Tree::new(1), SearchRng::seed_from_u64(1));
        let (first, second) = ((0, 1), (0, 2));
        tree.select(first, &[1, 2], 0.7, &mut rng);
        assert!(tree.has(first));
        let mut drawn: Vec<i32> = (0..50).map(|_| tree.select(second, &[3, 4], 0.7, &mut rng)).collect();
        drawn.sort_unstable();
        drawn.dedup();
        assert_eq!(drawn, [3, 4]);
        assert!(!tree.has(second));
        // What comes of such a choice is counted nowhere.
        let step = Step { node: second, mov: 3 };
        tree.record(&step, 1, 1.0);
        tree.give_up(&[step]);
        // A node that there is goes on counting.
        tree.select(first, &[1, 2], 0.7, &mut rng);
        assert_eq!(tree.arms(first).unwrap().of(1).unwrap().available, 2);
    }
}
