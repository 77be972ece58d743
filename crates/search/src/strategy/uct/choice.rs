//! What the search says in the end.

use game::{Choices, Game, Mover};
use rustc_hash::FxHashSet;

use super::settings::{Rule, Settings, Simultaneous};
use super::tree::{Decider, NONE, Tree};
use crate::decision::LONGEST_LINE;
use crate::strategy::draw_by;
use crate::{MoveEstimate, SearchRng};

/// A move of a role, and what is known about it, in one tree or in several together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Candidate<M> {
    pub(super) mov: M,
    pub(super) visits: u64,
    pub(super) sum: f64,
    /// Its value, if it is proven.
    pub(super) exact: Option<f64>,
    /// The sum of its probabilities in mixed strategies; 0 for all moves if the role draws from none.
    pub(super) share: f64,
}

impl<M: Copy> Candidate<M> {
    fn mean(&self) -> Option<f64> {
        (self.visits > 0).then(|| self.sum / self.visits as f64)
    }

    /// Exact if it is proven, else the mean.
    pub(super) fn value(&self) -> Option<f64> {
        self.exact.or_else(|| self.mean())
    }

    pub(super) fn estimate(&self) -> MoveEstimate<M> {
        MoveEstimate {
            mov: self.mov,
            value: self.value(),
            bound: None,
            proven: self.exact.is_some(),
            visits: self.visits,
        }
    }
}

/// The number of a move drawn from the average of a role's mixed strategies, if it has drawn from any.
pub(super) fn draw_average<M>(moves: &[Candidate<M>], rng: &mut SearchRng) -> Option<usize> {
    let shares: Vec<f64> = moves.iter().map(|candidate| candidate.share).collect();
    shares.iter().any(|&share| share > 0.0).then(|| draw_by(&shares, rng))
}

/// How the best of several moves is found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Judge {
    pub(super) rule: Rule,
    /// The constant of UCT on the scale of the goals.
    pub(super) c: f64,
    /// The least payoff.
    pub(super) least: f64,
}

impl Judge {
    /// The number of the best move.
    ///
    /// Of the moves that are not proven the rule says which is the best. It gives way to a proven one that is
    /// worth as much and is not lost. Of several proven moves of the same worth the one with the most visits
    /// is the best: if all are lost, it was the hardest to refute.
    pub(super) fn best<M: Copy>(&self, moves: &[Candidate<M>]) -> usize {
        let visits: u64 = moves.iter().map(|candidate| candidate.visits).sum();
        let log = (visits.max(1) as f64).ln();
        let key = |candidate: &Candidate<M>| {
            let n = candidate.visits as f64;
            let Some(mean) = candidate.mean() else { return (f64::NEG_INFINITY, 0.0) };
            match self.rule {
                Rule::Visits => (n, mean),
                Rule::Mean => (mean, n),
                Rule::Secure => (mean - self.c * (log / n).sqrt(), n),
            }
        };
        let open = first_greatest(moves, |candidate| candidate.exact.is_none().then(|| key(candidate)));
        let proven = first_greatest(moves, |candidate| Some((candidate.exact?, candidate.visits as f64)));
        match (open, proven) {
            (Some(open), Some(proven)) => {
                let hope = moves[open].mean().unwrap_or(self.least);
                let certain = moves[proven].exact.unwrap_or(self.least);
                if certain > self.least && certain >= hope { proven } else { open }
            }
            (open, proven) => open.or(proven).unwrap_or(0),
        }
    }
}

/// The first of the moves that have a key and none has a greater one.
fn first_greatest<M>(
    moves: &[Candidate<M>],
    key: impl Fn(&Candidate<M>) -> Option<(f64, f64)>,
) -> Option<usize> {
    let mut best: Option<(usize, (f64, f64))> = None;
    for (index, candidate) in moves.iter().enumerate() {
        if let Some(value) = key(candidate)
            && best.is_none_or(|(_, greatest)| value > greatest)
        {
            best = Some((index, value));
        }
    }
    best.map(|(index, _)| index)
}

impl<G: Game> Tree<G> {
    /// The moves of a role in a node that has edges.
    pub(super) fn candidates(&self, node: u32, role: usize) -> Vec<Candidate<G::Move>> {
        let exact = |payoffs| (payoffs != NONE).then(|| self.worth(payoffs, role));
        self.edges[self.edges_of_role(node, role)]
            .iter()
            .map(|edge| Candidate {
                mov: edge.mov,
                visits: u64::from(edge.visits),
                sum: edge.sum,
                exact: exact(edge.proven),
                share: 0.0,
            })
            .collect()
    }

    /// The moves of a role at the root.
    pub(super) fn root_candidates(&mut self, role: usize, settings: &Settings) -> Vec<Candidate<G::Move>> {
        if let Decider::Several(joint_node) = self.node(self.root).decider
            && settings.simultaneous == Simultaneous::Joint
        {
            self.work_out_margins(self.root, joint_node);
        }
        let mut candidates = self.candidates(self.root, role);
        if let Decider::Several(joint_node) = self.node(self.root).decider {
            let from = self.edges_of_role(self.root, role).start - self.node(self.root).first as usize;
            let mixes = self.joints.mixes(joint_node).iter().skip(from);
            candidates.iter_mut().zip(mixes).for_each(|(candidate, mix)| candidate.share = mix.share);
            // Of a root that is proven all joint moves are proven to pay the same.
            if self.solved() {
                let exact = Some(self.worth(self.node(self.root).proven, role));
                candidates.iter_mut().for_each(|candidate| candidate.exact = exact);
            }
        }
        candidates
    }

    /// The joint moves that the search expects once a role has made its move of this number, forced ones
    /// included, up to the first state that comes again.
    pub(super) fn variation(&self, game: &G, own: usize, role: usize, judge: &Judge) -> Vec<Vec<G::Move>> {
        let (mut line, mut met) = (Vec::new(), FxHashSet::default());
        let (mut node, mut role) = (self.root, role);
        let mut edge = self.edges[self.edges_of_role(node, role).start + own];
        while line.len() < LONGEST_LINE && met.insert(self.node(node).state.clone()) {
            let choices = Choices::of(game, &self.node(node).state);
            if !matches!(choices.mover(), Mover::Nobody | Mover::One(_)) {
                break;
            }
            line.push(choices.joint_with(role, edge.mov));
            let before = node;
            node = edge.child;
            if node == NONE {
                line.extend(
                    line.last()
                        .filter(|_| edge.proven != NONE)
                        .and_then(|joint| self.end(game, before, joint)),
                );
                break;
            }
            let Decider::One(next) = self.node(node).decider else { break };
            if next == self.chance {
                break;
            }
            role = next as usize;
            let candidates = self.candidates(node, role);
            if candidates.iter().all(|candidate| candidate.value().is_none()) {
                break;
            }
            edge = self.edges_of(node)[judge.best(&candidates)];
        }
        line
    }

    /// The joint move that ends the game at once after a joint move in a node, for which the value of that
    /// was proven without a child; none if that ends the game itself.
    fn end(&self, game: &G, node: u32, joint: &[G::Move]) -> Option<Vec<G::Move>> {
        let state = game.next(&self.node(node).state, joint);
        if game.terminal(&state) {
            return None;
        }
        let mut found = Vec::new();
        game.tactics()?.decisive_moves(&[&state], &mut found);
        let (role, mov) = found.pop()??;
        Some(Choices::of(game, &state).joint_with(role, mov))
    }
}
