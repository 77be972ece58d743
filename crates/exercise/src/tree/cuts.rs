use super::branches::CutBranches;
use super::diagram::Diagram;
use super::record::Record;
use crate::seeded_rng::SeededRng;
use crate::task::Task;
use crate::{Answer, Answers, Blank, Hint, Mark, Material, Reason};

/// The task to mark the branches that alpha-beta cuts when it searches from left to right.
#[derive(Clone, Debug)]
pub(crate) struct Cuts {
    diagram: Diagram,
    record: Record,
    cut: CutBranches,
}

impl Cuts {
    /// A random task with enough cuts: at least one, two from level 3 on, and at the highest level three with a deep one.
    pub(crate) fn random(level: u8, rng: &mut SeededRng) -> Self {
        loop {
            let task = Self::of(Diagram::random(level, rng));
            let cut = task.cut.nodes();
            let enough = match level {
                1 | 2 => !cut.is_empty(),
                3 | 4 => cut.len() >= 2,
                _ => cut.len() >= 3 && cut.iter().any(|&node| task.is_deep(node)),
            };
            if enough {
                return task;
            }
        }
    }

    pub(super) fn of(diagram: Diagram) -> Self {
        let record = Record::of_alpha_beta(&diagram);
        let cut = CutBranches::of(&record, &diagram);
        Self { diagram, record, cut }
    }

    /// Whether a cut is deep: its bound comes from an ancestor above the parent of the node.
    fn is_deep(&self, node: usize) -> bool {
        let Reason::Cut { at, bound, .. } = self.branch(node) else { return false };
        bound.from != self.diagram.nodes[at].parent
    }

    /// Why the branch to a node is cut or not.
    fn branch(&self, node: usize) -> Reason {
        let Some(at) = self.diagram.nodes.get(node).and_then(|node| node.parent) else {
            return Reason::NoBranch;
        };
        if self.cut.nodes().contains(&node) {
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
        vec![CutBranches::blank()]
    }

    fn answer(&self, _blank: usize) -> Answer {
        self.cut.answer()
    }

    fn reason(&self, _blank: usize, _answer: &Answer) -> Reason {
        Reason::OtherKind
    }

    fn marks(&self, _blank: usize, shown: &Blank, answers: &Answers) -> Vec<Mark> {
        self.cut.marks(&self.diagram, shown, answers, |node| self.branch(node))
    }

    fn hint(&self, _blank: usize) -> Hint {
        self.cut.hint(&self.diagram)
    }
}
