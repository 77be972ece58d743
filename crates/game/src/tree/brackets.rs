use super::builder::Builder;
use super::{Tree, TreeError};
use crate::Goal;

pub(super) fn parse(text: &str) -> Result<Tree, TreeError> {
    let mut builder = Builder::two_roles();
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
        let at = text.len() - rest.len();
        let here = |what: String| error_at(text, at, what);
        let Some(first) = rest.chars().next() else { break };
        if builder.complete() {
            return Err(here(format!("the tree has ended, but `{first}` follows; expected nothing more")));
        }
        match first {
            '(' => {
                builder.open(None).map_err(here)?;
                rest = &rest[1..];
            }
            ')' => {
                builder.close().map_err(here)?;
                rest = &rest[1..];
            }
            _ => {
                let end = rest.find(|c: char| c.is_whitespace() || "(),".contains(c)).unwrap_or(rest.len());
                let (word, after) = rest.split_at(end);
                let goal: Goal = word.parse().map_err(|_| {
                    let shown: String = word.chars().take(20).collect();
                    here(format!("`{}`: expected an integer, `(` or `)`", shown.escape_debug()))
                })?;
                builder.leaf(&[goal]).map_err(here)?;
                rest = after;
            }
        }
    }
    let end = |what: String| error_at(text, text.len(), what);
    if !builder.complete() {
        let what = match builder.depth() {
            0 => "expected a tree such as `((3 12 8) (2 4 6))`".to_owned(),
            open => format!("the text ends with {open} unclosed `(`; expected `)`"),
        };
        return Err(end(what));
    }
    builder.finish(None, None).map_err(end)
}

fn error_at(text: &str, at: usize, what: String) -> TreeError {
    let before = &text[..at];
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    TreeError::Text {
        line: before.matches('\n').count() + 1,
        column: before[line_start..].chars().count() + 1,
        what,
    }
}
