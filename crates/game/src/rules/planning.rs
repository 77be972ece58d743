use circuit::{
    CircuitError, Counting, FactorEnd, Factors, GoalDistance, Horizon, PatternDatabases, PlyBounds,
};
use gdl::{Interrupt, Interrupted};
use logic::TermId;

use super::batch::bits;
use super::{Engine, Rules, RulesState};
use crate::{BoxedGame, FactorGame, FactorGames, Planning};

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

    fn pattern_databases(
        &self,
        state: &RulesState,
        entries: usize,
        counting: Counting,
        interrupt: &Interrupt<'_>,
    ) -> Result<Option<PatternDatabases>, Interrupted> {
        self.circuit().circuit().pattern_databases(bits(state), entries, counting, interrupt)
    }

    fn ply_bounds(
        &self,
        state: &RulesState,
        interrupt: &Interrupt<'_>,
    ) -> Result<Option<PlyBounds>, Interrupted> {
        self.circuit().circuit().ply_bounds(bits(state), interrupt)
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

    fn factors(
        &self,
        interrupt: &Interrupt<'_>,
    ) -> Result<Option<FactorGames<RulesState, TermId>>, Interrupted> {
        let Some(found) = self.factors(interrupt)? else { return Ok(None) };
        let mut factors = Vec::with_capacity(found.factors.len());
        for (number, factor) in found.factors.iter().enumerate() {
            let game = |end| self.alone(found, number, end, interrupt);
            let (Some(to_goal), Some(beyond)) = (game(FactorEnd::Goal)?, game(FactorEnd::Others)?) else {
                return Ok(None);
            };
            let moves = self.circuit().moves(0).iter().zip(&factor.actions[0]);
            let actions = moves.filter_map(|(&mov, &action)| Some((mov, action?)));
            factors.push(FactorGame::new(to_goal, beyond, actions));
        }
        Ok(Some(FactorGames { factors, moves: found.moves }))
    }
}

impl Rules {
    /// The game of a factor alone; none if it cannot be made.
    fn alone(
        &self,
        factors: &Factors,
        number: usize,
        end: FactorEnd,
        interrupt: &Interrupt<'_>,
    ) -> Result<Option<BoxedGame<RulesState, TermId>>, Interrupted> {
        match self.circuit().circuit().factor(factors, number, end, interrupt) {
            Ok(circuit) => Ok(circuit.map(|circuit| Box::new(self.with_circuit(circuit)) as _)),
            Err(CircuitError::Interrupted(why)) => Err(why),
            Err(CircuitError::TooLarge { .. } | CircuitError::WideStates { .. }) => Ok(None),
        }
    }
}
