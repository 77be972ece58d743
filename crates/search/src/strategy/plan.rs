mod a_star;
mod beam;
mod best_first;
mod breadth_first;
mod distance;
mod expansion;
mod factors;
mod in_order;
mod iterative_deepening;
mod method;
mod nested;
mod novelty;
mod quest;
mod sat_method;
mod satisfiability;
mod slice;
mod team;
#[cfg(test)]
mod tests;
mod visited;

use std::fmt;
use std::sync::Arc;

use game::Game;
use rand::RngExt;

use super::{choices, intact, sound};
use crate::key::{self, Key, TIME};
use crate::search_error::certain;
use crate::{
    Budget, Decision, Entry, Meter, Model, MoveEstimate, Observer, Request, SearchError, SearchRng, Spec,
    Status, Strategy, Watch, Window,
};
use quest::{Line, Quest};
use team::{Methods, Team};

/// States where nothing else bounds the search.
const FALLBACK: u64 = 2_000_000;

const METHOD: Key<Methods> =
    Key::choice("method", "the one method that looks for plans, or all of them by turns");
const OPTIMAL: Key<bool> = Key::flag(
    "optimal",
    false,
    "whether to look for a shortest plan of the greatest goal: A* and SAT planning with one ply more at a time prove plans to be shortest, and all other methods look for shorter ones",
);
const MEMORY: Key<usize> =
    Key::integer("memory", 1..=1_000_000, 500, "megabytes for states and clauses, of all methods together");
const THREADS: Key<usize> = Key::integer(
    "threads",
    1..=256,
    1,
    "how many methods have their turns at the same time, each on a core; one if states or playouts are bounded, so that a seed gives the same decision again",
);
const NODES: Key<Option<u64>> = key::NODES.unless_bounded(FALLBACK);

pub(crate) const ENTRY: Entry = Entry {
    name: "plan",
    help: "for puzzles, games of one role: looks for a way to the greatest goal by several methods side by side, and follows it",
    reference: "Kautz & Selman, Planning as satisfiability, ECAI (1992); Lipovetzky & Geffner, Best-first width search, AAAI (2017); Rosin, Nested rollout policy adaptation, IJCAI (2011)",
    status: Status::Exact,
    model: Some(Model::OwnBest),
    positional: false,
    parameters: &[
        METHOD.parameter,
        OPTIMAL.parameter,
        MEMORY.parameter,
        THREADS.parameter,
        NODES.parameter,
        key::PLAYOUTS.parameter,
        TIME.parameter,
    ],
};

/// A planner for games of one role: looks for the moves to the greatest goal by several methods, each of
/// which has its turn, and follows the first plan that leads to the top of the goal range, or else the best
/// plan so far.
///
/// - *Breadth-first search* solves what is small, and proves it.
/// - *Search factor by factor* solves the parts of a game that have nothing to do with each other, each by
///   all other methods, and joins their plans.
/// - *Best-first search* goes by novelty and by the conditions of the goal that are unmet.
/// - *Beam search* looks at the best states of each ply, in wider and wider beams.
/// - *Beam search by pattern databases* goes by what parts of the puzzle take, each for itself, where some of
///   its fluents depend on no others.
/// - *Nested rollout policy adaptation* learns from its playouts, and finds good plans where there is no
///   perfect one.
/// - *SAT planning* solves puzzles of constraints, and proves what is out of reach of all games; *in order*
///   it solves those whose cells may be filled in any order.
///
/// The value is proven once a plan pays the top of the goal range, or a method has shown that none pays more
/// than the best. Turns grow longer from round to round. They are of time, or of states if the budget bounds
/// these: then the same seed gives the same decision. With several `threads` as many methods work at the same
/// time. Conflicts and decisions of the SAT solver count as states.
///
/// The plan is kept from one decision to the next, and so is what the methods have found, as long as the
/// state is one on the plan, or the same as before. A plan is [played](Game::next) move by move before
/// anything is told of it.
///
/// With `optimal=true` it looks for a shortest plan to the greatest goal. In the place of breadth-first
/// search there is *A**, which goes by pattern databases in which each move counts once, and goes on as
/// *iterative deepening A** where its memory is full; this and SAT planning with one ply more at a time prove
/// how many plies a plan takes at least, while the other methods look for plans that are shorter than the
/// best so far. The remark on a decision tells whether the plan is proven to be a shortest one.
///
/// Sources: H. Kautz, B. Selman, *Planning as satisfiability*, ECAI (1992); N. Lipovetzky, H. Geffner,
/// *Best-first width search: exploration and exploitation in classical planning*, AAAI (2017); C. Rosin,
/// *Nested rollout policy adaptation for Monte Carlo tree search*, IJCAI (2011). Each method names its own.
pub struct Planner<'g, G: Game> {
    methods: Methods,
    optimal: bool,
    /// Bytes.
    memory: usize,
    threads: usize,
    bounds: Budget,
    team: Option<Team<'g, G>>,
    /// The best plan that is known, from a state before or now.
    plan: Option<Known<G>>,
}

/// A plan, and what is known of it.
struct Known<G: Game> {
    line: Arc<Line<G>>,
    /// Whether it is proven that no plan pays more.
    pays_most: bool,
    /// Whether it is proven that no plan is better.
    is_best: bool,
    /// How many plies a better one takes at least.
    least_plies: usize,
}

impl<G: Game> Known<G> {
    fn of(quest: &Quest<G>) -> Option<Self> {
        let line = quest.best()?;
        let least_plies = quest.least_plies(line.goal);
        Some(Self { pays_most: quest.pays_most(), is_best: quest.solved(), least_plies, line })
    }

    /// What is left of it from a state on its way.
    fn rest(self, state: &G::State) -> Option<Self> {
        let line = self.line.rest(state)?;
        let made = self.line.moves.len() - line.moves.len();
        Some(Self { line: line.into(), least_plies: self.least_plies.saturating_sub(made).max(1), ..self })
    }

    /// How long it is, and who found it.
    fn remark(&self, optimal: bool) -> String {
        let plies = |count: usize| format!("{count} {}", if count == 1 { "ply" } else { "plies" });
        let (own, method) = (plies(self.line.moves.len()), self.line.method);
        match (optimal, self.is_best) {
            (false, _) => format!("a plan of {own} that {method} found"),
            (true, true) => format!("a shortest plan, of {own}, that {method} found"),
            (true, false) => {
                let least = plies(self.least_plies);
                format!(
                    "a plan of {own} that {method} found; whether there is a shorter one, of {least} at least, is not known"
                )
            }
        }
    }
}

impl<'g, G: Game + 'g> Planner<'g, G> {
    pub(crate) fn from_spec(spec: &Spec) -> Self {
        Self {
            methods: spec.get(METHOD),
            optimal: spec.get(OPTIMAL),
            memory: spec.get(MEMORY).saturating_mul(1_000_000),
            threads: spec.get(THREADS),
            bounds: spec.budget(),
            team: None,
            plan: None,
        }
    }

    /// Looks for a plan from `state`, unless one is known that is proven to be best.
    fn search(
        &mut self,
        game: &G,
        state: &G::State,
        meter: &mut Meter,
        rng: &mut SearchRng,
        observer: &mut Watch<'_, G>,
    ) {
        self.plan = self.plan.take().and_then(|plan| plan.rest(state));
        if self.plan.as_ref().is_some_and(|plan| plan.is_best) {
            self.team = None;
            return;
        }
        let kept = self.team.take().filter(|team| team.quest.root == *state);
        let team = self.team.insert(match kept {
            Some(team) => team,
            None => Team::new(game, state.clone(), self.methods, self.optimal, self.memory),
        });
        if let Some(plan) = self.plan.take_if(|_| team.quest.best().is_none()) {
            // What is better than the rest of a plan would have made the whole plan better.
            let goal = plan.line.goal;
            team.quest.take(plan.line);
            if plan.pays_most {
                team.quest.bound(goal);
            }
            team.quest.bound_plies(goal, plan.least_plies);
        }
        let tell = |quest: &Quest<G>, meter: &Meter| {
            observer.progress(meter, &mut || {
                let first = quest.best().and_then(|best| Some((*best.moves.first()?, Some(best.goal))));
                let first = first.or_else(|| Some((quest.lead()?, None)));
                let told = |(mov, value)| MoveEstimate { mov, value, bound: None, proven: false, visits: 1 };
                first.map(told).into_iter().collect()
            });
        };
        team.work(game, self.threads, meter, rng, tell);
        self.plan = Known::of(&team.quest);
    }

    /// The decision that follows the plan; without one, that goes towards the nearest state that was seen, or
    /// is drawn at random.
    fn decide(&self, moves: &[G::Move], meter: &Meter, rng: &mut SearchRng) -> Decision<G::Move> {
        let mut decision = Decision { effort: meter.effort, ..Decision::first_of(moves) };
        if let Some(plan) = &self.plan {
            let line = &plan.line;
            decision.mov = line.moves[0];
            decision.value = Some(line.goal);
            decision.proven = plan.pays_most;
            decision.effort.reach(u32::try_from(line.moves.len()).unwrap_or(u32::MAX));
            decision.pv = line.moves.iter().map(|&mov| vec![mov]).collect();
            for estimate in decision.moves.iter_mut().filter(|estimate| estimate.mov == line.moves[0]) {
                (estimate.value, estimate.proven, estimate.visits) = (Some(line.goal), plan.pays_most, 1);
            }
            decision.remark = Some(plan.remark(self.optimal));
        } else if let Some(lead) = self.team.as_ref().and_then(|team| team.quest.lead()) {
            decision.mov = lead;
        } else {
            // The same guess over and over could lead in a circle.
            decision.mov = moves[rng.random_range(0..moves.len())];
        }
        decision
    }
}

impl<'g, G: Game + 'g> Strategy<G> for Planner<'g, G> {
    fn choose(&mut self, request: Request<'_, G>) -> Result<Decision<G::Move>, SearchError> {
        let Request { game, state, role, budget, rng, mut observer, .. } = request;
        let mut budget = self.bounds.tightened_by(&budget);
        // A bound on playouts ends only what makes playouts.
        let plays = matches!(self.methods, Methods::All | Methods::Nested);
        if budget.nodes.is_none() && budget.time.is_none() && !(plays && budget.playouts.is_some()) {
            budget.nodes = Some(FALLBACK);
        }
        let mut meter = Meter::start(budget);
        alone(game)?;
        let choices = choices(game, state)?;
        let moves = choices.of_role(role);
        observer.enter(state, &[], Window::OPEN);
        meter.effort.nodes += 1;
        self.search(game, state, &mut meter, rng, &mut observer);
        sound(&meter, self.decide(moves, &meter, rng))
    }

    fn ponder(&mut self, request: Request<'_, G>) -> Result<(), SearchError> {
        let Request { game, state, budget, rng, mut observer, .. } = request;
        alone(game)?;
        let mut meter = Meter::start(budget);
        self.search(game, state, &mut meter, rng, &mut observer);
        intact(&meter)
    }
}

/// Refuses a game that is no puzzle.
fn alone<G: Game>(game: &G) -> Result<(), SearchError> {
    certain(ENTRY.name, game, "a plan is made for one course of events; uct and minimax reckon with all")?;
    if game.roles() == 1 {
        return Ok(());
    }
    let why = format!(
        "it has {} roles, and plans are for a role alone; uct and deepening can play it",
        game.roles()
    );
    Err(SearchError::Inapplicable { strategy: ENTRY.name, why })
}

impl<G: Game> fmt::Debug for Planner<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Planner")
            .field("methods", &self.methods)
            .field("optimal", &self.optimal)
            .finish_non_exhaustive()
    }
}
