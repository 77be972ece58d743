use game::{Game, drawn_move};

use rand::RngExt;

use super::choices;
use crate::{Decision, Entry, HiddenRequest, Request, SearchError, Spec, Status, Strategy};

pub(crate) const ENTRY: Entry = Entry {
    name: "random",
    help: "a legal move, drawn uniformly at random",
    reference: "the baseline of every comparison",
    status: Status::Exact,
    model: None,
    positional: false,
    parameters: &[],
};

/// Chooses uniformly among the legal moves: the baseline of every comparison. For chance it draws by the
/// probabilities.
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
        let choices = choices(game, state)?;
        let moves = choices.of_role(role);
        let mov = drawn_move(game, state, role, moves, rng);
        Ok(Decision { mov, ..Decision::first_of(moves) })
    }

    fn choose_hidden(&mut self, request: HiddenRequest<'_, G>) -> Result<Decision<G::Move>, SearchError> {
        let HiddenRequest { legal, rng, .. } = request;
        Ok(Decision { mov: legal[rng.random_range(0..legal.len())], ..Decision::first_of(legal) })
    }

    fn mixture(&mut self, request: HiddenRequest<'_, G>) -> Result<Option<Vec<f64>>, SearchError> {
        let moves = request.legal.len();
        Ok(Some(vec![1.0 / moves as f64; moves]))
    }
}
