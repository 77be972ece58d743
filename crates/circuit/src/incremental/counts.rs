use super::events::Events;
use super::graph::Gates;
use crate::network::Lit;

/// Which gates read each node, as it is or inverted.
#[derive(Debug, Default)]
pub(super) struct Readers {
    inputs: usize,
    /// Where the readers of each node start in `gates`, and where those of the last end.
    fans: Vec<Fan>,
    /// Gates, by their numbers from 0.
    gates: Vec<u32>,
    /// How many operands of each gate are false where all inputs are.
    counts: Vec<u16>,
}

/// Where a node's readers start: those that read it as it is, and those that read it inverted.
#[derive(Clone, Copy, Debug)]
struct Fan {
    plain: u32,
    inverted: u32,
}

impl Readers {
    /// The most operands of a gate.
    pub(super) const WIDEST: usize = u16::MAX as usize;

    pub(super) fn new(gates: &Gates) -> Self {
        let mut values = vec![false; gates.inputs];
        let mut counts = Vec::with_capacity(gates.nodes() - gates.inputs);
        for operands in gates.operands() {
            let is_false = |operand: &&Lit| values[operand.node() as usize] == operand.inverted();
            let count = operands.iter().filter(is_false).count() as u16;
            counts.push(count);
            values.push(count == 0);
        }
        // Where the readers of each literal start; while they are being listed, where those that are
        // listed end.
        let mut starts = vec![0; 2 * gates.nodes() + 3];
        gates.operands.iter().for_each(|operand| starts[operand.index() + 2] += 1);
        for literal in 2..starts.len() {
            starts[literal] += starts[literal - 1];
        }
        let mut readers = vec![0; gates.operands.len()];
        for (gate, operands) in (0..).zip(gates.operands()) {
            for operand in operands {
                let end = &mut starts[operand.index() + 1];
                readers[*end as usize] = gate;
                *end += 1;
            }
        }
        let fans = starts.chunks_exact(2).map(|of_node| Fan { plain: of_node[0], inverted: of_node[1] });
        Self { inputs: gates.inputs, fans: fans.collect(), gates: readers, counts }
    }

    /// The gates that read a node as it is, and those that read it inverted.
    #[inline(always)]
    fn of(&self, node: usize) -> (&[u32], &[u32]) {
        let (Fan { plain, inverted }, end) = (self.fans[node], self.fans[node + 1].plain);
        (&self.gates[plain as usize..inverted as usize], &self.gates[inverted as usize..end as usize])
    }
}

/// How many operands of each gate are false, which tells its value. Every change is told to all readers.
#[derive(Clone, Debug)]
pub(super) struct Counts {
    counts: Vec<u16>,
    /// How many readers have been told of changes, ever.
    work: u64,
}

impl Counts {
    /// All inputs are false.
    pub(super) fn new(readers: &Readers) -> Self {
        Self { counts: readers.counts.clone(), work: 0 }
    }

    pub(super) fn work(&self) -> u64 {
        self.work
    }

    /// The value of a node where all inputs are false.
    pub(super) fn value(&self, readers: &Readers, node: usize) -> bool {
        node >= readers.inputs && self.counts[node - readers.inputs] == 0
    }

    /// Tells the readers of a node that it has changed.
    #[inline(always)]
    pub(super) fn settle(&mut self, readers: &Readers, events: &mut Events, node: usize) {
        let first = readers.inputs;
        let value = if node < first { events.input(node) } else { self.counts[node - first] == 0 };
        let (plain, inverted) = readers.of(node);
        let (freed, blocked) = if value { (plain, inverted) } else { (inverted, plain) };
        self.work += (freed.len() + blocked.len()) as u64;
        // A gate that has changed may change back before its readers are told.
        for &gate in freed {
            let count = &mut self.counts[gate as usize];
            *count -= 1;
            if *count == 0 {
                events.toggle(first + gate as usize);
            }
        }
        for &gate in blocked {
            let count = &mut self.counts[gate as usize];
            *count += 1;
            if *count == 1 {
                events.toggle(first + gate as usize);
            }
        }
    }
}
