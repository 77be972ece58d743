//! The browser that the page is tested in.

use std::env;
use std::path::PathBuf;

use anyhow::Context;

use super::{apt, shell};

/// What it is called, here and there.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// Where it is: what the variable `CHROMIUM` names, or what is installed, or else is now.
///
/// # Errors
/// If it is not there and cannot be installed.
pub(super) fn executable() -> anyhow::Result<PathBuf> {
    if let Some(path) = env::var_os("CHROMIUM") {
        return Ok(path.into());
    }
    let find = || NAMES.into_iter().find_map(shell::find);
    if let Some(path) = find() {
        return Ok(path);
    }
    apt::install("chromium")
        .context("no Chromium; the variable CHROMIUM can name its path, or that of Chrome")?;
    find().context("apt-get has installed chromium, but there is none on the PATH")
}
