use std::ops::Range;

use gdl::{Interrupt, Interrupted};
use native::Target;
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

/// The two programs of a search, of which each is run without the other: most of what the view of a state
/// needs has nothing to do with where a move leads. In the lanes of both, inputs have the same slots.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Stepper {
    /// The view of a state.
    pub(crate) view: Program,
    /// Given moves, first the next state; then, if the rules hide something, what roles see of the moves.
    pub(crate) step: Program,
    /// The port of each bit of a state that is not a fluent, after the view; none for padding.
    bits: Vec<Option<Port>>,
    /// The ports of the next state's fluents, after the first phase of the step.
    pub(crate) next: Vec<Port>,
    /// The ports of each role's percepts, after its second phase.
    percepts: Vec<Vec<Port>>,
    pub(crate) layout: Layout,
    /// Among the inputs, where each role's moves start, and where the last role's end.
    does: Vec<usize>,
}

impl Stepper {
    /// The programs of a network's game.
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
        let program =
            |phases: &[Wanted]| Program::new(&aig, phases, interrupt)?.with_turns(network, interrupt);
        let told = bits.iter().flatten().copied().collect();
        let view = program(&[Wanted { literals: told, apart: false }])?;
        let mut phases = vec![Wanted { literals: network.next.clone(), apart: true }];
        if network.percepts.iter().any(|percepts| !percepts.is_empty()) {
            phases.push(Wanted { literals: network.percepts.concat(), apart: false });
        }
        let step = program(&phases)?;
        let mut ports = view.phases[0].outputs.iter().copied();
        let bits = bits.iter().map(|bit| bit.and_then(|_| ports.next())).collect();
        let mut ports = step.phases.get(1).into_iter().flat_map(|phase| &phase.outputs).copied();
        let percepts = network.percepts.iter().map(|own| ports.by_ref().take(own.len()).collect()).collect();
        let does = (0..network.legal.len()).map(|role| network.does_input(role, 0));
        let does = does.chain([network.aig.inputs().len()]).collect();
        Ok(Self { bits, next: step.phases[0].outputs.clone(), percepts, layout, does, view, step })
    }

    /// Whether they are programs of so many fluents, and moves of each role.
    pub(crate) fn check(&self, fluents: usize, moves: &[usize]) -> Result<(), Damaged> {
        let (roles, inputs) = (moves.len(), fluents + moves.iter().sum::<usize>());
        sound(Layout::new(fluents, inputs - fluents, roles) == Some(self.layout), "the layout of a state")?;
        let ends = moves.iter().scan(fluents, |end, moves| {
            *end += moves;
            Some(*end)
        });
        sound(self.does.iter().copied().eq([fluents].into_iter().chain(ends)), "the numbers of moves")?;
        let hides = self.percepts.iter().any(|own| !own.is_empty());
        self.view.check(fluents, inputs, 1)?;
        self.step.check(fluents, inputs, if hides { 2 } else { 1 })?;
        let told = |bit: usize| {
            let layout = self.layout;
            (layout.legal_bit()..layout.legal_bit() + inputs - fluents).contains(&bit)
                || bit == layout.terminal_bit()
                || (layout.goal_bit(0)..layout.goal_bit(0) + GOAL_BITS * roles).contains(&bit)
        };
        let view_fits = self.bits.len() == 64 * self.layout.words()
            && self.bits.iter().enumerate().all(|(bit, port)| port.is_some() == told(bit))
            && self.view.ports_fit(0, self.bits.iter().flatten());
        let step_fits = self.next.len() == fluents
            && self.step.ports_fit(0, &self.next)
            && self.step.ports_fit(1, self.percepts.iter().flatten());
        sound(view_fits && step_fits, "the outputs of a circuit")
    }

    pub(crate) fn renumber(&mut self, numbers: &Renumbering) {
        let legal = self.layout.legal_bit()..self.layout.legal_bit() + numbers.moves();
        rearrange(&mut self.bits[legal], numbers.of_moves());
        rearrange(&mut self.next, numbers.of_fluents());
        for (role, percepts) in self.percepts.iter_mut().enumerate() {
            rearrange(percepts, numbers.of_percepts(role));
        }
        let inputs = numbers.inputs();
        let ports = self.bits.iter_mut().flatten();
        let ports = ports.chain(&mut self.next).chain(self.percepts.iter_mut().flatten());
        ports.for_each(|port| port.renumber(numbers, inputs));
        self.view.renumber(numbers, inputs);
        self.step.renumber(numbers, inputs);
    }

    /// A bit of the states in all lanes, of which the view has been evaluated.
    #[inline(always)]
    pub(crate) fn plane<const W: usize>(&self, lanes: &Lanes<W>, bit: usize) -> Word<W> {
        if bit < self.fluents() {
            return lanes.slots()[self.input(bit)];
        }
        self.bits[bit].map_or([0; W], |port| lanes.read(port))
    }

    /// Lanes for both programs.
    pub(crate) fn lanes<const W: usize>(&self) -> Lanes<W> {
        Lanes::for_any([&self.view, &self.step])
    }

    /// Evaluates the view of the states in lanes.
    pub(crate) fn look<const W: usize>(&self, instructions: Instructions, lanes: &mut Lanes<W>) {
        lanes.evaluate(instructions, &self.view, 0);
    }

    /// Makes the moves that are set in lanes: the next states take the place of the states. `see` is given
    /// the lanes with what roles see of the moves.
    pub(crate) fn make_moves<const W: usize>(
        &self,
        instructions: Instructions,
        lanes: &mut Lanes<W>,
        see: Option<&mut dyn FnMut(&Lanes<W>)>,
    ) {
        self.find_next(instructions, lanes);
        let Some(see) = see else {
            for (fluent, &port) in self.next.iter().enumerate() {
                let next = lanes.read(port);
                lanes.slots_mut()[self.input(fluent)] = next;
            }
            return;
        };
        // What comes next is kept, as the second phase may overwrite it.
        let next: Vec<Word<W>> = self.next.iter().map(|&port| lanes.read(port)).collect();
        self.evaluate_percepts(instructions, lanes);
        see(lanes);
        lanes.slots_mut()[self.input(0)..self.input(next.len())].copy_from_slice(&next);
    }

    /// Evaluates the fluents after the moves that are set.
    pub(crate) fn find_next<const W: usize>(&self, instructions: Instructions, lanes: &mut Lanes<W>) {
        lanes.evaluate(instructions, &self.step, 0);
    }

    /// Evaluates what roles see of moves of which the next fluents have been evaluated.
    pub(crate) fn evaluate_percepts<const W: usize>(&self, instructions: Instructions, lanes: &mut Lanes<W>) {
        if self.step.phases.len() > 1 {
            lanes.evaluate(instructions, &self.step, 1);
        }
    }

    /// Whether machine code for a target runs both programs in lanes that begin at these states, given by
    /// their fluents. To ask counts as a run of both: after many, code is made.
    pub(crate) fn is_compiled<'s>(
        &self,
        target: Target,
        states: &(impl Iterator<Item = &'s [u64]> + Clone),
    ) -> bool {
        let is_made = |program: &Program| {
            let turn = program.turns.of_states(states.clone());
            program.native.way(target, program, turn);
            program.native.is_made(target, program.turns.len(), turn.is_some())
        };
        [&self.view, &self.step].map(is_made) == [true; 2]
    }

    /// Whether one of the programs has turns.
    pub(crate) fn has_turns(&self) -> bool {
        !(self.view.turns.is_empty() && self.step.turns.is_empty())
    }

    /// The slot of an input.
    pub(crate) fn input(&self, input: usize) -> usize {
        self.view.input(input)
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
        self.input(self.does[role] + mov)
    }

    /// The slots of all moves.
    pub(crate) fn move_slots(&self) -> Range<usize> {
        self.input(self.does[0])..self.input(self.does[self.roles()])
    }
}
