use std::ops::{IndexMut, Range};

use native::{Slots, Target};

use super::dispatch::{Instructions, Kernel};
use super::gate::{GateKind, with_kinds};
use super::program::{Code, NARROW, Op, Port, Program, Run};
use super::transpose::Transpose;
use super::word::{self, Word};

/// The slots of programs for `64 * W` lanes.
#[derive(Clone, Debug)]
pub(crate) struct Lanes<const W: usize> {
    slots: Slots,
    /// The code that runs the phases, by its target and the way: it has slots of its own for what one phase
    /// leaves to the next. None if they are interpreted.
    way: Option<(Target, usize)>,
}

impl<const W: usize> Lanes<W> {
    /// Slots for a program, all 0. Pages that are never touched take no memory.
    pub(crate) fn new(program: &Program) -> Self {
        Self::for_any([program])
    }

    /// Slots for several programs, which are run one after the other.
    pub(crate) fn for_any<const N: usize>(programs: [&Program; N]) -> Self {
        let room = |program: &Program| match program.code {
            Code::Narrow(_) => NARROW,
            Code::Wide(_) => program.slots,
        };
        let lines = |slots: usize| (slots * W).div_ceil(8);
        let most = |slots: &dyn Fn(&Program) -> usize| programs.map(slots).into_iter().max().map_or(0, lines);
        Self { slots: Slots::zeroed(most(&room), most(&|program| program.slots)), way: None }
    }

    #[inline(always)]
    pub(crate) fn slots(&self) -> &[Word<W>] {
        bytemuck::cast_slice(self.slots.as_ref())
    }

    #[inline(always)]
    pub(crate) fn slots_mut(&mut self) -> &mut [Word<W>] {
        bytemuck::cast_slice_mut(self.slots.as_mut())
    }

    #[inline(always)]
    pub(crate) fn read(&self, port: Port) -> Word<W> {
        port.read(self.slots())
    }

    /// Puts the fluents of one state into each of the first lanes, from the first input on. The others mean
    /// nothing; they get the last state as well if that may bring all lanes to one of the turns of a program.
    pub(crate) fn load<'s>(
        &mut self,
        instructions: Instructions,
        inputs: Range<usize>,
        turns: bool,
        states: usize,
        fluents_of: impl Fn(usize) -> &'s [u64],
    ) {
        if states <= 64 {
            return self.load_few(instructions, inputs, states, fluents_of);
        }
        let lanes = if turns { 64 * W } else { states };
        for (group, inputs) in self.slots_mut()[inputs].chunks_mut(64).enumerate() {
            let mut rows: [Word<W>; 64] = [word::splat(false); 64];
            for lane in 0..lanes {
                rows[lane % 64][lane / 64] = fluents_of(lane.min(states - 1))[group];
            }
            instructions.run::<W, _>(Transpose(&mut rows));
            inputs.copy_from_slice(&rows[..inputs.len()]);
        }
    }

    /// Does the same for at most 64 states, which go into the first word: eight words of them are
    /// transposed together.
    fn load_few<'s>(
        &mut self,
        instructions: Instructions,
        inputs: Range<usize>,
        states: usize,
        fluents_of: impl Fn(usize) -> &'s [u64],
    ) {
        let Some(last) = states.checked_sub(1) else { return };
        let mut rows: [Word<8>; 64] = [word::splat(false); 64];
        for (first, inputs) in (0..).step_by(8).zip(self.slots_mut()[inputs].chunks_mut(64 * 8)) {
            let groups = first..first + inputs.len().div_ceil(64);
            for (lane, row) in rows.iter_mut().enumerate() {
                row[..groups.len()].copy_from_slice(&fluents_of(lane.min(last))[groups.clone()]);
            }
            instructions.run::<8, _>(Transpose(&mut rows));
            for (group, inputs) in inputs.chunks_mut(64).enumerate() {
                for (input, row) in inputs.iter_mut().zip(&rows) {
                    *input = word::splat(row[group] >> 63 == 1);
                    input[0] = row[group];
                }
            }
        }
    }

    /// Evaluates a phase. Whether by machine code, and by which, is decided at the first phase.
    pub(crate) fn evaluate(&mut self, instructions: Instructions, program: &Program, phase: usize) {
        if phase == 0 {
            let way = |target| Some((target, program.native.way(target, program, self.turn(program))?));
            self.way = instructions.target(W).and_then(way);
        }
        match self.way.and_then(|(target, way)| program.native.code(target, way)) {
            Some(code) => {
                self.slots.reserve((code.slots() * W).div_ceil(8));
                code.run(phase, self.slots_mut());
            }
            None => instructions.run::<W, _>(Evaluate { lanes: self, program, phase }),
        }
    }

    /// The turn that all lanes are at.
    fn turn(&self, program: &Program) -> Option<usize> {
        program.turns.of_lanes(&self.slots()[program.input(0)..])
    }
}

struct Evaluate<'a, const W: usize> {
    lanes: &'a mut Lanes<W>,
    program: &'a Program,
    phase: usize,
}

impl<const W: usize> Kernel for Evaluate<'_, W> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let ops = &self.program.phases[self.phase].ops;
        let slots = self.lanes.slots_mut();
        match &self.program.code {
            Code::Narrow(code) => {
                let slots = slots.first_chunk_mut().expect("narrow programs get as many slots as that");
                run_ops(ops, &Narrow(code), slots);
            }
            Code::Wide(code) => run_ops(ops, &Wide(code), slots),
        }
    }
}

/// Code that can be run. (A trait rather than closures, since it must be inlined to be compiled for the right
/// instructions.)
trait Gates<const W: usize> {
    type Slots: ?Sized + IndexMut<usize, Output = Word<W>>;

    fn run(&self, run: Run, slots: &mut Self::Slots);
}

#[inline(always)]
fn run_ops<const W: usize, G: Gates<W>>(ops: &[Op], gates: &G, slots: &mut G::Slots) {
    let (mut at, mut rounds) = (0, 0);
    while let Some(op) = ops.get(at) {
        at += 1;
        match op {
            Op::Run(run) => gates.run(*run, slots),
            Op::Enter { variables, unchanged } => {
                for &variable in variables {
                    slots[variable as usize] = word::splat(false);
                }
                slots[*unchanged as usize] = word::splat(true);
                rounds = variables.len();
            }
            Op::Repeat { unchanged, from } => {
                let unchanged = &mut slots[*unchanged as usize];
                if *unchanged != word::splat(true) && rounds > 0 {
                    rounds -= 1;
                    *unchanged = word::splat(true);
                    at = *from;
                }
            }
        }
    }
}

/// The number of a slot in code. That of narrow code proves that it is in bounds.
trait Slot: Copy {
    fn index(self) -> usize;
}

impl Slot for u16 {
    #[inline(always)]
    fn index(self) -> usize {
        usize::from(self)
    }
}

impl Slot for u32 {
    #[inline(always)]
    fn index(self) -> usize {
        self as usize
    }
}

macro_rules! gates {
    ($($kind:ident($a:ident, $b:ident, $c:ident) = $function:expr;)*) => {
        /// Runs gates of one kind: there is a loop for each.
        #[inline(always)]
        fn run_gates<const W: usize, I: Slot, S: IndexMut<usize, Output = Word<W>> + ?Sized>(
            kind: GateKind,
            code: &[[I; 4]],
            slots: &mut S,
        ) {
            match kind {
                $(GateKind::$kind => for &[result, a, b, c] in code {
                    let (a, b, c) = (slots[a.index()], slots[b.index()], slots[c.index()]);
                    slots[result.index()] = word::map3(a, b, c, |$a, $b, $c| $function);
                })*
            }
        }
    };
}
with_kinds!(gates);

/// Runs narrow code.
struct Narrow<'a>(&'a [[u16; 4]]);

impl<const W: usize> Gates<W> for Narrow<'_> {
    type Slots = [Word<W>; NARROW];

    #[inline(always)]
    fn run(&self, run: Run, slots: &mut [Word<W>; NARROW]) {
        run_gates(run.kind, &self.0[run.start as usize..run.end as usize], slots);
    }
}

/// Runs wide code.
struct Wide<'a>(&'a [[u32; 4]]);

impl<const W: usize> Gates<W> for Wide<'_> {
    type Slots = [Word<W>];

    #[inline(always)]
    fn run(&self, run: Run, slots: &mut [Word<W>]) {
        run_gates(run.kind, &self.0[run.start as usize..run.end as usize], slots);
    }
}

#[cfg(test)]
mod tests {
    use gdl::Interrupt;
    use proptest::prelude::*;

    use super::*;
    use crate::lanes::native;
    use crate::lanes::order::Wanted;
    use crate::lanes::random::Random;
    use crate::network::graphs::{graphs, simulate, value};
    use crate::network::{Aig, Lit};

    /// Runs a program so often that it is compiled, for each target, and checks it then.
    fn check_compiled<const W: usize>(
        aig: &Aig,
        phases: &[Wanted],
        program: &Program,
    ) -> Result<(), TestCaseError> {
        for instructions in [Instructions::Avx2, Instructions::Avx512] {
            let Some(target) = instructions.target(W) else { continue };
            let mut lanes = Lanes::<W>::new(program);
            let run = || lanes.evaluate(instructions, program, 0);
            prop_assert!(native::testing::run_until_compiled(target, program, None, run));
            check::<W>(aig, phases, program, instructions)?;
        }
        Ok(())
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
        for phase in 0..phases.len() {
            lanes.evaluate(instructions, program, phase);
        }
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
            let program = Program::new(&aig, &phases, &Interrupt::never()).unwrap();
            for instructions in [Instructions::Portable, Instructions::Avx2, Instructions::Avx512] {
                check::<1>(&aig, &phases, &program, instructions)?;
                check::<4>(&aig, &phases, &program, instructions)?;
                check::<8>(&aig, &phases, &program, instructions)?;
            }
            check_compiled::<4>(&aig, &phases, &program)?;
            check_compiled::<8>(&aig, &phases, &program)?;
            check::<1>(&aig, &phases, &widen(&program), Instructions::best())?;
            check::<8>(&aig, &phases, &widen(&program), Instructions::best())?;
        }

        #[test]
        fn few_outputs_share_slots_and_stay_right((aig, pool) in graphs(8, 300)) {
            let phases = [Wanted { literals: pool[pool.len() - 1..].to_vec(), apart: true }];
            check::<8>(&aig, &phases, &Program::new(&aig, &phases, &Interrupt::never()).unwrap(), Instructions::best())?;
        }
    }

    #[test]
    fn every_kind_of_gate_is_what_its_table_says() {
        for &kind in crate::lanes::gate::GateKind::ALL {
            let phase = crate::lanes::program::Phase {
                ops: vec![Op::Run(Run { kind, start: 0, end: 1 })],
                outputs: vec![Port { slot: 4, inverted: false }],
            };
            let program = Program {
                phases: vec![phase],
                code: Code::Narrow(vec![[4, 1, 2, 3]]),
                slots: 5,
                ..Program::default()
            };
            let mut lanes = Lanes::<1>::new(&program);
            for (slot, table) in (1..).zip(crate::lanes::gate::INPUTS) {
                lanes.slots_mut()[slot] = [u64::from(table)];
            }
            lanes.evaluate(Instructions::Portable, &program, 0);
            assert_eq!(lanes.slots()[4][0] as u8, kind.table(), "{kind:?}");
        }
    }

    #[test]
    fn inputs_that_are_swapped_are_copied_apart() {
        let mut aig = Aig::new();
        let (a, b) = (aig.input(), aig.input());
        let wanted = [Wanted { literals: vec![b, !a, Lit::TRUE], apart: true }];
        let program = Program::new(&aig, &wanted, &Interrupt::never()).unwrap();
        let slots: Vec<u32> = program.phases[0].outputs.iter().map(|port| port.slot).collect();
        assert_eq!((slots, program.gates()), (vec![3, 4, 0], 2));
    }
}
