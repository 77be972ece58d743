use crate::network::{Gate, Network, Part};
use crate::order::depth_first;

/// A vector register.
pub(crate) type Register = u8;

/// A value that is read again within so many gates is kept in a register when it is read from memory.
const SOON: u32 = 64;

/// The last operand of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operand {
    Register(Register),
    Slot(u32),
}

/// A function of two operands that is one instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Binary {
    And,
    /// The second and not the first.
    NotAnd,
    Or,
    Xor,
}

/// An instruction, before it is encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Instruction {
    Load {
        to: Register,
        from: Operand,
    },
    Store {
        from: Register,
        slot: u32,
    },
    /// Sets all bits to 1, or to 0.
    Fill {
        to: Register,
        ones: bool,
    },
    Binary {
        function: Binary,
        to: Register,
        first: Register,
        second: Operand,
    },
    /// Any function of the old value of `to` and two operands; in its table, the second operand is the lowest
    /// bit and the old value the highest.
    Ternary {
        table: u8,
        to: Register,
        first: Register,
        second: Operand,
    },
}

impl Instruction {
    /// The slot that it reads or writes, if it does.
    pub(crate) fn slot(&self) -> Option<u32> {
        match *self {
            Self::Load { from: Operand::Slot(slot), .. }
            | Self::Store { slot, .. }
            | Self::Binary { second: Operand::Slot(slot), .. }
            | Self::Ternary { second: Operand::Slot(slot), .. } => Some(slot),
            _ => None,
        }
    }
}

/// Never.
const NEVER: u32 = u32::MAX;

/// What is known of a value while code is made.
#[derive(Clone, Copy)]
struct Value {
    /// When it is read next in this part.
    next: u32,
    register: Option<Register>,
    /// Where it is in memory.
    slot: Option<u32>,
    /// Whether the slot is free once this part has read the value for the last time.
    borrowed: bool,
}

/// Keeps values in registers, and those for which there is none in slots.
///
/// The register whose value is read last of all is taken for another value (Belady, *A Study of Replacement
/// Algorithms for a Virtual-Storage Computer*, 1966).
pub(crate) struct Allocation<'n> {
    network: &'n Network,
    values: Vec<Value>,
    registers: Vec<Option<u32>>,
    /// The slot that each gate's result must be written to as an output.
    outputs: Vec<Option<u32>>,
    /// Whether a later part reads the value.
    lasts: Vec<bool>,
    free: Vec<u32>,
    slots: u32,
    /// The gate that is listed now, as a time.
    now: u32,
    instructions: Vec<Instruction>,
}

impl<'n> Allocation<'n> {
    /// For so many registers. Where there are no ternary instructions, the network is [of two
    /// operands](crate::binary::of_two_operands).
    pub(crate) fn new(network: &'n Network, registers: usize) -> Self {
        let unread = Value { next: NEVER, register: None, slot: None, borrowed: false };
        let mut values = vec![unread; network.values()];
        for (slot, input) in (0..).zip(&mut values[..network.inputs]) {
            input.slot = Some(slot);
        }
        for (&slot, variable) in network.variables.iter().zip(&mut values[network.inputs..]) {
            variable.slot = Some(slot);
        }
        let mut outputs = vec![None; network.values()];
        for output in network.parts.iter().flat_map(|part| &part.outputs) {
            outputs[output.value as usize] = Some(output.slot);
        }
        let mut lasts = vec![false; network.values()];
        let mut start = 0;
        for part in &network.parts {
            let read = network.gates[start..part.end].iter().flat_map(Gate::needed);
            for value in
                read.map(|(_, value)| value as usize).filter(|&value| value < network.given() + start)
            {
                lasts[value] = true;
            }
            start = part.end;
        }
        Self {
            network,
            values,
            registers: vec![None; registers],
            outputs,
            lasts,
            free: Vec::new(),
            slots: network.first_free() as u32,
            now: 0,
            instructions: Vec::new(),
        }
    }

    /// How many slots there are, as far as parts have been listed.
    pub(crate) fn slots(&self) -> usize {
        self.slots as usize
    }

    /// The instructions of the gates of a part, which starts where the one before ended. `check` is called at
    /// each gate.
    ///
    /// # Errors
    /// As soon as `check` gives one.
    pub(crate) fn part<E>(
        &mut self,
        start: usize,
        number: usize,
        check: &mut impl FnMut() -> Result<(), E>,
    ) -> Result<Vec<Instruction>, E> {
        let part = &self.network.parts[number];
        let order = if part.in_order {
            (start..part.end).collect()
        } else {
            depth_first_of(self.network, start, part)
        };
        let later = self.next_reads(&order);
        for ((now, &gate), later) in (0..).zip(&order).zip(later) {
            check()?;
            self.now = now;
            self.gate(gate, later);
        }
        // There may be as many parts as values, so that only what this part has changed is set back.
        for register in 0..self.registers.len() {
            self.clear(register as Register);
        }
        Ok(std::mem::take(&mut self.instructions))
    }

    /// For each gate in the order, when each of its operands is read again after it. Sets when each value is
    /// read first; of all it is never, as those that earlier parts read are not read there any more.
    fn next_reads(&mut self, order: &[usize]) -> Vec<[u32; 3]> {
        let mut later = vec![[NEVER; 3]; order.len()];
        for (now, &gate) in order.iter().enumerate().rev() {
            let needed = self.network.gates[gate].needed();
            for (place, value) in needed.clone() {
                later[now][place] = self.values[value as usize].next;
            }
            needed.for_each(|(_, value)| self.values[value as usize].next = now as u32);
        }
        later
    }

    fn gate(&mut self, gate: usize, later: [u32; 3]) {
        let Gate { table, mut operands } = self.network.gates[gate];
        let needed: Vec<(usize, u32)> = self.network.gates[gate].needed().collect();
        if needed.is_empty() {
            self.constant(gate, table);
            return;
        }
        for &(place, value) in &needed {
            self.values[value as usize].next = later[place];
        }
        // One operand may stay in memory: that which is read last of all, unless it is read soon, or twice by
        // this gate.
        let read = || needed.iter().map(|&(_, value)| value);
        let absent = read().filter(|&value| self.values[value as usize].register.is_none());
        let in_memory = absent.max_by_key(|&value| self.values[value as usize].next);
        let once = |value: u32| needed.len() > 1 && read().filter(|&other| other == value).count() == 1;
        let in_memory = in_memory.filter(|&value| once(value) && self.is_spare(value));
        // Those on which the function does not depend may be any.
        let any = read().find(|&value| Some(value) != in_memory).expect("a gate reads something");
        (0..3)
            .filter(|place| needed.iter().all(|(at, _)| at != place))
            .for_each(|place| operands[place] = any);
        for value in operands.into_iter().filter(|&value| Some(value) != in_memory) {
            self.load(value, operands);
        }
        let two = <[(usize, u32); 2]>::try_from(needed.as_slice()).ok();
        let binary = two.and_then(|two| Some((two, Binary::of(table, two.map(|(place, _)| place))?)));
        let to = match binary {
            Some(([(_, a), (_, b)], (function, swapped))) => {
                let (mut first, mut second) = if swapped { (b, a) } else { (a, b) };
                if Some(first) == in_memory && function == Binary::NotAnd {
                    self.load(first, operands);
                } else if Some(first) == in_memory {
                    (first, second) = (second, first);
                }
                let (first, second) = (self.register(first), self.operand(second));
                let to = self.spare_register(operands).unwrap_or_else(|| self.take(operands));
                self.instructions.push(Instruction::Binary { function, to, first, second });
                to
            }
            None => {
                let places = operands.map(|value| self.operand(value));
                let (overwritten, to) = self.overwrite(operands, in_memory);
                let mut others = (0..3).filter(|&place| place != overwritten);
                let mut order = [overwritten; 3].map(|_| others.next().unwrap_or(overwritten));
                order.rotate_right(1);
                if matches!(places[order[1]], Operand::Slot(_)) {
                    order.swap(1, 2);
                }
                let Operand::Register(first) = places[order[1]] else {
                    unreachable!("one operand at most is in memory")
                };
                let (table, second) = (reordered(table, order), places[order[2]]);
                self.instructions.push(Instruction::Ternary { table, to, first, second });
                to
            }
        };
        for (_, value) in needed {
            self.release_unless_read(value);
        }
        self.define((self.network.given() + gate) as u32, to);
    }

    /// A gate that reads nothing.
    fn constant(&mut self, gate: usize, table: u8) {
        let to = self.take([NEVER; 3]);
        self.instructions.push(Instruction::Fill { to, ones: table != 0 });
        self.define((self.network.given() + gate) as u32, to);
    }

    /// Whether the value need not be kept in a register: it is in memory, and not read soon, or it is not
    /// read at all.
    fn is_spare(&self, value: u32) -> bool {
        let Value { next, slot, .. } = self.values[value as usize];
        next == NEVER || slot.is_some() && next > self.now + SOON
    }

    /// Where a value is now.
    fn operand(&self, value: u32) -> Operand {
        let Value { register, slot, .. } = self.values[value as usize];
        let in_memory = || Operand::Slot(slot.expect("a value is in a register or in memory"));
        register.map_or_else(in_memory, Operand::Register)
    }

    fn register(&self, value: u32) -> Register {
        self.values[value as usize].register.expect("it has been loaded")
    }

    /// Puts a value into a register, if it is in none.
    fn load(&mut self, value: u32, operands: [u32; 3]) {
        if let from @ Operand::Slot(_) = self.operand(value) {
            let to = self.take(operands);
            self.instructions.push(Instruction::Load { to, from });
            self.registers[usize::from(to)] = Some(value);
            self.values[value as usize].register = Some(to);
        }
    }

    /// The register of one of the operands that need not be kept there, which is then free.
    fn spare_register(&mut self, operands: [u32; 3]) -> Option<Register> {
        let kept = |value: u32| self.values[value as usize].register.filter(|_| self.is_spare(value));
        let register = operands.into_iter().find_map(kept)?;
        self.clear(register);
        Some(register)
    }

    /// A register that holds one of the operands and may be overwritten, and the place of that operand.
    fn overwrite(&mut self, operands: [u32; 3], in_memory: Option<u32>) -> (usize, Register) {
        let place = |value: u32| operands.iter().position(|&operand| operand == value);
        let found = operands.into_iter().find(|&value| Some(value) != in_memory && self.is_spare(value));
        // It is copied from memory, if it is there, rather than from a register that is still needed.
        let value = found.or(in_memory).unwrap_or(operands[0]);
        let at = place(value).expect("it is one of them");
        if found.is_some() {
            let register = self.register(value);
            self.clear(register);
            return (at, register);
        }
        let from = self.operand(value);
        let to = self.take(operands);
        self.instructions.push(Instruction::Load { to, from });
        (at, to)
    }

    /// A register that holds nothing any more, and was none of the operands'.
    fn take(&mut self, operands: [u32; 3]) -> Register {
        let free = self.registers.iter().position(Option::is_none);
        let register = free.unwrap_or_else(|| {
            let next = |value: u32| self.values[value as usize].next;
            let others =
                (0..self.registers.len()).filter_map(|register| Some((register, self.registers[register]?)));
            let others = others.filter(|(_, value)| !operands.contains(value));
            let last = others.max_by_key(|&(_, value)| next(value));
            last.expect("there are more registers than operands").0
        }) as Register;
        if let Some(value) = self.registers[usize::from(register)] {
            if self.values[value as usize].slot.is_none() {
                let slot = self.free.pop().unwrap_or_else(|| self.new_slot());
                self.instructions.push(Instruction::Store { from: register, slot });
                let value = &mut self.values[value as usize];
                (value.slot, value.borrowed) = (Some(slot), true);
            }
            self.clear(register);
        }
        register
    }

    fn new_slot(&mut self) -> u32 {
        self.slots += 1;
        self.slots - 1
    }

    /// Forgets what a register holds.
    fn clear(&mut self, register: Register) {
        if let Some(value) = self.registers[usize::from(register)].take() {
            self.values[value as usize].register = None;
        }
    }

    /// Frees what a value takes, if it is not read any more in this part.
    fn release_unless_read(&mut self, value: u32) {
        let Value { next, register, slot, borrowed } = self.values[value as usize];
        if next != NEVER {
            return;
        }
        if let Some(register) = register {
            self.clear(register);
        }
        if borrowed {
            self.free.extend(slot);
            self.values[value as usize].borrowed = false;
        }
    }

    /// Notes that a register has got a gate's result, and writes it to memory where it must be there.
    fn define(&mut self, value: u32, register: Register) {
        self.registers[usize::from(register)] = Some(value);
        self.values[value as usize].register = Some(register);
        let output = self.outputs[value as usize];
        // Another output may take the slot of this one before a later part reads the value.
        let own = self.lasts[value as usize].then(|| self.new_slot());
        let slots = output.into_iter().chain(own);
        self.instructions.extend(slots.map(|slot| Instruction::Store { from: register, slot }));
        self.values[value as usize].slot = own.or(output);
        self.release_unless_read(value);
    }
}

/// The gates of a part, which starts at a gate, depth first from its outputs.
fn depth_first_of(network: &Network, start: usize, part: &Part) -> Vec<usize> {
    // The number of a gate of this part, counted from its start.
    let own = |value: u32| (value as usize).checked_sub(network.given() + start);
    let operands =
        |gate: usize| network.gates[start + gate].needed().filter_map(move |(_, value)| own(value));
    // What later parts read need not be below an output.
    let outputs = part.outputs.iter().filter_map(|output| own(output.value));
    depth_first(part.end - start, operands, outputs).into_iter().map(|gate| start + gate).collect()
}

impl Binary {
    /// The instruction for a function of the operands at two places, and whether it takes them in the other
    /// order; none if it takes any other instruction.
    fn of(table: u8, places: [usize; 2]) -> Option<(Self, bool)> {
        let bit = |first: u8, second: u8| table >> (first << places[0] | second << places[1]) & 1;
        match [bit(0, 0), bit(1, 0), bit(0, 1), bit(1, 1)] {
            [0, 0, 0, 1] => Some((Self::And, false)),
            [0, 1, 0, 0] => Some((Self::NotAnd, true)),
            [0, 0, 1, 0] => Some((Self::NotAnd, false)),
            [0, 1, 1, 1] => Some((Self::Or, false)),
            [0, 1, 1, 0] => Some((Self::Xor, false)),
            _ => None,
        }
    }
}

/// The table of an instruction whose operands, the highest bit first, are those at the given places.
fn reordered(table: u8, order: [usize; 3]) -> u8 {
    (0..8).fold(0, |reordered, row: u8| {
        let bit = |number: usize| (row >> (2 - number) & 1) << order[number];
        reordered | (table >> (bit(0) | bit(1) | bit(2)) & 1) << row
    })
}
