//! What an observer is told.

use std::ops::Range;

use game::Game;

use super::search::Search;
use super::tree::{Decider, NONE};
use crate::{Observer, Window};

impl<G: Game> Search<'_, '_, G> {
    /// Tells the observer of a simulation, now that its `count` playouts are known: the way down and the way back up.
    ///
    /// Simulations of a batch are told of one after another, so that calls nest. Of playouts made together only the mean is known.
    pub(super) fn report(&mut self, steps: Range<usize>, count: u32) {
        if count == 0 {
            return;
        }
        let root = self.tree.node(self.tree.root).state.clone();
        self.observer.enter(&root, &[], Window::OPEN);
        let mut state = root;
        for index in steps.clone() {
            state = self.enter(index, &state);
        }
        let mean = |role: usize| self.goals[role] / f64::from(count);
        if self.game.terminal(&state) {
            self.observer.leaf(mean(self.role));
        }
        for index in steps.rev() {
            self.observer.leave(self.goals[self.role] / f64::from(count));
            let step = self.steps[index];
            let (decider, number) = match self.tree.node(step.node).decider {
                Decider::One(role) => (role as usize, step.edge as usize),
                _ => (self.role, self.tree.edge_of_step(step.node, step.edge, self.role)),
            };
            match count {
                1 => self.observer.playout(self.goals[decider]),
                _ => self.observer.playouts(u64::from(count), self.goals[decider]),
            }
            let edge = self.tree.edges[number];
            if let Some(mean) = edge.mean() {
                self.observer.back_up(edge.mov, u64::from(edge.visits), mean);
            }
        }
        self.observer.leave(self.goals[self.role] / f64::from(count));
    }

    /// Tells of a step from a state; the state it leads to.
    fn enter(&mut self, index: usize, from: &G::State) -> G::State {
        let step = self.steps[index];
        let mut joint = Vec::new();
        self.tree.append_joint_of(self.game, step.node, step.edge, &mut joint);
        let state = match self.tree.child(step.node, step.edge) {
            NONE => self.game.next(from, &joint),
            child => self.tree.node(child).state.clone(),
        };
        self.observer.enter(&state, &joint, Window::OPEN);
        state
    }
}
