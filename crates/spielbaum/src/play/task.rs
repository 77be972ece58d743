//! Work in a thread of its own, so that whoever waits for it can do something else.

use std::any::Any;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread::{Builder, Scope, ScopedJoinHandle};
use std::time::{Duration, Instant};

use search::{Stop, StopGuard};

use crate::STACK;
use crate::error::Error;

/// Work that goes on.
pub(super) struct Task<'scope, T> {
    pub(super) started: Instant,
    pub(super) stop: StopGuard,
    over: Receiver<()>,
    thread: ScopedJoinHandle<'scope, T>,
}

impl<'scope, T: Send + 'scope> Task<'scope, T> {
    /// Begins work that ends with `scope` and soon after the stop button is pressed.
    pub(super) fn start(
        scope: &'scope Scope<'scope, '_>,
        stop: Stop,
        work: impl FnOnce() -> T + Send + 'scope,
    ) -> Result<Self, Error> {
        let (say, over) = mpsc::channel();
        let work = move || {
            let found = work();
            // Nobody listens to work that was given up.
            let _ = say.send(());
            found
        };
        let thread = Builder::new()
            .stack_size(STACK)
            .spawn_scoped(scope, work)
            .map_err(|error| Error::about("cannot start a thread to think in", error))?;
        Ok(Self { started: Instant::now(), stop: StopGuard(stop), over, thread })
    }

    /// Waits so long for the end. Says whether it has come.
    pub(super) fn wait(&self, time: Duration) -> bool {
        self.over.recv_timeout(time) != Err(RecvTimeoutError::Timeout)
    }

    /// What the work came to, once it is finished.
    pub(super) fn end(self) -> T {
        self.thread.join().unwrap_or_else(|panic: Box<dyn Any + Send>| std::panic::resume_unwind(panic))
    }

    /// Ends the work, whatever it may have found.
    pub(super) fn give_up(self) {
        self.stop.press();
        let _ = self.end();
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn work_goes_on_until_it_is_finished_or_given_up() {
        thread::scope(|scope| {
            let task = Task::start(scope, Stop::default(), || 7).unwrap();
            assert!(task.wait(Duration::from_secs(600)));
            assert_eq!(task.end(), 7);
            let stop = Stop::default();
            let seen = stop.clone();
            let endless = move || {
                while !seen.pressed() {
                    thread::yield_now();
                }
            };
            let task = Task::start(scope, stop, endless).unwrap();
            assert!(!task.wait(Duration::ZERO));
            task.give_up();
        });
    }
}
