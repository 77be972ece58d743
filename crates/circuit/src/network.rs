//! The network: a grounding as a graph of gates.
//!
//! [`translate`] makes a [`Network`] of a grounding, in which `build` has translated the rules, and
//! [`optimised`] one with fewer gates: `optimize` makes the graph smaller, `proofs` finds invariants, with
//! which it is optimised again. `exclusive` finds moves that can be chosen together, `decisive` literals for
//! moves that win or lose at once, `symmetry` the automorphisms and the canonical form of the rules,
//! `factors` their independent parts; `horizon` looks for plans of bounded length, and `clock`,
//! `goal_distance` and `patterns` tell of states what helps to find longer ones, `goal_bounds` what can still
//! be got from them, by fluents that change once at most (`lasting`), and `ply_bounds` what can be got after
//! so many plies, by the clock. `export` writes the graph to files, and `transition` gives it to symbolic
//! methods as Boolean functions; `unroll` takes the recursion out of it first. `packing` makes a network of
//! states in fewer bits. Nothing here evaluates games.

mod aig;
mod build;
mod clock;
mod cone;
mod decisive;
mod exclusive;
mod export;
mod factors;
mod feedback;
mod goal_bits;
mod goal_bounds;
mod goal_distance;
mod graft;
#[cfg(test)]
pub(crate) mod graphs;
mod group;
mod horizon;
mod image;
mod lasting;
mod lower;
mod network;
mod optimize;
mod packing;
mod patterns;
mod ply_bounds;
mod possible;
mod proofs;
mod simulate;
mod symmetry;
mod synthesis;
#[cfg(test)]
mod testing;
mod transition;
mod unroll;
mod variables;
mod wide;

pub(crate) use aig::{Aig, Lit, Node};
pub(crate) use clock::clock;
pub(crate) use decisive::{Bounds, Decisive};
pub(crate) use exclusive::{Choosing, Member, Tree};
pub use export::{ExportError, PortNames};
pub(crate) use factors::alone;
pub use factors::{Combination, Composition, Factor, FactorEnd, Factors};
pub(crate) use goal_bits::goal_bits;
pub use goal_bounds::GoalBounds;
pub use goal_distance::GoalDistance;
pub(crate) use graft::Graft;
pub(crate) use group::{Group, admit};
pub use horizon::{Horizon, PlanAnswer};
pub(crate) use lasting::{Lasting, bits};
pub(crate) use network::Network;
pub use packing::Packing;
pub use patterns::{Counting, PatternDatabases};
pub use ply_bounds::PlyBounds;
pub(crate) use proofs::{always_paid, every_play_ends, goal_sums, turns};
pub use symmetry::{CanonicalForm, Symmetries};
#[cfg(test)]
pub(crate) use synthesis::synthesize;
pub(crate) use synthesis::{optimised, translate};
pub use transition::{BooleanFunctions, Function, Gate, TransitionFunctions};
pub(crate) use unroll::unroll;
pub use variables::Variable;
pub(crate) use variables::variables;
pub(crate) use wide::{Wide, flatten};
