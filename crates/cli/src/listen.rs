//! What can go wrong with listening to the network.

use std::io::{self, ErrorKind};
use std::net::SocketAddr;

use crate::error::Error;

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
