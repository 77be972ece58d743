use super::branches::CutBranches;
use super::diagram::Diagram;
use super::record::Record;
use crate::seeded_rng::SeededRng;
use crate::task::Task;
use crate::{Answer, Answers, Blank, Bound, Figure, Hint, Mark, Material, Reason};

/// Values that differ by less may have become different by rounding.
const TIE: f64 = 1e-6;

/// The task to mark the branches that alpha-beta cuts when it searches from left to right; in a tree with chance nodes, alpha-beta with Star1.
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

    /// A random task with chance nodes: a branch from one of them is cut, from level 3 on two branches are cut, and at the highest level three, one of them because of the window of an outcome.
    pub(crate) fn random_with_chance(level: u8, rng: &mut SeededRng) -> Self {
        loop {
            let task = Self::of(Diagram::random_with_chance(level, false, rng));
            let cut: Vec<Reason> = task.cut.nodes().iter().map(|&node| task.branch(node)).collect();
            let at_chance = cut.iter().any(|reason| matches!(reason, Reason::ChanceCut { .. }));
            let in_outcome = cut.iter().any(|reason| task.is_in_outcome(reason));
            let enough = cut.len() >= [1, 1, 2, 2, 3][usize::from(level - 1)];
            if at_chance && enough && (level < 5 || in_outcome) && task.is_clear() {
                return task;
            }
        }
    }

    /// Whether a cut has its bound from the window of an outcome.
    fn is_in_outcome(&self, reason: &Reason) -> bool {
        let (Reason::Cut { bound, .. } | Reason::ChanceCut { bound, .. }) = reason else { return false };
        bound.from.is_some_and(|from| self.diagram.is_chance(from))
    }

    /// Whether every cut is plain: no node but a last child has a value that is just the end of a window of an outcome. Such an end is the result of a calculation, so rounding would decide.
    pub(super) fn is_clear(&self) -> bool {
        (1..self.diagram.nodes.len()).filter(|&node| self.record.entered(node)).all(|node| {
            let value = self.record.value(node).0;
            let (alpha, beta) = self.record.bounds(node, &self.diagram);
            let meets = |Bound { value: end, from }: Bound| {
                from.is_some_and(|from| self.diagram.is_chance(from))
                    && end.is_some_and(|end| (end.0 - value).abs() < TIE)
            };
            self.diagram.is_last_child(node) || !meets(alpha) && !meets(beta)
        })
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
        let cut = self.cut.nodes().contains(&node);
        if self.diagram.is_chance(at) {
            return if cut { self.chance_cut(at) } else { self.chance_not_cut(at, node) };
        }
        if cut {
            let (alpha, beta) = self.record.bounds(at, &self.diagram);
            let bound = if self.diagram.is_max(at) { beta } else { alpha };
            Reason::Cut { at, value: self.record.value(at), bound }
        } else {
            let (alpha, beta) = self.record.window(node);
            Reason::NotCut { at, alpha, beta }
        }
    }

    /// Why the remaining branches from a chance node are cut. What was found of it is the bound that its window has met.
    fn chance_cut(&self, at: usize) -> Reason {
        let value = self.record.value(at);
        let (alpha, beta) = self.record.bounds(at, &self.diagram);
        let [least, greatest] = self.diagram.range();
        match (alpha.value, beta.value) {
            (Some(low), high) if high.is_none_or(|high| value.0 - low.0 < high.0 - value.0) => {
                Reason::ChanceCut { at, alpha: true, rest: greatest, value, bound: alpha }
            }
            _ => Reason::ChanceCut { at, alpha: false, rest: least, value, bound: beta },
        }
    }

    /// Why the branch from a chance node to a child is searched: what the node may still be worth by its children before.
    fn chance_not_cut(&self, at: usize, child: usize) -> Reason {
        let children = self.diagram.children(at);
        let if_the_rest_is = |rest: Figure| {
            let worth = |&other: &usize| if other < child { self.record.value(other) } else { rest };
            let worth: Vec<f64> = children.iter().map(worth).map(|figure| figure.0).collect();
            Figure::of_calculation(self.diagram.backed_up(at, &worth))
        };
        let [least, greatest] = self.diagram.range().map(if_the_rest_is);
        let (alpha, beta) = self.record.window(at);
        Reason::ChanceNotCut { at, least, greatest, alpha, beta }
    }
}

impl Task for Cuts {
    fn material(&self) -> Material {
        let Diagram { players, nodes, .. } = &self.diagram;
        let range = self.diagram.has_chance().then(|| self.diagram.range());
        Material::Tree { players: *players, nodes: nodes.clone(), range, sum: None }
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
