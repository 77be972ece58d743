use game::Game;

use super::{choices, sound};
use crate::{Budget, Decision, Entry, Observer, SearchError, SearchRng, Spec, Status, Strategy};

pub(crate) const ENTRY: Entry = Entry {
    name: "first-legal",
    help: "the first legal move in the game's order",
    reference: "the simplest player that keeps the rules",
    status: Status::Exact,
    positional: false,
    parameters: &[],
};

/// Chooses the first legal move in the game's own order: the simplest player that keeps the rules.
#[derive(Clone, Copy, Debug)]
pub struct FirstLegal;

impl FirstLegal {
    pub(crate) fn from_spec(_: &Spec) -> Self {
        Self
    }
}

impl<G: Game, O: Observer<G>> Strategy<G, O> for FirstLegal {
    fn choose(
        &mut self,
        game: &G,
        state: &G::State,
        role: usize,
        _budget: &Budget,
        _rng: &mut SearchRng,
        _observer: &mut O,
    ) -> Result<Decision<G::Move>, SearchError> {
        sound(game, Decision::first_of(choices(game, state)?.of_role(role)))
    }
}
