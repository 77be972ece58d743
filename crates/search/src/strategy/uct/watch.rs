//! What an observer is told.

use std::ops::Range;

use game::Game;

use super::descend::DescentStep;
use super::search::Search;
use super::settings::Simultaneous;
use super::tree::{Decider, Edge, NONE};
use crate::{Observer, Watch, Window};

impl<G: Game> Search<'_, '_, '_, G> {
    /// Tells the observer of a simulation, now that it has counted for `count` visits: the way down and the
    /// way back up.
    ///
    /// Simulations of a batch are told of one after another, so that calls nest.
    pub(super) fn report(&mut self, steps: Range<usize>, count: u32, known: bool) {
        if count == 0 {
            return;
        }
        let mut observer = self.shared.observer();
        let root = self.tree.node(self.tree.root).state.clone();
        observer.enter(&root, &[], Window::OPEN);
        let mut state = root;
        for index in steps.clone() {
            state = self.enter(&mut observer, index, &state);
        }
        if self.game.terminal(&state) {
            observer.leaf(self.goals[self.role] / f64::from(count));
        }
        self.tell_results(&mut observer, count, known);
        for index in steps.rev() {
            observer.ascend();
            self.tell_results(&mut observer, count, known);
            self.tell_statistics(&mut observer, index);
        }
        observer.ascend();
    }

    fn tell_results(&self, observer: &mut Watch<'_, G>, count: u32, known: bool) {
        let (count, goals) = (u64::from(count), self.goals.as_slice());
        if known {
            observer.proven_visits(count, goals);
        } else {
            observer.playouts(count, goals);
        }
    }

    /// Tells of the statistics that a step has changed: those of the move of each role that has a choice.
    fn tell_statistics(&mut self, observer: &mut Watch<'_, G>, index: usize) {
        let DescentStep { node, edge, .. } = self.steps[index];
        let roles = match self.tree.node(node).decider {
            Decider::One(role) if self.tree.node(node).count == 1 || role == self.tree.chance => 0..0,
            Decider::One(role) => role as usize..role as usize + 1,
            Decider::Several(joint_node) => {
                if self.settings.simultaneous == Simultaneous::Joint {
                    self.tree.work_out_margins(node, joint_node);
                }
                0..self.game.roles()
            }
            Decider::Unknown | Decider::Awaited(_) => 0..0,
        };
        for role in roles {
            let number = self.tree.edge_of_step(node, edge, role);
            if self.tree.edges_of_role(node, role).len() > 1
                && role as u32 != self.tree.chance
                && let Edge { mov, visits, .. } = self.tree.edges[number]
                && let Some(mean) = self.tree.edges[number].mean()
            {
                observer.back_up(role, mov, u64::from(visits), mean);
            }
        }
    }

    /// Tells of a step from a state; the state it leads to.
    fn enter(&mut self, observer: &mut Watch<'_, G>, index: usize, from: &G::State) -> G::State {
        let step = self.steps[index];
        let mut joint = Vec::new();
        self.tree.append_joint_of(self.game, step.node, step.edge, &mut joint);
        let state = match self.tree.child(step.node, step.edge) {
            NONE => self.game.next(from, &joint),
            child => self.tree.node(child).state.clone(),
        };
        observer.enter(&state, &joint, Window::OPEN);
        state
    }
}
