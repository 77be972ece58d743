use std::ops::Range;

use gdl::{Interrupt, Interrupted};
use serde::{Deserialize, Serialize};

use super::dispatch::Instructions;
use super::lanes::Lanes;
use super::order::Wanted;
use super::program::{Port, Program};
use super::word::Word;
use crate::goal::GOAL_BITS;
use crate::network::{Lit, Network, goal_bits};
use crate::renumbering::{Renumbering, rearrange};
use crate::state::Layout;
use crate::stored::{Damaged, sound};

/// The program of a search: first the view of a state; then, given moves, the next state; then, if the rules hide something, what roles see of the moves.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Stepper {
    pub(crate) program: Program,
    /// The port of each bit of a state that is not a fluent; none for padding.
    pub(crate) view: Vec<Option<Port>>,
    /// The ports of the next state's fluents.
    pub(crate) next: Vec<Port>,
    /// The ports of each role's percepts.
    percepts: Vec<Vec<Port>>,
    pub(crate) layout: Layout,
    /// Among the inputs, where each role's moves start, and where the last role's end.
    does: Vec<usize>,
}

impl Stepper {
    /// The program of a network's game.
    ///
    /// # Errors
    /// If it is interrupted.
    pub(crate) fn new(
        network: &Network,
        layout: Layout,
        interrupt: &Interrupt<'_>,
    ) -> Result<Self, Interrupted> {
        let mut aig = network.aig.clone();
        let mut bits: Vec<Option<Lit>> = vec![None; 64 * layout.words()];
        for (bit, &legal) in (layout.legal_bit()..).zip(network.legal.iter().flatten()) {
            bits[bit] = Some(legal);
        }
        bits[layout.terminal_bit()] = Some(network.terminal);
        for (role, goals) in network.goals.iter().enumerate() {
            for (bit, literal) in (layout.goal_bit(role)..).zip(goal_bits(&mut aig, goals)) {
                bits[bit] = Some(literal);
            }
        }
        let view = Wanted { literals: bits.iter().flatten().copied().collect(), apart: false };
        let next = Wanted { literals: network.next.clone(), apart: true };
        let mut phases = vec![view, next];
        if network.percepts.iter().any(|percepts| !percepts.is_empty()) {
            phases.push(Wanted { literals: network.percepts.concat(), apart: false });
        }
        let program = Program::new(&aig, &phases, interrupt)?.with_turns(network, interrupt)?;
        let mut ports = program.phases[0].outputs.iter().copied();
        let view = bits.iter().map(|bit| bit.and_then(|_| ports.next())).collect();
        let mut ports = program.phases.get(2).into_iter().flat_map(|phase| &phase.outputs).copied();
        let percepts = network.percepts.iter().map(|own| ports.by_ref().take(own.len()).collect()).collect();
        let does = (0..network.legal.len()).map(|role| network.does_input(role, 0));
        let does = does.chain([network.aig.inputs().len()]).collect();
        Ok(Self { view, next: program.phases[1].outputs.clone(), percepts, layout, does, program })
    }

    /// Whether it is a program of so many fluents, and moves of each role.
    pub(crate) fn check(&self, fluents: usize, moves: &[usize]) -> Result<(), Damaged> {
        let (roles, inputs) = (moves.len(), fluents + moves.iter().sum::<usize>());
        sound(Layout::new(fluents, inputs - fluents, roles) == Some(self.layout), "the layout of a state")?;
        let ends = moves.iter().scan(fluents, |end, moves| {
            *end += moves;
            Some(*end)
        });
        sound(self.does.iter().copied().eq([fluents].into_iter().chain(ends)), "the numbers of moves")?;
        let hides = self.percepts.iter().any(|own| !own.is_empty());
        self.program.check(inputs, if hides { 3 } else { 2 })?;
        let told = |bit: usize| {
            let layout = self.layout;
            (layout.legal_bit()..layout.legal_bit() + inputs - fluents).contains(&bit)
                || bit == layout.terminal_bit()
                || (layout.goal_bit(0)..layout.goal_bit(0) + GOAL_BITS * roles).contains(&bit)
        };
        let view_fits = self.view.len() == 64 * self.layout.words()
            && self.view.iter().enumerate().all(|(bit, port)| port.is_some() == told(bit));
        sound(view_fits && self.next.len() == fluents, "the outputs of a circuit")?;
        let ports = self.view.iter().flatten().chain(&self.next).chain(self.percepts.iter().flatten());
        sound(self.program.ports_fit(ports), "the outputs of a circuit")
    }

    pub(crate) fn renumber(&mut self, numbers: &Renumbering) {
        let legal = self.layout.legal_bit()..self.layout.legal_bit() + numbers.moves();
        rearrange(&mut self.view[legal], numbers.of_moves());
        rearrange(&mut self.next, numbers.of_fluents());
        for (role, percepts) in self.percepts.iter_mut().enumerate() {
            rearrange(percepts, numbers.of_percepts(role));
        }
        let inputs = numbers.inputs();
        let ports = self.view.iter_mut().flatten();
        let ports = ports.chain(&mut self.next).chain(self.percepts.iter_mut().flatten());
        ports.for_each(|port| port.renumber(numbers, inputs));
        self.program.renumber(numbers, inputs);
    }

    /// A bit of the states in all lanes, of which the view has been evaluated.
    pub(crate) fn plane<const W: usize>(&self, lanes: &Lanes<W>, bit: usize) -> Word<W> {
        if bit < self.fluents() {
            return lanes.slots()[self.program.input(bit)];
        }
        self.view[bit].map_or([0; W], |port| lanes.read(port))
    }

    /// Makes the moves that are set in lanes in which the view has been evaluated: the next states take the place of the states. `see` is given the lanes with what roles see of the moves.
    pub(crate) fn make_moves<const W: usize>(
        &self,
        instructions: Instructions,
        lanes: &mut Lanes<W>,
        see: Option<&mut dyn FnMut(&Lanes<W>)>,
    ) {
        lanes.evaluate(instructions, &self.program, 1);
        let Some(see) = see else {
            for (fluent, &port) in self.next.iter().enumerate() {
                let next = lanes.read(port);
                lanes.slots_mut()[self.program.input(fluent)] = next;
            }
            return;
        };
        // What comes next is kept, as the third phase may overwrite it.
        let next: Vec<Word<W>> = self.next.iter().map(|&port| lanes.read(port)).collect();
        self.evaluate_percepts(instructions, lanes);
        see(lanes);
        lanes.slots_mut()[self.program.input(0)..self.program.input(next.len())].copy_from_slice(&next);
    }

    /// Evaluates what roles see of moves for which the first two phases have been evaluated.
    pub(crate) fn evaluate_percepts<const W: usize>(&self, instructions: Instructions, lanes: &mut Lanes<W>) {
        if self.program.phases.len() > 2 {
            lanes.evaluate(instructions, &self.program, 2);
        }
    }

    /// How many fluents there are.
    pub(crate) fn fluents(&self) -> usize {
        self.next.len()
    }

    /// How many roles there are.
    pub(crate) fn roles(&self) -> usize {
        self.does.len() - 1
    }

    /// The ports of a role's percepts; none if it never has any.
    pub(crate) fn percepts(&self, role: usize) -> &[Port] {
        self.percepts.get(role).map_or(&[], Vec::as_slice)
    }

    /// The slot of a role's move.
    pub(crate) fn move_slot(&self, role: usize, mov: usize) -> usize {
        self.program.input(self.does[role] + mov)
    }

    /// The slots of all moves.
    pub(crate) fn move_slots(&self) -> Range<usize> {
        self.program.input(self.does[0])..self.program.input(self.does[self.roles()])
    }
}
