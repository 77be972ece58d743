use std::ops::{Range, RangeInclusive};
use std::sync::OnceLock;

use logic::{Grounding, Reasoner};

use super::chooser::Chooser;
use super::order::Wanted;
use super::program::{Port, Program, ProgramSize};
use crate::error::CircuitError;
use crate::network::Graft;
use crate::network::Network;
use crate::network::payment;
use crate::network::payment_sums;
use crate::network::{Aig, Lit};
use crate::network::{Choosing, Member};
use crate::network::{Group, admit};
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
    /// What it was made from, to prove more; none if that is large.
    network: Option<Network>,
    sums: OnceLock<Option<RangeInclusive<i32>>>,
}

/// The most gates of a network about which more can be asked later.
const MOST_GATES_TO_PROVE: usize = 200_000;

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
    pub(crate) roles: Vec<Mover>,
    pub(crate) choices: Vec<Choice>,
    pub(crate) next: Vec<Port>,
}

/// How a role moves in a playout.
#[derive(Debug)]
pub(crate) struct Mover {
    /// Whether it has any legal move.
    pub(crate) any: Port,
    /// The choice in which its moves are, but for the forced ones.
    pub(crate) choice: Option<usize>,
    /// These moves, in the order of their ranks.
    pub(crate) chosen: Vec<u32>,
    /// Moves that are made wherever they are legal.
    pub(crate) forced: Vec<u32>,
}

/// What one role can choose in a playout, or one of several roles.
#[derive(Debug)]
pub(crate) struct Choice {
    /// The rank of the last legal move, the lowest bit first.
    pub(crate) last: Vec<Port>,
    /// The slots of the rank that is chosen.
    pub(crate) rank: Range<usize>,
}

impl Circuit {
    /// The circuit of a game's grounding; the `reasoner` that made it knows what its terms are.
    ///
    /// # Errors
    /// If the grounding is too large.
    pub fn new(grounding: &Grounding, reasoner: &Reasoner) -> Result<Self, CircuitError> {
        let network = Network::new(grounding, reasoner)?;
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
        let mut circuit = Self {
            first_move,
            fluents,
            layout,
            stepper,
            player,
            initial: State::new(layout),
            size: network.size(),
            groups: network.groups.clone(),
            network: None,
            sums: OnceLock::new(),
        };
        let mut start = vec![0; fluents.div_ceil(64)];
        for fluent in (0..fluents).filter(|&fluent| network.initial[fluent]) {
            start[fluent / 64] |= 1 << (fluent % 64);
        }
        circuit.initial = crate::lanes::expand::view(&circuit, &start);
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

    /// Whether a role's move is legal in a state.
    pub(crate) fn is_legal(&self, state: &State, role: usize, mov: usize) -> bool {
        let bit = self.first_move[role] + mov;
        state.legal_between(bit, bit + 1).next().is_some()
    }

    /// Bounds on the sum of what all roles are paid in a terminal state, as far as they can be proven: at worst those that each role's goals from 0 to 100
    /// imply. The proof, which may take some seconds, is made when it is first asked for.
    pub fn payment_sums(&self) -> RangeInclusive<i32> {
        let sums = self.sums.get_or_init(|| {
            let proven = self.network.as_ref().and_then(payment_sums)?;
            if !self.initial.terminal() {
                return Some(proven);
            }
            let initial =
                (0..self.roles()).map(|role| i32::from(self.initial.payment(role).goal)).sum::<i32>();
            Some(initial.min(*proven.start())..=initial.max(*proven.end()))
        });
        sums.clone().unwrap_or(0..=100 * self.roles() as i32)
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

impl Mover {
    fn new() -> Self {
        let never = Port { slot: 0, inverted: false };
        Self { any: never, choice: None, chosen: Vec::new(), forced: Vec::new() }
    }
}

impl Player {
    fn new(network: &Network) -> Self {
        let choosing = Choosing::new(network);
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
        let mut roles: Vec<Mover> = network.legal.iter().map(|_| Mover::new()).collect();
        let mut any = vec![Lit::FALSE; roles.len()];
        for input in fluents..network.aig.inputs().len() {
            graft.set_input(input, Lit::FALSE);
        }
        for &(role, mov) in &choosing.forced {
            let legal = graft.get(network.legal[role][mov]);
            any[role] = aig.or(any[role], legal);
            graft.set_input(network.does_input(role, mov), legal);
            roles[role].forced.push(mov as u32);
        }
        let mut ranks = Vec::new();
        let mut last = Vec::new();
        for (number, tree) in choosing.trees.iter().enumerate() {
            let legal = |member: &Member| graft.get(network.legal[member.role][member.mov]);
            let leaves: Vec<Lit> = (tree.leaves.iter())
                .map(|leaf| leaf.iter().fold(Lit::FALSE, |any, member| aig.or(any, legal(member))))
                .collect();
            let chooser = Chooser::new(&mut aig, &leaves);
            let start = aig.inputs().len();
            let rank: Vec<Lit> = (0..chooser.rank_bits()).map(|_| aig.input()).collect();
            ranks.push(1 + start..1 + start + rank.len());
            last.push(chooser.last_rank(&mut aig));
            let some = chooser.any(&mut aig);
            // Where a forced move is made, there may be none to choose.
            let may_be_none = tree.roles.iter().any(|(role, _)| !roles[*role].forced.is_empty());
            let wanted = if may_be_none { some } else { Lit::TRUE };
            let chosen = chooser.choose(&mut aig, wanted, &rank);
            for (leaf, chosen) in tree.leaves.iter().zip(chosen) {
                for &Member { role, mov, sign } in leaf {
                    let does = aig.and(chosen, graft.get(sign));
                    graft.set_input(network.does_input(role, mov), does);
                    roles[role].chosen.push(mov as u32);
                }
            }
            for (role, signs) in &tree.roles {
                let turn = signs.iter().fold(Lit::FALSE, |turn, &sign| aig.or(turn, graft.get(sign)));
                let turn = if signs.is_empty() { Lit::TRUE } else { turn };
                let own = aig.and(turn, some);
                any[*role] = aig.or(any[*role], own);
                roles[*role].choice = Some(number);
            }
        }
        view.extend(any);
        view.extend(last.iter().flatten());
        graft.grow(&mut aig);
        let next = network.next.iter().map(|&literal| graft.get(literal)).collect();
        let phases = [Wanted { literals: view, apart: false }, Wanted { literals: next, apart: true }];
        let program = Program::new(&aig, &phases);
        let mut ports = program.phases[0].outputs.iter().copied();
        let mut port = || ports.next().expect("every output of the view has its port");
        let terminal = port();
        let payments = payments.iter().map(|_| std::array::from_fn(|_| port())).collect();
        roles.iter_mut().for_each(|role| role.any = port());
        let choices = (last.iter().zip(ranks))
            .map(|(last, rank)| Choice { last: last.iter().map(|_| port()).collect(), rank })
            .collect();
        let next = program.phases[1].outputs.clone();
        Self { program, terminal, payments, roles, choices, next }
    }
}
