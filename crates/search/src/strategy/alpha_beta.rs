use game::Game;

use super::depth_first::{
    ASPIRATION, AlphaBetaOptions, CHANCE, DECISIVE, DepthFirst, FAIL, FORM, HISTORY, KILLER, Memory, ORDER,
    PVS, QUIESCENCE, REDUCTIONS, REPLACE, SYMMETRY, TABLE, WINDOW,
};
use super::lookup::{TABLEBASE, TablebaseSource};
use crate::key::{DEPTH, EVAL, NODES, TIME};
use crate::{
    Budget, Decision, Entry, Evaluator, Model, Request, SearchError, Spec, Status, Strategy, TablebaseFile,
};

pub(crate) const ENTRY: Entry = Entry {
    name: "alpha-beta",
    help: "minimax that cuts the branches which cannot change the value of the root",
    reference: "Knuth & Moore, An analysis of alpha-beta pruning, Artificial Intelligence 6 (1975)",
    status: Status::Exact,
    model: Some(Model::Minimise),
    positional: false,
    parameters: &[
        DEPTH.parameter,
        EVAL.parameter,
        FORM.parameter,
        FAIL.parameter,
        WINDOW.parameter,
        TABLE.parameter,
        REPLACE.parameter,
        ORDER.parameter,
        KILLER.parameter,
        HISTORY.parameter,
        ASPIRATION.parameter,
        PVS.parameter,
        SYMMETRY.parameter,
        REDUCTIONS.parameter,
        QUIESCENCE.parameter,
        DECISIVE.parameter,
        CHANCE.parameter,
        TABLEBASE.parameter,
        NODES.parameter,
        TIME.parameter,
    ],
};

/// Alpha-beta: minimax that leaves out the branches which cannot change the root's value.
///
/// The root's window is the game's goal range, so that a certain win (or loss) ends the search of a node; on
/// explicit trees it is open ([`FirstWindow`](crate::FirstWindow)). Value and move are those of
/// [`Minimax`](crate::Minimax), whatever the options but `reductions`, `quiescence` and `decisive`: of
/// several best moves the first is chosen. Everything said there about roles and budgets holds here. An
/// aspiration window lies about the evaluator's opinion of the root.
///
/// Source: D. E. Knuth, R. W. Moore, *An analysis of alpha-beta pruning*, Artificial Intelligence 6 (1975);
/// fail-soft: J. P. Fishburn, *Another optimization of alpha-beta search*, SIGART Bulletin 84 (1983).
pub struct AlphaBeta<G: Game, E> {
    bounds: Budget,
    options: AlphaBetaOptions,
    evaluator: E,
    tablebase: TablebaseSource,
    memory: Option<Memory<G>>,
}

impl<G: Game, E> AlphaBeta<G, E> {
    /// Alpha-beta within `bounds`, which judges the states at the depth limit by `evaluator`.
    pub fn new(bounds: Budget, options: AlphaBetaOptions, evaluator: E) -> Self {
        Self { bounds, options, evaluator, tablebase: TablebaseSource::default(), memory: None }
    }

    /// The same search, for which the states of a tablebase are leaves: their values are known.
    #[must_use]
    pub fn with_tablebase(self, file: TablebaseFile) -> Self {
        Self { tablebase: TablebaseSource::new(file), ..self }
    }
}

impl<'a, G: Game + 'a> AlphaBeta<G, Box<dyn Evaluator<G> + 'a>> {
    pub(crate) fn from_spec(spec: &Spec) -> Self {
        let tablebase = TablebaseSource::from_spec(spec);
        Self {
            tablebase,
            ..Self::new(spec.budget(), AlphaBetaOptions::from_spec(spec), spec.get(EVAL).build())
        }
    }
}

impl<G: Game, E: Evaluator<G>> Strategy<G> for AlphaBeta<G, E> {
    fn choose(&mut self, request: Request<'_, G>) -> Result<Decision<G::Move>, SearchError> {
        let budget = self.bounds.tightened_by(&request.budget);
        let lookup = self.tablebase.lookup(ENTRY.name, request.game)?;
        DepthFirst::new(ENTRY.name, &self.options, &mut self.evaluator, &mut request.within(budget))
            .looking_up(lookup)
            .search(&mut self.memory)
    }
}
