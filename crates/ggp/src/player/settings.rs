use std::num::NonZero;
use std::thread;
use std::time::Duration;

use search::{PlayClock, Spec};

/// What a player is like.
#[derive(Clone, Debug)]
pub struct PlayerSettings {
    /// What it calls itself: one word.
    pub name: String,
    /// The strategy it plays by; none if each game gets one that [fits](arena::Fitting), as does a game that the strategy does not suit.
    pub strategy: Option<Spec>,
    /// How long before the end of a clock its answer is to be on its way.
    pub safety: Duration,
    /// How many matches it plays at once.
    pub matches: usize,
    /// How many threads a search has, unless the strategy says so itself.
    pub threads: usize,
    /// Whether it goes on searching while others think.
    pub ponder: bool,
    /// Where chance comes from, that of each match by the number of matches before.
    pub seed: u64,
}

impl PlayerSettings {
    /// What is kept back of a clock: of a short one so much that a tenth of it is left to think.
    pub(super) fn kept_back(&self, clock: Duration) -> Duration {
        self.safety.min(clock / 10 * 9)
    }
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
            ponder: true,
            seed: 0,
        }
    }
}
