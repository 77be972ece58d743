//! The arena: strategies play one another.

mod r#match;
mod record;
mod seed;
#[cfg(test)]
mod testing;

pub use r#match::{Failure, Match, MatchError, Player};
pub use record::{MatchRecord, Outcome, Ply, Thought};
pub use seed::Seed;
