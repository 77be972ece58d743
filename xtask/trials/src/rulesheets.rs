//! The rulesheets of a folder, as games.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, ensure};
use game::Rules;
use gdl::{Interrupt, Rulesheet};
use indicatif::{ProgressBar, ProgressStyle};
use logic::{GroundLimits, Limits};

/// The rulesheets of a folder and its folders whose paths contain `only`, sorted; at least one.
pub(crate) fn of(folder: &Path, only: &str) -> anyhow::Result<Vec<PathBuf>> {
    let mut sheets = Vec::new();
    collect(folder, &mut sheets).with_context(|| format!("{} cannot be read", folder.display()))?;
    sheets.retain(|path| path.to_string_lossy().contains(only));
    sheets.sort();
    ensure!(!sheets.is_empty(), "no rulesheet (*.kif) in {}", folder.display());
    Ok(sheets)
}

/// A bar that shows how many of so many rulesheets are done.
pub(crate) fn progress(sheets: &[PathBuf]) -> anyhow::Result<ProgressBar> {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} rulesheets, {elapsed} gone, {eta} left")?;
    Ok(ProgressBar::new(sheets.len() as u64).with_style(style))
}

fn collect(folder: &Path, sheets: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, sheets)?;
        } else if path.extension().is_some_and(|extension| extension == "kif") {
            sheets.push(path);
        }
    }
    Ok(())
}

/// Reads a rulesheet.
pub(crate) fn parse(path: &Path) -> anyhow::Result<Rulesheet> {
    Rulesheet::parse(&path.to_string_lossy(), &fs::read(path)?)
        .map_err(|errors| anyhow::anyhow!("{errors}; `spielbaum check` shows more"))
}

/// The game of a rulesheet, whose grounding may take so many seconds.
pub(crate) fn load(path: &Path, ground: f64) -> anyhow::Result<Rules> {
    let sheet = parse(path)?;
    let interrupt = Interrupt::after(Duration::from_secs_f64(ground));
    let (limits, ground) = (Limits::default(), GroundLimits::default());
    Ok(Rules::within_while(&sheet, limits, &ground, &interrupt)?)
}
