use std::sync::Arc;
use std::thread;
use std::time::Duration;

use tokio::sync::watch;

use super::{Loaded, Shared, Standing};
use crate::peer::Peer;
use crate::problem::Problem;

/// How often a thread that waits looks whether it is still wanted.
const ROUND: Duration = Duration::from_millis(10);

/// A game that was asked for. As long as somebody keeps a ticket, it is compiled.
pub(crate) struct Ticket {
    news: watch::Receiver<Standing>,
    /// Whether a first circuit is enough.
    early: bool,
    _wait: Option<Wait>,
}

/// A wait in the line, which is left when this is dropped.
pub(super) struct Wait {
    pub(super) shared: Arc<Shared>,
    pub(super) id: u64,
    pub(super) client: Peer,
}

impl Drop for Wait {
    fn drop(&mut self) {
        let mut line = self.shared.line();
        line.leave(self.id, self.client);
        self.shared.begin_next(&mut line);
    }
}

impl Ticket {
    pub(super) fn new(news: watch::Receiver<Standing>, wait: Wait) -> Self {
        Self { news, early: false, _wait: Some(wait) }
    }

    pub(super) fn ready_now(loaded: Arc<Loaded>) -> Self {
        Self { news: watch::channel(Standing::Ended(Ok(loaded))).1, early: false, _wait: None }
    }

    /// If `early`, the game counts as ready when it has a first circuit. Positions are the same on it; which
    /// searches it suits is told by [`Spec::suits_first_circuit`](search::Spec::suits_first_circuit).
    pub(crate) fn early(self, early: bool) -> Self {
        Self { early, ..self }
    }

    /// The game, if it is ready by now, or why it cannot be had.
    pub(crate) fn at_hand(&self) -> Option<Result<Arc<Loaded>, Problem>> {
        self.news.borrow().ready(self.early)
    }

    /// The game, as soon as it is ready; who gives this up waits no more.
    ///
    /// # Errors
    /// If the rules are wrong, or they cannot be compiled.
    pub(crate) async fn ready(mut self) -> Result<Arc<Loaded>, Problem> {
        let Self { news, early, .. } = &mut self;
        let ready = news.wait_for(|standing| standing.ready(*early).is_some()).await;
        let ready = ready.ok().and_then(|standing| standing.ready(*early));
        ready.unwrap_or_else(|| Err(Problem::internal("a compilation ended without a word")))
    }

    /// The game, if it is ready while `go_on` says so; `tell` hears now and then how far it is.
    ///
    /// # Errors
    /// If the rules are wrong, they cannot be compiled, or it took too long for `go_on`.
    pub(crate) fn ready_while(
        self,
        go_on: &dyn Fn() -> bool,
        mut tell: impl FnMut(&Standing),
    ) -> Result<Arc<Loaded>, Problem> {
        loop {
            // Not kept: it locks the others out.
            let standing = self.news.borrow().clone();
            if let Some(result) = standing.ready(self.early) {
                return result;
            }
            if !go_on() {
                return Err(Problem::cancelled());
            }
            tell(&standing);
            thread::sleep(ROUND);
        }
    }
}
