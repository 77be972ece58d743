//! Rules as one Boolean circuit, which plays hundreds of games at once in the bits of machine words.

mod aig;
mod build;
mod chooser;
mod circuit;
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
