use std::num::NonZero;
use std::sync::mpsc::Sender;
use std::thread;
use std::time::{Duration, Instant};

use arena::MatchRecord;
use search::{PlayClock, Spec};

use crate::{Reply, Request};

/// What a player is like.
#[derive(Clone, Debug)]
pub struct PlayerSettings {
    /// What it calls itself: one word.
    pub name: String,
    /// The strategy it plays by; none if each game gets one that [fits](arena::Fitting).
    pub strategy: Option<Spec>,
    /// How long before the end of a clock its answer must be on its way.
    pub safety: Duration,
    /// How many matches it plays at once.
    pub matches: usize,
    /// How many threads a search has.
    pub threads: usize,
    /// Where chance comes from.
    pub seed: u64,
}

impl Default for PlayerSettings {
    /// Half a second to spare, four matches, all cores.
    fn default() -> Self {
        Self {
            name: "Spielbaum".into(),
            strategy: None,
            safety: PlayClock::SAFETY,
            matches: 4,
            threads: thread::available_parallelism().map_or(1, NonZero::get),
            seed: 0,
        }
    }
}

/// A match that has come to its end, for whoever keeps them.
#[derive(Clone, Debug)]
pub struct PlayedMatch {
    /// What the match was called.
    pub id: String,
    /// The text of the rules.
    pub rules: String,
    /// Who played each role, as far as known.
    pub players: Vec<String>,
    /// How it went.
    pub record: MatchRecord,
}

/// A player: answers the requests of game masters, and thinks about the matches that it is in.
#[derive(Debug)]
pub struct Player {
    settings: PlayerSettings,
    played: Option<Sender<PlayedMatch>>,
}

impl Player {
    /// A player without a match. What it has played to the end is told to `played`.
    pub fn new(settings: PlayerSettings, played: Option<Sender<PlayedMatch>>) -> Self {
        Self { settings, played }
    }

    /// Answers a request that arrived at that time, before the clock that it starts is up.
    pub async fn answer(&self, request: Request, arrived: Instant) -> Reply {
        let _ = (arrived, &self.played);
        match request {
            Request::Info => Reply::Info { name: self.settings.name.clone(), available: true },
            _ => Reply::Busy,
        }
    }
}
