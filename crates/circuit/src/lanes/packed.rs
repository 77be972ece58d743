use std::sync::Arc;

use gdl::Interrupt;

use super::dispatch::Instructions;
use super::expansion::Expansion;
use super::lanes::Lanes;
use super::stepper::Stepper;
use crate::error::CircuitError;
use crate::goal::Goal;
use crate::network::{Network, Packing};
use crate::state::{Layout, ones_between};

/// A circuit of packed states, to enumerate them: each is a few words, and nothing else is kept of it.
#[derive(Debug)]
pub struct Packed {
    packing: Packing,
    stepper: Stepper,
    initial: Vec<u64>,
    /// Where each role's moves start among those of all roles, and where the last role's end.
    first_move: Vec<usize>,
}

impl Packed {
    pub(crate) fn new(
        network: &Network,
        packing: Packing,
        interrupt: &Interrupt<'_>,
    ) -> Result<Self, CircuitError> {
        let network = packing.network(network, interrupt)?;
        let mut first_move = vec![0];
        for (role, legal) in network.legal.iter().enumerate() {
            first_move.push(first_move[role] + legal.len());
        }
        let moves = first_move[network.legal.len()];
        let layout = Layout::new(packing.bits(), moves, network.legal.len())
            .ok_or(CircuitError::WideStates { bits: packing.bits() + moves })?;
        let mut initial = vec![0; packing.words()];
        for bit in (0..packing.bits()).filter(|&bit| network.initial[bit]) {
            initial[bit / 64] |= 1 << (bit % 64);
        }
        Ok(Self { stepper: Stepper::new(&network, layout, interrupt)?, packing, initial, first_move })
    }

    /// How states are packed.
    pub fn packing(&self) -> &Packing {
        &self.packing
    }

    /// The initial state.
    pub fn initial(&self) -> &[u64] {
        &self.initial
    }

    /// How many roles there are.
    pub fn roles(&self) -> usize {
        self.first_move.len() - 1
    }
}

/// Makes all legal moves in many packed states, each successor in a lane of its own. Its buffers are reused.
#[derive(Debug)]
pub struct Successors {
    packed: Arc<Packed>,
    instructions: Instructions,
    lanes: Lanes<8>,
    /// What the rules say of the states, as words of a [`Layout`] without its fluents.
    views: Vec<u64>,
    /// The states of which successors wait to be worked out; each has a joint move in `joints`.
    parents: Vec<usize>,
    /// Joint moves of which later roles have no move yet.
    prefixes: Vec<u32>,
}

/// What the rules say of packed states, and where their legal joint moves lead.
#[derive(Clone, Debug, Default)]
pub struct Succession {
    /// Whether each state is terminal.
    pub terminal: Vec<bool>,
    /// What each state pays each role, state after state; it counts in terminal states.
    pub goals: Vec<Goal>,
    /// For each state how many joint moves there are of it and of all states before it; a terminal one
    /// has none.
    pub ends: Vec<usize>,
    /// The joint moves, one after another: the number of each role's move. Those of a state are in ascending
    /// order, the last role's changing fastest.
    pub joints: Vec<u32>,
    /// The packed states that the joint moves lead to.
    pub states: Vec<u64>,
    /// The first state, by its number, whose joint moves are not listed though it is not terminal, and why.
    pub unlisted: Option<(usize, Unlisted)>,
}

/// Why the joint moves of a state are not listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unlisted {
    /// A role, given by its number, has no legal move.
    Stuck(usize),
    /// There are more than [`Successors::MOST_JOINT_MOVES`].
    TooMany,
}

/// The states that are evaluated at once.
const LANES: usize = 512;

impl Successors {
    /// The most joint moves of one state that are listed.
    pub const MOST_JOINT_MOVES: usize = 1 << 16;

    /// Successors of a circuit's states.
    pub fn new(packed: Arc<Packed>) -> Self {
        let lanes = packed.stepper.lanes();
        Self {
            instructions: Instructions::best(),
            lanes,
            views: Vec::new(),
            parents: Vec::new(),
            prefixes: Vec::new(),
            packed,
        }
    }

    /// Replaces the content of `succession` by what is known of some states, which are reachable, one
    /// after another.
    pub fn of(&mut self, states: &[u64], succession: &mut Succession) {
        let words = self.packed.packing.words();
        let Succession { terminal, goals, ends, joints, states: next, unlisted } = succession;
        terminal.clear();
        goals.clear();
        ends.clear();
        joints.clear();
        next.clear();
        *unlisted = None;
        self.parents.clear();
        let (mut waiting, roles) = (0, self.packed.roles());
        for (chunk, first) in states.chunks(LANES * words).zip((0..).step_by(LANES)) {
            self.view(chunk);
            for state in 0..chunk.len() / words {
                let over = self.byte(state, 0) & 1 == 1;
                terminal.push(over);
                goals.extend((0..roles).map(|role| Goal::from_byte(self.byte(state, 1 + role))));
                if !over {
                    let start = joints.len();
                    if let Err(why) = self.append_joints(state, joints) {
                        *unlisted = unlisted.or(Some((first + state, why)));
                    }
                    let made = (joints.len() - start) / roles;
                    self.parents.extend(std::iter::repeat_n(first + state, made));
                }
                ends.push(joints.len() / roles);
            }
            // Lanes are filled as far as there are states to fill them with.
            while self.parents.len() - waiting >= LANES {
                self.step(states, waiting, LANES, joints, next);
                waiting += LANES;
            }
        }
        let rest = self.parents.len() - waiting;
        if rest > 0 {
            self.step(states, waiting, rest, joints, next);
        }
    }

    /// Works out what the rules say of at most 512 states.
    fn view(&mut self, states: &[u64]) {
        let Self { packed, instructions, lanes, views, .. } = self;
        let words = packed.packing.words();
        let state = |lane: usize| &states[lane * words..][..words];
        let count = states.len() / words;
        Expansion { stepper: &packed.stepper, instructions: *instructions, lanes }
            .view_words(count, state, views);
    }

    /// A byte of the view of a state.
    fn byte(&self, state: usize, byte: usize) -> u8 {
        let layout = self.packed.stepper.layout;
        let words = layout.words() - layout.legal_bit() / 64;
        let bit = layout.terminal_bit() - layout.legal_bit() + 8 * byte;
        (self.views[state * words + bit / 64] >> (bit % 64)) as u8
    }

    /// Appends the legal joint moves of a state, or tells why it does not.
    fn append_joints(&mut self, state: usize, joints: &mut Vec<u32>) -> Result<(), Unlisted> {
        let layout = self.packed.stepper.layout;
        let words = layout.words() - layout.legal_bit() / 64;
        let view = &self.views[state * words..][..words];
        let first_move = &self.packed.first_move;
        let roles = first_move.len() - 1;
        let start = joints.len();
        joints.extend(std::iter::repeat_n(0, roles));
        for role in 0..roles {
            // Each joint move so far is repeated with each legal move of the role.
            let (low, high) = (first_move[role], first_move[role + 1]);
            let legal = || ones_between(view, low, high).map(|mov| (mov - low) as u32);
            let mut own = legal();
            let Some(first) = own.next() else {
                joints.truncate(start);
                return Err(Unlisted::Stuck(role));
            };
            if own.next().is_none() {
                joints[start..].chunks_exact_mut(roles).for_each(|joint| joint[role] = first);
                continue;
            }
            self.prefixes.clear();
            self.prefixes.extend_from_slice(&joints[start..]);
            joints.truncate(start);
            if self.prefixes.len() / roles * legal().count() > Self::MOST_JOINT_MOVES {
                return Err(Unlisted::TooMany);
            }
            for prefix in self.prefixes.chunks_exact_mut(roles) {
                for mov in legal() {
                    prefix[role] = mov;
                    joints.extend_from_slice(prefix);
                }
            }
        }
        Ok(())
    }

    /// Appends the states after so many joint moves from the first that waits on.
    fn step(&mut self, states: &[u64], first: usize, count: usize, joints: &[u32], next: &mut Vec<u64>) {
        let Self { packed, instructions, lanes, parents, .. } = self;
        let (words, roles) = (packed.packing.words(), packed.roles());
        let parents = &parents[first..first + count];
        let state = |lane: usize| &states[parents[lane] * words..][..words];
        let joints = &joints[first * roles..(first + count) * roles];
        Expansion { stepper: &packed.stepper, instructions: *instructions, lanes }
            .next_words(count, state, joints, words, next);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::Explorer;
    use crate::samples;

    /// What is told of the states of the first plies, against states that were evaluated one by one.
    fn agrees(circuit: crate::Circuit, plies: usize, most: usize) {
        let circuit = Arc::new(circuit);
        let packed = Arc::new(circuit.packed(&Interrupt::never()).unwrap().unwrap());
        let packing = packed.packing().clone();
        assert_eq!(packing.unpack(packed.initial()), circuit.initial().fluents());
        let mut explorer = Explorer::new(Arc::clone(&circuit));
        let mut successors = Successors::new(packed);
        let mut level = vec![circuit.initial().clone()];
        let mut found = Succession::default();
        for _ in 0..plies {
            let states: Vec<u64> = level.iter().flat_map(|state| packing.pack(state.fluents())).collect();
            successors.of(&states, &mut found);
            assert_eq!(found.unlisted, None);
            let (mut next, mut joints, mut goals) = (Vec::new(), Vec::new(), Vec::new());
            for (state, &end) in level.iter().zip(&found.ends) {
                let own: Vec<u32> = if state.terminal() { Vec::new() } else { joint_moves(&circuit, state) };
                explorer.children(state, &own, &mut next);
                joints.extend(own);
                goals.extend((0..circuit.roles()).map(|role| state.goal(role)));
                assert_eq!(next.len(), end);
            }
            assert_eq!(found.terminal, level.iter().map(crate::State::terminal).collect::<Vec<_>>());
            assert_eq!((&found.joints, &found.goals), (&joints, &goals));
            let expected: Vec<u64> = next.iter().flat_map(|state| packing.pack(state.fluents())).collect();
            assert_eq!(found.states, expected);
            level = next.into_iter().step_by(3).take(most).collect();
        }
    }

    fn joint_moves(circuit: &crate::Circuit, state: &crate::State) -> Vec<u32> {
        let legal = |role| circuit.legal(state, role).map(|mov| mov as u32).collect::<Vec<_>>();
        let seconds = legal(1);
        legal(0).iter().flat_map(|&first| seconds.iter().flat_map(move |&second| [first, second])).collect()
    }

    #[test]
    fn packed_states_have_the_successors_of_the_states() {
        agrees(samples::tic_tac_toe(), 9, 2_000);
        agrees(samples::connect_four(), 12, 700);
    }

    #[test]
    fn no_states_have_no_successors() {
        let packed = Arc::new(samples::tic_tac_toe().packed(&Interrupt::never()).unwrap().unwrap());
        let mut found = Succession::default();
        Successors::new(packed).of(&[], &mut found);
        assert!(found.ends.is_empty() && found.states.is_empty() && found.unlisted.is_none());
    }
}
