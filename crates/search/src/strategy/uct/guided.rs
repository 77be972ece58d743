//! The choice among the moves of a node when more is known than their means.
//!
//! - All moves as first (RAVE): what a move earned whenever the role made it later on counts as an estimate, the less the more visits the
//!   move has. GRAVE takes it from the nearest node above with enough visits.
//! - Progressive bias: an evaluator's opinion of the child, worth less and less with the visits.
//! - Progressive history: what the move came to anywhere in the search, likewise.
//! - One role alone: the greatest result has a share in the value beside the mean, since nobody stands in the way of it.
//!
//! Sources: S. Gelly, D. Silver, *Combining online and offline knowledge in UCT*, ICML (2007); T. Cazenave, *Generalized rapid action value
//! estimation*, IJCAI (2015); G. Chaslot et al., *Progressive strategies for Monte-Carlo tree search*, New Mathematics and Natural
//! Computation 4 (2008); J. Nijssen, M. Winands, *Enhancements for multi-player Monte-Carlo tree search*, Computers and Games (2011);
//! Y. Björnsson, H. Finnsson, *CadiaPlayer: a simulation-based general game player*, IEEE TCIAIG 1 (2009).

use std::ops::Range;

use game::Game;

use super::expansion::Haste;
use super::memory;
use super::search::Search;
use super::tree::NONE;
use crate::evaluator::middle;

/// The share of the greatest result in the value of a move of a role alone.
const SHARE: f64 = 0.5;

/// What a move never tried is worth, beyond all values there are.
const UNTRIED: f64 = 1e12;

/// What guides the choice, beside the visits and means of edges.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extra {
    /// The greatest result.
    pub(super) greatest: f64,
    /// The evaluator's opinion, from 0 to 1.
    pub(super) opinion: f64,
}

impl Extra {
    pub(super) const NOTHING: Extra = Extra { greatest: f64::NEG_INFINITY, opinion: 0.0 };
}

impl<G: Game> Search<'_, '_, G> {
    /// The number of the edge to follow from a node where `role` decides; `reference` is the node whose all-moves-as-first statistics count.
    pub(super) fn select_guided(&self, node: u32, role: u32, reference: u32) -> u32 {
        let first = self.tree.node(node).first;
        let (least, greatest) = self.tree.range;
        let width = greatest - least;
        let log = f64::from(self.tree.node(node).visits.max(1)).ln();
        let alone = self.game.roles() == 1;
        // Where nothing depends on it any more, a proven move need not be made again.
        let settled = alone || node == self.tree.root;
        let (mut best, mut most) = (first, f64::NEG_INFINITY);
        for (number, edge) in (first..).zip(self.tree.edges_of(node)) {
            let n = f64::from(edge.visits);
            let value = if edge.proven != NONE {
                let exact = self.tree.worth(edge.proven, role as usize);
                if settled || exact <= least { f64::NEG_INFINITY } else { exact }
            } else {
                let extra = &self.tree.extras[number as usize];
                let mut value = edge.mean().unwrap_or(0.0);
                if alone && edge.visits > 0 {
                    value += SHARE * (extra.greatest - value);
                }
                let amaf =
                    self.tree.amaf.get(&(reference, role, edge.mov)).filter(|_| self.settings.rave.is_some());
                if let Some(&(count, sum)) = amaf {
                    let count = f64::from(count);
                    let beta = count / (count + n + self.settings.rave_bias * count * n);
                    value += beta * (sum / count - value);
                } else if edge.visits == 0 {
                    value = self.formula.fpu.min(UNTRIED);
                }
                if edge.visits > 0 {
                    value += self.formula.c * (log / n).sqrt();
                }
                if self.settings.history > 0.0
                    && let Some(mean) = self.guide.policy.mean(role, edge.mov)
                {
                    let lost = edge.mean().map_or(0.0, |mean| (greatest - mean) / width);
                    value += self.settings.history * (mean - least) / (lost * n + 1.0);
                }
                value + self.settings.bias * width * extra.opinion / (n + 1.0)
            };
            if value > most {
                (best, most) = (number, value);
            }
        }
        best
    }

    /// Asks the evaluator for its opinion of the children of a node where `role` decides, as far as the budget goes.
    pub(super) fn ask_opinions(&mut self, node: u32, role: u32, children: Range<usize>, haste: &Haste) {
        let (least, greatest) = self.tree.range;
        let first = self.tree.node(node).first as usize;
        for (number, child) in (first..).zip(children) {
            let child = &self.expansions.states[child];
            let goal = if haste.over(&self.meter) {
                middle(self.game)
            } else if self.game.terminal(child) {
                self.meter.goal(self.game, child, role as usize).unwrap_or_else(|| middle(self.game))
            } else if self.meter.spent() {
                middle(self.game)
            } else {
                self.guide.evaluator.evaluate(self.game, child, role as usize, &mut self.meter, self.rng)
            };
            self.tree.extras[number].opinion = (goal - least) / (greatest - least).max(f64::MIN_POSITIVE);
        }
    }

    /// Adds a simulation to what guides the choice; its result is in `goals`, its moves are in the trail.
    pub(super) fn learn(&mut self) {
        if self.settings.rave.is_some() {
            self.learn_amaf();
        }
        if self.settings.learns() {
            let mut room = self.room();
            self.full |= !self.guide.policy.learn(&self.goals, &mut room);
        }
        if self.game.roles() == 1 {
            let goal = self.goals[0];
            for step in &self.steps {
                let greatest = &mut self.tree.extras[step.edge as usize].greatest;
                *greatest = greatest.max(goal);
            }
        }
    }

    /// Counts every move of the trail in all nodes of the way down that come before it.
    fn learn_amaf(&mut self) {
        // A node's statistics are begun early, so that there are some when they first count.
        let least = self.settings.rave.unwrap_or(0) / 2;
        let mut room = self.room();
        for step in &self.steps {
            if u64::from(self.tree.node(step.node).visits) < least {
                continue;
            }
            for &(mover, mov) in &self.guide.policy.trail[step.decided as usize..] {
                match memory::entry(&mut self.tree.amaf, (step.node, mover, mov), &mut room) {
                    Some((count, sum)) => {
                        *count += 1;
                        *sum += self.tree.spite.worth(&self.goals, mover as usize, 1.0);
                    }
                    None => self.full = true,
                }
            }
        }
    }
}
