//! The steps that are cargo's.

use std::fs;
use std::process::Command;

use super::shell;
use crate::workspace;

fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO"));
    command.args(arguments).current_dir(workspace::root());
    command
}

/// Folders whose modules are declared by a macro, so that `cargo fmt` does not find them by itself.
const LISTED: [&str; 3] =
    ["crates/gdl/src/check", "crates/search/src/evaluator", "crates/search/src/strategy"];

pub(super) fn format() -> anyhow::Result<()> {
    let mut format = cargo(&["fmt", "--all", "--check", "--"]);
    for folder in LISTED {
        for entry in fs::read_dir(workspace::root().join(folder))? {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == "rs") {
                format.arg(path);
            }
        }
    }
    shell::run(&mut format)?;
    // The targets of cargo-fuzz, a workspace of their own. They hold a line each, and the lints of the properties are with the others.
    shell::run(&mut cargo(&["fmt", "--manifest-path", "fuzz/Cargo.toml", "--check"]))
}

pub(super) fn lints() -> anyhow::Result<()> {
    // The whole, and the program without what can be left out.
    let whole = ["--workspace", "--all-targets", "--all-features"];
    let least = ["--package=spielbaum", "--no-default-features", "--features=program"];
    for what in [whole, least] {
        shell::run(cargo(&["clippy", "--locked"]).args(what).args(["--", "-D", "warnings"]))?;
    }
    Ok(())
}

/// Also what the tests of the page and of the API run.
pub(super) fn build() -> anyhow::Result<()> {
    shell::run(cargo(&workspace::TESTS).arg("--no-run"))
}

/// All tests; the properties on their seeds alone, as they are [a step](super::properties) of their own.
pub(super) fn tests() -> anyhow::Result<()> {
    shell::run(cargo(&workspace::TESTS).arg("--no-fail-fast").env(super::properties::VARIABLE, "0"))
}

pub(super) fn doc_tests() -> anyhow::Result<()> {
    shell::run(&mut cargo(&["test", "--workspace", "--doc", "--locked"]))
}

pub(super) fn docs() -> anyhow::Result<()> {
    shell::run(cargo(&["doc", "--workspace", "--no-deps", "--locked"]).env("RUSTDOCFLAGS", "-D warnings"))
}
