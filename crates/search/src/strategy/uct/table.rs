use std::hash::{BuildHasher, Hash};

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

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

    /// Bytes in use.
    pub(super) fn bytes(&self) -> usize {
        // Each number has a byte of its hash beside it.
        self.0.capacity() * (size_of::<u32>() + 1)
    }
}

fn hash<S: Hash>(state: &S) -> u64 {
    FxBuildHasher.hash_one(state)
}
