//! A player on a real network port, and clients of all manners at raw sockets.
#![allow(clippy::unwrap_used)] // tests, all of it

mod host;
mod matches;
mod server;
