//! `cargo xtask package`: the packages as they are published, each built from what it contains.

use std::process::{Command, ExitCode};

use crate::test::{page, shell};
use crate::workspace;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Package what is not committed, too
    #[arg(long)]
    allow_dirty: bool,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    // The published page; the build script of the package takes it from there.
    page::build(&workspace::root().join("crates/web/page"))?;
    let mut package = Command::new(env!("CARGO"));
    package.args(["package", "--workspace", "--locked"]).current_dir(workspace::root());
    if arguments.allow_dirty {
        package.arg("--allow-dirty");
    }
    shell::run(&mut package)?;
    Ok(ExitCode::SUCCESS)
}
