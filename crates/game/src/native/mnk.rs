use rand::Rng;

use super::draws::Draws;
use super::knowledge::BoardKnowledge;
use super::lines::Lines;
use super::{BoardError, BoardMove, BoardState, bits, coordinates, draw, in_text_order};
use crate::{FastPlayout, Fluent, Game, Goal, Knowledge, Notation, Playout};

const ROLES: [&str; 2] = ["xplayer", "oplayer"];

/// Known to the compiler, lines are found more than twice as fast.
const TIC_TAC_TOE: Lines = Lines::of(3, 3, 3);

/// An m,n,k-game: two players in turn mark a blank cell of a board, and whoever first has `k` marks side by
/// side in a column, a row or a diagonal wins. Tic-tac-toe is 3,3,3.
///
/// A board has at most 64 cells, a bit each. Moves are `(mark COLUMN ROW)`.
#[derive(Clone, Debug)]
pub struct MnkGame {
    columns: u8,
    rows: u8,
    k: u8,
    /// The cells of the board. Each column is `rows` bits, from the left and from the bottom.
    board: u64,
    lines: Lines,
    knowledge: BoardKnowledge,
    /// All cells, in the order of their moves.
    order: Vec<u8>,
}

impl MnkGame {
    /// The game of `k` in a line on a board of `columns` by `rows`.
    ///
    /// # Errors
    /// If the board has more than 64 cells or no line of `k`, which is at least 1, fits on it.
    pub fn new(columns: u8, rows: u8, k: u8) -> Result<Self, BoardError> {
        let no_line = |remedy| BoardError::NoLine { length: k, columns, rows, remedy };
        let cells = u32::from(columns) * u32::from(rows);
        if cells > 64 {
            return Err(BoardError::TooLarge { columns, rows, limit: "at most 64 cells fit" });
        } else if k == 0 || cells == 0 {
            return Err(no_line("each at least 1"));
        } else if k > columns.max(rows) {
            return Err(no_line("a shorter line or a larger board"));
        }
        let order = in_text_order(0..cells as u8, |cell| coordinates(cell, rows));
        let lines = Lines::of(columns, rows, k);
        let knowledge = BoardKnowledge::all_ways(columns, rows, rows);
        Ok(Self { columns, rows, k, board: u64::MAX >> (64 - cells), lines, knowledge, order })
    }

    /// How many columns, how many rows, and how many marks in a line win.
    pub fn dimensions(&self) -> (u8, u8, u8) {
        (self.columns, self.rows, self.k)
    }

    fn is_tic_tac_toe(&self) -> bool {
        self.dimensions() == (3, 3, 3)
    }

    #[inline]
    fn has_line(&self, marks: u64) -> bool {
        if self.is_tic_tac_toe() { TIC_TAC_TOE.any(marks) } else { self.lines.any(marks) }
    }

    /// A playout, where `lines` are those of this board.
    #[inline(always)]
    fn play(
        &self,
        lines: &Lines,
        state: &BoardState,
        ply_limit: u32,
        rng: &mut impl Rng,
    ) -> Playout<BoardState> {
        let mut blanks = [0; 64];
        let mut left = 0;
        for cell in bits(self.board & !state.taken()) {
            blanks[left] = cell;
            left += 1;
        }
        let mut draws = Draws::new(rng);
        let (mut own, mut other) = state.own_and_other();
        let mut plies = 0;
        // Nobody has a line before they have `k` marks.
        let quiet = (2 * u32::from(self.k) - 2).saturating_sub((self.order.len() - left) as u32);
        // Only who moved last can have one.
        let mut over = left == 0 || quiet == 0 && lines.any(other);
        while !over && plies < ply_limit {
            let drawn = draws.below(left);
            left -= 1;
            own |= 1 << blanks[drawn];
            blanks[drawn] = blanks[left];
            over = left == 0 || plies >= quiet && lines.any(own);
            (own, other) = (other, own);
            plies += 1;
        }
        let end = BoardState::of((state.mover() + plies as usize) % 2, own, other);
        Playout { end, plies, cut: !over }
    }

    fn fluents(&self, state: &BoardState) -> Vec<Fluent> {
        let content = |cell: u8| match state.pieces.map(|marks| marks >> cell & 1) {
            [0, 0] => "b",
            [0, _] => "o",
            _ => "x",
        };
        let cell = |&cell: &u8| Fluent::at(cell, self.rows, content(cell));
        self.order.iter().map(cell).collect()
    }
}

impl Game for MnkGame {
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
        state.taken() == self.board || state.pieces.iter().any(|&marks| self.has_line(marks))
    }

    #[inline]
    fn legal(&self, state: &BoardState, role: usize, moves: &mut Vec<BoardMove>) {
        moves.clear();
        if role == state.mover() {
            let blank = |cell: &&u8| state.taken() >> **cell & 1 == 0;
            moves.extend(self.order.iter().filter(blank).map(|&cell| BoardMove::At(cell)));
        } else {
            moves.push(BoardMove::Noop);
        }
    }

    #[inline]
    fn next(&self, state: &BoardState, joint: &[BoardMove]) -> BoardState {
        let (mut own, other) = state.own_and_other();
        if let BoardMove::At(cell) = joint[state.mover()] {
            own |= 1 << cell;
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

impl Notation<BoardState, BoardMove> for MnkGame {
    fn role_name(&self, role: usize) -> &str {
        ROLES[role]
    }

    fn move_name(&self, mov: BoardMove) -> String {
        match mov {
            BoardMove::At(cell) => format!("(mark {})", coordinates(cell, self.rows)),
            BoardMove::Pass | BoardMove::Noop => "noop".to_owned(),
        }
    }

    fn draw(&self, state: &BoardState) -> String {
        draw(&self.initial(), state, |state| self.fluents(state), ROLES)
    }
}

impl FastPlayout<BoardState> for MnkGame {
    fn playout(&self, state: &BoardState, ply_limit: u32, mut rng: &mut dyn Rng) -> Playout<BoardState> {
        if self.is_tic_tac_toe() {
            self.play(&TIC_TAC_TOE, state, ply_limit, &mut rng)
        } else {
            self.play(&self.lines, state, ply_limit, &mut rng)
        }
    }
}
