//! The rulesheets of a folder, as games.

use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, ensure};
use game::Rules;
use gdl::{Interrupt, Rulesheet};
use indicatif::{ProgressBar, ProgressStyle};
use logic::{GroundLimits, Limits};

/// The rulesheets of a folder and its folders, or the one in a file, whose paths contain `only`, sorted; at
/// least one.
pub(crate) fn of(folder: &Path, only: &str) -> anyhow::Result<Vec<PathBuf>> {
    let mut sheets = Vec::new();
    if folder.is_file() {
        sheets.push(folder.to_owned());
    } else {
        collect(folder, &mut sheets).with_context(|| format!("{} cannot be read", folder.display()))?;
    }
    sheets.retain(|path| path.to_string_lossy().contains(only));
    sheets.sort();
    ensure!(!sheets.is_empty(), "no rulesheet (*.kif) whose path contains `{only}` in {}", folder.display());
    Ok(sheets)
}

/// How a rulesheet of a folder is called: by its path in the folder, or its own name if it is the folder.
pub(crate) fn name(path: &Path, folder: &Path) -> String {
    let inside = path.strip_prefix(folder).ok().filter(|inside| !inside.as_os_str().is_empty());
    inside.or(path.file_name().map(Path::new)).unwrap_or(path).display().to_string()
}

/// A rulesheet whose turn it is.
pub(crate) struct Sheet {
    pub(crate) path: PathBuf,
    /// How it is called, see [`name`].
    pub(crate) name: String,
    bar: ProgressBar,
}

impl Sheet {
    /// Prints what is to be known of it before all have had their turns.
    pub(crate) fn note(&self, what: impl Display) {
        self.bar.suspend(|| eprintln!("{}: {what}", self.name));
    }
}

/// The rulesheets [`of`] a folder, one after the other, with a bar that shows how many are done and whose
/// turn it is.
pub(crate) fn one_by_one(folder: &Path, only: &str) -> anyhow::Result<impl Iterator<Item = Sheet>> {
    let sheets = of(folder, only)?;
    let bar = progress(&sheets)?;
    Ok(sheets.into_iter().enumerate().map(move |(done, path)| {
        let name = name(&path, folder);
        bar.set_position(done as u64);
        bar.set_message(name.clone());
        Sheet { path, name, bar: bar.clone() }
    }))
}

/// A bar that shows how many of so many rulesheets are done.
pub(crate) fn progress(sheets: &[PathBuf]) -> anyhow::Result<ProgressBar> {
    let template = "{bar:30} {pos}/{len} rulesheets, {elapsed} gone, {eta} left  {msg}";
    Ok(ProgressBar::new(sheets.len() as u64).with_style(ProgressStyle::with_template(template)?))
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

/// The game of a rulesheet on its circuit, which may take five minutes to be made.
pub(crate) fn on_circuit(path: &Path) -> anyhow::Result<Rules> {
    let rules = load(path, 300.0)?;
    if let Err(why) = rules.compiled() {
        anyhow::bail!("it has no circuit: {why}");
    }
    Ok(rules)
}

/// The game of a rulesheet, whose grounding may take so many seconds.
pub(crate) fn load(path: &Path, ground: f64) -> anyhow::Result<Rules> {
    let sheet = parse(path)?;
    let interrupt = Interrupt::after(Duration::from_secs_f64(ground));
    let (limits, ground) = (Limits::default(), GroundLimits::default());
    Ok(Rules::within_while(&sheet, limits, &ground, &interrupt)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace;

    #[test]
    fn a_folder_has_rulesheets_and_a_file_is_one() {
        let folder = workspace::root().join("games");
        let nim = folder.join("nim.kif");
        assert!(of(&folder, "").unwrap().len() > 20);
        assert_eq!(of(&folder, "nim.kif").unwrap(), std::slice::from_ref(&nim));
        assert_eq!(of(&nim, "").unwrap(), std::slice::from_ref(&nim));
        let found: Vec<Sheet> = one_by_one(&folder, "nim.kif").unwrap().collect();
        let found: Vec<(&Path, &str)> = found.iter().map(|sheet| (&*sheet.path, &*sheet.name)).collect();
        assert_eq!(found, [(&*nim, "nim.kif")]);
        assert!(of(&folder, "no such game").unwrap_err().to_string().contains("contains `no such game`"));
        assert_eq!((name(&nim, &folder), name(&nim, &nim)), ("nim.kif".to_owned(), "nim.kif".to_owned()));
    }
}
