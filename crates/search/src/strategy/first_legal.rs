use game::Game;

use super::choices;
use crate::{Decision, Entry, HiddenRequest, Request, SearchError, Spec, Status, Strategy};

pub(crate) const ENTRY: Entry = Entry {
    name: "first-legal",
    help: "the first legal move in the game's order",
    reference: "the simplest player that keeps the rules",
    status: Status::Exact,
    model: None,
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

impl<G: Game> Strategy<G> for FirstLegal {
    fn choose(&mut self, request: Request<'_, G>) -> Result<Decision<G::Move>, SearchError> {
        let Request { game, state, role, .. } = request;
        Ok(Decision::first_of(choices(game, state)?.of_role(role)))
    }

    fn choose_hidden(&mut self, request: HiddenRequest<'_, G>) -> Result<Decision<G::Move>, SearchError> {
        Ok(Decision::first_of(request.legal))
    }

    fn mixture(&mut self, request: HiddenRequest<'_, G>) -> Result<Option<Vec<f64>>, SearchError> {
        let first = |place| if place == 0 { 1.0 } else { 0.0 };
        Ok(Some((0..request.legal.len()).map(first).collect()))
    }
}
