use std::cmp::Ordering;

use super::branches::CutBranches;
use super::diagram::Diagram;
use super::record::{Ends, Record};
use crate::seeded_rng::SeededRng;
use crate::task::Task;
use crate::{Answer, Answers, Blank, Bound, Figure, Hint, Mark, Material, Reason};

/// Values that differ by less, as a part of the greatest payoff, may have become different by rounding.
const TIE: f64 = 1e-7;

/// The task to mark the branches that alpha-beta cuts when it searches from left to right; in a tree with
/// chance nodes, alpha-beta with Star1.
#[derive(Clone, Debug)]
pub(crate) struct Cuts {
    diagram: Diagram,
    record: Record,
    cut: CutBranches,
}

impl Cuts {
    /// A random task with enough cuts: at least one, two from level 3 on, and at the highest level three with
    /// a deep one.
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

    /// A random task with chance nodes: a branch from one of them is cut, from level 3 on two branches are
    /// cut, and at the highest level three, one of them because of the window of an outcome.
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

    /// Whether rounding decides nothing: no node but a last child has a value that is just the end of a
    /// window of an outcome, which is the result of a calculation, and no branch is searched that would be
    /// cut if values were exact.
    pub(super) fn is_clear(&self) -> bool {
        (1..self.diagram.nodes.len()).filter(|&node| self.record.entered(node)).all(|node| {
            let value = self.record.value(node);
            let (alpha, beta) = self.record.bounds(node, &self.diagram);
            let meets = |Bound { value: end, from }: Bound| {
                from.is_some_and(|from| self.diagram.is_chance(from)) && self.is_tie(value, end)
            };
            (self.diagram.is_last_child(node) || !meets(alpha) && !meets(beta)) && !self.is_spared(node)
        })
    }

    /// Whether the branch to a node is searched although its parent has just come to an end of its window.
    fn is_spared(&self, node: usize) -> bool {
        let at = self.diagram.nodes[node].parent.filter(|&at| self.diagram.children(at)[0] != node);
        at.is_some_and(|at| {
            let [least, greatest] = self.possible(at, node);
            let (alpha, beta) = self.full_window(at);
            self.is_tie(greatest, alpha) || self.is_tie(least, beta)
        })
    }

    /// The window of a node, also with an end that is just the least or the greatest payoff: the search
    /// leaves an end of an outcome's window open if it seems to be beyond all payoffs.
    fn full_window(&self, node: usize) -> Ends {
        let (alpha, beta) = self.record.window(node);
        let parent = |node: usize| self.diagram.nodes[node].parent;
        let is_outcome = |&node: &usize| parent(node).is_some_and(|at| self.diagram.is_chance(at));
        let outcome = std::iter::successors(Some(node), |&node| parent(node)).find(is_outcome);
        let Some((outcome, at)) = outcome.and_then(|outcome| Some((outcome, parent(outcome)?))) else {
            return (alpha, beta);
        };
        let of_outcome = |own: Figure, rest: Figure| {
            self.worth(at, |child| match child.cmp(&outcome) {
                Ordering::Less => self.record.value(child),
                Ordering::Equal => own,
                Ordering::Greater => rest,
            })
        };
        let [least, greatest] = self.diagram.range();
        let (low, high) = self.full_window(at);
        let at_least = Some(least).filter(|_| self.is_tie(of_outcome(least, greatest), low));
        let at_most = Some(greatest).filter(|_| self.is_tie(of_outcome(greatest, least), high));
        (alpha.or(at_least), beta.or(at_most))
    }

    /// Whether a value may be the end of a window but for rounding.
    fn is_tie(&self, value: Figure, end: Option<Figure>) -> bool {
        let greatest =
            self.diagram.range().iter().fold(1.0, |greatest: f64, payoff| greatest.max(payoff.0.abs()));
        end.is_some_and(|end| (end.0 - value.0).abs() < TIE * greatest)
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

    /// Why the remaining branches from a chance node are cut. What was found of it is the bound that its
    /// window has met.
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

    /// Why the branch from a chance node to a child is searched: what the node may still be worth by its
    /// children before.
    fn chance_not_cut(&self, at: usize, child: usize) -> Reason {
        let [least, greatest] = self.possible(at, child);
        let (alpha, beta) = self.record.window(at);
        Reason::ChanceNotCut { at, least, greatest, alpha, beta }
    }

    /// What a node may be worth, at least and at most, by its children before this one. Only a chance node
    /// takes the range of payoffs into account.
    fn possible(&self, at: usize, child: usize) -> [Figure; 2] {
        let if_the_rest_is = |rest: Figure| {
            self.worth(at, |other| if other < child { self.record.value(other) } else { rest })
        };
        let open = [f64::NEG_INFINITY, f64::INFINITY].map(Figure);
        let rest = if self.diagram.is_chance(at) { self.diagram.range() } else { open };
        rest.map(if_the_rest_is)
    }

    /// What a node is worth if its children have these values.
    fn worth(&self, at: usize, value: impl Fn(usize) -> Figure) -> Figure {
        let values: Vec<f64> = self.diagram.children(at).into_iter().map(|child| value(child).0).collect();
        Figure::of_calculation(self.diagram.backed_up(at, &values))
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
