//! What is true of every reachable state, proven.

mod apart;
mod candidates;
mod clauses;
mod ends;
mod goal_sums;
mod progress;
mod prove;
mod relaxed;
mod transition;
mod turns;
mod walk;

pub(crate) use apart::prove_apart;
pub(crate) use candidates::candidates;
pub(crate) use clauses::sat;
pub(crate) use ends::always_paid;
pub(crate) use goal_sums::goal_sums;
pub(crate) use progress::every_play_ends;
pub(crate) use prove::prove;
pub(crate) use transition::Transition;
pub(crate) use turns::turns;
pub(crate) use walk::Walk;
