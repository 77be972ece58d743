use rand::{Rng, RngExt};

use crate::Game;

/// A role that nobody plays: chance, which draws its moves. `S` is the game's state and `M` its move.
///
/// In a rulesheet it is the role [`random`](crate::CHANCE), whose legal moves are equally likely (M.
/// Thielscher, *A General Game Description Language for Incomplete Information Games*, AAAI 2010). It is a
/// role like others in [`legal`](Game::legal) and [`next`](Game::next), and may move at the same time as
/// others. Its payoffs mean nothing.
pub trait Chance<S, M>: Sync {
    /// The number of the role.
    fn role(&self) -> usize;

    /// Replaces the content of `outcomes` by the moves that chance may make in a `state` that is not
    /// terminal, in the order of [`legal`](Game::legal), each with its probability: a number above 0. They
    /// add up to 1.
    fn outcomes(&self, state: &S, outcomes: &mut Vec<(M, f64)>);
}

/// Whether nothing is left to chance or hidden, so that what happens is what roles choose, and all of them
/// know it.
pub fn is_certain<G: Game>(game: &G) -> bool {
    game.chance().is_none() && game.percepts().is_none()
}

/// The roles that somebody plays: all but chance, in ascending order.
pub fn players<G: Game>(game: &G) -> impl Iterator<Item = usize> + Clone + use<G> {
    let chance = game.chance().map(Chance::role);
    (0..game.roles()).filter(move |&role| Some(role) != chance)
}

/// The move of chance that `fortune` falls on, a number from 0 to less than 1 of which each outcome has its
/// share; none if there are no outcomes.
pub fn drawn<M: Copy>(outcomes: &[(M, f64)], mut fortune: f64) -> Option<M> {
    let found = outcomes.iter().find(|(_, probability)| {
        fortune -= probability;
        fortune < 0.0
    });
    // What is left over by rounding is the last one's.
    found.or(outcomes.last()).map(|&(mov, _)| mov)
}

/// One of the legal moves of a role in a state, of which there is at least one: of chance by its
/// probabilities, of any other role each as likely as the others.
pub fn drawn_move<G: Game>(
    game: &G,
    state: &G::State,
    role: usize,
    moves: &[G::Move],
    rng: &mut impl Rng,
) -> G::Move {
    let chance = game.chance().filter(|chance| chance.role() == role && moves.len() > 1);
    let drawn = chance.and_then(|chance| {
        let mut outcomes = Vec::with_capacity(moves.len());
        chance.outcomes(state, &mut outcomes);
        drawn(&outcomes, rng.random())
    });
    drawn.unwrap_or_else(|| moves[rng.random_range(0..moves.len())])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_outcome_has_its_share_of_fortune() {
        let outcomes = [('a', 0.5), ('b', 0.25), ('c', 0.25)];
        let drawn = [0.0, 0.49, 0.5, 0.74, 0.75, 0.999, 1.0].map(|fortune| drawn(&outcomes, fortune));
        assert_eq!(drawn.map(Option::unwrap), ['a', 'a', 'b', 'b', 'c', 'c', 'c']);
        assert_eq!(super::drawn::<char>(&[], 0.5), None);
    }
}
