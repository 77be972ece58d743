use std::collections::BTreeSet;

use super::branches::{self, CutBranches};
use super::diagram::Diagram;
use super::record::{Record, Visit};
use crate::seeded_rng::SeededRng;
use crate::task::Task;
use crate::{Answer, Answers, Blank, Hint, Mark, Material, Once, Reason};

/// The task to mark the branches that principal variation search searches again: those whose null window
/// showed that they are better than what the player to move has.
#[derive(Clone, Debug)]
pub(crate) struct Pvs {
    diagram: Diagram,
    visits: Vec<Visit>,
    /// The nodes to which the branches lead.
    again: BTreeSet<usize>,
}

impl Pvs {
    /// A random task with enough second searches: one, two from level 3 on, and at the highest level three,
    /// one of them below the children of the root. From level 2 on the null window shows another branch to be
    /// no better.
    pub(crate) fn random(level: u8, rng: &mut SeededRng) -> Self {
        loop {
            let task = Self::of(Diagram::random(level, rng));
            let inner = task.diagram.inner();
            let reasons: Vec<Reason> = inner[1..].iter().map(|&node| task.branch(node)).collect();
            let any = |wanted: Once| {
                let is_wanted =
                    |reason: &Reason| matches!(reason, Reason::SearchedOnce { why, .. } if *why == wanted);
                reasons.iter().any(is_wanted)
            };
            let is_low = |&node: &usize| task.diagram.above(node).len() > 1;
            let enough = task.again.len() >= [1, 1, 2, 2, 3][usize::from(level - 1)]
                && (level == 1 || any(Once::NoBetter))
                && (level < 5 || task.again.iter().any(is_low));
            if enough {
                return task;
            }
        }
    }

    pub(super) fn of(diagram: Diagram) -> Self {
        let visits = Record::visits_of_pvs(&diagram);
        let twice = |(number, visit): (usize, &Visit)| {
            let is_same = |other: &Visit| (other.node, other.from) == (visit.node, visit.from);
            visits[..number].iter().any(is_same).then_some(visit.node)
        };
        let again = visits.iter().enumerate().filter_map(twice).collect();
        Self { diagram, visits, again }
    }

    /// Whether a visit has a null window.
    fn is_null(&self, visit: usize) -> bool {
        matches!(self.visits[visit].window, (Some(alpha), Some(beta)) if alpha == beta)
    }

    /// Why the branch to a node is searched again or not.
    fn branch(&self, node: usize) -> Reason {
        let Some(at) = self.diagram.nodes.get(node).and_then(|node| node.parent) else {
            return Reason::NoBranch;
        };
        let once = |why| Reason::SearchedOnce { at, why, asked: None, value: None };
        // If a node is searched with an open window at all, it is so the last time.
        let Some(parent) = self.visits.iter().rposition(|visit| visit.node == at) else {
            return once(Once::Skipped);
        };
        let mut here = self.visits.iter().filter(|visit| visit.node == node && visit.from == Some(parent));
        let Some(first) = here.next() else { return once(Once::Skipped) };
        if self.is_null(parent) {
            return once(Once::NullWindow);
        }
        let is_max = self.diagram.is_max(at);
        let (alpha, beta) = first.window;
        let asked = match if is_max { alpha } else { beta } {
            Some(asked) if self.diagram.children(at).first() != Some(&node) => asked,
            _ => return once(Once::First),
        };
        let value = first.value;
        if here.next().is_some() {
            return Reason::SearchedAgain { at, asked, value };
        }
        let (low, high) = self.visits[parent].window;
        let why = if if is_max { value <= asked } else { value >= asked } {
            Once::NoBetter
        } else if if is_max {
            high.is_some_and(|high| value >= high)
        } else {
            low.is_some_and(|low| value <= low)
        } {
            Once::Cutoff
        } else {
            Once::Leaf
        };
        Reason::SearchedOnce { at, why, asked: Some(asked), value: Some(value) }
    }
}

impl Task for Pvs {
    fn material(&self) -> Material {
        self.diagram.material()
    }

    fn blanks(&self) -> Vec<Blank> {
        vec![CutBranches::blank()]
    }

    fn answer(&self, _blank: usize) -> Answer {
        Answer::Branches(self.again.iter().copied().collect())
    }

    fn reason(&self, _blank: usize, _answer: &Answer) -> Reason {
        Reason::OtherKind
    }

    fn marks(&self, _blank: usize, shown: &Blank, answers: &Answers) -> Vec<Mark> {
        branches::marks(&self.again, &self.diagram, shown, answers, |_| false, |node| self.branch(node))
    }

    fn hint(&self, _blank: usize) -> Hint {
        let first_below = self.again.first().and_then(|&node| self.diagram.nodes[node].parent);
        Hint::Cuts { count: self.again.len(), first_below }
    }
}
