use game::Fault;
use logic::LogicError;

use crate::Chronicle;

/// Why a match could not be led to its end. Players that have heard of it have been told that it is given up.
#[derive(Clone, Debug, thiserror::Error)]
#[error("the match {} failed at ply {}: {failure}", .chronicle.id, .chronicle.moves.len())]
pub struct MasterError {
    /// What had happened until then.
    pub chronicle: Box<Chronicle>,
    /// What happened then.
    #[source]
    pub failure: MasterFailure,
}

/// What can go wrong in a match that is not a player's doing.
#[derive(Clone, Debug, thiserror::Error)]
pub enum MasterFailure {
    /// There must be as many seats as roles.
    #[error("{seats} players for {roles} roles")]
    Seats {
        /// How many seats were given.
        seats: usize,
        /// How many roles the game has.
        roles: usize,
    },
    /// A player's address is none.
    #[error("`{0}` is not a host and a port, such as localhost:9147")]
    Address(String),
    /// The game failed, or has a state in which a role can do nothing.
    #[error("the game failed: {0}")]
    Game(#[from] Fault),
    /// What the end pays exceeds the limits.
    #[error("the game failed: {0}")]
    Payoffs(#[from] LogicError),
    /// The match goes on and on.
    #[error("the match has not ended after {0} plies")]
    PlyLimit(usize),
}
