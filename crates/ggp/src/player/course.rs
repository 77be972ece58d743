use std::time::Instant;

use logic::LogicError;

use super::position::{JointMove, Position};
use crate::Reply;

/// The last request for a move that was taken note of.
#[derive(Debug)]
pub(super) struct Last {
    /// What it said all roles had done.
    pub(super) moves: Option<JointMove>,
    /// What it was answered, once it was.
    pub(super) reply: Option<Reply>,
}

/// What a game master's account of the last joint move means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Course {
    /// The match goes on by it.
    On,
    /// The same request again.
    Again,
    /// The match goes on, but with another move of ours than the one that was sent.
    Overruled {
        /// What was sent.
        sent: String,
    },
    /// Something else has happened at the ply before than was told then.
    Corrected,
    /// A request in between was lost; there is just one way it can have gone.
    Bridged,
    /// The match is at its beginning again.
    Restarted,
    /// It cannot have happened: the position stays as it is.
    Impossible,
}

impl Course {
    /// Takes the position of the one who plays `role` to where the game master says it is. The protocol tells no ply, so what is meant
    /// must be found out from the moves, and until when if that is not simple.
    ///
    /// # Errors
    /// If the rules take too long.
    pub(super) fn take(
        position: &mut Position,
        role: usize,
        last: Option<&Last>,
        moves: Option<&[String]>,
        until: Instant,
    ) -> Result<Self, LogicError> {
        let again = last.is_some_and(|last| last.moves.as_deref() == moves);
        let Some(moves) = moves else {
            if position.ply() > 0 {
                position.go_back(0);
                return Ok(Self::Restarted);
            }
            return Ok(if again { Self::Again } else { Self::On });
        };
        let sent = match last.and_then(|last| last.reply.as_ref()) {
            Some(Reply::Move(sent)) => Some(sent.as_str()),
            _ => None,
        };
        let by_us = moves.get(role).map(String::as_str);
        let as_sent =
            sent.is_none() || sent.zip(by_us).is_some_and(|(sent, by_us)| sent.eq_ignore_ascii_case(by_us));
        // Where the same moves may be made twice, it is our own that tells whether they were.
        if again && !(as_sent && position.accepts(moves)?) {
            return Ok(Self::Again);
        }
        if position.advance(moves)? {
            return Ok(match sent {
                Some(sent) if !as_sent => Self::Overruled { sent: sent.to_owned() },
                _ => Self::On,
            });
        }
        if position.replace_last(moves)? {
            return Ok(Self::Corrected);
        }
        Ok(if position.bridge(role, sent, moves, until)? { Self::Bridged } else { Self::Impossible })
    }
}
