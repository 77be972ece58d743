//! The choice among the moves of a node.

use game::Game;
use rand::RngExt;

use super::tree::{Edge, NONE, Tree};
use crate::SearchRng;
use crate::strategy::drawn_number;

/// The constants of UCT on the scale of the goals.
#[derive(Clone, Copy, Debug)]
pub(super) struct Formula {
    /// The constant that weighs doubt.
    pub(super) c: f64,
    /// The value of an unvisited move; infinite if it comes before all others.
    pub(super) fpu: f64,
    /// The least payoff. A move proven to pay no more is not made again.
    pub(super) least: f64,
    /// Values that differ by no more are as good as the same to roles that choose at the same time.
    pub(super) slack: f64,
}

impl Formula {
    /// The number of the edge with the greatest `Q + C sqrt(ln N / n)`, the first of several; a proven edge
    /// counts by its exact value.
    pub(super) fn choose<M>(&self, edges: &[Edge<M>], visits: u32, proven: impl Fn(u32) -> f64) -> usize {
        let log = f64::from(visits.max(1)).ln();
        let (mut best, mut greatest) = (0, f64::NEG_INFINITY);
        for (index, edge) in edges.iter().enumerate() {
            let value = if edge.proven != NONE {
                let exact = proven(edge.proven);
                if exact <= self.least { f64::NEG_INFINITY } else { exact }
            } else {
                self.value(edge, log)
            };
            if value > greatest {
                (best, greatest) = (index, value);
                if greatest == f64::INFINITY {
                    break;
                }
            }
        }
        best
    }

    /// As [`choose`](Self::choose), but at random any that comes near the greatest value. Roles that choose
    /// at the same time by values alone fall in step, and learn nothing of most joint moves.
    ///
    /// Source: M. Tak, M. Lanctot, M. Winands, *Monte Carlo tree search variants for simultaneous move
    /// games*, IEEE CIG (2014).
    pub(super) fn choose_near<M>(&self, edges: &[Edge<M>], visits: u32, rng: &mut SearchRng) -> usize {
        let log = f64::from(visits.max(1)).ln();
        let values = edges.iter().map(|edge| self.value(edge, log));
        let near = values.clone().fold(f64::NEG_INFINITY, f64::max) - self.slack;
        let candidates = values.enumerate().filter(|&(_, value)| value >= near).map(|(index, _)| index);
        let drawn = rng.random_range(0..candidates.clone().count());
        candidates.clone().nth(drawn).unwrap_or(0)
    }

    /// The UCT value of an edge that is not proven.
    #[inline]
    fn value<M>(&self, edge: &Edge<M>, log: f64) -> f64 {
        if edge.visits == 0 { self.fpu } else { uct(edge.sum, f64::from(edge.visits), log, self.c) }
    }
}

/// The UCT value `Q + C sqrt(ln N / n)` of a move with the mean `mean`, its `visits` n among `total` visits N
/// of all moves of the node. The constant `c` is on the scale of the means.
///
/// A move without visits has an infinite value: it comes before all others.
///
/// ```
/// // Two moves tried once, one twice: doubt makes up for a lower mean.
/// let value = |mean, visits| spielbaum_search::uct_value(mean, visits, 4, 100.0).round();
/// assert_eq!([value(0.0, 1), value(20.0, 1), value(25.0, 2)], [118.0, 138.0, 108.0]);
/// ```
///
/// Source: L. Kocsis, C. Szepesvári, *Bandit based Monte-Carlo planning*, ECML (2006).
pub fn uct_value(mean: f64, visits: u32, total: u32, c: f64) -> f64 {
    if visits == 0 {
        return f64::INFINITY;
    }
    let n = f64::from(visits);
    uct(mean * n, n, f64::from(total.max(1)).ln(), c)
}

/// `Q + C sqrt(ln N / n)`, where Q is `sum / n`.
#[inline]
pub(super) fn uct(sum: f64, n: f64, log: f64, c: f64) -> f64 {
    let inverse = n.recip();
    sum * inverse + c * (log * inverse).sqrt()
}

/// Draws the number of an edge of chance by the probabilities.
pub(super) fn draw_edge<M>(edges: &[Edge<M>], rng: &mut SearchRng) -> usize {
    drawn_number(edges.iter().map(|edge| edge.sum), rng.random())
}

impl<G: Game> Tree<G> {
    /// The number of the edge to follow from a node where `role` decides.
    #[inline]
    pub(super) fn select(&self, node: u32, role: usize, formula: &Formula) -> u32 {
        // At the root nothing depends on a proven move any more: visits are for the others.
        let exact = |payoffs| if node == self.root { formula.least } else { self.worth(payoffs, role) };
        let chosen = formula.choose(self.edges_of(node), self.node(node).visits, exact);
        self.node(node).first + chosen as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lecture's two cases: means and visits of three moves, and their UCT values for C = 10, 100, 1000.
    #[test]
    fn the_values_of_the_lecture() {
        let cases = [
            ([(0.0, 1.0), (20.0, 1.0), (25.0, 1.0)], [[10, 30, 35], [105, 125, 130], [1048, 1068, 1073]]),
            ([(0.0, 1.0), (20.0, 1.0), (25.0, 2.0)], [[12, 32, 33], [118, 138, 108], [1177, 1197, 858]]),
        ];
        for (moves, rounded) in cases {
            let log = moves.iter().map(|(_, n)| n).sum::<f64>().ln();
            for (c, expected) in [10.0, 100.0, 1000.0].into_iter().zip(rounded) {
                assert_eq!(moves.map(|(q, n)| uct(q * n, n, log, c).round() as i32), expected);
            }
        }
    }

    fn edge(sum: f64, visits: u32, proven: u32) -> Edge<char> {
        Edge { mov: 'm', child: NONE, visits, proven, sum }
    }

    #[test]
    fn the_lecture_chooses_by_its_constant() {
        let edges = [edge(0.0, 1, NONE), edge(20.0, 1, NONE), edge(50.0, 2, NONE)];
        let choice = |c| Formula { c, fpu: f64::INFINITY, least: 0.0, slack: 0.0 }.choose(&edges, 4, |_| 0.0);
        assert_eq!([10.0, 100.0, 1000.0].map(choice), [2, 1, 1]);
    }

    #[test]
    fn an_unvisited_move_comes_first_or_has_its_urgency() {
        let edges = [edge(60.0, 1, NONE), edge(0.0, 0, NONE), edge(0.0, 0, NONE)];
        let choice = |fpu| Formula { c: 0.0, fpu, least: 0.0, slack: 0.0 }.choose(&edges, 1, |_| 0.0);
        assert_eq!([f64::INFINITY, 70.0, 50.0].map(choice), [1, 1, 0]);
    }

    #[test]
    fn a_proven_move_counts_by_its_value_and_a_lost_one_not_at_all() {
        let formula = Formula { c: 0.0, fpu: f64::INFINITY, least: 0.0, slack: 0.0 };
        let proven = |payoffs| [0.0, 50.0][payoffs as usize];
        assert_eq!(formula.choose(&[edge(0.0, 5, NONE), edge(0.0, 0, 0)], 5, proven), 0);
        assert_eq!(formula.choose(&[edge(0.0, 0, 0), edge(0.0, 5, NONE)], 5, proven), 1);
        assert_eq!(formula.choose(&[edge(200.0, 5, NONE), edge(0.0, 0, 1)], 5, proven), 1);
        assert_eq!(formula.choose(&[edge(300.0, 5, NONE), edge(0.0, 0, 1)], 5, proven), 0);
    }
}
