//! The JSON API, asked by [Schemathesis](https://schemathesis.io) whatever its description allows and much that it does not.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Context;

use super::{apt, shell};
use crate::served::Served;
use crate::workspace;

/// Every answer is as the description says, what that allows is accepted and what it does not is refused, and no answer says that the server failed.
pub(super) fn fuzz() -> anyhow::Result<()> {
    let schemathesis = environment()?;
    let served = Served::start(&workspace::tested()?)?;
    // It keeps what it found for the next time, which here is none.
    let folder = tempfile::tempdir()?;
    shell::run(
        Command::new(schemathesis)
            .arg("--config-file")
            .arg(fs::canonicalize(workspace::root().join("xtask/schemathesis.toml"))?)
            .args(["run", &format!("{}api/openapi.json", served.address()), "--url", served.address()])
            .current_dir(folder.path()),
    )
}

/// The program `schemathesis`, in a virtual environment with the packages of `requirements.txt`.
fn environment() -> anyhow::Result<PathBuf> {
    let folder = workspace::target()?.join("venv");
    let programs = folder.join(if cfg!(windows) { "Scripts" } else { "bin" });
    let requirements = workspace::root().join("xtask/requirements.txt");
    let wanted = fs::read_to_string(&requirements)?;
    let installed = folder.join("installed.txt");
    if fs::read_to_string(&installed).is_ok_and(|there| there == wanted) {
        return Ok(programs.join("schemathesis"));
    }
    if create(&folder).is_err() {
        // Debian's Python makes no virtual environment without another package.
        apt::install("python3-venv").context("no Python that can make a virtual environment")?;
        create(&folder)?;
    }
    let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement"];
    shell::run(Command::new(programs.join("python")).args(pip).arg(&requirements))?;
    fs::write(installed, wanted)?;
    Ok(programs.join("schemathesis"))
}

fn create(folder: &Path) -> anyhow::Result<()> {
    let python = if cfg!(windows) { "python" } else { "python3" };
    shell::run(Command::new(python).args(["-m", "venv", "--clear"]).arg(folder))
}
