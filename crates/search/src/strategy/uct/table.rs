use std::hash::{BuildHasher, Hash};

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use super::memory::table_growth;
use super::tree::Node;

/// Finds the node of a state. It keeps numbers of nodes only: the states are theirs.
#[derive(Clone, Debug, Default)]
pub(super) struct Table(HashTable<u32>);

impl Table {
    pub(super) fn find<S: Hash + Eq>(&self, state: &S, nodes: &[Node<S>]) -> Option<u32> {
        self.0.find(hash(state), |&number| nodes[number as usize].state == *state).copied()
    }

    /// Adds the node of a state that is not in the table.
    pub(super) fn insert<S: Hash + Eq>(&mut self, number: u32, nodes: &[Node<S>]) {
        let hash_of = |&number: &u32| hash(&nodes[number as usize].state);
        self.0.insert_unique(hash_of(&number), number, hash_of);
    }

    /// Makes it the table of these nodes.
    pub(super) fn fill<S: Hash + Eq>(&mut self, nodes: &[Node<S>]) {
        self.0.clear();
        (0..nodes.len() as u32).for_each(|number| self.insert(number, nodes));
        self.0.shrink_to(nodes.len(), |&number| hash(&nodes[number as usize].state));
    }

    /// Bytes in use.
    pub(super) fn bytes(&self) -> usize {
        self.0.allocation_size()
    }

    /// Bytes that it takes on top while it grows, if another entry makes it grow.
    pub(super) fn growth(&self) -> usize {
        table_growth::<u32>(self.0.len(), self.0.capacity())
    }
}

fn hash<S: Hash>(state: &S) -> u64 {
    FxBuildHasher.hash_one(state)
}
