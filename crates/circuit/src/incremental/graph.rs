use gdl::{Interrupt, Interrupted};
use serde::{Deserialize, Serialize};

use super::counts::Readers;
use super::reasons::Operands;
use crate::network::{Lit, Wide};
use crate::renumbering::Renumbering;
use crate::state::ones_between;
use crate::stored::{Damaged, sound};

/// A graph of ANDs of any width, arranged for one way to simulate it by an
/// [`Evaluation`](super::evaluation::Evaluation).
///
/// Nodes are the inputs, then the gates, each after its operands.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Graph {
    gates: Gates,
    /// Which bits of the output nodes tell, in ascending order of nodes and bits.
    told: Vec<(u32, u32)>,
    /// The output where no node is true.
    pub(super) outputs: Vec<u64>,
    way: Way,
    /// Where each node starts in `told`, and where the last ends.
    #[serde(skip)]
    starts: Vec<u32>,
    #[serde(skip)]
    pub(super) arrangement: Arrangement,
}

/// What a way to simulate a graph needs to know of its gates.
#[derive(Debug)]
pub(super) enum Arrangement {
    Counts(Readers),
    Reasons(Operands),
}

impl Default for Arrangement {
    /// Of no gates.
    fn default() -> Self {
        Self::Counts(Readers::default())
    }
}

/// How a graph is simulated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Way {
    /// Each gate counts its operands that are false.
    Counts,
    /// Each gate that is needed has a reason for its value.
    Reasons,
}

impl Way {
    /// The most operands of a gate.
    fn widest(self) -> usize {
        match self {
            Self::Counts => Readers::WIDEST,
            Self::Reasons => Operands::WIDEST,
        }
    }
}

/// A literal that a bit of the output tells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Output {
    pub(crate) bit: usize,
    pub(crate) literal: Lit,
}

impl Graph {
    /// The gates of `wide` that the outputs need. The output has `words` words; of its bits, those without a
    /// literal stay 0.
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
        let mut gates = Gates { inputs, starts: vec![0], operands: Vec::new() };
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
                    Some(gates.and(operands.collect(), way.widest()))
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
        let (starts, arrangement) = (Vec::new(), Arrangement::default());
        let mut new = Self { gates, told, outputs: constant, way, starts, arrangement };
        interrupt.check_now()?;
        new.arrange();
        interrupt.check_now()?;
        Ok(new)
    }

    /// Makes what is not stored.
    fn arrange(&mut self) {
        let mut starts = vec![0; self.gates.nodes() + 1];
        self.told.iter().for_each(|&(node, _)| starts[node as usize + 1] += 1);
        for node in 1..starts.len() {
            starts[node] += starts[node - 1];
        }
        self.starts = starts;
        self.arrangement = match self.way {
            Way::Counts => Arrangement::Counts(Readers::new(&self.gates)),
            Way::Reasons => Arrangement::Reasons(Operands::new(&self.gates)),
        };
    }

    /// Makes what is not stored, and checks whether it is a graph of so many inputs, and words of output, of
    /// which it tells these bits alone.
    pub(super) fn restore(
        &mut self,
        inputs: usize,
        words: usize,
        tells: impl Fn(usize) -> bool,
    ) -> Result<(), Damaged> {
        sound(self.gates.inputs == inputs && self.outputs.len() == words, "the size of a graph")?;
        self.gates.check(self.way.widest())?;
        let nodes = self.gates.nodes();
        let fits = |&(node, bit): &(u32, u32)| {
            (node as usize) < nodes && (bit as usize) < 64 * words && tells(bit as usize)
        };
        sound(self.told.iter().all(fits) && self.told.is_sorted(), "the outputs of a graph")?;
        sound(ones_between(&self.outputs, 0, 64 * words).all(&tells), "the outputs of a graph")?;
        self.arrange();
        Ok(())
    }

    /// Gives the inputs and the bits of the output other numbers.
    pub(super) fn renumber(&mut self, numbers: &Renumbering, bit: impl Fn(usize) -> usize) {
        let bits: Vec<usize> = ones_between(&self.outputs, 0, 64 * self.outputs.len()).map(&bit).collect();
        self.outputs.fill(0);
        bits.into_iter().for_each(|bit| self.outputs[bit / 64] |= 1 << (bit % 64));
        let inputs = self.gates.inputs;
        let renumbered = |node: u32| match node as usize {
            input if input < inputs => numbers.input(input) as u32,
            _ => node,
        };
        for (node, told) in &mut self.told {
            (*node, *told) = (renumbered(*node), bit(*told as usize) as u32);
        }
        self.told.sort_unstable();
        for operand in &mut self.gates.operands {
            *operand = Lit::new(renumbered(operand.node()), operand.inverted());
        }
        self.arrange();
    }

    /// How many inputs there are.
    pub(crate) fn inputs(&self) -> usize {
        self.gates.inputs
    }

    /// How many nodes there are.
    pub(super) fn nodes(&self) -> usize {
        self.gates.nodes()
    }

    /// The bits of the output that change with a node.
    #[inline(always)]
    pub(super) fn bits_of(&self, node: usize) -> &[(u32, u32)] {
        &self.told[self.starts[node] as usize..self.starts[node + 1] as usize]
    }
}

/// The gates of a graph.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Gates {
    pub(super) inputs: usize,
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

    /// The node of a gate, and of others of at most so many operands each if it has more.
    fn and(&mut self, mut operands: Vec<Lit>, widest: usize) -> u32 {
        while operands.len() > widest {
            let parts = operands.chunks(widest);
            operands = parts.map(|part| Lit::new(self.and(part.to_vec(), widest), false)).collect();
        }
        self.operands.append(&mut operands);
        self.starts.push(self.operands.len() as u32);
        (self.nodes() - 1) as u32
    }

    /// Whether they are gates of at most so many operands each, which come before them.
    fn check(&self, widest: usize) -> Result<(), Damaged> {
        let all = self.operands.len();
        let ends = (self.starts.first().copied(), self.starts.last().map(|&end| end as usize));
        sound(ends == (Some(0), Some(all)) && self.starts.is_sorted(), "the gates of a graph")?;
        // Numbers of operands and of literals have a bit to spare.
        sound(all < 1 << 30 && self.nodes() < 1 << 30, "the size of a graph")?;
        let fit = (self.inputs..).zip(self.operands()).all(|(node, operands)| {
            operands.len() <= widest && operands.iter().all(|operand| (operand.node() as usize) < node)
        });
        sound(fit, "the gates of a graph")
    }
}
