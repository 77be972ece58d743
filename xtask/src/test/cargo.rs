//! The steps that are cargo's.

use std::process::Command;

use super::shell;
use crate::workspace;

fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO"));
    command.args(arguments).current_dir(workspace::root());
    command
}

pub(super) fn format() -> anyhow::Result<()> {
    shell::run(&mut cargo(&["fmt", "--all", "--check"]))
}

pub(super) fn lints() -> anyhow::Result<()> {
    let what = ["clippy", "--workspace", "--all-targets", "--all-features", "--locked"];
    shell::run(cargo(&what).args(["--", "-D", "warnings"]))
}

pub(super) fn tests() -> anyhow::Result<()> {
    shell::run(cargo(&workspace::TESTS).arg("--no-fail-fast"))
}

pub(super) fn doc_tests() -> anyhow::Result<()> {
    shell::run(&mut cargo(&["test", "--workspace", "--doc", "--locked"]))
}

pub(super) fn docs() -> anyhow::Result<()> {
    shell::run(cargo(&["doc", "--workspace", "--no-deps", "--locked"]).env("RUSTDOCFLAGS", "-D warnings"))
}
