mod error;
mod players;
mod protocol;
mod running_match;
#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use arena::Seed;
use game::{Game, Goal, Rules};
use gdl::Rulesheet;
use search::Stop;

use crate::{MatchLog, Player, Scrambler, client};
use running_match::RunningMatch;

pub use error::{MasterError, MasterFailure};
pub use protocol::Protocol;

/// The player of a role. A player identifies a match by its id alone, so it can have only one role of
/// a match.
#[derive(Clone, Debug)]
pub enum Seat {
    /// A player on the network.
    Remote {
        /// Its host and port, such as `localhost:9147`.
        address: String,
        /// How it is told what has happened.
        protocol: Protocol,
    },
    /// A player in this process.
    Local {
        /// Its name in the match log, such as the spec of its strategy.
        name: String,
        /// The player.
        player: Arc<Player>,
    },
    /// Random moves of the game master, as for the role `random`.
    Random,
}

impl Seat {
    /// Why its player cannot take part in a match of these rules, if it cannot: it has no proper address, or
    /// its protocol would tell it nothing.
    pub fn objection(&self, rules: &Rules) -> Option<MasterFailure> {
        let Self::Remote { address, protocol } = self else { return None };
        if client::url(address).is_none() {
            return Some(MasterFailure::Address(address.clone()));
        }
        let blind = *protocol == Protocol::Gdl2 && rules.percepts().is_none() && rules.roles() > 1;
        blind.then(|| MasterFailure::Blind(address.clone()))
    }

    /// The player's name in a match log; for a player on the network its address.
    pub fn name(&self) -> &str {
        match self {
            Self::Remote { address, .. } => address,
            Self::Local { name, .. } => name,
            Self::Random => "random",
        }
    }
}

/// A game master: leads a match between players, on the network or in this process.
#[derive(Clone, Debug)]
pub struct Master<'r> {
    /// The rulesheet, which is sent to the players.
    pub sheet: &'r Rulesheet,
    /// The game.
    pub rules: &'r Rules,
    /// The id of the match: one word.
    pub id: String,
    /// The player of each role. The game master plays the role `random`, whatever stands here.
    pub seats: Vec<Seat>,
    /// The time for a preview of the rules, if there is one.
    pub preview_clock: Option<Duration>,
    /// The time to prepare, in whole seconds.
    pub start_clock: Duration,
    /// The time for each move, in whole seconds.
    pub play_clock: Duration,
    /// Replaces the names of the rulesheet, if the players are to see others.
    pub scrambler: Option<Scrambler>,
    /// The seed of random moves.
    pub seed: Seed,
    /// Aborts the match.
    pub stop: Stop,
    /// The largest number of joint moves; a longer match fails. See [`Master::PLY_LIMIT`].
    pub ply_limit: usize,
}

/// An event of a match, for the observer of [`Master::lead`].
#[derive(Clone, Debug)]
pub enum Event<'e> {
    /// The preview of the rules begins.
    Previewing,
    /// The start requests are sent.
    Starting,
    /// A player is ready.
    Ready {
        /// Its role.
        role: usize,
        /// The time it took.
        time: Duration,
    },
    /// A player has not answered `ready`. It is asked for its moves all the same.
    Unready {
        /// Its role.
        role: usize,
        /// Its answer.
        answer: &'e str,
        /// The time it took.
        time: Duration,
    },
    /// A state is reached. Requests for moves follow unless it is terminal.
    State {
        /// The number of joint moves so far.
        ply: usize,
        /// The state.
        state: &'e game::RulesState,
    },
    /// A player has answered with a legal move.
    Answered {
        /// Its role.
        role: usize,
        /// The move.
        mov: &'e str,
        /// The time it took.
        time: Duration,
    },
    /// A player has made an error. If a move was due, the game master makes a random one for it. Errors after
    /// the end are not logged.
    PlayerError {
        /// Its role.
        role: usize,
        /// The entry in the match log: `TO` (time-out), `CE` (connection error), `IL` (illegal move) with the
        /// answer, or empty for an empty answer.
        error: &'e str,
        /// A description of the error.
        cause: &'e str,
    },
    /// The joint move is complete.
    Moved {
        /// The moves in role order.
        joint_move: &'e [String],
    },
    /// The state is terminal and the match over.
    Over {
        /// The goal of each role, if the rules give every role a unique one.
        goals: Option<&'e [Goal]>,
    },
    /// The match is aborted.
    Aborted,
}

impl Master<'_> {
    /// The default limit on the number of joint moves.
    pub const PLY_LIMIT: usize = 10_000;

    /// Leads the match to its end, or until [`stop`](Self::stop) is pressed; then the log says that it was
    /// aborted. The game's URL is left empty in the log.
    ///
    /// Time-outs, connection errors and illegal moves do not end the match: the game master makes a random
    /// move for the player, as the reference implementation does, and logs the error. An empty answer gets a
    /// random move without an entry.
    ///
    /// In a game that [hides](Game::percepts) something each player is told its own moves and percepts,
    /// unless its seat says otherwise.
    ///
    /// # Errors
    /// If the number of seats is not that of the roles, the game fails, or the match exceeds the limit of
    /// plies. The players have received an abort request if they had received anything.
    pub async fn lead(&self, observe: &mut (dyn FnMut(&Event<'_>) + Send)) -> Result<MatchLog, MasterError> {
        RunningMatch::new(self, observe).run().await
    }
}
