use game::Game;

use crate::evaluator::middle;
use crate::{Entry, Evaluator, EvaluatorSpec, Meter, SearchRng, Status};

pub(crate) const ENTRY: Entry = Entry {
    name: "zero",
    help: "a constant, the middle of the goal range",
    reference: "the baseline of every comparison of evaluators",
    status: Status::Exact,
    model: None,
    positional: false,
    parameters: &[],
};

/// Knows nothing: every state is worth the middle of the goal range.
#[derive(Clone, Copy, Debug)]
pub struct Zero;

impl Zero {
    pub(crate) fn from_spec(_: &EvaluatorSpec) -> Self {
        Self
    }
}

impl<G: Game> Evaluator<G> for Zero {
    fn evaluate(&mut self, game: &G, _: &G::State, _: usize, _: &mut Meter, _: &mut SearchRng) -> f64 {
        middle(game)
    }
}
