use game::Game;

use super::depth_first::{
    ASPIRATION, AlphaBetaOptions, CHANCE, DECISIVE, DepthFirst, FAIL, FORM, HISTORY, KILLER, Memory, ORDER,
    PVS, QUIESCENCE, REDUCTIONS, REPLACE, SYMMETRY, TABLE, WINDOW,
};
use super::lookup::{TABLEBASE, TablebaseSource};
use crate::key::{DEPTH, EVAL, Key, NODES, TIME, words};
use crate::{
    Budget, Decision, Entry, Evaluator, Model, Need, Request, SearchError, Spec, Status, Strategy,
    TablebaseFile,
};

/// States visited for a decision where nothing bounds the search.
const FALLBACK: u64 = 1_000_000;

const MODE: Key<Mode> = Key::choice(
    "mode",
    "whether all root moves are searched equally deep, or those with worse values less deep",
);
const SPREAD: Key<u32> = Key::integer(
    "spread",
    1..=1_000_000,
    2,
    "plies that the worst root move is searched less deep than the best one, if the mode is non-uniform",
)
.with_needs(&[Need::Is("mode", &["non-uniform"])]);

pub(crate) const ENTRY: Entry = Entry {
    name: "deepening",
    help: "iterative deepening: alpha-beta to depth 1, 2 and so on, until the value is proven or the budget is spent",
    reference: "Slate & Atkin, Chess 4.5, in Chess Skill in Man and Machine (1977); non-uniform: Schiffel & Thielscher, Fluxplayer, AAAI (2007)",
    status: Status::Exact,
    model: Some(Model::Minimise),
    positional: false,
    parameters: &[
        DEPTH.parameter,
        EVAL.parameter,
        MODE.parameter,
        SPREAD.parameter,
        FORM.parameter,
        FAIL.parameter,
        WINDOW.parameter,
        TABLE.by_default(64).parameter,
        REPLACE.parameter,
        ORDER.parameter,
        KILLER.on_by_default().parameter,
        HISTORY.on_by_default().parameter,
        ASPIRATION.parameter,
        PVS.on_by_default().parameter,
        SYMMETRY.on_by_default().parameter,
        REDUCTIONS.parameter,
        QUIESCENCE.parameter,
        DECISIVE.on_by_default().parameter,
        CHANCE.parameter,
        TABLEBASE.parameter,
        NODES.unless_bounded(FALLBACK).parameter,
        TIME.parameter,
    ],
};

/// How deep [`Deepening`] searches the moves of the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeepeningMode {
    /// All of them equally deep.
    Uniform,
    /// The best move of the last iteration to the full depth, the worst one so many plies less deep, and
    /// those between accordingly. Each move is searched a ply deep at least.
    NonUniform {
        /// Plies by which the depths differ.
        spread: u32,
    },
}

/// A [`DeepeningMode`] as specs name it.
#[derive(Clone, Copy)]
enum Mode {
    Uniform,
    NonUniform,
}

words!(Mode { "uniform" => Uniform, "non-uniform" => NonUniform });

/// Iterative deepening: alpha-beta to one ply, to two, and so on, until the value is proven or the budget is
/// spent. It always has a move to give: the best one of the last iteration, or of the moves that the
/// iteration under way has completed, of which that move is the first.
///
/// What an iteration learnt goes into the next: the order of the root's moves, and in the table the best
/// moves of all other nodes. In the uniform mode, without `reductions`, `quiescence` and `decisive`, the
/// value of an iteration is that of [`Minimax`](crate::Minimax) to the same depth, and the move the first
/// with that value; a proven value is the game's, whatever the options. As the search ends with the first
/// iteration that proves it, the move is one that wins (or draws) soonest, where minimax takes the first that
/// does so at all. Where every move loses, the search keeps the move that looked best in the iteration
/// before, whose loss was not proven then, so that it takes the others longest. Where neither states, depth
/// nor time are bounded, a million states are, so that every search ends.
///
/// Source: D. J. Slate, L. R. Atkin, *Chess 4.5: the Northwestern University chess program*, in *Chess Skill
/// in Man and Machine* (1977); non-uniform: S. Schiffel, M. Thielscher, *Fluxplayer: a successful general
/// game player*, AAAI (2007).
pub struct Deepening<G: Game, E> {
    bounds: Budget,
    mode: DeepeningMode,
    options: AlphaBetaOptions,
    evaluator: E,
    tablebase: TablebaseSource,
    memory: Option<Memory<G>>,
}

impl<G: Game, E> Deepening<G, E> {
    /// Iterative deepening within `bounds`, which judges the states at the depth limit by `evaluator`.
    pub fn new(bounds: Budget, mode: DeepeningMode, options: AlphaBetaOptions, evaluator: E) -> Self {
        Self { bounds, mode, options, evaluator, tablebase: TablebaseSource::default(), memory: None }
    }

    /// The same search, for which the states of a tablebase are leaves: their values are known.
    #[must_use]
    pub fn with_tablebase(self, file: TablebaseFile) -> Self {
        Self { tablebase: TablebaseSource::new(file), ..self }
    }
}

impl<'a, G: Game + 'a> Deepening<G, Box<dyn Evaluator<G> + 'a>> {
    pub(crate) fn from_spec(spec: &Spec) -> Self {
        let mode = match spec.get(MODE) {
            Mode::Uniform => DeepeningMode::Uniform,
            Mode::NonUniform => DeepeningMode::NonUniform { spread: spec.get(SPREAD) },
        };
        let tablebase = TablebaseSource::from_spec(spec);
        let plain = Self::new(spec.budget(), mode, AlphaBetaOptions::from_spec(spec), spec.get(EVAL).build());
        Self { tablebase, ..plain }
    }
}

impl<G: Game, E: Evaluator<G>> Deepening<G, E> {
    fn search(&mut self, mut request: Request<'_, G>) -> Result<Decision<G::Move>, SearchError> {
        let spread = match self.mode {
            DeepeningMode::Uniform => 0,
            DeepeningMode::NonUniform { spread } => spread,
        };
        let lookup = self.tablebase.lookup(ENTRY.name, request.game)?;
        DepthFirst::new(ENTRY.name, &self.options, &mut self.evaluator, &mut request)
            .looking_up(lookup)
            .deepen(spread, &mut self.memory)
    }
}

impl<G: Game, E: Evaluator<G>> Strategy<G> for Deepening<G, E> {
    fn choose(&mut self, request: Request<'_, G>) -> Result<Decision<G::Move>, SearchError> {
        let mut budget = self.bounds.tightened_by(&request.budget);
        if budget.nodes.is_none() && budget.depth.is_none() && budget.time.is_none() {
            budget.nodes = Some(FALLBACK);
        }
        self.search(request.within(budget))
    }

    /// Fills the table.
    fn ponder(&mut self, request: Request<'_, G>) -> Result<(), SearchError> {
        if self.options.table > 0 {
            let budget = Budget { depth: self.bounds.depth, ..request.budget.clone() };
            self.search(request.within(budget))?;
        }
        Ok(())
    }
}
