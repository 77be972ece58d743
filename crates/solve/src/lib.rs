//! Exact values and counts of games: labelled trees, state spaces, proofs.

mod count;
mod limits;
mod source;
mod space;

pub use count::{CountError, StateCount};
pub use limits::{Cut, Limits};
pub use space::{Exploring, LayerCount};
