//! The width of comments, which rustfmt and Prettier leave as they are.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};

use crate::workspace;

/// Folders with code.
const FOLDERS: [&str; 3] = ["crates", "fuzz", "xtask"];

/// How the names of files with code end.
const EXTENSIONS: [&str; 3] = ["rs", "ts", "svelte"];

/// Folders in which others have put what they built, drew or installed.
const FOREIGN: [&str; 4] = ["dist", "generated", "node_modules", "target"];

/// What a comment of several lines begins and ends with.
const BLOCKS: [(&str, &str); 2] = [("/*", "*/"), ("<!--", "-->")];

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

/// Adds all files with code in a folder.
fn add_sources(folder: &Path, sources: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            if !FOREIGN.iter().any(|foreign| entry.file_name() == *foreign) {
                add_sources(&path, sources)?;
            }
        } else if path.extension().is_some_and(|extension| EXTENSIONS.iter().any(|code| extension == *code)) {
            sources.push(path);
        }
    }
    Ok(())
}

/// The lines, counted from 1, that are comments of more columns. Rows of tables and examples in the
/// documentation may be as wide as they have to.
fn too_wide(source: &str, width: usize) -> Vec<usize> {
    let mut is_example = false;
    let mut block_end = None;
    let mut wide = Vec::new();
    for (number, line) in (1..).zip(source.lines()) {
        let text = line.trim_start();
        if block_end.is_none() {
            block_end = BLOCKS.iter().find(|(start, _)| text.starts_with(start)).map(|(_, end)| *end);
        }
        if block_end.is_none() && !text.starts_with("//") {
            is_example = false;
            continue;
        }
        if block_end.is_some_and(|end| text.contains(end)) {
            block_end = None;
        }
        let text = text.trim_start_matches(['/', '!', '*', ' ']);
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

    #[test]
    fn comments_of_several_lines_are_comments_to_their_end() {
        let source = "\
            /** too wide */\n\
            /*\n\
             * too wide: xy\n\
             */\n\
            const code = 12345;\n\
            <!--\n\
            too wide: text\n\
            -->\n\
            <p>no comment</p>\n";
        assert_eq!(too_wide(source, 13), [1, 3, 7]);
    }
}
