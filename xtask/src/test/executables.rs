//! The tests of all crates, some executables at a time: many tests wait for clocks and networks, and some
//! executables have one long test, which would leave a core idle.

use std::fs;
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use anyhow::{Context, ensure};

use super::properties;
use crate::workspace::{self, Executable};

/// Executables that run at the same time, each with a test a core.
const AT_ONCE: usize = 2;

/// All tests pass; the properties on their seeds alone, as they are [a step](super::properties) of their own.
pub(super) fn check() -> anyhow::Result<()> {
    let mut tests = workspace::tests()?;
    ensure!(!tests.is_empty(), "cargo built no tests");
    // The largest first, as they have the most tests: what comes last is short.
    tests.sort_by_key(|test| fs::metadata(&test.path).map_or(0, |file| file.len()));
    let waiting = Mutex::new(tests);
    let failed = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).pop();
                while let Some(test) = next() {
                    if let Err(error) = run(&test) {
                        failed.lock().unwrap_or_else(PoisonError::into_inner).push(format!("{error:#}"));
                    }
                }
            });
        }
    });
    let failed = failed.into_inner().unwrap_or_else(PoisonError::into_inner);
    ensure!(failed.is_empty(), "{}", failed.join("\n"));
    Ok(())
}

/// Runs the tests of an executable as cargo would, and prints what they have printed when they are done.
///
/// # Errors
/// If it cannot be started, or a test fails: the error has what the failed tests have printed, as it is shown
/// last and long after.
fn run(test: &Executable) -> anyhow::Result<()> {
    let path = test.path.display();
    println!("begun: {path}");
    let started = Instant::now();
    let output = Command::new(&test.path)
        .current_dir(&test.folder)
        .env("CARGO", env!("CARGO"))
        .env("CARGO_MANIFEST_DIR", &test.folder)
        .env(properties::VARIABLE, "0")
        .output()
        .with_context(|| format!("{path} could not be started"))?;
    let [printed, complained] =
        [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    println!("$ {path}\n{printed}{complained}# {:.0?}", started.elapsed());
    let failures = printed.find("\nfailures:\n").map_or("", |start| &printed[start..]);
    ensure!(output.status.success(), "{path} failed: {}{failures}", output.status);
    Ok(())
}
