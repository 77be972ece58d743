//! `cargo xtask test`: everything that must hold before a change lands.

use std::process::{Command, ExitCode};
use std::time::Instant;

use anyhow::Context;

struct Check {
    name: &'static str,
    /// What cargo is told.
    arguments: &'static [&'static str],
    rustdocflags: Option<&'static str>,
}

const fn check(name: &'static str, arguments: &'static [&'static str]) -> Check {
    Check { name, arguments, rustdocflags: None }
}

/// The checks in order, the quick ones first.
const CHECKS: &[Check] = &[
    check("format", &["fmt", "--all", "--check"]),
    check(
        "lints",
        &["clippy", "--workspace", "--all-targets", "--all-features", "--locked", "--", "-D", "warnings"],
    ),
    check("tests", &["test", "--workspace", "--all-targets", "--locked", "--no-fail-fast"]),
    check("doc tests", &["test", "--workspace", "--doc", "--locked"]),
    Check {
        rustdocflags: Some("-D warnings"),
        ..check("docs", &["doc", "--workspace", "--no-deps", "--locked"])
    },
];

pub(crate) fn run() -> anyhow::Result<ExitCode> {
    let mut failed = Vec::new();
    for Check { name, arguments, rustdocflags } in CHECKS {
        println!("== {name}: cargo {}", arguments.join(" "));
        let started = Instant::now();
        let status = Command::new(env!("CARGO"))
            .args(*arguments)
            .envs(rustdocflags.map(|flags| ("RUSTDOCFLAGS", flags)))
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
