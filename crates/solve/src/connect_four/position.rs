use game::{Game, Pieces};

use super::bits::{any_line, completing};

/// A position of Connect Four: discs fall into columns, and whoever first has four in a line wins.
///
/// Each column is as many bits as the board has rows and one more, which stays empty, so that no line runs
/// over the edge. A board has at least four columns and a row, and at most 64 bits.
///
/// Source of the representation: J. Tromp, *Fhourstones*; D. Herzberg, *Bitboards and Connect Four*.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    columns: u8,
    rows: u8,
    /// The discs of the side to move.
    pub(super) own: u64,
    /// All discs.
    pub(super) taken: u64,
}

/// What is no position of Connect Four.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionProblem {
    /// No board has these dimensions.
    #[error(
        "a board has at least four columns and a row, and columns times one more than the rows are at most 64"
    )]
    Size,
    /// The state shows no board with pieces of two roles.
    #[error("the state shows no board with discs of two roles")]
    NoBoard,
    /// A disc lies above an empty cell.
    #[error("a disc lies above an empty cell")]
    Floating,
    /// The sides have not moved by turns, or it is the other one's turn.
    #[error("the discs are not those of two sides that move by turns")]
    Turns,
    /// The game went on after it had been won.
    #[error("the side to move has won already")]
    Won,
}

/// Why a move cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveProblem {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The board has no such column.
    #[error("there is no column {0}")]
    NoColumn(u8),
    /// There is no room in the column.
    #[error("column {0} is full")]
    Full(u8),
}

impl Position {
    /// The empty board.
    ///
    /// # Errors
    /// If there are fewer than four columns, no row, or more than 64 bits.
    pub fn empty(columns: u8, rows: u8) -> Result<Self, PositionProblem> {
        let bits = u32::from(columns) * (u32::from(rows) + 1);
        if columns < 4 || rows == 0 || bits > 64 {
            return Err(PositionProblem::Size);
        }
        Ok(Self { columns, rows, own: 0, taken: 0 })
    }

    /// The position that a state of a game is, be its board written by hand or a rulesheet: role 0
    /// moves first.
    ///
    /// # Errors
    /// If the game shows no pieces of two roles on a board, or they are not a position of Connect Four.
    pub fn of<G: Game>(game: &G, state: &G::State) -> Result<Self, PositionProblem> {
        let pieces = game.knowledge().pieces(state).ok_or(PositionProblem::NoBoard)?;
        Self::from_pieces(&pieces)
    }

    /// The position with these discs, those of role 0, which moves first, and of role 1.
    ///
    /// # Errors
    /// If they are not a position of Connect Four.
    pub fn from_pieces(pieces: &Pieces) -> Result<Self, PositionProblem> {
        let size = |count: usize| u8::try_from(count).map_err(|_| PositionProblem::Size);
        let empty = Self::empty(size(pieces.columns)?, size(pieces.rows)?)?;
        let discs = empty.discs(pieces)?;
        let taken = discs[0] | discs[1];
        if (taken & !empty.floor()) >> 1 & !taken != 0 {
            return Err(PositionProblem::Floating);
        }
        let mover = match discs[0].count_ones().checked_sub(discs[1].count_ones()) {
            Some(mover @ (0 | 1)) => mover as usize,
            _ => return Err(PositionProblem::Turns),
        };
        let own = discs[mover];
        if any_line(own, empty.pitch()) {
            Err(PositionProblem::Won)
        } else {
            Ok(Self { own, taken, ..empty })
        }
    }

    /// The discs of both roles among pieces on a board of this size.
    fn discs(&self, pieces: &Pieces) -> Result<[u64; 2], PositionProblem> {
        if (pieces.columns, pieces.rows) != (self.columns.into(), self.rows.into()) {
            return Err(PositionProblem::Size);
        }
        let mut discs = [0_u64; 2];
        for (row, cells) in pieces.cells.chunks_exact(pieces.columns).rev().enumerate() {
            for (column, owner) in cells.iter().enumerate() {
                let cell = 1 << (column * self.pitch() as usize + row);
                match owner {
                    None => {}
                    Some(role @ (0 | 1)) => discs[*role] |= cell,
                    Some(_) => return Err(PositionProblem::NoBoard),
                }
            }
        }
        Ok(discs)
    }

    /// Whether these are its pieces, those of role 0, which moves first, and of role 1.
    pub(super) fn shows(&self, pieces: &Pieces) -> bool {
        let other = self.own ^ self.taken;
        let own_first = self.plies().is_multiple_of(2);
        self.discs(pieces) == Ok(if own_first { [self.own, other] } else { [other, self.own] })
    }

    /// The position after discs in these columns, counted from 0.
    ///
    /// # Errors
    /// If one of the moves cannot be made.
    pub fn after(mut self, columns: &[u8]) -> Result<Self, MoveProblem> {
        for &column in columns {
            if column >= self.columns {
                return Err(MoveProblem::NoColumn(column));
            }
            if self.lost() {
                return Err(MoveProblem::Over);
            }
            let disc = self.landing() & self.column(column);
            if disc == 0 {
                return Err(MoveProblem::Full(column));
            }
            (self.own, self.taken) = (self.own ^ self.taken, self.taken | disc);
        }
        Ok(self)
    }

    /// How many columns and how many rows.
    pub fn dimensions(&self) -> (u8, u8) {
        (self.columns, self.rows)
    }

    /// Discs on the board.
    pub fn plies(&self) -> u32 {
        self.taken.count_ones()
    }

    /// Plies from here to the end if the [score](super::ConnectFourSolver) is this one and both sides play
    /// for it.
    pub fn plies_to_end(&self, score: i8) -> u32 {
        let (cells, plies) = (self.cells(), self.plies());
        if score == 0 {
            return cells - plies;
        }
        // The winner has so many discs left, its last one counted, and as many or one fewer the other side.
        let most = (cells + 2).saturating_sub(2 * u32::from(score.unsigned_abs())).saturating_sub(plies);
        // Who moves now wins after an odd number of plies.
        if most.is_multiple_of(2) == (score > 0) { most.saturating_sub(1) } else { most }
    }

    /// Bits of a column.
    pub(super) fn pitch(&self) -> u32 {
        u32::from(self.rows) + 1
    }

    pub(super) fn cells(&self) -> u32 {
        u32::from(self.columns) * u32::from(self.rows)
    }

    /// The lowest cell of each column.
    pub(super) fn floor(&self) -> u64 {
        (0..self.columns).fold(0, |floor, column| floor | 1 << (u32::from(column) * self.pitch()))
    }

    /// All cells.
    pub(super) fn board(&self) -> u64 {
        self.floor() * ((1 << self.rows) - 1)
    }

    /// The cells of a column.
    fn column(&self, column: u8) -> u64 {
        ((1 << self.rows) - 1) << (u32::from(column) * self.pitch())
    }

    /// The cells that discs can fall to.
    fn landing(&self) -> u64 {
        self.taken.wrapping_add(self.floor()) & self.board()
    }

    /// Whether the other side has four in a line.
    pub(super) fn lost(&self) -> bool {
        any_line(self.own ^ self.taken, self.pitch())
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.lost() || self.plies() == self.cells()
    }

    /// Whether the side to move can win with its next disc.
    pub fn wins_at_once(&self) -> bool {
        completing(self.own, self.pitch()) & self.landing() != 0
    }
}
