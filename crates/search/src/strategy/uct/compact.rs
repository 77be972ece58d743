//! The tree from one decision to the next, and within its bound of memory.

use game::Game;

use super::amaf::Amaf;
use super::memory::{list_bytes, list_growth, shrink};
use super::outcomes::Payoffs;
use super::table::Table;
use super::tree::{Decider, NONE, Node, Tree};

impl<G: Game> Tree<G> {
    /// Bytes in use.
    pub(super) fn bytes(&self) -> usize {
        list_bytes(&self.nodes)
            + self.heap
            + list_bytes(&self.edges)
            + list_bytes(&self.extras)
            + self.amaf.as_ref().map_or(0, Amaf::bytes)
            + self.joints.bytes()
            + self.table.as_ref().map_or(0, Table::bytes)
            + if self.chance == NONE { 0 } else { self.payoffs.bytes() }
    }

    /// Bytes in use, with those that another node with its edges may take, and those that it takes to
    /// [`prune`](Self::prune) the tree.
    pub(super) fn needed(&self) -> usize {
        let growth = list_growth(&self.nodes, 1)
            + self.most_heap
            + list_growth(&self.edges, self.widest)
            + if self.guided { list_growth(&self.extras, self.widest) } else { 0 }
            + self.amaf.as_ref().map_or(0, Amaf::growth)
            + self.joints.growth(self.widest)
            + self.table.as_ref().map_or(0, Table::growth);
        // Two lists of all nodes, and copies of what is not made less in its place.
        let pruning = 2 * size_of::<u32>() * self.nodes.len()
            + self.joints.bytes()
            + self.amaf.as_ref().map_or(0, Amaf::renumbering);
        self.bytes() + growth + pruning
    }

    /// Makes the node of `state` the root, if it is found within so many plies of the old one. What lies
    /// elsewhere in the tree stays until memory is short.
    pub(super) fn move_root(&mut self, state: &G::State, plies: usize) -> bool {
        let found = match &self.table {
            Some(table) => table.find(state, &self.nodes),
            None => self.find_below(state, plies),
        };
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
    fn children(&self, node: u32) -> impl Iterator<Item = u32> {
        let of_turn = self.edges_of(node).iter().map(|edge| edge.child);
        let joint_node =
            if let Decider::Several(joint_node) = self.node(node).decider { Some(joint_node) } else { None };
        let of_joint = joint_node
            .into_iter()
            .flat_map(|joint_node| self.joints.edges_of(joint_node))
            .map(|edge| self.joints.edge(edge).child);
        of_turn.chain(of_joint).filter(|&child| child != NONE)
    }

    /// Brings the tree down until it [needs](Self::needed) no more than so many bytes: first all goes that
    /// the root does not reach, then, again and again, the half of the expanded nodes that have the fewest
    /// visits, with what lies below them. Their parents keep what they learnt.
    pub(super) fn prune(&mut self, game: &G, bytes: usize) {
        let mut least = 0;
        loop {
            self.keep(game, least);
            let mut visits: Vec<u32> =
                self.nodes.iter().filter(|node| node.count > 0).map(|node| node.visits).collect();
            if self.needed() <= bytes || visits.len() <= 1 {
                return;
            }
            let middle = visits.len() / 2;
            least = *visits.select_nth_unstable(middle).1 + 1;
        }
    }

    /// Keeps the payoffs that something is proven to have: those that chance makes are many.
    fn keep_payoffs(&mut self, roles: usize) {
        let (mut kept, old) = (Payoffs::new(roles), &self.payoffs);
        let mut renumber = |payoffs: &mut u32| {
            if *payoffs != NONE {
                *payoffs = kept.adopt(old, *payoffs);
            }
        };
        self.nodes.iter_mut().for_each(|node| renumber(&mut node.proven));
        self.edges.iter_mut().for_each(|edge| renumber(&mut edge.proven));
        self.joints.each_payoffs(renumber);
        self.payoffs = kept;
    }

    /// Keeps the root and what it reaches through nodes of at least so many visits. Nodes and edges move up
    /// to where others were.
    fn keep(&mut self, game: &G, least: u32) {
        self.renumbered += 1;
        let mut numbers = vec![NONE; self.nodes.len()];
        let mut reached = Vec::with_capacity(self.nodes.len());
        reached.push(self.root);
        numbers[self.root as usize] = 0;
        let mut next = 0;
        while let Some(&node) = reached.get(next) {
            next += 1;
            for child in self.children(node) {
                if numbers[child as usize] == NONE && self.node(child).visits >= least {
                    numbers[child as usize] = 0;
                    reached.push(child);
                }
            }
        }
        (0..)
            .zip(numbers.iter_mut().filter(|number| **number != NONE))
            .for_each(|(new, number)| *number = new);
        let renumber = |child: &mut u32| *child = numbers.get(*child as usize).copied().unwrap_or(NONE);
        let mut old = numbers.iter();
        self.nodes.retain(|_| old.next() != Some(&NONE));
        self.root = numbers[self.root as usize];

        // Edges lie in the order in which nodes were expanded.
        reached.clear();
        reached.extend((0..self.nodes.len() as u32).filter(|&node| self.node(node).count > 0));
        reached.sort_unstable_by_key(|&node| self.node(node).first);
        let mut end = 0;
        for &node in &reached {
            let Node { first, count, .. } = &mut self.nodes[node as usize];
            let (from, to) = (*first as usize, end);
            let range = from..from + *count as usize;
            *first = to as u32;
            end += range.len();
            self.edges.copy_within(range.clone(), to);
            if self.guided {
                self.extras.copy_within(range, to);
            }
        }
        self.edges.truncate(end);
        self.edges.iter_mut().for_each(|edge| renumber(&mut edge.child));
        self.extras.truncate(end);

        let mut joint_nodes = Vec::new();
        for node in &mut self.nodes {
            if let Decider::Several(number) = &mut node.decider {
                joint_nodes.push(*number);
                *number = joint_nodes.len() as u32 - 1;
            }
        }
        self.joints = self.joints.keep(&joint_nodes, renumber);
        if let Some(amaf) = &mut self.amaf {
            amaf.renumber(&numbers);
        }
        if self.chance != NONE {
            self.keep_payoffs(game.roles());
        }
        shrink(&mut self.nodes);
        shrink(&mut self.edges);
        shrink(&mut self.extras);
        self.heap = self.nodes.iter().map(|node| game.heap_bytes(&node.state)).sum();
        if let Some(table) = &mut self.table {
            table.fill(&self.nodes);
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
        let mut tree = Tree::new(&Counting, &Counting.initial(), 0, &Settings::from_spec(&spec), &meter);
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
        let bytes = tree.needed();
        tree.prune(&Counting, bytes);
        assert_eq!((tree.nodes.len(), tree.edges.len()), (1 + 3 + 9, 3 + 9));
        assert_eq!(tree.edges_of(tree.root).iter().map(|edge| edge.visits).collect::<Vec<_>>(), visits);
        assert_eq!(tree.node(tree.edges_of(tree.root)[1].child).state, (3, 0));
    }

    #[test]
    fn the_least_visited_go_next() {
        let mut tree = tree(3);
        for node in &mut tree.nodes {
            node.visits = 100 - node.state.0;
        }
        let bytes = tree.needed();
        tree.prune(&Counting, bytes / 2);
        assert!(tree.needed() <= bytes / 2);
        assert!(tree.edges_of(tree.root)[2].visits > 0, "what was learnt stays");
        tree.prune(&Counting, 0);
        assert_eq!(tree.nodes.len(), 1);
        assert_eq!(tree.edges_of(tree.root).len(), 3);
    }
}
