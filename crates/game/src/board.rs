//! Boards found among the fluents of a rulesheet, by the form of the fluents alone.

mod fluent;

use std::collections::BTreeSet;

use serde::Deserialize;

pub use fluent::{Coordinate, Fluent};

/// The greatest number of columns or rows of a board.
const MAX_LINES: usize = 40;

/// Contents that stand for an empty cell, whatever the others are: the first that a board has.
const BLANK: [&str; 3] = ["empty", "blank", "none"];

/// The content that stands for an empty cell on a board without those of [`BLANK`], unless it looks like
/// a piece.
const SHORT_BLANK: &str = "b";

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
/// A fluent with two coordinates and a content, whatever its name, is read as the cell of a board: first the
/// column, counted from the left, then the row, counted from the bottom. Cells are numbered row by row from
/// the top, each row from the left.
#[derive(Clone, Debug)]
pub struct Board {
    name: String,
    reading: BoardReading,
    columns: Vec<Coordinate>,
    /// From the bottom.
    rows: Vec<Coordinate>,
    contents: BTreeSet<String>,
    /// The content that stands for an empty cell, if one does.
    blank: Option<String>,
    /// The names of the roles.
    roles: Vec<String>,
    /// The places that occur in some fluent.
    places: BTreeSet<Place>,
}

impl Board {
    /// The largest board among the fluents `possible` and those of a `state`, if there is one.
    pub fn find<R: AsRef<str>>(possible: &[Fluent], state: &[Fluent], roles: &[R]) -> Option<Self> {
        Self::all(possible, state, roles).into_iter().next()
    }

    /// All boards that fluents with two coordinates and a content make, one for each name of a fluent, those
    /// with the most cells first.
    pub fn all<R: AsRef<str>>(possible: &[Fluent], state: &[Fluent], roles: &[R]) -> Vec<Self> {
        let names: BTreeSet<&str> = possible.iter().chain(state).map(|fluent| fluent.name.as_str()).collect();
        let boards =
            names.into_iter().filter_map(|name| Self::of(name, BoardReading::Cells, possible, state, roles));
        // A smaller board says less than its fluents.
        let worthwhile = |board: &Self| {
            board.cells() >= 4 && board.places.len() >= 2 && board.columns.len().min(board.rows.len()) >= 2
        };
        let mut boards: Vec<Self> = boards.filter(worthwhile).collect();
        boards.sort_by_key(|board| std::cmp::Reverse(board.cells()));
        boards
    }

    /// The board that the fluents of this name and of the number of arguments of a `reading` make, if all
    /// of them have its form, no two of the `state` are about the same cell, and no line is longer than
    /// 40 cells.
    pub fn of<R: AsRef<str>>(
        name: &str,
        reading: BoardReading,
        possible: &[Fluent],
        state: &[Fluent],
        roles: &[R],
    ) -> Option<Self> {
        let mut places = BTreeSet::new();
        let mut contents = BTreeSet::new();
        // Cells of the state, and those of them with the short content.
        let (mut filled, mut short) = (0, 0);
        let is_own = |fluent: &&Fluent| fluent.name == name && fluent.args.len() == reading.arity();
        for (fluents, distinct) in [(state, true), (possible, false)] {
            for fluent in fluents.iter().filter(is_own) {
                for (place, content) in reading.marks(fluent)? {
                    if !places.insert(place) && distinct {
                        return None;
                    }
                    short += usize::from(distinct && content == SHORT_BLANK);
                    if !contents.contains(content) {
                        contents.insert(content.to_owned());
                    }
                }
            }
            if distinct {
                filled = places.len();
            }
        }
        let columns = line(&places.iter().map(|&(column, _)| column).collect())?;
        let rows = line(&places.iter().map(|&(_, row)| row).collect())?;
        let roles: Vec<String> = roles.iter().map(|role| role.as_ref().to_owned()).collect();
        let is_rare = places.len() - filled > short;
        let blank = blank(&contents, is_rare, &roles).map(str::to_owned);
        Some(Self { name: name.to_owned(), reading, columns, rows, contents, blank, roles, places })
    }

    /// The content that stands for an empty cell, if one does: the first of `empty`, `blank` and `none` that
    /// the board has, or else `b`. It is a piece where more cells have no fluent in the `state` that the
    /// board was found in than have this content, as those are the empty ones, or where it belongs to a role
    /// by its letter as another content does (`b` and `w` of `black` and `white`).
    pub fn blank(&self) -> Option<&str> {
        self.blank.as_deref()
    }

    /// The role whose piece a content is: the one it names in full, or else the only one whose name begins
    /// with it (`x` of `xplayer`), or, for two letters, the only one whose name begins with the first of them
    /// (`wk`, the white king).
    pub fn owner(&self, content: &str) -> Option<usize> {
        if self.blank() == Some(content) {
            return None;
        }
        named_by(content, &self.roles).or_else(|| {
            let mut letters = content.chars();
            match (letters.next(), letters.next(), letters.next()) {
                (Some(first), Some(second), None) if first.is_alphabetic() && second.is_alphabetic() => {
                    named_by(first.encode_utf8(&mut [0; 4]), &self.roles)
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

    /// The number of the cell that a fluent is about, and its content; none if it is about no cell of this
    /// board, or about several.
    pub fn cell<'f>(&self, fluent: &'f Fluent) -> Option<(usize, &'f str)> {
        let [mark] = self.marks(fluent)?.try_into().ok()?;
        Some(mark)
    }

    /// The numbers of the cells that a fluent is about, and their contents; none if it is not about
    /// this board.
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

    /// The column and the row of each cell, in the order of their numbers, and whether any fluent is
    /// about it.
    pub fn each_cell(&self) -> impl Iterator<Item = (Coordinate, Coordinate, bool)> {
        let rows = self.rows.iter().rev();
        rows.flat_map(move |&row| {
            self.columns.iter().map(move |&column| (column, row, self.places.contains(&(column, row))))
        })
    }
}

/// The content that stands for an empty cell, see [`Board::blank`]; `is_rare` says that more cells of a state
/// have no fluent than have the short content.
fn blank<'c>(contents: &'c BTreeSet<String>, is_rare: bool, roles: &[String]) -> Option<&'c str> {
    let content = |name: &str| contents.get(name).map(String::as_str);
    let owner = |letter: &str| named_by(letter, roles).filter(|_| letter.len() == 1);
    let is_piece = |short: &str| {
        let own = owner(short);
        own.is_some() && contents.iter().filter_map(|content| owner(content)).any(|other| Some(other) != own)
    };
    let short = || content(SHORT_BLANK).filter(|blank| !is_rare && !is_piece(blank));
    BLANK.into_iter().find_map(content).or_else(short)
}

/// The role with this name, or else the only one whose name begins with it.
fn named_by(text: &str, roles: &[String]) -> Option<usize> {
    let only = || {
        let mut found = (0..roles.len()).filter(|&role| roles[role].starts_with(text));
        found.next().filter(|_| found.next().is_none())
    };
    roles.iter().position(|role| role == text).or_else(only)
}

/// All coordinates from the least to the greatest of `found`; none if there are too many, or numbers and
/// letters are mixed.
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
        let board = Board::find::<&str>(&fluents, &fluents, &[]).unwrap();
        assert_eq!((board.cells(), board.marks(&damaged)), (4, None));
    }

    /// The board of one row that has all these contents, the first `filled` of them at the beginning.
    fn row(contents: &[&str], filled: usize, roles: &[&str]) -> Board {
        let cell =
            |(column, &content): (usize, &&str)| Fluent::new("cell", &[&column.to_string(), "1", content]);
        let fluents: Vec<Fluent> = contents.iter().enumerate().map(cell).collect();
        Board::of("cell", BoardReading::Cells, &fluents, &fluents[..filled], roles).unwrap()
    }

    #[test]
    fn contents_belong_to_the_role_they_name_in_full_in_part_or_by_a_letter() {
        let owners = |contents: [&str; 6], roles: &[&str]| {
            let board = row(&contents, contents.len(), roles);
            contents.map(|content| board.owner(content))
        };
        let of_xo = owners(["x", "o", "xplayer", "b", "player", "xyz"], &["xplayer", "oplayer"]);
        assert_eq!(of_xo, [Some(0), Some(1), Some(0), None, None, None]);
        let of_colours = owners(["w", "wk", "bl", "bk", "blue", "wall"], &["white", "black", "blue"]);
        assert_eq!(of_colours, [Some(0), Some(0), None, None, Some(2), None]);
        assert_eq!(row(&["b", "w", "empty"], 3, &["white", "black"]).owner("b"), Some(1));
    }

    #[test]
    fn one_content_at_most_is_an_empty_cell() {
        let blank = |contents: &[&str], roles: &[&str]| {
            row(contents, contents.len(), roles).blank().map(str::to_owned)
        };
        let colours = ["white", "black"];
        assert_eq!(blank(&["x", "o", "b"], &["xplayer", "oplayer"]).unwrap(), "b");
        assert_eq!(blank(&["none", "blank", "empty"], &colours).unwrap(), "empty");
        assert_eq!(blank(&["w", "b", "none"], &colours).unwrap(), "none");
        // Chess: the pieces have two letters, and the name of the other colour alone is no piece.
        assert_eq!(blank(&["wp", "bp", "b"], &colours).unwrap(), "b");
        assert_eq!(blank(&["white", "black", "b"], &colours).unwrap(), "b");
        assert_eq!(blank(&["w", "b"], &colours), None);
        assert_eq!(blank(&["w", "b"], &["b", "w"]), None);
        // Empty cells have no fluents, or some that are no cells do not have any.
        assert_eq!(row(&["b", "a", "x", "y"], 2, &["first", "second"]).blank(), None);
        assert_eq!(row(&["b", "a", "x", "y"], 3, &["first", "second"]).blank(), Some("b"));
    }
}
