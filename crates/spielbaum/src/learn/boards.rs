//! Numbers on boards.

use game::{Board, Coordinate, Fluent};

use crate::error::Error;
use crate::output;

/// The board that the fluents with these texts are about, if there is one, and the fluents.
pub(super) fn find<'t>(texts: impl IntoIterator<Item = &'t String>) -> (Option<Board>, Vec<Fluent>) {
    let fluents: Vec<Fluent> = texts.into_iter().map(|text| parsed(text)).collect();
    (Board::find::<&str>(&fluents, &[], &[]), fluents)
}

/// Draws a board with a number in each cell that has one.
pub(super) fn print(board: &Board, cells: &[Option<f64>]) -> Result<(), Error> {
    let rows: Vec<Coordinate> = board.rows().iter().rev().copied().collect();
    for (row, cells) in rows.iter().zip(cells.chunks(board.columns().len())) {
        let numbers: String = cells
            .iter()
            .map(|cell| cell.map_or_else(|| " ".repeat(7), |number| format!("{number:>+7.1}")))
            .collect();
        output::line(format_args!("{:>4} {}", row.to_string(), numbers.trim_end()))?;
    }
    let columns: String = board.columns().iter().map(|column| format!("{:>7}", column.to_string())).collect();
    output::line(format_args!("{:>4} {columns}", ""))
}

/// The parts of a fluent's text.
pub(super) fn parsed(text: &str) -> Fluent {
    let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
    let (mut parts, mut depth) = (vec![String::new()], 0_usize);
    for c in inner.unwrap_or(text).chars() {
        match c {
            ' ' if depth == 0 => {
                parts.push(String::new());
                continue;
            }
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if let Some(part) = parts.last_mut() {
            part.push(c);
        }
    }
    let name = parts.remove(0);
    Fluent { text: text.to_owned(), name, args: parts }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_has_a_name_and_arguments_that_may_be_terms() {
        let Fluent { name, args, .. } = parsed("(cell 1 (row a b) x)");
        assert_eq!(
            (name.as_str(), args),
            ("cell", vec!["1".to_owned(), "(row a b)".to_owned(), "x".to_owned()])
        );
        assert_eq!(parsed("over").args, Vec::<String>::new());
    }
}
