use std::hash::{Hash, Hasher};
use std::ops::RangeInclusive;

use game::{Batch, Fault, Game, Goal, Notation, Outcomes, Parent, Sample};

/// A game that a number makes up: some plies in which every role has one to three moves at the same time, and
/// payoffs up to ten.
#[derive(Debug)]
pub(crate) struct MadeUp {
    pub(crate) seed: u64,
    pub(crate) roles: usize,
    pub(crate) plies: usize,
}

impl MadeUp {
    /// A number for what happened so far, and for what is asked about it.
    fn number(&self, state: &[u8], role: usize) -> u64 {
        let mut hasher = std::hash::DefaultHasher::new();
        (self.seed, state, role).hash(&mut hasher);
        hasher.finish()
    }
}

impl Game for MadeUp {
    type State = Vec<u8>;
    type Move = u8;

    fn roles(&self) -> usize {
        self.roles
    }

    fn initial(&self) -> Vec<u8> {
        Vec::new()
    }

    fn terminal(&self, state: &Vec<u8>) -> bool {
        state.len() == self.plies * self.roles
    }

    fn legal(&self, state: &Vec<u8>, role: usize, moves: &mut Vec<u8>) {
        moves.clear();
        moves.extend(0..=(self.number(state, role) % 3) as u8);
    }

    fn next(&self, state: &Vec<u8>, joint: &[u8]) -> Vec<u8> {
        [state, joint].concat()
    }

    fn batch(&self) -> Option<&dyn Batch<Vec<u8>, u8>> {
        self.seed.is_multiple_of(2).then_some(self as _)
    }

    fn goal(&self, state: &Vec<u8>, role: usize) -> Goal {
        (self.number(state, role) % 11) as Goal
    }

    fn goal_range(&self) -> RangeInclusive<Goal> {
        0..=10
    }

    fn notation(&self) -> &dyn Notation<Self::State, Self::Move> {
        self
    }
}

impl Notation<Vec<u8>, u8> for MadeUp {
    fn role_name(&self, role: usize) -> &str {
        ["first", "second", "third"][role]
    }

    fn move_name(&self, mov: u8) -> String {
        mov.to_string()
    }
}

/// Every other game makes children at once.
impl Batch<Vec<u8>, u8> for MadeUp {
    fn children(&self, parents: &[Parent<'_, Vec<u8>, u8>], children: &mut Vec<Vec<u8>>) {
        children.clear();
        for Parent { state, joints } in parents {
            children.extend(joints.chunks_exact(self.roles).map(|joint| self.next(state, joint)));
        }
    }

    fn playouts(
        &self,
        _: &[Vec<u8>],
        _: u32,
        _: u64,
        _: &dyn Fn() -> bool,
        _: &mut Outcomes,
    ) -> Result<(), Fault> {
        unreachable!("searches that play at random are not tested on it")
    }

    fn sample(&self, _: &[u64], _: u64, _: &(dyn Fn() -> bool + Sync)) -> Result<Sample, Fault> {
        unreachable!("searches that play at random are not tested on it")
    }
}
