use gdl::{Interrupt, Interrupted};

use super::counts::Readers;
use super::reasons::Operands;
use crate::network::{Lit, Wide};

/// A graph of ANDs of any width, arranged for one way to simulate it by an [`Evaluation`](super::evaluation::Evaluation).
///
/// Nodes are the inputs, then the gates, each after its operands.
#[derive(Debug)]
pub(crate) struct Graph {
    inputs: usize,
    /// Where the bits of each node start in `bits`, and where those of the last end.
    starts: Vec<u32>,
    /// The bits of the output that nodes tell.
    bits: Vec<u32>,
    /// The output where no node is true.
    pub(super) outputs: Vec<u64>,
    pub(super) arrangement: Arrangement,
}

/// What a way to simulate a graph needs to know of its gates.
#[derive(Debug)]
pub(super) enum Arrangement {
    Counts(Readers),
    Reasons(Operands),
}

/// How a graph is simulated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// Each gate counts its operands that are false.
    Counts,
    /// Each gate that is needed has a reason for its value.
    Reasons,
}

/// A literal that a bit of the output tells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Output {
    pub(crate) bit: usize,
    pub(crate) literal: Lit,
}

impl Graph {
    /// The gates of `wide` that the outputs need. The output has `words` words; of its bits, those without a literal stay 0.
    ///
    /// # Errors
    /// If it is interrupted.
    pub(crate) fn new(
        wide: &Wide,
        outputs: &[Output],
        words: usize,
        way: Way,
        interrupt: &Interrupt<'_>,
    ) -> Result<Self, Interrupted> {
        let inputs = wide.inputs();
        let widest = match way {
            Way::Counts => Readers::WIDEST,
            Way::Reasons => Operands::WIDEST,
        };
        let mut gates = Gates { inputs, widest, starts: vec![0], operands: Vec::new() };
        // What is constant has no node.
        let mut map: Vec<Option<u32>> = vec![None; wide.gates().len()];
        let needed = wide.needed(outputs.iter().map(|output| output.literal), interrupt)?;
        for node in needed.ones() {
            interrupt.check()?;
            map[node] = match wide.input_of(node as u32) {
                Some(input) => Some(input as u32),
                None if node == 0 => None,
                None => {
                    let operands = wide.operands(node as u32).iter();
                    let operands = operands.filter_map(|operand| {
                        Some(Lit::new(map[operand.node() as usize]?, operand.inverted()))
                    });
                    Some(gates.and(operands.collect()))
                }
            };
        }
        let mut constant = vec![0u64; words];
        let mut told: Vec<(u32, u32)> = Vec::new();
        for &Output { bit, literal } in outputs {
            constant[bit / 64] |= u64::from(literal.inverted()) << (bit % 64);
            told.extend(map[literal.node() as usize].map(|node| (node, bit as u32)));
        }
        told.sort_unstable();
        let starts = (0..=gates.nodes() as u32).map(|node| told.partition_point(|&(other, _)| other < node));
        Ok(Self {
            inputs,
            starts: starts.map(|start| start as u32).collect(),
            bits: told.iter().map(|&(_, bit)| bit).collect(),
            outputs: constant,
            arrangement: match way {
                Way::Counts => Arrangement::Counts(Readers::new(&gates)),
                Way::Reasons => Arrangement::Reasons(Operands::new(&gates)),
            },
        })
    }

    /// How many inputs there are.
    pub(crate) fn inputs(&self) -> usize {
        self.inputs
    }

    /// How many nodes there are.
    pub(super) fn nodes(&self) -> usize {
        self.starts.len() - 1
    }

    /// The bits of the output that change with a node.
    #[inline(always)]
    pub(super) fn bits_of(&self, node: usize) -> &[u32] {
        &self.bits[self.starts[node] as usize..self.starts[node + 1] as usize]
    }
}

/// The gates of a graph.
pub(super) struct Gates {
    pub(super) inputs: usize,
    /// The most operands of a gate, of which an AND of more is made.
    widest: usize,
    /// Where the operands of each gate start, and where those of the last end.
    pub(super) starts: Vec<u32>,
    pub(super) operands: Vec<Lit>,
}

impl Gates {
    pub(super) fn nodes(&self) -> usize {
        self.inputs + self.starts.len() - 1
    }

    /// The operands of each gate.
    pub(super) fn operands(&self) -> impl Iterator<Item = &[Lit]> {
        self.starts.windows(2).map(|ends| &self.operands[ends[0] as usize..ends[1] as usize])
    }

    /// The node of a gate.
    fn and(&mut self, mut operands: Vec<Lit>) -> u32 {
        while operands.len() > self.widest {
            let parts = operands.chunks(self.widest);
            operands = parts.map(|part| Lit::new(self.and(part.to_vec()), false)).collect();
        }
        self.operands.append(&mut operands);
        self.starts.push(self.operands.len() as u32);
        (self.nodes() - 1) as u32
    }
}
