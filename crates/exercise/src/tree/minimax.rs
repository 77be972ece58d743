use super::diagram::{Diagram, blank_at};
use super::record::Record;
use crate::chance::Chance;
use crate::task::Task;
use crate::{Answer, Answers, Blank, Hint, Material, Reason, Slip, Takes};

/// Fill in the values of the inner nodes.
#[derive(Clone, Debug)]
pub(crate) struct Minimax {
    diagram: Diagram,
    record: Record,
    asked: Vec<usize>,
}

impl Minimax {
    /// Any exercise of a level in which the inner nodes do not all come to the same.
    pub(crate) fn draw(level: u8, chance: &mut Chance) -> Self {
        loop {
            let task = Self::of(Diagram::draw(level, chance));
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

    /// What max or min takes of some values.
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
        let blank =
            |&node| Blank { id: blank_at(node), at: Some(node), takes: Takes::Number { decimals: 0 } };
        self.asked.iter().map(blank).collect()
    }

    fn answer(&self, blank: usize) -> Answer {
        Answer::Number(f64::from(self.record.value(self.asked[blank])))
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

    fn slip(&self, blank: usize, answer: &Answer, answers: &Answers) -> Option<Slip> {
        let Answer::Number(answer) = answer else { return None };
        let node = self.asked[blank];
        let children = self.diagram.children(node);
        let value = |child: usize| f64::from(self.record.value(child));
        let told = |&child: &usize| match answers.get(&blank_at(child)) {
            Some(Answer::Number(told)) => *told,
            _ => value(child),
        };
        if *answer == self.chosen(node, children.iter().map(told)) {
            return Some(Slip::FollowsFromBelow);
        }
        let other = -self.chosen(node, children.iter().map(|&child| -value(child)));
        (*answer == other).then_some(Slip::OtherSide)
    }

    fn hint(&self, blank: usize) -> Hint {
        chooses(&self.diagram, self.asked[blank])
    }
}

/// Who chooses at a node, and among what.
pub(super) fn chooses(diagram: &Diagram, node: usize) -> Hint {
    let children = diagram.children(node);
    let first = children.iter().copied().filter(|&child| diagram.is_inner(child)).collect();
    // Only inner nodes are asked for.
    Hint::Chooses { player: diagram.nodes[node].mover.unwrap_or_default(), children, first }
}
