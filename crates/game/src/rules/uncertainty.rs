//! Chance and percepts of a rulesheet.

use logic::{LogicError, TermId};

use super::{Engine, Rules, RulesState};
use crate::{Chance, Game, Percept, Percepts};

impl Chance<RulesState, TermId> for Rules {
    fn role(&self) -> usize {
        self.chance.expect("only rules with a role of chance are asked")
    }

    fn outcomes(&self, state: &RulesState, outcomes: &mut Vec<(TermId, f64)>) {
        let mut moves = Vec::new();
        self.legal(state, Chance::role(self), &mut moves);
        let probability = 1.0 / moves.len() as f64;
        outcomes.clear();
        outcomes.extend(moves.into_iter().map(|mov| (mov, probability)));
    }
}

impl Percepts<RulesState, TermId> for Rules {
    fn seen(&self, state: &RulesState, joint: &[TermId], role: usize, seen: &mut Vec<Percept>) {
        seen.clear();
        // A state of which the reasoner gives no answer is terminal, with a fault, after the move.
        let percepts = self.percepts_of(state, joint, role).unwrap_or_default();
        seen.extend(percepts.into_iter().map(|term| Percept(term.number())));
        seen.sort_unstable();
    }

    fn percept_name(&self, percept: Percept) -> String {
        self.reasoner.text(TermId::from_number(percept.0))
    }
}

impl Rules {
    /// What a role sees after a joint move, sorted by text.
    ///
    /// # Errors
    /// If the answer exceeds the limits.
    pub fn percepts_of(
        &self,
        state: &RulesState,
        joint: &[TermId],
        role: usize,
    ) -> Result<Vec<TermId>, LogicError> {
        match &state.0 {
            Engine::Compiled(_) => {
                self.reasoner.view(&self.reasoner.state(self.fluents(state))).percepts(joint, role)
            }
            Engine::Reasoned(state) => self.view(state)?.percepts(joint, role),
        }
    }
}
