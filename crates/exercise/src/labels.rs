use std::collections::BTreeSet;

use crate::chance::Chance;
use crate::position::Labelling;
use crate::task::Task;
use crate::{Answer, Blank, Hint, Label, Material, Move, Position, Reason, Successor, Takes};

/// Say of some positions of a game whether who is to move wins.
#[derive(Debug)]
pub(crate) struct Labels {
    positions: Vec<Position>,
    labels: Vec<Label>,
    labelling: Labelling,
}

impl Labels {
    /// Numbers of one counting game, in their order.
    pub(crate) fn of_counting(level: u8, chance: &mut Chance) -> Self {
        let count = [6, 7, 8, 8, 8][usize::from(level - 1)];
        loop {
            let Position::Counting { target, most, .. } = Position::deal_counting(level, chance) else {
                continue;
            };
            // The last numbers before the target, at first; later any numbers.
            let mut said: Vec<u32> = if level == 1 {
                (target - count as u32..target).collect()
            } else {
                chance.different(0..=target as i32 - 1, count).into_iter().map(i32::unsigned_abs).collect()
            };
            said.sort_unstable();
            let positions = said.into_iter().map(|said| Position::Counting { said, target, most }).collect();
            if let Some(task) = Self::balanced(positions, 1) {
                return task;
            }
        }
    }

    /// Different rows of coins.
    pub(crate) fn of_coin_row(level: u8, chance: &mut Chance) -> Self {
        let count = [4, 5, 5, 6, 6][usize::from(level - 1)];
        Self::dealt(count, || Position::deal_coin_row(level, chance))
    }

    /// Different positions of Northcott's game, none of them over.
    pub(crate) fn of_two_rows(level: u8, chance: &mut Chance) -> Self {
        let count = [4, 4, 5, 5, 6][usize::from(level - 1)];
        Self::dealt(count, || Position::deal_two_rows(level, chance))
    }

    fn dealt(count: usize, mut deal: impl FnMut() -> Position) -> Self {
        loop {
            let positions: Vec<Position> = (0..count).map(|_| deal()).collect();
            let different: BTreeSet<Position> = positions.iter().map(Position::canonical).collect();
            let over = positions.iter().any(|position| position.moves().is_empty());
            if different.len() < count || over {
                continue;
            }
            // Won positions are far more frequent than lost ones.
            if let Some(task) = Self::balanced(positions, 2) {
                return task;
            }
        }
    }

    /// The task to label these positions, if all can be labelled, and so many at least are won and so many lost.
    fn balanced(positions: Vec<Position>, least: usize) -> Option<Self> {
        let lost = positions.iter().filter(|position| position.theory().xor == 0).count();
        // To label them all takes time, and the theory tells what will come of it.
        if lost < least || positions.len() - lost < least {
            return None;
        }
        let labelling = Labelling::of(&positions);
        let labels = positions.iter().map(|position| labelling.label(position)).collect::<Option<_>>()?;
        Some(Self { positions, labels, labelling })
    }
}

/// The moves of a position, but for those that lead to the same as one before.
fn different_moves(position: &Position) -> Vec<Successor> {
    let mut seen = BTreeSet::new();
    let mut new = |&mov: &Move| seen.insert(position.after(mov).canonical());
    position.moves().into_iter().filter(|mov| new(mov)).map(|mov| position.successor(mov)).collect()
}

/// A move that leads from a position to a lost one, if there is one.
pub(crate) fn winning(position: &Position, labelling: &Labelling) -> Option<Successor> {
    let lost = |mov: &Move| labelling.label(&position.after(*mov)) == Some(Label::Lose);
    position.moves().into_iter().find(lost).map(|mov| position.successor(mov))
}

impl Task for Labels {
    fn material(&self) -> Material {
        Material::Positions { positions: self.positions.clone() }
    }

    fn blanks(&self) -> Vec<Blank> {
        let blank = |number| Blank { id: format!("p{number}"), at: Some(number), takes: Takes::Label };
        (0..self.positions.len()).map(blank).collect()
    }

    fn answer(&self, blank: usize) -> Answer {
        Answer::Label(self.labels[blank])
    }

    fn reason(&self, blank: usize, _answer: &Answer) -> Reason {
        let position = &self.positions[blank];
        match winning(position, &self.labelling) {
            Some(by) => Reason::ReachableLoss { by },
            None => Reason::OnlyWins { moves: different_moves(position).len(), theory: position.theory() },
        }
    }

    fn hint(&self, blank: usize) -> Hint {
        let label = |successor: &Successor| self.labelling.label(&successor.to).unwrap_or(Label::Win);
        let moves = different_moves(&self.positions[blank]);
        Hint::Successors { labels: moves.iter().map(label).collect(), moves }
    }
}
