use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::Fixture;
use crate::director::{Director, Next};

/// Where the threads of a tournament ask for work.
pub(super) struct Desk {
    director: Mutex<Director>,
    /// Told whenever there are results.
    results: Condvar,
    closed: AtomicBool,
}

impl Desk {
    pub(super) fn new(director: Director) -> Self {
        Self { director: Mutex::new(director), results: Condvar::new(), closed: AtomicBool::new(false) }
    }

    pub(super) fn into_director(self) -> Director {
        self.director.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells those who wait that there are results.
    pub(super) fn tell(&self) {
        self.results.notify_all();
    }

    /// A director whose thread panicked is whole: it never leaves anything half done.
    pub(super) fn director(&self) -> MutexGuard<'_, Director> {
        self.director.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next match, once there is one; none if there is no more, or the desk is closed.
    pub(super) fn next(&self) -> Option<Fixture> {
        let mut director = self.director();
        while !self.closed.load(Ordering::Relaxed) {
            match director.next() {
                Ok(Next::Play(fixture)) => return Some(fixture),
                Ok(Next::Wait) => {
                    director = self.results.wait(director).unwrap_or_else(PoisonError::into_inner);
                }
                // What is wrong is told when the tournament is summed up.
                Ok(Next::Done) | Err(_) => return None,
            }
        }
        None
    }

    pub(super) fn close(&self) {
        // Under the lock, so that nobody is between the look and the wait, and misses it.
        let _director = self.director();
        self.closed.store(true, Ordering::Relaxed);
        self.results.notify_all();
    }
}

/// Closes the desk if its thread panics, for the others would wait for results that never come.
pub(super) struct Closing<'d>(pub(super) &'d Desk);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.close();
        }
    }
}
