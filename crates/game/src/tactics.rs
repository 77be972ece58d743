use std::time::Duration;

pub use circuit::Policy;

use crate::{Fault, Outcomes};

/// Sees moves that win at once without making them.
///
/// A *decisive* move wins at once: it is legal, no other role has a choice, and it ends the game with the greatest goal that the rules ever give its role.
///
/// `S` is the game's state and `M` its move.
pub trait Tactics<S, M>: Sync {
    /// Works out what a policy, and what is asked of moves that it prefers, takes; false if the game has no such thing: its rules are too large, or no move ever
    /// wins at once. It is done once for all threads. Where there is a `limit`, it is also false if that is not enough time, or another thread is at it.
    fn prepare(&self, policy: Policy, limit: Option<Duration>) -> bool;

    /// Playouts by a policy, `each` from every one of `starts`, as [`Batch::playouts`](crate::Batch::playouts) makes them uniformly.
    ///
    /// # Errors
    /// If a playout came to a state where the rules give no answer, or if the game is not [prepared](Self::prepare) for the policy.
    fn playouts(
        &self,
        policy: Policy,
        starts: &[S],
        each: u32,
        seed: u64,
        go_on: &dyn Fn() -> bool,
        outcomes: &mut Outcomes,
    ) -> Result<(), Fault>;

    /// Replaces the content of `found` by a decisive move in each of the states, with its role; none where there is none, or where its role has no other move.
    /// Nothing is found unless the game is [prepared](Self::prepare) for [`Policy::Decisive`].
    fn decisive_moves(&self, states: &[&S], found: &mut Vec<Option<(usize, M)>>);
}
