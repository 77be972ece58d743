//! Exact values and counts of games: labelled trees, state spaces to the last state, proofs.

mod connect_four;
mod proof;

pub use connect_four::{ConnectFourSolver, MoveProblem, Position, PositionProblem, Solution};
pub use proof::{Guarantee, Guaranteed, ProofLimits, guarantee, guarantee_by_moves};
