//! `cargo xtask fuzz`: the properties of `fuzz/properties`, on as many inputs as one likes.

use std::process::{Command, ExitCode};

use crate::workspace;

#[derive(clap::Args)]
#[command(disable_help_flag = true)]
pub(crate) struct Arguments {
    /// Properties and options; --help names them
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<String>,
}

/// Builds the program of the properties with optimisation and checks of overflow, and runs it.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    // In this folder, not that of the workspace: a path among the arguments is from here.
    let manifest = workspace::root().join("Cargo.toml");
    let status = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--profile", "fuzz", "--package", "properties", "--manifest-path"])
        .arg(manifest)
        .arg("--")
        .args(&arguments.arguments)
        .status()?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
