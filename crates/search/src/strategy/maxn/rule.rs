use std::ops::Range;

use game::Mover;
use rand::RngExt;

use super::{Bounds, ENTRY, Prune, Ties};
use crate::strategy::back_up::{Fate, Row, Rule, Shape, Taken, one_at_a_time};
use crate::{Cut, CutKind, Meter, SearchError, SearchRng};

/// Every mover takes the child with the greatest payoff of its own.
pub(super) struct OwnBest {
    pub(super) role: usize,
    pub(super) ties: Ties,
    pub(super) prune: Prune,
    pub(super) bounds: Bounds,
}

/// The value of a state.
pub(super) struct Vector {
    payoffs: Vec<f64>,
    /// Of a state that was not searched to its end, because the role that moved before will not come here:
    /// the most which that role can get.
    refuted: Option<f64>,
}

pub(super) struct Node {
    shape: Shape,
    /// Children taken.
    taken: usize,
    /// The best child and its payoffs.
    best: Option<(usize, Vec<f64>)>,
    /// How many children pay the mover what the best one does.
    equals: u32,
    /// The role that chose to come here, and what it gets elsewhere.
    above: Option<(usize, f64)>,
    /// The roles that chose further up, and what each of them gets elsewhere; only deep cuts ask.
    higher: Vec<(usize, f64)>,
    refuted: Option<f64>,
}

impl OwnBest {
    /// Whether the mover prefers `payoffs` to `best`.
    fn prefers(&self, node: &mut Node, payoffs: &[f64], rng: &mut SearchRng) -> bool {
        let mover = node.shape.chooser;
        let Some((_, best)) = &node.best else { return true };
        if payoffs[mover] != best[mover] {
            let better = payoffs[mover] > best[mover];
            if better {
                node.equals = 1;
            }
            return better;
        }
        match self.ties {
            Ties::First => false,
            Ties::Random => {
                node.equals += 1;
                rng.random_range(0..node.equals) == 0
            }
            Ties::Leader => leader(payoffs, mover) < leader(best, mover),
        }
    }

    /// What roles above the one that moves in a node get elsewhere, for who looks up from below the node: of
    /// each role the most.
    fn higher(&self, node: &Node) -> Vec<(usize, f64)> {
        let mut higher = node.higher.clone();
        // Who has one move only has not chosen, and the role before still is the one right above.
        if let Some((role, elsewhere)) =
            node.above.filter(|_| self.prune == Prune::Deep && node.shape.rows > 1)
        {
            match higher.iter_mut().find(|(known, _)| *known == role) {
                Some((_, most)) => *most = most.max(elsewhere),
                None => higher.push((role, elsewhere)),
            }
        }
        higher
    }

    /// Why the children that are left cannot matter, if they cannot, now that one of them pays the
    /// mover `payoff`.
    fn cuts(&self, node: &mut Node, payoff: f64) -> Option<Cut> {
        let first = self.ties == Ties::First;
        if self.prune == Prune::None || node.taken == node.shape.rows {
            return None;
        }
        let most = self.bounds.most();
        if first && payoff >= most {
            return Some(Cut { kind: CutKind::Immediate, value: payoff, bound: most });
        }
        // The most that a role above gets here and what it has elsewhere, if it will not come here.
        let too_little = |&(role, elsewhere): &(usize, f64)| {
            if role == node.shape.chooser {
                return None;
            }
            let most = self.bounds.most_beside(payoff);
            (most < elsewhere || first && most == elsewhere).then_some((most, elsewhere))
        };
        if matches!(self.prune, Prune::Shallow | Prune::Deep)
            && let Some((value, bound)) = node.above.as_ref().and_then(too_little)
        {
            node.refuted = Some(value);
            return Some(Cut { kind: CutKind::Shallow, value, bound });
        }
        // Here is the mistake: what the node comes to is not refuted for the role that moved before, and goes
        // up as if it were known.
        let (value, bound) = node.higher.iter().find_map(too_little)?;
        Some(Cut { kind: CutKind::Deep, value, bound })
    }
}

/// What the best off of all roles but the mover gets.
fn leader(payoffs: &[f64], mover: usize) -> f64 {
    let others = payoffs.iter().enumerate().filter(|(role, _)| *role != mover);
    others.map(|(_, &payoff)| payoff).fold(f64::NEG_INFINITY, f64::max)
}

impl Rule for OwnBest {
    type Value = Vector;
    type Node = Node;

    fn chooser(&self, mover: Mover) -> Result<usize, SearchError> {
        one_at_a_time(ENTRY.name, mover)
    }

    fn judged(&self) -> Range<usize> {
        0..self.bounds.roles()
    }

    fn leaf(&self, payoffs: &[f64], terminal: bool) -> Result<Vector, SearchError> {
        let mut payoffs = payoffs.to_vec();
        if terminal {
            self.bounds.check(&payoffs)?;
        } else {
            self.bounds.fit(&mut payoffs);
        }
        Ok(Vector { payoffs, refuted: None })
    }

    fn open(&self, shape: Shape, parent: Option<&Node>) -> Node {
        let above = parent.and_then(|node| match &node.best {
            // Who has one move only has not chosen.
            _ if node.shape.rows == 1 => node.above,
            Some((_, best)) => Some((node.shape.chooser, best[node.shape.chooser])),
            None => None,
        });
        let higher = parent.map_or_else(Vec::new, |node| self.higher(node));
        Node { shape, taken: 0, best: None, equals: 1, above, higher, refuted: None }
    }

    fn caveat(&self) -> Option<&'static str> {
        (self.prune == Prune::Deep)
            .then_some("deep cuts are unsound in max^n: the value and the move may be wrong (maxn(prune=shallow) is sound)")
    }

    fn take(&self, node: &mut Node, value: Vector, _last: bool, rng: &mut SearchRng) -> Taken {
        let Vector { payoffs, refuted } = value;
        let row = node.taken;
        node.taken += 1;
        if node.shape.rows == 1 {
            node.refuted = refuted;
        } else if let Some(most) = refuted {
            let row = Row { value: most, at_most: true, fate: Fate::Worse };
            return Taken::finished(true, row);
        }
        let value = payoffs[self.role];
        let (fate, cut) = if self.prefers(node, &payoffs, rng) {
            let cut = self.cuts(node, payoffs[node.shape.chooser]);
            node.best = Some((row, payoffs));
            (Fate::Better, cut)
        } else {
            (Fate::Worse, None)
        };
        Taken { cut, ..Taken::finished(true, Row { value, at_most: false, fate }) }
    }

    fn close(&self, node: Node, _: &Meter) -> Result<Option<Vector>, SearchError> {
        let payoffs = node.best.map(|(_, payoffs)| payoffs).unwrap_or_default();
        Ok(Some(Vector { payoffs, refuted: node.refuted }))
    }

    fn expect(&self, outcomes: Vec<(f64, Vector)>, _: &Meter) -> Result<Option<Vector>, SearchError> {
        let mut payoffs = vec![0.0; self.bounds.roles()];
        for (probability, vector) in outcomes {
            payoffs.iter_mut().zip(vector.payoffs).for_each(|(sum, payoff)| *sum += probability * payoff);
        }
        Ok(Some(Vector { payoffs, refuted: None }))
    }

    fn choice(&self, node: &Node) -> Option<usize> {
        node.best.as_ref().map(|(row, _)| *row)
    }

    fn value_so_far(&self, node: &Node) -> f64 {
        node.best.as_ref().map_or(f64::NEG_INFINITY, |(_, payoffs)| payoffs[self.role])
    }

    fn own(&self, value: &Vector) -> f64 {
        value.payoffs[self.role]
    }

    fn vectors<'v>(&self, value: &'v Vector) -> &'v [Vec<f64>] {
        std::slice::from_ref(&value.payoffs)
    }
}
