use std::sync::Arc;
use std::time::{Duration, Instant};

use arena::Seed;
use gdl::Rulesheet;

use super::PlayerSettings;
use super::slots::Slot;

/// What does not change during a match: its rules, its clocks, the role played here.
#[derive(Debug)]
pub(super) struct MatchInfo {
    /// The game master's name for the match.
    pub(super) id: String,
    pub(super) sheet: Arc<Rulesheet>,
    /// The role played here.
    pub(super) role: usize,
    /// The role's name.
    pub(super) role_name: String,
    /// The time to prepare.
    pub(super) start_clock: Duration,
    /// The time for each move.
    pub(super) play_clock: Duration,
    pub(super) settings: Arc<PlayerSettings>,
    /// The seed of all random choices in the match.
    pub(super) seed: Seed,
    /// Becomes free when the last thread that works for this match alone has ended.
    pub(super) _slot: Slot,
}

impl MatchInfo {
    /// When the answer must leave, for a clock that started at `start`.
    pub(super) fn deadline(&self, start: Instant, clock: Duration) -> Instant {
        start + clock - self.settings.reserve(clock)
    }
}
