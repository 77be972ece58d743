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

mod error;
mod goal;
mod lanes;
mod network;
#[doc(hidden)]
pub mod samples;
mod size;
mod state;

pub use error::CircuitError;
pub use goal::Goal;
#[doc(hidden)]
pub use lanes::measure;
pub use lanes::{Circuit, End, Explorer, Instructions, Pace, Playout, Playouts, ProgramSize, Tally, Width};
pub use network::Symmetries;
pub use size::Size;
pub use state::State;
