use std::ops::IndexMut;

use bytemuck::{Pod, Zeroable};

use crate::kind::{Kind, with_kinds};
use crate::program::{Code, Port, Program, Run, Step};
use crate::word::{self, Word};

/// A cache line: words of 512 lanes must not straddle two.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C, align(64))]
struct Line([u64; 8]);

/// The slots of a program for `64 * W` lanes.
#[derive(Clone, Debug)]
pub(crate) struct Lanes<const W: usize> {
    lines: Box<[Line]>,
}

/// As many slots as a `u16` tells apart.
const NARROW: usize = 1 << 16;

impl<const W: usize> Lanes<W> {
    /// Slots for a program, all 0. Pages that no slot touches take no memory.
    pub(crate) fn new(program: &Program) -> Self {
        let slots = match program.code {
            Code::Narrow(_) => NARROW,
            Code::Wide(_) => program.slots,
        };
        Self { lines: bytemuck::zeroed_slice_box((slots * W).div_ceil(8)) }
    }

    #[inline(always)]
    pub(crate) fn slots(&self) -> &[Word<W>] {
        bytemuck::cast_slice(&self.lines)
    }

    #[inline(always)]
    pub(crate) fn slots_mut(&mut self) -> &mut [Word<W>] {
        bytemuck::cast_slice_mut(&mut self.lines)
    }

    #[inline(always)]
    pub(crate) fn read(&self, port: Port) -> Word<W> {
        let word = self.slots()[port.slot as usize];
        word::xor(word, word::splat(port.inverted))
    }

    /// Evaluates a phase.
    #[inline(always)]
    pub(crate) fn evaluate(&mut self, program: &Program, phase: usize) {
        let steps = &program.phases[phase].steps;
        match &program.code {
            Code::Narrow(code) => {
                let slots: &mut [Word<W>; NARROW] =
                    self.slots_mut().first_chunk_mut().expect("narrow programs get as many slots as that");
                run_steps::<W, u16>(steps, code, slots);
            }
            Code::Wide(code) => run_steps::<W, u32>(steps, code, self.slots_mut()),
        }
    }
}

/// The index of a slot.
trait Index: Copy {
    /// Slots such that an index is in bounds by its type, if it is narrow.
    type Slots<const W: usize>: ?Sized + IndexMut<usize, Output = Word<W>>;

    fn index(self) -> usize;
}

impl Index for u16 {
    type Slots<const W: usize> = [Word<W>; NARROW];

    #[inline(always)]
    fn index(self) -> usize {
        usize::from(self)
    }
}

impl Index for u32 {
    type Slots<const W: usize> = [Word<W>];

    #[inline(always)]
    fn index(self) -> usize {
        self as usize
    }
}

#[inline(always)]
fn run_steps<const W: usize, I: Index>(steps: &[Step], code: &[[I; 4]], slots: &mut I::Slots<W>) {
    for step in steps {
        match step {
            Step::Run(run) => run_gates::<W, I>(*run, code, slots),
            Step::Loop(block) => {
                for &variable in &block.variables {
                    slots[variable as usize] = word::splat(false);
                }
                loop {
                    slots[block.unchanged as usize] = word::splat(true);
                    for &run in &block.body {
                        run_gates::<W, I>(run, code, slots);
                    }
                    if slots[block.unchanged as usize] == word::splat(true) {
                        break;
                    }
                }
            }
        }
    }
}

macro_rules! gates {
    ($($kind:ident($a:ident, $b:ident, $c:ident) = $function:expr;)*) => {
        #[inline(always)]
        fn run_gates<const W: usize, I: Index>(run: Run, code: &[[I; 4]], slots: &mut I::Slots<W>) {
            let code = &code[run.start as usize..run.end as usize];
            match run.kind {
                $(Kind::$kind => for &[result, a, b, c] in code {
                    let operands = [a, b, c].map(|slot| slots[slot.index()]);
                    slots[result.index()] = word::map3(operands[0], operands[1], operands[2], |$a, $b, $c| $function);
                })*
            }
        }
    };
}
with_kinds!(gates);

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::aig::{Aig, Lit};
    use crate::dispatch::{Instructions, Kernel};
    use crate::order::Wanted;
    use crate::random::Random;
    use crate::testing::{graphs, simulate, value};

    struct Evaluate<'a, const W: usize>(&'a mut Lanes<W>, &'a Program);

    impl<const W: usize> Kernel for Evaluate<'_, W> {
        type Output = ();

        #[inline(always)]
        fn run(self) {
            for phase in 0..self.1.phases.len() {
                self.0.evaluate(self.1, phase);
            }
        }
    }

    fn check<const W: usize>(
        aig: &Aig,
        phases: &[Wanted],
        program: &Program,
        instructions: Instructions,
    ) -> Result<(), TestCaseError> {
        let mut lanes = Lanes::<W>::new(program);
        let mut random = Random::<W>::new(5);
        let inputs: Vec<Word<W>> = aig.inputs().iter().map(|_| random.next()).collect();
        for (i, &input) in inputs.iter().enumerate() {
            lanes.slots_mut()[program.input(i)] = input;
        }
        instructions.run(Evaluate(&mut lanes, program));
        let outputs: Vec<Word<W>> =
            program.phases[phases.len() - 1].outputs.iter().map(|&port| lanes.read(port)).collect();
        for lane in [0, 1, 17, 63, 64 * W - 1] {
            let bits: Vec<bool> = inputs.iter().map(|word| word::has(word, lane)).collect();
            let values = simulate(aig, &bits);
            for (&literal, word) in phases[phases.len() - 1].literals.iter().zip(&outputs) {
                prop_assert_eq!(
                    word::has(word, lane),
                    value(&values, literal),
                    "{:?} lane {}",
                    literal,
                    lane
                );
            }
        }
        Ok(())
    }

    fn widen(program: &Program) -> Program {
        let code = match &program.code {
            Code::Narrow(code) => Code::Wide(code.iter().map(|gate| gate.map(u32::from)).collect()),
            Code::Wide(code) => Code::Wide(code.clone()),
        };
        Program { code, ..program.clone() }
    }

    proptest! {
        #[test]
        fn programs_compute_what_their_graphs_say((aig, pool) in graphs(6, 120), apart: bool) {
            let phases = [
                Wanted { literals: pool[..pool.len() / 2].to_vec(), apart: false },
                Wanted { literals: pool.clone(), apart },
            ];
            let program = Program::new(&aig, &phases);
            for instructions in [Instructions::Portable, Instructions::Avx2, Instructions::Avx512] {
                check::<1>(&aig, &phases, &program, instructions)?;
                check::<4>(&aig, &phases, &program, instructions)?;
                check::<8>(&aig, &phases, &program, instructions)?;
            }
            check::<1>(&aig, &phases, &widen(&program), Instructions::best())?;
            check::<8>(&aig, &phases, &widen(&program), Instructions::best())?;
        }

        #[test]
        fn few_outputs_share_slots_and_stay_right((aig, pool) in graphs(8, 300)) {
            let phases = [Wanted { literals: pool[pool.len() - 1..].to_vec(), apart: true }];
            check::<8>(&aig, &phases, &Program::new(&aig, &phases), Instructions::best())?;
        }
    }

    #[test]
    fn every_kind_of_gate_is_what_its_table_says() {
        for &kind in crate::kind::Kind::ALL {
            let phase = crate::program::Phase {
                steps: vec![Step::Run(Run { kind, start: 0, end: 1 })],
                outputs: vec![Port { slot: 4, inverted: false }],
            };
            let program = Program { phases: vec![phase], code: Code::Narrow(vec![[4, 1, 2, 3]]), slots: 5 };
            let mut lanes = Lanes::<1>::new(&program);
            for (slot, table) in (1..).zip(crate::kind::INPUTS) {
                lanes.slots_mut()[slot] = [u64::from(table)];
            }
            Instructions::Portable.run(Evaluate(&mut lanes, &program));
            assert_eq!(lanes.slots()[4][0] as u8, kind.table(), "{kind:?}");
        }
    }

    #[test]
    fn inputs_that_are_swapped_are_copied_apart() {
        let mut aig = Aig::new();
        let (a, b) = (aig.input(), aig.input());
        let program = Program::new(&aig, &[Wanted { literals: vec![b, !a, Lit::TRUE], apart: true }]);
        let slots: Vec<u32> = program.phases[0].outputs.iter().map(|port| port.slot).collect();
        assert_eq!((slots, program.gates()), (vec![3, 4, 0], 2));
    }
}
