/// What a role is told after a joint move, as a number: two percepts of one game are the same exactly if their numbers are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Percept(pub u32);

/// What each role sees of the moves of others, in a game that hides something: GDL-II's `sees`. `S` is the game's state and `M` its move.
///
/// A role knows the rules, the initial state, its own moves and its percepts, and nothing else.
pub trait Percepts<S, M>: Sync {
    /// Replaces the content of `seen` by what `role` sees after a joint move in a state that is not terminal, in ascending order.
    fn seen(&self, state: &S, joint: &[M], role: usize, seen: &mut Vec<Percept>);

    /// The percept as people write it; for a rulesheet its KIF text.
    fn percept_name(&self, percept: Percept) -> String;
}
