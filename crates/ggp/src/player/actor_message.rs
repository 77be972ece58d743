use std::sync::Arc;
use std::time::Instant;

use arena::Thought;
use game::{Fault, Rules};
use tokio::sync::{OwnedSemaphorePermit, oneshot};

use super::move_reply::MoveSender;
use crate::{Reply, Report};

/// Where the reply to a request to start a match goes.
pub(super) type ReplySender = oneshot::Sender<Reply>;

/// A message to the [`MatchActor`](super::match_actor::MatchActor) of a match, from the player, a compiler or
/// a search thread.
#[derive(Debug)]
pub(super) enum ActorMessage {
    /// The game master starts the same match again, with the same role and rules.
    Start { answer: ReplySender, unread: Unread },
    /// The game master asks for a move.
    Play { report: Report, arrived: Instant, answer: MoveSender, unread: Unread },
    /// The match is over.
    Stop { report: Report },
    /// The match is aborted.
    Abort,
    /// The rules are compiled, or better than before; if there is no circuit, they are rules that the
    /// reasoner evaluates.
    Compiled(Result<Arc<Rules>, Fault>),
    /// A search thread has chosen its strategy; the remark says which one and why.
    StrategyChosen { thread: u32, remark: String },
    /// A search thread has finished the search of this number.
    MoveChosen { thread: u32, search: u32, chosen: ChosenMove },
    /// A search found no move: no state that agrees with what the role knows, none that its strategy can
    /// play, or one in which the rules give no answer.
    NothingFound { thread: u32, search: u32, why: String },
    /// A search thread has ended because of an error.
    SearchFailed { thread: u32, why: String },
}

/// What the message of a game master takes of the bytes that a match has for such messages, until it
/// is dropped.
#[derive(Debug, Default)]
pub(super) struct Unread {
    _bytes: Option<OwnedSemaphorePermit>,
}

impl From<OwnedSemaphorePermit> for Unread {
    fn from(bytes: OwnedSemaphorePermit) -> Self {
        Self { _bytes: Some(bytes) }
    }
}

/// The result of a search.
#[derive(Debug)]
pub(super) struct ChosenMove {
    /// The move's name.
    pub(super) mov: String,
    /// The statistics of the search.
    pub(super) thought: Thought,
    /// The depth of the search in plies.
    pub(super) depth: u32,
    /// What is doubtful about the goals that the search has met.
    pub(super) remark: Option<String>,
}
