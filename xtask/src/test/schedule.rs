//! Which steps are done after others, and which beside them.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};
use std::{env, thread};

use anyhow::{Context, ensure};

use super::{Step, shell};
use crate::workspace;

/// Bytes from the end of what a failed step printed that are printed again at the very end, where they are
/// seen first.
const END: usize = 8_000;

/// After what time what a step prints is looked for again.
const BETWEEN_LOOKS: Duration = Duration::from_millis(100);

/// What is fetched while the compiler works, with its niceness.
const FETCHED: [(Step, u8); 1] = [(Step::Environments, 10)];

/// What is done beside the steps of the page, at a low priority: the slower a browser is, the more easily a
/// test fails that waits for something. A machine of Ray stops if the programs beside it take half a minute
/// to start, so that it is not the lowest.
const BESIDE_PAGE: [(Step, u8); 1] = [(Step::Python, 5)];

/// What is done beside the lints, and begun before them, as it asks cargo first: the examples in the
/// documentation are compiled one after another, on one core.
const BESIDE_LINTS: [(Step, u8); 1] = [(Step::DocTests, 0)];

/// What is tried beside everything from the tests on.
const TRIED: [(Step, u8); 1] = [(Step::Properties, 10)];

/// Does the steps, each in a process of its own, and tells which have failed.
///
/// The tests of the page wait for clocks and networks much of their time. So the Python package is built and
/// tested beside them, at a low priority, and properties are tried beside everything from the tests on. What
/// properties bound is counted in steps, but for the jobs of the API, so that the priority has no part in
/// what else is found.
///
/// # Errors
/// If there is no place for what the steps print.
pub(super) fn run(chosen: &[Step]) -> anyhow::Result<ExitCode> {
    let logs = workspace::target()?.join("steps");
    fs::create_dir_all(&logs).with_context(|| format!("cannot make {}", logs.display()))?;
    let schedule = Schedule { chosen, logs, program: OnceLock::new() };
    let outcomes = thread::scope(|scope| {
        let fetched = scope.spawn(|| schedule.beside(&FETCHED));
        let mut outcomes = schedule.shown(&[Step::Format, Step::Build]);
        schedule.find_program();
        let fetched = fetched.join();
        let properties = scope.spawn(|| schedule.beside(&TRIED));
        outcomes.extend(schedule.shown(&[Step::Tests]));
        let python = scope.spawn(|| schedule.beside(&BESIDE_PAGE));
        outcomes.extend(schedule.shown(&[Step::Page, Step::Browser]));
        let doc_tests = scope.spawn(|| schedule.beside(&BESIDE_LINTS));
        outcomes.extend(schedule.shown(&[Step::Api, Step::Lints, Step::Docs]));
        for beside in [fetched, python.join(), doc_tests.join(), properties.join()] {
            for outcome in beside.expect("a schedule does not panic") {
                println!("== {}", outcome.step.name());
                outcome.print_log(usize::MAX);
                outcome.print();
                outcomes.push(outcome);
            }
        }
        outcomes
    });
    let failed: Vec<&Outcome> = outcomes.iter().filter(|outcome| outcome.result.is_err()).collect();
    for outcome in &failed {
        println!("== {}: the end of {}", outcome.step.name(), outcome.log.display());
        outcome.print_log(END);
    }
    println!("{} passed, {} failed", outcomes.len() - failed.len(), failed.len());
    if failed.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    let names: Vec<String> = failed.iter().map(|outcome| outcome.step.name()).collect();
    println!("failed: {}; again: cargo xtask test {}", names.join(", "), names.join(" "));
    Ok(ExitCode::FAILURE)
}

struct Schedule<'a> {
    /// The steps to do.
    chosen: &'a [Step],
    /// The folder for what they print.
    logs: PathBuf,
    /// The program that is tested, once it is built: a step that asks cargo for it would wait for what
    /// compiles beside it.
    program: OnceLock<PathBuf>,
}

impl Schedule<'_> {
    fn find_program(&self) {
        if self.chosen.contains(&Step::Build)
            && let Ok(program) = workspace::tested()
        {
            self.program.get_or_init(|| program);
        }
    }

    /// Does the chosen ones of some steps, and prints what they print as they do.
    fn shown(&self, steps: &[Step]) -> Vec<Outcome> {
        let shown = |step: &Step| {
            println!("== {}", step.name());
            let outcome = self.step(*step, Command::new, io::stdout());
            outcome.print();
            outcome
        };
        steps.iter().filter(|step| self.chosen.contains(step)).map(shown).collect()
    }

    /// Does the chosen ones of some steps, each at its niceness, and prints no more than that they
    /// have begun.
    fn beside(&self, steps: &[(Step, u8)]) -> Vec<Outcome> {
        let beside = |(step, niceness): &(Step, u8)| {
            println!(
                "== {}: begun beside the others, and prints to {}",
                step.name(),
                self.log(*step).display()
            );
            self.step(*step, |program| shell::nice(program, *niceness), io::sink())
        };
        steps.iter().filter(|(step, _)| self.chosen.contains(step)).map(beside).collect()
    }

    /// The file for what a step prints.
    fn log(&self, step: Step) -> PathBuf {
        self.logs.join(step.name()).with_extension("log")
    }

    fn step(&self, step: Step, command: impl Fn(PathBuf) -> Command, shown: impl Write) -> Outcome {
        let log = self.log(step);
        let started = Instant::now();
        let result = self.process(step, command, &log, shown);
        Outcome { step, result, taken: started.elapsed(), log }
    }

    fn process(
        &self,
        step: Step,
        command: impl Fn(PathBuf) -> Command,
        log: &Path,
        mut shown: impl Write,
    ) -> anyhow::Result<()> {
        let output = File::create(log).with_context(|| format!("cannot write {}", log.display()))?;
        let mut printed = File::open(log)?;
        let mut command = command(env::current_exe()?);
        command.args(["test", &step.name()]).stdin(Stdio::null());
        if let Some(program) = self.program.get() {
            command.env(workspace::PROGRAM, program);
        }
        let mut child = command.stdout(output.try_clone()?).stderr(output).spawn()?;
        // Not a pipe: whatever a step leaves running would keep it open.
        loop {
            let ended = child.try_wait()?;
            io::copy(&mut printed, &mut shown)?;
            if let Some(status) = ended {
                ensure!(status.success(), "{status}");
                return Ok(());
            }
            thread::sleep(BETWEEN_LOOKS);
        }
    }
}

/// How a step ended.
struct Outcome {
    step: Step,
    result: anyhow::Result<()>,
    taken: Duration,
    /// The file with what it printed.
    log: PathBuf,
}

impl Outcome {
    /// Prints how it ended.
    fn print(&self) {
        let (name, taken) = (self.step.name(), self.taken);
        match &self.result {
            Ok(()) => println!("== {name}: passed in {taken:.0?}"),
            Err(error) => println!("== {name}: FAILED in {taken:.0?}: {error:#}"),
        }
    }

    /// Prints the last bytes of what the step printed.
    fn print_log(&self, bytes: usize) {
        let log = fs::read(&self.log).unwrap_or_default();
        println!("{}", String::from_utf8_lossy(&log[log.len().saturating_sub(bytes)..]));
    }
}
