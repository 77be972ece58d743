use gdl::{Interrupt, Interrupted};
use native::{Gate, Network, Output, Part, depth_first};
use rustc_hash::FxHashMap;

use super::{Compiled, Step};
use crate::lanes::program::{Code, Op, Program, Run};

/// A program as gates without slots, whose order is made anew.
pub(super) struct Parts {
    pub(super) network: Network,
    /// What each phase does with the parts of the network.
    phases: Vec<Vec<Step>>,
}

impl Parts {
    pub(super) fn of(program: &Program, interrupt: &Interrupt<'_>) -> Result<Self, Interrupted> {
        match &program.code {
            Code::Narrow(code) => Self::of_code(program, code, interrupt),
            Code::Wide(code) => Self::of_code(program, code, interrupt),
        }
    }

    fn of_code<I: Copy + Into<u32>>(
        program: &Program,
        code: &[[I; 4]],
        interrupt: &Interrupt<'_>,
    ) -> Result<Self, Interrupted> {
        // Gates and loops write to all slots but those of inputs, which come first.
        let results = code.iter().map(|&[result, ..]| result.into());
        let loops = program.phases.iter().flat_map(|phase| &phase.ops).filter_map(|op| match op {
            Op::Enter { variables, unchanged } => Some(variables.iter().copied().chain([*unchanged])),
            _ => None,
        });
        let looping: Vec<u32> = loops.flatten().collect();
        let inputs = results.chain(looping.iter().copied()).min().map_or(program.slots, |slot| slot as usize);
        let mut builder = Builder {
            values: (0..program.slots as u32).collect(),
            network: Network {
                inputs,
                variables: (program.slots as u32..).take(looping.len()).collect(),
                ..Network::default()
            },
            steps: Vec::new(),
        };
        let gates_of = |run: &Run| {
            let table = run.kind.table();
            let gates = code[run.start as usize..run.end as usize].iter();
            gates.map(move |&[result, operands @ ..]| Made {
                result: result.into(),
                gate: Gate { table, operands: operands.map(Into::into) },
            })
        };
        let (mut phases, mut entered) = (Vec::new(), 0);
        for phase in &program.phases {
            // The loop under way: its variables' slots, and its gates.
            let mut body: Option<(&[u32], Vec<Made>)> = None;
            for op in &phase.ops {
                interrupt.check_now()?;
                match op {
                    Op::Run(run) => match &mut body {
                        Some((_, gates)) => gates.extend(gates_of(run)),
                        None => gates_of(run).for_each(|made| builder.gate_on_slots(made)),
                    },
                    Op::Enter { variables: own, .. } => {
                        builder.end_part(Vec::new(), false);
                        let variables = &looping[entered..][..=own.len()];
                        let range = program.slots + entered..program.slots + entered + variables.len();
                        builder.steps.push(Step::Enter(range));
                        for (&slot, value) in variables.iter().zip((inputs + entered) as u32..) {
                            builder.values[slot as usize] = value;
                        }
                        entered += variables.len();
                        body = Some((variables, Vec::new()));
                    }
                    Op::Repeat { .. } => {
                        let (variables, gates) = body.take().expect("a loop that was entered");
                        builder.body(variables, &gates);
                        let first = entered - variables.len();
                        let mut outputs = Vec::new();
                        for (number, &slot) in (first..).zip(variables) {
                            let variable = (inputs + number) as u32;
                            let value = std::mem::replace(&mut builder.values[slot as usize], variable);
                            if value != variable {
                                outputs.push(Output { value, slot: (program.slots + number) as u32 });
                            }
                        }
                        builder.end_part(outputs, true);
                        builder.steps.push(Step::Repeat(program.slots + first..program.slots + entered));
                    }
                }
            }
            let mut outputs = Vec::with_capacity(phase.outputs.len());
            for slot in phase.outputs.iter().map(|port| port.slot).filter(|&slot| slot as usize >= inputs) {
                let value = builder.values[slot as usize];
                if (value as usize) < inputs + looping.len() {
                    // A variable is where it is, and the output is to be elsewhere.
                    builder.gate(slot, Gate { table: COPY, operands: [value; 3] });
                }
                outputs.push(Output { value: builder.values[slot as usize], slot });
            }
            builder.end_part(outputs, false);
            phases.push(std::mem::take(&mut builder.steps));
        }
        Ok(Self { network: builder.network, phases })
    }

    pub(super) fn compiled(self) -> Option<Compiled> {
        Some(Compiled { code: native::Code::new(&self.network)?, phases: self.phases })
    }
}

/// The function that is its first operand.
const COPY: u8 = 0xAA;

/// A gate of a program: its operands are slots, and so is where its result goes.
#[derive(Clone, Copy)]
struct Made {
    result: u32,
    gate: Gate,
}

/// What a gate of a loop's body reads.
#[derive(Clone, Copy)]
enum Source {
    /// The value that a slot has when the gate is evaluated: a variable, or a value from outside the loop.
    Slot(u32),
    /// The result of a gate of the body.
    Gate(usize),
}

/// Parts that are being made.
struct Builder {
    /// The value in each slot.
    values: Vec<u32>,
    network: Network,
    steps: Vec<Step>,
}

impl Builder {
    fn gate_on_slots(&mut self, Made { result, gate }: Made) {
        let operands = gate.operands.map(|slot| self.values[slot as usize]);
        self.gate(result, Gate { operands, ..gate });
    }

    /// Adds a gate whose result goes to a slot.
    fn gate(&mut self, result: u32, gate: Gate) {
        self.values[result as usize] = self.value(gate);
    }

    /// Adds a gate: the number of its value.
    fn value(&mut self, gate: Gate) -> u32 {
        let given = self.network.inputs + self.network.variables.len();
        self.network.gates.push(gate);
        (given + self.network.gates.len() - 1) as u32
    }

    /// The body of a loop over variables, the last of which tells whether the others have changed.
    ///
    /// A round may read each variable as it was before the round or as it has become, since either way the least fixpoint is reached, and after as many rounds as there are variables: one that changes
    /// nothing has read the same values either way. So the gates need not come in the program's order, in which those of one kind are together. They come depth first, for one variable after
    /// another, so that few values are kept at once; and what a variable has become is read by those that come after.
    fn body(&mut self, variables: &[u32], gates: &[Made]) {
        let places: FxHashMap<u32, usize> = variables.iter().copied().zip(0..).collect();
        let mut makers: FxHashMap<u32, usize> = FxHashMap::default();
        let mut sources = Vec::with_capacity(gates.len());
        for (number, Made { result, gate }) in gates.iter().enumerate() {
            let source = |slot| makers.get(&slot).map_or(Source::Slot(slot), |&maker| Source::Gate(maker));
            sources.push(gate.operands.map(source));
            if !places.contains_key(result) {
                makers.insert(*result, number);
            }
        }
        let operands = |gate: usize| {
            let gates = |source| if let Source::Gate(gate) = source { Some(gate) } else { None };
            sources[gate].into_iter().filter_map(gates)
        };
        // Of each variable the test whether it changes, and then the change.
        let mut roots: Vec<(Option<&usize>, bool, usize)> = Vec::with_capacity(2 * variables.len());
        for (number, Made { result, gate }) in gates.iter().enumerate() {
            if places.contains_key(result) {
                let sets = variables.last() != Some(result);
                let variable = if sets { *result } else { gate.operands[1] };
                roots.push((places.get(&variable), sets, number));
            }
        }
        roots.sort_unstable();
        let order = depth_first(gates.len(), operands, roots.into_iter().map(|(.., number)| number));
        let mut results = vec![0; gates.len()];
        for number in order {
            let Made { result, gate } = gates[number];
            let operands = sources[number].map(|source| match source {
                Source::Slot(slot) => self.values[slot as usize],
                Source::Gate(gate) => results[gate],
            });
            if places.contains_key(&result) {
                self.gate(result, Gate { operands, ..gate });
            } else {
                results[number] = self.value(Gate { operands, ..gate });
            }
        }
        makers.into_iter().for_each(|(slot, maker)| self.values[slot as usize] = results[maker]);
    }

    fn end_part(&mut self, outputs: Vec<Output>, in_order: bool) {
        self.steps.push(Step::Part(self.network.parts.len()));
        self.network.parts.push(Part { end: self.network.gates.len(), outputs, in_order });
    }
}
