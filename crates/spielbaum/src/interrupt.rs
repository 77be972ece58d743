//! Ctrl-C: the first time work ends early and shows what it has, the second time the program ends.

use std::process;
use std::thread;
use std::time::Duration;

use search::Stop;

use crate::error::Error;

/// Time to end in before one is ended.
const GRACE: Duration = Duration::from_secs(2);

/// The exit code of a program that Ctrl-C ended.
pub(crate) const INTERRUPTED: u8 = 130;

/// The first Ctrl-C presses the button, the second ends the program.
pub(crate) fn end_on_interrupt(stop: Stop) -> Result<(), Error> {
    on_interrupt(move || {
        if stop.pressed() {
            process::exit(INTERRUPTED.into());
        }
        stop.press();
    })
}

/// The first Ctrl-C does that, the second ends the program.
#[cfg(any(feature = "network", feature = "page"))]
pub(crate) fn once_on_interrupt(work: impl FnOnce() + Send + 'static) -> Result<(), Error> {
    let mut work = Some(work);
    on_interrupt(move || match work.take() {
        Some(work) => work(),
        None => process::exit(INTERRUPTED.into()),
    })
}

/// The first Ctrl-C presses the button. If the program has not ended soon after, as it cannot where its terminal is gone, it is ended, after `clean_up`.
pub(crate) fn end_soon_on_interrupt(stop: Stop, clean_up: impl Fn() + Send + 'static) -> Result<(), Error> {
    on_interrupt(move || {
        stop.press();
        thread::sleep(GRACE);
        clean_up();
        process::exit(INTERRUPTED.into());
    })
}

/// The handler runs in a thread of its own.
fn on_interrupt(handler: impl FnMut() + Send + 'static) -> Result<(), Error> {
    ctrlc::set_handler(handler).map_err(|error| Error::about("cannot watch for Ctrl-C", error))
}
