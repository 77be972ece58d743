//! The steps of the page.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Context;

use super::{chromium, shell};
use crate::workspace;

/// Its types are right, and what it computes itself.
pub(super) fn check() -> anyhow::Result<()> {
    install()?;
    npm(&["run", "check"])?;
    npm(&["test"])
}

/// It does in a browser what it is to do.
pub(super) fn browse() -> anyhow::Result<()> {
    install()?;
    let browser = chromium::executable()?;
    let program = workspace::tested()?;
    let screenshots = workspace::target()?.join("screenshots");
    fs::create_dir_all(&screenshots).with_context(|| format!("cannot make {}", screenshots.display()))?;
    shell::run(
        command(&["run", "test:browser"])
            .env("CHROMIUM", browser)
            .env(workspace::PROGRAM, program)
            .env("SPIELBAUM_SCREENSHOTS", screenshots),
    )
}

/// Builds the page into a folder.
pub(crate) fn build(into: &Path) -> anyhow::Result<()> {
    install()?;
    shell::run(command(&["run", "build", "--silent"]).env("SPIELBAUM_PAGE", into))
        .context("Node.js 20.19 or newer, with npm, is needed")
}

/// The packages of the lock file, unless they are there: the build of the page has installed them.
fn install() -> anyhow::Result<()> {
    let changed = |path: &str| fs::metadata(folder().join(path)).and_then(|file| file.modified()).ok();
    if changed("node_modules/.package-lock.json") < changed("package-lock.json") {
        npm(&["ci", "--no-audit", "--no-fund"])?;
    }
    Ok(())
}

fn npm(arguments: &[&str]) -> anyhow::Result<()> {
    shell::run(&mut command(arguments)).context("Node.js 20.19 or newer, with npm, is needed")
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.args(arguments).current_dir(folder());
    command
}

fn folder() -> PathBuf {
    workspace::root().join("crates/web/ui")
}
