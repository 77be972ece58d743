use std::ops::Range;

use gdl::{Interrupt, Interrupted};
use native::{Gate, Network, Output, Part, Target, depth_first};
use rustc_hash::FxHashMap;

use super::{Compiled, Step};
use crate::lanes::program::{Code, Op, Port, Program, Run};

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
        let gates_of = |run: &Run| {
            let table = run.kind.table();
            let gates = code[run.start as usize..run.end as usize].iter();
            gates.map(move |&[result, operands @ ..]| Made {
                result: result.into(),
                gate: Gate { table, operands: operands.map(Into::into) },
            })
        };
        let mut builder = Builder::new(program, code.iter().map(|&[result, ..]| result.into()));
        let mut phases = Vec::with_capacity(program.phases.len());
        for phase in &program.phases {
            // The loop under way: its variables, and its gates.
            let mut body: Option<(Range<usize>, Vec<Made>)> = None;
            for op in &phase.ops {
                interrupt.check_now()?;
                match op {
                    Op::Run(run) => match &mut body {
                        Some((_, gates)) => gates.extend(gates_of(run)),
                        None => gates_of(run).for_each(|made| builder.gate_on_slots(made)),
                    },
                    Op::Enter { variables, .. } => {
                        body = Some((builder.enter(variables.len() + 1), Vec::new()));
                    }
                    Op::Repeat { .. } => {
                        let (variables, gates) = body.take().expect("a loop that was entered");
                        builder.repeat(variables, &gates);
                    }
                }
            }
            phases.push(builder.end_phase(&phase.outputs));
        }
        Ok(Self { network: builder.network, phases })
    }

    pub(super) fn compiled(
        self,
        target: Target,
        interrupt: &Interrupt<'_>,
    ) -> Result<Option<Compiled>, Interrupted> {
        let code = native::Code::new_while(&self.network, target, || interrupt.check())?;
        Ok(code.map(|code| Compiled { code, phases: self.phases }))
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
    /// How many slots the program has. Those after them are the variables'.
    slots: usize,
    /// The program's slots of the variables of all loops, in the order of the loops. Of each loop, the last
    /// tells whether the others have changed.
    variables: Vec<u32>,
    /// How many of them are those of loops that were entered.
    entered: usize,
    /// The value in each slot.
    values: Vec<u32>,
    network: Network,
    steps: Vec<Step>,
}

impl Builder {
    /// Nothing of a program yet, whose gates write to these slots.
    fn new(program: &Program, results: impl Iterator<Item = u32>) -> Self {
        let loops = program.phases.iter().flat_map(|phase| &phase.ops).filter_map(|op| match op {
            Op::Enter { variables, unchanged } => Some(variables.iter().copied().chain([*unchanged])),
            _ => None,
        });
        let variables: Vec<u32> = loops.flatten().collect();
        // Gates and loops write to all slots but those of inputs, which come first.
        let written = results.chain(variables.iter().copied()).min();
        let network = Network {
            inputs: written.map_or(program.slots, |slot| slot as usize),
            variables: (program.slots as u32..).take(variables.len()).collect(),
            ..Network::default()
        };
        let values = (0..program.slots as u32).collect();
        Self { slots: program.slots, variables, entered: 0, values, network, steps: Vec::new() }
    }

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
        self.network.gates.push(gate);
        (self.network.inputs + self.variables.len() + self.network.gates.len() - 1) as u32
    }

    /// Begins the next loop, which has so many variables: which of all they are.
    fn enter(&mut self, count: usize) -> Range<usize> {
        self.end_part(Vec::new(), false);
        let variables = self.entered..self.entered + count;
        self.entered = variables.end;
        self.steps.push(Step::Enter(self.slots_of(&variables)));
        for number in variables.clone() {
            self.values[self.variables[number] as usize] = self.value_of(number);
        }
        variables
    }

    /// Ends a loop over variables that has these gates.
    fn repeat(&mut self, variables: Range<usize>, gates: &[Made]) {
        self.body(&variables, gates);
        let mut outputs = Vec::new();
        for (number, slot) in variables.clone().zip(self.slots_of(&variables)) {
            let old = self.value_of(number);
            let value = std::mem::replace(&mut self.values[self.variables[number] as usize], old);
            if value != old {
                outputs.push(Output { value, slot: slot as u32 });
            }
        }
        self.end_part(outputs, true);
        self.steps.push(Step::Repeat(self.slots_of(&variables)));
    }

    /// The slots of variables in the network.
    fn slots_of(&self, variables: &Range<usize>) -> Range<usize> {
        self.slots + variables.start..self.slots + variables.end
    }

    /// The value that is a variable as it was before the part.
    fn value_of(&self, variable: usize) -> u32 {
        (self.network.inputs + variable) as u32
    }

    /// The body of a loop over variables, the last of which tells whether the others have changed.
    ///
    /// A round may read each variable as it was before the round or as it has become, since either way the
    /// least fixpoint is reached, and after as many rounds as there are variables: one that changes nothing
    /// has read the same values either way. So the gates need not come in the program's order, in which those
    /// of one kind are together. They come depth first, for one variable after another, so that few values
    /// are kept at once; and what a variable has become is read by those that come after.
    fn body(&mut self, variables: &Range<usize>, gates: &[Made]) {
        let slots = &self.variables[variables.clone()];
        let places: FxHashMap<u32, usize> = slots.iter().copied().zip(0..).collect();
        let unchanged = slots.last().copied();
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
        // Of each variable the test whether it changes, which reads it second, and then the change.
        let mut roots: Vec<(Option<&usize>, bool, usize)> = Vec::with_capacity(2 * places.len());
        for (number, Made { result, gate }) in gates.iter().enumerate() {
            if places.contains_key(result) {
                let sets = unchanged != Some(*result);
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

    /// Ends a phase, after which these are read: what it does with the parts.
    fn end_phase(&mut self, read: &[Port]) -> Vec<Step> {
        let inputs = self.network.inputs;
        let mut outputs = Vec::with_capacity(read.len());
        for slot in read.iter().map(|port| port.slot).filter(|&slot| slot as usize >= inputs) {
            let value = self.values[slot as usize];
            if (value as usize) < inputs + self.variables.len() {
                // A variable is where it is, and the output is to be elsewhere.
                self.gate(slot, Gate { table: COPY, operands: [value; 3] });
            }
            outputs.push(Output { value: self.values[slot as usize], slot });
        }
        self.end_part(outputs, false);
        std::mem::take(&mut self.steps)
    }

    fn end_part(&mut self, outputs: Vec<Output>, in_order: bool) {
        self.steps.push(Step::Part(self.network.parts.len()));
        self.network.parts.push(Part { end: self.network.gates.len(), outputs, in_order });
    }
}
