use std::collections::BTreeSet;

use super::diagram::Diagram;
use super::record::Record;
use crate::seeded_rng::SeededRng;
use crate::task::Task;
use crate::{Answer, AnswerKind, Answers, Blank, Hint, Mark, Material, Reason, Verdict};

/// The task to mark the branches that alpha-beta cuts when it searches from left to right.
#[derive(Clone, Debug)]
pub(crate) struct Cuts {
    diagram: Diagram,
    record: Record,
    /// The nodes to which the cut branches lead.
    cut: BTreeSet<usize>,
}

impl Cuts {
    /// A random task with enough cuts: at least one, two from level 3 on, and at the highest level three with a deep one.
    pub(crate) fn random(level: u8, rng: &mut SeededRng) -> Self {
        loop {
            let task = Self::of(Diagram::random(level, rng));
            let enough = match level {
                1 | 2 => !task.cut.is_empty(),
                3 | 4 => task.cut.len() >= 2,
                _ => task.cut.len() >= 3 && task.cut.iter().any(|&node| task.is_deep(node)),
            };
            if enough {
                return task;
            }
        }
    }

    pub(super) fn of(diagram: Diagram) -> Self {
        let record = Record::of_alpha_beta(&diagram);
        let cut = diagram.inner().into_iter().flat_map(|node| record.cut(&diagram, node)).collect();
        Self { diagram, record, cut }
    }

    /// Whether a cut is deep: its bound comes from an ancestor above the parent of the node.
    fn is_deep(&self, node: usize) -> bool {
        let Reason::Cut { at, bound, .. } = self.branch(node) else { return false };
        bound.from != self.diagram.nodes[at].parent
    }

    /// Whether a node is not reached because a branch above its own is cut.
    fn is_out_of_reach(&self, node: usize) -> bool {
        self.diagram.above(node).iter().any(|above| self.cut.contains(above))
    }

    /// Why the branch to a node is cut or not.
    fn branch(&self, node: usize) -> Reason {
        let Some(at) = self.diagram.nodes.get(node).and_then(|node| node.parent) else {
            return Reason::NoBranch;
        };
        if self.cut.contains(&node) {
            let (alpha, beta) = self.record.bounds(at, &self.diagram);
            let bound = if self.diagram.is_max(at) { beta } else { alpha };
            Reason::Cut { at, value: self.record.value(at), bound }
        } else {
            let (alpha, beta) = self.record.window(node);
            Reason::NotCut { at, alpha, beta }
        }
    }
}

impl Task for Cuts {
    fn material(&self) -> Material {
        self.diagram.material()
    }

    fn blanks(&self) -> Vec<Blank> {
        vec![Blank { id: "cuts".to_owned(), at: None, takes: AnswerKind::Branches }]
    }

    fn answer(&self, _blank: usize) -> Answer {
        Answer::Branches(self.cut.iter().copied().collect())
    }

    fn reason(&self, _blank: usize, _answer: &Answer) -> Reason {
        Reason::OtherKind
    }

    /// One mark for each branch that is cut or named. Branches below a cut one get none.
    fn marks(&self, _blank: usize, shown: &Blank, answers: &Answers) -> Vec<Mark> {
        let mark = |at, verdict, reason| Mark { blank: shown.id.clone(), at, verdict, reason, mistake: None };
        let named: BTreeSet<usize> = match answers.get(&shown.id) {
            None => return vec![mark(None, Verdict::Missing, None)],
            Some(Answer::Branches(named)) => named.iter().copied().collect(),
            Some(_) => return vec![mark(None, Verdict::Wrong, Some(Reason::OtherKind))],
        };
        let exists = |&node: &usize| (1..self.diagram.nodes.len()).contains(&node);
        let mut marks: Vec<Mark> = named
            .union(&self.cut)
            .copied()
            .filter(|node| exists(node) && !self.is_out_of_reach(*node))
            .map(|node| {
                let verdict = match (named.contains(&node), self.cut.contains(&node)) {
                    (true, true) => Verdict::Right,
                    (false, _) => Verdict::Missing,
                    (true, false) => Verdict::Wrong,
                };
                mark(Some(node), verdict, Some(self.branch(node)))
            })
            .collect();
        if !named.iter().all(exists) {
            marks.push(mark(None, Verdict::Wrong, Some(Reason::NoBranch)));
        }
        marks
    }

    fn hint(&self, _blank: usize) -> Hint {
        let first_below = self.cut.first().and_then(|&node| self.diagram.nodes[node].parent);
        Hint::Cuts { count: self.cut.len(), first_below }
    }
}
