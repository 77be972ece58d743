//! The rules as a network of gates: how it is made of a grounding, made smaller, and what can be proven of it.

mod aig;
mod assumptions;
mod build;
mod candidates;
mod clauses;
mod complement;
mod exclusive;
mod factor;
mod facts;
mod feedback;
mod goal_bits;
mod goal_sums;
mod graft;
#[cfg(test)]
pub(crate) mod graphs;
mod group;
mod lower;
mod network;
mod optimize;
mod prove;
mod rest;
mod share;
mod simplify;
mod simulate;
mod substitute;
mod symmetry;
mod synthesis;
#[cfg(test)]
mod testing;
mod transition;
mod walk;
mod wide;

pub(crate) use aig::{Aig, Lit, Node};
pub(crate) use exclusive::{Choosing, Member};
pub(crate) use goal_bits::goal_bits;
pub(crate) use goal_sums::goal_sums;
pub(crate) use graft::Graft;
pub(crate) use group::{Group, admit};
pub(crate) use network::Network;
pub use symmetry::Symmetries;
pub(crate) use synthesis::synthesize;
