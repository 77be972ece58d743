use std::ops::Range;

use gdl::Interrupt;
use serde::{Deserialize, Serialize};

use super::aig::{Aig, Lit};
use super::group::Group;
use crate::renumbering::{Renumbering, rearrange};
use crate::size::Size;
use crate::stored::{Damaged, sound};

/// A game as an and-inverter graph with named inputs and outputs.
///
/// The graph's inputs are first the fluents, then, role by role, whether each move is made (exactly one for
/// each role). `terminal`, `legal` and `goals` depend on the fluents alone: the *view*. `next` and `percepts`
/// may depend on the moves too: the *step*, which is right for legal moves only.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Network {
    pub(crate) aig: Aig,
    /// Whether each fluent holds at the start.
    pub(crate) initial: Vec<bool>,
    /// Whether the game is over.
    pub(crate) terminal: Lit,
    /// Whether each move of each role is legal.
    pub(crate) legal: Vec<Vec<Lit>>,
    /// For each role the number of the input that says whether its first move is made.
    pub(crate) first_moves: Vec<usize>,
    /// For each role the goals that it may get, in ascending order, each with the literal that gives it; a
    /// goal that is not a whole number from 0 to 100 is `None`.
    pub(crate) goals: Vec<Vec<(Option<u8>, Lit)>>,
    /// Whether each fluent holds in the next state.
    pub(crate) next: Vec<Lit>,
    /// For each role the literals of its percepts, which tell what it sees of a joint move; none where the
    /// rules hide nothing.
    pub(crate) percepts: Vec<Vec<Lit>>,
    /// The role that moves at random. It is paid 0 always.
    pub(crate) chance: Option<usize>,
    /// What is proven of every reachable state. The graph is right about states that the groups admit, and
    /// may be wrong about others.
    pub(crate) groups: Vec<Group>,
    /// The gates before any optimisation.
    pub(crate) gates_before: usize,
}

impl Network {
    /// The inputs of the first moves of roles with so many moves each, after so many fluents.
    pub(crate) fn first_moves<'l>(
        fluents: usize,
        legal: impl IntoIterator<Item = &'l Vec<Lit>>,
    ) -> Vec<usize> {
        let first = |next: &mut usize, moves: &Vec<Lit>| Some(std::mem::replace(next, *next + moves.len()));
        legal.into_iter().scan(fluents, first).collect()
    }

    /// How large it is.
    pub(crate) fn size(&self) -> Size {
        Size {
            roles: self.legal.len(),
            fluents: self.initial.len(),
            moves: self.legal.iter().map(Vec::len).collect(),
            gates_before: self.gates_before,
            gates: self.aig.gates(),
            depth: self.aig.depth(),
            blocks: self.aig.blocks().len(),
            block_variables: self.aig.blocks().iter().map(|block| block.variables.len()).sum(),
            invariants: self.groups.len(),
        }
    }

    /// All outputs: `terminal`, then `legal`, `goals`, `next` and `percepts`.
    pub(crate) fn roots(&self) -> Vec<Lit> {
        let legal = self.legal.iter().flatten().copied();
        let goals = self.goals.iter().flatten().map(|&(_, literal)| literal);
        let steps = self.next.iter().chain(self.percepts.iter().flatten()).copied();
        std::iter::once(self.terminal).chain(legal).chain(goals).chain(steps).collect()
    }

    /// The places of `next` among the [`roots`](Self::roots).
    pub(crate) fn next_roots(&self) -> Range<usize> {
        let views = self.legal.iter().map(Vec::len).chain(self.goals.iter().map(Vec::len));
        let start = 1 + views.sum::<usize>();
        start..start + self.next.len()
    }

    /// Puts another graph in place of this one; its roots are in the order of [`roots`](Self::roots).
    pub(crate) fn replace(&mut self, (aig, roots): (Aig, Vec<Lit>)) {
        let legal = self.legal.iter_mut().flatten();
        let goals = self.goals.iter_mut().flatten().map(|(_, literal)| literal);
        let steps = self.next.iter_mut().chain(self.percepts.iter_mut().flatten());
        let outputs = std::iter::once(&mut self.terminal).chain(legal).chain(goals).chain(steps);
        outputs.zip(roots).for_each(|(output, root)| *output = root);
        self.aig = aig;
    }

    /// Makes what is not stored, and checks whether it is a network of so many fluents, and moves of
    /// each role.
    pub(crate) fn restore(&mut self, fluents: usize, moves: &[usize]) -> Result<(), Damaged> {
        self.aig.restore(fluents + moves.iter().sum::<usize>())?;
        let nodes = self.aig.nodes().len();
        let roles = moves.len();
        let fits = self.initial.len() == fluents
            && self.next.len() == fluents
            && self.legal.iter().map(Vec::len).eq(moves.iter().copied())
            && self.first_moves == Self::first_moves(fluents, &self.legal)
            && self.goals.len() == roles
            && self.goals.iter().flatten().all(|&(goal, _)| goal.is_none_or(|goal| goal <= 100))
            && (self.percepts.is_empty() || self.percepts.len() == roles)
            && self.chance.is_none_or(|chance| chance < roles)
            && self.roots().iter().all(|root| (root.node() as usize) < nodes)
            && self.groups.iter().all(|group| group.fits(fluents));
        sound(fits, "the outputs of a network")?;
        // What is told of a state does not depend on moves.
        let told = self.roots().into_iter().take(self.next_roots().start);
        let Ok(read) = self.aig.inputs_of(told, &Interrupt::never()) else {
            unreachable!("nobody interrupts it")
        };
        sound(read.iter().all(|&input| input < fluents), "the outputs of a network")
    }

    pub(crate) fn renumber(&mut self, numbers: &Renumbering) {
        self.aig.renumber(numbers);
        rearrange(&mut self.initial, numbers.of_fluents());
        rearrange(&mut self.next, numbers.of_fluents());
        for (role, moves) in self.legal.iter_mut().enumerate() {
            rearrange(moves, numbers.of_moves_of(role));
        }
        for (role, percepts) in self.percepts.iter_mut().enumerate() {
            rearrange(percepts, numbers.of_percepts(role));
        }
        let goals = self.goals.iter_mut().flatten().map(|(_, literal)| literal);
        let steps = self.next.iter_mut().chain(self.percepts.iter_mut().flatten());
        let outputs = std::iter::once(&mut self.terminal).chain(self.legal.iter_mut().flatten());
        outputs.chain(goals).chain(steps).for_each(|literal| *literal = numbers.literal(*literal));
        self.groups.iter_mut().for_each(|group| group.renumber(numbers));
    }

    /// The condition of the greatest goal of a role; none if it has no goal that is a whole number from 0
    /// to 100.
    pub(crate) fn greatest_goal(&self, role: usize) -> Option<Lit> {
        self.goals[role].iter().rfind(|(goal, _)| goal.is_some()).map(|&(_, literal)| literal)
    }

    /// How many moves a role may ever make.
    pub(crate) fn moves(&self, role: usize) -> usize {
        self.legal[role].len()
    }

    /// The number of the graph's input that says whether `role` makes its move number `mov`.
    pub(crate) fn does_input(&self, role: usize, mov: usize) -> usize {
        self.first_moves[role] + mov
    }
}
