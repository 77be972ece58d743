use crate::chance::Chance;
use crate::labels::winning;
use crate::position::Labelling;
use crate::task::Task;
use crate::{Answer, Blank, Hint, Label, Material, Move, Position, Reason, Takes};

/// Find a move that wins.
#[derive(Debug)]
pub(crate) struct WinningReply {
    position: Position,
    moves: Vec<Move>,
    labelling: Labelling,
}

impl WinningReply {
    /// Any won position of a level in which some moves lose; from level 3 on most of them.
    pub(crate) fn draw(level: u8, chance: &mut Chance) -> Self {
        let deal = chance.pick(&[
            said_something as fn(u8, &mut Chance) -> Position,
            Position::deal_coin_row,
            Position::deal_two_rows,
            Position::deal_nim,
        ]);
        loop {
            let position = deal(level, chance);
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

    /// Whether a move leaves a lost position to the other.
    fn wins(&self, choice: usize) -> bool {
        let to = self.moves.get(choice).map(|&mov| self.position.after(mov));
        to.and_then(|to| self.labelling.label(&to)) == Some(Label::Lose)
    }
}

/// The counting game, after some number.
fn said_something(level: u8, chance: &mut Chance) -> Position {
    match Position::deal_counting(level, chance) {
        Position::Counting { target, most, .. } => {
            Position::Counting { said: chance.within(0..=target - 2), target, most }
        }
        other => other,
    }
}

impl Task for WinningReply {
    fn material(&self) -> Material {
        Material::Situation { position: self.position.clone(), moves: self.moves.clone() }
    }

    fn blanks(&self) -> Vec<Blank> {
        let takes = Takes::Choice { count: self.moves.len() };
        vec![Blank { id: "choice".to_owned(), at: None, takes }]
    }

    fn answer(&self, _blank: usize) -> Answer {
        // Only positions with a move that wins are drawn.
        Answer::Choice((0..self.moves.len()).find(|&choice| self.wins(choice)).unwrap_or_default())
    }

    fn accepts(&self, _blank: usize, answer: &Answer) -> bool {
        matches!(answer, Answer::Choice(choice) if self.wins(*choice))
    }

    fn reason(&self, _blank: usize, answer: &Answer) -> Reason {
        let Answer::Choice(choice) = *answer else { return Reason::OtherKind };
        let Some(&mov) = self.moves.get(choice) else { return Reason::NoMove };
        let by = self.position.successor(mov);
        match winning(&by.to, &self.labelling) {
            Some(answer) => Reason::LeavesWin { by, answer },
            None if self.wins(choice) => Reason::LeavesLoss { by },
            None => Reason::SaysTarget,
        }
    }

    fn hint(&self, _blank: usize) -> Hint {
        Hint::MakeZero { theory: self.position.theory() }
    }
}
