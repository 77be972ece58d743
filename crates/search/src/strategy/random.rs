use game::Game;
use rand::RngExt;

use super::choices;
use crate::{Decision, Entry, HiddenRequest, Request, SearchError, SearchRng, Spec, Status, Strategy};

pub(crate) const ENTRY: Entry = Entry {
    name: "random",
    help: "a legal move, drawn uniformly at random",
    reference: "the baseline of every comparison",
    status: Status::Exact,
    model: None,
    positional: false,
    parameters: &[],
};

/// Chooses uniformly among the legal moves: the baseline of every comparison.
#[derive(Clone, Copy, Debug)]
pub struct Random;

impl Random {
    pub(crate) fn from_spec(_: &Spec) -> Self {
        Self
    }
}

impl<G: Game> Strategy<G> for Random {
    fn choose(&mut self, request: Request<'_, G>) -> Result<Decision<G::Move>, SearchError> {
        let Request { game, state, role, rng, .. } = request;
        Ok(any_of(choices(game, state)?.of_role(role), rng))
    }

    fn choose_hidden(&mut self, request: HiddenRequest<'_, G>) -> Result<Decision<G::Move>, SearchError> {
        Ok(any_of(request.legal, request.rng))
    }
}

/// One of the moves, of which there is at least one.
fn any_of<M: Copy>(moves: &[M], rng: &mut SearchRng) -> Decision<M> {
    let mov = moves[rng.random_range(0..moves.len())];
    Decision { mov, ..Decision::first_of(moves) }
}
