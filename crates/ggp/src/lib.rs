//! General Game Playing over the network: a player and a game master.
//!
//! Both speak the protocol of the reference implementation (ggp-base): [`Request`]s and [`Reply`]s as text
//! over HTTP. Where the rules hide something, that of GDL-II [tells](Report) each player its own moves and
//! percepts. A [`Player`] answers the requests of game masters; a [`Server`] connects it to the network. A
//! [`Master`] leads a match between players of its own process and others on the network, and returns a
//! [`MatchLog`].
//!
//! ```
//! use std::time::Instant;
//!
//! use spielbaum_ggp::{Player, PlayerSettings, Reply, Request};
//!
//! let player = Player::new(PlayerSettings { name: "Alice".into(), ..PlayerSettings::default() }, None)?;
//! let request = Request::parse("( INFO )", gdl::ParseLimits::default())?;
//! let runtime = tokio::runtime::Builder::new_current_thread().build()?;
//! let reply = runtime.block_on(player.answer(request, Instant::now()));
//! assert_eq!(reply.to_string(), "( ( name Alice ) ( status available ) )");
//! assert_eq!(reply, Reply::Info { name: "Alice".into(), available: true });
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Inside
//!
//! - `message/`: the requests and replies of the protocol and their text.
//! - `server/`: HTTP. A `connection` carries one request within the limits on time, `body` limits the bytes,
//!   `routes` passes requests to the player.
//! - `client`: sends requests to players on the network.
//! - `player/`: the matches of a player. Each has a `match_thread` with a `match_actor`, which holds the
//!   position and the clocks, reads one `actor_message` after the other and never searches, so that the
//!   `pending_move` is sent in time; and a `search_thread` with a strategy, which follows the match in a
//!   `standing` of its own: a `position`, where all joint moves are told, or an `own_view`, where a role is
//!   told its own moves and percepts. The rules are compiled meanwhile, large ones in two stages; after each
//!   the actor starts a search thread on the new circuit. `interpretation` says what the joint move in a
//!   request means: the next ply, a repetition, a correction.
//! - `master/`: the game master. A `running_match` goes from state to state; `players` sends the requests to
//!   all seats at once.
//! - `match_log/`: the log of a match, in the JSON and XML formats of the reference implementation.
//! - `scrambler`: other names for everything in a rulesheet.

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
pub use master::{Event, Master, MasterError, MasterFailure, Protocol, Seat};
pub use match_log::{MatchLog, PerceptLog};
pub use message::{MessageError, OwnPly, Reply, Report, Request};
pub use player::{PlayedMatch, Player, PlayerSettings};
pub use scrambler::Scrambler;
pub use server::{Server, ServerLimits};
