use game::Game;

use super::depth_first::{AlphaBetaOptions, DepthFirst, Form};
use super::lookup::{TABLEBASE, TablebaseSource};
use crate::key::{DEPTH, EVAL, NODES, TIME};
use crate::{
    Budget, Decision, Entry, Evaluator, Model, Request, SearchError, Spec, Status, Strategy, TablebaseFile,
};

pub(crate) const ENTRY: Entry = Entry {
    name: "negamax",
    help: "minimax in its negamax form: every node maximises, and values change their sign from one side to the other",
    reference: "Knuth & Moore, An analysis of alpha-beta pruning, Artificial Intelligence 6 (1975)",
    status: Status::Exact,
    model: Some(Model::Minimise),
    positional: false,
    parameters: &[DEPTH.parameter, EVAL.parameter, TABLEBASE.parameter, NODES.parameter, TIME.parameter],
};

/// Negamax: minimax by one rule for all, `value = max(-value of child)`.
///
/// Nodes, leaves, value and move are those of [`Minimax`](crate::Minimax); only who watches sees the
/// difference: the values of nodes where others decide than the searcher are the negatives of the searcher's,
/// and so are those of leaves that follow the searcher's own moves. (Where the same side moves twice, nothing
/// changes its sign.) The decision itself is in the searcher's goals.
///
/// Source: D. E. Knuth, R. W. Moore, *An analysis of alpha-beta pruning*, Artificial Intelligence 6 (1975),
/// section 2.
#[derive(Clone, Debug)]
pub struct Negamax<E> {
    bounds: Budget,
    evaluator: E,
    tablebase: TablebaseSource,
}

impl<E> Negamax<E> {
    /// Negamax within `bounds`, which judges the states at the depth limit by `evaluator`.
    pub fn new(bounds: Budget, evaluator: E) -> Self {
        Self { bounds, evaluator, tablebase: TablebaseSource::default() }
    }

    /// The same search, for which the states of a tablebase are leaves: their values are known.
    #[must_use]
    pub fn with_tablebase(self, file: TablebaseFile) -> Self {
        Self { tablebase: TablebaseSource::new(file), ..self }
    }
}

impl<'a, G: Game + 'a> Negamax<Box<dyn Evaluator<G> + 'a>> {
    pub(crate) fn from_spec(spec: &Spec) -> Self {
        let tablebase = TablebaseSource::from_spec(spec);
        Self { tablebase, ..Self::new(spec.budget(), spec.get(EVAL).build()) }
    }
}

impl<G: Game, E: Evaluator<G>> Strategy<G> for Negamax<E> {
    fn choose(&mut self, request: Request<'_, G>) -> Result<Decision<G::Move>, SearchError> {
        let budget = self.bounds.tightened_by(&request.budget);
        let options = AlphaBetaOptions { form: Form::Negamax, ..AlphaBetaOptions::default() };
        let lookup = self.tablebase.lookup(ENTRY.name, request.game)?;
        DepthFirst::new(ENTRY.name, &options, &mut self.evaluator, &mut request.within(budget))
            .without_cuts()
            .looking_up(lookup)
            .search(&mut None)
    }
}
