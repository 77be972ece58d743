use std::ops::RangeInclusive;
use std::sync::OnceLock;

use logic::{Grounding, Reasoner};

use super::expansion::Expansion;
use super::player::Player;
use super::program::ProgramSize;
use super::stepper::Stepper;
use crate::error::CircuitError;
use crate::network::{Group, Network, admit, goal_sums, synthesize};
use crate::size::Size;
use crate::state::{Layout, State};

/// A compiled game: programs that evaluate the states of up to 512 games at once.
///
/// Each role's moves are numbered from 0. A [`State`] is meaningful only together with the circuit that made it.
#[derive(Debug)]
pub struct Circuit {
    /// Where each role's moves start among those of all roles, and where the last role's end.
    first_move: Vec<usize>,
    pub(crate) stepper: Stepper,
    pub(crate) player: Player,
    initial: State,
    size: Size,
    /// The invariants proven of every reachable state.
    groups: Vec<Group>,
    /// The network that it was made from, to prove more; none if that is large.
    network: Option<Network>,
    sums: OnceLock<Option<RangeInclusive<i32>>>,
}

/// The most gates of a network that is kept for later proofs.
const MOST_GATES_TO_PROVE: usize = 200_000;

impl Circuit {
    /// Compiles a game's grounding; `reasoner` is the one that made the grounding, and knows its terms.
    ///
    /// # Errors
    /// If the grounding is too large.
    pub fn new(grounding: &Grounding, reasoner: &Reasoner) -> Result<Self, CircuitError> {
        let network = synthesize(grounding, reasoner)?;
        let mut circuit = Self::compile(&network)?;
        circuit.network = (network.aig.gates() <= MOST_GATES_TO_PROVE).then_some(network);
        Ok(circuit)
    }

    pub(crate) fn compile(network: &Network) -> Result<Self, CircuitError> {
        let mut first_move = vec![0];
        let fluents = network.initial.len();
        let roles = network.legal.len();
        for role in 0..roles {
            first_move.push(first_move[role] + network.moves(role));
        }
        let bits = fluents + first_move[roles];
        let layout =
            Layout::new(fluents, first_move[roles], roles).ok_or(CircuitError::WideStates { bits })?;
        let stepper = Stepper::new(network, layout);
        let player = Player::new(network);
        let mut start = vec![0; fluents.div_ceil(64)];
        for fluent in (0..fluents).filter(|&fluent| network.initial[fluent]) {
            start[fluent / 64] |= 1 << (fluent % 64);
        }
        Ok(Self {
            first_move,
            initial: Expansion::once(&stepper, &start),
            stepper,
            player,
            size: network.size(),
            groups: network.groups.clone(),
            network: None,
            sums: OnceLock::new(),
        })
    }

    /// How many roles there are.
    pub fn roles(&self) -> usize {
        self.first_move.len() - 1
    }

    /// How many moves a role may ever make.
    pub fn moves(&self, role: usize) -> usize {
        self.first_move[role + 1] - self.first_move[role]
    }

    /// How many fluents there are.
    pub fn fluents(&self) -> usize {
        self.stepper.fluents()
    }

    /// The initial state.
    pub fn initial(&self) -> &State {
        &self.initial
    }

    /// A role's legal moves in a state, in ascending order.
    pub fn legal(&self, state: &State, role: usize) -> impl Iterator<Item = usize> + Clone {
        let start = self.first_move[role];
        state.legal_between(start, self.first_move[role + 1]).map(move |mov| mov - start)
    }

    /// Whether a role's move is legal in a state.
    pub(crate) fn is_legal(&self, state: &State, role: usize, mov: usize) -> bool {
        let bit = self.first_move[role] + mov;
        state.legal_between(bit, bit + 1).next().is_some()
    }

    /// Bounds on the sum of all roles' goals in a terminal state, as far as they can be proven; at worst 0 to 100 for each role. The proof, which
    /// may take some seconds, is made on the first call.
    pub fn goal_sums(&self) -> RangeInclusive<i32> {
        let sums = self.sums.get_or_init(|| {
            let proven = self.network.as_ref().and_then(goal_sums)?;
            if !self.initial.terminal() {
                return Some(proven);
            }
            let initial = (0..self.roles()).map(|role| i32::from(self.initial.goal(role).value)).sum::<i32>();
            Some(initial.min(*proven.start())..=initial.max(*proven.end()))
        });
        sums.clone().unwrap_or(0..=100 * self.roles() as i32)
    }

    /// The size of the network.
    pub fn size(&self) -> &Size {
        &self.size
    }

    /// Whether a state, given as bits, satisfies the proven invariants. Every reachable state does. Of a state that does not, for instance one in
    /// which a cell has two contents, the circuit may give wrong answers.
    pub fn admits(&self, fluents: &[u64]) -> bool {
        admit(&self.groups, |fluent| fluents[fluent / 64] >> (fluent % 64) & 1 == 1)
    }

    /// The size of the program that an [`Explorer`](crate::Explorer) runs.
    pub fn stepper_size(&self) -> ProgramSize {
        ProgramSize::of(&self.stepper.program)
    }

    /// The size of the program that [`Playouts`](crate::Playouts) run: the rules and the choice of moves.
    pub fn player_size(&self) -> ProgramSize {
        ProgramSize::of(&self.player.program)
    }
}
