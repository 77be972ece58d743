//! The tasks of `xtask/trials`, which use the crates of the workspace.

use std::ffi::OsString;
use std::process::{Command, ExitCode};

use crate::workspace;

#[derive(clap::Args)]
#[command(disable_help_flag = true)]
pub(crate) struct Arguments {
    /// What the task is told; --help says what that may be
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<OsString>,
}

/// Builds the program of these tasks and has it do one.
pub(crate) fn run(task: &str, arguments: &Arguments) -> anyhow::Result<ExitCode> {
    // In this folder, not that of the workspace: a path among the arguments is from here.
    let status = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--package", "trials", "--manifest-path"])
        .arg(workspace::root().join("Cargo.toml"))
        .args(["--", task])
        .args(&arguments.arguments)
        .status()?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
