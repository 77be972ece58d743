//! Rules as one Boolean circuit, which plays hundreds of games at once in the bits of machine words.

mod aig;
mod build;
mod complement;
mod error;
mod factor;
mod feedback;
mod invariant;
mod known;
mod lower;
mod network;
mod optimize;
mod prove;
mod share;
mod simplify;
mod simulate;
mod size;
mod substitute;
#[cfg(test)]
mod testing;
mod walk;
mod wide;

pub use error::CircuitError;
pub use size::Size;
