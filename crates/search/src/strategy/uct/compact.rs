//! The tree from one decision to the next, and within its bound of memory.

use game::Game;

use super::guided::Extra;
use super::table::Table;
use super::tree::{Decider, Edge, NONE, Node, Tree};

impl<G: Game> Tree<G> {
    /// Bytes in use, but for what states keep elsewhere.
    pub(super) fn bytes(&self) -> usize {
        self.nodes.len() * size_of::<Node<G::State>>()
            + self.edges.len() * size_of::<Edge<G::Move>>()
            + self.extras.len() * size_of::<Extra>()
            + self.amaf.len() * size_of::<((u32, u32, G::Move), (u32, f64))>()
            + self.joints.bytes()
            + self.table.as_ref().map_or(0, Table::bytes)
    }

    /// Makes the node of `state` the root, if it is found within so many plies of the old one. What lies elsewhere in the tree stays until
    /// memory is short.
    pub(super) fn move_root(&mut self, state: &G::State, plies: usize) -> bool {
        let known = self.table.as_ref().and_then(|table| table.find(state, &self.nodes));
        let found = known.or_else(|| self.find_below(state, plies));
        self.root = found.unwrap_or(self.root);
        found.is_some()
    }

    fn find_below(&self, state: &G::State, plies: usize) -> Option<u32> {
        let mut level = vec![self.root];
        for _ in 0..=plies {
            if let Some(&found) = level.iter().find(|&&node| self.node(node).state == *state) {
                return Some(found);
            }
            level = level.into_iter().flat_map(|node| self.children(node)).collect();
        }
        None
    }

    /// The children of a node that have nodes.
    fn children(&self, node: u32) -> Vec<u32> {
        let of_turn = self.edges_of(node).iter().map(|edge| edge.child);
        let joint_node =
            if let Decider::Several(joint_node) = self.node(node).decider { Some(joint_node) } else { None };
        let of_joint = joint_node
            .into_iter()
            .flat_map(|joint_node| self.joints.edges_of(joint_node))
            .map(|edge| self.joints.edge(edge).child);
        of_turn.chain(of_joint).filter(|&child| child != NONE).collect()
    }

    /// Brings the tree down to half of so many bytes: first all goes that the root does not reach, then, again and again, the half of the expanded
    /// nodes that have the fewest visits, with what lies below them. Their parents keep what they learnt.
    pub(super) fn prune(&mut self, bytes: usize) {
        let mut least = 0;
        loop {
            self.keep(least);
            let mut visits: Vec<u32> =
                self.nodes.iter().filter(|node| node.count > 0).map(|node| node.visits).collect();
            if self.bytes() <= bytes / 2 || visits.len() <= 1 {
                return;
            }
            let middle = visits.len() / 2;
            least = *visits.select_nth_unstable(middle).1 + 1;
        }
    }

    /// Keeps the root and what it reaches through nodes of at least so many visits.
    fn keep(&mut self, least: u32) {
        let mut numbers = vec![NONE; self.nodes.len()];
        let mut kept = vec![self.root];
        numbers[self.root as usize] = 0;
        let mut next = 0;
        while let Some(&node) = kept.get(next) {
            next += 1;
            for child in self.children(node) {
                if numbers[child as usize] == NONE && self.node(child).visits >= least {
                    numbers[child as usize] = kept.len() as u32;
                    kept.push(child);
                }
            }
        }
        let renumber = |child: &mut u32| *child = numbers.get(*child as usize).copied().unwrap_or(NONE);
        let mut edges = Vec::with_capacity(kept.iter().map(|&node| self.node(node).count as usize).sum());
        let joint_nodes: Vec<u32> = kept
            .iter()
            .filter_map(|&node| match self.node(node).decider {
                Decider::Several(joint_node) => Some(joint_node),
                _ => None,
            })
            .collect();
        self.joints = self.joints.keep(&joint_nodes, renumber);
        let mut extras = Vec::new();
        let mut joint_number = 0;
        self.nodes = kept
            .iter()
            .map(|&node| {
                let first = edges.len() as u32;
                edges.extend(self.edges_of(node).iter().map(|edge| {
                    let mut edge = *edge;
                    renumber(&mut edge.child);
                    edge
                }));
                let mut node = self.node(node).clone();
                if self.guided {
                    extras.extend_from_slice(&self.extras[node.first as usize..][..node.count as usize]);
                }
                node.first = first;
                if let Decider::Several(number) = &mut node.decider {
                    *number = joint_number;
                    joint_number += 1;
                }
                node
            })
            .collect();
        self.edges = edges;
        self.extras = extras;
        let amaf = self.amaf.iter();
        let amaf = amaf.map(|(&(node, role, mov), &earned)| ((numbers[node as usize], role, mov), earned));
        self.amaf = amaf.filter(|((node, ..), _)| *node != NONE).collect();
        self.root = 0;
        if self.table.is_some() {
            let mut table = Table::default();
            (0..self.nodes.len() as u32).for_each(|number| table.insert(number, &self.nodes));
            self.table = Some(table);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::settings::Settings;
    use super::*;
    use crate::testing::Counting;
    use crate::{Budget, Meter};

    /// A tree of counting to 21, expanded to so many plies.
    fn tree(plies: u32) -> Tree<Counting> {
        let spec = "uct(transpositions=false)".parse().unwrap();
        let meter = Meter::start(Budget::default());
        let mut tree = Tree::new(&Counting, &Counting.initial(), &Settings::from_spec(&spec), &meter);
        let mut level = vec![tree.root];
        for _ in 0..plies {
            let mut below = Vec::new();
            for node in level {
                tree.expand(&Counting, node).unwrap();
                let Node { first, count, .. } = *tree.node(node);
                let mut joints = Vec::new();
                for edge in first..first + count {
                    tree.edges[edge as usize].visits = edge;
                    joints.clear();
                    tree.append_joint_of(&Counting, node, edge, &mut joints);
                    let state = Counting.next(&tree.node(node).state, &joints);
                    below.push(tree.add_child(&Counting, node, edge, state, &meter).0);
                }
            }
            level = below;
        }
        tree
    }

    #[test]
    fn the_root_moves_to_a_state_within_reach_and_to_no_other() {
        let mut tree = tree(3);
        assert!(!tree.move_root(&(12, 0), 2), "no three numbers are that many");
        assert!(!tree.move_root(&(6, 1), 2), "that is three plies away");
        assert!(tree.move_root(&(4, 0), 2));
        assert_eq!(tree.node(tree.root).state, (4, 0));
        assert!(tree.move_root(&(4, 0), 2), "it is there already");
    }

    #[test]
    fn what_the_root_does_not_reach_goes_first() {
        let mut tree = tree(3);
        assert_eq!(tree.nodes.len(), 1 + 3 + 9 + 27);
        tree.move_root(&(1, 1), 1);
        let visits: Vec<u32> = tree.edges_of(tree.root).iter().map(|edge| edge.visits).collect();
        let bytes = tree.bytes();
        tree.prune(bytes);
        assert_eq!((tree.nodes.len(), tree.edges.len()), (1 + 3 + 9, 3 + 9));
        assert_eq!(tree.edges_of(tree.root).iter().map(|edge| edge.visits).collect::<Vec<_>>(), visits);
        assert_eq!(tree.node(tree.edges_of(tree.root)[1].child).state, (3, 0));
    }

    #[test]
    fn the_least_visited_go_next() {
        let mut tree = tree(3);
        for node in &mut tree.nodes {
            node.visits = 100 - u32::from(node.state.0);
        }
        let bytes = tree.bytes();
        tree.prune(bytes);
        assert!(tree.bytes() <= bytes / 2);
        assert!(tree.edges_of(tree.root)[2].visits > 0, "what was learnt stays");
        tree.prune(0);
        assert_eq!(tree.nodes.len(), 1);
        assert_eq!(tree.edges_of(tree.root).len(), 3);
    }
}
