use game::Game;

use super::quest::Work;

/// A way to look for plans, which pauses and goes on.
pub(super) trait Method<G: Game>: Send {
    /// How long its turns are beside those of others.
    fn share(&self) -> f64 {
        1.0
    }

    /// Goes on until the slice of its work is over, or nothing is left to do.
    fn work(&mut self, work: &mut Work<'_, G>) -> Standing;
}

/// How a method stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// There is more to do.
    Working,
    /// It can find nothing more: all has been looked at, its memory is full, or the game is not one for it.
    Finished,
}
