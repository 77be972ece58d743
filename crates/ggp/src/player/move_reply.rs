use std::sync::Arc;

use tokio::sync::watch;
use tokio::time::{Instant, timeout_at};

use super::pending_move::KnownMove;
use crate::Reply;

/// The reply to a request for a move while it is being found.
#[derive(Debug)]
enum State {
    /// No legal move is known.
    Open,
    /// Legal moves are known, and the search for the best one goes on.
    Held(KnownMove),
    /// The reply was sent and stays as it is.
    Sent(Reply),
    /// The actor has ended without a reply.
    Lost,
}

/// The actor's side of the reply to a request for a move. Dropping it sends the move that is held.
#[derive(Debug)]
pub(super) struct MoveSender(Arc<watch::Sender<State>>);

/// The request's side of the reply. It sends the move that is held when the actor is late.
#[derive(Debug)]
pub(super) struct MoveReceiver(Arc<watch::Sender<State>>);

/// Why there is no reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoReply {
    /// The match has ended.
    Ended,
    /// No legal move was known in time.
    Late,
}

/// A reply that is still open.
pub(super) fn move_reply() -> (MoveSender, MoveReceiver) {
    let state = Arc::new(watch::Sender::new(State::Open));
    (MoveSender(Arc::clone(&state)), MoveReceiver(state))
}

impl MoveSender {
    /// Holds a move until a better one is known.
    pub(super) fn hold(&self, known: KnownMove) {
        self.change(|state| *state = State::Held(known));
    }

    /// Sends the reply, unless the request was late and has sent the held move. Gives the reply that
    /// was sent.
    pub(super) fn send(self, reply: Reply) -> Reply {
        self.change(|state| *state = State::Sent(reply.clone()));
        match &*self.0.borrow() {
            State::Sent(sent) => sent.clone(),
            // Never, as nothing is open, held or lost once it was sent.
            State::Open | State::Held(_) | State::Lost => reply,
        }
    }

    /// Changes the state unless the reply was sent.
    fn change(&self, change: impl FnOnce(&mut State)) {
        self.0.send_if_modified(|state| {
            let open = !matches!(state, State::Sent(_));
            if open {
                change(state);
            }
            open
        });
    }
}

impl Drop for MoveSender {
    fn drop(&mut self) {
        self.change(|state| {
            *state = match state {
                State::Held(known) => State::Sent(Reply::Move(known.best())),
                _ => State::Lost,
            }
        });
    }
}

impl MoveReceiver {
    /// Waits for the reply. From `latest` on a move that is held is enough; without one it waits until `end`.
    ///
    /// # Errors
    /// If the match has ended, or no legal move is known at `end`; the actor is then told that the reply
    /// was `nil`.
    pub(super) async fn reply(self, latest: Instant, end: Instant) -> Result<Reply, NoReply> {
        // Waiting cannot fail, as this keeps a sender.
        let mut state = self.0.subscribe();
        let sent = |state: &State| matches!(state, State::Sent(_) | State::Lost);
        if timeout_at(latest, state.wait_for(sent)).await.is_err() {
            let _ = timeout_at(end, state.wait_for(|state| !matches!(state, State::Open))).await;
        }
        let mut reply = Err(NoReply::Ended);
        self.0.send_modify(|state| {
            reply = match state {
                State::Open => Err(NoReply::Late),
                State::Held(known) => Ok(Reply::Move(known.best())),
                State::Sent(reply) => Ok(reply.clone()),
                State::Lost => return,
            };
            *state = State::Sent(reply.clone().unwrap_or(Reply::Nil));
        });
        reply
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn known(mov: &str) -> KnownMove {
        KnownMove::certain([mov.to_owned()].into(), mov.to_owned())
    }

    fn later() -> Instant {
        Instant::now() + Duration::from_secs(3600)
    }

    fn named(mov: &str) -> Reply {
        Reply::Move(mov.into())
    }

    #[tokio::test]
    async fn in_time_the_reply_of_the_actor_counts_and_not_what_is_held() {
        let (sender, receiver) = move_reply();
        sender.hold(known("x"));
        let reply = receiver.reply(later(), later());
        let (reply, sent) = tokio::join!(reply, async { sender.send(named("y")) });
        assert_eq!((reply, sent), (Ok(named("y")), named("y")));
    }

    #[tokio::test]
    async fn what_is_held_is_sent_at_the_latest_time_and_the_actor_learns_of_it() {
        let (sender, receiver) = move_reply();
        sender.hold(known("x"));
        sender.hold(known("y"));
        assert_eq!(receiver.reply(Instant::now(), Instant::now()).await, Ok(named("y")));
        sender.hold(known("z"));
        assert_eq!(sender.send(named("z")), named("y"));
    }

    #[tokio::test]
    async fn a_legal_move_that_is_known_only_after_the_latest_time_is_sent_at_once() {
        let (sender, receiver) = move_reply();
        let (reply, ()) = tokio::join!(receiver.reply(Instant::now(), later()), async {
            tokio::task::yield_now().await;
            sender.hold(known("x"));
        });
        assert_eq!(reply, Ok(named("x")));
    }

    #[tokio::test]
    async fn without_a_legal_move_the_reply_is_nil_at_the_end() {
        let (sender, receiver) = move_reply();
        assert_eq!(receiver.reply(Instant::now(), Instant::now()).await, Err(NoReply::Late));
        assert_eq!(sender.send(named("x")), Reply::Nil);
    }

    #[tokio::test]
    async fn an_actor_that_ends_leaves_the_held_move_or_none() {
        let (sender, receiver) = move_reply();
        sender.hold(known("x"));
        drop(sender);
        assert_eq!(receiver.reply(later(), later()).await, Ok(named("x")));
        let (sender, receiver) = move_reply();
        drop(sender);
        assert_eq!(receiver.reply(later(), later()).await, Err(NoReply::Ended));
    }
}
