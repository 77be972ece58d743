use std::fmt::Debug;

use crate::{Answer, Answers, Blank, Hint, Mark, Material, Mistake, Reason, Verdict};

/// The content of an exercise of one kind. A blank is denoted by its index in [`blanks`](Self::blanks).
pub(crate) trait Task: Debug + Send + Sync {
    /// What is given.
    fn material(&self) -> Material;

    /// The blanks to be filled in.
    fn blanks(&self) -> Vec<Blank>;

    /// A right answer; if there are several, the first.
    fn answer(&self, blank: usize) -> Answer;

    /// Whether an answer of the right kind is right.
    fn accepts(&self, blank: usize, answer: &Answer) -> bool {
        self.answer(blank) == *answer
    }

    /// Why an answer of the right kind is right or wrong.
    fn reason(&self, blank: usize, answer: &Answer) -> Reason;

    /// The common mistake that explains a wrong answer, in view of all answers.
    fn mistake(&self, _blank: usize, _answer: &Answer, _answers: &Answers) -> Option<Mistake> {
        None
    }

    /// A hint for the answer.
    fn hint(&self, blank: usize) -> Hint;

    /// The marks of the blank with index `blank`, which is `shown` on the sheet.
    fn marks(&self, blank: usize, shown: &Blank, answers: &Answers) -> Vec<Mark> {
        self.marks_alone(blank, shown, answers)
    }

    /// The mark of a blank whose answer is right or wrong whatever the others are.
    fn marks_alone(&self, blank: usize, shown: &Blank, answers: &Answers) -> Vec<Mark> {
        let mark = |verdict, reason, mistake| {
            vec![Mark { blank: shown.id.clone(), at: shown.at, verdict, reason, mistake }]
        };
        let Some(answer) = answers.get(&shown.id) else { return mark(Verdict::Missing, None, None) };
        if !shown.takes.admits(answer) {
            return mark(Verdict::Wrong, Some(Reason::OtherKind), None);
        }
        let reason = Some(self.reason(blank, answer));
        if self.accepts(blank, answer) {
            mark(Verdict::Right, reason, None)
        } else {
            mark(Verdict::Wrong, reason, self.mistake(blank, answer, answers))
        }
    }
}
