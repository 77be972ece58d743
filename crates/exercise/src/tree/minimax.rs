use super::diagram::{Diagram, blank_at};
use super::record::Record;
use crate::seeded_rng::SeededRng;
use crate::task::Task;
use crate::{Answer, AnswerKind, Answers, Blank, Hint, Material, Mistake, Reason};

/// The greatest error of an exact answer, as a part of it or of 1: that of a fraction in floating point.
const ROUNDING: f64 = 1e-9;

/// The task to fill in the minimax values of the inner nodes; in a tree with chance nodes, the
/// expectiminimax values.
#[derive(Clone, Debug)]
pub(crate) struct Minimax {
    diagram: Diagram,
    record: Record,
    asked: Vec<usize>,
}

impl Minimax {
    /// A random task in which the inner nodes do not all have the same value.
    pub(crate) fn random(level: u8, rng: &mut SeededRng) -> Self {
        Self::varied(|| Diagram::random(level, rng))
    }

    /// A random task of this kind with chance nodes.
    pub(crate) fn random_with_chance(level: u8, rng: &mut SeededRng) -> Self {
        Self::varied(|| Diagram::random_with_chance(level, level >= 3, rng))
    }

    fn varied(mut diagram: impl FnMut() -> Diagram) -> Self {
        loop {
            let task = Self::of(diagram());
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

    /// The common mistake by which a node whose children have these values gets a wrong one.
    fn miscalculated(&self, node: usize, children: &[f64], answer: f64) -> Option<Mistake> {
        let greatest = children.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let least = children.iter().copied().fold(f64::INFINITY, f64::min);
        let chosen = is_near(answer, greatest) || is_near(answer, least);
        if !self.diagram.is_chance(node) {
            return chosen.then_some(Mistake::OtherSide);
        }
        let mean = children.iter().sum::<f64>() / children.len() as f64;
        if chosen {
            Some(Mistake::ChosenAtChance)
        } else if is_near(answer, mean) {
            Some(Mistake::Unweighted)
        } else {
            None
        }
    }
}

fn is_near(one: f64, other: f64) -> bool {
    (one - other).abs() <= ROUNDING * other.abs().max(1.0)
}

/// Whether a number is another one, rounded to some decimals.
fn is_rounded(rounded: f64, exact: f64) -> bool {
    let to_places = |unit: f64| is_near((exact * unit).round() / unit, rounded);
    !is_near(rounded, exact) && [10.0, 100.0, 1e3, 1e4, 1e5, 1e6].into_iter().any(to_places)
}

impl Task for Minimax {
    fn material(&self) -> Material {
        self.diagram.material()
    }

    fn blanks(&self) -> Vec<Blank> {
        let takes = if self.diagram.has_chance() {
            AnswerKind::Fraction
        } else {
            AnswerKind::Number { decimals: self.diagram.tree.decimals() }
        };
        let blank = |&node| Blank { id: blank_at(node), at: Some(node), takes };
        self.asked.iter().map(blank).collect()
    }

    fn answer(&self, blank: usize) -> Answer {
        Answer::Number(self.record.value(self.asked[blank]).0)
    }

    fn accepts(&self, blank: usize, answer: &Answer) -> bool {
        matches!(*answer, Answer::Number(number) if is_near(number, self.record.value(self.asked[blank]).0))
    }

    fn reason(&self, blank: usize, _answer: &Answer) -> Reason {
        let node = self.asked[blank];
        let below = self.diagram.children(node);
        let children = below.iter().map(|&child| self.record.value(child)).collect();
        let value = self.record.value(node);
        if self.diagram.is_chance(node) {
            let probability = |&child: &usize| self.diagram.nodes[child].probability.clone();
            Reason::Expectation {
                children,
                probabilities: below.iter().filter_map(probability).collect(),
                value,
            }
        } else if self.diagram.is_max(node) {
            Reason::MaxOf { children, value }
        } else {
            Reason::MinOf { children, value }
        }
    }

    fn mistake(&self, blank: usize, answer: &Answer, answers: &Answers) -> Option<Mistake> {
        let Answer::Number(answer) = *answer else { return None };
        let node = self.asked[blank];
        let children = self.diagram.children(node);
        let value = |child: usize| self.record.value(child).0;
        let given = |&child: &usize| match answers.get(&blank_at(child)) {
            Some(Answer::Number(given)) => *given,
            _ => value(child),
        };
        let given: Vec<f64> = children.iter().map(given).collect();
        if is_near(answer, self.diagram.backed_up(node, &given)) {
            return Some(Mistake::FollowsFromBelow);
        }
        let values: Vec<f64> = children.iter().map(|&child| value(child)).collect();
        let miscalculated = self.miscalculated(node, &values, answer);
        miscalculated.or_else(|| is_rounded(answer, value(node)).then_some(Mistake::Rounded))
    }

    fn hint(&self, blank: usize) -> Hint {
        self.diagram.hint(self.asked[blank])
    }
}
