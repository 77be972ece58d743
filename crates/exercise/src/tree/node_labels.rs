use std::collections::BTreeSet;

use search::{Label, Labelling, Spec};

use super::branches::CutBranches;
use super::diagram::{Diagram, MAX, blank_at};
use super::record::Record;
use super::shape::TreeSize;
use crate::seeded_rng::SeededRng;
use crate::task::Task;
use crate::{Answer, AnswerKind, Answers, Blank, Hint, Mark, Material, Mistake, NodeLabel, Reason, TreeNode};

/// The task to label the inner nodes of a tree with WIN, DRAW or LOST for max, and to mark the branches that
/// early exit skips.
///
/// Children are visited from left to right, and a node is left as soon as the player to move there wins by a
/// child: the strategy `labels`.
#[derive(Clone, Debug)]
pub(crate) struct NodeLabels {
    diagram: Diagram,
    /// The label of each node; none of one that the search does not visit.
    labels: Vec<Option<Label>>,
    asked: Vec<usize>,
    skipped: CutBranches,
}

impl NodeLabels {
    /// A random task; without draws at level 1. At every level early exit skips a node, and most inner nodes
    /// are visited.
    pub(crate) fn random(level: u8, rng: &mut SeededRng) -> Self {
        let payoffs: &[i32] = if level == 1 { &[1, -1] } else { &[1, 0, -1] };
        loop {
            let shape = TreeSize::of(level).random(rng);
            let first = if level >= 4 { rng.pick(&[0, 1]) } else { MAX };
            let mover = |depth| (first + depth) % 2;
            if let Some(task) = Self::of(Diagram::new(&shape, 2, mover, || vec![rng.pick(payoffs)]))
                && task.suits(level)
            {
                return task;
            }
        }
    }

    /// Whether a task is as difficult as those of a level.
    fn suits(&self, level: u8) -> bool {
        let visited: Vec<Label> = self.asked.iter().filter_map(|&node| self.labels[node]).collect();
        let different = visited.iter().any(|&label| label != visited[0]);
        let drawn = visited.contains(&Label::Draw);
        let skips_inner = self.skipped.nodes().iter().any(|&node| self.diagram.is_inner(node));
        let skips = [1, 1, 2, 2, 3][usize::from(level - 1)];
        different
            && (level == 1 || drawn)
            && (level < 3 || skips_inner)
            && self.skipped.nodes().len() >= skips
            && 2 * visited.len() > self.asked.len()
    }

    /// The task about a tree; none if its payoffs are not just wins, losses and draws.
    pub(super) fn of(mut diagram: Diagram) -> Option<Self> {
        let spec: Spec = "labels".parse().expect("the catalogue has the strategy `labels`");
        let labelling = Labelling::of(&spec, &diagram.tree, MAX).expect("the strategy `labels` labels");
        let record = Record::of(&diagram, &mut *spec.build());
        let mut outcomes: Vec<(Label, f64)> = Vec::new();
        for node in &mut diagram.nodes {
            if let Some(payoff) = node.payoffs.first() {
                let label = labelling.label(payoff.0);
                node.label = Some(Some(label).into());
                if !outcomes.contains(&(label, payoff.0)) {
                    outcomes.push((label, payoff.0));
                }
            }
        }
        let different: BTreeSet<Label> = outcomes.iter().map(|&(label, _)| label).collect();
        if different.len() < outcomes.len() || different.len() < 2 {
            return None;
        }
        let label = |node| record.entered(node).then(|| labelling.label(record.value(node).0));
        let labels = (0..diagram.nodes.len()).map(label).collect();
        let (asked, skipped) = (diagram.inner(), CutBranches::of(&record, &diagram));
        Some(Self { diagram, labels, asked, skipped })
    }

    /// The best of some labels for the player to move at a node.
    fn best(&self, node: usize, labels: impl Iterator<Item = Label>) -> Option<Label> {
        if self.diagram.is_max(node) { labels.max() } else { labels.min() }
    }

    /// The first child with the label of its parent, which is visited.
    fn decisive(&self, node: usize) -> usize {
        let alike = |&child: &usize| self.labels[child] == self.labels[node];
        // The label of a node is that of a child.
        self.diagram.children(node).into_iter().find(alike).unwrap_or_default()
    }

    /// Why a node is skipped, or is not.
    fn exit(&self, node: usize) -> Reason {
        let branch = self.skipped.leading_to(node, &self.diagram);
        let parent = |node: usize| self.diagram.nodes.get(node).and_then(|node| node.parent);
        match (branch.and_then(parent), parent(node)) {
            (Some(at), _) => {
                Reason::EarlyExit { at, label: self.labels[at].into(), child: self.decisive(at) }
            }
            (None, Some(at)) => Reason::NoEarlyExit { at, child: node },
            (None, None) => Reason::NoBranch,
        }
    }
}

impl Task for NodeLabels {
    fn material(&self) -> Material {
        self.diagram.material()
    }

    /// The labels of the inner nodes, and the skipped branches.
    fn blanks(&self) -> Vec<Blank> {
        let is_draw = |node: &TreeNode| node.label == Some(NodeLabel::Draw);
        let takes = AnswerKind::NodeLabel { draws: self.diagram.nodes.iter().any(is_draw) };
        let blank = |&node| Blank { id: blank_at(node), at: Some(node), takes };
        self.asked.iter().map(blank).chain([CutBranches::blank()]).collect()
    }

    fn answer(&self, blank: usize) -> Answer {
        let label = |&node: &usize| Answer::NodeLabel(self.labels[node].into());
        self.asked.get(blank).map_or_else(|| self.skipped.answer(), label)
    }

    fn reason(&self, blank: usize, answer: &Answer) -> Reason {
        let at = self.asked[blank];
        // The root is visited whatever happens.
        let called_skipped = *answer == Answer::NodeLabel(NodeLabel::Skipped) && at > 0;
        if self.labels[at].is_none() || called_skipped {
            return self.exit(at);
        }
        Reason::BestLabel { at, label: self.labels[at].into(), child: self.decisive(at) }
    }

    fn mistake(&self, blank: usize, answer: &Answer, answers: &Answers) -> Option<Mistake> {
        let label = |answer: &Answer| match answer {
            Answer::NodeLabel(label) => label.of_search(),
            _ => None,
        };
        let node = self.asked[blank];
        // What children a skipped node has does not matter.
        self.labels[node]?;
        let answer = label(answer)?;
        let children = self.diagram.children(node);
        let given = |&child: &usize| answers.get(&blank_at(child)).and_then(label).or(self.labels[child]);
        if self.best(node, children.iter().filter_map(given)) == Some(answer) {
            return Some(Mistake::FollowsFromBelow);
        }
        let visited = children.iter().filter_map(|&child| self.labels[child]);
        let other = if self.diagram.is_max(node) { visited.min() } else { visited.max() };
        (other == Some(answer)).then_some(Mistake::OtherLabel)
    }

    fn hint(&self, blank: usize) -> Hint {
        match self.asked.get(blank) {
            Some(&node) if self.labels[node].is_some() => self.diagram.hint(node),
            _ => self.skipped.hint(&self.diagram),
        }
    }

    fn marks(&self, blank: usize, shown: &Blank, answers: &Answers) -> Vec<Mark> {
        if blank < self.asked.len() {
            return self.marks_alone(blank, shown, answers);
        }
        self.skipped.marks(&self.diagram, shown, answers, |node| self.exit(node))
    }
}
