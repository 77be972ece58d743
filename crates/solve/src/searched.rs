//! Values that a strategy has proven.

use game::{Game, Goal, constant_sum, players};
use search::{
    Bound, Bounds, Budget, Decision, LineEnd, Request, SearchError, SearchRng, Solution, SolvedMove, Spec,
};

use crate::expectation::{Expectation, Expected, sum_of_two};
use crate::limits::Limits;

/// What a strategy has proven of a state, and what it took.
#[derive(Clone, Debug)]
pub struct Searched<M> {
    /// What it has proven; of what is not proven there are no bounds.
    pub solution: Solution<M>,
    /// What it has proven in a game with chance; then the solution tells nothing.
    pub expected: Option<Expected<M>>,
    /// States that it visited.
    pub nodes: u64,
}

impl<M: Copy + Eq> Searched<M> {
    /// Asks a strategy for the value of a state for `role`, which is the one to move. What it has proven
    /// counts, what it estimates does not.
    ///
    /// # Errors
    /// If the strategy does not apply to the game, or the rules give no answer in a state that it comes to.
    pub fn of<G: Game<Move = M>>(
        game: &G,
        state: &G::State,
        role: usize,
        strategy: &Spec,
        limits: &Limits,
    ) -> Result<Self, SearchError> {
        let mut rng: SearchRng = rand::SeedableRng::seed_from_u64(0);
        let budget = Budget { time: limits.time, stop: limits.stop.clone(), ..Budget::default() };
        let request = Request::new(game, state, role, &mut rng).within(budget);
        let decision = strategy.build().choose(request)?;
        let nodes = decision.effort.nodes;
        if game.chance().is_some() {
            let expected = Some(expected(game, role, &decision));
            return Ok(Self { solution: Solution::unknown(game, state), expected, nodes });
        }
        Ok(Self { solution: solution(game, state, role, decision), expected: None, nodes })
    }
}

/// What a decision proves that roles can expect.
fn expected<G: Game>(game: &G, role: usize, decision: &Decision<G::Move>) -> Expected<G::Move> {
    let value = decision.value.filter(|_| decision.proven);
    let mut bounds = vec![Expectation::default(); game.roles()];
    let others = players(game).filter(|&other| other != role);
    match sum_of_two(game, None) {
        Some(sum) => {
            others.for_each(|other| bounds[other] = Expectation::exactly(value.map(|value| sum - value)));
            bounds[role] = Expectation::exactly(value);
        }
        None if others.count() == 0 => bounds[role] = Expectation::exactly(value),
        // The others were taken to play against it.
        None => bounds[role] = Expectation { at_least: value, at_most: None },
    }
    let certain = bounds[role].at_most.is_some();
    let moves = decision.moves.iter().map(|estimate| {
        let value = estimate.value.filter(|_| estimate.proven);
        let at_least = value.filter(|_| estimate.bound != Some(Bound::Upper));
        let at_most = value.filter(|_| estimate.bound != Some(Bound::Lower) && certain);
        (role, estimate.mov, Expectation { at_least, at_most })
    });
    Expected { bounds, moves: moves.collect(), states: None }
}

fn solution<G: Game>(
    game: &G,
    state: &G::State,
    role: usize,
    decision: Decision<G::Move>,
) -> Solution<G::Move> {
    let Decision { moves, value, proven, pv, .. } = decision;
    let exact = |value: Option<f64>| value.filter(|value| value.fract() == 0.0).map(|value| value as Goal);
    let value = exact(value).filter(|_| proven);
    let constant = constant_sum(game).filter(|_| game.roles() == 2);
    // Elsewhere the others were taken to play against it, which they need not do: it is sure of that much,
    // and gets more unless there is no more.
    let greatest = *game.goal_range().end();
    let certain = |value: &Goal| constant.is_some() || game.roles() == 1 || *value == greatest;
    let bounds = (0..game.roles()).map(|other| match (other == role, constant) {
        (true, _) => Bounds { at_least: value, at_most: value.filter(certain), ..Bounds::default() },
        (false, Some(sum)) => {
            let value = value.map(|value| sum - value);
            Bounds { at_least: value, at_most: value, ..Bounds::default() }
        }
        (false, None) => Bounds::default(),
    });
    let moves = moves.into_iter().map(|estimate| {
        let value = exact(estimate.value).filter(|_| estimate.proven);
        let at_least = value.filter(|_| estimate.bound != Some(Bound::Upper));
        let at_most = value.filter(|value| estimate.bound != Some(Bound::Lower) && certain(value));
        SolvedMove { role, mov: estimate.mov, bounds: Bounds { at_least, at_most, ..Bounds::default() } }
    });
    // A line that was not searched to the end is nobody's best play.
    let line = if value.is_some() { pv } else { Vec::new() };
    let last = line.iter().fold(state.clone(), |state, joint| game.next(&state, joint));
    let end = if game.terminal(&last) { LineEnd::Terminal } else { LineEnd::Open };
    Solution { bounds: bounds.collect(), moves: moves.collect(), line, end }
}
