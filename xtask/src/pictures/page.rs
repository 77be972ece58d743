//! The sections of the page, as the tests in a browser have shown them last.

use std::fs;
use std::path::Path;

use anyhow::Context;

use super::FOLDER;
use crate::workspace;

/// Copies the pictures that the tests have taken. They are not compared: every machine has its own fonts.
pub(super) fn copy(folder: &Path) -> anyhow::Result<()> {
    let taken = workspace::target()?.join("screenshots");
    let nothing = || format!("no pictures in {}; take them: cargo xtask test browser", taken.display());
    for entry in fs::read_dir(&taken).with_context(nothing)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.ends_with(".png") {
            let name = format!("page-{name}");
            fs::copy(&path, folder.join(&name)).with_context(|| format!("cannot write {FOLDER}/{name}"))?;
            println!("{FOLDER}/{name} is copied");
        }
    }
    Ok(())
}
