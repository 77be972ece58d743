use rand::Rng;

use super::draws::Draws;
use super::knowledge::BoardKnowledge;
use super::{BoardError, BoardMove, BoardState, draw, in_text_order};
use crate::{FastPlayout, Fluent, Game, Goal, Knowledge, Notation, Playout};

const ROLES: [&str; 2] = ["red", "yellow"];

/// The most columns: each takes at least two bits of 64.
const MOST_COLUMNS: usize = 32;

/// Connect Four: discs fall into columns, and whoever first has four side by side in a column, a row or a
/// diagonal wins.
///
/// Each column is as many bits as it has rows, and one more that stays empty, so that no line runs over the
/// edge. There are at least four columns, and 64 bits for all of them. Moves are `(drop COLUMN)`.
///
/// Source of the representation: John Tromp, Fhourstones; Pascal Pons, Solving Connect Four: how to build a
/// perfect AI.
#[derive(Clone, Debug)]
pub struct ConnectFour {
    columns: u8,
    rows: u8,
    /// The lowest cell of each column.
    floor: u64,
    knowledge: BoardKnowledge,
    /// All columns, in the order of their moves.
    order: Vec<u8>,
}

impl ConnectFour {
    /// The game on a board of `columns` by `rows`; the usual one is 7 by 6.
    ///
    /// # Errors
    /// If there are fewer than four columns, or more than 64 bits.
    pub fn new(columns: u8, rows: u8) -> Result<Self, BoardError> {
        if columns < 4 || rows == 0 {
            let remedy = "at least four columns and a row";
            return Err(BoardError::NoLine { length: 4, columns, rows, remedy });
        }
        let pitch = u32::from(rows) + 1;
        if u32::from(columns) * pitch > 64 {
            let limit = "columns times one more than the rows are at most 64";
            return Err(BoardError::TooLarge { columns, rows, limit });
        }
        let floor = (0..u32::from(columns)).fold(0, |floor, column| floor | 1 << (column * pitch));
        let order = in_text_order(0..columns, drop_name);
        let knowledge = BoardKnowledge::sideways(columns, rows, rows + 1);
        Ok(Self { columns, rows, floor, knowledge, order })
    }

    /// How many columns and how many rows.
    pub fn dimensions(&self) -> (u8, u8) {
        (self.columns, self.rows)
    }

    /// Bits to a column.
    fn pitch(&self) -> u8 {
        self.rows + 1
    }

    /// The cell that a disc would fall to, as a bit; the one above the board if the column is full.
    #[inline]
    fn landing(&self, taken: u64, column: u8) -> u64 {
        let shift = column * self.pitch();
        let cells = (1_u64 << self.rows) - 1;
        ((taken >> shift & cells) + 1) << shift
    }

    /// The bits above the board.
    fn ceiling(&self) -> u64 {
        self.floor << self.rows
    }

    /// Whether no column takes another disc.
    #[inline]
    fn full(&self, state: &BoardState) -> bool {
        let top = self.ceiling() >> 1;
        state.taken() & top == top
    }

    /// Whether there are four discs in a line, found from pairs.
    #[inline(always)]
    fn any_line(discs: u64, pitch: u8) -> bool {
        let mut lines = 0;
        for shift in [1, pitch, pitch - 1, pitch + 1] {
            let pairs = discs & discs >> shift;
            lines |= pairs & pairs >> (2 * shift);
        }
        lines != 0
    }

    #[inline]
    fn has_line(&self, discs: u64) -> bool {
        Self::any_line(discs, self.pitch())
    }

    fn fluents(&self, state: &BoardState) -> Vec<Fluent> {
        let cells = (0..self.columns * self.pitch()).filter(|cell| self.ceiling() >> cell & 1 == 0);
        let content = |cell: u8| match state.pieces.map(|discs| discs >> cell & 1) {
            [0, 0] => "b",
            [0, _] => "y",
            _ => "r",
        };
        cells.map(|cell| Fluent::at(cell, self.pitch(), content(cell))).collect()
    }

    /// The playout of a state that is not terminal, where a column has `pitch` bits.
    #[inline(always)]
    fn play(&self, pitch: u8, state: &BoardState, ply_limit: u32, rng: &mut impl Rng) -> Playout<BoardState> {
        // The lowest blank cell of each column that is not full.
        let mut blanks = [0; MOST_COLUMNS];
        let mut open = 0;
        for column in 0..self.columns {
            let landing = self.landing(state.taken(), column);
            blanks[open] = landing.trailing_zeros() as u8;
            open += usize::from(landing & self.ceiling() == 0);
        }
        let mut draws = Draws::new(rng);
        let (mut own, mut other) = state.own_and_other();
        let mut plies = 0;
        let mut over = false;
        while !over && plies < ply_limit {
            let drawn = draws.below(open);
            let cell = blanks[drawn];
            own |= 1 << cell;
            blanks[drawn] = cell + 1;
            if self.ceiling() >> (cell + 1) & 1 != 0 {
                open -= 1;
                blanks[drawn] = blanks[open];
            }
            over = open == 0 || Self::any_line(own, pitch);
            (own, other) = (other, own);
            plies += 1;
        }
        let end = BoardState::of((state.mover() + plies as usize) % 2, own, other);
        Playout { end, plies, cut: !over }
    }
}

fn drop_name(column: u8) -> String {
    format!("(drop {})", column + 1)
}

impl Game for ConnectFour {
    type State = BoardState;
    type Move = BoardMove;

    fn roles(&self) -> usize {
        2
    }

    fn initial(&self) -> BoardState {
        BoardState::EMPTY
    }

    #[inline]
    fn terminal(&self, state: &BoardState) -> bool {
        self.full(state) || state.pieces.iter().any(|&discs| self.has_line(discs))
    }

    #[inline]
    fn legal(&self, state: &BoardState, role: usize, moves: &mut Vec<BoardMove>) {
        moves.clear();
        if role == state.mover() {
            let open = |column: &&u8| self.landing(state.taken(), **column) & self.ceiling() == 0;
            moves.extend(self.order.iter().filter(open).map(|&column| BoardMove::At(column)));
        } else {
            moves.push(BoardMove::Noop);
        }
    }

    #[inline]
    fn next(&self, state: &BoardState, joint: &[BoardMove]) -> BoardState {
        let (mut own, other) = state.own_and_other();
        if let BoardMove::At(column) = joint[state.mover()] {
            own |= self.landing(state.taken(), column);
        }
        BoardState::of(1 - state.mover(), other, own)
    }

    #[inline]
    fn goal(&self, state: &BoardState, role: usize) -> Goal {
        let line = |role: usize| Goal::from(self.has_line(state.pieces[role]));
        50 + 50 * (line(role) - line(1 - role))
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

impl Notation<BoardState, BoardMove> for ConnectFour {
    fn role_name(&self, role: usize) -> &str {
        ROLES[role]
    }

    fn move_name(&self, mov: BoardMove) -> String {
        match mov {
            BoardMove::At(column) => drop_name(column),
            BoardMove::Pass | BoardMove::Noop => "noop".to_owned(),
        }
    }

    fn draw(&self, state: &BoardState) -> String {
        draw(&self.initial(), state, |state| self.fluents(state), ROLES)
    }
}

impl FastPlayout<BoardState> for ConnectFour {
    fn playout(&self, state: &BoardState, ply_limit: u32, mut rng: &mut dyn Rng) -> Playout<BoardState> {
        if self.terminal(state) {
            Playout { end: *state, plies: 0, cut: false }
        } else if self.rows == 6 {
            // The usual board's shifts are constants.
            self.play(7, state, ply_limit, &mut rng)
        } else {
            self.play(self.pitch(), state, ply_limit, &mut rng)
        }
    }
}
