//! Positions of four small games without draws.

mod coin_row;
mod counting;
mod labelling;
mod nim;
mod random;
mod rules;
#[cfg(test)]
mod tests;
mod theory;
mod two_rows;

use serde::{Deserialize, Serialize};

pub(crate) use labelling::Labelling;
pub use theory::Theory;

/// A position of one of the games.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ExercisePosition))]
#[serde(tag = "game", rename_all = "kebab-case")]
pub enum Position {
    /// The counting game: a turn says the next numbers, at least one. The player who says the target loses.
    Counting {
        /// The last number that was said; 0 at the beginning.
        said: u32,
        /// The number that nobody wants to say.
        target: u32,
        /// The most numbers that a turn may say.
        most: u32,
    },
    /// Kayles with coins: a turn takes one coin, or two adjacent coins of a row. The player who takes the
    /// last coin wins.
    CoinRow {
        /// The number of coins in each row. A turn may split a row into two.
        rows: Vec<u32>,
    },
    /// Northcott's game: each row has one piece of each player. A turn moves one's own piece along its row,
    /// not over the other. The player who cannot move loses.
    TwoRows {
        /// The number of cells of a row.
        width: u32,
        /// The player to move.
        mover: Side,
        /// The pieces on each row.
        rows: Vec<Pair>,
    },
    /// Nim: a turn takes any number of objects from one heap. The player who takes the last object wins.
    Nim {
        /// The number of objects in each heap.
        heaps: Vec<u32>,
    },
}

/// A player of Northcott's game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ExerciseSide))]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// The player whose pieces are on the left.
    White,
    /// The player whose pieces are on the right.
    Black,
}

/// The two pieces on a row, by their columns from 1; white's is left of black's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ExercisePair))]
pub struct Pair {
    /// The column of white's piece.
    pub white: u32,
    /// The column of black's piece.
    pub black: u32,
}

/// A move. Rows and heaps are numbered from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ExerciseMove))]
#[serde(tag = "move", rename_all = "kebab-case")]
pub enum Move {
    /// Says the next numbers.
    Say {
        /// The number of numbers.
        count: u32,
    },
    /// Takes adjacent coins.
    Take {
        /// The row.
        row: usize,
        /// The first coin that is taken, from 0 at the left.
        from: u32,
        /// The number of coins, 1 or 2.
        coins: u32,
    },
    /// Slides a piece of the player to move.
    Slide {
        /// The row.
        row: usize,
        /// The column of the piece.
        from: u32,
        /// The column to which it moves.
        to: u32,
    },
    /// Takes objects from a heap.
    Remove {
        /// The heap.
        heap: usize,
        /// The number of objects.
        count: u32,
    },
}

/// A move, the position after it, and the Sprague-Grundy values of that position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ExerciseSuccessor))]
pub struct Successor {
    /// The move.
    #[serde(rename = "move")]
    pub mov: Move,
    /// The position after it.
    pub to: Position,
    /// The values of that position.
    pub theory: Theory,
}

impl Position {
    /// The legal moves; none if the game is over.
    pub(crate) fn moves(&self) -> Vec<Move> {
        match self {
            Position::Counting { said, target, most } => counting::moves(*said, *target, *most),
            Position::CoinRow { rows } => coin_row::moves(rows),
            Position::TwoRows { width, mover, rows } => two_rows::moves(*width, *mover, rows),
            Position::Nim { heaps } => nim::moves(heaps),
        }
    }

    /// The position after a legal move, with the other player to move.
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

    /// The representative of all positions that differ only in the order of rows and heaps and in the colour
    /// of the player to move.
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

    /// Whether the player to move wins if there is no move: in the counting game the opponent has said
    /// the target.
    pub(crate) fn end_wins(&self) -> bool {
        matches!(self, Position::Counting { .. })
    }

    /// A move with the position after it.
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
