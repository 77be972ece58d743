use std::sync::atomic::{AtomicI64, Ordering};

use game::Goal;

/// Bounds on the sum of all payoffs in the terminal states that some threads meet: it may be constant though
/// nobody could prove it from the rules.
#[derive(Debug)]
pub(crate) struct EndSums {
    least: AtomicI64,
    greatest: AtomicI64,
}

impl EndSums {
    /// Those of no state.
    pub(crate) const fn new() -> Self {
        Self { least: AtomicI64::new(i64::MAX), greatest: AtomicI64::new(i64::MIN) }
    }

    /// Takes notice of the payoffs in a terminal state.
    pub(crate) fn meet(&self, goals: impl Iterator<Item = Goal>) {
        let sum = goals.map(i64::from).sum();
        // Most sums are no news, and to write would keep other threads waiting.
        if sum < self.least.load(Ordering::Relaxed) {
            self.least.fetch_min(sum, Ordering::Relaxed);
        }
        if sum > self.greatest.load(Ordering::Relaxed) {
            self.greatest.fetch_max(sum, Ordering::Relaxed);
        }
    }

    /// The sum, if it was the same in all of them.
    pub(crate) fn constant(self) -> Option<Goal> {
        let (least, greatest) = (self.least.into_inner(), self.greatest.into_inner());
        Goal::try_from(least).ok().filter(|_| least == greatest)
    }
}
