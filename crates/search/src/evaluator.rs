pub(crate) mod playout_mean;
pub(crate) mod zero;

use game::Game;

use crate::{Meter, SearchRng};

/// Estimates the value of a non-terminal state.
pub trait Evaluator<G: Game>: Send {
    /// The value of `state` for `role`, a number within the game's goal range. What it costs goes to the meter.
    fn evaluate(
        &mut self,
        game: &G,
        state: &G::State,
        role: usize,
        meter: &mut Meter,
        rng: &mut SearchRng,
    ) -> f64;
}

impl<G: Game, E: Evaluator<G> + ?Sized> Evaluator<G> for Box<E> {
    fn evaluate(
        &mut self,
        game: &G,
        state: &G::State,
        role: usize,
        meter: &mut Meter,
        rng: &mut SearchRng,
    ) -> f64 {
        (**self).evaluate(game, state, role, meter, rng)
    }
}

/// The middle of the game's goal range: what is assumed where nothing is known.
pub(crate) fn middle<G: Game>(game: &G) -> f64 {
    let range = game.goal_range();
    f64::midpoint(f64::from(*range.start()), f64::from(*range.end()))
}
