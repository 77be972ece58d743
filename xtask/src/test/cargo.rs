//! The steps that are cargo's.

use std::process::Command;

use super::{comments, shell};
use crate::workspace;

fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO"));
    command.args(arguments).current_dir(workspace::root());
    command
}

pub(super) fn format() -> anyhow::Result<()> {
    shell::run(&mut cargo(&["fmt", "--all", "--check"]))?;
    // The targets of cargo-fuzz, a workspace of their own. They hold a line each, and the lints of the
    // properties are with the others.
    shell::run(&mut cargo(&["fmt", "--manifest-path", "fuzz/Cargo.toml", "--check"]))?;
    comments::check()
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
    shell::run(&mut cargo(&workspace::TESTS))
}

pub(super) fn doc_tests() -> anyhow::Result<()> {
    shell::run(&mut cargo(&["test", "--workspace", "--doc", "--locked"]))
}

pub(super) fn docs() -> anyhow::Result<()> {
    shell::run(cargo(&["doc", "--workspace", "--no-deps", "--locked"]).env("RUSTDOCFLAGS", "-D warnings"))
}
