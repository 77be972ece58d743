use std::ops::Range;

use game::Mover;
use rustc_hash::FxHashSet;

use super::{Criterion, Dominance, ENTRY};
use crate::strategy::back_up::{Dominated, Fate, Row, Rule, Shape, Taken, one_at_a_time};
use crate::{Meter, SearchError, SearchRng};

/// Every mover may take any child that no other one dominates.
pub(super) struct Undominated {
    pub(super) role: usize,
    pub(super) roles: usize,
    pub(super) dominance: Dominance,
    pub(super) criterion: Criterion,
    /// Vectors in a set at most.
    pub(super) limit: usize,
}

pub(super) struct Node {
    shape: Shape,
    /// Children taken.
    taken: usize,
    /// Those that none of them dominates.
    kept: Vec<Kept>,
}

struct Kept {
    child: usize,
    vectors: Vec<Vec<f64>>,
    movers: Span,
    searchers: Span,
}

/// What a set of payoff vectors pays one role.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Span {
    least: f64,
    greatest: f64,
    sum: f64,
    vectors: usize,
}

impl Span {
    /// What the set pays `role`.
    pub(super) fn of(set: &[Vec<f64>], role: usize) -> Self {
        let start = Self { least: f64::INFINITY, greatest: f64::NEG_INFINITY, sum: 0.0, vectors: 0 };
        set.iter().fold(start, |span, vector| {
            let payoff = vector[role];
            span.with(Self { least: payoff, greatest: payoff, sum: payoff, vectors: 1 })
        })
    }

    /// What two sets together pay.
    fn with(self, other: Self) -> Self {
        Self {
            least: self.least.min(other.least),
            greatest: self.greatest.max(other.greatest),
            sum: self.sum + other.sum,
            vectors: self.vectors + other.vectors,
        }
    }

    pub(super) fn dominates(self, other: Self, dominance: Dominance) -> bool {
        match dominance {
            Dominance::Strong => self.least > other.greatest,
            Dominance::Weak => self.least >= other.greatest && self.greatest > other.least,
        }
    }

    /// How the set dominates one that it dominates.
    fn dominance_over(self, other: Self) -> Dominance {
        if self.dominates(other, Dominance::Strong) { Dominance::Strong } else { Dominance::Weak }
    }

    /// What the set is worth.
    fn worth(self, criterion: Criterion) -> f64 {
        match criterion {
            Criterion::Pessimistic => self.least,
            Criterion::Optimistic => self.greatest,
            // A set has far fewer than 2^53 vectors, where f64 stops being exact.
            Criterion::Mean => self.sum / self.vectors as f64,
        }
    }
}

impl Undominated {
    /// The set of some vectors, in which each is once; nothing if the time is up before it is made.
    fn set(
        &self,
        vectors: impl Iterator<Item = Vec<f64>>,
        meter: &Meter,
    ) -> Result<Option<Vec<Vec<f64>>>, SearchError> {
        let (mut set, mut known) = (Vec::new(), FxHashSet::default());
        for vector in vectors {
            if meter.interrupted() {
                return Ok(None);
            }
            // Both zeros have the same bits then.
            if !known.insert(vector.iter().map(|payoff| (payoff + 0.0).to_bits()).collect::<Box<[u64]>>()) {
                continue;
            }
            if set.len() == self.limit {
                return Err(SearchError::Inapplicable {
                    strategy: ENTRY.name,
                    why: format!(
                        "a set has more than {} payoff vectors; give more by vectors=, or a depth, or dominance=weak, \
                         or use maxn, which keeps one",
                        self.limit
                    ),
                });
            }
            set.push(vector);
        }
        Ok(Some(set))
    }
}

impl Rule for Undominated {
    type Value = Vec<Vec<f64>>;
    type Node = Node;

    fn chooser(&self, mover: Mover) -> Result<usize, SearchError> {
        one_at_a_time(ENTRY.name, mover)
    }

    fn judged(&self) -> Range<usize> {
        0..self.roles
    }

    fn leaf(&self, payoffs: &[f64], _terminal: bool) -> Result<Vec<Vec<f64>>, SearchError> {
        Ok(vec![payoffs.to_vec()])
    }

    fn open(&self, shape: Shape, _: Option<&Node>) -> Node {
        Node { shape, taken: 0, kept: Vec::new() }
    }

    fn take(&self, node: &mut Node, vectors: Vec<Vec<f64>>, _last: bool, _: &mut SearchRng) -> Taken {
        let movers = Span::of(&vectors, node.shape.chooser);
        let searchers = Span::of(&vectors, self.role);
        let child = node.taken;
        node.taken += 1;
        let mut dominated = Vec::new();
        // Dominance is transitive: what a child that is no longer kept would dominate, the one that dominates
        // it does.
        let by = node.kept.iter().find(|kept| kept.movers.dominates(movers, self.dominance));
        let fate = if let Some(by) = by {
            dominated.push(Dominated { row: child, by: by.child, kind: by.movers.dominance_over(movers) });
            Fate::Worse
        } else {
            let leaves = |kept: &mut Kept| movers.dominates(kept.movers, self.dominance);
            for old in node.kept.extract_if(.., leaves) {
                dominated.push(Dominated {
                    row: old.child,
                    by: child,
                    kind: movers.dominance_over(old.movers),
                });
            }
            let fate = if node.kept.is_empty() { Fate::Better } else { Fate::Beside };
            node.kept.push(Kept { child, vectors, movers, searchers });
            fate
        };
        let row = Row { value: searchers.worth(self.criterion), at_most: false, fate };
        Taken { dominated, ..Taken::finished(true, row) }
    }

    fn close(&self, node: Node, meter: &Meter) -> Result<Option<Vec<Vec<f64>>>, SearchError> {
        let mut sets = node.kept.into_iter().map(|kept| kept.vectors);
        let first = sets.next().unwrap_or_default();
        if sets.len() == 0 {
            return Ok(Some(first));
        }
        self.set(first.into_iter().chain(sets.flatten()), meter)
    }

    /// A vector for each way to choose one from the set of every outcome.
    fn expect(
        &self,
        outcomes: Vec<(f64, Vec<Vec<f64>>)>,
        meter: &Meter,
    ) -> Result<Option<Vec<Vec<f64>>>, SearchError> {
        let mut expected = vec![vec![0.0; self.roles]];
        for (probability, set) in outcomes {
            let sum = |before: &Vec<f64>, vector: &Vec<f64>| {
                before.iter().zip(vector).map(|(sum, payoff)| sum + probability * payoff).collect()
            };
            let sums = expected.iter().flat_map(|before| set.iter().map(move |vector| sum(before, vector)));
            let Some(longer) = self.set(sums, meter)? else { return Ok(None) };
            expected = longer;
        }
        Ok(Some(expected))
    }

    /// Nobody knows which move another role chooses, unless there is but one left.
    fn choice(&self, node: &Node) -> Option<usize> {
        if node.shape.chooser != self.role && node.kept.len() > 1 {
            return None;
        }
        let worth = |kept: &Kept| kept.searchers.worth(self.criterion);
        let first_best = |best: &Kept, kept: &Kept| worth(kept) > worth(best);
        let best = node.kept.iter().reduce(|best, kept| if first_best(best, kept) { kept } else { best })?;
        Some(best.child)
    }

    /// As if no vector were in two sets.
    fn value_so_far(&self, node: &Node) -> f64 {
        let spans = node.kept.iter().map(|kept| kept.searchers);
        spans.reduce(Span::with).map_or(f64::NEG_INFINITY, |span| span.worth(self.criterion))
    }

    fn own(&self, set: &Vec<Vec<f64>>) -> f64 {
        Span::of(set, self.role).worth(self.criterion)
    }

    fn vectors<'v>(&self, set: &'v Vec<Vec<f64>>) -> &'v [Vec<f64>] {
        set
    }
}
