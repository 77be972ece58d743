use game::Game;

use super::depth_first::{AlphaBetaOptions, DepthFirst};
use super::lookup::{TABLEBASE, TablebaseSource};
use crate::key::{DEPTH, EVAL, NODES, TIME};
use crate::{
    Budget, Decision, Entry, Evaluator, Model, Request, SearchError, Spec, Status, Strategy, TablebaseFile,
};

pub(crate) const ENTRY: Entry = Entry {
    name: "minimax",
    help: "minimax without cuts: every line of play to the end of the game, or to a depth",
    reference: "Shannon, Programming a computer for playing chess, Philosophical Magazine 41 (1950)",
    status: Status::Exact,
    model: Some(Model::Minimise),
    positional: false,
    parameters: &[DEPTH.parameter, EVAL.parameter, TABLEBASE.parameter, NODES.parameter, TIME.parameter],
};

/// Minimax: looks at every line of play and never cuts, so that a uniform tree has all of its `b^d`
/// leaves searched.
///
/// The searching role takes its greatest value; every other role, however many there are, is taken to choose
/// the searcher's least. For two roles with a constant sum that is the value of the game, for one role plain
/// maximisation, for more the value that the searcher can force. Of several best moves the first is chosen.
///
/// It applies while at most one role at a time has a choice. A search that its budget ends chooses the best
/// of the moves it has completed.
///
/// Source: C. E. Shannon, *Programming a computer for playing chess*, Philosophical Magazine 41 (1950).
#[derive(Clone, Debug)]
pub struct Minimax<E> {
    bounds: Budget,
    evaluator: E,
    tablebase: TablebaseSource,
}

impl<E> Minimax<E> {
    /// Minimax within `bounds`, which judges the states at the depth limit by `evaluator`.
    pub fn new(bounds: Budget, evaluator: E) -> Self {
        Self { bounds, evaluator, tablebase: TablebaseSource::default() }
    }

    /// The same search, for which the states of a tablebase are leaves: their values are known.
    #[must_use]
    pub fn with_tablebase(self, file: TablebaseFile) -> Self {
        Self { tablebase: TablebaseSource::new(file), ..self }
    }
}

impl<'a, G: Game + 'a> Minimax<Box<dyn Evaluator<G> + 'a>> {
    pub(crate) fn from_spec(spec: &Spec) -> Self {
        let tablebase = TablebaseSource::from_spec(spec);
        Self { tablebase, ..Self::new(spec.budget(), spec.get(EVAL).build()) }
    }
}

impl<G: Game, E: Evaluator<G>> Strategy<G> for Minimax<E> {
    fn choose(&mut self, request: Request<'_, G>) -> Result<Decision<G::Move>, SearchError> {
        let budget = self.bounds.tightened_by(&request.budget);
        let options = AlphaBetaOptions::default();
        let lookup = self.tablebase.lookup(ENTRY.name, request.game)?;
        DepthFirst::new(ENTRY.name, &options, &mut self.evaluator, &mut request.within(budget))
            .without_cuts()
            .looking_up(lookup)
            .search(&mut None)
    }
}
