use game::Fault;
use logic::LogicError;

use crate::MatchLog;

/// A match that could not be led to its end. The players have received an abort request if they had
/// received anything.
#[derive(Clone, Debug, thiserror::Error)]
#[error("the match {} failed at ply {}: {failure}", .log.id, .log.moves.len())]
pub struct MasterError {
    /// The match up to the failure.
    pub log: Box<MatchLog>,
    /// The failure.
    #[source]
    pub failure: MasterFailure,
}

/// Why a match failed; errors of players are no failure.
#[derive(Clone, Debug, thiserror::Error)]
pub enum MasterFailure {
    /// The number of seats is not the number of roles.
    #[error("{seats} players for {roles} roles")]
    Seats {
        /// The number of seats.
        seats: usize,
        /// The number of roles.
        roles: usize,
    },
    /// The address of a player is not a host and a port.
    #[error("`{0}` is not a host and a port, such as localhost:9147")]
    Address(String),
    /// A player is to be told its percepts in a game without.
    #[error(
        "{0} is to be told its percepts (gdl2), but the rules have no `sees`, so that it would know nothing of the moves of others; use the protocol gdl or auto"
    )]
    Blind(String),
    /// The rules exceed a limit, or a role has no legal move in a state that is not terminal.
    #[error("the game failed: {0}")]
    Game(#[from] Fault),
    /// Evaluating the goals exceeds a limit.
    #[error("the game failed: {0}")]
    Goals(#[from] LogicError),
    /// The match exceeds the limit of plies.
    #[error("the match has not ended after {0} plies")]
    PlyLimit(usize),
}
