use crate::{Fault, Game, Outcomes, Sample};

/// The most states that are worth working out together: as many as the widest lanes of a circuit hold.
pub const MOST_TOGETHER: usize = 512;

/// Works out many states at once, at little more cost than one: a game whose states are evaluated side
/// by side.
///
/// `S` is the game's state and `M` its move.
pub trait Batch<S, M>: Sync {
    /// Replaces the content of `children` by the states after the joint moves of each of `parents`, in order.
    /// The memory of the states that were there may be used again.
    fn children(&self, parents: &[Parent<'_, S, M>], children: &mut Vec<S>);

    /// How many states cost at most about twice as much as one to work out together; up to there those that
    /// may be needed later are worth making.
    fn together(&self) -> usize {
        1
    }

    /// Whether so many random playouts are quicker side by side than one after the other. The answer, and so
    /// the playouts of a seed, are the same on every machine.
    fn plays_side_by_side(&self, _playouts: usize) -> bool {
        true
    }

    /// Random playouts, `each` from every one of `starts`; `outcomes` tells what they came to. When `go_on`
    /// says no, those under way are given up and do not count; it is asked every few milliseconds, unless one
    /// ply takes longer. The same seed gives the same playouts.
    ///
    /// # Errors
    /// If a playout came to a state where the rules give no answer.
    fn playouts(
        &self,
        starts: &[S],
        each: u32,
        seed: u64,
        go_on: &dyn Fn() -> bool,
        outcomes: &mut Outcomes,
    ) -> Result<(), Fault>;

    /// Random playouts from the initial state: `count` of them, or those begun before `go_on` says no. Each
    /// seed has a thread of its own, and a share of the playouts. The same seeds give the same playouts.
    ///
    /// # Errors
    /// If a playout came to a state where the rules give no answer.
    fn sample(&self, seeds: &[u64], count: u64, go_on: &(dyn Fn() -> bool + Sync)) -> Result<Sample, Fault>;
}

/// A state, and the joint moves to make in it.
#[derive(Debug)]
pub struct Parent<'a, S, M> {
    /// The state, which is not terminal.
    pub state: &'a S,
    /// The joint moves one after another, each a legal move a role in role order.
    pub joints: &'a [M],
}

/// Replaces the content of `states` by the states after each of `joints`, which holds joint moves one after
/// the other: all in one evaluation if the game is a [`Batch`], else one by one.
pub fn children<G: Game>(game: &G, state: &G::State, joints: &[G::Move], states: &mut Vec<G::State>) {
    children_of_all(game, &[Parent { state, joints }], states);
}

/// Does the same for several parents, in order. The memory of the states that were there may be used again.
pub fn children_of_all<G: Game>(
    game: &G,
    parents: &[Parent<'_, G::State, G::Move>],
    states: &mut Vec<G::State>,
) {
    match game.batch() {
        Some(batch) => batch.children(parents, states),
        None => {
            states.clear();
            for Parent { state, joints } in parents {
                states.extend(joints.chunks_exact(game.roles()).map(|joint| game.next(state, joint)));
            }
        }
    }
}
