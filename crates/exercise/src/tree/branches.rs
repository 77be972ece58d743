use std::collections::BTreeSet;

use super::diagram::Diagram;
use super::record::Record;
use crate::{Answer, AnswerKind, Answers, Blank, Hint, Mark, Reason, Verdict};

/// The branches that a search cuts, by the nodes to which they lead, without those below a cut branch.
#[derive(Clone, Debug)]
pub(super) struct CutBranches(BTreeSet<usize>);

impl CutBranches {
    /// Those of a recorded search.
    pub(super) fn of(record: &Record, diagram: &Diagram) -> Self {
        Self(diagram.inner().into_iter().flat_map(|node| record.cut(diagram, node)).collect())
    }

    /// The nodes to which they lead.
    pub(super) fn nodes(&self) -> &BTreeSet<usize> {
        &self.0
    }

    /// The cut branch to a node or to one above it, by the node to which it leads; none if the search visits
    /// the node.
    pub(super) fn leading_to(&self, node: usize, diagram: &Diagram) -> Option<usize> {
        diagram.above(node).into_iter().chain([node]).find(|node| self.0.contains(node))
    }

    /// The blank in which they are to be named.
    pub(super) fn blank() -> Blank {
        Blank { id: "cuts".to_owned(), at: None, takes: AnswerKind::Branches }
    }

    /// The answer that names them all.
    pub(super) fn answer(&self) -> Answer {
        Answer::Branches(self.0.iter().copied().collect())
    }

    /// How many they are, and where the first is.
    pub(super) fn hint(&self, diagram: &Diagram) -> Hint {
        let first_below = self.0.first().and_then(|&node| diagram.nodes[node].parent);
        Hint::Cuts { count: self.0.len(), first_below }
    }

    /// One mark for each branch that is cut or named, with the reason of the node to which it leads. Branches
    /// below a cut one get none.
    pub(super) fn marks(
        &self,
        diagram: &Diagram,
        shown: &Blank,
        answers: &Answers,
        reason: impl Fn(usize) -> Reason,
    ) -> Vec<Mark> {
        let is_below = |node| self.leading_to(node, diagram).is_some_and(|branch| branch != node);
        marks(&self.0, diagram, shown, answers, is_below, reason)
    }
}

/// One mark for each branch that is to be named or was named, by the nodes to which they lead, but for those
/// that are `spared`.
pub(super) fn marks(
    right: &BTreeSet<usize>,
    diagram: &Diagram,
    shown: &Blank,
    answers: &Answers,
    spared: impl Fn(usize) -> bool,
    reason: impl Fn(usize) -> Reason,
) -> Vec<Mark> {
    let mark = |at, verdict, reason| Mark { blank: shown.id.clone(), at, verdict, reason, mistake: None };
    let named: BTreeSet<usize> = match answers.get(&shown.id) {
        None => return vec![mark(None, Verdict::Missing, None)],
        Some(Answer::Branches(named)) => named.iter().copied().collect(),
        Some(_) => return vec![mark(None, Verdict::Wrong, Some(Reason::OtherKind))],
    };
    let exists = |&node: &usize| (1..diagram.nodes.len()).contains(&node);
    let mut marks: Vec<Mark> = named
        .union(right)
        .copied()
        .filter(|node| exists(node) && !spared(*node))
        .map(|node| {
            let verdict = match (named.contains(&node), right.contains(&node)) {
                (true, true) => Verdict::Right,
                (false, _) => Verdict::Missing,
                (true, false) => Verdict::Wrong,
            };
            mark(Some(node), verdict, Some(reason(node)))
        })
        .collect();
    if !named.iter().all(exists) {
        marks.push(mark(None, Verdict::Wrong, Some(Reason::NoBranch)));
    }
    marks
}
