//! The choice among the moves of a node when more is known than their means.
//!
//! - All moves as first (RAVE): what a move earned whenever the role made it later on counts as an estimate,
//!   the less the more visits the move has. GRAVE takes it from the nearest node above with enough visits.
//! - Progressive bias: an evaluator's opinion of the child, worth less and less with the visits.
//! - PUCT: the evaluator's opinions of all children make priors, by which doubt counts.
//! - Implicit minimax: the evaluator's opinions go up the tree by minimax, beside the means, and have a share
//!   in the value.
//! - Progressive history: what the move came to anywhere in the search, likewise.
//! - One role alone: the greatest result has a share in the value beside the mean, since nobody stands in the
//!   way of it.
//!
//! Sources: S. Gelly, D. Silver, *Combining online and offline knowledge in UCT*, ICML (2007); T. Cazenave,
//! *Generalized rapid action value estimation*, IJCAI (2015); C. Rosin, *Multi-armed bandits with episode
//! context*, Annals of Mathematics and Artificial Intelligence 61 (2011), for PUCT; M. Lanctot, M. Winands,
//! T. Pepels, N. Sturtevant, *Monte Carlo tree search with heuristic evaluations using implicit minimax
//! backups*, IEEE CIG (2014); G. Chaslot et al., *Progressive strategies for Monte-Carlo tree search*, New
//! Mathematics and Natural Computation 4 (2008); J. Nijssen, M. Winands, *Enhancements for multi-player
//! Monte-Carlo tree search*, Computers and Games (2011); Y. Björnsson, H. Finnsson, *CadiaPlayer: a
//! simulation-based general game player*, IEEE TCIAIG 1 (2009).

use std::ops::Range;

use game::Game;

use super::amaf::AmafSum;
use super::descend::DescentStep;
use super::expansion::Haste;
use super::policy::Policy;
use super::search::{Guide, Search};
use super::settings::Settings;
use super::tree::{Decider, NONE, Node, Tree};
use crate::evaluator::middle;
use crate::{Meter, SearchRng};

/// The share of the greatest result in the value of a move of a role alone.
const SHARE: f64 = 0.5;

/// What a move never tried is worth, beyond all values there are.
const UNTRIED: f64 = 1e12;

/// What guides the choice, beside the visits and means of edges.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extra {
    /// The greatest result.
    greatest: f32,
    /// The evaluator's opinion, from 0 to 1.
    opinion: f32,
    /// The share of the opinion among those of all moves of the node.
    prior: f32,
    /// The minimax value of the evaluator's opinions below, from 0 to 1.
    implicit: f32,
    /// The column of the move in all-moves-as-first statistics; none without them.
    column: u32,
}

impl Extra {
    /// Of a move that nothing is known of.
    pub(super) fn in_column(column: u32) -> Self {
        Self { greatest: f32::NEG_INFINITY, opinion: 0.0, prior: 0.0, implicit: 0.0, column }
    }
}

/// Makes priors of opinions, by a softmax.
fn share_out(extras: &mut [Extra], temperature: f64) {
    let temperature = temperature as f32;
    let most = extras.iter().map(|extra| extra.opinion).fold(f32::NEG_INFINITY, f32::max);
    let weight = |extra: &Extra| ((extra.opinion - most) / temperature).exp();
    let sum: f32 = extras.iter().map(weight).sum();
    extras.iter_mut().for_each(|extra| extra.prior = weight(extra) / sum);
}

impl<G: Game> Guide<'_, G> {
    /// The evaluator's opinion of what a role gets in a state, from 0 to 1, as far as the budget goes.
    pub(super) fn opinion(
        &mut self,
        game: &G,
        state: &G::State,
        role: usize,
        haste: &Haste,
        meter: &mut Meter,
        rng: &mut SearchRng,
    ) -> f32 {
        let (least, greatest) = (f64::from(*game.goal_range().start()), f64::from(*game.goal_range().end()));
        let goal = if haste.over(meter) {
            middle(game)
        } else if game.terminal(state) {
            meter.goal(game, state, role).unwrap_or_else(|| middle(game))
        } else if meter.spent() {
            middle(game)
        } else {
            self.evaluator.evaluate(game, state, role, meter, rng)
        };
        ((goal - least) / (greatest - least).max(f64::MIN_POSITIVE)) as f32
    }
}

impl<G: Game> Tree<G> {
    /// Gives the first edges of a node, or all, the evaluator's opinions of their children.
    pub(super) fn heed_opinions(&mut self, node: u32, opinions: &[f32], settings: &Settings) {
        let Node { first, count, .. } = *self.node(node);
        let extras = &mut self.extras[first as usize..][..count as usize];
        for (extra, &opinion) in extras.iter_mut().zip(opinions) {
            (extra.opinion, extra.implicit) = (opinion, opinion);
        }
        if settings.puct.is_some() {
            share_out(extras, settings.temperature);
        }
    }
}

impl<G: Game> Search<'_, '_, '_, G> {
    /// The number of the edge to follow from a node where `role` decides; `reference` is the node whose
    /// all-moves-as-first statistics count.
    pub(super) fn select_guided(&self, node: u32, role: u32, reference: u32) -> u32 {
        let first = self.tree.node(node).first;
        let (least, greatest) = self.tree.range;
        let width = greatest - least;
        let visits = f64::from(self.tree.node(node).visits.max(1));
        let (log, root) = (visits.ln(), visits.sqrt());
        let Settings { puct, implicit, .. } = *self.settings;
        let alone = self.game.roles() == 1;
        let amaf = self.tree.amaf.as_ref().map_or(&[][..], |amaf| amaf.row(reference));
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
                let [opinion, prior, minimax] = [extra.opinion, extra.prior, extra.implicit].map(f64::from);
                let mut value = edge.mean().unwrap_or(0.0);
                if alone && edge.visits > 0 {
                    value += SHARE * (f64::from(extra.greatest) - value);
                }
                let amaf = amaf.get(extra.column as usize).filter(|amaf| amaf.count > 0);
                if let Some(&AmafSum { count, sum }) = amaf {
                    let count = f64::from(count);
                    let beta = count / (count + n + self.settings.rave_bias * count * n);
                    value += beta * (sum / count - value);
                } else if edge.visits == 0 {
                    value = match puct {
                        Some(_) => least + width * opinion,
                        None => self.formula.fpu.min(UNTRIED),
                    };
                }
                if implicit > 0.0 && edge.visits > 0 {
                    value += implicit * (least + width * minimax - value);
                }
                value += match puct {
                    Some(constant) => constant * width * prior * root / (1.0 + n),
                    None if edge.visits > 0 => self.formula.c * (log / n).sqrt(),
                    None => 0.0,
                };
                if self.settings.history > 0.0
                    && let Some(mean) = self.guide.policy.averages.mean(role, edge.mov)
                {
                    let lost = edge.mean().map_or(0.0, |mean| (greatest - mean) / width);
                    value += self.settings.history * (mean - least) / (lost * n + 1.0);
                }
                value + self.settings.bias * width * opinion / (n + 1.0)
            };
            if value > most {
                (best, most) = (number, value);
            }
        }
        best
    }

    /// Works out anew the minimax values of the edges on a way down, from its end to its beginning. There are
    /// two roles, whose payoffs have a constant sum.
    pub(super) fn back_up_implicit(&mut self, steps: Range<usize>) {
        let (least, greatest) = self.tree.range;
        let scaled = |goal: f64| ((goal - least) / (greatest - least).max(f64::MIN_POSITIVE)) as f32;
        for &DescentStep { node, edge, .. } in self.steps[steps].iter().rev() {
            let Decider::One(role) = self.tree.node(node).decider else { continue };
            let child = self.tree.edges[edge as usize].child;
            if child == NONE {
                continue;
            }
            let Decider::One(mover) = self.tree.node(child).decider else { continue };
            let first = self.tree.node(child).first as usize;
            let values =
                self.tree.edges_of(child).iter().zip(&self.tree.extras[first..]).map(|(edge, extra)| {
                    match edge.proven {
                        NONE => extra.implicit,
                        payoffs => scaled(self.tree.worth(payoffs, mover as usize)),
                    }
                });
            if let Some(best) = values.reduce(f32::max) {
                self.tree.extras[edge as usize].implicit = if mover == role { best } else { 1.0 - best };
            }
        }
    }

    /// Adds a simulation to what guides the choice; its result is in `goals`, its moves are in the trail.
    pub(super) fn learn(&mut self) {
        if self.settings.rave.is_some() {
            self.learn_amaf();
        }
        if self.settings.learns() {
            let mut room = self.room();
            let Policy { averages, trail, .. } = &mut self.guide.policy;
            let before = averages.bytes();
            self.tree.out_of_room |= !averages.learn(trail, &self.goals, &mut room);
            self.shared.count_beside(averages.bytes(), before);
        }
        if self.game.roles() == 1 {
            let goal = self.goals[0] as f32;
            for step in &self.steps {
                let greatest = &mut self.tree.extras[step.edge as usize].greatest;
                *greatest = greatest.max(goal);
            }
        }
    }

    /// Adds what visits of a way down came to, which is in `goals`, to the averages of its moves.
    pub(super) fn learn_way(&mut self, steps: Range<usize>, count: u32) {
        let mut room = self.room();
        let Self { tree, guide, goals, .. } = self;
        let averages = &mut guide.policy.averages;
        let before = averages.bytes();
        let mut made = Vec::new();
        for &DescentStep { node, edge, .. } in &self.steps[steps] {
            made.clear();
            match tree.node(node).decider {
                Decider::One(role) if tree.node(node).count > 1 => {
                    made.push((role, tree.edges[edge as usize].mov));
                }
                Decider::Several(joint_node) => {
                    tree.extend_trail(node, joint_node, tree.joints.edge(edge).code, &mut made);
                }
                _ => {}
            }
            for &(role, mov) in &made {
                let sum = goals[role as usize];
                tree.out_of_room |= !averages.learn_move((role, mov), count, sum, &mut room);
            }
        }
        self.shared.count_beside(averages.bytes(), before);
    }

    /// Counts every move of the trail in all nodes of the way down that come before it.
    fn learn_amaf(&mut self) {
        let (least, mut room) = (self.least_for_amaf(), self.room());
        let Self { tree, guide, goals, steps, .. } = self;
        let Tree { amaf: Some(amaf), nodes, spite, out_of_room, .. } = &mut **tree else { return };
        let trail = &guide.policy.trail;
        let columns: Vec<u32> = trail.iter().map(|&(role, mov)| amaf.column(role, mov)).collect();
        for step in steps.iter().filter(|step| nodes[step.node as usize].visits >= least) {
            let Some(row) = amaf.row_mut(step.node, &mut room) else {
                *out_of_room = true;
                continue;
            };
            let decided = step.decided as usize;
            for (&column, &(role, _)) in columns[decided..].iter().zip(&trail[decided..]) {
                row[column as usize].add(1, spite.worth(goals, role as usize, 1.0));
            }
        }
    }

    /// Counts the moves of the playouts from a leaf of a batch, and those of the way down to it, in all nodes
    /// of the way that come before them. What the playouts came to is in `goals`; `columns` are those of the
    /// moves that they tell of.
    pub(super) fn learn_amaf_of_leaf(
        &mut self,
        leaf: usize,
        steps: Range<usize>,
        playouts: u32,
        columns: &[u32],
    ) {
        let (least, mut room) = (self.least_for_amaf(), self.room());
        let Self { tree, tally, goals, .. } = self;
        let Tree { amaf: Some(amaf), nodes, extras, out_of_room, .. } = &mut **tree else { return };
        let made = (columns.iter().zip(tally.sums(leaf))).filter(|(_, sum)| sum.playouts > 0);
        let mut made: Vec<(u32, u32, f64)> =
            made.map(|(&column, sum)| (column, sum.playouts, f64::from(sum.goals))).collect();
        for &DescentStep { node, edge, .. } in self.steps[steps].iter().rev() {
            let Node { decider, count, visits, .. } = nodes[node as usize];
            if let Decider::One(role) = decider
                && count > 1
            {
                made.push((extras[edge as usize].column, playouts, goals[role as usize]));
            }
            if visits < least {
                continue;
            }
            match amaf.row_mut(node, &mut room) {
                Some(row) => {
                    made.iter().for_each(|&(column, count, sum)| row[column as usize].add(count, sum));
                }
                None => *out_of_room = true,
            }
        }
    }

    /// The visits from which on a node keeps statistics of all moves as first: early, so that there are some
    /// when they first count.
    fn least_for_amaf(&self) -> u32 {
        (self.settings.rave.unwrap_or(0) / 2) as u32
    }
}

#[cfg(test)]
mod tests {
    use game::Tree;

    use super::*;
    use crate::testing::decide;
    use crate::{Budget, SearchError};

    #[test]
    fn priors_are_shares_that_prefer_the_better() {
        let of = |opinions: [f32; 3], temperature| {
            let mut extras = opinions.map(|opinion| Extra { opinion, ..Extra::in_column(NONE) });
            share_out(&mut extras, temperature);
            extras.map(|extra| extra.prior)
        };
        assert_eq!(of([0.5; 3], 0.1), [1.0 / 3.0; 3]);
        let [low, middle, high] = of([0.1, 0.5, 0.6], 0.1);
        assert!(low < middle && middle < high && (low + middle + high - 1.0).abs() < 1e-6);
        assert!((high / middle - 1.0_f32.exp()).abs() < 1e-5);
        assert_eq!(of([0.0, 0.9, 1.0], 1e-3)[2], 1.0);
    }

    /// Two moves that lead to chains as long as each other; the evaluator knows which end is the better.
    fn known() -> Tree {
        Tree::from_json(
            r#"{"roles": ["a", "b"], "root": [
                {"static": 20, "children": [{"static": 25, "children": [10, 40]}, {"static": 35, "children": [10, 60]}]},
                {"static": 70, "children": [{"static": 70, "children": [80, 60]}, {"static": 80, "children": [70, 90]}]}]}"#,
        )
        .unwrap()
    }

    #[test]
    fn visits_go_where_priors_are_high() {
        let visits = |spec: &str| {
            let decision =
                decide(spec, &known(), &Budget { playouts: Some(400), ..Budget::default() }).unwrap();
            decision.moves.iter().map(|estimate| estimate.visits).collect::<Vec<_>>()
        };
        let (plain, guided) = (
            visits("uct(c=2,solver=false,leaves=1,each=1)"),
            visits("uct(puct=2,eval=static,solver=false,leaves=1,each=1)"),
        );
        assert!(guided[1] > plain[1] && guided[0] < plain[0], "{plain:?} {guided:?}");
    }

    #[test]
    fn implicit_values_are_those_of_minimax() {
        // The mean of the first move's leaves is the greater, but the second role has a reply to it.
        let tree = Tree::from_json(
            r#"{"roles": ["a", "b"], "root": [
                {"static": 50, "children": [{"static": 0, "children": [0, 0]}, {"static": 100, "children": [100, 100]}, {"static": 100, "children": [100, 100]}]},
                {"static": 50, "children": [{"static": 40, "children": [40, 41]}, {"static": 45, "children": [45, 42]}, {"static": 50, "children": [50, 41]}]}]}"#,
        )
        .unwrap();
        for options in ["implicit=1", "implicit=1,puct=1", "implicit=1,transpositions=false"] {
            let spec = format!("uct({options},eval=static,c=0,solver=false,leaves=1,each=1,playouts=60)");
            let decision = decide(&spec, &tree, &Budget::default()).unwrap();
            assert_eq!(decision.mov, decision.moves[1].mov, "{spec}");
        }
    }

    #[test]
    fn implicit_values_need_two_roles_of_constant_sum() {
        let tree = r#"{"roles": ["a", "b"], "root": [{"goals": [1, 1]}, {"goals": [2, 1]}]}"#;
        let answer = decide("uct(implicit=0.2)", &Tree::from_json(tree).unwrap(), &Budget::default());
        assert!(matches!(answer, Err(SearchError::Inapplicable { .. })), "{answer:?}");
    }
}
