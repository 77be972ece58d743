use std::collections::BTreeSet;

use crate::position::Labelling;
use crate::seeded_rng::SeededRng;
use crate::task::Task;
use crate::{Answer, AnswerKind, Blank, Hint, Label, Material, Move, Position, Reason, Successor};

/// The task to label positions of a game as won or lost for the player to move.
#[derive(Debug)]
pub(crate) struct Labels {
    positions: Vec<Position>,
    labels: Vec<Label>,
    labelling: Labelling,
}

impl Labels {
    /// Positions of one counting game, in ascending order.
    pub(crate) fn of_counting(level: u8, rng: &mut SeededRng) -> Self {
        let count = [6, 7, 8, 8, 8][usize::from(level - 1)];
        loop {
            let Position::Counting { target, most, .. } = Position::random_counting(level, rng) else {
                continue;
            };
            // At level 1 the last numbers before the target, above it any numbers.
            let mut said: Vec<u32> = if level == 1 {
                (target - count as u32..target).collect()
            } else {
                rng.different(0..=target as i32 - 1, count).into_iter().map(i32::unsigned_abs).collect()
            };
            said.sort_unstable();
            let positions = said.into_iter().map(|said| Position::Counting { said, target, most }).collect();
            if let Some(task) = Self::balanced(positions, 1) {
                return task;
            }
        }
    }

    /// Different positions with rows of coins.
    pub(crate) fn of_coin_row(level: u8, rng: &mut SeededRng) -> Self {
        let count = [4, 5, 5, 6, 6][usize::from(level - 1)];
        Self::random(count, || Position::random_coin_row(level, rng))
    }

    /// Different positions of Northcott's game, none of them terminal.
    pub(crate) fn of_two_rows(level: u8, rng: &mut SeededRng) -> Self {
        let count = [4, 4, 5, 5, 6][usize::from(level - 1)];
        Self::random(count, || Position::random_two_rows(level, rng))
    }

    /// Random positions that are different and not terminal.
    fn random(count: usize, mut position: impl FnMut() -> Position) -> Self {
        loop {
            let positions: Vec<Position> = (0..count).map(|_| position()).collect();
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

    /// The task to label these positions, if all can be labelled and at least `least` are won and as many
    /// are lost.
    fn balanced(positions: Vec<Position>, least: usize) -> Option<Self> {
        let lost = positions.iter().filter(|position| position.theory().xor == 0).count();
        // The Sprague-Grundy values are much faster to compute than the labels, and decide the same.
        if lost < least || positions.len() - lost < least {
            return None;
        }
        let labelling = Labelling::of(&positions);
        let labels = positions.iter().map(|position| labelling.label(position)).collect::<Option<_>>()?;
        Some(Self { positions, labels, labelling })
    }
}

/// The moves of a position, without those that lead to the same position as an earlier one.
fn different_moves(position: &Position) -> Vec<Successor> {
    let mut seen = BTreeSet::new();
    let mut new = |&mov: &Move| seen.insert(position.after(mov).canonical());
    position.moves().into_iter().filter(|mov| new(mov)).map(|mov| position.successor(mov)).collect()
}

impl Task for Labels {
    fn material(&self) -> Material {
        let rules = self.positions.iter().map(Position::rules).collect();
        Material::Positions { positions: self.positions.clone(), rules }
    }

    fn blanks(&self) -> Vec<Blank> {
        let blank = |number| Blank { id: format!("p{number}"), at: Some(number), takes: AnswerKind::Label };
        (0..self.positions.len()).map(blank).collect()
    }

    fn answer(&self, blank: usize) -> Answer {
        Answer::Label(self.labels[blank])
    }

    fn reason(&self, blank: usize, _answer: &Answer) -> Reason {
        let position = &self.positions[blank];
        match self.labelling.winning_move(position) {
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
