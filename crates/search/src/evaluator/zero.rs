use game::Game;

use crate::evaluator::middle;
use crate::{Entry, Evaluator, EvaluatorKind, Meter, SearchRng, Status};

pub(crate) const ENTRY: Entry<EvaluatorKind> = Entry {
    name: "zero",
    help: "knows nothing: the middle of the goal range",
    reference: "the baseline of every comparison of evaluators",
    status: Status::Exact,
    positional: false,
    parameters: &[],
    kind: EvaluatorKind::Zero,
};

/// Knows nothing: every state is worth the middle of the goal range.
#[derive(Clone, Copy, Debug)]
pub struct Zero;

impl<G: Game> Evaluator<G> for Zero {
    fn evaluate(&mut self, game: &G, _: &G::State, _: usize, _: &mut Meter, _: &mut SearchRng) -> f64 {
        middle(game)
    }
}
