use serde::{Deserialize, Serialize};

use crate::chance::Chance;
use crate::labels::Labels;
use crate::reply::WinningReply;
use crate::task::Task;
use crate::tree::{Cuts, MaxN, Minimax, Windows};
use crate::uct::UctValues;
use crate::{Answers, Blank, Hint, Kind, Mark, Marking, Sheet};

/// One exercise, with its solution.
#[derive(Debug)]
pub struct Exercise {
    kind: Kind,
    level: u8,
    seed: u64,
    number: u32,
    blanks: Vec<Blank>,
    task: Box<dyn Task>,
}

/// The right answers, and why they are right.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ExerciseSolution))]
pub struct Solution {
    /// A right answer for every blank; of several moves that win, one.
    #[cfg_attr(feature = "openapi", schema(value_type = std::collections::BTreeMap<String, crate::Answer>))]
    pub answers: Answers,
    /// Their marks.
    pub marks: Vec<Mark>,
}

/// A level that there is not.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no level {level}; levels go from 1 to {greatest}", greatest = Exercise::LEVELS)]
pub struct NoSuchLevel {
    /// The level that was asked for.
    pub level: u8,
}

impl Exercise {
    /// The greatest level; the least is 1.
    pub const LEVELS: u8 = 5;

    /// The exercise of a kind and level that has this number, from 0, in the series of a seed.
    ///
    /// # Errors
    /// If there is no such level.
    pub fn new(kind: Kind, level: u8, seed: u64, number: u32) -> Result<Self, NoSuchLevel> {
        if !(1..=Self::LEVELS).contains(&level) {
            return Err(NoSuchLevel { level });
        }
        let chance = &mut Chance::of(&[kind.number(), u64::from(level), seed, u64::from(number)]);
        let task: Box<dyn Task> = match kind {
            Kind::Minimax => Box::new(Minimax::draw(level, chance)),
            Kind::AlphaBetaCuts => Box::new(Cuts::draw(level, chance)),
            Kind::Windows => Box::new(Windows::draw(level, chance)),
            Kind::Maxn => Box::new(MaxN::draw(level, chance)),
            Kind::Uct => Box::new(UctValues::draw(level, chance)),
            Kind::LabelsCounting => Box::new(Labels::of_counting(level, chance)),
            Kind::LabelsCoinRow => Box::new(Labels::of_coin_row(level, chance)),
            Kind::LabelsTwoRows => Box::new(Labels::of_two_rows(level, chance)),
            Kind::WinningReply => Box::new(WinningReply::draw(level, chance)),
        };
        Ok(Self { kind, level, seed, number, blanks: task.blanks(), task })
    }

    /// What is handed out.
    pub fn sheet(&self) -> Sheet {
        Sheet {
            kind: self.kind,
            level: self.level,
            seed: self.seed,
            number: self.number,
            material: self.task.material(),
            blanks: self.blanks.clone(),
        }
    }

    /// The right answers.
    pub fn solution(&self) -> Solution {
        let answer = |(number, blank): (usize, &Blank)| (blank.id.clone(), self.task.answer(number));
        let answers: Answers = self.blanks.iter().enumerate().map(answer).collect();
        let marks = self.mark(&answers).marks;
        Solution { answers, marks }
    }

    /// Marks answers. Whatever they are, they get a mark.
    pub fn mark(&self, answers: &Answers) -> Marking {
        let marks = |(number, blank): (usize, &Blank)| self.task.marks(number, blank, answers);
        let astray = answers.keys().filter(|id| self.blanks.iter().all(|blank| blank.id != **id)).count();
        Marking::of(self.blanks.iter().enumerate().flat_map(marks).collect(), astray)
    }

    /// A step towards the answer of a blank; none if there is no blank of that name.
    pub fn hint(&self, blank: &str) -> Option<Hint> {
        let number = self.blanks.iter().position(|shown| shown.id == blank)?;
        Some(self.task.hint(number))
    }
}
