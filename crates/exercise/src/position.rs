//! Positions of small games that somebody wins: whoever cannot go on, or must not.

mod coin_row;
mod counting;
mod deal;
mod labelling;
mod nim;
#[cfg(test)]
mod tests;
mod theory;
mod two_rows;

use serde::{Deserialize, Serialize};

pub(crate) use labelling::Labelling;
pub use theory::Theory;

use crate::Successor;

/// A position of one of the games.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ExercisePosition))]
#[serde(tag = "game", rename_all = "kebab-case")]
pub enum Position {
    /// Two count together; a turn says the next number or a few more. Whoever says the target loses.
    Counting {
        /// The last number that was said; 0 at the beginning.
        said: u32,
        /// The number that loses.
        target: u32,
        /// How many numbers a turn may say.
        most: u32,
    },
    /// Coins in rows; a turn takes one, or two of a row that lie side by side. Whoever takes the last wins.
    CoinRow {
        /// How many coins lie side by side in each row. A row that a turn splits becomes two.
        rows: Vec<u32>,
    },
    /// Rows with a piece of each player; a turn slides a piece of one's own along its row and jumps over nothing. Whoever cannot move loses.
    TwoRows {
        /// How many cells a row has.
        width: u32,
        /// Who is to move.
        mover: Side,
        /// The pieces on each row.
        rows: Vec<Pair>,
    },
    /// Heaps; a turn takes any number of objects of one heap. Whoever takes the last of all wins.
    Nim {
        /// How many objects each heap has.
        heaps: Vec<u32>,
    },
}

/// A player with pieces on the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ExerciseSide))]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// Whose pieces stand on the left.
    White,
    /// Whose pieces stand on the right.
    Black,
}

/// The two pieces on a row, by their columns from 1; white's is to the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ExercisePair))]
pub struct Pair {
    /// Where white's piece stands.
    pub white: u32,
    /// Where black's piece stands.
    pub black: u32,
}

/// What a turn does. Rows and heaps are numbered from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ExerciseMove))]
#[serde(tag = "move", rename_all = "kebab-case")]
pub enum Move {
    /// Says the next numbers.
    Say {
        /// How many.
        count: u32,
    },
    /// Takes coins that lie side by side.
    Take {
        /// Of this row.
        row: usize,
        /// From this coin on, the leftmost being 0.
        from: u32,
        /// One or two.
        coins: u32,
    },
    /// Slides a piece of the mover.
    Slide {
        /// On this row.
        row: usize,
        /// From this column.
        from: u32,
        /// To this one.
        to: u32,
    },
    /// Takes objects of a heap.
    Remove {
        /// Of this heap.
        heap: usize,
        /// How many.
        count: u32,
    },
}

impl Position {
    /// All moves of who is to move; none at the end of the game.
    pub(crate) fn moves(&self) -> Vec<Move> {
        match self {
            Position::Counting { said, target, most } => counting::moves(*said, *target, *most),
            Position::CoinRow { rows } => coin_row::moves(rows),
            Position::TwoRows { width, mover, rows } => two_rows::moves(*width, *mover, rows),
            Position::Nim { heaps } => nim::moves(heaps),
        }
    }

    /// The position after a move, with the other player to move. A move that this position does not have changes nothing but who is to move.
    pub(crate) fn after(&self, mov: Move) -> Position {
        match (self, mov) {
            (Position::Counting { said, target, most }, Move::Say { count }) => {
                Position::Counting { said: (said + count).min(*target), target: *target, most: *most }
            }
            (Position::CoinRow { rows }, Move::Take { row, from, coins }) => {
                Position::CoinRow { rows: coin_row::after(rows, row, from, coins) }
            }
            (Position::TwoRows { width, mover, rows }, Move::Slide { row, to, .. }) => {
                two_rows::after(*width, *mover, rows, row, to)
            }
            (Position::Nim { heaps }, Move::Remove { heap, count }) => {
                Position::Nim { heaps: nim::after(heaps, heap, count) }
            }
            _ => self.clone(),
        }
    }

    /// The position that stands for all that are the same but for the order of rows and heaps, and for who is called white.
    pub(crate) fn canonical(&self) -> Position {
        match self {
            Position::Counting { .. } => self.clone(),
            Position::CoinRow { rows } => Position::CoinRow { rows: sorted(rows) },
            Position::TwoRows { width, mover, rows } => two_rows::canonical(*width, *mover, rows),
            Position::Nim { heaps } => {
                Position::Nim { heaps: sorted(heaps).into_iter().filter(|&size| size > 0).collect() }
            }
        }
    }

    /// Whether who is to move wins where there is no move: in the counting game the other has said the target.
    pub(crate) fn end_wins(&self) -> bool {
        matches!(self, Position::Counting { .. })
    }

    /// A move with what it leads to.
    pub(crate) fn successor(&self, mov: Move) -> Successor {
        let to = self.after(mov);
        let theory = to.theory();
        Successor { mov, to, theory }
    }
}

fn sorted<T: Copy + Ord>(items: &[T]) -> Vec<T> {
    let mut items = items.to_vec();
    items.sort_unstable();
    items
}
