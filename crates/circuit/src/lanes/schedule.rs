use std::cmp::Reverse;
use std::collections::BinaryHeap;

use gdl::{Interrupt, Interrupted};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::cover::Cover;
use super::gate::GateKind;
use super::order::{Item, Order, Segment, Signal, Wanted};
use super::program::{Code, Op, Phase, Port, Program, Run};
use crate::network::Aig;

/// How far a gate may be moved forward to run with others of its kind.
const WINDOW: usize = 4096;

/// A value that is never read, or has no slot yet.
const NONE: u32 = u32::MAX;

impl Program {
    /// Compiles a graph to phases. A phase may depend only on inputs that are set before it.
    ///
    /// # Errors
    /// If it is interrupted.
    pub(crate) fn new(aig: &Aig, phases: &[Wanted], interrupt: &Interrupt<'_>) -> Result<Self, Interrupted> {
        let definitions = aig.blocks().iter().flat_map(|block| &block.definitions);
        let roots: Vec<_> =
            phases.iter().flat_map(|phase| &phase.literals).chain(definitions).copied().collect();
        let cover = Cover::new(aig, &roots, interrupt)?;
        let mut order = Order::new(aig, &cover, interrupt)?;
        let (mut listed, mut maker) = (Vec::new(), Vec::new());
        for wanted in phases {
            let (mut segments, outputs) = order.phase(wanted)?;
            maker.resize(order.values(), NONE);
            for segment in &mut segments {
                match segment {
                    Segment::Straight(items) | Segment::Loop { body: items, .. } => {
                        *items = group(items, &mut maker, interrupt)?;
                    }
                }
            }
            listed.push((segments, outputs));
        }
        let inputs: Vec<u32> = std::iter::once(0).chain(aig.inputs().iter().copied()).collect();
        let slots = Slots::new(&inputs, order.values(), &listed);
        slots.program(&listed, interrupt)
    }
}

/// Groups gates of one kind, within their dependencies and [`WINDOW`]. In `maker` no value has a maker before
/// and after.
fn group(items: &[Item], maker: &mut [u32], interrupt: &Interrupt<'_>) -> Result<Vec<Item>, Interrupted> {
    // A variable of a loop may be read at any time; only its own test and assignment are ordered.
    let makes = |item: &Item| !item.operands.contains(&item.result);
    for (i, item) in items.iter().enumerate().filter(|(_, item)| makes(item)) {
        maker[item.result as usize] = i as u32;
    }
    let mut waiting = vec![0; items.len()];
    // Which item is made before which.
    let mut pairs: Vec<(u32, u32)> = Vec::with_capacity(2 * items.len());
    for (i, item) in items.iter().enumerate() {
        interrupt.check()?;
        let mut makers: SmallVec<[u32; 4]> =
            item.operands.iter().map(|&value| maker[value as usize]).filter(|&made| made != NONE).collect();
        if i > 0 && item.operands[0] == item.result && items[i - 1].operands[1] == item.result {
            makers.push(i as u32 - 1);
        }
        makers.sort_unstable();
        makers.dedup();
        waiting[i] = makers.len();
        pairs.extend(makers.into_iter().map(|made| (made, i as u32)));
    }
    items.iter().for_each(|item| maker[item.result as usize] = NONE);
    interrupt.check_now()?;
    let waiters = Waiters::new(items.len(), &pairs);
    let mut ready: FxHashMap<GateKind, BinaryHeap<Reverse<usize>>> = FxHashMap::default();
    for (i, item) in items.iter().enumerate() {
        if waiting[i] == 0 {
            ready.entry(item.kind).or_default().push(Reverse(i));
        }
    }
    let mut taken = vec![false; items.len()];
    let mut oldest = 0;
    let mut grouped = Vec::with_capacity(items.len());
    while grouped.len() < items.len() {
        let within = |heap: &BinaryHeap<Reverse<usize>>, oldest: usize| {
            heap.peek().is_some_and(|&Reverse(first)| first < oldest + WINDOW)
        };
        let best = ready.iter().filter(|(_, heap)| within(heap, oldest));
        let best = best.max_by_key(|(kind, heap)| (heap.len(), Reverse(**kind))).map(|(&kind, _)| kind);
        let kind = best.expect("the oldest gate left is ready and within the window");
        while let Some(heap) = ready.get_mut(&kind).filter(|heap| within(heap, oldest)) {
            let Some(Reverse(i)) = heap.pop() else { break };
            interrupt.check()?;
            taken[i] = true;
            grouped.push(items[i]);
            while taken.get(oldest) == Some(&true) {
                oldest += 1;
            }
            for waiter in waiters.of(i).iter().map(|&waiter| waiter as usize) {
                waiting[waiter] -= 1;
                if waiting[waiter] == 0 {
                    ready.entry(items[waiter].kind).or_default().push(Reverse(waiter));
                }
            }
        }
    }
    Ok(grouped)
}

/// The items that wait for each item.
struct Waiters {
    waiters: Vec<u32>,
    /// Where those of each item start, and where the last one's end.
    starts: Vec<u32>,
}

impl Waiters {
    /// From pairs of an item and one that waits for it; the latter ascend.
    fn new(items: usize, pairs: &[(u32, u32)]) -> Self {
        let mut starts = vec![0; items + 2];
        pairs.iter().for_each(|&(made, _)| starts[made as usize + 2] += 1);
        for item in 2..starts.len() {
            starts[item] += starts[item - 1];
        }
        let mut waiters = vec![0; pairs.len()];
        for &(made, waiter) in pairs {
            let place = &mut starts[made as usize + 1];
            waiters[*place as usize] = waiter;
            *place += 1;
        }
        Self { waiters, starts }
    }

    fn of(&self, item: usize) -> &[u32] {
        &self.waiters[self.starts[item] as usize..self.starts[item + 1] as usize]
    }
}

/// The values that are read, each with the time at which it is read for the last time: the earliest last, and
/// of those of one time the one with the least number last.
fn by_time(last: &[u32], interrupt: &Interrupt<'_>) -> Result<Vec<(u32, u32)>, Interrupted> {
    let read = || (0..).zip(last.iter().copied()).filter(|&(_, last)| last != NONE);
    let Some(latest) = read().map(|(_, last)| last as usize).max() else { return Ok(Vec::new()) };
    // How many values there are of each later time, and then the places up to which those of the time itself
    // are still to be put.
    let mut places = vec![0; latest + 2];
    for (_, last) in read() {
        interrupt.check()?;
        places[last as usize] += 1;
    }
    for time in (0..=latest).rev() {
        interrupt.check()?;
        places[time] += places[time + 1];
    }
    let mut ends = vec![(0, 0); places[0]];
    for (value, last) in read() {
        interrupt.check()?;
        places[last as usize] -= 1;
        ends[places[last as usize]] = (last, value);
    }
    Ok(ends)
}

type Listed = [(Vec<Segment>, Vec<Signal>)];

/// Allocates slots by linear scan (Poletto & Sarkar, *Linear Scan Register Allocation*, 1999).
struct Slots {
    /// When each value is read for the last time.
    last: Vec<u32>,
    /// The values that are read, each with that time, the earliest last.
    ends: Vec<(u32, u32)>,
    slot: Vec<u32>,
    free: Vec<u32>,
    count: u32,
    code: Vec<[u32; 4]>,
}

impl Slots {
    fn new(inputs: &[u32], values: usize, listed: &Listed) -> Self {
        let mut slots = Self {
            last: vec![NONE; values],
            ends: Vec::new(),
            slot: vec![NONE; values],
            free: Vec::new(),
            count: 0,
            code: Vec::new(),
        };
        for &input in inputs {
            slots.slot[input as usize] = slots.count;
            slots.count += 1;
        }
        slots.find_last_reads(listed);
        for &input in inputs {
            slots.last[input as usize] = NONE;
        }
        slots
    }

    /// Time is counted in gates; the end of a loop and of a phase take one unit more.
    fn find_last_reads(&mut self, listed: &Listed) {
        let mut now = 0;
        for (segments, outputs) in listed {
            for segment in segments {
                match segment {
                    Segment::Straight(items) => {
                        for item in items {
                            for operand in item.operands {
                                self.last[operand as usize] = now;
                            }
                            now += 1;
                        }
                    }
                    Segment::Loop { variables, unchanged, body } => {
                        let end = now + body.len() as u32;
                        let made: rustc_hash::FxHashSet<u32> = body.iter().map(|item| item.result).collect();
                        for item in body {
                            for operand in item.operands {
                                // Values from outside are read again in the next round.
                                let time = if made.contains(&operand) { now } else { end };
                                self.last[operand as usize] = time;
                            }
                            now += 1;
                        }
                        for &value in variables.iter().chain([unchanged]) {
                            self.last[value as usize] = end;
                        }
                        now += 1;
                    }
                }
            }
            for output in outputs {
                self.last[output.value as usize] = now;
            }
            now += 1;
        }
    }

    fn program(mut self, listed: &Listed, interrupt: &Interrupt<'_>) -> Result<Program, Interrupted> {
        self.ends = by_time(&self.last, interrupt)?;
        let mut now = 0;
        let mut phases = Vec::new();
        for (segments, outputs) in listed {
            let mut ops = Vec::new();
            for segment in segments {
                match segment {
                    Segment::Straight(items) => {
                        ops.extend(self.gates(items, &mut now, interrupt)?.into_iter().map(Op::Run));
                    }
                    Segment::Loop { variables, unchanged, body } => {
                        let variables = variables.iter().map(|&variable| self.take(variable)).collect();
                        let unchanged = self.take(*unchanged);
                        ops.push(Op::Enter { variables, unchanged });
                        let from = ops.len();
                        ops.extend(self.gates(body, &mut now, interrupt)?.into_iter().map(Op::Run));
                        self.release(&mut now);
                        ops.push(Op::Repeat { unchanged, from });
                    }
                }
            }
            let outputs = outputs
                .iter()
                .map(|output| Port { slot: self.slot[output.value as usize], inverted: output.inverted })
                .collect();
            phases.push(Phase { ops, outputs });
            self.release(&mut now);
        }
        let code = if self.count <= 1 << 16 {
            Code::Narrow(self.code.iter().map(|gate| gate.map(|slot| slot as u16)).collect())
        } else {
            Code::Wide(self.code)
        };
        Ok(Program { phases, code, slots: self.count as usize, ..Program::default() })
    }

    fn gates(
        &mut self,
        items: &[Item],
        now: &mut u32,
        interrupt: &Interrupt<'_>,
    ) -> Result<Vec<Run>, Interrupted> {
        let mut runs: Vec<Run> = Vec::new();
        for item in items {
            interrupt.check()?;
            let [a, b, c] = item.operands.map(|value| self.slot[value as usize]);
            self.release(now);
            let result = self.take(item.result);
            self.code.push([result, a, b, c]);
            let end = self.code.len() as u32;
            match runs.last_mut() {
                Some(run) if run.kind == item.kind => run.end = end,
                _ => runs.push(Run { kind: item.kind, start: end - 1, end }),
            }
        }
        Ok(runs)
    }

    /// The slot of a value, allocated if it has none.
    fn take(&mut self, value: u32) -> u32 {
        if self.slot[value as usize] == NONE {
            self.slot[value as usize] = self.free.pop().unwrap_or_else(|| {
                self.count += 1;
                self.count - 1
            });
        }
        self.slot[value as usize]
    }

    /// Frees the slots of values whose last read is now, and advances the time.
    fn release(&mut self, now: &mut u32) {
        while let Some((_, value)) = self.ends.pop_if(|(last, _)| last == now) {
            self.free.push(self.slot[value as usize]);
        }
        *now += 1;
    }
}
