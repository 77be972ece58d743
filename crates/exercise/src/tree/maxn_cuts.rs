use search::Prune;

use super::branches::CutBranches;
use super::diagram::Diagram;
use super::maxn::{MaxN, PLAYERS};
use super::record::Record;
use super::shape::TreeSize;
use crate::seeded_rng::SeededRng;
use crate::task::Task;
use crate::{Answer, Answers, Blank, Elsewhere, Figure, Hint, Mark, Material, Mistake, Reason, Verdict};

/// The task to mark the branches that max^n with shallow pruning cuts when it searches from left to right.
#[derive(Clone, Debug)]
pub(crate) struct MaxNCuts {
    diagram: Diagram,
    record: Record,
    cut: CutBranches,
    /// The sum of the payoffs of every leaf.
    sum: Figure,
}

impl MaxNCuts {
    /// A random task in which no player has two equally good moves. A shallow cut happens, and two or three
    /// branches are cut on higher levels. On level 4 an immediate cut happens too, and on the highest level
    /// there is a branch that only deep pruning would cut.
    pub(crate) fn random(level: u8, rng: &mut SeededRng) -> Self {
        let (depth, width, leaves, uneven) = match level {
            1 => (2, 2..=3, 5..=6, false),
            2 => (2, 2..=3, 7..=9, false),
            3 => (3, 2..=3, 8..=12, false),
            4 => (3, 2..=3, 12..=16, false),
            _ => (4, 2..=3, 14..=20, true),
        };
        let size = TreeSize { depth, width, leaves, uneven };
        let (sum, least) = match level {
            1 | 2 => (10, 0),
            3 => (20, 0),
            4 => (30, 0),
            _ => (60, 5),
        };
        loop {
            let first = if level >= 4 { rng.pick(&[0, 1, 2]) } else { 0 };
            let shape = size.random(rng);
            let payoffs = &mut shares(shape.leaves(), sum, least, rng).into_iter();
            let mover = |depth| (first + depth) % PLAYERS;
            let diagram = Diagram::new(&shape, PLAYERS, mover, || payoffs.next().unwrap_or_default());
            if let Some(task) = Self::of(diagram).filter(|task| task.suits(level)) {
                return task;
            }
        }
    }

    /// The task about a tree; none if the payoffs of its leaves have different sums.
    pub(super) fn of(diagram: Diagram) -> Option<Self> {
        let sum = diagram.sum()?;
        let record = Record::of_maxn(&diagram, Prune::Shallow);
        let cut = CutBranches::of(&record, &diagram);
        Some(Self { diagram, record, cut, sum })
    }

    /// Whether the cuts are those of a level.
    fn suits(&self, level: u8) -> bool {
        let cut = self.cut.nodes();
        let shallow = |&node: &usize| matches!(self.branch(node), Reason::ShallowCut { .. });
        let immediate = |&node: &usize| matches!(self.branch(node), Reason::ImmediateCut { .. });
        let mut searched = (1..self.diagram.nodes.len()).filter(|&node| self.record.entered(node));
        cut.len() >= [1, 2, 2, 3, 3][usize::from(level - 1)]
            && cut.iter().any(shallow)
            && (level != 4 || cut.iter().any(immediate))
            && (level < 5 || searched.any(|node| self.is_deep(node)))
            && MaxN::of(self.diagram.clone()).is_clear()
    }

    fn mover(&self, node: usize) -> usize {
        self.diagram.nodes[node].mover.unwrap_or_default()
    }

    /// The greatest payoff that the mover at a node has by the children before this one; none if the search
    /// went to none.
    fn best_before(&self, node: usize, child: usize) -> Option<Figure> {
        // A child that was cut short gives a player no more than another does, so it changes nothing.
        let mover = self.mover(node);
        let before = self.diagram.children(node).into_iter().take_while(|&other| other < child);
        let own = before.filter_map(|other| self.record.payoffs(other).get(mover).copied());
        own.max_by(|one, other| one.0.total_cmp(&other.0))
    }

    /// What so many players get together at least.
    fn leasts(&self, players: usize) -> f64 {
        self.diagram.range()[0].0 * players as f64
    }

    /// The most that one player can get when others get this payoff and no less than the least payoff.
    fn most_beside(&self, payoff: Figure, others: usize) -> Figure {
        let left = Figure::of_calculation(self.sum.0 - payoff.0 - self.leasts(others));
        if left < self.diagram.range()[1] { left } else { self.diagram.range()[1] }
    }

    /// The nodes above a node where somebody has a choice, from the nearest up, each with its child on
    /// the way.
    fn choices_above(&self, node: usize) -> Vec<(usize, usize)> {
        let mut way = self.diagram.above(node);
        way.push(node);
        let pairs = way.windows(2).rev().map(|pair| (pair[0], pair[1]));
        pairs.filter(|&(above, _)| self.diagram.children(above).len() > 1).collect()
    }

    /// What the player who moves at a node above has there before this child, and may get at `at` when the
    /// mover has this payoff; none if it has nothing yet, or is the mover.
    fn elsewhere(&self, at: usize, payoff: Figure, (from, child): (usize, usize)) -> Option<Elsewhere> {
        let player = self.mover(from);
        let has = self.best_before(from, child).filter(|_| player != self.mover(at))?;
        Some(Elsewhere {
            from,
            player,
            payoff: has,
            most: self.most_beside(payoff, self.diagram.players - 2),
        })
    }

    /// Whether the branch to a node would be cut because of a player who moves further up than shallow
    /// pruning looks.
    fn is_deep(&self, node: usize) -> bool {
        let Some(at) = self.diagram.nodes[node].parent else { return false };
        let Some(payoff) = self.best_before(at, node) else { return false };
        let higher = self.choices_above(at).into_iter().skip(1);
        let too_little =
            |above| self.elsewhere(at, payoff, above).is_some_and(|above| above.most <= above.payoff);
        !self.cut.nodes().contains(&node) && higher.into_iter().any(too_little)
    }

    /// Why the branch to a node is cut or not.
    fn branch(&self, node: usize) -> Reason {
        let Some(at) = self.diagram.nodes.get(node).and_then(|node| node.parent) else {
            return Reason::NoBranch;
        };
        let (player, payoff) = (self.mover(at), self.best_before(at, node));
        let nearest = self.choices_above(at).first().copied();
        let above = payoff.zip(nearest).and_then(|(payoff, nearest)| self.elsewhere(at, payoff, nearest));
        let most = self.most_beside(Figure(0.0), self.diagram.players - 1);
        match (payoff, above) {
            (Some(payoff), _) if self.cut.nodes().contains(&node) && payoff >= most => {
                Reason::ImmediateCut { at, player, payoff }
            }
            (Some(payoff), Some(above)) if self.cut.nodes().contains(&node) => {
                Reason::ShallowCut { at, player, payoff, above }
            }
            _ => Reason::MaxnNotCut { at, player, payoff, above },
        }
    }
}

/// Payoffs of so many leaves that have this sum, none of them less than `least`. In one leaf a player gets
/// all that the others can do without, so that the least and the greatest payoff that there could be stand in
/// the tree.
fn shares(leaves: usize, sum: u32, least: u32, rng: &mut SeededRng) -> Vec<Vec<i32>> {
    let free = sum - least * PLAYERS as u32;
    let mut shares = |is_all: bool| {
        let mut ends = [rng.within(0..=free), rng.within(0..=free)];
        if is_all {
            ends = rng.pick(&[[0, 0], [0, free], [free, free]]);
        }
        ends.sort_unstable();
        [ends[0], ends[1] - ends[0], free - ends[1]].map(|share| (least + share) as i32).to_vec()
    };
    let mut payoffs: Vec<Vec<i32>> = (0..leaves).map(|leaf| shares(leaf == 0)).collect();
    rng.shuffle(&mut payoffs);
    payoffs
}

impl Task for MaxNCuts {
    fn material(&self) -> Material {
        let Diagram { players, nodes, .. } = &self.diagram;
        let range = Some(self.diagram.range());
        Material::Tree { players: *players, nodes: nodes.clone(), range, sum: Some(self.sum) }
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
        let mut marks = self.cut.marks(&self.diagram, shown, answers, |node| self.branch(node));
        for mark in marks.iter_mut().filter(|mark| mark.verdict == Verdict::Wrong) {
            mark.mistake = mark.at.filter(|&node| self.is_deep(node)).map(|_| Mistake::DeepCut);
        }
        marks
    }

    fn hint(&self, _blank: usize) -> Hint {
        self.cut.hint(&self.diagram)
    }
}
