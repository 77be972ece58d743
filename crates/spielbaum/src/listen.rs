//! Listening to the network until Ctrl-C: what the commands that do have in common.

use std::future::Future;
use std::io::{self, ErrorKind};
use std::net::SocketAddr;

use tokio::runtime::{Builder, Runtime};
use tokio::sync::oneshot;

use crate::error::Error;
use crate::interrupt::once_on_interrupt;

/// Threads that talk to clients; those that work have their own.
const TALKERS: usize = 2;

/// What clients are talked to in, with threads for up to so many requests that take longer, which have stacks
/// of so many bytes.
pub(crate) fn runtime(workers: usize, stack: usize) -> io::Result<Runtime> {
    let mut builder = Builder::new_multi_thread();
    builder.worker_threads(TALKERS).max_blocking_threads(workers).thread_stack_size(stack);
    builder.enable_all().build()
}

/// Comes to its end at the first Ctrl-C.
pub(crate) fn interrupted() -> Result<impl Future<Output = ()>, Error> {
    let (press, pressed) = oneshot::channel();
    once_on_interrupt(move || {
        // It has ended already if nobody waits.
        let _ = press.send(());
    })?;
    Ok(async {
        let _ = pressed.await;
    })
}

/// Why nobody can listen there, and what to do about it.
pub(crate) fn unheard(address: SocketAddr, error: &io::Error) -> Error {
    let remedy = match error.kind() {
        ErrorKind::AddrInUse => {
            "another program listens there; `--port N` names another port, 0 any that is free"
        }
        ErrorKind::AddrNotAvailable => "`--bind ADDR` needs an address that this machine has",
        ErrorKind::PermissionDenied => "ports below 1024 are for the administrator; `--port N` names another",
        _ => "`--bind ADDR` and `--port N` name other places",
    };
    Error::Fault(format!("cannot listen at {address}: {remedy} ({error})"))
}
