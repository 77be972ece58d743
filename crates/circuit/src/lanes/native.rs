mod parts;

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, OnceLock, Weak};
use std::thread;

use gdl::{Interrupt, Interrupted};
use native::{Network, Target};

use super::program::Program;
use super::turns::Turns;
use super::word::{self, Word};
use parts::Parts;

/// The machine code of a program, made in a thread of its own when the program has been run so often that it
/// pays. The results are the same.
#[derive(Debug, Default)]
pub(crate) struct Native {
    /// For each target: for lanes at any turns, and for lanes that are all at one of them.
    ways: [[Way; 1 + Turns::MOST]; Target::ALL.len()],
}

/// Code that runs a program as long as all lanes are at one turn, or at any.
#[derive(Debug, Default)]
struct Way {
    runs: AtomicU32,
    begun: AtomicBool,
    code: Arc<OnceLock<Option<Compiled>>>,
}

/// After so many runs of a program in one way, code is made for it. It takes as long as 400 to 1500 runs lose
/// by being interpreted, but in another thread.
const RUNS: u32 = 100;

/// Code is not made for more gates: of so many it takes some 40 MB for each way, and some seconds to make. Of
/// public rulesheets, the largest that have a circuit have 1.4 million.
const MOST_GATES: usize = 1 << 21;

impl Native {
    /// The code for a way, if it has been made.
    pub(crate) fn code(&self, target: Target, way: usize) -> Option<&Compiled> {
        self.ways[target as usize][way].code.get()?.as_ref()
    }

    /// Whether there is code for all turns of a program, so that lanes that are at one turn are run by it
    /// from then on; or for lanes at any.
    pub(crate) fn is_made(&self, target: Target, turns: usize, at_one_turn: bool) -> bool {
        let at_turns = || at_one_turn && (1..=turns).all(|way| self.code(target, way).is_some());
        self.code(target, 0).is_some() || turns > 0 && at_turns()
    }

    /// Counts a run of a program in lanes that are all at one of its turns, or at any; the way in which there
    /// is code to run it, if there is one.
    pub(crate) fn way(&self, target: Target, program: &Program, turn: Option<usize>) -> Option<usize> {
        let best = turn.map_or(0, |turn| 1 + turn);
        self.ways[target as usize][best].count(target, program, turn);
        [best, 0].into_iter().find(|&way| self.code(target, way).is_some())
    }
}

impl Way {
    /// Counts a run, and has code made when it is time.
    fn count(&self, target: Target, program: &Program, turn: Option<usize>) {
        if self.begun.load(Ordering::Relaxed) || self.runs.fetch_add(1, Ordering::Relaxed) < RUNS {
            return;
        }
        let Some(making) = Making::begin() else { return };
        if self.begun.swap(true, Ordering::Relaxed) || !is_compiled(target, program) {
            return;
        }
        // The thread has a copy, and nothing waits for it: when nobody has the program any more, its code
        // goes as well.
        let (program, place) = (program.clone(), Arc::downgrade(&self.code));
        let thread = thread::Builder::new().spawn(move || making.code(target, &program, turn, &place));
        // Without a thread it is tried again.
        self.begun.store(thread.is_ok(), Ordering::Relaxed);
    }
}

/// Whether code is being made, in the whole process: what waits for its turn is interpreted meanwhile.
static BUSY: AtomicBool = AtomicBool::new(false);

/// The right to make code, which one thread has at a time.
struct Making(());

impl Making {
    fn begin() -> Option<Self> {
        (!BUSY.swap(true, Ordering::Acquire)).then_some(Self(()))
    }

    /// Makes the code of a program, as long as somebody has it.
    fn code(
        self,
        target: Target,
        program: &Program,
        turn: Option<usize>,
        place: &Weak<OnceLock<Option<Compiled>>>,
    ) {
        let is_wanted = || place.strong_count() > 0;
        let interrupt = Interrupt::unless(&is_wanted);
        let code = network_at(program, turn, &interrupt).and_then(|parts| parts.compiled(target, &interrupt));
        let Ok(code) = code else { return };
        if let Some(place) = place.upgrade() {
            place.get_or_init(|| code);
        }
    }
}

impl Drop for Making {
    fn drop(&mut self) {
        BUSY.store(false, Ordering::Release);
    }
}

/// Code is not copied with a program.
impl Clone for Native {
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// Whether code is made of a program: it is not too large, and this machine has the instructions.
fn is_compiled(target: Target, program: &Program) -> bool {
    target.is_available() && program.gates() <= MOST_GATES
}

/// The code that is made of a program for lanes that are all at one of its turns, or at any.
pub(crate) fn compile(target: Target, program: &Program, turn: Option<usize>) -> Option<Compiled> {
    let network =
        is_compiled(target, program).then(|| network_at(program, turn, &Interrupt::never()))?.ok()?;
    network.compiled(target, &Interrupt::never()).ok()?
}

/// How many gates of a program without fixpoints matter at each of its turns.
pub(crate) fn gates_at_turns(
    program: &Program,
    interrupt: &Interrupt<'_>,
) -> Result<Vec<usize>, Interrupted> {
    let Parts { network, .. } = Parts::of(program, interrupt)?;
    let gates = |turn| Ok(at_turn(&network, program, turn, interrupt)?.gates.len());
    (0..program.turns.len()).map(gates).collect()
}

/// The parts of a program, with the gates that matter at one of its turns, or at any.
fn network_at(
    program: &Program,
    turn: Option<usize>,
    interrupt: &Interrupt<'_>,
) -> Result<Parts, Interrupted> {
    let mut parts = Parts::of(program, interrupt)?;
    if let Some(turn) = turn {
        parts.network = at_turn(&parts.network, program, turn, interrupt)?;
    }
    Ok(parts)
}

/// The gates of a program's network that matter at one of its turns.
fn at_turn(
    network: &Network,
    program: &Program,
    turn: usize,
    interrupt: &Interrupt<'_>,
) -> Result<Network, Interrupted> {
    let known = program.turns.get(turn).iter();
    let known = known.map(|&(fluent, holds)| (program.input(fluent as usize) as u32, holds));
    network.assuming(&known.collect::<Vec<_>>(), || interrupt.check())
}

/// The code of a program.
#[derive(Debug)]
pub(crate) struct Compiled {
    pub(crate) code: native::Code,
    phases: Vec<Vec<Step>>,
}

/// A step of a phase.
#[derive(Debug)]
enum Step {
    /// Runs a part.
    Part(usize),
    /// Starts a least fixpoint: sets the slots of its variables to 0, and the last of them to 1.
    Enter(Range<usize>),
    /// Unless the last of these slots is 1 in all lanes, sets it to 1 and runs the part before again, at most
    /// as often as there are others.
    Repeat(Range<usize>),
}

impl Compiled {
    /// How many slots it needs.
    pub(crate) fn slots(&self) -> usize {
        self.code.slots()
    }

    /// Runs a phase. Those before it must have been run on the same slots, of which only inputs may have been
    /// changed since.
    pub(crate) fn run<const W: usize>(&self, phase: usize, slots: &mut [Word<W>]) {
        let (none, all) = (word::splat(false), word::splat(true));
        let mut last = 0;
        for step in &self.phases[phase] {
            match step {
                Step::Part(part) => {
                    self.code.run(*part, slots);
                    last = *part;
                }
                Step::Enter(variables) => {
                    slots[variables.clone()].fill(none);
                    slots[variables.end - 1] = all;
                }
                Step::Repeat(variables) => {
                    let unchanged = variables.end - 1;
                    for _ in 1..variables.len() {
                        if slots[unchanged] == all {
                            break;
                        }
                        slots[unchanged] = all;
                        self.code.run(last, slots);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
pub(crate) mod testing {
    use super::*;

    /// Runs something until there is code for a way of running a program, if it can be compiled; what else is
    /// compiled by then takes its time.
    pub(crate) fn run_until_compiled(
        target: Target,
        program: &Program,
        turn: Option<usize>,
        mut run: impl FnMut(),
    ) -> bool {
        let way = &program.native.ways[target as usize][turn.map_or(0, |turn| 1 + turn)];
        while way.code.get().is_none() && (!way.begun.load(Ordering::Relaxed) || is_compiled(target, program))
        {
            run();
            thread::yield_now();
        }
        way.code.get().is_some_and(Option::is_some)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::testing::run_until_compiled;
    use crate::lanes::{Instructions, Pace, Playouts};
    use crate::samples;

    #[test]
    fn machine_code_plays_what_the_interpreter_plays() {
        let circuit = Arc::new(samples::connect_four());
        let start = [circuit.initial().clone()];
        let run = |instructions| {
            Playouts::new(circuit.clone(), 3).with_instructions(instructions).tally(
                &start,
                10_000,
                &mut |_| Pace::On,
            )
        };
        let program = &circuit.uniform().program;
        let interpreted = run(Instructions::Portable);
        for instructions in [Instructions::Avx2, Instructions::Avx512] {
            let Some(target) = instructions.target(8) else {
                assert!(!instructions.available() || !cfg!(feature = "jit"));
                continue;
            };
            // It is compiled meanwhile, and then it is there.
            let run = || assert_eq!(run(instructions), interpreted);
            assert!(run_until_compiled(target, program, None, run));
            run();
        }
    }
}
