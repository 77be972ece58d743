//! Exact values and counts of games: labelled trees, state spaces to the last state, proofs.

mod proof;

pub use proof::{Guarantee, Guaranteed, ProofLimits, guarantee, guarantee_by_moves};
