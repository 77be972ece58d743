use std::time::Instant;

use game::{Game, ask_while, gave_up};

use super::Strategy;
use crate::search_error::{UNNAMED, hidden};
use crate::{Budget, Decision, HiddenRequest, Request, SearchError};

/// A strategy whose questions to the rules end with the time of its decision, and when its stop flag is
/// pressed: one question to a reasoner may take far longer than the whole decision should.
///
/// It also sees to it that no strategy is shown a state that its game hides.
pub(super) struct InTime<'a, G> {
    /// The strategy's name.
    pub(super) name: &'static str,
    pub(super) strategy: Box<dyn Strategy<G> + 'a>,
    /// The bounds in the strategy's own spec.
    pub(super) bounds: Budget,
}

impl<G: Game> Strategy<G> for InTime<'_, G> {
    fn choose(&mut self, request: Request<'_, G>) -> Result<Decision<G::Move>, SearchError> {
        if shows_hidden(&request) {
            return Err(hidden(self.name));
        }
        let started = Instant::now();
        // Without an answer to this question there is no move to choose, so it takes what it takes.
        if request.game.terminal(request.state) {
            return Err(request.game.fault(request.state).map_or(SearchError::GameOver, SearchError::Game));
        }
        let budget = self.bounds.tightened_by(&request.budget);
        let go_on = budget.going_on(started);
        let time = budget.time.map(|time| time.saturating_sub(started.elapsed()));
        let budget = Budget { time, ..request.budget.clone() };
        ask_while(go_on, || self.strategy.choose(request.within(budget)))
    }

    fn choose_hidden(&mut self, request: HiddenRequest<'_, G>) -> Result<Decision<G::Move>, SearchError> {
        let go_on = self.bounds.tightened_by(&request.budget).going_on(Instant::now());
        let chosen = ask_while(go_on, || self.strategy.choose_hidden(request));
        chosen.map_err(|error| match error {
            SearchError::Inapplicable { strategy: UNNAMED, .. } => hidden(self.name),
            error => error,
        })
    }

    fn mixture(&mut self, request: HiddenRequest<'_, G>) -> Result<Option<Vec<f64>>, SearchError> {
        self.strategy.mixture(request)
    }

    fn ponder(&mut self, request: Request<'_, G>) -> Result<(), SearchError> {
        if shows_hidden(&request) {
            return Ok(());
        }
        ask_while(request.budget.going_on(Instant::now()), || {
            request.game.terminal(request.state);
            if gave_up() { Ok(()) } else { self.strategy.ponder(request) }
        })
    }
}

/// Whether the request's state is the true one of a game that hides it.
pub(crate) fn shows_hidden<G: Game>(request: &Request<'_, G>) -> bool {
    request.game.percepts().is_some() && !request.determinized
}
