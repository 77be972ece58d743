use rand::Rng;

use super::draws::Draws;
use super::knowledge::BoardKnowledge;
use super::{BoardError, BoardMove, BoardState, bits, coordinates, draw, nth_bit};
use crate::{FastPlayout, Game, Goal, Knowledge, Notation, Playout};

const ROLES: [&str; 2] = ["black", "white"];

/// Bits to a column, however few rows there are.
const PITCH: u8 = 8;

/// Othello on 4, 6 or 8 columns and as many rows: a disc is placed where it flips discs of the other side
/// between itself and another own one, in a column, a row or a diagonal. Who cannot place passes; when
/// neither can, more discs win.
///
/// A smaller board is a corner of the large one. Moves are `(place COLUMN ROW)` and `pass`.
///
/// Source of the fills by doubling: Steffan Westcott's Kogge-Stone algorithm (Chess Programming Wiki), as
/// Richard Delorme's Edax shortens it for runs of six.
#[derive(Clone, Debug)]
pub struct Othello {
    size: u8,
    /// The cells of the board, column by column from the left, each from the bottom.
    board: u64,
    /// All but the lowest and the topmost row, all but the leftmost and the rightmost column, and what both
    /// leave. Discs that are flipped along a direction that leaves a border never lie in it.
    inner: [u64; 4],
    initial: BoardState,
    knowledge: BoardKnowledge,
}

impl Othello {
    /// The game on a board of `size` columns and rows.
    ///
    /// # Errors
    /// If the size is not 4, 6 or 8.
    pub fn new(size: u8) -> Result<Self, BoardError> {
        if ![4, 6, 8].contains(&size) {
            return Err(BoardError::OthelloSize(size));
        }
        let cells = |holds: &dyn Fn(u8, u8) -> bool| {
            let of_board = (0..size).flat_map(|column| (0..size).map(move |row| (column, row)));
            of_board
                .filter(|&(column, row)| holds(column, row))
                .fold(0, |set, (column, row)| set | bit(column, row))
        };
        let within = |line: u8| 0 < line && line < size - 1;
        let rows = cells(&|_, row| within(row));
        let columns = cells(&|column, _| within(column));
        let (low, high) = (size / 2 - 1, size / 2);
        let black = bit(low, high) | bit(high, low);
        let white = bit(low, low) | bit(high, high);
        Ok(Self {
            size,
            board: cells(&|_, _| true),
            inner: [rows, columns, rows & columns, rows & columns],
            initial: BoardState { pieces: [black, white], control: 0 },
            knowledge: BoardKnowledge::all_ways(size, size, PITCH),
        })
    }

    /// How many columns and rows.
    pub fn size(&self) -> u8 {
        self.size
    }

    /// The cells where the side of `own` can place a disc.
    #[inline(always)]
    fn placements(&self, own: u64, other: u64) -> u64 {
        let mut ends = 0;
        for (shift, inner) in self.directions() {
            let inside = other & inner;
            ends |= run::<true>(own, inside, shift) << shift | run::<false>(own, inside, shift) >> shift;
        }
        ends & self.board & !(own | other)
    }

    /// The discs that a disc placed in `cell`, a bit, flips.
    #[inline(always)]
    fn flips(&self, cell: u64, own: u64, other: u64) -> u64 {
        let mut flips = 0;
        for (shift, inner) in self.directions() {
            let inside = other & inner;
            let up = run::<true>(cell, inside, shift);
            let down = run::<false>(cell, inside, shift);
            flips |= if up << shift & own != 0 { up } else { 0 };
            flips |= if down >> shift & own != 0 { down } else { 0 };
        }
        flips
    }

    fn directions(&self) -> [(u8, u64); 4] {
        let [rows, columns, rising, falling] = self.inner;
        [(1, rows), (PITCH, columns), (PITCH + 1, rising), (PITCH - 1, falling)]
    }
}

/// The unbroken run of `inside` cells from each of the `from` cells, at most six long, towards higher bits or
/// lower ones.
#[inline(always)]
fn run<const UP: bool>(from: u64, inside: u64, shift: u8) -> u64 {
    let move_by = |set: u64, by: u8| if UP { set << by } else { set >> by };
    let mut run = inside & move_by(from, shift);
    run |= inside & move_by(run, shift);
    let pairs = inside & move_by(inside, shift);
    run |= pairs & move_by(run, 2 * shift);
    run | pairs & move_by(run, 2 * shift)
}

fn bit(column: u8, row: u8) -> u64 {
    1 << (column * PITCH + row)
}

impl Game for Othello {
    type State = BoardState;
    type Move = BoardMove;

    fn roles(&self) -> usize {
        2
    }

    fn initial(&self) -> BoardState {
        self.initial
    }

    #[inline]
    fn terminal(&self, state: &BoardState) -> bool {
        let [black, white] = state.pieces;
        self.placements(black, white) == 0 && self.placements(white, black) == 0
    }

    #[inline]
    fn legal(&self, state: &BoardState, role: usize, moves: &mut Vec<BoardMove>) {
        moves.clear();
        if role == state.mover() {
            let (own, other) = state.own_and_other();
            // Up to eight columns and rows, the order of the bits is the order of the texts.
            moves.extend(bits(self.placements(own, other)).map(BoardMove::At));
            if moves.is_empty() {
                moves.push(BoardMove::Pass);
            }
        } else {
            moves.push(BoardMove::Noop);
        }
    }

    #[inline]
    fn next(&self, state: &BoardState, joint: &[BoardMove]) -> BoardState {
        let (mut own, mut other) = state.own_and_other();
        if let BoardMove::At(cell) = joint[state.mover()] {
            let flips = self.flips(1 << cell, own, other);
            own |= flips | 1 << cell;
            other &= !flips;
        }
        BoardState::of(1 - state.mover(), other, own)
    }

    #[inline]
    fn goal(&self, state: &BoardState, role: usize) -> Goal {
        let discs = |role: usize| state.pieces[role].count_ones();
        50 + 50 * discs(role).cmp(&discs(1 - role)) as Goal
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

impl Notation<BoardState, BoardMove> for Othello {
    fn role_name(&self, role: usize) -> &str {
        ROLES[role]
    }

    fn move_name(&self, mov: BoardMove) -> String {
        match mov {
            BoardMove::At(cell) => format!("(place {})", coordinates(cell, PITCH)),
            BoardMove::Pass => "pass".to_owned(),
            BoardMove::Noop => "noop".to_owned(),
        }
    }

    fn draw(&self, state: &BoardState) -> String {
        // Either disc may come to lie on any cell.
        let full = BoardState { pieces: [self.board, self.board], ..self.initial };
        draw(&full, state, |state| state.fluents(PITCH, ROLES), ROLES)
    }
}

impl FastPlayout<BoardState> for Othello {
    fn playout(&self, state: &BoardState, ply_limit: u32, mut rng: &mut dyn Rng) -> Playout<BoardState> {
        let mut draws = Draws::new(&mut rng);
        let (mut own, mut other) = state.own_and_other();
        let mut plies = 0;
        let over = loop {
            let placements = self.placements(own, other);
            let over = placements == 0 && self.placements(other, own) == 0;
            if over || plies == ply_limit {
                break over;
            }
            if placements != 0 {
                let cell = nth_bit(placements, draws.below(placements.count_ones() as usize));
                let flips = self.flips(cell, own, other);
                own |= flips | cell;
                other &= !flips;
            }
            (own, other) = (other, own);
            plies += 1;
        };
        let end = BoardState::of((state.mover() + plies as usize) % 2, own, other);
        Playout { end, plies, cut: !over }
    }
}
