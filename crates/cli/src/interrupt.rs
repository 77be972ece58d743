//! Ctrl-C: the first time work ends early and shows what it has, the second time the program ends.

use std::process;

use search::Stop;

use crate::error::Error;

/// The exit code of a program that Ctrl-C ended.
pub(crate) const INTERRUPTED: u8 = 130;

/// The first Ctrl-C presses the button, the second ends the program.
pub(crate) fn end_on_interrupt(stop: Stop) -> Result<(), Error> {
    clean_up_on_interrupt(stop, || {})
}

/// The same, for a program that leaves something to `clean_up` before it may end.
pub(crate) fn clean_up_on_interrupt(stop: Stop, clean_up: impl Fn() + Send + 'static) -> Result<(), Error> {
    let handler = move || {
        if stop.pressed() {
            clean_up();
            process::exit(INTERRUPTED.into());
        }
        stop.press();
    };
    ctrlc::set_handler(handler).map_err(|error| Error::about("cannot watch for Ctrl-C", error))
}
