use std::num::NonZero;
use std::thread;
use std::time::Duration;

use arena::Evaluations;
use game::CircuitCache;
use search::{PlayClock, Spec};

/// The settings of a [`Player`](crate::Player).
#[derive(Clone, Debug)]
pub struct PlayerSettings {
    /// Its name in replies: one word.
    pub name: String,
    /// The strategy. Without one, with `auto`, and for a game that the strategy cannot play, the player
    /// chooses a strategy that [fits](arena::Chooser) the game.
    pub strategy: Option<Spec>,
    /// Where it looks for what was learned of a game before, and keeps what it learns.
    pub evaluations: Evaluations,
    /// Where compiled rules are kept, so that those of another match that are the same but for names and
    /// order are not compiled again.
    pub cache: Option<CircuitCache>,
    /// How long before the end of a clock the answer is sent.
    pub safety: Duration,
    /// The number of matches that it plays at once; further ones are refused.
    pub matches: usize,
    /// The number of threads of a search, unless the strategy sets it.
    pub threads: usize,
    /// Whether it goes on searching between its moves.
    pub ponder: bool,
    /// The seed; that of each match is derived from it and the number of the match.
    pub seed: u64,
    /// Plays in place of the strategy.
    #[cfg(test)]
    pub(crate) stand_in: Option<fn() -> super::search_thread::BoxedStrategy>,
}

impl PlayerSettings {
    /// The part of a clock that is not used: the safety margin, but at most nine tenths of the clock.
    pub(super) fn reserve(&self, clock: Duration) -> Duration {
        self.safety.min(clock / 10 * 9)
    }
}

impl Default for PlayerSettings {
    /// Half a second of safety margin, four matches, a thread for each core.
    fn default() -> Self {
        Self {
            name: "Spielbaum".into(),
            strategy: None,
            evaluations: Evaluations::Nowhere,
            cache: None,
            safety: PlayClock::SAFETY,
            matches: 4,
            threads: thread::available_parallelism().map_or(1, NonZero::get),
            ponder: true,
            seed: 0,
            #[cfg(test)]
            stand_in: None,
        }
    }
}
