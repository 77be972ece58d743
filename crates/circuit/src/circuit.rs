use std::ops::Range;

use logic::{Grounding, Reasoner};

use crate::aig::{Aig, Lit};
use crate::chooser::Chooser;
use crate::error::CircuitError;
use crate::graft::Graft;
use crate::invariant::{Group, admit};
use crate::network::Network;
use crate::order::Wanted;
use crate::program::{Port, Program, ProgramSize};
use crate::size::Size;
use crate::state::{Layout, PAYMENT_BITS, State};

/// A game as gates: programs that evaluate states of hundreds of games at once.
///
/// Moves are numbered role by role, each role's from 0. What a [`State`] is made of, the circuit knows.
#[derive(Debug)]
pub struct Circuit {
    /// Where each role's moves begin among those of all roles, and where the last ends.
    first_move: Vec<usize>,
    fluents: usize,
    pub(crate) layout: Layout,
    pub(crate) stepper: Stepper,
    pub(crate) player: Player,
    initial: State,
    size: Size,
    /// What is proven of every reachable state.
    groups: Vec<Group>,
}

/// The program of a search: the view of a state, then, with moves given, the next state.
#[derive(Debug)]
pub(crate) struct Stepper {
    pub(crate) program: Program,
    /// Where the view leaves each bit of a state that is not a fluent; nothing for the bits between.
    pub(crate) view: Vec<Option<Port>>,
    /// Where the step leaves the fluents of the next state.
    pub(crate) next: Vec<Port>,
}

/// The program of a playout: the view with the legal moves counted; then, with a rank for each role given, the next state.
#[derive(Debug)]
pub(crate) struct Player {
    pub(crate) program: Program,
    pub(crate) terminal: Port,
    /// The bits of each role's payment.
    pub(crate) payments: Vec<[Port; PAYMENT_BITS]>,
    pub(crate) choices: Vec<Choice>,
    pub(crate) next: Vec<Port>,
}

/// What a role can choose in a playout.
#[derive(Debug)]
pub(crate) struct Choice {
    /// Whether it has any legal move.
    pub(crate) any: Port,
    /// The rank of its last legal move, the lowest bit first.
    pub(crate) last: Vec<Port>,
    /// The slots of the rank that it chooses.
    pub(crate) rank: Range<usize>,
}

impl Circuit {
    /// The circuit of a game's grounding; the `reasoner` that made it knows what its terms are.
    ///
    /// # Errors
    /// If the grounding is too large.
    pub fn new(grounding: &Grounding, reasoner: &Reasoner) -> Result<Self, CircuitError> {
        Self::compile(&Network::new(grounding, reasoner)?)
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
        let mut circuit = Self {
            first_move,
            fluents,
            layout,
            stepper,
            player,
            initial: State::new(layout),
            size: network.size(),
            groups: network.groups.clone(),
        };
        let mut start = vec![0; fluents.div_ceil(64)];
        for fluent in (0..fluents).filter(|&fluent| network.initial[fluent]) {
            start[fluent / 64] |= 1 << (fluent % 64);
        }
        circuit.initial = crate::expand::view(&circuit, &start);
        Ok(circuit)
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
        self.fluents
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

    /// How large the circuit is.
    pub fn size(&self) -> &Size {
        &self.size
    }

    /// Whether a state, given as bits, is one that the circuit is right about. Every reachable state is; of others, those may not be in
    /// which a cell has two contents, say.
    pub fn admits(&self, fluents: &[u64]) -> bool {
        admit(&self.groups, |fluent| fluents[fluent / 64] >> (fluent % 64) & 1 == 1)
    }

    /// The size of the program that a search runs.
    pub fn stepper_size(&self) -> ProgramSize {
        ProgramSize::of(&self.stepper.program)
    }

    /// The size of the program that playouts run: the rules and the choice of moves.
    pub fn player_size(&self) -> ProgramSize {
        ProgramSize::of(&self.player.program)
    }

    /// Among the inputs of the stepper, that of a role's move.
    pub(crate) fn does_input(&self, role: usize, mov: usize) -> usize {
        self.fluents + self.first_move[role] + mov
    }

    /// Among the inputs of the stepper, those of all moves.
    pub(crate) fn does_inputs(&self) -> Range<usize> {
        self.fluents..self.fluents + self.first_move[self.roles()]
    }
}

impl Stepper {
    fn new(network: &Network, layout: Layout) -> Self {
        let mut aig = network.aig.clone();
        let mut bits: Vec<Option<Lit>> = vec![None; 64 * layout.words()];
        for (bit, &legal) in (layout.legal_bit()..).zip(network.legal.iter().flatten()) {
            bits[bit] = Some(legal);
        }
        bits[layout.terminal_bit()] = Some(network.terminal);
        for (role, goals) in network.goals.iter().enumerate() {
            for (bit, literal) in (layout.payment_bit(role)..).zip(payment(&mut aig, goals)) {
                bits[bit] = Some(literal);
            }
        }
        let view = Wanted { literals: bits.iter().flatten().copied().collect(), apart: false };
        let next = Wanted { literals: network.next.clone(), apart: true };
        let program = Program::new(&aig, &[view, next]);
        let mut ports = program.phases[0].outputs.iter().copied();
        let view = bits.iter().map(|bit| bit.and_then(|_| ports.next())).collect();
        Self { view, next: program.phases[1].outputs.clone(), program }
    }
}

impl Player {
    fn new(network: &Network) -> Self {
        let fluents = network.initial.len();
        let mut aig = Aig::new();
        let mut inputs: Vec<Option<Lit>> = (0..fluents).map(|_| Some(aig.input())).collect();
        inputs.resize(network.aig.inputs().len(), None);
        let mut graft = Graft::new(&network.aig, inputs);
        graft.grow(&mut aig);
        let terminal = graft.get(network.terminal);
        let payments: Vec<[Lit; PAYMENT_BITS]> = (network.goals.iter())
            .map(|goals| {
                let goals: Vec<_> = goals.iter().map(|&(goal, literal)| (goal, graft.get(literal))).collect();
                payment(&mut aig, &goals)
            })
            .collect();
        let mut view = vec![terminal];
        view.extend(payments.iter().flatten());
        let mut choosers = Vec::new();
        let mut ranks = Vec::new();
        for (role, legal) in network.legal.iter().enumerate() {
            let legal: Vec<Lit> = legal.iter().map(|&literal| graft.get(literal)).collect();
            let chooser = Chooser::new(&mut aig, &legal);
            let start = aig.inputs().len();
            let rank: Vec<Lit> = (0..chooser.rank_bits()).map(|_| aig.input()).collect();
            ranks.push(1 + start..1 + start + rank.len());
            for (mov, chosen) in chooser.choose(&mut aig, &rank).into_iter().enumerate() {
                graft.set_input(network.does_input(role, mov), chosen);
            }
            view.push(chooser.any(&mut aig));
            view.extend(chooser.last_rank(&mut aig));
            choosers.push(chooser);
        }
        graft.grow(&mut aig);
        let next = network.next.iter().map(|&literal| graft.get(literal)).collect();
        let phases = [Wanted { literals: view, apart: false }, Wanted { literals: next, apart: true }];
        let program = Program::new(&aig, &phases);
        let mut ports = program.phases[0].outputs.iter().copied();
        let mut port = || ports.next().expect("every output of the view has its port");
        let terminal = port();
        let payments = payments.iter().map(|_| std::array::from_fn(|_| port())).collect();
        let choices = (choosers.iter().zip(ranks))
            .map(|(chooser, rank)| Choice {
                any: port(),
                last: (0..chooser.rank_bits()).map(|_| port()).collect(),
                rank,
            })
            .collect();
        let next = program.phases[1].outputs.clone();
        Self { program, terminal, payments, choices, next }
    }
}

/// The bits of what a role is paid, where each of its goals, in ascending order, is given by a literal.
fn payment(aig: &mut Aig, goals: &[(Option<u8>, Lit)]) -> [Lit; PAYMENT_BITS] {
    let mut bits = [Lit::FALSE; PAYMENT_BITS];
    let mut none_lower = Lit::TRUE;
    let (mut any, mut several, mut no_number) = (Lit::FALSE, Lit::FALSE, Lit::FALSE);
    for &(goal, holds) in goals {
        let again = aig.and(any, holds);
        several = aig.or(several, again);
        any = aig.or(any, holds);
        let Some(goal) = goal else {
            no_number = aig.or(no_number, holds);
            continue;
        };
        let least = aig.and(none_lower, holds);
        none_lower = aig.and(none_lower, !holds);
        for (bit, literal) in bits[..PAYMENT_BITS - 1].iter_mut().enumerate() {
            if goal >> bit & 1 == 1 {
                *literal = aig.or(*literal, least);
            }
        }
    }
    let clear = aig.and(any, !several);
    bits[PAYMENT_BITS - 1] = !aig.and(clear, !no_number);
    bits
}
