//! Chance and percepts of a rulesheet.

use logic::{AtomId, Grounding, LogicError, TermId};
use rustc_hash::FxHashSet;
use serde::Serialize;

use super::batch::bits;
use super::{Engine, Rules, RulesState};
use crate::{Chance, Game, Parent, Percept, Percepts};

/// What the players of a rulesheet's game know of its state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Information {
    /// Everything: the rules have no `sees`, and all see every move.
    Complete,
    /// Everything, as their percepts tell each player every move of all others, of which there is a proof.
    Told,
    /// Something may be hidden from some player: nothing else is proven.
    Hidden,
}

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
        // Where the reasoner gives no answer, the state after the move is terminal, with a fault.
        seen.extend(percepts(self.percepts_of(state, joint, role).unwrap_or_default()));
        seen.sort_unstable();
    }

    fn successors_seen(
        &self,
        parents: &[Parent<'_, RulesState, TermId>],
        role: usize,
        successors: &mut Vec<(RulesState, Vec<Percept>)>,
    ) -> bool {
        let Ok(compiled) = self.compiled() else { return false };
        successors.clear();
        let parents = parents.iter().map(|parent| (bits(parent.state), parent.joints));
        compiled.children_seen(parents, role, |child, seen| {
            let mut seen: Vec<Percept> = percepts(seen).collect();
            seen.sort_unstable();
            successors.push((RulesState(Engine::Compiled(child)), seen));
        });
        true
    }

    fn percept_name(&self, percept: Percept) -> String {
        self.reasoner.text(TermId::from_number(percept.0))
    }
}

fn percepts(terms: Vec<TermId>) -> impl Iterator<Item = Percept> {
    terms.into_iter().map(|term| Percept(term.number()))
}

impl Rules {
    /// What the players know of the game's state. That percepts tell everything is proven on the circuit
    /// alone, where for every move of another role one percept says just whether it was made, as by
    /// `(<= (sees ?r (did ?p ?m)) (role ?r) (does ?p ?m))`.
    pub fn information(&self) -> Information {
        match &self.compiled {
            _ if !self.reasoner.hides() => Information::Complete,
            Ok(compiled) if compiled.tells_all() => Information::Told,
            _ => Information::Hidden,
        }
    }

    /// The percept of a KIF text, whether anybody ever sees it or not; none if it is no term of names that
    /// the rules have, or exceeds the limits. The case of letters is ignored where that is unambiguous.
    pub fn percept_named(&self, name: &str) -> Option<Percept> {
        let term = self.reasoner.term(name).ok().flatten()?;
        Some(Percept(term.number()))
    }

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
            Engine::Compiled(state) => Ok(self.circuit().seen(state, joint, role)),
            Engine::Reasoned(state) => self.view(state)?.percepts(joint, role),
        }
    }
}

/// Whether percepts tell every player all moves, so that it knows the state: for each move of another role
/// there is a percept that it has exactly if the move is made. One move of each role may lack it, as it is
/// made where no other is.
pub(super) fn tells_all(grounding: &Grounding, chance: Option<usize>) -> bool {
    let mut first = grounding.fluents.len() as u32;
    let mut own = Vec::new();
    for moves in &grounding.moves {
        own.push(first..first + moves.len() as u32);
        first += moves.len() as u32;
    }
    let told = |(player, percepts): (usize, &Vec<(TermId, AtomId)>)| {
        let seen: FxHashSet<u32> = percepts.iter().map(|(_, atom)| atom.0).collect();
        let others = (0..).zip(&own).filter(|(role, _)| *role != player);
        others.into_iter().all(|(_, moves)| moves.clone().filter(|mov| !seen.contains(mov)).count() <= 1)
    };
    grounding.hides
        && grounding.percepts.iter().enumerate().filter(|(role, _)| Some(*role) != chance).all(told)
}

#[cfg(test)]
mod tests;
