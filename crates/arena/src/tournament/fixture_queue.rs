use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::Fixture;
use crate::director::{Director, Next};

/// The queue from which the threads of a tournament take their next match. A thread blocks while the next
/// match depends on results that are still to come.
pub(super) struct FixtureQueue {
    director: Mutex<Director>,
    /// Notified whenever there are results.
    results: Condvar,
    closed: AtomicBool,
}

impl FixtureQueue {
    pub(super) fn new(director: Director) -> Self {
        Self { director: Mutex::new(director), results: Condvar::new(), closed: AtomicBool::new(false) }
    }

    pub(super) fn into_director(self) -> Director {
        self.director.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Wakes the threads that wait for results.
    pub(super) fn tell(&self) {
        self.results.notify_all();
    }

    /// The director. After a panic under the lock it is used as it is: it leaves nothing half done.
    pub(super) fn director(&self) -> MutexGuard<'_, Director> {
        self.director.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next match; blocks until there is one. None if no match is left or the queue is closed.
    pub(super) fn next(&self) -> Option<Fixture> {
        let mut director = self.director();
        while !self.closed.load(Ordering::Relaxed) {
            match director.next() {
                Ok(Next::Play(fixture)) => return Some(fixture),
                Ok(Next::Wait) => {
                    director = self.results.wait(director).unwrap_or_else(PoisonError::into_inner);
                }
                // An error is reported when the tournament is summed up.
                Ok(Next::Done) | Err(_) => return None,
            }
        }
        None
    }

    /// Ends the queue: no thread gets another match.
    pub(super) fn close(&self) {
        // Under the lock, so that no thread is between its check and its wait, and misses the notification.
        let _director = self.director();
        self.closed.store(true, Ordering::Relaxed);
        self.results.notify_all();
    }
}

/// Closes the queue if its thread panics; the others would wait for results that never come.
pub(super) struct CloseOnPanic<'q>(pub(super) &'q FixtureQueue);

impl Drop for CloseOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.close();
        }
    }
}
