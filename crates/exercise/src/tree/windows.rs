use super::diagram::{Diagram, blank_at};
use super::record::{Ends, Record};
use crate::seeded_rng::SeededRng;
use crate::task::Task;
use crate::{Answer, AnswerKind, Answers, Blank, Hint, Material, Mistake, Reason};

/// The task to give alpha and beta when the search enters some nodes.
#[derive(Clone, Debug)]
pub(crate) struct Windows {
    diagram: Diagram,
    record: Record,
    asked: Vec<usize>,
}

impl Windows {
    /// The windows of all inner nodes below the root that the search enters, if it enters any.
    pub(super) fn of(diagram: Diagram) -> Option<Self> {
        let record = Record::of_alpha_beta(&diagram);
        let mut asked = diagram.inner();
        asked.retain(|&node| node > 0 && record.entered(node));
        (!asked.is_empty()).then_some(Self { diagram, record, asked })
    }

    /// A random task in which some window has a finite end, and from level 3 on some window has two.
    pub(crate) fn random(level: u8, rng: &mut SeededRng) -> Self {
        let count = [2, 3, 4, 4, 5][usize::from(level - 1)];
        loop {
            let diagram = Diagram::random(level, rng);
            let record = Record::of_alpha_beta(&diagram);
            let mut asked = diagram.inner();
            asked.retain(|&node| node > 0 && record.entered(node));
            rng.shuffle(&mut asked);
            // Windows with a finite end first.
            asked.sort_by_key(|&node| ends(record.window(node)) == 0);
            asked.truncate(count);
            asked.sort_unstable();
            let most = asked.iter().map(|&node| ends(record.window(node))).max();
            if asked.len() == count && most >= Some(if level >= 3 { 2 } else { 1 }) {
                return Self { diagram, record, asked };
            }
        }
    }
}

/// The number of finite ends of a window.
fn ends((alpha, beta): Ends) -> usize {
    usize::from(alpha.is_some()) + usize::from(beta.is_some())
}

impl Task for Windows {
    fn material(&self) -> Material {
        self.diagram.material()
    }

    fn blanks(&self) -> Vec<Blank> {
        let blank = |&node| Blank { id: blank_at(node), at: Some(node), takes: AnswerKind::Window };
        self.asked.iter().map(blank).collect()
    }

    fn answer(&self, blank: usize) -> Answer {
        let (alpha, beta) = self.record.window(self.asked[blank]);
        Answer::Window { alpha: alpha.map(|end| end.0), beta: beta.map(|end| end.0) }
    }

    fn reason(&self, blank: usize, _answer: &Answer) -> Reason {
        let (alpha, beta) = self.record.bounds(self.asked[blank], &self.diagram);
        Reason::Window { alpha, beta }
    }

    fn mistake(&self, blank: usize, answer: &Answer, _answers: &Answers) -> Option<Mistake> {
        let Answer::Window { alpha, beta } = *answer else { return None };
        let swapped = Answer::Window { alpha: beta, beta: alpha };
        (swapped == self.answer(blank)).then_some(Mistake::Swapped)
    }

    fn hint(&self, blank: usize) -> Hint {
        let above = self.diagram.above(self.asked[blank]);
        let (max, min) = above.into_iter().partition(|&node| self.diagram.is_max(node));
        Hint::WindowFrom { max, min }
    }
}
