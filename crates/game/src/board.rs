use std::collections::BTreeSet;

use serde::Deserialize;

use super::fluent::{Coordinate, Fluent};

/// The greatest number of columns or rows that is drawn.
const MOST_LINES: usize = 40;

/// How fluents speak of the cells of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Reading {
    /// `(cell COLUMN ROW CONTENT)`: this cell has this content.
    #[default]
    Cells,
    /// `(said NUMBER)`: the marker stands on this cell of the only row.
    Track,
    /// `(heap NAME SIZE)`: the row of this name has so many things in it, from the left.
    Heaps,
}

/// A column and a row.
type Place = (Coordinate, Coordinate);

impl Reading {
    /// What a fluent says is where; none if it cannot be read so.
    fn marks(self, fluent: &Fluent) -> Option<Vec<(Place, &str)>> {
        match (self, fluent.args.as_slice()) {
            (Self::Cells, [column, row, content]) => {
                Some(vec![((Coordinate::read(column)?, Coordinate::read(row)?), content.as_str())])
            }
            (Self::Track, [column]) => {
                Some(vec![((Coordinate::read(column)?, Coordinate::Number(1)), fluent.name.as_str())])
            }
            (Self::Heaps, [row, size]) => {
                let row = Coordinate::read(row)?;
                let size: i64 = size.parse().ok().filter(|&size| size <= MOST_LINES as i64)?;
                Some(
                    (1..=size)
                        .map(|thing| ((Coordinate::Number(thing), row), fluent.name.as_str()))
                        .collect(),
                )
            }
            _ => None,
        }
    }
}

/// Which cells there are, and what can be in them.
pub(crate) struct Board {
    /// The name of the fluents that are its cells.
    pub(super) name: String,
    pub(super) reading: Reading,
    pub(crate) columns: Vec<Coordinate>,
    /// From the bottom.
    pub(crate) rows: Vec<Coordinate>,
    pub(super) contents: BTreeSet<String>,
    /// The places that some fluent speaks of.
    places: BTreeSet<Place>,
}

impl Board {
    /// The fluents of one name that look most like a board: those with the most cells.
    pub(crate) fn find(possible: &[Fluent], state: &[Fluent]) -> Option<Self> {
        Self::all(possible, state).into_iter().next()
    }

    /// All boards that fluents with two coordinates and a content make, whatever their name, those with the most cells first.
    pub(super) fn all(possible: &[Fluent], state: &[Fluent]) -> Vec<Self> {
        let names: BTreeSet<&str> = possible.iter().chain(state).map(|fluent| fluent.name.as_str()).collect();
        let boards = names.into_iter().filter_map(|name| Self::of(name, Reading::Cells, possible, state));
        // Less than that says less than the fluents themselves.
        let worthwhile = |board: &Self| {
            board.cells() >= 4 && board.places.len() >= 2 && board.columns.len().min(board.rows.len()) >= 2
        };
        let mut boards: Vec<Self> = boards.filter(worthwhile).collect();
        boards.sort_by_key(|board| std::cmp::Reverse(board.cells()));
        boards
    }

    /// The board that the fluents of this name make, if every one can be read so and no two of the state share a place.
    pub(super) fn of(name: &str, reading: Reading, possible: &[Fluent], state: &[Fluent]) -> Option<Self> {
        let mut places = BTreeSet::new();
        let mut contents = BTreeSet::new();
        for (fluents, apart) in [(state, true), (possible, false)] {
            for fluent in fluents.iter().filter(|fluent| fluent.name == name) {
                for (place, content) in reading.marks(fluent)? {
                    if !places.insert(place) && apart {
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

    /// How many cells there are.
    pub(crate) fn cells(&self) -> usize {
        self.columns.len() * self.rows.len()
    }

    /// The cell that a fluent speaks of, counted row by row from the top, each from the left, and its content; none if it
    /// speaks of no cell of this board, or of several.
    pub(crate) fn cell<'f>(&self, fluent: &'f Fluent) -> Option<(usize, &'f str)> {
        let [mark] = self.marks(fluent)?.try_into().ok()?;
        Some(mark)
    }

    /// The cells that a fluent speaks of, counted row by row from the top, each from the left, and what it says is in them; none
    /// if it is not about this board.
    pub(super) fn marks<'f>(&self, fluent: &'f Fluent) -> Option<Vec<(usize, &'f str)>> {
        if fluent.name != self.name {
            return None;
        }
        let marks = self.reading.marks(fluent)?.into_iter();
        marks.map(|((column, row), content)| Some((self.index(column, row)?, content))).collect()
    }

    /// The number of the cell in this column and row.
    pub(super) fn index(&self, column: Coordinate, row: Coordinate) -> Option<usize> {
        let (column, row) = self.position(column, row)?;
        Some((self.rows.len() - 1 - row) * self.columns.len() + column)
    }

    /// How many columns lie to the left of this one, and how many rows below this one.
    pub(super) fn position(&self, column: Coordinate, row: Coordinate) -> Option<(usize, usize)> {
        Some((self.columns.binary_search(&column).ok()?, self.rows.binary_search(&row).ok()?))
    }

    /// The cells with their columns and rows, in the order of their numbers, and whether a fluent ever speaks of them.
    pub(super) fn each_cell(&self) -> impl Iterator<Item = (Coordinate, Coordinate, bool)> {
        let rows = self.rows.iter().rev();
        rows.flat_map(move |&row| {
            self.columns.iter().map(move |&column| (column, row, self.places.contains(&(column, row))))
        })
    }
}

/// The whole line of coordinates from the least to the greatest; none if it is too long to draw or mixes numbers and
/// letters.
fn line(found: &BTreeSet<Coordinate>) -> Option<Vec<Coordinate>> {
    let (&first, &last) = (found.first()?, found.last()?);
    let line: Vec<Coordinate> = match (first, last) {
        (Coordinate::Number(first), Coordinate::Number(last)) => {
            (first..=last).take(MOST_LINES + 1).map(Coordinate::Number).collect()
        }
        (Coordinate::Letter(first), Coordinate::Letter(last))
            if first.is_ascii_lowercase() == last.is_ascii_lowercase() =>
        {
            (first..=last).map(Coordinate::Letter).collect()
        }
        _ => return None,
    };
    (line.len() <= MOST_LINES).then_some(line)
}
