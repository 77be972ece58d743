use crate::aig::{Aig, Lit};

/// A game as an and-inverter graph with named inputs and outputs.
///
/// The graph's inputs are first the fluents, then role by role whether each move is made (exactly one a role). `terminal`, `legal` and `goals` depend on
/// the fluents alone: the *view*. `next` may depend on the moves too: the *step*.
#[derive(Clone, Debug)]
pub(crate) struct Network {
    pub(crate) aig: Aig,
    /// Whether each fluent holds at the start.
    pub(crate) initial: Vec<bool>,
    /// Whether the game is over.
    pub(crate) terminal: Lit,
    /// Whether each move of each role is legal.
    pub(crate) legal: Vec<Vec<Lit>>,
    /// What gives each role each of the goals that it may get, in ascending order of the goals; a goal that is no whole number from 0 to 100 is none.
    pub(crate) goals: Vec<Vec<(Option<u8>, Lit)>>,
    /// Whether each fluent holds in the next state.
    pub(crate) next: Vec<Lit>,
}

impl Network {
    /// How many moves each role may ever make.
    pub(crate) fn moves(&self, role: usize) -> usize {
        self.legal[role].len()
    }

    /// The number of the graph's input that says whether `role` makes its move number `mov`.
    pub(crate) fn does_input(&self, role: usize, mov: usize) -> usize {
        self.initial.len() + self.legal[..role].iter().map(Vec::len).sum::<usize>() + mov
    }
}
