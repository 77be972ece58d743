use game::Tree;
use serde::{Deserialize, Serialize};

use crate::back_up::BackUp;
use crate::code::{FillGaps, FindFault, OrderLines};
use crate::labels::Labels;
use crate::reply::WinningReply;
use crate::seeded_rng::SeededRng;
use crate::task::Task;
use crate::tree::{self, Cuts, MaxN, MaxNCuts, Minimax, NodeLabels, Ordering, Pvs, Unsuitable, Windows};
use crate::uct::UctValues;
use crate::{Answers, Blank, ExerciseKind, Hint, Mark, Marking, Sheet};

/// One exercise, with its solution.
#[derive(Debug)]
pub struct Exercise {
    kind: ExerciseKind,
    /// Its place in a series; none of a tree of one's own.
    series: Option<Series>,
    blanks: Vec<Blank>,
    task: Box<dyn Task>,
}

#[derive(Clone, Copy, Debug)]
struct Series {
    level: u8,
    seed: u64,
    number: u32,
}

/// The right answers, and why they are right.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ExerciseSolution))]
pub struct Solution {
    /// A right answer for every blank; if several moves win, one of them.
    #[cfg_attr(feature = "openapi", schema(value_type = std::collections::BTreeMap<String, crate::Answer>))]
    pub answers: Answers,
    /// The marks of these answers, with their reasons.
    pub marks: Vec<Mark>,
}

/// The error for a level that does not exist.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no level {level}; the levels are 1 to {greatest}", greatest = Exercise::LEVELS)]
pub struct NoSuchLevel {
    /// The level that was asked for.
    pub level: u8,
}

impl Exercise {
    /// The greatest level; the least is 1.
    pub const LEVELS: u8 = 5;

    /// The exercise with this number, from 0, in the series of a kind, a level and a seed.
    ///
    /// # Errors
    /// If the level is not within 1 to 5.
    pub fn new(kind: ExerciseKind, level: u8, seed: u64, number: u32) -> Result<Self, NoSuchLevel> {
        if !(1..=Self::LEVELS).contains(&level) {
            return Err(NoSuchLevel { level });
        }
        let rng = &mut SeededRng::of(&[kind.number(), u64::from(level), seed, u64::from(number)]);
        let task: Box<dyn Task> = match kind {
            ExerciseKind::LabelsTree => Box::new(NodeLabels::random(level, rng)),
            ExerciseKind::Minimax => Box::new(Minimax::random(level, rng)),
            ExerciseKind::AlphaBetaCuts => Box::new(Cuts::random(level, rng)),
            ExerciseKind::Windows => Box::new(Windows::random(level, rng)),
            ExerciseKind::Ordering => Box::new(Ordering::random(level, rng)),
            ExerciseKind::Pvs => Box::new(Pvs::random(level, rng)),
            ExerciseKind::Expectiminimax => Box::new(Minimax::random_with_chance(level, rng)),
            ExerciseKind::Star1Cuts => Box::new(Cuts::random_with_chance(level, rng)),
            ExerciseKind::Maxn => Box::new(MaxN::random(level, rng)),
            ExerciseKind::MaxnCuts => Box::new(MaxNCuts::random(level, rng)),
            ExerciseKind::Uct => Box::new(UctValues::random(level, rng)),
            ExerciseKind::UctBackup => Box::new(BackUp::random(level, rng)),
            ExerciseKind::LabelsCounting => Box::new(Labels::of_counting(level, rng)),
            ExerciseKind::LabelsCoinRow => Box::new(Labels::of_coin_row(level, rng)),
            ExerciseKind::LabelsTwoRows => Box::new(Labels::of_two_rows(level, rng)),
            ExerciseKind::WinningReply => Box::new(WinningReply::random(level, rng)),
            ExerciseKind::CodeGaps => Box::new(FillGaps::random(level, rng)),
            ExerciseKind::CodeOrder => Box::new(OrderLines::random(level, rng)),
            ExerciseKind::CodeFault => Box::new(FindFault::random(level, rng)),
        };
        Ok(Self { kind, series: Some(Series { level, seed, number }), blanks: task.blanks(), task })
    }

    /// The exercise of a kind about a given tree. Of equally good moves in it, the first counts.
    ///
    /// # Errors
    /// If there is no exercise of this kind about this tree.
    pub fn of_tree(kind: ExerciseKind, tree: &Tree) -> Result<Self, Unsuitable> {
        let task = tree::of_tree(kind, tree)?;
        Ok(Self { kind, series: None, blanks: task.blanks(), task })
    }

    /// The kinds of which there is an exercise about a given tree.
    pub fn kinds_of_tree(tree: &Tree) -> Vec<ExerciseKind> {
        ExerciseKind::ALL.into_iter().filter(|&kind| tree::of_tree(kind, tree).is_ok()).collect()
    }

    /// The exercise as it is handed out, without the solution.
    pub fn sheet(&self) -> Sheet {
        Sheet {
            kind: self.kind,
            level: self.series.map(|series| series.level),
            seed: self.series.map(|series| series.seed),
            number: self.series.map(|series| series.number),
            material: self.task.material(),
            blanks: self.blanks.clone(),
        }
    }

    /// The right answers, and why they are right.
    pub fn solution(&self) -> Solution {
        let answer = |(number, blank): (usize, &Blank)| (blank.id.clone(), self.task.answer(number));
        let answers: Answers = self.blanks.iter().enumerate().map(answer).collect();
        let marks = self.mark(&answers).marks;
        Solution { answers, marks }
    }

    /// Marks answers. Any answers are accepted, also of a wrong kind or for unknown blanks.
    pub fn mark(&self, answers: &Answers) -> Marking {
        let marks = |(number, blank): (usize, &Blank)| self.task.marks(number, blank, answers);
        let unmatched = answers.keys().filter(|id| self.blanks.iter().all(|blank| blank.id != **id)).count();
        Marking::of(self.blanks.iter().enumerate().flat_map(marks).collect(), unmatched)
    }

    /// A hint for a blank; none if there is no blank of this name.
    pub fn hint(&self, blank: &str) -> Option<Hint> {
        let number = self.blanks.iter().position(|shown| shown.id == blank)?;
        Some(self.task.hint(number))
    }
}
