//! One rulesheet in a process of its own.

use std::path::Path;
use std::process::{self, ExitCode};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use game::{FirstStage, Game, Rules};
use gdl::{Interrupt, Rulesheet};
use logic::{GroundLimits, Limits};
use rand::{RngExt, SeedableRng};
use search::SearchRng;

use super::{By, End, Move, Start};
use crate::rulesheets;

/// How long memory goes unseen.
const PAUSE: Duration = Duration::from_millis(10);

/// The bytes of a thread's stack: rules may nest as deep as the parser lets them.
const STACK: usize = 256 << 20;

/// What happens in this process.
struct Process {
    started: Instant,
    start: Mutex<Start>,
}

/// Has a rulesheet played by whatever is there, and prints what it comes to.
pub(super) fn run(path: &Path, time: Duration, memory: u64) -> anyhow::Result<ExitCode> {
    let start = Start { moves: Vec::new(), peak: None, end: End::Time, remarks: Vec::new() };
    let process = Process { started: Instant::now(), start: Mutex::new(start) };
    let sheet = rulesheets::parse(path)?;
    thread::scope(|scope| -> anyhow::Result<()> {
        let thread = || thread::Builder::new().stack_size(STACK);
        let reasoner = thread().spawn_scoped(scope, || process.reason(&sheet))?;
        let compiler = thread().spawn_scoped(scope, || process.compile(&sheet))?;
        loop {
            thread::sleep(PAUSE);
            let end = if peak().is_some_and(|peak| peak > memory) {
                End::Memory
            } else if reasoner.is_finished() && compiler.is_finished() {
                End::Done
            } else if process.started.elapsed() >= time {
                End::Time
            } else {
                continue;
            };
            // What goes on is not waited for.
            process.end(end)?;
        }
    })?;
    Ok(ExitCode::SUCCESS)
}

impl Process {
    fn reason(&self, sheet: &Rulesheet) {
        match Rules::reasoned_while(sheet, Limits::default(), &Interrupt::never()) {
            Ok(rules) => self.play(By::Reasoner, &rules),
            Err(error) => self.remark(By::Reasoner, &error.to_string()),
        }
    }

    fn compile(&self, sheet: &Rulesheet) {
        let (limits, ground, never) = (Limits::default(), GroundLimits::default(), Interrupt::never());
        let first = FirstStage::new(|rules| self.play(By::FirstCircuit, &rules));
        match Rules::in_stages(sheet, limits, &ground, None, &never, first) {
            Ok(rules) => match rules.compiled() {
                Ok(_) => self.play(By::Circuit, &rules),
                Err(why) => self.remark(By::Circuit, &why.to_string()),
            },
            Err(error) => self.remark(By::Circuit, &error.to_string()),
        }
    }

    /// Makes a random joint move in the initial state; where the game is over, to tell that is all there is
    /// to do.
    fn play(&self, by: By, rules: &Rules) {
        let (state, mut rng) = (rules.initial(), SearchRng::seed_from_u64(0));
        if !rules.terminal(&state) {
            let mut moves = Vec::new();
            let mut joint = Vec::new();
            for role in 0..rules.roles() {
                rules.legal(&state, role, &mut moves);
                if moves.is_empty() {
                    return self.remark(by, "a role has no legal move in the initial state");
                }
                joint.push(moves[rng.random_range(0..moves.len())]);
            }
            rules.next(&state, &joint);
        }
        if let Some(fault) = rules.fault(&state) {
            return self.remark(by, &fault.message);
        }
        let gates = rules.compiled().ok().map(|compiled| compiled.circuit().size().gates);
        self.start().moves.push(Move { by, seconds: self.started.elapsed().as_secs_f64(), gates });
    }

    fn remark(&self, by: By, why: &str) {
        self.start().remarks.push(format!("{}: {why}", by.name()));
    }

    fn start(&self) -> MutexGuard<'_, Start> {
        // Nothing is left half done under this lock.
        self.start.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Prints what it came to, and ends the process.
    fn end(&self, end: End) -> anyhow::Result<()> {
        let start = Start { end, peak: peak(), ..self.start().clone() };
        println!("{}", serde_json::to_string(&start)?);
        process::exit(0);
    }
}

/// The mebibytes that this process had at most; none where the system does not tell.
fn peak() -> Option<u64> {
    solve::peak_bytes().map(|bytes| bytes.div_ceil(1 << 20))
}
