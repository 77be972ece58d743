//! The way back up the tree.

use std::ops::Range;

use game::Game;

use super::descend::DescentStep;
use super::path::Path;
use super::search::Search;
use super::settings::Mast;
use super::tree::{Decider, NONE};
use crate::decision::LONGEST_LINE;

impl<G: Game> Search<'_, '_, '_, G> {
    /// A simulation has come to payoffs that are known.
    pub(super) fn end_known(&mut self, steps: Range<usize>, weight: u32, payoffs: u32) {
        let count = weight.max(1);
        self.meter.effort.proven_visits += u64::from(count);
        for (sum, goal) in self.goals.iter_mut().zip(self.tree.payoffs.goals(payoffs)) {
            *sum = goal * f64::from(count);
        }
        self.back_up(steps.clone(), weight, count, true);
        if self.settings.solver {
            let mut payoffs = payoffs;
            for &DescentStep { node, edge, .. } in self.steps[steps].iter().rev() {
                match self.tree.prove(node, edge, payoffs) {
                    Some(proven) => payoffs = proven,
                    None => break,
                }
            }
        }
    }

    /// Follows the proof of payoffs to the end of the game, so that the trail has all moves.
    pub(super) fn complete_trail(&mut self, payoffs: u32) {
        let Some(&DescentStep { node, edge, .. }) = self.steps.last() else { return };
        let mut at = match self.tree.node(node).decider {
            Decider::One(_) => self.tree.edges[edge as usize].child,
            _ => return,
        };
        for _ in 0..LONGEST_LINE {
            if at == NONE {
                return;
            }
            let Decider::One(role) = self.tree.node(at).decider else { return };
            let edges = self.tree.edges_of(at);
            let Some(edge) = edges.iter().find(|edge| edge.proven == payoffs) else { return };
            if edges.len() > 1 {
                self.guide.policy.trail.push((role, edge.mov));
            }
            at = edge.child;
        }
    }

    /// Keeps the moves of this simulation, if a role alone has not come to more before.
    pub(super) fn remember_path(&mut self) {
        let goal = self.goals[0];
        if self.game.roles() == 1 && self.path.as_ref().is_none_or(|path| goal > path.goal) {
            let moves = self.guide.policy.trail.iter().map(|&(_, mov)| mov).collect();
            self.path = Some(Path::new(goal, moves, self.tree.node(self.tree.root).state.clone()));
        }
    }

    /// Adds visits, whose payoffs come to `goals`, to all statistics on a way down, and takes the virtual
    /// visits back. They are playouts, or those of a simulation that came to payoffs that are `known`.
    pub(super) fn back_up(&mut self, steps: Range<usize>, weight: u32, count: u32, known: bool) {
        let (spite, chance, played) = (self.tree.spite, self.tree.chance, f64::from(count));
        for index in steps.clone() {
            let DescentStep { node, edge, virtual_sum, chances, .. } = self.steps[index];
            match self.tree.node(node).decider {
                Decider::Unknown | Decider::Awaited(_) => {
                    unreachable!("a way leads through nodes that are expanded")
                }
                Decider::One(role) => {
                    let visits = &mut self.tree.nodes[node as usize].visits;
                    *visits = *visits - weight + count;
                    let edge = &mut self.tree.edges[edge as usize];
                    edge.visits = edge.visits - weight + count;
                    if role == chance {
                        continue;
                    }
                    edge.sum += spite.worth(&self.goals, role as usize, played) - virtual_sum;
                }
                Decider::Several(_) => {
                    let form = self.settings.simultaneous;
                    // Draws from mixed strategies do not count before their results are known.
                    let weight = if form.mixes() { 0 } else { weight };
                    let lost = self.tree.range.0 * f64::from(weight);
                    let visits = i64::from(count) - i64::from(weight);
                    let goals = &self.goals;
                    let sum = |role| spite.worth(goals, role, played) - lost;
                    self.tree.record_joint(node, edge, form, visits, sum);
                    if form.mixes() && count > 0 {
                        let mean = |role| spite.worth(goals, role, played) / played;
                        self.tree.learn_joint(node, edge, form, mean, &self.chances[chances as usize..]);
                    }
                }
            }
        }
        if self.settings.policy.mast == Mast::Lanes && count > 0 {
            self.learn_way(steps.clone(), count);
        }
        if self.settings.implicit > 0.0 {
            self.back_up_implicit(steps.clone());
        }
        if self.shared.is_watched() {
            self.report(steps, count, known);
        }
    }
}
