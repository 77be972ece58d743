//! Hand-written boards: a comparison for engines that play from rules, and examples of a
//! [`Game`](crate::Game).
//!
//! A board whose rulesheet is built in has its twin's roles, its moves' names and their order, so that
//! whoever plays sees the same game.

mod breakthrough;
mod connect_four;
mod draws;
mod knowledge;
mod lines;
mod mnk;
mod othello;
mod reflections;
#[cfg(test)]
mod tests;

pub use breakthrough::{Breakthrough, PawnMove};
pub use connect_four::ConnectFour;
pub use mnk::MnkGame;
pub use othello::Othello;

use crate::{Board, BoardReading, Fluent, Pieces};

/// The board of a built-in game.
#[derive(Clone, Debug)]
pub enum Native {
    /// Breakthrough.
    Breakthrough(Breakthrough),
    /// An m,n,k-game.
    Mnk(MnkGame),
    /// Connect Four.
    ConnectFour(ConnectFour),
    /// Othello.
    Othello(Othello),
}

impl Native {
    /// The built-in games that have a native board, sorted.
    pub const NAMES: [&str; 7] = [
        "breakthrough",
        "breakthrough-6x6",
        "connect-four",
        "othello",
        "othello-4x4",
        "othello-6x6",
        "tictactoe",
    ];

    /// The board of the built-in game of this name, if it has one.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "breakthrough" => Breakthrough::new(8).map(Self::Breakthrough).ok(),
            "breakthrough-6x6" => Breakthrough::new(6).map(Self::Breakthrough).ok(),
            "connect-four" => ConnectFour::new(7, 6).map(Self::ConnectFour).ok(),
            "othello" => Othello::new(8).map(Self::Othello).ok(),
            "othello-4x4" => Othello::new(4).map(Self::Othello).ok(),
            "othello-6x6" => Othello::new(6).map(Self::Othello).ok(),
            "tictactoe" => MnkGame::new(3, 3, 3).map(Self::Mnk).ok(),
            _ => None,
        }
    }
}

/// The pieces of two roles, and whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoardState {
    /// The cells that each role has taken, a bit a cell.
    pieces: [u64; 2],
    /// The role in control, 0 or 1.
    control: u8,
}

impl BoardState {
    const EMPTY: Self = Self { pieces: [0, 0], control: 0 };

    fn mover(&self) -> usize {
        usize::from(self.control)
    }

    fn taken(&self) -> u64 {
        self.pieces[0] | self.pieces[1]
    }

    /// The pieces of the role in control, and of the other.
    fn own_and_other(&self) -> (u64, u64) {
        (self.pieces[self.mover()], self.pieces[1 - self.mover()])
    }

    /// The pieces on a board whose columns are `pitch` bits each.
    fn pieces(&self, columns: u8, rows: u8, pitch: u8) -> Pieces {
        let owner = |cell: u8| (0..2).find(|&role: &usize| self.pieces[role] >> cell & 1 == 1);
        let row = |row: u8| (0..columns).map(move |column| owner(column * pitch + row));
        Pieces { columns: columns.into(), rows: rows.into(), cells: (0..rows).rev().flat_map(row).collect() }
    }

    /// Each piece as a fluent: its cell, on a board whose columns are `pitch` bits each, and its role.
    fn fluents(&self, pitch: u8, roles: [&str; 2]) -> Vec<Fluent> {
        let of_role =
            |role: usize| bits(self.pieces[role]).map(move |cell| Fluent::at(cell, pitch, roles[role]));
        of_role(0).chain(of_role(1)).collect()
    }

    /// The state in which these are the pieces of the role in control, and of the other.
    fn of(control: usize, own: u64, other: u64) -> Self {
        let mut pieces = [other; 2];
        pieces[control] = own;
        Self { pieces, control: control as u8 }
    }
}

/// A move on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BoardMove {
    /// Puts a piece at a place, a cell or a column, numbered by the game.
    At(u8),
    /// Puts no piece, as none can be put.
    Pass,
    /// Waits for the other role's turn to end.
    Noop,
}

/// What no board is made for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// More cells than the board has bits.
    #[error("a board of {columns} columns and {rows} rows is too large: {limit}")]
    TooLarge {
        /// How many were asked for.
        columns: u8,
        /// How many were asked for.
        rows: u8,
        /// What would fit.
        limit: &'static str,
    },
    /// A game that nobody could ever win.
    #[error("no line of {length} fits on {columns} columns and {rows} rows; give {remedy}")]
    NoLine {
        /// Cells in a line.
        length: u8,
        /// How many were asked for.
        columns: u8,
        /// How many were asked for.
        rows: u8,
        /// What would help.
        remedy: &'static str,
    },
    /// A square that Breakthrough is not played on.
    #[error("Breakthrough is played on 4 to 8 columns and rows, not on {0}")]
    BreakthroughSize(u8),
    /// A square that Othello is not played on.
    #[error("Othello is played on 4, 6 or 8 columns and rows, not on {0}")]
    OthelloSize(u8),
}

/// The text of a cell's coordinates, each counted from 1, where each column is `pitch` bits.
fn coordinates(cell: u8, pitch: u8) -> String {
    format!("{} {}", cell / pitch + 1, cell % pitch + 1)
}

impl Fluent {
    /// A cell with its content, where each column is `pitch` bits.
    fn at(cell: u8, pitch: u8, content: &str) -> Self {
        let [column, row] = [cell / pitch, cell % pitch].map(|line| (line + 1).to_string());
        Self::new("cell", &[&column, &row, content])
    }
}

/// Places in the order of their moves' texts, where 10 comes before 2.
fn in_text_order(places: impl Iterator<Item = u8>, text: impl Fn(u8) -> String) -> Vec<u8> {
    let mut places: Vec<u8> = places.collect();
    places.sort_by_cached_key(|&place| text(place));
    places
}

/// The state as text: the rows of the board from the top, a letter for each piece, and the role in control.
fn draw(
    possible: &BoardState,
    state: &BoardState,
    fluents: impl Fn(&BoardState) -> Vec<Fluent>,
    roles: [&str; 2],
) -> String {
    let (cells, control) = (fluents(state), format!("(control {})", roles[state.mover()]));
    let Some(board) = Board::of("cell", BoardReading::Cells, &fluents(possible), &cells, &roles) else {
        return control;
    };
    let mut symbols = vec!["."; board.cells()];
    for (cell, content) in cells.iter().filter_map(|fluent| board.cell(fluent)) {
        symbols[cell] = if board.blank() == Some(content) { "." } else { &content[..1] };
    }
    let rows = symbols.chunks(board.columns().len()).map(|row| row.join(" "));
    rows.chain([control]).collect::<Vec<_>>().join("\n")
}

/// The set bits' numbers, ascending.
fn bits(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros() as u8);
        set &= set.wrapping_sub(1);
        bit
    })
}

/// The set bit that `index` others are below.
#[inline(always)]
fn nth_bit(mut set: u64, index: usize) -> u64 {
    for _ in 0..index {
        set &= set - 1;
    }
    set & set.wrapping_neg()
}
