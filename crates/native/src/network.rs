use std::collections::HashMap;

/// Gates to be compiled, in parts that are run one after the other.
///
/// Values are numbered: first the inputs, then the variables, then the results of the gates. Each input has
/// the slot of its number.
#[derive(Clone, Debug, Default)]
pub struct Network {
    /// How many inputs there are.
    pub inputs: usize,
    /// The slots of the variables, which are no inputs': values that parts read and write, so that a part
    /// which is run again goes on from what it wrote.
    pub variables: Vec<u32>,
    /// The gates. Each reads only inputs, variables and the results of gates before it.
    pub gates: Vec<Gate>,
    /// The parts, in the order in which they are run; the last one ends with the last gate.
    pub parts: Vec<Part>,
}

/// A function of three values.
#[derive(Clone, Copy, Debug)]
pub struct Gate {
    /// The truth table: bit `i` is the value where the operands are the bits of `i`, the first operand
    /// the lowest.
    pub table: u8,
    /// The values that it reads. Those on which the table does not depend are not read.
    pub operands: [u32; 3],
}

/// Gates that are run together. Before the next part is run, inputs may be changed which no gate of this part
/// has read.
#[derive(Clone, Debug, Default)]
pub struct Part {
    /// Before which gate it ends.
    pub end: usize,
    /// What is read when it has been run, or written to a variable. Those that are inputs or variables stay
    /// where they are, whatever their slot.
    pub outputs: Vec<Output>,
    /// Whether the gates are run in their order. They are where the part writes to variables: each is read
    /// only by gates before that which makes what is written.
    pub in_order: bool,
}

/// Where a value goes.
#[derive(Clone, Copy, Debug)]
pub struct Output {
    /// The value. It is made by this part or an earlier one.
    pub value: u32,
    /// Its slot, which is no input's, but may be a variable's. A value has the same slot in all parts.
    pub slot: u32,
}

impl Gate {
    /// The operands on which the table depends, with their places.
    pub(crate) fn needed(&self) -> impl Iterator<Item = (usize, u32)> + Clone + use<> {
        let Self { table, operands } = *self;
        (0..3).filter(move |&place| depends(table, place)).map(move |place| (place, operands[place]))
    }
}

/// Whether a function of three operands, given by its [table](Gate::table), depends on one of them.
///
/// # Panics
/// If there is no such operand: they are 0 to 2.
pub fn depends(table: u8, operand: usize) -> bool {
    let (ones, distance) = ([0xAA, 0xCC, 0xF0][operand], 1 << operand);
    (table & ones) >> distance != table & !ones
}

/// The function of which one operand is found from the row.
pub(crate) fn with_bit(table: u8, place: usize, bit: impl Fn(u8) -> bool) -> u8 {
    (0..8).fold(0, |made, row| {
        let read = row & !(1 << place) | u8::from(bit(row)) << place;
        made | (table >> read & 1) << row
    })
}

impl Network {
    /// How many values are not made by gates; the number of the first gate's result.
    pub(crate) fn given(&self) -> usize {
        self.inputs + self.variables.len()
    }

    /// How many values there are.
    pub(crate) fn values(&self) -> usize {
        self.given() + self.gates.len()
    }

    /// The first slot that is no input's, variable's or output's, nor below one of these.
    pub(crate) fn first_free(&self) -> usize {
        let outputs = self.parts.iter().flat_map(|part| &part.outputs).map(|output| output.slot);
        let used = outputs.chain(self.variables.iter().copied());
        used.map(|slot| slot as usize + 1).fold(self.inputs, usize::max)
    }

    /// Whether each part and each gate reads only what is made before it, outputs do not overwrite inputs,
    /// and variables are not read after they have been overwritten.
    pub(crate) fn is_sound(&self) -> bool {
        let reads_earlier = |(number, gate): (usize, &Gate)| {
            gate.needed().all(|(_, value)| (value as usize) < self.given() + number)
        };
        let variables: HashMap<u32, usize> = self.variables.iter().copied().zip(self.inputs..).collect();
        let mut end = 0;
        let parts_follow = self.parts.iter().all(|part| {
            let start = std::mem::replace(&mut end, part.end);
            start <= part.end
                && part.outputs.iter().all(|output| {
                    let value = output.value as usize;
                    value < self.given()
                        || value < self.given() + part.end && output.slot as usize >= self.inputs
                })
                && part.end <= self.gates.len()
                && self.reads_before_writing(start, part, &variables)
        });
        parts_follow && end == self.gates.len() && self.gates.iter().enumerate().all(reads_earlier)
    }

    /// Whether a part, which starts at a gate, reads no variable after what is written to it is made.
    fn reads_before_writing(&self, start: usize, part: &Part, variables: &HashMap<u32, usize>) -> bool {
        let of_output = |output: &Output| Some((*variables.get(&output.slot)?, output.value as usize));
        let written: HashMap<usize, usize> = part.outputs.iter().filter_map(of_output).collect();
        let is_late = |reader: usize, variable: u32| {
            written.get(&(variable as usize)).is_some_and(|&writer| writer < self.given() + reader)
        };
        let reads_late = |reader: usize| self.gates[reader].needed().any(|(_, value)| is_late(reader, value));
        let is_own = |&writer: &usize| writer >= self.given() + start;
        written.is_empty()
            || part.in_order && written.values().all(is_own) && !(start..part.end).any(reads_late)
    }
}
