use rand::Rng;

use super::draws::Draws;
use super::knowledge::BoardKnowledge;
use super::{BoardError, BoardState, bits, coordinates, draw, nth_bit};
use crate::{FastPlayout, Game, Goal, Knowledge, Notation, Playout};

const ROLES: [&str; 2] = ["white", "black"];

/// Bits to a column, however few rows there are.
const PITCH: u8 = 8;

/// The lowest cell of each of eight columns.
const FLOOR: u64 = 0x0101_0101_0101_0101;

/// Breakthrough on 4 to 8 columns and as many rows: each side begins with two rows of pawns, which step
/// forward, straight or diagonally, into an empty cell, and capture diagonally. Who reaches the farthest row
/// or captures the last enemy pawn wins.
///
/// A smaller board is a corner of the large one. Moves are `(move COLUMN ROW COLUMN ROW)`, from and to.
/// Somebody always wins: the foremost pawn of a side can always step diagonally, and every step brings some
/// pawn nearer to its goal.
///
/// Source of the game: Dan Troyka, 2000.
#[derive(Clone, Debug)]
pub struct Breakthrough {
    size: u8,
    /// The cells of the board, column by column from the left, each from the bottom.
    board: u64,
    /// The row that each role's pawns run for.
    farthest: [u64; 2],
    knowledge: BoardKnowledge,
    initial: BoardState,
}

/// A move of one side's pawns. Cells are numbered column by column from the left, each from the bottom, 8 to
/// a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PawnMove {
    /// Steps with a pawn.
    Step {
        /// The pawn's cell.
        from: u8,
        /// The cell it goes to, one row ahead.
        to: u8,
    },
    /// Waits for the other role's turn to end.
    Noop,
}

/// Where the pawns of a side can step to, by way of the left, of the middle and of the right, a bit for
/// each pawn.
type Targets = [u64; 3];

impl Breakthrough {
    /// The game on a board of `size` columns and rows.
    ///
    /// # Errors
    /// If the size is not 4 to 8.
    pub fn new(size: u8) -> Result<Self, BoardError> {
        if !(4..=8).contains(&size) {
            return Err(BoardError::BreakthroughSize(size));
        }
        // Times the rows of one column, a bit each, these are the rows of all columns.
        let floor = FLOOR >> (PITCH * (8 - size));
        let rows = |of_column: u64| floor * of_column;
        Ok(Self {
            size,
            board: rows(0xFF >> (8 - size)),
            farthest: [rows(1 << (size - 1)), rows(1)],
            knowledge: BoardKnowledge::sideways(size, size, PITCH),
            initial: BoardState { pieces: [rows(0b11), rows(0b11 << (size - 2))], control: 0 },
        })
    }

    /// How many columns and rows.
    pub fn size(&self) -> u8 {
        self.size
    }

    /// Where the pawns of a role can step to while the game is on. No pawn stands in its farthest row then,
    /// so that of a full board those that would step over the edge fall off the word's ends.
    #[inline(always)]
    fn targets(&self, role: usize, own: u64, other: u64) -> Targets {
        let [left, straight, right] = if role == 0 {
            [own >> (PITCH - 1), own << 1, own << (PITCH + 1)]
        } else {
            [own >> (PITCH + 1), own >> 1, own << (PITCH - 1)]
        };
        let free = self.board & !own;
        [left & free, straight & free & !other, right & free]
    }

    /// The cell that a pawn came from to a target, by its way's number in [`Targets`].
    #[inline(always)]
    fn origin(role: usize, way: usize, target: u64) -> u64 {
        let row = if role == 0 { target >> 1 } else { target << 1 };
        match way {
            0 => row << PITCH,
            1 => row,
            _ => row >> PITCH,
        }
    }

    /// Whether the pawns of a role have won against those of the other.
    #[inline(always)]
    fn won(&self, role: usize, own: u64, other: u64) -> bool {
        own & self.farthest[role] != 0 || other == 0
    }
}

impl Game for Breakthrough {
    type State = BoardState;
    type Move = PawnMove;

    fn roles(&self) -> usize {
        2
    }

    fn initial(&self) -> BoardState {
        self.initial
    }

    #[inline]
    fn terminal(&self, state: &BoardState) -> bool {
        let [white, black] = state.pieces;
        self.won(0, white, black) || self.won(1, black, white)
    }

    #[inline]
    fn legal(&self, state: &BoardState, role: usize, moves: &mut Vec<PawnMove>) {
        moves.clear();
        if role == state.mover() {
            let (own, other) = state.own_and_other();
            let targets = self.targets(role, own, other);
            // Up to eight columns and rows, the order of the bits is the order of the texts.
            for from in bits(own) {
                let reach = self.targets(role, 1 << from, 0);
                let to = (0..3).flat_map(|way| bits(targets[way] & reach[way]));
                moves.extend(to.map(|to| PawnMove::Step { from, to }));
            }
        } else {
            moves.push(PawnMove::Noop);
        }
    }

    #[inline]
    fn next(&self, state: &BoardState, joint: &[PawnMove]) -> BoardState {
        let (mut own, mut other) = state.own_and_other();
        if let PawnMove::Step { from, to } = joint[state.mover()] {
            own ^= 1 << from | 1 << to;
            other &= !(1 << to);
        }
        BoardState::of(1 - state.mover(), other, own)
    }

    #[inline]
    fn goal(&self, state: &BoardState, role: usize) -> Goal {
        100 * Goal::from(self.won(role, state.pieces[role], state.pieces[1 - role]))
    }

    #[inline]
    fn knowledge(&self) -> &dyn Knowledge<BoardState> {
        &self.knowledge
    }

    fn fast_playout(&self) -> Option<&dyn FastPlayout<BoardState>> {
        Some(self)
    }

    fn notation(&self) -> &dyn Notation<Self::State, Self::Move> {
        self
    }
}

impl Notation<BoardState, PawnMove> for Breakthrough {
    fn role_name(&self, role: usize) -> &str {
        ROLES[role]
    }

    fn move_name(&self, mov: PawnMove) -> String {
        match mov {
            PawnMove::Step { from, to } => {
                format!("(move {} {})", coordinates(from, PITCH), coordinates(to, PITCH))
            }
            PawnMove::Noop => "noop".to_owned(),
        }
    }

    fn draw(&self, state: &BoardState) -> String {
        // Either pawn may come to stand on any cell.
        let full = BoardState { pieces: [self.board, self.board], ..self.initial };
        draw(&full, state, |state| state.fluents(PITCH, ROLES), ROLES)
    }
}

impl FastPlayout<BoardState> for Breakthrough {
    fn playout(&self, state: &BoardState, ply_limit: u32, mut rng: &mut dyn Rng) -> Playout<BoardState> {
        let mut draws = Draws::new(&mut rng);
        let (mut own, mut other) = state.own_and_other();
        let mut mover = state.mover();
        let mut plies = 0;
        let mut over = self.terminal(state);
        while !over && plies < ply_limit {
            let targets = self.targets(mover, own, other);
            let counts = targets.map(|targets| targets.count_ones() as usize);
            let mut drawn = draws.below(counts.iter().sum());
            let mut way = 0;
            while drawn >= counts[way] {
                drawn -= counts[way];
                way += 1;
            }
            let to = nth_bit(targets[way], drawn);
            own ^= to | Self::origin(mover, way, to);
            other &= !to;
            over = self.won(mover, own, other);
            (own, other) = (other, own);
            mover = 1 - mover;
            plies += 1;
        }
        Playout { end: BoardState::of(mover, own, other), plies, cut: !over }
    }
}
