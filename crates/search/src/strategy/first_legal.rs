use game::Game;

use super::choices;
use crate::{Decision, Entry, Observer, Request, SearchError, Status, Strategy, StrategyKind};

pub(crate) const ENTRY: Entry<StrategyKind> = Entry {
    name: "first-legal",
    help: "the first legal move in the game's order",
    reference: "the least player that keeps the rules",
    status: Status::Exact,
    positional: false,
    parameters: &[],
    kind: StrategyKind::FirstLegal,
};

/// Chooses the first legal move in the game's own order: the least player that keeps the rules.
#[derive(Clone, Copy, Debug)]
pub struct FirstLegal;

impl<G: Game, O: Observer<G> + ?Sized> Strategy<G, O> for FirstLegal {
    fn choose(&mut self, request: Request<'_, G, O>) -> Result<Decision<G::Move>, SearchError> {
        let Request { game, state, role, .. } = request;
        Ok(Decision::first_of(choices(game, state)?.of_role(role)))
    }
}
