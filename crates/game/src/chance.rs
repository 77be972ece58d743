use rand::{Rng, RngExt};

use crate::Game;

/// A role that nobody plays: chance, which draws its moves. `S` is the game's state and `M` its move.
///
/// In a rulesheet it is the role [`random`](crate::CHANCE), whose legal moves are equally likely (M. Thielscher, *A General Game Description Language for Incomplete
/// Information Games*, AAAI 2010). It is a role like others in [`legal`](Game::legal) and [`next`](Game::next), and may move at the same time as others. Its payoffs mean
/// nothing.
pub trait Chance<S, M>: Sync {
    /// The number of the role.
    fn role(&self) -> usize;

    /// Replaces the content of `outcomes` by the moves that chance may make in a `state` that is not terminal, in the order of [`legal`](Game::legal), each with its
    /// probability: a number above 0. They add up to 1.
    fn outcomes(&self, state: &S, outcomes: &mut Vec<(M, f64)>);
}

/// Draws one of the [outcomes](Chance::outcomes) by their probabilities; none if there are none.
pub fn draw_outcome<M: Copy>(outcomes: &[(M, f64)], rng: &mut impl Rng) -> Option<M> {
    let mut drawn = rng.random::<f64>();
    let found = outcomes.iter().find(|(_, probability)| {
        drawn -= probability;
        drawn < 0.0
    });
    // Rounding may leave a little over.
    found.or(outcomes.last()).map(|&(mov, _)| mov)
}

/// Whether nothing is left to chance or hidden, so that what happens is what roles choose, and all of them know it.
pub fn is_certain<G: Game>(game: &G) -> bool {
    game.chance().is_none() && game.percepts().is_none()
}

/// The roles that somebody plays: all but chance, in ascending order.
pub fn players<G: Game>(game: &G) -> impl Iterator<Item = usize> + Clone + use<G> {
    let chance = game.chance().map(Chance::role);
    (0..game.roles()).filter(move |&role| Some(role) != chance)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    #[test]
    fn outcomes_are_drawn_as_often_as_they_are_likely() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let outcomes = [('a', 0.5), ('b', 0.25), ('c', 0.25)];
        let mut counts = [0_u32; 3];
        for _ in 0..40_000 {
            let drawn = draw_outcome(&outcomes, &mut rng).unwrap();
            counts[outcomes.iter().position(|&(mov, _)| mov == drawn).unwrap()] += 1;
        }
        // Four standard deviations are 400.
        for (count, expected) in counts.into_iter().zip([20_000, 10_000, 10_000_u32]) {
            assert!(count.abs_diff(expected) < 400, "{counts:?}");
        }
        assert_eq!(draw_outcome::<char>(&[], &mut rng), None);
    }
}
