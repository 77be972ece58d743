//! Rules as one Boolean circuit, which plays hundreds of games at once in the bits of machine words.
//!
//! A [`Circuit`] is made from a [`logic::Grounding`]. [`Playouts`] plays uniformly random games in its lanes, an [`Explorer`] works out single
//! states, or all children of one at once, for a search. Nothing here is unsafe; the instructions of the machine ([`Instructions`]) change the
//! speed and nothing else.
//!
//! ```
//! use std::sync::Arc;
//! use logic::{GroundLimits, Grounding, Limits, Reasoner};
//! use spielbaum_circuit::{Circuit, Pace, Playouts};
//!
//! let sheet = gdl::Rulesheet::parse("coin.kif", b"
//!     (role you) (init start)
//!     (<= (legal you heads) (true start))
//!     (<= (legal you tails) (true start))
//!     (<= (next lucky) (does you heads))
//!     (<= (next over) (true start))
//!     (<= terminal (true over))
//!     (<= (goal you 100) (true lucky))
//!     (<= (goal you 0) (not (true lucky)))
//! ").unwrap();
//! let reasoner = Reasoner::new(&sheet, Limits::default())?;
//! let grounding = Grounding::new(&sheet, &reasoner, &GroundLimits::default())?;
//! let circuit = Arc::new(Circuit::new(&grounding, &reasoner)?);
//!
//! let starts = [circuit.initial().clone()];
//! let tally = Playouts::new(circuit, 7).tally(&starts, 10_000, &mut |_| Pace::On);
//! assert_eq!((tally.playouts, tally.plies), (10_000, 10_000));
//! assert!((450_000..550_000).contains(&tally.goals[0]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod aig;
mod build;
mod chooser;
mod circuit;
mod clauses;
mod clock;
mod complement;
mod cover;
mod dispatch;
mod draw;
mod engine;
mod error;
mod exclusive;
mod expand;
mod factor;
mod feedback;
mod graft;
#[cfg(test)]
mod graphs;
mod invariant;
mod kind;
mod known;
mod lanes;
mod lower;
#[doc(hidden)]
pub mod measure;
mod network;
mod optimize;
mod order;
mod payment;
mod playout;
mod program;
mod prove;
mod random;
mod rest;
#[doc(hidden)]
pub mod samples;
mod schedule;
mod share;
mod simplify;
mod simulate;
mod size;
mod state;
mod substitute;
mod sums;
mod symmetry;
#[cfg(test)]
mod testing;
mod transpose;
mod walk;
mod wide;
mod word;

pub use circuit::Circuit;
pub use dispatch::Instructions;
pub use error::CircuitError;
pub use expand::Explorer;
pub use playout::{End, Pace, Playout, Playouts, Tally, Width};
pub use program::ProgramSize;
pub use size::Size;
pub use state::{Payment, State};
pub use symmetry::Symmetries;
