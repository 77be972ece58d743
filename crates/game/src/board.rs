//! Boards found among the fluents of a rulesheet, by the form of the fluents alone.

mod fluent;

use std::collections::BTreeSet;

use serde::Deserialize;

pub use fluent::{Coordinate, Fluent};

/// The greatest number of columns or rows of a board.
const MAX_LINES: usize = 40;

/// Contents that stand for an empty cell.
const BLANK: [&str; 4] = ["b", "blank", "empty", "none"];

/// How fluents describe the cells of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BoardReading {
    /// `(cell COLUMN ROW CONTENT)`: this cell has this content.
    #[default]
    Cells,
    /// `(said NUMBER)`: the marker is on this cell of the only row.
    Track,
    /// `(heap NAME SIZE)`: the row of this name holds so many objects, from the left.
    Heaps,
}

/// A column and a row.
type Place = (Coordinate, Coordinate);

impl BoardReading {
    /// The number of arguments of such a fluent.
    fn arity(self) -> usize {
        match self {
            Self::Cells => 3,
            Self::Track => 1,
            Self::Heaps => 2,
        }
    }

    /// The places that a fluent describes, each with its content; none if the fluent does not have this form.
    fn marks(self, fluent: &Fluent) -> Option<Vec<(Place, &str)>> {
        match (self, fluent.args.as_slice()) {
            (Self::Cells, [column, row, content]) => {
                Some(vec![((Coordinate::parse(column)?, Coordinate::parse(row)?), content.as_str())])
            }
            (Self::Track, [column]) => {
                Some(vec![((Coordinate::parse(column)?, Coordinate::Number(1)), fluent.name.as_str())])
            }
            (Self::Heaps, [row, size]) => {
                let row = Coordinate::parse(row)?;
                let size: i64 = size.parse().ok().filter(|&size| size <= MAX_LINES as i64)?;
                Some(
                    (1..=size)
                        .map(|column| ((Coordinate::Number(column), row), fluent.name.as_str()))
                        .collect(),
                )
            }
            _ => None,
        }
    }
}

/// A board of columns and rows: which cells it has, and what can be in them.
///
/// A fluent with two coordinates and a content, whatever its name, is read as the cell of a board: first the column, counted from the
/// left, then the row, counted from the bottom. Cells are numbered row by row from the top, each row from the left.
#[derive(Clone, Debug)]
pub struct Board {
    name: String,
    reading: BoardReading,
    columns: Vec<Coordinate>,
    /// From the bottom.
    rows: Vec<Coordinate>,
    contents: BTreeSet<String>,
    /// The places that occur in some fluent.
    places: BTreeSet<Place>,
}

impl Board {
    /// The largest board among the fluents `possible` and those of a `state`, if there is one.
    pub fn find(possible: &[Fluent], state: &[Fluent]) -> Option<Self> {
        Self::all(possible, state).into_iter().next()
    }

    /// All boards that fluents with two coordinates and a content make, one for each name of a fluent, those with the most cells first.
    pub fn all(possible: &[Fluent], state: &[Fluent]) -> Vec<Self> {
        let names: BTreeSet<&str> = possible.iter().chain(state).map(|fluent| fluent.name.as_str()).collect();
        let boards =
            names.into_iter().filter_map(|name| Self::of(name, BoardReading::Cells, possible, state));
        // A smaller board says less than its fluents.
        let worthwhile = |board: &Self| {
            board.cells() >= 4 && board.places.len() >= 2 && board.columns.len().min(board.rows.len()) >= 2
        };
        let mut boards: Vec<Self> = boards.filter(worthwhile).collect();
        boards.sort_by_key(|board| std::cmp::Reverse(board.cells()));
        boards
    }

    /// The board that the fluents of this name and of the number of arguments of a `reading` make, if all of them have its form, no two of the `state` are about the
    /// same cell, and no line is longer than 40 cells.
    pub fn of(name: &str, reading: BoardReading, possible: &[Fluent], state: &[Fluent]) -> Option<Self> {
        let mut places = BTreeSet::new();
        let mut contents = BTreeSet::new();
        let is_own = |fluent: &&Fluent| fluent.name == name && fluent.args.len() == reading.arity();
        for (fluents, distinct) in [(state, true), (possible, false)] {
            for fluent in fluents.iter().filter(is_own) {
                for (place, content) in reading.marks(fluent)? {
                    if !places.insert(place) && distinct {
                        return None;
                    }
                    if !contents.contains(content) {
                        contents.insert(content.to_owned());
                    }
                }
            }
        }
        let columns = line(&places.iter().map(|&(column, _)| column).collect())?;
        let rows = line(&places.iter().map(|&(_, row)| row).collect())?;
        Some(Self { name: name.to_owned(), reading, columns, rows, contents, places })
    }

    /// Whether a content stands for an empty cell: `b`, `blank`, `empty` or `none`.
    pub fn is_blank(content: &str) -> bool {
        BLANK.contains(&content)
    }

    /// The role whose piece a content is: the one it names in full, or else the only one whose name begins with it (`x` of `xplayer`),
    /// or, for two letters, the only one whose name begins with the first of them (`wk`, the white king).
    pub fn owner<R: AsRef<str>>(content: &str, roles: &[R]) -> Option<usize> {
        let only = |start: &str| {
            let mut found = (0..roles.len()).filter(|&role| roles[role].as_ref().starts_with(start));
            found.next().filter(|_| found.next().is_none())
        };
        if Self::is_blank(content) {
            return None;
        }
        roles.iter().position(|role| role.as_ref() == content).or_else(|| only(content)).or_else(|| {
            let mut letters = content.chars();
            match (letters.next(), letters.next(), letters.next()) {
                (Some(first), Some(second), None) if first.is_alphabetic() && second.is_alphabetic() => {
                    only(first.encode_utf8(&mut [0; 4]))
                }
                _ => None,
            }
        })
    }

    /// The name of the fluents that are its cells.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How the fluents describe its cells.
    pub fn reading(&self) -> BoardReading {
        self.reading
    }

    /// The columns, from the left.
    pub fn columns(&self) -> &[Coordinate] {
        &self.columns
    }

    /// The rows, from the bottom.
    pub fn rows(&self) -> &[Coordinate] {
        &self.rows
    }

    /// Everything that can be in a cell, sorted.
    pub fn contents(&self) -> impl Iterator<Item = &str> {
        self.contents.iter().map(String::as_str)
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.columns.len() * self.rows.len()
    }

    /// The number of the cell that a fluent is about, and its content; none if it is about no cell of this board, or about several.
    pub fn cell<'f>(&self, fluent: &'f Fluent) -> Option<(usize, &'f str)> {
        let [mark] = self.marks(fluent)?.try_into().ok()?;
        Some(mark)
    }

    /// The numbers of the cells that a fluent is about, and their contents; none if it is not about this board.
    pub fn marks<'f>(&self, fluent: &'f Fluent) -> Option<Vec<(usize, &'f str)>> {
        if fluent.name != self.name {
            return None;
        }
        let marks = self.reading.marks(fluent)?.into_iter();
        marks.map(|((column, row), content)| Some((self.index(column, row)?, content))).collect()
    }

    /// The number of the cell in this column and row.
    pub fn index(&self, column: Coordinate, row: Coordinate) -> Option<usize> {
        let (column, row) = self.position(column, row)?;
        Some((self.rows.len() - 1 - row) * self.columns.len() + column)
    }

    /// The number of columns to the left of this one, and of rows below this one.
    pub fn position(&self, column: Coordinate, row: Coordinate) -> Option<(usize, usize)> {
        Some((self.columns.binary_search(&column).ok()?, self.rows.binary_search(&row).ok()?))
    }

    /// The column and the row of each cell, in the order of their numbers, and whether any fluent is about it.
    pub fn each_cell(&self) -> impl Iterator<Item = (Coordinate, Coordinate, bool)> {
        let rows = self.rows.iter().rev();
        rows.flat_map(move |&row| {
            self.columns.iter().map(move |&column| (column, row, self.places.contains(&(column, row))))
        })
    }
}

/// All coordinates from the least to the greatest of `found`; none if there are too many, or numbers and letters are mixed.
fn line(found: &BTreeSet<Coordinate>) -> Option<Vec<Coordinate>> {
    let (&first, &last) = (found.first()?, found.last()?);
    let line: Vec<Coordinate> = match (first, last) {
        (Coordinate::Number(first), Coordinate::Number(last)) => {
            (first..=last).take(MAX_LINES + 1).map(Coordinate::Number).collect()
        }
        (Coordinate::Letter(first), Coordinate::Letter(last))
            if first.is_ascii_lowercase() == last.is_ascii_lowercase() =>
        {
            (first..=last).map(Coordinate::Letter).collect()
        }
        _ => return None,
    };
    (line.len() <= MAX_LINES).then_some(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fluents_of_the_same_name_with_other_arguments_are_beside_the_board() {
        let cells = [["1", "1"], ["1", "2"], ["2", "1"], ["2", "2"]];
        let mut fluents: Vec<Fluent> =
            cells.iter().map(|[column, row]| Fluent::new("cell", &[column, row, "b"])).collect();
        let damaged = Fluent::new("cell", &["damaged", "1"]);
        fluents.push(damaged.clone());
        let board = Board::find(&fluents, &fluents).unwrap();
        assert_eq!((board.cells(), board.marks(&damaged)), (4, None));
    }

    #[test]
    fn contents_belong_to_the_role_they_name_in_full_in_part_or_by_a_letter() {
        let (xo, colours) = (["xplayer", "oplayer"], ["white", "black", "blue"]);
        let of_xo = ["x", "o", "xplayer", "b", "player", "xyz"].map(|content| Board::owner(content, &xo));
        assert_eq!(of_xo, [Some(0), Some(1), Some(0), None, None, None]);
        let of_colours =
            ["w", "wk", "bl", "bk", "blue", "wall"].map(|content| Board::owner(content, &colours));
        assert_eq!(of_colours, [Some(0), Some(0), None, None, Some(2), None]);
    }
}
