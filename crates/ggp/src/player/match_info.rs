use std::sync::Arc;
use std::time::{Duration, Instant};

use arena::Seed;
use gdl::Rulesheet;

use super::PlayerSettings;
use super::slots::Place;

/// What is known of a match from its first request on.
#[derive(Debug)]
pub(super) struct Match {
    /// What the game master calls it.
    pub(super) id: String,
    pub(super) sheet: Arc<Rulesheet>,
    /// The role played here, and its name.
    pub(super) role: usize,
    pub(super) role_name: String,
    /// The time to prepare.
    pub(super) start_clock: Duration,
    /// The time for each move.
    pub(super) play_clock: Duration,
    pub(super) settings: Arc<PlayerSettings>,
    /// Where its chance comes from.
    pub(super) seed: Seed,
    /// It is free when the last thread that works for the match alone has ended.
    pub(super) _place: Place,
}

impl Match {
    /// When an answer must be on its way whose clock began to run at that time.
    pub(super) fn deadline(&self, began: Instant, clock: Duration) -> Instant {
        began + clock - self.settings.kept_back(clock)
    }
}
