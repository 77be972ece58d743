use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;
use search::Stop;

/// How often Python is asked whether Ctrl-C was pressed.
const LOOK: Duration = Duration::from_millis(50);

/// Does work that may take long without the interpreter's lock, on a thread of its own. If Ctrl-C is pressed meanwhile, the stop flag is, which the work may heed; the exception is raised once it has ended.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    stop: &Stop,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let (done, interrupted) = watched(py, stop, work, |_| Ok(()))?;
    interrupted.map_or(Ok(done), Err)
}

/// The same for work of which also an early end is worth something: gives what came of it, and why it was interrupted, if it was. `watch` is called now and then, on this thread; its exception interrupts, too.
pub(crate) fn watched<T: Send>(
    py: Python<'_>,
    stop: &Stop,
    work: impl FnOnce() -> T + Send,
    mut watch: impl FnMut(Python<'_>) -> PyResult<()>,
) -> PyResult<(T, Option<PyErr>)> {
    let (result, ready) = (Mutex::new(None), Condvar::new());
    thread::scope(|scope| {
        let worker = scope.spawn(|| {
            let done = work();
            *result.lock().unwrap_or_else(PoisonError::into_inner) = Some(done);
            ready.notify_one();
        });
        let mut interrupted = None;
        loop {
            let done = py.detach(|| {
                let waiting = result.lock().unwrap_or_else(PoisonError::into_inner);
                let (mut done, _) = ready
                    .wait_timeout_while(waiting, LOOK, |done| done.is_none() && !worker.is_finished())
                    .unwrap_or_else(PoisonError::into_inner);
                done.take()
            });
            if let Some(done) = done {
                return Ok((done, interrupted));
            }
            if worker.is_finished() {
                // The panic has been reported, and goes no further.
                let _ = worker.join();
                return Err(crate::error::error("the work failed, which is a fault of Spielbaum"));
            }
            if interrupted.is_none()
                && let Err(error) = py.check_signals().and_then(|()| watch(py))
            {
                stop.press();
                interrupted = Some(error);
            }
        }
    })
}
