use std::sync::Arc;
use std::time::Instant;

use game::{Fault, Rules};
use tokio::sync::oneshot;

use super::position::JointMove;
use super::search_thread::Decided;
use crate::Reply;

/// Whom to answer.
pub(super) type Answer = oneshot::Sender<Reply>;

/// What the keeper of a match is told.
#[derive(Debug)]
pub(super) enum Letter {
    /// The game master starts the match once more.
    Start { role: String, rules: String, answer: Answer },
    /// A move is due.
    Play { moves: Option<JointMove>, arrived: Instant, answer: Answer },
    /// The match is over.
    Stop { moves: Option<JointMove> },
    /// The match is given up.
    Abort,
    /// The rules are compiled, or never will be: then they are played by the reasoner.
    Compiled(Result<Arc<Rules>, Fault>),
    /// A thinker has chosen its strategy: which, and why.
    Fitted { thinker: u32, remark: String },
    /// A thinker has decided the question of that number.
    Decided { thinker: u32, question: u32, decided: Decided },
    /// A thinker is no more.
    GivenUp { thinker: u32, why: String },
}
