use std::ops::Range;

use fixedbitset::FixedBitSet;

use super::events::Events;
use super::graph::Gates;
use crate::network::Lit;

/// The operands of gates. They are numbered one after another.
#[derive(Debug)]
pub(super) struct Operands {
    inputs: usize,
    /// Where the operands of each gate start, and where those of the last end.
    starts: Vec<u32>,
    operands: Vec<Operand>,
}

/// An operand of a gate.
#[derive(Clone, Copy, Debug)]
struct Operand {
    literal: Lit,
    /// The node of the gate that reads it.
    reader: u32,
}

impl Operand {
    /// The node that is read.
    #[inline(always)]
    fn node(self) -> usize {
        self.literal.node() as usize
    }
}

impl Operands {
    /// The most operands of a gate: to look for a reason among more takes longer than the gates of a tree.
    pub(super) const WIDEST: usize = 8;

    pub(super) fn new(gates: &Gates) -> Self {
        let operands = (gates.inputs as u32..)
            .zip(gates.operands())
            .flat_map(|(reader, operands)| operands.iter().map(move |&literal| Operand { literal, reader }));
        Self { inputs: gates.inputs, operands: operands.collect(), starts: gates.starts.clone() }
    }

    fn nodes(&self) -> usize {
        self.inputs + self.starts.len() - 1
    }

    #[inline(always)]
    fn get(&self, number: u32) -> Operand {
        self.operands[number as usize]
    }

    /// The numbers of a gate's operands.
    #[inline(always)]
    fn of(&self, node: usize) -> Range<u32> {
        let gate = node - self.inputs;
        self.starts[gate]..self.starts[gate + 1]
    }
}

/// Why gates have their values, for those that are needed. A true gate has all its operands as reasons; of a
/// false one a false operand is reason enough.
///
/// Only values that are reasons in the end for a bit of the output are kept up to date, and a change is told
/// only to the gates of which the node is a reason, as a solver for satisfiability watches two literals of a
/// clause and no others (Moskewicz, Madigan, Zhao, Zhang & Malik, *Chaff: Engineering an Efficient SAT
/// Solver*, 2001). So what would follow from a move that is not legal anyway costs nothing.
#[derive(Clone, Debug)]
pub(super) struct Reasons {
    nodes: Vec<Node>,
    /// For each operand that is in the list of its node, the next one; else [`UNLISTED`].
    links: Vec<u32>,
    /// The nodes whose values are asked for.
    asked: FixedBitSet,
    /// The gates that are being forgotten.
    unneeded: Vec<u32>,
    /// The gates of which each waits for the value of the next, and from which operand on it goes on.
    waiting: Vec<(u32, u32)>,
    /// How many operands have been looked at, ever.
    work: u64,
}

/// What is known of a node.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// The first operand of the list of those that may be reasons; [`END`] of none. It has all that are
    /// reasons, and may have others.
    readers: u32,
    reason: Reason,
}

/// Why a node has its value: the number of a false operand, [`Reason::TRUE`] or [`Reason::UNKNOWN`]. An input
/// that is false has any number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Reason(u32);

impl Reason {
    /// The gate is true, and all its operands are reasons.
    const TRUE: Self = Self(u32::MAX);
    /// The value is not known, as it is not needed.
    const UNKNOWN: Self = Self(u32::MAX - 1);
    /// Added to the number of an operand that is a reason no more.
    const LOST: u32 = 1 << 31;
}

/// The end of a list of operands.
const END: u32 = u32::MAX;
/// An operand that is in no list.
const UNLISTED: u32 = u32::MAX - 1;

impl Reasons {
    /// All inputs are false, and nothing is asked for.
    pub(super) fn new(operands: &Operands) -> Self {
        let unknown = Node { readers: END, reason: Reason::UNKNOWN };
        let mut nodes = vec![unknown; operands.nodes()];
        nodes[..operands.inputs].iter_mut().for_each(|input| input.reason = Reason(0));
        let links = vec![UNLISTED; operands.operands.len()];
        let asked = FixedBitSet::with_capacity(operands.nodes());
        Self { nodes, links, asked, unneeded: Vec::new(), waiting: Vec::new(), work: 0 }
    }

    pub(super) fn work(&self) -> u64 {
        self.work
    }

    /// The value of a node that is kept up to date from now on.
    pub(super) fn ask(&mut self, operands: &Operands, node: usize) -> bool {
        self.asked.insert(node);
        if self.nodes[node].reason == Reason::UNKNOWN {
            self.find(operands, node);
        }
        self.nodes[node].reason == Reason::TRUE
    }

    /// Settles a node that has changed or lost its reason, where all nodes before it are settled. Whether it
    /// has changed is told; a gate that is not needed is forgotten.
    #[inline(always)]
    pub(super) fn settle(&mut self, operands: &Operands, events: &mut Events, node: usize) -> bool {
        if node < operands.inputs {
            self.nodes[node].reason = if events.input(node) { Reason::TRUE } else { Reason(0) };
        } else if !self.is_needed(operands, node) {
            self.forget(operands, node);
            return false;
        } else if self.nodes[node].reason.0 & Reason::LOST != 0 {
            self.find(operands, node);
            if self.nodes[node].reason != Reason::TRUE {
                return false;
            }
        }
        self.tell_readers(operands, events, node);
        true
    }

    /// Forgets a gate, and those before it that were known for its sake alone.
    fn forget(&mut self, operands: &Operands, gate: usize) {
        self.unneeded.push(gate as u32);
        while let Some(gate) = self.unneeded.pop() {
            let gate = gate as usize;
            let reasons = match std::mem::replace(&mut self.nodes[gate].reason, Reason::UNKNOWN) {
                Reason::TRUE => operands.of(gate),
                // It is unknown already, or has lost its reason.
                Reason(none) if none & Reason::LOST != 0 => continue,
                Reason(operand) => operand..operand + 1,
            };
            for reason in reasons {
                let node = operands.get(reason).node();
                if node >= operands.inputs && !self.is_needed(operands, node) {
                    self.unneeded.push(node as u32);
                }
            }
        }
    }

    /// Whether the value of a gate is asked for, or another that is known has it as a reason. Operands before
    /// the first such are taken out of the list.
    #[inline(always)]
    fn is_needed(&mut self, operands: &Operands, node: usize) -> bool {
        if self.asked.contains(node) {
            return true;
        }
        loop {
            let operand = self.nodes[node].readers;
            if operand == END {
                return false;
            }
            self.work += 1;
            let reason = self.nodes[operands.get(operand).reader as usize].reason;
            if reason == Reason::TRUE || reason == Reason(operand) {
                return true;
            }
            self.nodes[node].readers = std::mem::replace(&mut self.links[operand as usize], UNLISTED);
        }
    }

    /// Tells the gates of which a node is a reason that it has changed.
    #[inline(always)]
    fn tell_readers(&mut self, operands: &Operands, events: &mut Events, node: usize) {
        let mut next = std::mem::replace(&mut self.nodes[node].readers, END);
        while next != END {
            self.work += 1;
            let operand = next;
            next = std::mem::replace(&mut self.links[operand as usize], UNLISTED);
            let reader = operands.get(operand).reader as usize;
            let reason = &mut self.nodes[reader].reason;
            if *reason == Reason::TRUE {
                // It is false now, whatever its other operands are.
                *reason = Reason(operand);
                self.list(node, operand);
                events.note(reader);
            } else if *reason == Reason(operand) {
                reason.0 |= Reason::LOST;
                events.note(reader);
            }
        }
    }

    /// Puts an operand in the list of its node, in which it is not.
    #[inline(always)]
    fn list(&mut self, node: usize, operand: u32) {
        self.links[operand as usize] = std::mem::replace(&mut self.nodes[node].readers, operand);
    }

    /// Makes operands reasons.
    fn rely_on(&mut self, operands: &Operands, reasons: Range<u32>) {
        for operand in reasons {
            if self.links[operand as usize] == UNLISTED {
                self.list(operands.get(operand).node(), operand);
            }
        }
    }

    /// The value of an operand, unless that of its node is not known.
    #[inline(always)]
    fn value(&self, operand: Operand) -> Option<bool> {
        match self.nodes[operand.node()].reason {
            Reason::UNKNOWN => None,
            reason => Some((reason == Reason::TRUE) != operand.literal.inverted()),
        }
    }

    /// Finds the value of a gate and its reason, and those of gates before it that it takes.
    fn find(&mut self, operands: &Operands, gate: usize) {
        self.open(operands, gate);
        'gates: while let Some((gate, first)) = self.waiting.pop() {
            let gate = gate as usize;
            let own = operands.of(gate);
            for number in first..own.end {
                self.work += 1;
                let operand = operands.get(number);
                match self.value(operand) {
                    Some(true) => {}
                    Some(false) => {
                        self.nodes[gate].reason = Reason(number);
                        self.rely_on(operands, number..number + 1);
                        continue 'gates;
                    }
                    None => {
                        self.waiting.push((gate as u32, number));
                        self.open(operands, operand.node());
                        continue 'gates;
                    }
                }
            }
            self.nodes[gate].reason = Reason::TRUE;
            self.rely_on(operands, own);
        }
    }

    /// Finds the value of a gate if one of its operands is known to be false, the first after the one that
    /// was its reason; else it waits.
    fn open(&mut self, operands: &Operands, gate: usize) {
        let own = operands.of(gate);
        let lost = match self.nodes[gate].reason {
            Reason::UNKNOWN => own.start,
            Reason(lost) => lost & !Reason::LOST,
        };
        for number in (lost..own.end).chain(own.start..lost) {
            self.work += 1;
            if self.value(operands.get(number)) == Some(false) {
                self.nodes[gate].reason = Reason(number);
                return self.rely_on(operands, number..number + 1);
            }
        }
        self.waiting.push((gate as u32, own.start));
    }
}
