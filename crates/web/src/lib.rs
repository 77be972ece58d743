//! The laboratory page: the place where a teacher, a student and a researcher meet the engine.
//!
//! A [`Server`] answers at one address: the page (Svelte, in `ui/`, built by the build script and embedded),
//! and a JSON API under `/api` that the page is made with, described by an OpenAPI document ([`openapi`]).
//! Requests are complete in themselves: what is about a game carries the game, what is about a position the
//! moves that lead there. Work that takes long is a *job*, which tells of its progress, can be cancelled, and
//! ends when nobody listens to it any more. What must last is in the arena's store.
//!
//! ```no_run
//! # async fn example() -> std::io::Result<()> {
//! use spielbaum_web::{Server, Settings};
//!
//! let server = Server::new(Settings::loopback("spielbaum.db".into()))?;
//! let listener = server.listen()?;
//! println!("http://{}", listener.local_addr()?);
//! server.run(listener, std::future::pending()).await;
//! # Ok(())
//! # }
//! ```

mod api;
mod comparison;
mod connection;
mod games;
mod guard;
mod jobs;
mod laboratory;
mod memory;
mod page;
mod peer;
mod places;
mod problem;
mod server;
mod settings;
mod strategy;
#[cfg(test)]
mod testing;

pub use api::openapi;
pub use server::Server;
pub use settings::{Limits, Settings};
