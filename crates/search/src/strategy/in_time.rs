use std::time::Instant;

use game::{Game, ask_while, gave_up};

use super::{Decision, Strategy};
use crate::{Budget, Request, SearchError};

/// A strategy whose questions to the rules end with the time of its decision, and when its stop flag is pressed: one question to a reasoner may take
/// far longer than the whole decision should.
pub(super) struct InTime<S> {
    pub(super) strategy: S,
    /// The bounds in the strategy's own spec.
    pub(super) bounds: Budget,
}

impl<G: Game, S: Strategy<G>> Strategy<G> for InTime<S> {
    fn choose(&mut self, request: Request<'_, G>) -> Result<Decision<G::Move>, SearchError> {
        let started = Instant::now();
        // Without an answer to this question there is no move to choose, so it takes what it takes.
        request.game.terminal(request.state);
        let budget = self.bounds.tightened_by(&request.budget);
        let go_on = budget.going_on(started);
        let time = budget.time.map(|time| time.saturating_sub(started.elapsed()));
        let budget = Budget { time, ..request.budget.clone() };
        ask_while(go_on, || self.strategy.choose(request.within(budget)))
    }

    fn ponder(&mut self, request: Request<'_, G>) -> Result<(), SearchError> {
        ask_while(request.budget.going_on(Instant::now()), || {
            request.game.terminal(request.state);
            if gave_up() { Ok(()) } else { self.strategy.ponder(request) }
        })
    }
}
