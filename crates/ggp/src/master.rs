mod error;
mod players;
mod running_match;
#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use arena::Seed;
use game::{Goal, Rules};
use gdl::Rulesheet;
use search::Stop;

use crate::{Chronicle, Player, Scrambler};
use running_match::Running;

pub use error::{MasterError, MasterFailure};

/// Who plays a role. Players know a match by its name alone, so none can have two roles of the same one.
#[derive(Clone, Debug)]
pub enum Seat {
    /// A player on the network.
    Remote {
        /// Its host and port, such as `localhost:9147`.
        address: String,
    },
    /// A player in this process.
    Local {
        /// What people call it, such as its strategy's spec.
        name: String,
        /// The player.
        player: Arc<Player>,
    },
    /// Nobody: the game master makes random moves, as for the role `random`.
    Random,
}

impl Seat {
    /// What the player is called in a chronicle: its address, if nothing else is known of it.
    pub fn name(&self) -> &str {
        match self {
            Self::Remote { address } => address,
            Self::Local { name, .. } => name,
            Self::Random => "random",
        }
    }
}

/// Leads a match: asks the players for their moves, keeps the clocks and the state.
#[derive(Clone, Debug)]
pub struct Master<'r> {
    /// The rules as players get them.
    pub sheet: &'r Rulesheet,
    /// The game.
    pub rules: &'r Rules,
    /// What the match is called: one word.
    pub id: String,
    /// Who plays each role. The role `random` is the game master's, whoever is said to play it.
    pub seats: Vec<Seat>,
    /// The time to look at the rules before the start, if any.
    pub preview_clock: Option<Duration>,
    /// The time to prepare, in whole seconds.
    pub start_clock: Duration,
    /// The time for each move, in whole seconds.
    pub play_clock: Duration,
    /// Gives the players other words than the rulesheet's.
    pub scrambler: Option<Scrambler>,
    /// Where random moves come from.
    pub seed: Seed,
    /// Gives the match up.
    pub stop: Stop,
    /// Joint moves after which the match is taken for one without end, see [`Master::PLY_LIMIT`].
    pub ply_limit: usize,
}

/// What happens in a match, for whoever watches.
#[derive(Clone, Debug)]
pub enum Event<'e> {
    /// The players are shown the rules.
    Previewing,
    /// The players are asked to prepare.
    Starting,
    /// A player is prepared.
    Ready {
        /// Its role.
        role: usize,
        /// How long it took.
        time: Duration,
    },
    /// A player has answered something else than that it is prepared. It is asked for its moves all the same.
    Unready {
        /// Its role.
        role: usize,
        /// What it said.
        said: &'e str,
        /// How long it took.
        time: Duration,
    },
    /// A state is reached, and the players are asked for their moves unless it is terminal.
    State {
        /// How many joint moves have been made.
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
        /// How long it took.
        time: Duration,
    },
    /// A player did something wrong, and a random move was made for it if one was due. What it does wrong after the end is in no record.
    Wrong {
        /// Its role.
        role: usize,
        /// The entry of the record: `TO`, `CE` or `IL` with what it said; nothing if it said nothing.
        error: &'e str,
        /// What happened, in words.
        cause: &'e str,
    },
    /// All moves are there.
    Moved {
        /// The moves in role order.
        joint_move: &'e [String],
    },
    /// The match is over.
    Over {
        /// What each role got, if the rules say so.
        goals: Option<&'e [Goal]>,
    },
    /// The match is given up.
    Aborted,
}

impl Master<'_> {
    /// Joint moves after which a match is taken for one without end, if nothing else is known.
    pub const PLY_LIMIT: usize = 10_000;

    /// Leads the match to its end, or until the stop button is pressed; then the chronicle says that it was given up. Where the game is described
    /// is for others to add.
    ///
    /// Time-outs, failed connections and illegal moves are the players' affair: a random move is made for them, as the reference
    /// implementation does, and the chronicle tells. An empty answer gets a random move without an entry.
    ///
    /// # Errors
    /// If the seats do not fit the game, the game fails, or the match goes on beyond its bound. Players that have heard of the match have been told
    /// that it is given up.
    pub async fn lead(&self, watch: &mut (dyn FnMut(&Event<'_>) + Send)) -> Result<Chronicle, MasterError> {
        Running::new(self, watch).run().await
    }
}
