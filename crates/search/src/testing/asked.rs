use std::ops::RangeInclusive;

use game::{Batch, Encoding, Fault, Game, Goal, Knowledge, Notation, Outcomes, Parent, Sample, Tactics};

/// A game whose states are made together, by its own [`Batch`] if it has one, or one by one.
pub(crate) struct Asked<'g, G> {
    pub(crate) game: &'g G,
    pub(crate) together: bool,
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

    fn batch(&self) -> Option<&dyn Batch<G::State, G::Move>> {
        self.together.then(|| self.game.batch().unwrap_or(self))
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
        children.clear();
        for Parent { state, joints } in parents {
            children.extend(joints.chunks_exact(self.roles()).map(|joint| self.next(state, joint)));
        }
    }

    fn playouts(
        &self,
        _: &[G::State],
        _: u32,
        _: u64,
        _: &dyn Fn() -> bool,
        _: &mut Outcomes,
    ) -> Result<(), Fault> {
        unreachable!("nobody asks for playouts")
    }

    fn sample(&self, _: &[u64], _: u64, _: &(dyn Fn() -> bool + Sync)) -> Result<Sample, Fault> {
        unreachable!("nobody asks for playouts")
    }
}
