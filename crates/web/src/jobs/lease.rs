//! Jobs end that nobody listens to, or that take more memory than there is.

use std::sync::{Arc, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use memory_stats::memory_stats;

use super::job::Entry;
use super::{Entries, Jobs};
use crate::problem::Problem;

/// How often they are looked at.
const ROUND: Duration = Duration::from_millis(100);

/// Rounds that a job has to give its memory back in before the next one is ended.
const PATIENCE: u32 = 20;

/// Looks after the jobs until they are gone.
pub(super) fn look_after(jobs: &Arc<Jobs>) -> std::io::Result<()> {
    let jobs = Arc::downgrade(jobs);
    thread::Builder::new().name("lease".to_owned()).spawn(move || watch(&jobs)).map(drop)
}

fn watch(jobs: &Weak<Jobs>) {
    let mut patience = 0;
    while let Some(jobs) = jobs.upgrade() {
        jobs.end_unheard();
        patience = match memory_stats() {
            Some(usage) if usage.physical_mem > jobs.limits.memory && patience == 0 => {
                jobs.end_latest();
                PATIENCE
            }
            _ => u32::saturating_sub(patience, 1),
        };
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

    /// Ends the job that began last.
    fn end_latest(&self) {
        let entries = self.entries();
        let latest = entries.jobs.values().rev().find(|entry| entry.is_running() && !entry.stop().pressed());
        if let Some(entry) = latest {
            let limit = self.limits.memory >> 20;
            tracing::warn!("job {} is ended: the process takes more than {limit} MiB", entry.id);
            entry.condemn(Problem::new(
                StatusCode::INSUFFICIENT_STORAGE,
                "memory",
                format!(
                    "the server takes more than the {limit} MiB that it may, so this work was ended; give it smaller bounds (depth, playouts, table), or start the server with a larger --memory"
                ),
            ));
        }
    }
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
