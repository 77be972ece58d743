use std::fmt;

use game::Pieces;

use super::board::{Board, each, pitch};

/// A position of Othello on a board of 4, 6 or 8 columns and as many rows, with any discs on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OthelloPosition {
    size: u8,
    /// The discs of the side to move.
    pub(super) own: u64,
    /// The discs of the other side.
    pub(super) other: u64,
}

/// What is no position of Othello.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OthelloPositionProblem {
    /// No board has these dimensions.
    #[error("a board has 4, 6 or 8 columns and as many rows")]
    Size,
    /// The state shows no board with pieces of two roles.
    #[error("the state shows no board with discs of two roles")]
    NoBoard,
}

/// A cell of a board, by its column counted from the left and its row counted from below, both from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoardCell {
    /// The column.
    pub column: u8,
    /// The row.
    pub row: u8,
}

impl fmt::Display for BoardCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.column + 1, self.row + 1)
    }
}

/// Calls a function for the size of a board, which is a constant of it.
macro_rules! for_size {
    ($size:expr, $SIZE:ident => $call:expr) => {
        match $size {
            4 => {
                const $SIZE: usize = 4;
                $call
            }
            6 => {
                const $SIZE: usize = 6;
                $call
            }
            _ => {
                const $SIZE: usize = 8;
                $call
            }
        }
    };
}
pub(super) use for_size;

impl OthelloPosition {
    /// The first position: four discs in the middle.
    ///
    /// # Errors
    /// If the size is not 4, 6 or 8.
    pub fn initial(size: u8) -> Result<Self, OthelloPositionProblem> {
        let empty = Self::empty(size.into())?;
        let (low, high) = (size / 2 - 1, size / 2);
        let both = |a: (u8, u8), b: (u8, u8)| {
            empty.bit(BoardCell { column: a.0, row: a.1 }) | empty.bit(BoardCell { column: b.0, row: b.1 })
        };
        Ok(Self { own: both((low, high), (high, low)), other: both((low, low), (high, high)), ..empty })
    }

    fn empty(size: usize) -> Result<Self, OthelloPositionProblem> {
        match size {
            4 | 6 | 8 => Ok(Self { size: size as u8, own: 0, other: 0 }),
            _ => Err(OthelloPositionProblem::Size),
        }
    }

    /// The position with these discs in which a role moves, 0 or 1.
    ///
    /// # Errors
    /// If the board has another size, or pieces of other roles.
    pub fn from_pieces(pieces: &Pieces, mover: usize) -> Result<Self, OthelloPositionProblem> {
        if pieces.columns != pieces.rows {
            return Err(OthelloPositionProblem::Size);
        }
        let mut position = Self::empty(pieces.columns)?;
        for (row, cells) in pieces.cells.chunks_exact(pieces.columns).rev().enumerate() {
            for (column, owner) in cells.iter().enumerate() {
                let cell = position.bit(BoardCell { column: column as u8, row: row as u8 });
                match owner {
                    None => {}
                    Some(role @ (0 | 1)) if *role == mover => position.own |= cell,
                    Some(0 | 1) => position.other |= cell,
                    Some(_) => return Err(OthelloPositionProblem::NoBoard),
                }
            }
        }
        Ok(position)
    }

    /// How many columns and rows.
    pub fn size(&self) -> u8 {
        self.size
    }

    /// The discs of the side to move, and those of the other side.
    pub fn discs(&self) -> (u32, u32) {
        (self.own.count_ones(), self.other.count_ones())
    }

    /// The empty cells.
    pub fn empty_cells(&self) -> u32 {
        u32::from(self.size).pow(2) - (self.own | self.other).count_ones()
    }

    /// The cells where the side to move can place a disc.
    pub fn moves(&self) -> Vec<BoardCell> {
        each(self.open()).map(|number| self.cell(number)).collect()
    }

    /// The position after a disc in a cell; none if it flips no other.
    #[must_use]
    pub fn after(&self, cell: BoardCell) -> Option<Self> {
        let bit = if cell.column.max(cell.row) < self.size { self.bit(cell) } else { 0 };
        (bit & self.open() != 0).then(|| {
            let (own, other) =
                for_size!(self.size, SIZE => Board::<SIZE>::after(bit.trailing_zeros(), self.own, self.other));
            Self { own, other, ..*self }
        })
    }

    /// The position after a pass, which is a move only where there is no other.
    #[must_use]
    pub fn passed(&self) -> Self {
        Self { own: self.other, other: self.own, ..*self }
    }

    /// Whether neither side can place a disc.
    pub fn is_over(&self) -> bool {
        self.open() == 0 && self.passed().open() == 0
    }

    fn open(&self) -> u64 {
        for_size!(self.size, SIZE => Board::<SIZE>::moves(self.own, self.other))
    }

    fn bit(&self, cell: BoardCell) -> u64 {
        1 << (usize::from(cell.row) * pitch(self.size.into()) + usize::from(cell.column))
    }

    /// The cell of a bit, by its number.
    pub(super) fn cell(&self, number: u32) -> BoardCell {
        let pitch = pitch(self.size.into()) as u32;
        BoardCell { column: (number % pitch) as u8, row: (number / pitch) as u8 }
    }
}
