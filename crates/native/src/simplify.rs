use crate::network::{Gate, Network, Output, Part, depends, with_bit};

impl Network {
    /// A network with the same inputs, parts and outputs that has fewer gates, where the given inputs have
    /// these values; with others its outputs are of no use. `check` is called at each gate, several times,
    /// which is once in some 50 ns.
    ///
    /// # Errors
    /// As soon as `check` gives one.
    ///
    /// # Panics
    /// If [`Code::new`](crate::Code::new) panics for the network, there are variables, or it has not one of
    /// these inputs.
    pub fn assuming<E>(
        &self,
        inputs: &[(u32, bool)],
        mut check: impl FnMut() -> Result<(), E>,
    ) -> Result<Self, E> {
        assert!(self.is_sound(), "parts and gates read what is made before them");
        assert!(self.variables.is_empty(), "what variables are is not known");
        let simplified = Simplifier::new(self, inputs).network(&mut check)?;
        without_unread(&simplified, &mut check)
    }
}

/// What is known of a value.
#[derive(Clone, Copy)]
enum Known {
    Constant(bool),
    /// It is one of the new network, or its inverse.
    Value {
        value: u32,
        inverted: bool,
    },
}

struct Simplifier<'n> {
    network: &'n Network,
    known: Vec<Known>,
    gates: Vec<Gate>,
    /// The new value of each that is an output.
    outputs: Vec<Option<u32>>,
}

impl<'n> Simplifier<'n> {
    fn new(network: &'n Network, inputs: &[(u32, bool)]) -> Self {
        let mut known: Vec<Known> =
            (0..network.inputs as u32).map(|value| Known::Value { value, inverted: false }).collect();
        for &(input, holds) in inputs {
            known[input as usize] = Known::Constant(holds);
        }
        Self { network, known, gates: Vec::new(), outputs: vec![None; network.values()] }
    }

    fn network<E>(mut self, check: &mut impl FnMut() -> Result<(), E>) -> Result<Network, E> {
        let mut is_output = vec![false; self.network.values()];
        let outputs = self.network.parts.iter().flat_map(|part| &part.outputs);
        outputs.for_each(|output| is_output[output.value as usize] = true);
        let mut parts = Vec::with_capacity(self.network.parts.len());
        let mut start = 0;
        for part in &self.network.parts {
            for gate in start..part.end {
                check()?;
                self.gate(gate, is_output[self.network.inputs + gate]);
            }
            start = part.end;
            let own = |value: u32| self.outputs[value as usize].unwrap_or(value);
            let outputs = part.outputs.iter().map(|output| Output { value: own(output.value), ..*output });
            parts.push(Part { end: self.gates.len(), outputs: outputs.collect(), in_order: part.in_order });
        }
        Ok(Network { inputs: self.network.inputs, gates: self.gates, parts, ..Network::default() })
    }

    /// Adds a gate, unless its value is known without; an output gets a gate all the same, as it needs a slot
    /// of its own.
    fn gate(&mut self, number: usize, is_output: bool) {
        let gate = self.reduced(self.network.gates[number]);
        let needed: Vec<(usize, u32)> = gate.needed().collect();
        let made = (self.network.inputs + self.gates.len()) as u32;
        let known = match *needed.as_slice() {
            [] => Known::Constant(gate.table != 0),
            [(_, value)] => Known::Value { value, inverted: gate.table & 1 == 1 },
            _ => Known::Value { value: made, inverted: false },
        };
        self.known.push(known);
        if is_output {
            self.outputs[self.network.inputs + number] = Some(made);
        }
        if is_output || needed.len() > 1 {
            self.gates.push(gate);
        }
    }

    /// The gate with what is known of its operands.
    fn reduced(&self, Gate { mut table, mut operands }: Gate) -> Gate {
        for (place, operand) in operands.iter_mut().enumerate() {
            if !depends(table, place) {
                continue;
            }
            match self.known[*operand as usize] {
                Known::Constant(bit) => table = with_bit(table, place, |_| bit),
                Known::Value { value, inverted } => {
                    *operand = value;
                    table = with_bit(table, place, |row| (row >> place & 1 == 1) != inverted);
                }
            }
        }
        for (first, second) in [(0, 1), (0, 2), (1, 2)] {
            if operands[first] == operands[second] && depends(table, first) && depends(table, second) {
                table = with_bit(table, second, |row| row >> first & 1 == 1);
            }
        }
        Gate { table, operands }
    }
}

/// The network without the gates that no output needs.
fn without_unread<E>(network: &Network, check: &mut impl FnMut() -> Result<(), E>) -> Result<Network, E> {
    let inputs = network.inputs;
    let mut read = vec![false; network.values()];
    let outputs = network.parts.iter().flat_map(|part| &part.outputs);
    outputs.for_each(|output| read[output.value as usize] = true);
    for (number, gate) in network.gates.iter().enumerate().rev() {
        check()?;
        if read[inputs + number] {
            gate.needed().for_each(|(_, value)| read[value as usize] = true);
        }
    }
    // The number of each value, or of the next one that is left.
    let mut numbers: Vec<u32> = (0..inputs as u32).collect();
    let mut gates = Vec::new();
    for (number, gate) in network.gates.iter().enumerate() {
        check()?;
        numbers.push((inputs + gates.len()) as u32);
        if read[inputs + number] {
            let mut operands = [0; 3];
            gate.needed().for_each(|(place, value)| operands[place] = numbers[value as usize]);
            gates.push(Gate { table: gate.table, operands });
        }
    }
    numbers.push((inputs + gates.len()) as u32);
    let parts = network.parts.iter().map(|part| Part {
        end: numbers[inputs + part.end] as usize - inputs,
        outputs: (part.outputs.iter())
            .map(|&Output { value, slot }| Output { value: numbers[value as usize], slot })
            .collect(),
        in_order: part.in_order,
    });
    let parts = parts.collect();
    Ok(Network { inputs, gates, parts, ..Network::default() })
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    /// Of inputs 0, 1 and 2, value 3 is 0 AND 1, 4 is 1 AND 2, 5 both; the outputs are 4, 5 and 0.
    fn sample() -> Network {
        let and = |a, b| Gate { table: 0x88, operands: [a, b, b] };
        let gates = vec![and(0, 1), and(1, 2), and(3, 4)];
        let outputs = [4, 5, 0].map(|value| Output { value, slot: if value == 0 { 0 } else { value + 10 } });
        Network {
            inputs: 3,
            gates,
            parts: vec![Part { end: 3, outputs: outputs.to_vec(), ..Part::default() }],
            ..Network::default()
        }
    }

    #[test]
    fn it_ends_at_any_gate_at_which_it_is_told_to() {
        let network = sample();
        for last in 0..9 {
            let mut calls = 0;
            let ended = network.assuming(&[], || {
                calls += 1;
                if calls > last { Err("the end") } else { Ok(()) }
            });
            assert_eq!((ended.err(), calls), (Some("the end"), last + 1));
        }
    }

    #[test]
    fn an_operand_that_is_not_read_may_be_any() {
        let mut network = sample();
        network.gates.iter_mut().for_each(|gate| gate.operands[2] = u32::MAX);
        let Ok(simplified) = network.assuming(&[], || Ok::<_, Infallible>(()));
        assert_eq!(simplified.gates.len(), 3);
    }

    #[test]
    fn gates_that_are_known_or_not_needed_are_left_out() {
        let network = sample();
        let tables = |known: &[(u32, bool)]| -> Vec<u8> {
            let Ok(simplified) = network.assuming(known, || Ok::<_, Infallible>(()));
            simplified.gates.iter().map(|gate| gate.table).collect()
        };
        assert_eq!(tables(&[]), [0x88; 3]);
        // Where input 0 holds, the last gate is the AND of input 1 and value 4.
        assert_eq!(tables(&[(0, true)]), [0x88; 2]);
        // Where it does not, the last output is constant, and has a slot of its own all the same.
        assert_eq!(tables(&[(0, false)]), [0x88, 0x00]);
        // Both are copies of input 2.
        assert_eq!(tables(&[(0, true), (1, true)]), [0xCC, 0xCC]);
    }
}
