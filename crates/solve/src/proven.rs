//! Values that are proven question by question.

use std::time::Duration;

use game::{Game, constant_sum};
use search::{Bounds, Budget, LineEnd, SearchError, Solution, SolvedMove};

use crate::limits::{Clock, Limits};
use crate::proof::{GuaranteeBounds, Guaranteed, ProofLimits, guarantee_by_moves};
use crate::searched::Searched;

impl<M: Copy + Eq> Searched<M> {
    /// Proves for each role what it can be sure of, in a state and after each legal move of the role
    /// that decides.
    ///
    /// # Errors
    /// If chance or hidden information has a part in the game, if several roles choose at the same time, or
    /// if the rules give no answer in a state that the search comes to.
    pub fn by_proofs<G: Game<Move = M>>(
        game: &G,
        state: &G::State,
        limits: &Limits,
    ) -> Result<Self, SearchError> {
        let roles = game.roles();
        let clock = Clock::start(limits);
        let prove = |role: usize| {
            // What is left of the time is for this role and those after it alike.
            let share = |time: Duration| time.saturating_sub(clock.elapsed()) / (roles - role) as u32;
            let budget =
                Budget { time: limits.time.map(share), stop: limits.stop.clone(), ..Budget::default() };
            let megabytes = (limits.memory >> 20).max(1) as u64;
            let limits = ProofLimits { budget, megabytes, ..ProofLimits::default() };
            guarantee_by_moves(game, state, role, &limits)
        };
        let found: Vec<Guaranteed<M>> = (0..roles).map(prove).collect::<Result<_, _>>()?;
        let constant = constant_sum(game).filter(|_| roles == 2);
        let (least, greatest) = (*game.goal_range().start(), *game.goal_range().end());
        // The least payoff is not sure where play need not end.
        let sure = |bounds: GuaranteeBounds| (bounds.lower > least).then_some(bounds.lower);
        // Nobody gets by endless play what it cannot force: with two roles, a bound from above is what the
        // other one can force.
        let bounds = |role: usize, known: &dyn Fn(usize) -> GuaranteeBounds| {
            let own = known(role);
            let at_least = sure(own);
            let (at_least, at_most) = match constant {
                Some(sum) => {
                    let at_most = sure(known(1 - role)).map(|other| sum - other);
                    // Who can be sure of all gets no more, and whom the other one can keep to the least
                    // payoff gets that.
                    let at_most = at_most.or(at_least.filter(|own| *own == greatest.min(sum - least)));
                    (at_least.or(at_most.filter(|most| *most == least)), at_most)
                }
                None => (at_least, (roles == 1 || own.lower == greatest).then_some(own.upper)),
            };
            Bounds { at_least, at_most, ..Bounds::default() }
        };
        let of_state = (0..roles).map(|role| bounds(role, &|role| found[role].state)).collect();
        let mut moves = Vec::new();
        if let Some((mover, own)) = &found[0].moves {
            for (place, &(mov, _)) in own.iter().enumerate() {
                let known = |role: usize| match &found[role].moves {
                    Some((_, moves)) => moves[place].1,
                    None => found[role].state,
                };
                moves.push(SolvedMove { role: *mover, mov, bounds: bounds(*mover, &known) });
            }
        }
        let nodes = found.iter().map(|found| found.nodes).sum();
        let solution = Solution { bounds: of_state, moves, line: Vec::new(), end: LineEnd::Open };
        Ok(Self { solution, expected: None, nodes })
    }
}
