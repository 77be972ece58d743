//! A player on a real network port, and clients of all manners at raw sockets.

mod host;
mod matches;
mod server;
