//! Packages of the system, where a step needs one that is not there.

use std::fs::File;
use std::process::Command;

use anyhow::{Context, bail};

use super::shell;
use crate::workspace;

/// Installs a package, if this is a Debian and we may; a container that tests run in is made so.
///
/// # Errors
/// What somebody else has to install.
pub(super) fn install(package: &str) -> anyhow::Result<()> {
    if shell::find("apt-get").is_none() || !may_install() {
        bail!("install {package} first, on Debian by `sudo apt-get install {package}`");
    }
    // Two steps at once may each need one, and apt-get refuses to run twice.
    let lock = workspace::target()?.join("apt.lock");
    let lock = File::create(&lock).with_context(|| format!("cannot write {}", lock.display()))?;
    lock.lock()?;
    let apt = |arguments: &[&str]| {
        shell::run(
            Command::new("apt-get").arg("--quiet").args(arguments).env("DEBIAN_FRONTEND", "noninteractive"),
        )
    };
    let install = ["install", "--yes", "--no-install-recommends", package];
    // The list of packages may be missing, or older than the packages.
    apt(&install).or_else(|_| apt(&["update"]).and_then(|()| apt(&install)))
}

#[cfg(unix)]
fn may_install() -> bool {
    rustix::process::geteuid().is_root()
}

#[cfg(not(unix))]
fn may_install() -> bool {
    false
}
