pub use circuit::Policy;

use crate::{Fault, MoveTally, Outcomes};

/// How likely a playout favours a move of a role, from 0 to 1.
pub type Favour<'f, M> = &'f dyn Fn(usize, M) -> f64;

/// What playouts heed of moves, beside a policy.
pub struct Heed<'h, M> {
    /// How likely each playout favours each move. Which moves it favours is drawn by chance before it begins:
    /// of the moves that a role would choose among by the policy, it chooses uniformly among those that the
    /// playout favours, if there are any.
    pub favour: Option<Favour<'h, M>>,
    /// Where to tell what playouts came to by the moves that were made in them.
    pub tally: Option<&'h mut MoveTally<M>>,
}

impl<M> Heed<'_, M> {
    /// Nothing.
    pub const NOTHING: Self = Heed { favour: None, tally: None };
}

/// Sees moves that win at once without making them.
///
/// A *decisive* move wins at once: it is legal, no other role has a choice, and it ends the game with the
/// greatest goal that the rules ever give its role.
///
/// `S` is the game's state and `M` its move.
pub trait Tactics<S, M>: Sync {
    /// Works out what a policy, and questions about the moves that it prefers, take; false if the game has no
    /// such thing: its rules are too large, or no move ever wins at once. It is done once for all threads,
    /// and takes less time than compiling the rules. It is also false when `go_on` says no, which is asked
    /// many times a second.
    fn prepare(&self, policy: Policy, go_on: &dyn Fn() -> bool) -> bool;

    /// Whether that has been done and has succeeded. If nobody has begun with it, it is begun in a thread of
    /// its own.
    fn prepare_aside(&self, policy: Policy) -> bool;

    /// Does the same as [`prepare`](Self::prepare) for playouts that heed moves.
    fn prepare_heeding(&self, policy: Policy, go_on: &dyn Fn() -> bool) -> bool;

    /// Does the same as [`prepare_aside`](Self::prepare_aside) for playouts that heed moves.
    fn prepare_heeding_aside(&self, policy: Policy) -> bool;

    /// Playouts by a policy, `each` from every one of `starts`, as
    /// [`Batch::playouts`](crate::Batch::playouts) makes them uniformly.
    ///
    /// # Errors
    /// If a playout came to a state where the rules give no answer, or if the game is not
    /// [prepared](Self::prepare) for the policy, or for [heeding](Self::prepare_heeding) moves.
    #[allow(clippy::too_many_arguments)]
    fn playouts(
        &self,
        policy: Policy,
        heed: Heed<'_, M>,
        starts: &[S],
        each: u32,
        seed: u64,
        go_on: &dyn Fn() -> bool,
        outcomes: &mut Outcomes,
    ) -> Result<(), Fault>;

    /// Replaces the content of `found` by a decisive move in each of the states, with its role; none where
    /// there is none, or where its role has no other move. Nothing is found unless the game is
    /// [prepared](Self::prepare) for [`Policy::Decisive`].
    fn decisive_moves(&self, states: &[&S], found: &mut Vec<Option<(usize, M)>>);
}
