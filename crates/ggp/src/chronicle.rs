use std::time::{Duration, SystemTime};

use game::Goal;

/// What happened in a match, as a game master keeps it.
#[derive(Clone, Debug, PartialEq)]
pub struct Chronicle {
    /// What the match is called.
    pub id: String,
    /// A word of 32 letters and digits that nobody else has.
    pub token: String,
    /// Where the game is described, if anywhere.
    pub game_url: String,
    /// When it began.
    pub started: SystemTime,
    /// Who plays each role.
    pub players: Vec<String>,
    /// The time to look at the rules before the start, if there was any.
    pub preview_clock: Option<Duration>,
    /// The time to prepare.
    pub start_clock: Duration,
    /// The time for each move.
    pub play_clock: Duration,
    /// Whether the players saw other words than the rulesheet's.
    pub scrambled: bool,
    /// The fluents of every state, the initial one first.
    pub states: Vec<Vec<String>>,
    /// When each state was reached.
    pub state_times: Vec<SystemTime>,
    /// Every joint move.
    pub moves: Vec<Vec<String>>,
    /// What each player did wrong while it prepared, and then at every ply; empty where nothing.
    pub errors: Vec<Vec<String>>,
    /// How long each player took at every ply; none where nobody was asked.
    pub times: Vec<Vec<Option<Duration>>>,
    /// What each role got, if the match has come to its end and the rules say so.
    pub goals: Option<Vec<Goal>>,
    /// Whether the match was given up.
    pub aborted: bool,
}
