use super::gate::GateKind;

/// Where a value is kept, and whether it is kept inverted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Port {
    pub(crate) slot: u32,
    pub(crate) inverted: bool,
}

/// A run of gates of one kind: instructions `start` to before `end`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    pub(crate) kind: GateKind,
    pub(crate) start: u32,
    pub(crate) end: u32,
}

/// An operation of a phase.
#[derive(Clone, Debug)]
pub(crate) enum Op {
    /// Evaluate gates.
    Run(Run),
    /// Start a block's least fixpoint: set its variables to 0 and `unchanged` to 1.
    Enter { variables: Vec<u32>, unchanged: u32 },
    /// `unchanged` is 0 in lanes where a variable of the block has changed. Unless it is 1 in all lanes, set it to 1 and go back to operation
    /// `from` of the phase.
    Repeat { unchanged: u32, from: usize },
}

/// A part of a program; after it its outputs may be read and further inputs set.
#[derive(Clone, Debug, Default)]
pub(crate) struct Phase {
    pub(crate) ops: Vec<Op>,
    pub(crate) outputs: Vec<Port>,
}

/// Instructions: the slot of the result and the slots of the three operands.
#[derive(Clone, Debug)]
pub(crate) enum Code {
    /// At most 2^16 slots: an instruction takes 8 bytes, and no index needs a check.
    Narrow(Vec<[u16; 4]>),
    Wide(Vec<[u32; 4]>),
}

/// A graph as a list of gates over slots that are reused. Slot 0 is always 0. The slots after it are the graph's inputs, which no gate overwrites.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub(crate) phases: Vec<Phase>,
    pub(crate) code: Code,
    pub(crate) slots: usize,
}

impl Program {
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

    /// The bytes of memory that the values of `lanes` lanes take.
    pub(crate) fn bytes(&self, lanes: usize) -> usize {
        self.slots * lanes.div_ceil(8)
    }

    /// How many runs of gates of one kind.
    pub(crate) fn runs(&self) -> usize {
        let ops = self.phases.iter().flat_map(|phase| &phase.ops);
        ops.filter(|op| matches!(op, Op::Run(_))).count()
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
