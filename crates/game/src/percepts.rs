use crate::{Game, Parent};

/// What a role is told after a joint move, as a number: two percepts of one game are the same exactly if
/// their numbers are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Percept(pub u32);

/// What each role sees of the moves of others, in a game that hides something: GDL-II's `sees`. `S` is the
/// game's state and `M` its move.
///
/// A role knows the rules, the initial state, its own moves and its percepts, and nothing else.
pub trait Percepts<S, M>: Sync {
    /// Replaces the content of `seen` by what `role` sees after a joint move in a state that is not terminal,
    /// in ascending order.
    fn seen(&self, state: &S, joint: &[M], role: usize, seen: &mut Vec<Percept>);

    /// Replaces the content of `successors` as [`successors_seen`] does, which is what to call; false, and
    /// nothing is done, if the game has no way that is faster than one by one.
    fn successors_seen(
        &self,
        parents: &[Parent<'_, S, M>],
        role: usize,
        successors: &mut Vec<(S, Vec<Percept>)>,
    ) -> bool {
        let _ = (parents, role, successors);
        false
    }

    /// The percept as people write it; for a rulesheet its KIF text.
    fn percept_name(&self, percept: Percept) -> String;
}

/// Replaces the content of `successors` by the states after the joint moves of each of `parents`, in order,
/// each with what `role` sees of the joint move, in ascending order; nothing in a game without percepts. All
/// are worked out in few evaluations if the game can do that, else one by one.
pub fn successors_seen<G: Game>(
    game: &G,
    parents: &[Parent<'_, G::State, G::Move>],
    role: usize,
    successors: &mut Vec<(G::State, Vec<Percept>)>,
) {
    let percepts = game.percepts();
    if percepts.is_some_and(|percepts| percepts.successors_seen(parents, role, successors)) {
        return;
    }
    successors.clear();
    for Parent { state, joints } in parents {
        successors.extend(joints.chunks_exact(game.roles()).map(|joint| {
            let mut seen = Vec::new();
            if let Some(percepts) = percepts {
                percepts.seen(state, joint, role, &mut seen);
            }
            (game.next(state, joint), seen)
        }));
    }
}
