//! The parts of a ply, and what the machine allows, for benchmarks.

use std::time::{Duration, Instant};

use gdl::Interrupt;

use super::circuit::Circuit;
use super::dispatch::{Instructions, Kernel};
use super::draw::{Dice, Draw};
use super::lanes::Lanes;
use super::order::Wanted;
use super::program::Program;
use super::random::Random;
use super::width::Width;
use super::word::{self, Word};
use crate::network::{Aig, Lit};

/// A ply of playouts in 512 lanes.
#[derive(Debug)]
pub struct Ply<'a> {
    circuit: &'a Circuit,
    instructions: Instructions,
    lanes: Lanes<8>,
    random: Random<8>,
    dice: Dice<8>,
}

impl<'a> Ply<'a> {
    /// All lanes at the initial state.
    pub fn new(circuit: &'a Circuit, instructions: Instructions) -> Self {
        let program = &circuit.uniform().program;
        let mut lanes = Lanes::new(program);
        for fluent in 0..circuit.fluents() {
            lanes.slots_mut()[program.input(fluent)] = word::splat(circuit.initial().holds(fluent));
        }
        let mut ply = Self { circuit, instructions, lanes, random: Random::new(0), dice: Dice::new() };
        ply.gates();
        ply
    }

    /// Evaluates the gates.
    pub fn gates(&mut self) {
        for phase in 0..2 {
            self.lanes.evaluate(self.instructions, &self.circuit.uniform().program, phase);
        }
    }

    /// Draws ranks for all roles.
    pub fn draw(&mut self) {
        let Self { lanes, random, dice, .. } = self;
        let choices = &self.circuit.uniform().choices;
        self.instructions.run::<8, _>(Draw { lanes, random, dice, choices, active: word::splat(true) });
    }
}

/// Bytes a second that a plain loop moves which reads three words of so many lanes at each step and writes
/// one, each in the order of memory, in so many bytes of memory.
pub fn bandwidth(width: Width, bytes: usize, instructions: Instructions) -> f64 {
    match width {
        Width::W64 => best_sweep::<1>(bytes, instructions),
        Width::W256 => best_sweep::<4>(bytes, instructions),
        Width::W512 => best_sweep::<8>(bytes, instructions),
    }
}

/// The rate of the fastest of many sweeps, as other work on the machine slows some.
fn best_sweep<const W: usize>(bytes: usize, instructions: Instructions) -> f64 {
    let steps = (bytes / (32 * W)).max(1);
    let mut words: Vec<Word<W>> = vec![[1; W]; 4 * steps];
    let begun = Instant::now();
    let mut best = f64::INFINITY;
    while begun.elapsed() < Duration::from_millis(300) {
        let started = Instant::now();
        // Many in small memory, so that the clock can tell how long they take.
        let sweeps = (100_000 / steps).max(1);
        (0..sweeps).for_each(|_| instructions.run::<W, _>(Sweep { words: &mut words, steps }));
        best = best.min(started.elapsed().as_secs_f64() / sweeps as f64);
    }
    (32 * W * steps) as f64 / best
}

struct Sweep<'a, const W: usize> {
    words: &'a mut [Word<W>],
    steps: usize,
}

impl<const W: usize> Kernel for Sweep<'_, W> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let (a, rest) = self.words.split_at_mut(self.steps);
        let (b, rest) = rest.split_at_mut(self.steps);
        let (c, results) = rest.split_at_mut(self.steps);
        for (((&mut a, &mut b), &mut c), result) in a.iter_mut().zip(b).zip(c).zip(results) {
            *result = word::map3(a, b, c, |a, b, c| a & b | c);
        }
    }
}

/// A random graph in 512 lanes.
#[derive(Debug)]
pub struct Graph {
    program: Program,
    lanes: Lanes<8>,
}

impl Graph {
    /// A graph of 200 inputs and about `gates` two-input gates, most of which read recent gates.
    pub fn new(gates: usize) -> Self {
        let mut random = Random::<1>::new(gates as u64);
        let mut below = |n: usize| (random.next()[0] % n as u64) as usize;
        let mut aig = Aig::new();
        let inputs: Vec<Lit> = (0..200).map(|_| aig.input()).collect();
        let mut pool = inputs.clone();
        // ANDs alone would soon be constant.
        for gate in (0..gates).step_by(4) {
            let near = |back: usize| pool[pool.len() - 1 - back];
            let (a, b, c) = (near(below(200)), near(below(200)), inputs[below(200)]);
            let made = match gate / 4 % 2 {
                0 => aig.xor(a, b),
                _ => aig.mux(c, a, !b),
            };
            pool.push(aig.and(made, !c));
            pool.push(made);
        }
        let literals = pool.iter().rev().take(400).copied().collect();
        let wanted = [Wanted { literals, apart: true }];
        let Ok(program) = Program::new(&aig, &wanted, &Interrupt::never()) else {
            unreachable!("nobody interrupts it")
        };
        let mut lanes = Lanes::new(&program);
        let mut random = Random::<8>::new(1);
        for input in 0..200 {
            lanes.slots_mut()[program.input(input)] = random.next();
        }
        Self { program, lanes }
    }

    /// Gates of the program.
    pub fn gates(&self) -> usize {
        self.program.gates()
    }

    /// Evaluates the gates.
    pub fn evaluate(&mut self, instructions: Instructions) {
        self.lanes.evaluate(instructions, &self.program, 0);
    }
}
