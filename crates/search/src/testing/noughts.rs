use game::{Game, Goal, Knowledge, Notation};

/// What a game is asked that takes time.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Question {
    Terminal,
    Legal,
    Next,
}

/// Tic-tac-toe that knows the eight symmetries of its board, and tells a function of every question before
/// it answers.
pub(crate) struct Noughts<'f>(pub(crate) &'f (dyn Fn(Question) + Sync));

/// Tic-tac-toe of which nobody wants to know what it is asked.
pub(crate) const NOUGHTS: Noughts<'static> = Noughts(&|_| ());

impl Noughts<'_> {
    const LINES: [[usize; 3]; 8] =
        [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

    fn has_line(board: &[u8], role: usize) -> bool {
        Self::LINES.iter().any(|line| line.iter().all(|&cell| board[cell] == role as u8 + 1))
    }

    fn turn(board: &[u8]) -> usize {
        board.iter().filter(|&&cell| cell != 0).count() % 2
    }
}

impl Game for Noughts<'_> {
    /// Each cell: 0 if it is blank, else a role's number and one.
    type State = Vec<u8>;
    type Move = u8;

    fn roles(&self) -> usize {
        2
    }

    fn initial(&self) -> Vec<u8> {
        vec![0; 9]
    }

    fn terminal(&self, board: &Vec<u8>) -> bool {
        self.0(Question::Terminal);
        !board.contains(&0) || (0..2).any(|role| Self::has_line(board, role))
    }

    fn legal(&self, board: &Vec<u8>, role: usize, moves: &mut Vec<u8>) {
        self.0(Question::Legal);
        moves.clear();
        if role == Self::turn(board) {
            moves.extend((0..9).filter(|&cell| board[usize::from(cell)] == 0));
        } else {
            moves.push(9);
        }
    }

    fn next(&self, board: &Vec<u8>, joint: &[u8]) -> Vec<u8> {
        self.0(Question::Next);
        let (mut board, turn) = (board.clone(), Self::turn(board));
        board[usize::from(joint[turn])] = turn as u8 + 1;
        board
    }

    fn goal(&self, board: &Vec<u8>, role: usize) -> Goal {
        let line = |role: usize| Goal::from(Self::has_line(board, role));
        50 + 50 * (line(role) - line(1 - role))
    }

    fn knowledge(&self) -> &dyn Knowledge<Vec<u8>> {
        self
    }

    fn notation(&self) -> &dyn Notation<Self::State, Self::Move> {
        self
    }
}

impl Notation<Vec<u8>, u8> for Noughts<'_> {
    fn role_name(&self, role: usize) -> &str {
        ["cross", "nought"][role]
    }

    fn move_name(&self, mov: u8) -> String {
        mov.to_string()
    }
}

impl Knowledge<Vec<u8>> for Noughts<'_> {
    fn canonical(&self, board: &Vec<u8>) -> Option<Vec<u8>> {
        let turned = |board: &[u8]| (0..9).map(|cell| board[cell % 3 * 3 + 2 - cell / 3]).collect::<Vec<_>>();
        let mirrored =
            |board: &[u8]| (0..9).map(|cell| board[cell / 3 * 3 + 2 - cell % 3]).collect::<Vec<_>>();
        let quarters = std::iter::successors(Some(board.clone()), |board| Some(turned(board))).take(4);
        quarters.flat_map(|board| [mirrored(&board), board]).min()
    }
}
