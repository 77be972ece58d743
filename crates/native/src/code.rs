use std::borrow::Cow;
use std::convert::Infallible;

use crate::Target;
use crate::binary::of_two_operands;
use crate::encode::{MOST_SLOTS, append_function};
use crate::machine::Memory;
use crate::network::Network;
use crate::registers::{Allocation, Instruction};

/// A network that has been compiled.
#[derive(Debug)]
pub struct Code {
    memory: Memory,
    target: Target,
    /// Where the function of each part starts.
    parts: Vec<usize>,
    slots: usize,
    accesses: usize,
}

impl Code {
    /// Compiles a network. None if this machine lacks the instructions, if the system allows no new code,
    /// without the feature `jit`, or if it needs more slots than instructions can address, which are 2 GB.
    ///
    /// # Panics
    /// If a part or a gate reads what is not made before it, an output is in the slot of an input, a variable
    /// is read after it has been written, or parts do not follow one another up to the last gate.
    pub fn new(network: &Network, target: Target) -> Option<Self> {
        let Ok(code) = Self::new_while(network, target, || Ok::<_, Infallible>(()));
        code
    }

    /// Does the same. `check` is called at each gate, which is once in some 50 ns.
    ///
    /// # Errors
    /// As soon as `check` gives one.
    ///
    /// # Panics
    /// As [`new`](Self::new).
    pub fn new_while<E>(
        network: &Network,
        target: Target,
        mut check: impl FnMut() -> Result<(), E>,
    ) -> Result<Option<Self>, E> {
        assert!(network.is_sound(), "parts and gates read what is made before them");
        if !target.is_available() || network.first_free() > MOST_SLOTS {
            return Ok(None);
        }
        let network =
            if target.is_ternary() { Cow::Borrowed(network) } else { Cow::Owned(of_two_operands(network)) };
        let mut allocation = Allocation::new(&network, target.registers());
        let (mut code, mut parts, mut start, mut accesses) = (Vec::new(), Vec::new(), 0, 0);
        for (number, part) in network.parts.iter().enumerate() {
            parts.push(code.len());
            let instructions = allocation.part(start, number, &mut check)?;
            if allocation.slots() > MOST_SLOTS {
                return Ok(None);
            }
            accesses += instructions.iter().filter_map(Instruction::slot).count();
            append_function(target, &instructions, &mut code);
            start = part.end;
        }
        let slots = allocation.slots();
        Ok(Memory::new(&code).map(|memory| Self { memory, target, parts, slots, accesses }))
    }

    /// How many slots it needs: those of inputs and outputs, and others for values that it keeps there.
    pub fn slots(&self) -> usize {
        self.slots
    }

    /// How many bytes of instructions there are.
    pub fn bytes(&self) -> usize {
        self.memory.bytes()
    }

    /// How many instructions read or write a slot, all parts together.
    pub fn accesses(&self) -> usize {
        self.accesses
    }

    /// Runs a part in `64 * W` lanes. The parts before it must have been run on the same slots, of which only
    /// inputs and variables may have been changed since; else the results are of no use. A part that reads
    /// what it has written to variables may be run several times.
    ///
    /// # Panics
    /// If the code is for another number of lanes, there is no such part, or there are too few slots.
    pub fn run<const W: usize>(&self, part: usize, slots: &mut [[u64; W]]) {
        assert_eq!(64 * W, self.target.lanes(), "the code is for other lanes");
        assert!(slots.len() >= self.slots, "there are too few slots");
        self.memory.call(self.parts[part], self.target.runs(), slots);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::convert::Infallible;

    use proptest::prelude::*;

    use super::*;
    use crate::network::{Gate, Output, Part};

    /// A network of so many inputs whose gates read random values before them, in two parts; its outputs are
    /// in slots far apart.
    fn networks() -> impl Strategy<Value = Network> {
        let gate = (any::<u8>(), any::<[prop::sample::Index; 3]>(), any::<bool>());
        let gates = proptest::collection::vec(gate, 1..400);
        (1usize..40, gates, any::<prop::sample::Index>(), 0u32..3000).prop_map(
            |(inputs, gates, end, apart)| {
                let gates: Vec<(Gate, bool)> = (gates.into_iter().enumerate())
                    .map(|(number, (function, picks, output))| {
                        let operands = picks.map(|pick| pick.index(inputs + number) as u32);
                        (Gate { table: function, operands }, output)
                    })
                    .collect();
                let end = end.index(gates.len() + 1);
                let outputs = |from: usize, to: usize| -> Vec<Output> {
                    let made = (from..to).filter(|&gate| gates[gate].1);
                    made.map(|gate| (inputs + gate) as u32)
                        .map(|value| Output { value, slot: value + apart })
                        .collect()
                };
                let parts = vec![
                    Part { end, outputs: outputs(0, end), ..Part::default() },
                    // What the first part made may be an output of the second one, too.
                    Part { end: gates.len(), outputs: outputs(end / 2, gates.len()), ..Part::default() },
                ];
                Network {
                    inputs,
                    parts,
                    gates: gates.into_iter().map(|(gate, _)| gate).collect(),
                    ..Network::default()
                }
            },
        )
    }

    /// What the gates are by their tables.
    fn simulate(network: &Network, inputs: &[[u64; 8]]) -> Vec<[u64; 8]> {
        let mut values = inputs.to_vec();
        for Gate { table, operands } in &network.gates {
            let [a, b, c] = operands.map(|value| values[value as usize]);
            values.push(std::array::from_fn(|word| {
                (0..64).fold(0, |result, lane| {
                    let bit = |values: [u64; 8]| (values[word] >> lane & 1) as u8;
                    let row = bit(a) | bit(b) << 1 | bit(c) << 2;
                    result | u64::from(table >> row & 1) << lane
                })
            }));
        }
        values
    }

    /// So many random slots.
    fn random_slots(count: usize, seed: u64) -> Vec<[u64; 8]> {
        let word = |number: usize| (seed ^ number as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23);
        (0..count).map(|slot| std::array::from_fn(|at| word(8 * slot + at))).collect()
    }

    /// Runs a part in 512 lanes, in as many as the code is for at a time.
    fn run(code: &Code, part: usize, slots: &mut [[u64; 8]]) {
        if code.target.lanes() == 512 {
            return code.run(part, slots);
        }
        for half in [0..4, 4..8] {
            let words = |slot: &[u64; 8]| <[u64; 4]>::try_from(&slot[half.clone()]).unwrap();
            let mut own: Vec<[u64; 4]> = slots.iter().map(words).collect();
            code.run(part, &mut own);
            slots.iter_mut().zip(own).for_each(|(slot, own)| slot[half.clone()].copy_from_slice(&own));
        }
    }

    #[test]
    fn a_network_whose_slots_cannot_be_addressed_is_not_compiled() {
        let network = |slot| Network {
            inputs: 2,
            gates: vec![Gate { table: 0x88, operands: [0, 1, 0] }],
            parts: vec![Part { end: 1, outputs: vec![Output { value: 2, slot }], ..Part::default() }],
            ..Network::default()
        };
        for target in Target::ALL {
            assert_eq!(Code::new(&network(1_000_000), target).is_some(), target.is_available());
            for slot in [MOST_SLOTS as u32, u32::MAX] {
                assert!(Code::new(&network(slot), target).is_none());
            }
        }
    }

    proptest! {
        #[test]
        fn what_assumes_inputs_computes_the_same_where_they_are_as_assumed(
            network in networks(),
            known in proptest::collection::vec(any::<(prop::sample::Index, bool)>(), 0..8),
            seed: u64,
        ) {
            let known: BTreeMap<u32, bool> =
                known.into_iter().map(|(pick, holds)| (pick.index(network.inputs) as u32, holds)).collect();
            let mut inputs = random_slots(network.inputs, seed);
            known.iter().for_each(|(&input, &holds)| inputs[input as usize] = [u64::from(holds).wrapping_neg(); 8]);
            let Ok(assuming) =
                network.assuming(&known.into_iter().collect::<Vec<_>>(), || Ok::<_, Infallible>(()));
            prop_assert!(assuming.is_sound() && assuming.gates.len() <= network.gates.len());
            let (values, same) = (simulate(&network, &inputs), simulate(&assuming, &inputs));
            prop_assert_eq!(network.parts.len(), assuming.parts.len());
            for (before, after) in network.parts.iter().zip(&assuming.parts) {
                prop_assert_eq!(before.outputs.len(), after.outputs.len());
                for (before, after) in before.outputs.iter().zip(&after.outputs) {
                    prop_assert_eq!(before.slot, after.slot);
                    prop_assert_eq!(values[before.value as usize], same[after.value as usize]);
                }
            }
        }

        #[test]
        fn code_computes_what_the_tables_say(network in networks(), seed: u64, target in prop::sample::select(&Target::ALL)) {
            let code = Code::new(&network, target);
            prop_assert_eq!(code.is_some(), target.is_available());
            let Some(code) = code else { return Ok(()) };
            let mut slots = random_slots(code.slots() + 1, seed);
            let before = slots.clone();
            let values = simulate(&network, &before[..network.inputs]);
            for (number, part) in network.parts.iter().enumerate() {
                run(&code, number, &mut slots);
                for &Output { value, slot } in &part.outputs {
                    prop_assert_eq!(slots[slot as usize], values[value as usize], "value {} of part {}", value, number);
                }
            }
            prop_assert_eq!(&slots[..network.inputs], &before[..network.inputs]);
            prop_assert_eq!(slots.last(), before.last());
        }
    }

    #[test]
    fn compilation_can_be_ended_at_each_gate() {
        let gates = vec![Gate { table: 0x88, operands: [0, 1, 1] }; 10];
        let parts = vec![Part { end: 4, ..Part::default() }, Part { end: 10, ..Part::default() }];
        let network = Network { inputs: 2, gates, parts, ..Network::default() };
        for target in Target::ALL.into_iter().filter(|target| target.is_available()) {
            let ended_after = |gates: u32| {
                let mut left = gates;
                let check = || {
                    left = left.checked_sub(1).ok_or("ended")?;
                    Ok(())
                };
                Code::new_while(&network, target, check).map(|code| code.is_some())
            };
            assert_eq!([0, 5, 9].map(ended_after), [Err("ended"); 3]);
            assert!(ended_after(10).is_ok());
        }
    }

    /// A gate that is input 0 XOR the variable in slot 5, which it overwrites; and one that reads the
    /// variable before it or after it.
    fn changing(reads_after: bool) -> Network {
        let gate = |table, first, second| Gate { table, operands: [first, second, second] };
        let (change, read) = (gate(0x66, 0, 1), gate(0x88, 0, 1));
        let gates = if reads_after { vec![change, read] } else { vec![read, change] };
        let (changed, was) = if reads_after { (2, 3) } else { (3, 2) };
        let outputs = vec![Output { value: changed, slot: 5 }, Output { value: was, slot: 6 }];
        let parts = vec![Part { end: 2, outputs, in_order: true }];
        Network { inputs: 1, variables: vec![5], gates, parts }
    }

    #[test]
    fn a_part_that_is_run_again_goes_on_from_what_it_wrote() {
        let network = changing(false);
        for code in Target::ALL.into_iter().filter_map(|target| Code::new(&network, target)) {
            let mut slots = random_slots(code.slots(), 3);
            let (input, before) = (slots[0], slots[5]);
            let both: [u64; 8] = std::array::from_fn(|word| input[word] ^ before[word]);
            run(&code, 0, &mut slots);
            assert_eq!(slots[5], both);
            assert_eq!(slots[6], std::array::from_fn::<u64, 8, _>(|word| input[word] & before[word]));
            run(&code, 0, &mut slots);
            assert_eq!(slots[5], before);
            assert_eq!(slots[6], std::array::from_fn::<u64, 8, _>(|word| input[word] & both[word]));
        }
    }

    #[test]
    fn a_variable_is_not_read_after_it_is_overwritten() {
        assert!(changing(false).is_sound() && !changing(true).is_sound());
        let mut any_order = changing(false);
        any_order.parts[0].in_order = false;
        assert!(!any_order.is_sound());
    }

    #[cfg(feature = "jit")]
    #[test]
    #[should_panic(expected = "too few slots")]
    fn too_few_slots_are_refused() {
        let gates = vec![Gate { table: 0x88, operands: [0, 1, 1] }];
        let parts = vec![Part { end: 1, outputs: vec![Output { value: 2, slot: 2 }], ..Part::default() }];
        let code = Code::new(&Network { inputs: 2, gates, parts, ..Network::default() }, Target::Avx2In512);
        // Where there is no code, nothing can be refused.
        code.expect("too few slots, were there code").run(0, &mut [[0; 8]; 2]);
    }

    #[cfg(feature = "jit")]
    #[test]
    #[should_panic(expected = "other lanes")]
    fn lanes_of_another_number_are_refused() {
        let parts = vec![Part::default()];
        let code = Code::new(&Network { inputs: 1, parts, ..Network::default() }, Target::Avx2In256);
        code.expect("other lanes, were there code").run(0, &mut [[0; 8]; 2]);
    }

    #[test]
    #[should_panic(expected = "read what is made before them")]
    fn a_gate_that_reads_a_later_one_is_refused() {
        let gates =
            vec![Gate { table: 0x88, operands: [0, 2, 2] }, Gate { table: 0x88, operands: [0, 0, 0] }];
        let parts = vec![Part { end: 2, ..Part::default() }];
        let network = Network { inputs: 1, gates, parts, ..Network::default() };
        Code::new(&network, Target::Avx2In512);
    }
}
