use serde::{Deserialize, Serialize};

use crate::{Mistake, Reason};

/// The marks of a set of answers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ExerciseMarking))]
pub struct Marking {
    /// A mark for each blank, in their order. A blank for branches gets one for each branch that is to be
    /// named or was named.
    pub marks: Vec<Mark>,
    /// The number of right answers.
    pub right: usize,
    /// The number of wrong answers.
    pub wrong: usize,
    /// The number of missing answers.
    pub missing: usize,
    /// The number of answers that belong to no blank of this exercise.
    #[serde(rename = "astray")]
    pub unmatched: usize,
}

/// The mark of one answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ExerciseMark))]
pub struct Mark {
    /// The name of the blank.
    pub blank: String,
    /// The number of the node, move, position or line that the mark is about; none if it is about the
    /// exercise as a whole.
    pub at: Option<usize>,
    /// Whether the answer is right.
    pub verdict: Verdict,
    /// Why the answer is right or wrong; none for a blank that was left empty.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    /// The common mistake that explains a wrong answer, if one does.
    #[serde(rename = "slip", skip_serializing_if = "Option::is_none")]
    pub mistake: Option<Mistake>,
}

/// Whether an answer is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ExerciseVerdict))]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It is right.
    Right,
    /// It is wrong.
    Wrong,
    /// There is no answer.
    Missing,
}

impl Marking {
    /// Counts the marks by their verdicts.
    pub(crate) fn of(marks: Vec<Mark>, unmatched: usize) -> Self {
        let count = |verdict| marks.iter().filter(|mark| mark.verdict == verdict).count();
        let (right, wrong, missing) = (count(Verdict::Right), count(Verdict::Wrong), count(Verdict::Missing));
        Self { marks, right, wrong, missing, unmatched }
    }

    /// Whether no answer is wrong, missing or unmatched.
    pub fn all_right(&self) -> bool {
        self.wrong == 0 && self.missing == 0 && self.unmatched == 0
    }
}
