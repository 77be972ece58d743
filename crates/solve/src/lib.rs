//! Exact values and counts of games: labelled trees, state spaces to the last state, proofs.
#[doc(hidden)]
pub mod samples;
pub mod symbolic;
