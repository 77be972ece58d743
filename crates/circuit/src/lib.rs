//! Rules as one Boolean circuit, which plays hundreds of games at once in the bits of machine words.

mod aig;
mod build;
mod error;
mod factor;
mod feedback;
mod lower;
mod network;
mod optimize;
mod share;
mod simulate;
#[cfg(test)]
mod testing;
mod wide;

pub use error::CircuitError;
