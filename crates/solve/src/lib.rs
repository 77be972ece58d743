//! Exact values and counts of games: labelled trees, state spaces, proofs.

mod count;
mod guarantees;
mod limits;
mod matrix_game;
mod mixed;
mod retrograde;
mod searched;
mod source;
mod space;
#[cfg(test)]
mod tests;
mod tree_size;

pub use count::{CountError, Counting, StateCount, Tree};
pub use limits::{Cut, Limits};
pub use mixed::{MixedError, MixedSolution};
pub use retrograde::{Analysing, Retrograde, RetrogradeError};
pub use searched::Searched;
pub use space::{Exploring, LayerCount, Valuing};
pub use tree_size::TreeCount;
