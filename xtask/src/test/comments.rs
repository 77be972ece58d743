//! The width of comments, which rustfmt leaves as they are.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};

use crate::workspace;

/// Folders with Rust, beside the root.
const FOLDERS: [&str; 3] = ["crates", "fuzz", "xtask"];

/// Folders in which others have put what they built or installed.
const FOREIGN: [&str; 2] = ["node_modules", "target"];

/// No comment is wider than the code may be, apart from what cannot be broken.
pub(super) fn check() -> anyhow::Result<()> {
    let settings: toml::Table = fs::read_to_string(workspace::root().join("rustfmt.toml"))?.parse()?;
    let width = settings.get("max_width").and_then(toml::Value::as_integer);
    let width = width.context("rustfmt.toml says nothing of max_width")?;
    let mut sources = Vec::new();
    for folder in FOLDERS {
        add_sources(&workspace::root().join(folder), &mut sources)?;
    }
    ensure!(!sources.is_empty(), "there are no sources");
    let mut wide = Vec::new();
    for path in sources {
        let lines = too_wide(&fs::read_to_string(&path)?, width as usize);
        wide.extend(lines.into_iter().map(|line| format!("{}:{line}", path.display())));
    }
    ensure!(
        wide.is_empty(),
        "wrap these comments, which are wider than {width} columns:\n{}",
        wide.join("\n")
    );
    Ok(())
}

/// Adds all files with Rust in a folder.
fn add_sources(folder: &Path, sources: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            if !FOREIGN.iter().any(|foreign| entry.file_name() == *foreign) {
                add_sources(&path, sources)?;
            }
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            sources.push(path);
        }
    }
    Ok(())
}

/// The lines, counted from 1, that are comments of more columns. Rows of tables and examples in the
/// documentation may be as wide as they have to.
fn too_wide(source: &str, width: usize) -> Vec<usize> {
    let mut is_example = false;
    let mut wide = Vec::new();
    for (number, line) in (1..).zip(source.lines()) {
        let Some(comment) = line.trim_start().strip_prefix("//") else {
            is_example = false;
            continue;
        };
        let text = comment.trim_start_matches(['/', '!']).trim_start();
        is_example ^= text.starts_with("```");
        if !is_example && !text.starts_with('|') && line.chars().count() > width {
            wide.push(number);
        }
    }
    wide
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_as_wide_as_code_unless_they_cannot_be_broken() {
        let source = "\
            // short\n\
            // as wide as\n\
            // too wide: ä\n\
            let code = \"is not looked at\";\n\
            /// | a row of a table |\n\
            /// ```\n\
            /// let example = 12345;\n\
            /// ```\n\
            //! wide again\n";
        assert_eq!(too_wide(source, 13), [3, 9]);
    }
}
