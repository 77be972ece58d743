use std::hash::Hash;

use game::{Choices, Composition, FactorActions, Game, Interrupt, Interrupted};
use rustc_hash::FxHashMap;

use super::forest::Arm;
use crate::strategy::fingerprint::Fingerprint;

/// The number of the action of a move that is none in a factor.
const NO_ACTION: u32 = u32::MAX;

/// How states and moves divide among the trees of a search.
#[derive(Debug)]
pub(super) struct Parts<M> {
    /// For each tree the fluents that its nodes tell apart; none for the one tree of a game that is
    /// not divided.
    masks: Vec<Vec<u64>>,
    factors: Option<FactorActions<M>>,
    /// Of a product, for each role the move that is an action in each factor, by the numbers of the actions.
    moves: Vec<FxHashMap<Vec<u32>, M>>,
}

impl<M: Copy + Eq + Hash> Parts<M> {
    /// The parts of a game that is not divided: one.
    pub(super) fn whole() -> Self {
        Self { masks: vec![Vec::new()], factors: None, moves: Vec::new() }
    }

    /// The parts of a game: a tree for each factor. Where moves are alternatives there is another tree, for
    /// moves that are no action in any factor.
    pub(super) fn of<G: Game<Move = M>>(game: &G, interrupt: &Interrupt<'_>) -> Result<Self, Interrupted> {
        let found = game.factoring().map_or(Ok(None), |factoring| factoring.factor_actions(interrupt))?;
        let Some(found) = found else { return Ok(Self::whole()) };
        let with_shared =
            |fluents: &[u64]| fluents.iter().zip(&found.shared).map(|(own, shared)| own | shared).collect();
        let mut masks: Vec<Vec<u64>> =
            found.factors.iter().map(|factor| with_shared(&factor.fluents)).collect();
        let mut moves = Vec::new();
        match found.moves {
            Composition::Alternatives => masks.push(found.shared.clone()),
            Composition::Product => {
                moves.extend((0..game.roles()).map(|role| moves_by_actions(&found, role)));
            }
        }
        Ok(Self { masks, factors: Some(found), moves })
    }

    /// Whether nodes of the trees of `other` are nodes of these.
    pub(super) fn divides_like(&self, other: &Self) -> bool {
        self.masks == other.masks
    }

    /// Whether a move is made of actions in all trees, and not one in a single tree.
    pub(super) fn is_product(&self) -> bool {
        self.factors.as_ref().is_some_and(|factors| factors.moves == Composition::Product)
    }

    /// Replaces the content of `keys` by what a state is in each tree.
    pub(super) fn keys<G: Game<Move = M>>(&self, game: &G, state: &G::State, keys: &mut Vec<(u64, u64)>) {
        keys.clear();
        match game.encoding().filter(|_| self.factors.is_some()) {
            Some(encoding) => {
                let bits = encoding.bits(state);
                keys.extend(self.masks.iter().enumerate().map(|(tree, mask)| {
                    let own: Vec<u64> = bits.iter().zip(mask).map(|(bits, mask)| bits & mask).collect();
                    Fingerprint::of(&(tree, own))
                }));
            }
            None => keys.push(Fingerprint::of(state)),
        }
    }

    /// What a role can do in a tree, when these are its legal moves: one arm for all moves that do the
    /// same there.
    pub(super) fn arms(&self, tree: usize, role: usize, choices: &Choices<M>) -> Vec<Arm<M>> {
        let moves = choices.of_role(role);
        let Some(factors) = &self.factors else {
            return moves.iter().map(|&mov| Arm::new(mov, NO_ACTION)).collect();
        };
        let action = |factor: usize, mov: M| factors.factors[factor].action(role, mov);
        let mut arms: Vec<Arm<M>> = Vec::new();
        for &mov in moves {
            let number = match factors.moves {
                Composition::Product => Some(action(tree, mov).unwrap_or(NO_ACTION)),
                Composition::Alternatives if tree < factors.factors.len() => action(tree, mov),
                Composition::Alternatives => {
                    let idle = (0..factors.factors.len()).all(|factor| action(factor, mov).is_none());
                    idle.then_some(NO_ACTION)
                }
            };
            if let Some(number) = number
                && arms.iter().all(|arm| arm.action != number)
            {
                arms.push(Arm::new(mov, number));
            }
        }
        arms
    }

    /// The move of a role that is one of the chosen arms' actions in each tree of a product.
    pub(super) fn combined(&self, role: usize, arms: &[(u32, M)]) -> M {
        let actions: Vec<u32> = arms.iter().map(|&(action, _)| action).collect();
        self.moves[role].get(&actions).copied().unwrap_or_else(|| {
            // Actions of different factors combine freely, which factoring has proven. Of moves that are no
            // action anywhere one is legal at a time: that which was met.
            debug_assert!(actions.iter().all(|&action| action == NO_ACTION), "no move is {actions:?}");
            arms[0].1
        })
    }
}

/// The moves of a role that are actions in some factor, by the numbers of their actions in all.
fn moves_by_actions<M: Copy + Eq + Hash>(factors: &FactorActions<M>, role: usize) -> FxHashMap<Vec<u32>, M> {
    let of_factors = factors.factors.iter().flat_map(|factor| factor.moves(role));
    let actions =
        |mov| factors.factors.iter().map(|factor| factor.action(role, mov).unwrap_or(NO_ACTION)).collect();
    of_factors.map(|mov| (actions(mov), mov)).collect()
}
