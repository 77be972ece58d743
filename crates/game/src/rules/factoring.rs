use gdl::{Interrupt, Interrupted};
use logic::TermId;

use super::{Rules, RulesState};
use crate::{FactorActions, FactorOfMoves, Factoring};

/// Of rules that are played on a circuit.
impl Factoring<RulesState, TermId> for Rules {
    fn factor_actions(
        &self,
        interrupt: &Interrupt<'_>,
    ) -> Result<Option<FactorActions<TermId>>, Interrupted> {
        let Some(found) = self.factors(interrupt)? else { return Ok(None) };
        let compiled = self.circuit();
        let words = compiled.fluents().len().div_ceil(64);
        let bits = |fluents: &[usize]| {
            let mut bits = vec![0; words];
            fluents.iter().for_each(|fluent| bits[fluent / 64] |= 1 << (fluent % 64));
            bits
        };
        let factors = found.factors.iter().map(|factor| {
            let of_role = |(role, actions): (usize, &Vec<Option<u32>>)| {
                let moves = compiled.moves(role).iter().zip(actions);
                moves.filter_map(|(&mov, &action)| Some((mov, action?))).collect()
            };
            let actions = factor.actions.iter().enumerate().map(of_role).collect();
            FactorOfMoves::new(bits(&factor.fluents), actions)
        });
        let factors = factors.collect();
        Ok(Some(FactorActions { shared: bits(&found.shared), factors, moves: found.moves }))
    }
}
