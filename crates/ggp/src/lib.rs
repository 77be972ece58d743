//! The General Game Playing network: a player that enters matches of any game master, and a game master for any players.
//!
//! They speak the protocol of the reference implementation (ggp-base): [`Request`]s and [`Reply`]s, each a list of words, over HTTP. A
//! [`Player`] answers requests about the matches it plays; [`Server`] puts it on the network. [`Master`] leads one match between players of
//! its own process and others on the network, and keeps a [`Chronicle`] of it.

mod chance;
mod client;
mod excerpt;
mod master;
mod match_log;
mod message;
mod player;
mod scrambler;
mod server;

pub use chance::CHANCE;
pub use client::{PlayerInfo, RequestError};
pub use master::{Event, Master, MasterError, MasterFailure, Seat};
pub use match_log::Chronicle;
pub use message::{MessageError, Reply, Request};
pub use player::{PlayedMatch, Player, PlayerSettings};
pub use scrambler::Scrambler;
pub use server::{Server, ServerLimits};
