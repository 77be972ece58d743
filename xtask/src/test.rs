//! `cargo xtask test`: everything that must hold before a change lands.

use std::process::{Command, ExitCode};
use std::time::Instant;

use anyhow::Context;

/// The checks in order, the quick ones first: a name, the arguments for cargo, and the environment.
const CHECKS: &[(&str, &[&str], &[(&str, &str)])] = &[
    ("format", &["fmt", "--all", "--check"], &[]),
    ("lints", &["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"], &[]),
    ("tests", &["test", "--workspace", "--all-targets", "--locked"], &[]),
    ("doc tests", &["test", "--workspace", "--doc", "--locked"], &[]),
    ("docs", &["doc", "--workspace", "--no-deps", "--locked"], &[("RUSTDOCFLAGS", "-D warnings")]),
];

pub(crate) fn run() -> anyhow::Result<ExitCode> {
    let mut failed = Vec::new();
    for (name, arguments, environment) in CHECKS {
        println!("== {name}: cargo {}", arguments.join(" "));
        let started = Instant::now();
        let status = Command::new(env!("CARGO"))
            .args(*arguments)
            .envs(environment.iter().copied())
            .status()
            .with_context(|| format!("cargo could not be started for {name}"))?;
        println!(
            "== {name}: {} in {:.0?}",
            if status.success() { "passed" } else { "FAILED" },
            started.elapsed()
        );
        if !status.success() {
            failed.push(*name);
        }
    }
    println!("{} passed, {} failed", CHECKS.len() - failed.len(), failed.len());
    if failed.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    println!("failed: {}", failed.join(", "));
    Ok(ExitCode::FAILURE)
}
