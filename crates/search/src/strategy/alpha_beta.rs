use game::Game;

use super::depth_first::{Cuts, DepthFirst};
use crate::evaluator::suits;
use crate::{
    Budget, Decision, Domain, Entry, Evaluator, Observer, Parameter, Preset, SearchError, SearchRng, Spec,
    Strategy, StrategyKind,
};

const SOFT: &str = "soft";
const HARD: &str = "hard";

pub(crate) const ENTRY: Entry<StrategyKind> = Entry {
    name: "alpha-beta",
    help: "minimax without the branches that cannot matter",
    reference: "Knuth & Moore, An analysis of alpha-beta pruning, Artificial Intelligence 6 (1975)",
    positional: false,
    parameters: &[
        Parameter::DEPTH,
        Parameter::EVAL,
        Parameter {
            name: "fail",
            domain: Domain::Choice { words: &[SOFT, HARD] },
            default: Preset::Text(SOFT),
            help: "whether a value outside the window is returned as found (soft) or as the window's end (hard)",
        },
        Parameter::NODES,
        Parameter::TIME,
    ],
    kind: StrategyKind::AlphaBeta,
};

/// What a node returns whose value is outside its window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fail {
    /// The tightest bound it found.
    Soft,
    /// The end of the window.
    Hard,
}

/// Alpha-beta: minimax that leaves out the branches which cannot change the root's value.
///
/// The root's window is the game's goal range, so that a certain win (or loss) ends the search of a node. Value and
/// move are those of [`Minimax`](crate::Minimax): of several best moves the first is chosen, and a later move has to be
/// strictly better. Everything said there about roles and budgets holds here.
///
/// Source: D. E. Knuth, R. W. Moore, *An analysis of alpha-beta pruning*, Artificial Intelligence 6 (1975); fail-soft:
/// J. P. Fishburn, *Another optimization of alpha-beta search*, SIGART Bulletin 84 (1983).
#[derive(Clone, Debug)]
pub struct AlphaBeta<E> {
    bounds: Budget,
    fail: Fail,
    evaluator: E,
}

impl<E> AlphaBeta<E> {
    /// Alpha-beta within `bounds`, which judges the states at the depth limit by `evaluator`.
    pub fn new(bounds: Budget, fail: Fail, evaluator: E) -> Self {
        Self { bounds, fail, evaluator }
    }
}

impl<'a, G: Game + 'a> AlphaBeta<Box<dyn Evaluator<G> + 'a>> {
    pub(crate) fn from_spec(spec: &Spec) -> Self {
        let fail = if spec.word("fail") == Some(HARD) { Fail::Hard } else { Fail::Soft };
        Self::new(spec.budget(), fail, spec.evaluator())
    }
}

impl<G: Game, O: Observer<G>, E: Evaluator<G>> Strategy<G, O> for AlphaBeta<E> {
    fn choose(
        &mut self,
        game: &G,
        state: &G::State,
        role: usize,
        budget: &Budget,
        rng: &mut SearchRng,
        observer: &mut O,
    ) -> Result<Decision<G::Move>, SearchError> {
        suits(ENTRY.name, &self.evaluator, game)?;
        let budget = self.bounds.tightened_by(budget);
        let cuts = match self.fail {
            Fail::Soft => Cuts::Soft,
            Fail::Hard => Cuts::Hard,
        };
        let (strategy, evaluator) = (ENTRY.name, &mut self.evaluator);
        DepthFirst { strategy, cuts, game, role, evaluator, rng, observer }.run(state, budget)
    }
}
