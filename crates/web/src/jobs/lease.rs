//! Jobs end that nobody listens to.

use std::sync::{Arc, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use super::job::Entry;
use super::{Entries, Jobs};

/// How often they are looked at.
const ROUND: Duration = Duration::from_millis(100);

/// Of the jobs that have ended and that nobody listens to so many are kept.
pub(super) const KEPT: usize = 256;

/// Looks after the jobs until they are gone.
pub(super) fn look_after(jobs: &Arc<Jobs>) -> std::io::Result<()> {
    let jobs = Arc::downgrade(jobs);
    thread::Builder::new().name("lease".to_owned()).spawn(move || watch(&jobs)).map(drop)
}

fn watch(jobs: &Weak<Jobs>) {
    while let Some(jobs) = jobs.upgrade() {
        jobs.end_unheard();
        drop(jobs);
        thread::sleep(ROUND);
    }
}

impl Jobs {
    /// Ends running jobs that nobody has listened to for a while, and forgets others.
    fn end_unheard(&self) {
        let mut entries = self.entries();
        let Entries { jobs, .. } = &mut *entries;
        jobs.retain(|_, entry| {
            let alone = time_alone(entry);
            if entry.is_running() {
                if alone > self.limits.grace && !entry.stop().pressed() {
                    tracing::info!("job {} is cancelled: nobody listens", entry.id);
                    entry.stop().press();
                }
                return true;
            }
            alone <= self.limits.keep
        });
    }
}

impl Jobs {
    /// Forgets the jobs that have ended and that nobody listens to, before their time. Says whether there
    /// were any.
    pub(crate) fn forget_ended(&self) -> bool {
        let mut entries = self.entries();
        let before = entries.jobs.len();
        entries.jobs.retain(|_, entry| !is_over(entry));
        entries.jobs.len() < before
    }
}

impl Entries {
    /// Forgets the oldest of the jobs that have ended and that nobody listens to, if they are too many.
    pub(super) fn forget_oldest(&mut self) {
        let over = self.jobs.values().filter(|entry| is_over(entry)).count();
        let mut surplus = over.saturating_sub(KEPT);
        self.jobs.retain(|_, entry| {
            let is_forgotten = surplus > 0 && is_over(entry);
            surplus -= usize::from(is_forgotten);
            !is_forgotten
        });
    }
}

/// Whether it has ended, and nobody listens to it.
fn is_over(entry: &Entry) -> bool {
    !entry.is_running() && !entry.is_heard()
}

/// For how long nobody has listened.
fn time_alone(entry: &Entry) -> Duration {
    let mut alone = entry.alone.lock().unwrap_or_else(PoisonError::into_inner);
    if entry.is_heard() {
        *alone = None;
        return Duration::ZERO;
    }
    alone.get_or_insert_with(Instant::now).elapsed()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jobs::Kind;

    #[test]
    fn who_has_asked_and_is_gone_again_has_listened() {
        let (entry, long) = (Entry::new(1, Kind::Thought, None), Duration::from_secs(60));
        *entry.alone.lock().unwrap() = Instant::now().checked_sub(long);
        drop(entry.listen());
        assert!(time_alone(&entry) < long);
    }
}
