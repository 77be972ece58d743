use std::fmt::Debug;

use crate::Scale;

/// How people write a game: the names of its roles and moves, and its states as text. `S` is the game's state
/// and `M` its move.
pub trait Notation<S: Debug, M>: Sync {
    /// The name of role number `role`.
    fn role_name(&self, role: usize) -> &str;

    /// The move as people write it; for a rulesheet its KIF text.
    fn move_name(&self, mov: M) -> String;

    /// How the values of a role are written; as they are, unless the game says otherwise.
    fn scale(&self, _role: usize) -> Scale {
        Scale::GOALS
    }

    /// The state as text: a drawn board where there is one, else a list of what holds.
    fn draw(&self, state: &S) -> String {
        format!("{state:?}")
    }

    /// The name of the information set of the role that moves in a state, where the game names it, as an
    /// explicit tree may.
    fn information_set(&self, _state: &S) -> Option<&str> {
        None
    }

    /// What people should know about the goals of a terminal `state`, if they are doubtful: one that is
    /// missing, say.
    fn remark(&self, _state: &S) -> Option<String> {
        None
    }
}
