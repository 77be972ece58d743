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
    if !arguments.allow_dirty {
        let status =
            Command::new("git").args(["status", "--porcelain"]).current_dir(workspace::root()).output()?;
        anyhow::ensure!(
            status.status.success(),
            "git cannot tell what is committed; `--allow-dirty` does not ask"
        );
        let changes = String::from_utf8_lossy(&status.stdout);
        anyhow::ensure!(changes.is_empty(), "commit these first, or `--allow-dirty`:\n{changes}");
    }
    // The published page; the build script of the package takes it from there. Git does not keep it, so cargo
    // must allow what is not committed.
    page::build(&workspace::root().join("crates/web/page"))?;
    let mut package = Command::new(env!("CARGO"));
    package.args([
        "package",
        "--workspace",
        "--exclude=xtask",
        "--exclude=terminal",
        "--exclude=trials",
        "--exclude=properties",
        "--locked",
        "--allow-dirty",
    ]);
    package.current_dir(workspace::root());
    shell::run(&mut package)?;
    Ok(ExitCode::SUCCESS)
}
