use gdl::{Interrupt, Interrupted};
use serde::{Deserialize, Serialize};

use crate::network::{Lit, Wide};
use crate::renumbering::Renumbering;
use crate::state::ones_between;
use crate::stored::{Damaged, sound};

/// A graph of ANDs of any width, arranged for event-driven simulation: each node knows the gates that read it.
///
/// Nodes are the inputs, then the gates, each after its operands. An [`Evaluation`](super::evaluation::Evaluation) keeps for each gate how many of its
/// operands are false.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Graph {
    inputs: usize,
    /// Where the readers of each node start in `edges`, and where those of the last end.
    fans: Vec<Fan>,
    /// Gates, by their numbers from 0, and bits of the output.
    edges: Vec<u32>,
    /// How many operands of each gate are false where all inputs are.
    #[serde(skip)]
    pub(super) counts: Vec<u16>,
    /// The output where all inputs are false.
    pub(super) outputs: Vec<u64>,
}

/// Where a node's readers start: the gates that read it as it is, those that read it inverted, the bits of the output that it changes.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct Fan {
    plain: u32,
    inverted: u32,
    outputs: u32,
}

/// The readers of a node.
pub(super) struct Readers<'a> {
    pub(super) plain: &'a [u32],
    pub(super) inverted: &'a [u32],
    pub(super) outputs: &'a [u32],
}

/// A literal that a bit of the output tells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Output {
    pub(crate) bit: usize,
    pub(crate) literal: Lit,
}

/// The most operands of a gate, of which an AND of more is made.
const WIDEST: usize = u16::MAX as usize;

impl Graph {
    /// The gates of `wide` that the outputs need. The output has `words` words; of its bits, those without a literal stay 0.
    ///
    /// # Errors
    /// If it is interrupted.
    pub(crate) fn new(
        wide: &Wide,
        outputs: &[Output],
        words: usize,
        interrupt: &Interrupt<'_>,
    ) -> Result<Self, Interrupted> {
        let inputs = wide.inputs();
        let mut building = Building { reads: Vec::new(), values: vec![false; inputs], counts: Vec::new() };
        let mut map: Vec<Option<usize>> = vec![None; wide.gates().len()];
        let needed = wide.needed(outputs.iter().map(|output| output.literal), interrupt)?;
        for node in needed.ones() {
            interrupt.check()?;
            map[node] = match wide.input_of(node as u32) {
                Some(input) => Some(input),
                None if node == 0 => None,
                None => {
                    let operands = wide.operands(node as u32).iter();
                    let operands = operands
                        .filter_map(|operand| Some((map[operand.node() as usize]?, operand.inverted())));
                    Some(building.and(operands.collect()))
                }
            };
        }
        let mut words = vec![0u64; words];
        for &Output { bit, literal } in outputs {
            let node = map[literal.node() as usize];
            let value = node.is_some_and(|node| building.values[node]);
            words[bit / 64] |= u64::from(value != literal.inverted()) << (bit % 64);
            if let Some(node) = node {
                building.reads.push((node as u32, Reader::Output(bit as u32)));
            }
        }
        Ok(building.finish(inputs, words))
    }

    /// Makes what is not stored, and checks whether it is a graph of so many inputs, and words of output, of which it tells these bits alone.
    pub(super) fn restore(
        &mut self,
        inputs: usize,
        words: usize,
        tells: impl Fn(usize) -> bool,
    ) -> Result<(), Damaged> {
        sound(self.inputs == inputs && self.outputs.len() == words, "the size of a graph")?;
        sound(self.fans.len() > inputs, "the size of a graph")?;
        let starts = self.fans.iter().flat_map(|fan| [fan.plain, fan.inverted, fan.outputs]);
        let ends = self.fans[self.fans.len() - 1];
        let all = self.edges.len();
        sound(starts.is_sorted() && self.fans[0].plain == 0, "the edges of a graph")?;
        sound([ends.plain, ends.outputs].map(|end| end as usize) == [all; 2], "the edges of a graph")?;
        let gates = self.fans.len() - 1 - inputs;
        self.counts = vec![0; gates];
        for node in 0..inputs + gates {
            // A gate has been told of all that it reads by now.
            let own = node.checked_sub(inputs);
            let value = own.is_some_and(|gate| self.counts[gate] == 0);
            let Fan { plain, inverted, outputs } = self.fans[node];
            let end = self.fans[node + 1].plain;
            let gates_read = &self.edges[plain as usize..outputs as usize];
            let later = |&gate: &u32| (gate as usize) < gates && own.is_none_or(|own| gate as usize > own);
            let bits = &self.edges[outputs as usize..end as usize];
            let fit = gates_read.iter().all(later)
                && bits.iter().all(|&bit| (bit as usize) < 64 * words && tells(bit as usize));
            sound(fit, "the edges of a graph")?;
            let blocked = if value { inverted..outputs } else { plain..inverted };
            for &gate in &self.edges[blocked.start as usize..blocked.end as usize] {
                let count = &mut self.counts[gate as usize];
                *count = count.checked_add(1).ok_or(Damaged("the edges of a graph"))?;
            }
        }
        sound(ones_between(&self.outputs, 0, 64 * words).all(tells), "the outputs of a graph")
    }

    /// Gives the inputs and the bits of the output other numbers.
    pub(super) fn renumber(&mut self, numbers: &Renumbering, bit: impl Fn(usize) -> usize) {
        let bits: Vec<usize> = ones_between(&self.outputs, 0, 64 * self.outputs.len()).map(&bit).collect();
        self.outputs.fill(0);
        bits.into_iter().for_each(|bit| self.outputs[bit / 64] |= 1 << (bit % 64));
        for node in 0..self.fans.len() - 1 {
            let told = self.fans[node].outputs as usize..self.fans[node + 1].plain as usize;
            self.edges[told].iter_mut().for_each(|told| *told = bit(*told as usize) as u32);
        }
        // The readers of the inputs come first, and those of gates stay where they are.
        let mut old = vec![0; self.inputs];
        (0..self.inputs).for_each(|input| old[numbers.input(input)] = input);
        let (mut fans, mut edges) = (Vec::with_capacity(self.inputs), Vec::new());
        for input in old {
            let Fan { plain, inverted, outputs } = self.fans[input];
            let start = edges.len() as u32;
            edges.extend(&self.edges[plain as usize..self.fans[input + 1].plain as usize]);
            fans.push(Fan {
                plain: start,
                inverted: start + (inverted - plain),
                outputs: start + (outputs - plain),
            });
        }
        self.fans[..fans.len()].copy_from_slice(&fans);
        self.edges[..edges.len()].copy_from_slice(&edges);
    }

    /// How many inputs there are.
    pub(crate) fn inputs(&self) -> usize {
        self.inputs
    }

    /// How many gates there are.
    pub(crate) fn gates(&self) -> usize {
        self.counts.len()
    }

    /// The node of a gate.
    #[inline(always)]
    pub(super) fn gate(&self, gate: usize) -> usize {
        self.inputs + gate
    }

    #[inline(always)]
    pub(super) fn readers(&self, node: usize) -> Readers<'_> {
        let Fan { plain, inverted, outputs } = self.fans[node];
        let end = self.fans[node + 1].plain;
        Readers {
            plain: &self.edges[plain as usize..inverted as usize],
            inverted: &self.edges[inverted as usize..outputs as usize],
            outputs: &self.edges[outputs as usize..end as usize],
        }
    }
}

/// What reads a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Reader {
    Plain(u32),
    Inverted(u32),
    Output(u32),
}

/// A graph while it is built.
struct Building {
    /// The nodes that are read, and what reads them.
    reads: Vec<(u32, Reader)>,
    /// The nodes' values where all inputs are false.
    values: Vec<bool>,
    counts: Vec<u16>,
}

impl Building {
    /// A gate of nodes, some of them inverted.
    fn and(&mut self, mut operands: Vec<(usize, bool)>) -> usize {
        while operands.len() > WIDEST {
            operands = operands.chunks(WIDEST).map(|part| (self.and(part.to_vec()), false)).collect();
        }
        let gate = self.counts.len() as u32;
        let mut count = 0;
        for (node, inverted) in operands {
            count += u16::from(self.values[node] == inverted);
            let reader = if inverted { Reader::Inverted(gate) } else { Reader::Plain(gate) };
            self.reads.push((node as u32, reader));
        }
        self.counts.push(count);
        self.values.push(count == 0);
        self.values.len() - 1
    }

    fn finish(mut self, inputs: usize, outputs: Vec<u64>) -> Graph {
        self.reads.sort_unstable();
        let mut fans = Vec::with_capacity(self.values.len() + 1);
        let mut edges = Vec::with_capacity(self.reads.len());
        let mut reads = self.reads.iter().peekable();
        for node in 0..self.values.len() as u32 {
            let mut append = |of: fn(Reader) -> Option<u32>| {
                let start = edges.len() as u32;
                while let Some(reader) =
                    reads.peek().filter(|read| read.0 == node).and_then(|read| of(read.1))
                {
                    edges.push(reader);
                    reads.next();
                }
                start
            };
            fans.push(Fan {
                plain: append(|reader| if let Reader::Plain(gate) = reader { Some(gate) } else { None }),
                inverted: append(
                    |reader| if let Reader::Inverted(gate) = reader { Some(gate) } else { None },
                ),
                outputs: append(|reader| if let Reader::Output(bit) = reader { Some(bit) } else { None }),
            });
        }
        let end = edges.len() as u32;
        fans.push(Fan { plain: end, inverted: end, outputs: end });
        Graph { inputs, fans, edges, counts: self.counts, outputs }
    }
}
