//! Networks of gates of three operands as networks of gates of two, for instructions that have no more.

use std::sync::LazyLock;

use crate::network::{Gate, Network, Output, Part, depends, with_bit};

/// The tables of the operands themselves.
const OPERANDS: [u8; 3] = [0xAA, 0xCC, 0xF0];

const AND: u8 = 0x88;
const OR: u8 = 0xEE;
const XOR: u8 = 0x66;

/// Functions of two operands, each of which is one instruction and is 0 where both are; the second is the
/// first operand AND NOT the second, and the third the other way round.
const FUNCTIONS: [u8; 5] = [AND, 0x22, 0x44, OR, XOR];

/// The table of a function of two operands that have tables themselves.
fn applied(function: u8, first: u8, second: u8) -> u8 {
    let where_it_is = |row: u8| (function >> row & 1).wrapping_neg();
    where_it_is(1) & first & !second | where_it_is(2) & !first & second | where_it_is(3) & first & second
}

/// A gate of two operands: 0 to 2 are those of the whole function, and from 3 on the results of the steps
/// before it.
#[derive(Clone, Copy, Debug)]
struct Step {
    table: u8,
    operands: [u8; 2],
}

/// For each function of three operands that is 0 where all are, the fewest steps that work it out; the last
/// one's result is the function. A function of one operand takes none.
static STEPS: LazyLock<Vec<Vec<Step>>> = LazyLock::new(|| {
    let mut found: Vec<Option<Vec<Step>>> = vec![None; 256];
    // No function takes more (Knuth, The Art of Computer Programming, volume 4A, section 7.1.2).
    for count in 1..=4 {
        search(&mut OPERANDS.to_vec(), &mut Vec::new(), count, &mut found);
    }
    found.into_iter().map(Option::unwrap_or_default).collect()
});

/// Looks for functions that take so many steps after those that are made.
fn search(tables: &mut Vec<u8>, steps: &mut Vec<Step>, count: usize, found: &mut [Option<Vec<Step>>]) {
    for second in 1..tables.len() {
        for first in 0..second {
            for table in FUNCTIONS {
                let made = applied(table, tables[first], tables[second]);
                steps.push(Step { table, operands: [first as u8, second as u8] });
                if count == 1 && !OPERANDS.contains(&made) {
                    found[usize::from(made)].get_or_insert_with(|| steps.clone());
                } else if count > 1 {
                    tables.push(made);
                    search(tables, steps, count - 1, found);
                    tables.pop();
                }
                steps.pop();
            }
        }
    }
}

/// A value of the new network, or its inverse.
#[derive(Clone, Copy)]
struct Made {
    value: u32,
    inverted: bool,
}

/// The same network of gates that are constants or one of five functions of two operands. Of a value that is
/// no output the inverse may be made instead.
pub(crate) fn of_two_operands(network: &Network) -> Network {
    let mut is_output = vec![false; network.values()];
    let outputs = network.parts.iter().flat_map(|part| &part.outputs);
    outputs.for_each(|output| is_output[output.value as usize] = true);
    let made = (0..network.given() as u32).map(|value| Made { value, inverted: false });
    let mut splitter =
        Splitter { given: network.given(), made: made.collect(), gates: Vec::new(), ones: None };
    let (mut parts, mut start) = (Vec::with_capacity(network.parts.len()), 0);
    for part in &network.parts {
        for gate in start..part.end {
            splitter.gate(network.gates[gate], is_output[network.given() + gate]);
        }
        start = part.end;
        splitter.ones = None;
        let outputs = part.outputs.iter();
        let outputs =
            outputs.map(|output| Output { value: splitter.made[output.value as usize].value, ..*output });
        parts.push(Part { end: splitter.gates.len(), outputs: outputs.collect(), in_order: part.in_order });
    }
    Network { inputs: network.inputs, variables: network.variables.clone(), gates: splitter.gates, parts }
}

struct Splitter {
    given: usize,
    /// What there is of each value.
    made: Vec<Made>,
    gates: Vec<Gate>,
    /// The constant 1 by which values are inverted, if this part has made it.
    ones: Option<u32>,
}

impl Splitter {
    fn gate(&mut self, Gate { mut table, mut operands }: Gate, is_output: bool) {
        for (place, operand) in operands.iter_mut().enumerate() {
            if depends(table, place) {
                let Made { value, inverted } = self.made[*operand as usize];
                *operand = value;
                table = with_bit(table, place, |row| (row >> place & 1 == 1) != inverted);
            }
        }
        let inverted = table & 1 == 1;
        if inverted {
            table = !table;
        }
        let value = match OPERANDS.iter().position(|&operand| operand == table) {
            // A variable may have changed when its copy is read.
            Some(place) => self.push(AND, [operands[place]; 2]),
            None if table == 0 => self.push(u8::from(inverted).wrapping_neg(), [0; 2]),
            None => self.steps(table, operands),
        };
        let inverted = inverted && table != 0;
        let made = if inverted && is_output {
            let ones = self.ones();
            Made { value: self.push(XOR, [value, ones]), inverted: false }
        } else {
            Made { value, inverted }
        };
        self.made.push(made);
    }

    /// The steps of a function; the number of the last one's value.
    fn steps(&mut self, table: u8, operands: [u32; 3]) -> u32 {
        let mut values = operands.to_vec();
        for step in &STEPS[usize::from(table)] {
            let value = self.push(step.table, step.operands.map(|operand| values[usize::from(operand)]));
            values.push(value);
        }
        values[values.len() - 1]
    }

    /// The constant 1, which is no output.
    fn ones(&mut self) -> u32 {
        let ones = self.ones.unwrap_or_else(|| self.push(0xFF, [0; 2]));
        self.ones = Some(ones);
        ones
    }

    fn push(&mut self, table: u8, [first, second]: [u32; 2]) -> u32 {
        self.gates.push(Gate { table, operands: [first, second, second] });
        (self.given + self.gates.len() - 1) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_steps_of_every_function_work_it_out() {
        for table in (0..=254_u8).step_by(2).filter(|table| *table != 0 && !OPERANDS.contains(table)) {
            let mut tables = OPERANDS.to_vec();
            for Step { table, operands } in &STEPS[usize::from(table)] {
                assert!(FUNCTIONS.contains(table));
                let [first, second] = operands.map(|operand| tables[usize::from(operand)]);
                tables.push(applied(*table, first, second));
            }
            assert_eq!(tables.last(), Some(&table));
        }
    }

    #[test]
    fn functions_take_as_few_steps_as_they_can() {
        let steps = |table: u8| STEPS[usize::from(table)].len();
        // AND, OR, XOR of three; a choice; the majority.
        assert_eq!([0x80, 0xFE, 0x96, 0xCA, 0xE8].map(steps), [2, 2, 2, 3, 4]);
    }
}
