use std::cell::RefCell;
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use search::Stop;

use crate::lock::lock;

/// How often Python is asked whether Ctrl-C was pressed.
const LOOK: Duration = Duration::from_millis(50);

/// What the program's own thread has: rules may nest deep, and derive terms that are deeper. It is address
/// space, and takes memory only as far as it is used.
const STACK: usize = 256 << 20;

thread_local! {
    /// The stop flag of the decision that this thread asks Python for: Ctrl-C is told to the main
    /// thread alone.
    static DECIDING: RefCell<Option<Stop>> = const { RefCell::new(None) };
}

/// Asks Python for a decision that a stop flag may end: what is interruptible and called meanwhile, on this
/// thread, ends with it.
pub(crate) fn deciding<T>(stop: &Stop, ask: impl FnOnce() -> T) -> T {
    let before = DECIDING.replace(Some(stop.clone()));
    let answer = ask();
    DECIDING.set(before);
    answer
}

/// Whether Ctrl-C was pressed, here or where a decision is waited for.
fn check_signals(py: Python<'_>) -> PyResult<()> {
    py.check_signals()?;
    match DECIDING.with_borrow(|stop| stop.as_ref().is_some_and(Stop::pressed)) {
        true => Err(PyKeyboardInterrupt::new_err(())),
        false => Ok(()),
    }
}

/// Does work that may take long without the interpreter's lock, on a thread of its own. If Ctrl-C is pressed
/// meanwhile, the stop flag is, which the work may heed; the exception is raised once it has ended.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    stop: &Stop,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    followed(py, stop, work, |_| Ok(()))
}

/// The same, with `watch` called now and then, on this thread; its exception interrupts, too.
pub(crate) fn followed<T: Send>(
    py: Python<'_>,
    stop: &Stop,
    work: impl FnOnce() -> T + Send,
    watch: impl FnMut(Python<'_>) -> PyResult<()>,
) -> PyResult<T> {
    let (done, interrupted) = watched(py, stop, work, watch)?;
    interrupted.map_or(Ok(done), Err)
}

/// The same for work of which also an early end is worth something: gives what came of it, and why it was
/// interrupted, if it was. `watch` is called now and then and once more at the end, on this thread; its
/// exception interrupts, too.
pub(crate) fn watched<T: Send>(
    py: Python<'_>,
    stop: &Stop,
    work: impl FnOnce() -> T + Send,
    mut watch: impl FnMut(Python<'_>) -> PyResult<()>,
) -> PyResult<(T, Option<PyErr>)> {
    let (ended, ready) = (Mutex::new(false), Condvar::new());
    thread::scope(|scope| {
        let worker = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, || {
            let done = work();
            *lock(&ended) = true;
            ready.notify_one();
            done
        })?;
        let mut interrupted = None;
        loop {
            let has_ended = py.detach(|| {
                let running = |ended: &mut bool| !*ended && !worker.is_finished();
                let looked = ready.wait_timeout_while(lock(&ended), LOOK, running);
                *looked.unwrap_or_else(PoisonError::into_inner).0 || worker.is_finished()
            });
            // Asked after an interruption, too, and at the end: Ctrl-C that is pressed again must not be
            // raised in place of what this returns.
            let looked =
                check_signals(py).and_then(|()| if interrupted.is_none() { watch(py) } else { Ok(()) });
            if let Err(error) = looked {
                stop.press();
                interrupted.get_or_insert(error);
            }
            if has_ended {
                return match py.detach(|| worker.join()) {
                    Ok(done) => Ok((done, interrupted)),
                    // The panic has been reported, and goes no further.
                    Err(_) => Err(crate::error::error("the work failed, which is a fault of Spielbaum")),
                };
            }
        }
    })
}
