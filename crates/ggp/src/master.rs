use std::sync::Arc;
use std::time::Duration;

use arena::Seed;
use game::{Goal, Rules};
use gdl::Rulesheet;
use search::Stop;

use crate::{Chronicle, Player, Scrambler};

/// Who plays a role.
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

/// Leads a match: asks the players for their moves, keeps the clocks and the state.
#[derive(Clone, Debug)]
pub struct Master<'r> {
    /// The rules as players get them.
    pub sheet: &'r Rulesheet,
    /// The game.
    pub rules: &'r Rules,
    /// What the match is called: one word.
    pub id: String,
    /// Who plays each role.
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
    /// Ends the match.
    pub stop: Stop,
}

/// What happens in a match, for whoever watches.
#[derive(Clone, Debug)]
pub enum Event<'e> {
    /// The players are asked to prepare.
    Starting,
    /// A player is prepared.
    Ready {
        /// Its role.
        role: usize,
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
    /// A player did something wrong, and a random move was made for it if one was due.
    Wrong {
        /// Its role.
        role: usize,
        /// The entry of the record: `TO`, `CE` or `IL` with what it said.
        error: &'e str,
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
    /// Leads the match to its end, or until the stop button is pressed.
    pub async fn lead(&self, _watch: &mut (dyn FnMut(&Event<'_>) + Send)) -> Chronicle {
        unimplemented!()
    }
}
