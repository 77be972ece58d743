use std::ops::RangeInclusive;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

use game::{
    Batch, Encoding, Fault, Game, Goal, Knowledge, Notation, Outcomes, Parent, Playouts, Sample, Tactics,
    children_of_all,
};
use rand::SeedableRng;

use crate::SearchRng;

/// A game whose states are made together or one by one.
pub(crate) struct Asked<'g, G> {
    game: &'g G,
    /// So many states are worked out at little more cost than one; none if they are worked out one by one.
    together: Option<usize>,
    /// Bytes that each state is said to take.
    pub(crate) heap: usize,
    /// How often states have been worked out together, or playouts made, and how many states.
    pub(crate) times: AtomicUsize,
    pub(crate) states: AtomicUsize,
}

impl<'g, G: Game> Asked<'g, G> {
    pub(crate) fn new(game: &'g G, together: Option<usize>) -> Self {
        Self { game, together, heap: 0, times: AtomicUsize::new(0), states: AtomicUsize::new(0) }
    }
}

impl<G: Game> Game for Asked<'_, G> {
    type State = G::State;
    type Move = G::Move;

    fn roles(&self) -> usize {
        self.game.roles()
    }

    fn initial(&self) -> G::State {
        self.game.initial()
    }

    fn terminal(&self, state: &G::State) -> bool {
        self.game.terminal(state)
    }

    fn legal(&self, state: &G::State, role: usize, moves: &mut Vec<G::Move>) {
        self.game.legal(state, role, moves);
    }

    fn next(&self, state: &G::State, joint: &[G::Move]) -> G::State {
        self.game.next(state, joint)
    }

    fn goal(&self, state: &G::State, role: usize) -> Goal {
        self.game.goal(state, role)
    }

    fn goal_range(&self) -> RangeInclusive<Goal> {
        self.game.goal_range()
    }

    fn fault(&self, state: &G::State) -> Option<Fault> {
        self.game.fault(state)
    }

    fn heap_bytes(&self, _: &G::State) -> usize {
        self.heap
    }

    fn batch(&self) -> Option<&dyn Batch<G::State, G::Move>> {
        self.together.is_some().then_some(self as _)
    }

    fn tactics(&self) -> Option<&dyn Tactics<G::State, G::Move>> {
        self.game.tactics()
    }

    fn encoding(&self) -> Option<&dyn Encoding<G::State>> {
        self.game.encoding()
    }

    fn knowledge(&self) -> &dyn Knowledge<G::State> {
        self.game.knowledge()
    }

    fn notation(&self) -> &dyn Notation<G::State, G::Move> {
        self.game.notation()
    }
}

impl<G: Game> Batch<G::State, G::Move> for Asked<'_, G> {
    fn children(&self, parents: &[Parent<'_, G::State, G::Move>], children: &mut Vec<G::State>) {
        children_of_all(self.game, parents, children);
        self.times.fetch_add(1, Relaxed);
        self.states.fetch_add(children.len(), Relaxed);
    }

    fn together(&self) -> usize {
        self.together.unwrap_or(1)
    }

    fn playouts(
        &self,
        starts: &[G::State],
        each: u32,
        seed: u64,
        _: &dyn Fn() -> bool,
        outcomes: &mut Outcomes,
    ) -> Result<(), Fault> {
        self.times.fetch_add(1, Relaxed);
        let (mut playouts, mut rng) = (Playouts::new(self.game), SearchRng::seed_from_u64(seed));
        outcomes.clear(starts.len(), self.roles());
        for (number, start) in starts.iter().enumerate() {
            for _ in 0..each {
                let end = playouts.run(start, &mut rng).end;
                outcomes.record(number, (0..self.roles()).map(|role| f64::from(self.game.goal(&end, role))));
            }
        }
        Ok(())
    }

    fn sample(&self, _: &[u64], _: u64, _: &(dyn Fn() -> bool + Sync)) -> Result<Sample, Fault> {
        unreachable!("nobody asks for samples")
    }
}
