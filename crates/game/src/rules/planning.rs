use circuit::{GoalDistance, Horizon};
use gdl::{Interrupt, Interrupted};
use logic::TermId;

use super::batch::bits;
use super::{Engine, Rules, RulesState};
use crate::Planning;

/// Of rules for one role that are played on a circuit.
impl Planning<RulesState, TermId> for Rules {
    fn states(&self, fluents: &[&[u64]], states: &mut Vec<RulesState>) {
        states.clear();
        self.circuit().views(fluents, |state| states.push(RulesState(Engine::Compiled(state))));
    }

    fn clock(&self) -> Vec<u64> {
        self.circuit().circuit().clock()
    }

    fn goal_distance(&self) -> Option<GoalDistance> {
        self.circuit().circuit().goal_distance(0)
    }

    fn horizon(
        &self,
        state: &RulesState,
        most_gates: usize,
        interrupt: &Interrupt<'_>,
    ) -> Result<Option<Horizon>, Interrupted> {
        self.circuit().circuit().horizon(bits(state), most_gates, interrupt)
    }

    fn moves(&self, plan: &[u32]) -> Vec<TermId> {
        plan.iter().map(|&mov| self.circuit().moves(0)[mov as usize]).collect()
    }
}
