use super::diagram::{Diagram, blank_at};
use super::record::Record;
use crate::seeded_rng::SeededRng;
use crate::task::Task;
use crate::{Answer, AnswerKind, Answers, Blank, Hint, Material, Mistake, Reason};

/// The task to fill in the minimax values of the inner nodes.
#[derive(Clone, Debug)]
pub(crate) struct Minimax {
    diagram: Diagram,
    record: Record,
    asked: Vec<usize>,
}

impl Minimax {
    /// A random task in which the inner nodes do not all have the same value.
    pub(crate) fn random(level: u8, rng: &mut SeededRng) -> Self {
        loop {
            let task = Self::of(Diagram::random(level, rng));
            let first = task.record.value(task.asked[0]);
            if task.asked.iter().any(|&node| task.record.value(node) != first) {
                return task;
            }
        }
    }

    pub(super) fn of(diagram: Diagram) -> Self {
        let (record, asked) = (Record::of_minimax(&diagram), diagram.inner());
        Self { diagram, record, asked }
    }

    /// The maximum of some values at a max node, the minimum at a min node.
    fn chosen(&self, node: usize, values: impl Iterator<Item = f64>) -> f64 {
        let max = self.diagram.is_max(node);
        values
            .fold(if max { f64::NEG_INFINITY } else { f64::INFINITY }, if max { f64::max } else { f64::min })
    }
}

impl Task for Minimax {
    fn material(&self) -> Material {
        self.diagram.material()
    }

    fn blanks(&self) -> Vec<Blank> {
        let blank = |&node| Blank {
            id: blank_at(node),
            at: Some(node),
            takes: AnswerKind::Number { decimals: self.diagram.tree.decimals() },
        };
        self.asked.iter().map(blank).collect()
    }

    fn answer(&self, blank: usize) -> Answer {
        Answer::Number(self.record.value(self.asked[blank]).0)
    }

    fn reason(&self, blank: usize, _answer: &Answer) -> Reason {
        let node = self.asked[blank];
        let children = self.diagram.children(node).iter().map(|&child| self.record.value(child)).collect();
        let value = self.record.value(node);
        if self.diagram.is_max(node) {
            Reason::MaxOf { children, value }
        } else {
            Reason::MinOf { children, value }
        }
    }

    fn mistake(&self, blank: usize, answer: &Answer, answers: &Answers) -> Option<Mistake> {
        let Answer::Number(answer) = answer else { return None };
        let node = self.asked[blank];
        let children = self.diagram.children(node);
        let value = |child: usize| self.record.value(child).0;
        let given = |&child: &usize| match answers.get(&blank_at(child)) {
            Some(Answer::Number(given)) => *given,
            _ => value(child),
        };
        if *answer == self.chosen(node, children.iter().map(given)) {
            return Some(Mistake::FollowsFromBelow);
        }
        let other = -self.chosen(node, children.iter().map(|&child| -value(child)));
        (*answer == other).then_some(Mistake::OtherSide)
    }

    fn hint(&self, blank: usize) -> Hint {
        self.diagram.hint(self.asked[blank])
    }
}
