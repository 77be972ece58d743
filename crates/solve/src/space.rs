//! State spaces: all states that a state leads to, enumerated.

mod explore;
mod layer;

pub(crate) use explore::{Broken, Space};
pub use explore::{Exploring, LayerCount};
