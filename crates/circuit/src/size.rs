use serde::{Deserialize, Serialize};

/// The size of a game's network.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Size {
    /// How many roles there are.
    pub roles: usize,
    /// How many fluents may ever hold.
    pub fluents: usize,
    /// How many moves each role may ever make.
    pub moves: Vec<usize>,
    /// Two-input gates before optimisation, equal ones counted once.
    pub gates_before: usize,
    /// Two-input gates after optimisation.
    pub gates: usize,
    /// The most gates on one path, where variables of blocks count as inputs.
    pub depth: usize,
    /// Sets of mutually recursive atoms, each evaluated to its least fixpoint.
    pub blocks: usize,
    /// Variables of all blocks together.
    pub block_variables: usize,
    /// Groups of fluents of which exactly one or at most one is proven to hold in every reachable state;
    /// constant and equal fluents count as such.
    pub invariants: usize,
}
