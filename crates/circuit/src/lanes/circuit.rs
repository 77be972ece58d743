mod analyses;
mod parts;
mod preparation;

use std::ops::RangeInclusive;
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

use gdl::Interrupt;
use logic::{Grounding, Reasoner};

pub(crate) use self::parts::Parts;
use super::expansion::Expansion;
use super::lanes::Lanes;
use super::on_demand::OnDemand;
use super::player::Player;
use super::profile::ProgramProfile;
use super::program::ProgramSize;
use super::scalar::Scalar;
use super::stepper::Stepper;
use super::tactics::Tactics;
#[cfg(test)]
use super::turns::Turns;
use super::word::Word;
use crate::error::CircuitError;
use crate::first_stage::FirstStage;
use crate::network::{
    Lasting, Lit, Network, Variable, admit, goal_sums, optimised, translate, turns, variables,
};
use crate::renumbering::Renumbering;
use crate::size::Size;
use crate::state::{Layout, State, holds};
use crate::stored::Damaged;

/// A compiled game: programs that evaluate the states of up to 512 games at once.
///
/// Each role's moves are numbered from 0. A [`State`] is meaningful only together with the circuit that
/// made it.
#[derive(Debug)]
pub struct Circuit {
    parts: Parts,
    initial: State,
    /// The fluents that change once at most, whether they prove that every play ends, and for each role
    /// whether every end pays it; found when it is first needed.
    lasting: OnceLock<(Lasting, bool, Vec<bool>)>,
    /// The moves of each role that are forced where players take turns, as far as the program of playouts
    /// does not tell; found when it is first needed.
    turns: OnceLock<Option<Vec<Vec<u32>>>>,
    first_ply: OnDemand<Tactics>,
    second_ply: OnDemand<Tactics>,
    /// The programs of playouts that favour moves and tell which they made, by policy.
    heeding: [OnDemand<Player>; 3],
    /// The evaluation of single states, if the network is not too large for it.
    scalar: OnDemand<Scalar>,
    /// Whether a thread has begun to make that.
    begun: AtomicBool,
}

/// The most gates of a network of which the sums of goals are sought, and which is kept. Of a role alone
/// larger ones are: what helps to find plans is told by them.
const MOST_GATES_TO_KEEP: usize = 200_000;
const MOST_GATES_OF_ONE_ROLE: usize = 1_000_000;

/// The most gates of a network of so many roles that is kept.
fn most_gates_to_keep(roles: usize) -> usize {
    if roles == 1 { MOST_GATES_OF_ONE_ROLE } else { MOST_GATES_TO_KEEP }
}

impl Circuit {
    /// Compiles a game's grounding; `reasoner` is the one that made the grounding, and knows its terms.
    ///
    /// # Errors
    /// If the grounding is too large.
    pub fn new(grounding: &Grounding, reasoner: &Reasoner) -> Result<Self, CircuitError> {
        Self::new_while(grounding, reasoner, &Interrupt::never())
    }

    /// Does the same as [`new`](Self::new) until it is interrupted.
    ///
    /// # Errors
    /// As for [`new`](Self::new), and if it is interrupted.
    pub fn new_while(
        grounding: &Grounding,
        reasoner: &Reasoner,
        interrupt: &Interrupt<'_>,
    ) -> Result<Self, CircuitError> {
        Self::in_stages(grounding, reasoner, interrupt, None)
    }

    /// Does the same, and gives out a first circuit before if making the final one takes long.
    ///
    /// # Errors
    /// As for [`new_while`](Self::new_while).
    pub fn in_stages(
        grounding: &Grounding,
        reasoner: &Reasoner,
        interrupt: &Interrupt<'_>,
        first: Option<FirstStage<'_, Self>>,
    ) -> Result<Self, CircuitError> {
        let translated = translate(grounding, reasoner, interrupt)?;
        if let Some(first) = first.filter(|first| first.is_wanted(translated.gates_before)) {
            // What evaluates states one at a time takes as long to make as all else.
            first.give(Self::compile_for(translated.clone(), false, interrupt)?);
        }
        let network = optimised(translated, grounding, reasoner, interrupt)?;
        let mut circuit = Self::compile(network, interrupt)?;
        let network = circuit.parts.network.as_ref();
        let network = network.filter(|network| network.aig.gates() <= MOST_GATES_TO_KEEP);
        let proven = network.and_then(|network| goal_sums(network, interrupt));
        circuit.narrow_sums(proven);
        Ok(circuit)
    }

    pub(crate) fn compile(network: Network, interrupt: &Interrupt<'_>) -> Result<Self, CircuitError> {
        Self::compile_for(network, true, interrupt)
    }

    /// Compiles a network for lanes, and for states one at a time as well if they are wanted.
    fn compile_for(
        network: Network,
        one_at_a_time: bool,
        interrupt: &Interrupt<'_>,
    ) -> Result<Self, CircuitError> {
        let mut first_move = vec![0];
        let fluents = network.initial.len();
        let roles = network.legal.len();
        for role in 0..roles {
            first_move.push(first_move[role] + network.moves(role));
        }
        let bits = fluents + first_move[roles];
        let layout =
            Layout::new(fluents, first_move[roles], roles).ok_or(CircuitError::WideStates { bits })?;
        let stepper = Stepper::new(&network, layout, interrupt)?;
        let player = Player::new(&network, interrupt)?;
        let mut start = vec![0; fluents.div_ceil(64)];
        for fluent in (0..fluents).filter(|&fluent| network.initial[fluent]) {
            start[fluent / 64] |= 1 << (fluent % 64);
        }
        let initial = Expansion::once(&stepper, &start);
        let scalar = if one_at_a_time { OnDemand::new() } else { OnDemand::made(None) };
        let is_kept = network.aig.gates() <= most_gates_to_keep(roles);
        if !is_kept {
            scalar.get_or_make(interrupt, || Scalar::new(&network, &stepper, &initial, interrupt))?;
        }
        let parts = Parts {
            first_move,
            stepper,
            player,
            start,
            size: network.size(),
            may_be_stuck: (0..roles).filter(|&role| !network.legal[role].contains(&Lit::TRUE)).collect(),
            chance: network.chance,
            groups: network.groups.clone(),
            variables: variables(fluents, &network.groups),
            sums: 0..=100 * (roles - usize::from(network.chance.is_some())) as i32,
            network: is_kept.then_some(network),
        };
        Ok(Self::new_of(parts, initial, scalar))
    }

    fn new_of(parts: Parts, initial: State, scalar: OnDemand<Scalar>) -> Self {
        Self {
            parts,
            initial,
            lasting: OnceLock::new(),
            turns: OnceLock::new(),
            first_ply: OnDemand::new(),
            second_ply: OnDemand::new(),
            heeding: std::array::from_fn(|_| OnDemand::new()),
            scalar,
            begun: AtomicBool::new(false),
        }
    }

    /// What is stored of it. The evaluation of single states is made again where the network is there to make
    /// it of.
    pub(crate) fn parts(&self) -> (&Parts, Option<&Scalar>) {
        (&self.parts, self.scalar.get().filter(|_| self.parts.network.is_none()))
    }

    /// The circuit of which this was stored, if it is sound; fluents, moves and percepts get the
    /// given numbers.
    pub(crate) fn from_parts(
        (mut parts, mut scalar): (Parts, Option<Scalar>),
        numbers: &Renumbering,
    ) -> Result<Self, Damaged> {
        parts.restore(numbers)?;
        if let Some(scalar) = &mut scalar {
            let (fluents, moves) = parts.sizes();
            scalar.incremental.restore(parts.stepper.layout, fluents, &moves)?;
        }
        if !numbers.is_identity() {
            parts.renumber(numbers);
            scalar.iter_mut().for_each(|scalar| scalar.incremental.renumber(numbers));
        }
        let initial = Expansion::once(&parts.stepper, &parts.start);
        let made = if parts.network.is_none() { OnDemand::made(scalar) } else { OnDemand::new() };
        Ok(Self::new_of(parts, initial, made))
    }

    /// How many roles there are.
    pub fn roles(&self) -> usize {
        self.parts.first_move.len() - 1
    }

    /// How many moves a role may ever make.
    pub fn moves(&self, role: usize) -> usize {
        self.parts.first_move[role + 1] - self.parts.first_move[role]
    }

    /// How many fluents there are.
    pub fn fluents(&self) -> usize {
        self.parts.stepper.fluents()
    }

    /// The initial state.
    pub fn initial(&self) -> &State {
        &self.initial
    }

    /// A role's legal moves in a state, in ascending order.
    pub fn legal(&self, state: &State, role: usize) -> impl Iterator<Item = usize> + Clone {
        let start = self.parts.first_move[role];
        state.legal_between(start, self.parts.first_move[role + 1]).map(move |mov| mov - start)
    }

    /// How many legal moves a role has in a state.
    pub fn mobility(&self, state: &State, role: usize) -> usize {
        state.count_legal_between(self.parts.first_move[role], self.parts.first_move[role + 1])
    }

    /// Whether a role has a legal move in a state.
    pub fn has_move(&self, state: &State, role: usize) -> bool {
        state.has_legal_between(self.parts.first_move[role], self.parts.first_move[role + 1])
    }

    /// The roles that have no move which is legal in every state, so that they may have none in some.
    pub fn may_be_stuck(&self) -> &[usize] {
        &self.parts.may_be_stuck
    }

    /// Whether a role's move is legal in a state.
    pub(crate) fn is_legal(&self, state: &State, role: usize, mov: usize) -> bool {
        let bit = self.parts.first_move[role] + mov;
        state.has_legal_between(bit, bit + 1)
    }

    /// In which lanes a role's move is legal, of lanes in which the view of their states has been evaluated.
    pub(crate) fn legal_plane<const W: usize>(&self, lanes: &Lanes<W>, role: usize, mov: usize) -> Word<W> {
        self.parts
            .stepper
            .plane(lanes, self.parts.stepper.layout.legal_bit() + self.parts.first_move[role] + mov)
    }

    /// The moves of a role that are made wherever they are legal in a state that is not terminal, as it is
    /// proven that it has no other move there.
    pub fn forced(&self, role: usize) -> &[u32] {
        self.turns().map_or(&self.parts.player.roles[role].forced, |forced| &forced[role])
    }

    /// Whether it is proven that two players never have a choice in the same state. Chance may move at the
    /// same time as others. If the rules do not tell it plainly, the first call looks for a proof, which
    /// takes some tenths of a second at most.
    pub fn takes_turns(&self) -> bool {
        self.parts.player.takes_turns || self.turns().is_some()
    }

    /// The forced moves of each role, where it takes a solver to prove that players take turns.
    fn turns(&self) -> Option<&Vec<Vec<u32>>> {
        if self.parts.player.takes_turns {
            return None;
        }
        let find = || turns(self.parts.network.as_ref()?, &Interrupt::never());
        self.turns.get_or_init(find).as_ref()
    }

    /// The role that moves at random, if there is one. It is paid 0 whatever the rules say.
    pub fn chance(&self) -> Option<usize> {
        self.parts.chance
    }

    /// Bounds on the sum of all roles' goals in a terminal state, as far as they have been proven; at worst 0
    /// to 100 for each role.
    pub fn goal_sums(&self) -> RangeInclusive<i32> {
        self.parts.sums.clone()
    }

    /// Takes the bounds that are proven of all terminal states but the initial one, if any are.
    fn narrow_sums(&mut self, proven: Option<RangeInclusive<i32>>) {
        let Some(proven) = proven else { return };
        self.parts.sums = if self.initial.terminal() {
            let initial = (0..self.roles()).map(|role| i32::from(self.initial.goal(role).value)).sum::<i32>();
            initial.min(*proven.start())..=initial.max(*proven.end())
        } else {
            proven
        };
    }

    /// The size of the network.
    pub fn size(&self) -> &Size {
        &self.parts.size
    }

    /// Whether a state, given as bits, satisfies the proven invariants. Every reachable state does. Of a
    /// state that does not, for instance one in which a cell has two contents, the circuit may give
    /// wrong answers.
    pub fn admits(&self, fluents: &[u64]) -> bool {
        admit(&self.parts.groups, |fluent| holds(fluents, fluent))
    }

    /// The state as variables of several values, by their first fluents: what is left of the fluents once it
    /// is known which exclude each other.
    pub fn variables(&self) -> &[Variable] {
        &self.parts.variables
    }

    pub(crate) fn stepper(&self) -> &Stepper {
        &self.parts.stepper
    }

    /// The same circuit with lanes that are kept at one turn of its network, whether that pays or not.
    #[cfg(test)]
    pub(crate) fn at_turns_of(mut self, network: &Network) -> Self {
        let Parts { player, stepper, .. } = &mut self.parts;
        for program in [&mut player.program, &mut stepper.view, &mut stepper.step] {
            program.turns = Turns::of(network);
        }
        self
    }

    /// How many gates an [`Explorer`](crate::Explorer) evaluates to make moves and to look at the states that
    /// they lead to.
    pub fn gates_of_moves(&self) -> usize {
        self.parts.stepper.view.gates() + self.parts.stepper.step.gates()
    }

    /// The size of the program by which an [`Explorer`](crate::Explorer) looks at states: whether they are
    /// terminal, the legal moves, the goals.
    pub fn view_size(&self) -> ProgramSize {
        ProgramSize::of(&self.parts.stepper.view)
    }

    /// The size of the program by which it makes moves: the next state, and what roles see of the way.
    pub fn step_size(&self) -> ProgramSize {
        ProgramSize::of(&self.parts.stepper.step)
    }

    /// The size of the program that [`Playouts`](crate::Playouts) run: the rules and the choice of moves.
    pub fn player_size(&self) -> ProgramSize {
        ProgramSize::of(&self.parts.player.program)
    }

    /// What the program consists of that [`Playouts`](crate::Playouts) run: the view and the count of legal
    /// moves, then the choice of moves and the next state.
    pub fn player_profile(&self) -> ProgramProfile {
        ProgramProfile::of(&self.parts.player.program)
    }
}
