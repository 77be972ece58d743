use std::ops::RangeInclusive;

use super::{Engine, Rules, RulesState};
use crate::{Goal, Knowledge, Pieces};

/// What the text and the circuit of the rules tell.
impl Knowledge<RulesState> for Rules {
    fn canonical(&self, state: &RulesState) -> Option<RulesState> {
        let Engine::Compiled(state) = &state.0 else { return None };
        let symmetries = self.circuit().symmetries();
        (symmetries.count() > 1).then(|| RulesState(Engine::Compiled(symmetries.canonical(state))))
    }

    fn pieces(&self, state: &RulesState) -> Option<Pieces> {
        let map = self.piece_map()?;
        Some(match &state.0 {
            Engine::Compiled(state) => map.of_bits(|fluent| state.holds(fluent)),
            Engine::Reasoned(state) => map.of_terms(&self.reasoner, state.fluents.fluents()),
        })
    }

    fn goal_proximity(&self, state: &RulesState, role: usize) -> Option<f64> {
        match &state.0 {
            Engine::Compiled(state) => self.circuit().goal_proximity(state, role),
            Engine::Reasoned(_) => None,
        }
    }

    fn goal_sums(&self) -> Option<RangeInclusive<Goal>> {
        Some(self.compiled.as_ref().ok()?.circuit().goal_sums())
    }
}
