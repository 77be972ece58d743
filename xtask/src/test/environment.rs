//! Virtual environments of Python, with what a step needs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Context;

use super::{apt, shell};
use crate::workspace;

/// The environment of the step api: its name, and its file of requirements.
pub(super) const API: [&str; 2] = ["venv", "xtask/requirements.txt"];
/// That of the step python.
pub(super) const PYTHON: [&str; 2] = ["python", "crates/python/requirements.txt"];

/// What installs the packages of both.
const UV: &str = "uv==0.13.9";

/// Makes both, so that these steps find them.
pub(super) fn prepare() -> anyhow::Result<()> {
    [API, PYTHON].into_iter().try_for_each(|which| with(which).map(drop))
}

/// The folder of the programs of a virtual environment under `target/` with the packages of a file of
/// requirements. It is made anew when they have changed.
pub(super) fn with([name, requirements]: [&str; 2]) -> anyhow::Result<PathBuf> {
    let folder = workspace::target()?.join(name);
    let programs = folder.join(if cfg!(windows) { "Scripts" } else { "bin" });
    let requirements = workspace::root().join(requirements);
    let wanted = fs::read_to_string(&requirements)?;
    let installed = folder.join("installed.txt");
    if fs::read_to_string(&installed).is_ok_and(|there| there == wanted) {
        return Ok(programs);
    }
    if create(&folder).is_err() {
        // Debian's Python makes no virtual environment without another package.
        apt::install("python3-venv").context("no Python that can make a virtual environment")?;
        create(&folder)?;
    }
    install(&programs, &requirements)?;
    fs::write(installed, wanted)?;
    Ok(programs)
}

/// Installs what a file of requirements lists. uv does so in a tenth of the time that pip takes. Where it
/// cannot, as on a machine whose own list of packages only pip has been told of, pip does.
fn install(programs: &Path, requirements: &Path) -> anyhow::Result<()> {
    let python = programs.join("python");
    let pip = || {
        let mut pip = Command::new(&python);
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile"]);
        pip
    };
    let mut uv = Command::new(programs.join("uv"));
    uv.args(["pip", "install", "--quiet", "--python"]).arg(&python).arg("--requirement").arg(requirements);
    let by_uv = shell::run(pip().arg(UV)).and_then(|()| shell::run(&mut uv));
    by_uv.or_else(|error| {
        println!("{error:#}; pip goes on");
        // What is imported is compiled then, and most modules are not.
        shell::run(pip().arg("--requirement").arg(requirements))
    })
}

fn create(folder: &Path) -> anyhow::Result<()> {
    let python = if cfg!(windows) { "python" } else { "python3" };
    shell::run(Command::new(python).args(["-m", "venv", "--clear"]).arg(folder))
}
