mod forest;
mod parts;
mod search;
#[cfg(test)]
mod tests;

use std::fmt;
use std::time::Duration;

use game::{Game, Interrupt};
use rand::RngExt;

use super::{choices, forced, sound};
use crate::key::{self, Key, MEMORY, TIME};
use crate::search_error::informed;
use crate::statistics::MoveStatistics;
use crate::{
    Budget, Decision, Entry, Meter, Observer, Request, SearchError, SearchRng, Spec, Status, Strategy, Watch,
    Window,
};
use forest::Forest;
use parts::Parts;
use search::Search;

/// Playouts where nothing bounds the search.
const FALLBACK: u64 = 2000;

/// The share of a decision's time in which factors are looked for.
const SHARE_FOR_FACTORS: f64 = 0.5;

const PLAYOUTS: Key<Option<u64>> = key::PLAYOUTS
    .unless_bounded(FALLBACK)
    .with_help("visits: playouts, and visits to ends of the game, which need none");
const C: Key<f64> =
    Key::decimal("c", 0.0..=1000.0, 0.4, "the constant in Q + c sqrt(ln N / n), the goal range being 0 to 1");
const LEAVES: Key<u32> = Key::integer(
    "leaves",
    1..=512,
    64,
    "simulations that go down the trees side by side, if the game plays many playouts at once",
);
const EACH: Key<u32> = Key::integer(
    "each",
    1..=512,
    8,
    "playouts of each of these simulations; fewer where the budget would allow less than a thousand simulations",
);

pub(crate) const ENTRY: Entry = Entry {
    name: "factored-uct",
    help: "UCT with a tree for each independent game that the game consists of: moves are made of what is chosen in all trees",
    reference: "Hufschmitt, Vittaut & Jouandeau, Exploiting game decompositions in Monte Carlo tree search, ACG (2019); Ontañón, The combinatorial multi-armed bandit problem and its application to real-time strategy games, AIIDE (2013)",
    status: Status::Heuristic,
    model: None,
    positional: false,
    parameters: &[
        PLAYOUTS.parameter,
        key::NODES.parameter,
        TIME.parameter,
        C.parameter,
        LEAVES.parameter,
        EACH.parameter,
        MEMORY.parameter,
    ],
};

/// UCT for games that consist of independent ones, their [factors](game::FactorActions): two boards side by
/// side, say.
///
/// There is a tree for each factor, whose nodes tell apart nothing but the state of that factor and of the
/// fluents that all of them share, such as whose turn it is. A simulation goes down all trees at the same
/// time. Where a move is made of an action in each factor, each tree chooses its action by UCB1,
/// independently of the others, so that two boards of 16 moves are two choices of 16 instead of one of 256.
/// Where a move is an action in one factor, that with the greatest bound of all trees is chosen. From the
/// first state that is new to one of the trees on a playout of the whole game is random, and every tree
/// learns from what the whole game pays: how the factors' ends and goals combine need not be known.
///
/// This takes it that what is good in a factor does not depend on how the others stand. It mostly does where
/// moves are products; where each move is made in one factor only, it matters who is left to move elsewhere,
/// which the trees average over.
///
/// For any number of roles, each of which chooses by its own payoffs, in turn or at the same time; chance
/// draws its moves. A game that does not fall apart, or whose factors are not found in half of the time of a
/// decision, is searched with one tree, without proven values and the other options of [`Uct`](crate::Uct).
/// Playouts make and prevent decisive moves where the game [shows](game::Tactics) them. The trees are kept
/// for the next decision, as what they know of a factor remains true wherever the others go, unless they take
/// more than half of the memory.
///
/// The most visited action of each factor is made in the end, or that with the most visits of all. If there
/// was never a simulation from the state, a move is drawn at random, and the decision [is a
/// guess](Decision::is_guess). An only move is made without a search.
///
/// Sources: A. Hufschmitt, J.-N. Vittaut, N. Jouandeau, *Exploiting game decompositions in Monte Carlo tree
/// search*, ACG (2019); S. Ontañón, *The combinatorial multi-armed bandit problem and its application to
/// real-time strategy games*, AIIDE (2013), for choices made independently.
pub struct FactoredUct<G: Game> {
    settings: Settings,
    bounds: Budget,
    kept: Option<Trees<G::Move>>,
}

/// The trees of a game, and what of it each is about.
struct Trees<M> {
    parts: Parts<M>,
    forest: Forest<M>,
}

/// What the parameters say.
#[derive(Clone, Copy, Debug)]
struct Settings {
    /// The constant of UCB1, the goal range being 0 to 1.
    c: f64,
    leaves: u32,
    each: u32,
    /// Bytes for the trees.
    memory: usize,
}

impl<G: Game> FactoredUct<G> {
    pub(crate) fn from_spec(spec: &Spec) -> Self {
        let settings = Settings {
            c: spec.get(C),
            leaves: spec.get(LEAVES),
            each: spec.get(EACH),
            memory: spec.get(MEMORY).saturating_mul(1_000_000),
        };
        Self { settings, bounds: spec.budget(), kept: None }
    }

    /// The trees of the game: those that are kept, unless they are of other parts or more than half full.
    fn trees(&mut self, game: &G, meter: &Meter) -> Trees<G::Move> {
        let until = meter.budget().time.map(|time| time.mul_f64(SHARE_FOR_FACTORS));
        let go_on = || !meter.interrupted() && until.is_none_or(|until: Duration| meter.elapsed() < until);
        let parts = Parts::of(game, &Interrupt::unless(&go_on)).unwrap_or_else(|_| Parts::whole());
        let kept = self.kept.take().filter(|kept| {
            parts.divides_like(&kept.parts) && kept.forest.bytes() <= self.settings.memory / 2
        });
        Trees { parts, forest: kept.map_or_else(Forest::new, |kept| kept.forest) }
    }

    /// Simulations from a state; the decision of the role.
    fn search(
        &mut self,
        (game, state, role): (&G, &G::State, usize),
        moves: &[G::Move],
        meter: Meter,
        rng: &mut SearchRng,
        mut observer: Watch<'_, G>,
    ) -> Result<Decision<G::Move>, SearchError> {
        let Trees { parts, mut forest } = self.trees(game, &meter);
        let mut search = Search {
            game,
            root: state,
            role,
            moves,
            settings: self.settings,
            parts: &parts,
            forest: &mut forest,
            meter,
            statistics: MoveStatistics::new(moves),
            rng,
            observer: observer.lend(),
        };
        search.observer.enter(state, &[], Window::OPEN);
        let (_, width) = search.range();
        search.observer.exploration(self.settings.c * width);
        search.meter.effort.nodes += 1;
        search.run()?;
        let best = search.best();
        let pv = best.map_or_else(Vec::new, |(mov, _)| search.principal_variation(mov));
        search.observer.ascend();
        let Search { statistics, meter, .. } = search;
        let decision = Decision {
            mov: best.map_or_else(|| moves[rng.random_range(0..moves.len())], |(mov, _)| mov),
            moves: statistics.estimates(|mean| mean),
            value: best.map(|(_, value)| value),
            effort: meter.effort,
            proven: false,
            pv,
            remark: None,
        };
        self.kept = (!meter.cut_short()).then_some(Trees { parts, forest });
        sound(&meter, decision)
    }
}

impl<G: Game> Strategy<G> for FactoredUct<G> {
    fn choose(&mut self, request: Request<'_, G>) -> Result<Decision<G::Move>, SearchError> {
        let Request { game, state, role, budget, rng, mut observer, .. } = request;
        let meter = Meter::start(self.bounds.tightened_by(&budget).or_playouts(FALLBACK));
        informed(ENTRY.name, game, role)?;
        let choices = choices(game, state)?;
        let moves = choices.of_role(role);
        if moves.len() == 1 {
            return Ok(forced(moves, state, &mut observer));
        }
        self.search((game, state, role), moves, meter, rng, observer)
    }

    fn ponder(&mut self, request: Request<'_, G>) -> Result<(), SearchError> {
        let Request { game, state, role, budget, rng, .. } = request;
        let choices = choices(game, state)?;
        self.search((game, state, role), choices.of_role(role), Meter::start(budget), rng, Watch::none())
            .map(|_| ())
    }
}

impl<G: Game> fmt::Debug for FactoredUct<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FactoredUct").field("settings", &self.settings).finish_non_exhaustive()
    }
}
