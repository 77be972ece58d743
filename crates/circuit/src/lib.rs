//! Rules as one Boolean circuit, which plays hundreds of games at once in the bits of machine words.

mod aig;
mod chooser;
mod circuit;
mod clock;
mod cover;
mod dispatch;
mod draw;
mod engine;
mod expand;
mod graft;
#[cfg(test)]
mod graphs;
mod kind;
mod lanes;
#[doc(hidden)]
pub mod measure;
mod network;
mod order;
mod playout;
mod program;
mod random;
#[doc(hidden)]
pub mod samples;
mod schedule;
mod state;
mod transpose;
mod word;

pub use circuit::{Circuit, ProgramSize};
pub use dispatch::Instructions;
pub use expand::Explorer;
pub use playout::{End, Pace, Playout, Playouts, Tally, Width};
pub use state::{Payment, State};
