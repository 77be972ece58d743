use std::fmt::Debug;

use crate::{Answer, Answers, Blank, Hint, Mark, Material, Reason, Slip, Takes, Verdict};

/// An exercise of some kind. Blanks are known by their places in [`blanks`](Self::blanks).
pub(crate) trait Task: Debug + Send + Sync {
    /// What is given.
    fn material(&self) -> Material;

    /// What is to be filled in.
    fn blanks(&self) -> Vec<Blank>;

    /// A right answer; where there are several, the first.
    fn answer(&self, blank: usize) -> Answer;

    /// Whether an answer of the kind that the blank takes is right.
    fn accepts(&self, blank: usize, answer: &Answer) -> bool {
        self.answer(blank) == *answer
    }

    /// Why an answer of the kind that the blank takes is right or wrong.
    fn reason(&self, blank: usize, answer: &Answer) -> Reason;

    /// What may have led to a wrong answer, seeing all of them.
    fn slip(&self, _blank: usize, _answer: &Answer, _answers: &Answers) -> Option<Slip> {
        None
    }

    /// A step towards the answer.
    fn hint(&self, blank: usize) -> Hint;

    /// The marks of a blank, of which this is number `blank`.
    fn marks(&self, blank: usize, shown: &Blank, answers: &Answers) -> Vec<Mark> {
        let mark = |verdict, reason, slip| {
            vec![Mark { blank: shown.id.clone(), at: shown.at, verdict, reason, slip }]
        };
        let Some(answer) = answers.get(&shown.id) else { return mark(Verdict::Missing, None, None) };
        if !shown.takes.admits(answer) {
            return mark(Verdict::Wrong, Some(Reason::OtherKind), None);
        }
        let reason = Some(self.reason(blank, answer));
        if self.accepts(blank, answer) {
            mark(Verdict::Right, reason, None)
        } else {
            mark(Verdict::Wrong, reason, self.slip(blank, answer, answers))
        }
    }
}

impl Takes {
    /// Whether an answer is of this kind.
    pub(crate) fn admits(self, answer: &Answer) -> bool {
        match (self, answer) {
            (Takes::Number { .. }, Answer::Number(_))
            | (Takes::Window, Answer::Window { .. })
            | (Takes::Label, Answer::Label(_))
            | (Takes::Branches, Answer::Branches(_))
            | (Takes::Choice { .. }, Answer::Choice(_)) => true,
            (Takes::Vector { length }, Answer::Vector(values)) => values.len() == length,
            _ => false,
        }
    }
}
