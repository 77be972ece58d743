use crate::position::Labelling;
use crate::seeded_rng::SeededRng;
use crate::task::Task;
use crate::{Answer, AnswerKind, Blank, Hint, Label, Material, Move, Position, Reason};

/// The task to find a winning move.
#[derive(Debug)]
pub(crate) struct WinningReply {
    position: Position,
    moves: Vec<Move>,
    labelling: Labelling,
}

impl WinningReply {
    /// A random won position in which some moves lose; from level 3 on at least half of them.
    pub(crate) fn random(level: u8, rng: &mut SeededRng) -> Self {
        let random = rng.pick(&[
            random_counting as fn(u8, &mut SeededRng) -> Position,
            Position::random_coin_row,
            Position::random_two_rows,
            Position::random_nim,
        ]);
        loop {
            let position = random(level, rng);
            if position.theory().xor == 0 {
                continue;
            }
            let labelling = Labelling::of([&position]);
            let task = Self { moves: position.moves(), position, labelling };
            let right = (0..task.moves.len()).filter(|&choice| task.wins(choice)).count();
            let hard = level < 3 || 2 * right <= task.moves.len();
            if right > 0 && right < task.moves.len() && hard {
                return task;
            }
        }
    }

    /// Whether a move leads to a lost position.
    fn wins(&self, choice: usize) -> bool {
        let to = self.moves.get(choice).map(|&mov| self.position.after(mov));
        to.and_then(|to| self.labelling.label(&to)) == Some(Label::Lose)
    }
}

/// A position of the counting game after some number.
fn random_counting(level: u8, rng: &mut SeededRng) -> Position {
    match Position::random_counting(level, rng) {
        Position::Counting { target, most, .. } => {
            Position::Counting { said: rng.within(0..=target - 2), target, most }
        }
        other => other,
    }
}

impl Task for WinningReply {
    fn material(&self) -> Material {
        let (position, moves) = (self.position.clone(), self.moves.clone());
        Material::Situation { rules: position.rules(), position, moves }
    }

    fn blanks(&self) -> Vec<Blank> {
        let takes = AnswerKind::Choice { count: self.moves.len() };
        vec![Blank { id: "choice".to_owned(), at: None, takes }]
    }

    fn answer(&self, _blank: usize) -> Answer {
        // `random` only makes positions with a winning move.
        Answer::Choice((0..self.moves.len()).find(|&choice| self.wins(choice)).unwrap_or_default())
    }

    fn accepts(&self, _blank: usize, answer: &Answer) -> bool {
        matches!(answer, Answer::Choice(choice) if self.wins(*choice))
    }

    fn reason(&self, _blank: usize, answer: &Answer) -> Reason {
        let Answer::Choice(choice) = *answer else { return Reason::OtherKind };
        let Some(&mov) = self.moves.get(choice) else { return Reason::NoMove };
        let by = self.position.successor(mov);
        match self.labelling.winning_move(&by.to) {
            Some(answer) => Reason::LeavesWin { by, answer },
            None if self.wins(choice) => Reason::LeavesLoss { by },
            None => Reason::SaysTarget,
        }
    }

    fn hint(&self, _blank: usize) -> Hint {
        Hint::MakeZero { theory: self.position.theory() }
    }
}
