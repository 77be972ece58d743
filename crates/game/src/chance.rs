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

/// Whether nothing is left to chance or hidden, so that what happens is what roles choose, and all of them know it.
pub fn is_certain<G: Game>(game: &G) -> bool {
    game.chance().is_none() && game.percepts().is_none()
}

/// The roles that somebody plays: all but chance, in ascending order.
pub fn players<G: Game>(game: &G) -> impl Iterator<Item = usize> + Clone + use<G> {
    let chance = game.chance().map(Chance::role);
    (0..game.roles()).filter(move |&role| Some(role) != chance)
}
