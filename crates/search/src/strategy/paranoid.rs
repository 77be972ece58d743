use game::Game;

use super::deepen::{DEEPEN, Deepen};
use super::depth_first::{AlphaBetaOptions, DepthFirst, FirstWindow, WINDOW};
use crate::key::{DEPTH, EVAL, NODES, TIME};
use crate::{Budget, Decision, Entry, Evaluator, Model, Request, SearchError, Spec, Status, Strategy};

pub(crate) const ENTRY: Entry = Entry {
    name: "paranoid",
    help: "paranoid search: all other roles together minimise the searcher's payoff; cuts as alpha-beta does",
    reference: "Sturtevant & Korf, On pruning techniques for multi-player games, AAAI (2000)",
    status: Status::Exact,
    model: Some(Model::Minimise),
    positional: false,
    parameters: &[
        DEPTH.parameter,
        EVAL.parameter,
        WINDOW.parameter,
        DEEPEN.parameter,
        NODES.parameter,
        TIME.parameter,
    ],
};

/// Paranoid search: all other roles are one opponent, who wants nothing but the searcher's least payoff.
///
/// That makes a game of many roles one of two with a constant sum, and alpha-beta applies. The value is what the searcher can
/// force, so it gets no less when the others look after themselves as [`MaxN`](crate::MaxN) takes them to. For two roles
/// with a constant sum it is the value of the game. Of several best moves the first is chosen.
///
/// It applies while at most one role at a time has a choice. Within a budget it [deepens](Deepen), and ends as soon as the value is proven, as
/// [`Deepening`](crate::Deepening) does.
///
/// Source: N. R. Sturtevant, R. E. Korf, *On pruning techniques for multi-player games*, AAAI (2000).
#[derive(Clone, Debug)]
pub struct Paranoid<E> {
    bounds: Budget,
    deepen: Deepen,
    window: FirstWindow,
    evaluator: E,
}

impl<E> Paranoid<E> {
    /// Paranoid search within `bounds`, which judges the states at the depth limit by `evaluator`.
    pub fn new(bounds: Budget, deepen: Deepen, window: FirstWindow, evaluator: E) -> Self {
        Self { bounds, deepen, window, evaluator }
    }
}

impl<'a, G: Game + 'a> Paranoid<Box<dyn Evaluator<G> + 'a>> {
    pub(crate) fn from_spec(spec: &Spec) -> Self {
        Self::new(spec.budget(), spec.get(DEEPEN), spec.get(WINDOW), spec.get(EVAL).build())
    }
}

impl<G: Game, E: Evaluator<G>> Strategy<G> for Paranoid<E> {
    fn choose(&mut self, request: Request<'_, G>) -> Result<Decision<G::Move>, SearchError> {
        let Request { game, state, role, budget, rng, mut observer } = request;
        let budget = self.bounds.tightened_by(&budget);
        let (strategy, evaluator) = (ENTRY.name, &mut self.evaluator);
        let options = &AlphaBetaOptions { window: self.window, ..AlphaBetaOptions::default() };
        let search = DepthFirst {
            strategy,
            cuts: true,
            options,
            game,
            role,
            evaluator,
            rng,
            observer: observer.lend(),
        };
        if self.deepen.applies(game, &budget) {
            search.deepen(state, budget, 0, &mut None)
        } else {
            search.search(state, budget, &mut None)
        }
    }
}
