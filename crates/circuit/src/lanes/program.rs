use gdl::{Interrupt, Interrupted};
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

use super::gate::GateKind;
use super::native::{self, Native};
use super::turns::Turns;
use super::word::{self, Word};
use crate::network::Network;
use crate::renumbering::Renumbering;
use crate::stored::{Damaged, sound};

/// Where a value is kept, and whether it is kept inverted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Port {
    pub(crate) slot: u32,
    pub(crate) inverted: bool,
}

impl Port {
    /// The value, as it is in these slots.
    #[inline(always)]
    pub(crate) fn read<const W: usize>(&self, slots: &[Word<W>]) -> Word<W> {
        word::xor(slots[self.slot as usize], word::splat(self.inverted))
    }

    /// Follows a program whose first so many inputs get other numbers.
    pub(crate) fn renumber(&mut self, numbers: &Renumbering, inputs: usize) {
        let slot = self.slot as usize;
        if (1..=inputs).contains(&slot) {
            self.slot = 1 + numbers.input(slot - 1) as u32;
        }
    }
}

/// A run of gates of one kind: instructions `start` to before `end`.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Run {
    pub(crate) kind: GateKind,
    pub(crate) start: u32,
    pub(crate) end: u32,
}

/// An operation of a phase.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Op {
    /// Evaluate gates.
    Run(Run),
    /// Start a block's least fixpoint: set its variables to 0 and `unchanged` to 1. Since they only rise, it
    /// is reached after as many rounds as there are variables.
    Enter { variables: Vec<u32>, unchanged: u32 },
    /// `unchanged` is 0 in lanes where a variable of the block has changed. Unless it is 1 in all lanes, set
    /// it to 1 and go back to operation `from` of the phase.
    Repeat { unchanged: u32, from: usize },
}

/// A part of a program; after it its outputs may be read and further inputs set.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Phase {
    pub(crate) ops: Vec<Op>,
    pub(crate) outputs: Vec<Port>,
}

/// The number of slots that a `u16` can index.
pub(crate) const NARROW: usize = 1 << 16;

/// Instructions: the slot of the result and the slots of the three operands.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Code {
    /// At most 2^16 slots: an instruction takes 8 bytes, and no index needs a check.
    Narrow(Vec<[u16; 4]>),
    Wide(Vec<[u32; 4]>),
}

impl Default for Code {
    fn default() -> Self {
        Self::Narrow(Vec::new())
    }
}

/// A graph as a list of gates over slots that are reused. Slot 0 is always 0. The slots after it are the
/// graph's inputs, which no gate overwrites.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Program {
    pub(crate) phases: Vec<Phase>,
    pub(crate) code: Code,
    pub(crate) slots: usize,
    /// Those of the game, if the program is so large that it is worth while to keep lanes at one turn.
    pub(crate) turns: Turns,
    #[serde(skip)]
    pub(crate) native: Native,
}

/// The code of fewer gates may stay in the processor's first cache, and that of several turns may not: public
/// breakthrough (2,380 gates) loses 30 % by it, checkers (13,803) gains as much.
const GATES_WORTH_TURNS: usize = 5_000;

/// Where more hundredths of the gates than this are left at a turn, playouts that wait for their turn lose
/// more than they gain: public hex (95) loses a quarter by it, reversi (89) gains that much.
const MOST_LEFT: usize = 92;

impl Program {
    /// The program of a game, by its network.
    pub(crate) fn with_turns(
        mut self,
        network: &Network,
        interrupt: &Interrupt<'_>,
    ) -> Result<Self, Interrupted> {
        if self.gates() < GATES_WORTH_TURNS || self.is_recursive() {
            return Ok(self);
        }
        self.turns = Turns::of(network);
        let left: usize = native::gates_at_turns(&self, interrupt)?.iter().sum();
        if 100 * left > MOST_LEFT * self.turns.len() * self.gates() {
            self.turns = Turns::default();
        }
        Ok(self)
    }

    /// Whether a part of it is run until nothing changes.
    pub(crate) fn is_recursive(&self) -> bool {
        self.phases.iter().flat_map(|phase| &phase.ops).any(|op| !matches!(op, Op::Run(_)))
    }

    /// The slot of an input.
    pub(crate) fn input(&self, input: usize) -> usize {
        1 + input
    }

    /// How many gates there are.
    pub(crate) fn gates(&self) -> usize {
        match &self.code {
            Code::Narrow(code) => code.len(),
            Code::Wide(code) => code.len(),
        }
    }

    /// Whether it is one of so many inputs, the first of which are fluents, and of so many phases that can be
    /// evaluated, and comes to an end. Of the slots only those are read that have been written.
    pub(crate) fn check(&self, fluents: usize, inputs: usize, phases: usize) -> Result<(), Damaged> {
        sound(self.phases.len() == phases && self.slots > inputs, "the parts of a program")?;
        self.turns.check(fluents)?;
        sound(self.turns.is_empty() || !self.is_recursive(), "the turns of a game")?;
        // Each gate and each variable needs one slot at most.
        let ops = self.phases.iter().flat_map(|phase| &phase.ops);
        let of_loops = ops.filter_map(|op| match op {
            Op::Enter { variables, .. } => Some(variables.len() + 1),
            _ => None,
        });
        let needed = 1 + inputs + self.gates() + of_loops.sum::<usize>();
        let indexed = self.slots <= NARROW || matches!(self.code, Code::Wide(_));
        sound(indexed && self.slots <= needed, "the size of a program")?;
        let mut written = Written::new(inputs, self.slots);
        let mut next = 0;
        for phase in &self.phases {
            let mut entered = None;
            for (at, op) in phase.ops.iter().enumerate() {
                let fits = match op {
                    Op::Run(run) => {
                        run.start == std::mem::replace(&mut next, run.end)
                            && match &self.code {
                                Code::Narrow(code) => written.run(code, run),
                                Code::Wide(code) => written.run(code, run),
                            }
                    }
                    Op::Enter { variables, unchanged } => {
                        variables.iter().chain([unchanged]).all(|&slot| written.write(slot))
                            && entered.replace(at).is_none()
                    }
                    Op::Repeat { unchanged, from } => {
                        written.write(*unchanged) && entered.take().is_some_and(|enter| *from == enter + 1)
                    }
                };
                sound(fits, "the operations of a program")?;
            }
            sound(entered.is_none(), "the operations of a program")?;
            sound(phase.outputs.iter().all(|port| written.holds(port.slot)), "the outputs of a program")?;
        }
        sound(next as usize == self.gates(), "the size of a program")
    }

    /// Whether ports are among the outputs of a phase.
    pub(crate) fn ports_fit<'p>(&self, phase: usize, ports: impl IntoIterator<Item = &'p Port>) -> bool {
        let outputs = self.phases.get(phase).map_or(&[][..], |phase| &phase.outputs);
        let slots: FxHashSet<u32> = outputs.iter().map(|output| output.slot).collect();
        ports.into_iter().all(|port| slots.contains(&port.slot))
    }

    /// Gives the first so many inputs other numbers.
    pub(crate) fn renumber(&mut self, numbers: &Renumbering, inputs: usize) {
        let slots: Vec<u32> =
            std::iter::once(0).chain((0..inputs).map(|old| self.input(numbers.input(old)) as u32)).collect();
        let renumbered = |slot: u32| slots.get(slot as usize).copied().unwrap_or(slot);
        match &mut self.code {
            Code::Narrow(code) => {
                code.iter_mut().flatten().for_each(|slot| *slot = renumbered((*slot).into()) as u16);
            }
            Code::Wide(code) => code.iter_mut().flatten().for_each(|slot| *slot = renumbered(*slot)),
        }
        let outputs = self.phases.iter_mut().flat_map(|phase| &mut phase.outputs);
        outputs.for_each(|port| port.renumber(numbers, inputs));
        self.turns.renumber(numbers);
    }

    /// How many runs of gates of one kind.
    pub(crate) fn runs(&self) -> usize {
        let ops = self.phases.iter().flat_map(|phase| &phase.ops);
        ops.filter(|op| matches!(op, Op::Run(_))).count()
    }
}

/// The slots of a program that have been written, when it has been run so far.
struct Written {
    slots: Vec<bool>,
    /// The first that is no input.
    first: usize,
}

impl Written {
    /// Slot 0 and those of inputs.
    fn new(inputs: usize, slots: usize) -> Self {
        Self { slots: (0..slots).map(|slot| slot <= inputs).collect(), first: 1 + inputs }
    }

    fn holds(&self, slot: u32) -> bool {
        self.slots.get(slot as usize).is_some_and(|&written| written)
    }

    /// Writes a slot; false if there is none, or it is that of an input.
    fn write(&mut self, slot: u32) -> bool {
        let Some(written) = self.slots.get_mut(slot as usize) else { return false };
        *written = true;
        slot as usize >= self.first
    }

    /// Evaluates gates; false if they cannot be.
    fn run<I: Copy + Into<u32>>(&mut self, code: &[[I; 4]], run: &Run) -> bool {
        let Some(gates) = code.get(run.start as usize..run.end as usize) else { return false };
        gates.iter().all(|&[result, operands @ ..]| {
            operands.into_iter().all(|slot| self.holds(slot.into())) && self.write(result.into())
        })
    }
}

/// The size of a circuit's program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProgramSize {
    /// Gates of up to three inputs.
    pub gates: usize,
    /// Slots: values that are live at once, and inputs.
    pub slots: usize,
    /// Runs of gates of one kind.
    pub runs: usize,
}

impl ProgramSize {
    pub(crate) fn of(program: &Program) -> Self {
        Self { gates: program.gates(), slots: program.slots, runs: program.runs() }
    }
}

#[cfg(test)]
mod tests {
    use gdl::Interrupt;

    use super::*;
    use crate::lanes::order::Wanted;
    use crate::network::Aig;

    /// The conjunctions of neighbours among so many inputs, in two phases.
    fn neighbours(inputs: usize) -> Program {
        let mut aig = Aig::new();
        let inputs: Vec<_> = (0..inputs).map(|_| aig.input()).collect();
        let literals: Vec<_> = inputs.windows(2).map(|pair| aig.and(pair[0], pair[1])).collect();
        let (first, second) = literals.split_at(literals.len() / 2);
        let wanted = |literals: &[_]| Wanted { literals: literals.to_vec(), apart: false };
        Program::new(&aig, &[wanted(first), wanted(second)], &Interrupt::never()).unwrap()
    }

    fn code(program: &mut Program) -> &mut Vec<[u16; 4]> {
        let Code::Narrow(code) = &mut program.code else { unreachable!("it is small") };
        code
    }

    #[test]
    fn a_slot_is_read_after_it_was_written() {
        let program = neighbours(9);
        assert!(program.check(9, 9, 2).is_ok());
        let last = code(&mut program.clone()).len() - 1;
        for (gate, operand) in [(0, 1), (0, 3), (last, 2)] {
            let mut wrong = program.clone();
            // The gate reads its own result, which no gate has written before.
            let result = code(&mut wrong)[gate][0];
            code(&mut wrong)[gate][operand] = result;
            let written = code(&mut wrong)[..gate].iter().any(|&[other, ..]| other == result);
            assert_eq!(wrong.check(9, 9, 2).is_ok(), written, "gate {gate}");
        }
        let mut early = program.clone();
        early.phases.swap(0, 1);
        assert!(early.check(9, 9, 2).is_err(), "the gates of the first phase come first");
        let mut unwritten = program;
        let slot = unwritten.slots as u32;
        unwritten.slots += 1;
        assert!(unwritten.check(9, 9, 2).is_ok(), "a slot may be used by nobody");
        unwritten.phases[1].outputs[0].slot = slot;
        assert!(unwritten.check(9, 9, 2).is_err());
    }

    #[test]
    fn ports_are_outputs_of_their_phase() {
        let program = neighbours(9);
        let [first, second] = [0, 1].map(|phase| program.phases[phase].outputs.clone());
        assert!(program.ports_fit(0, &first) && program.ports_fit(1, &second) && program.ports_fit(2, []));
        let input = [Port { slot: 1, inverted: false }];
        assert!(
            !program.ports_fit(0, &input) && !program.ports_fit(1, &input) && !program.ports_fit(2, &first)
        );
    }
}
