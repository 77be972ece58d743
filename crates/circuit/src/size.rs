/// How large a game's network is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Size {
    /// Roles.
    pub roles: usize,
    /// Fluents that may ever hold.
    pub fluents: usize,
    /// Moves that each role may ever make.
    pub moves: Vec<usize>,
    /// Two-input gates of the rules as they are written, equal ones made once.
    pub gates_before: usize,
    /// Two-input gates that are left.
    pub gates: usize,
    /// The most gates one after another, recursive atoms taken for inputs.
    pub depth: usize,
    /// Sets of atoms that depend on one another and are evaluated to a least fixpoint.
    pub blocks: usize,
    /// Variables of all blocks.
    pub block_variables: usize,
    /// Groups of fluents of which exactly one or at most one is proven to hold in every reachable state; constant and equal fluents count as such.
    pub invariants: usize,
}
