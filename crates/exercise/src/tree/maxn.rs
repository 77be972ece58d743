use search::Prune;

use super::diagram::{Diagram, blank_at};
use super::record::Record;
use super::shape::TreeSize;
use crate::seeded_rng::SeededRng;
use crate::task::Task;
use crate::{Answer, AnswerKind, Answers, Blank, Figure, Hint, Material, Mistake, Payoffs, Reason};

/// The players of a random tree.
pub(super) const PLAYERS: usize = 3;

/// The task to fill in the payoff vectors of the inner nodes.
#[derive(Clone, Debug)]
pub(crate) struct MaxN {
    diagram: Diagram,
    record: Record,
    asked: Vec<usize>,
}

impl MaxN {
    /// A random task in which no player has two equally good moves.
    pub(crate) fn random(level: u8, rng: &mut SeededRng) -> Self {
        let (depth, width, leaves, uneven) = match level {
            1 => (2, 2..=2, 4..=4, false),
            2 => (2, 2..=3, 5..=7, false),
            3 => (3, 2..=2, 8..=8, false),
            4 => (3, 2..=3, 8..=12, false),
            _ => (4, 2..=3, 9..=14, true),
        };
        let size = TreeSize { depth, width, leaves, uneven };
        let most = if level <= 2 { 9 } else { 20 };
        loop {
            let first = if level >= 4 { rng.pick(&[0, 1, 2]) } else { 0 };
            let shape = size.random(rng);
            let payoffs = || [0; PLAYERS].map(|_| rng.within(0..=most) as i32).to_vec();
            let task = Self::of(Diagram::new(&shape, PLAYERS, |depth| (first + depth) % PLAYERS, payoffs));
            if task.is_clear() {
                return task;
            }
        }
    }

    pub(super) fn of(diagram: Diagram) -> Self {
        let (record, asked) = (Record::of_maxn(&diagram, Prune::None), diagram.inner());
        Self { diagram, record, asked }
    }

    fn mover(&self, node: usize) -> usize {
        self.diagram.nodes[node].mover.unwrap_or_default()
    }

    fn payoffs(&self, node: usize) -> Vec<Figure> {
        match self.diagram.nodes[node].payoffs.as_slice() {
            [] => self.record.payoffs(node),
            leaf => leaf.to_vec(),
        }
    }

    /// Whether no player has two equally good moves.
    pub(super) fn is_clear(&self) -> bool {
        self.asked.iter().all(|&node| self.has_one_best(node))
    }

    /// Whether exactly one child has the greatest payoff for the mover.
    fn has_one_best(&self, node: usize) -> bool {
        let mover = self.mover(node);
        let best = self.payoffs(node)[mover];
        let is_best = |&&child: &&usize| self.payoffs(child)[mover] == best;
        self.diagram.children(node).iter().filter(is_best).count() == 1
    }

    /// The number of the child with the greatest payoff for the mover.
    fn taken(&self, node: usize) -> usize {
        let value = self.payoffs(node);
        let children = self.diagram.children(node);
        children.iter().position(|&child| self.payoffs(child) == value).unwrap_or_default()
    }
}

impl Task for MaxN {
    fn material(&self) -> Material {
        self.diagram.material()
    }

    fn blanks(&self) -> Vec<Blank> {
        let takes = AnswerKind::Vector { length: self.diagram.players };
        let blank = |&node| Blank { id: blank_at(node), at: Some(node), takes };
        self.asked.iter().map(blank).collect()
    }

    fn answer(&self, blank: usize) -> Answer {
        Answer::Vector(self.payoffs(self.asked[blank]).into_iter().map(|payoff| payoff.0).collect())
    }

    fn reason(&self, blank: usize, _answer: &Answer) -> Reason {
        let node = self.asked[blank];
        let children = self.diagram.children(node);
        let children = children.iter().map(|&child| Payoffs(self.payoffs(child))).collect();
        Reason::OwnBest { player: self.mover(node), children, taken: self.taken(node) }
    }

    fn mistake(&self, blank: usize, answer: &Answer, answers: &Answers) -> Option<Mistake> {
        let Answer::Vector(answer) = answer else { return None };
        let node = self.asked[blank];
        let mover = self.mover(node);
        let right = |&child: &usize| self.payoffs(child).into_iter().map(|payoff| payoff.0).collect();
        let given = |child: &usize| match answers.get(&blank_at(*child)) {
            Some(Answer::Vector(given)) if given.len() == self.diagram.players => given.clone(),
            _ => right(child),
        };
        let below = self.diagram.children(node);
        let children: Vec<Vec<f64>> = below.iter().map(given).collect();
        let follows = children.contains(answer) && children.iter().all(|child| child[mover] <= answer[mover]);
        // Of equal children another than the first is chosen where all is right below, too.
        let is_wrong_below = children != below.iter().map(right).collect::<Vec<_>>();
        (follows && is_wrong_below).then_some(Mistake::FollowsFromBelow)
    }

    fn hint(&self, blank: usize) -> Hint {
        self.diagram.hint(self.asked[blank])
    }
}
