use serde::{Deserialize, Serialize};

use crate::{Reason, Slip};

/// What answers are worth, place by place.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ExerciseMarking))]
pub struct Marking {
    /// A mark for each blank, in their order; where branches are asked for, one for each that is cut or was named.
    pub marks: Vec<Mark>,
    /// How many are right.
    pub right: usize,
    /// How many are wrong.
    pub wrong: usize,
    /// How many are missing.
    pub missing: usize,
    /// How many answers belong to no blank of this exercise.
    pub astray: usize,
}

/// The mark of one place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ExerciseMark))]
pub struct Mark {
    /// The name of the blank.
    pub blank: String,
    /// The number of the node, move or position that the mark belongs to; none if it belongs to the whole.
    pub at: Option<usize>,
    /// Whether it is right.
    pub verdict: Verdict,
    /// Why; none of a blank that was left empty.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    /// What may have led to a wrong answer, if it looks familiar.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slip: Option<Slip>,
}

/// Whether an answer is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ExerciseVerdict))]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It is.
    Right,
    /// It is not.
    Wrong,
    /// There is none.
    Missing,
}

impl Marking {
    /// Counts the marks.
    pub(crate) fn of(marks: Vec<Mark>, astray: usize) -> Self {
        let count = |verdict| marks.iter().filter(|mark| mark.verdict == verdict).count();
        let (right, wrong, missing) = (count(Verdict::Right), count(Verdict::Wrong), count(Verdict::Missing));
        Self { marks, right, wrong, missing, astray }
    }

    /// Whether nothing is wrong, missing or astray.
    pub fn all_right(&self) -> bool {
        self.wrong == 0 && self.missing == 0 && self.astray == 0
    }
}
