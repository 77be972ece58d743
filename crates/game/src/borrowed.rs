//! A game that is lent is a game.

use std::ops::RangeInclusive;

use rand::Rng;

use crate::{Fault, Game, Goal, Outcomes, Pieces, Playout, Sample};

impl<G: Game> Game for &G {
    type State = G::State;
    type Move = G::Move;

    fn roles(&self) -> usize {
        (**self).roles()
    }

    fn role_name(&self, role: usize) -> &str {
        (**self).role_name(role)
    }

    fn initial(&self) -> Self::State {
        (**self).initial()
    }

    fn terminal(&self, state: &Self::State) -> bool {
        (**self).terminal(state)
    }

    fn legal(&self, state: &Self::State, role: usize, moves: &mut Vec<Self::Move>) {
        (**self).legal(state, role, moves);
    }

    fn next(&self, state: &Self::State, joint: &[Self::Move]) -> Self::State {
        (**self).next(state, joint)
    }

    fn children(&self, state: &Self::State, joints: &[Self::Move], states: &mut Vec<Self::State>) {
        (**self).children(state, joints, states);
    }

    fn expands_at_once(&self) -> bool {
        (**self).expands_at_once()
    }

    fn goal(&self, state: &Self::State, role: usize) -> Goal {
        (**self).goal(state, role)
    }

    fn goal_range(&self) -> RangeInclusive<Goal> {
        (**self).goal_range()
    }

    fn sample_at_once(
        &self,
        rng: &mut impl Rng,
        count: u64,
        go_on: &impl Fn() -> bool,
    ) -> Option<Result<Sample, Fault>> {
        (**self).sample_at_once(rng, count, go_on)
    }

    fn playouts_at_once(
        &self,
        starts: &[Self::State],
        each: u32,
        rng: &mut impl Rng,
        go_on: &impl Fn() -> bool,
        outcomes: &mut Outcomes,
    ) -> bool {
        (**self).playouts_at_once(starts, each, rng, go_on, outcomes)
    }

    fn canonical(&self, state: &Self::State) -> Option<Self::State> {
        (**self).canonical(state)
    }

    fn pieces(&self, state: &Self::State) -> Option<Pieces> {
        (**self).pieces(state)
    }

    fn goal_proximity(&self, state: &Self::State, role: usize) -> Option<f64> {
        (**self).goal_proximity(state, role)
    }

    fn goal_sums(&self) -> RangeInclusive<Goal> {
        (**self).goal_sums()
    }

    fn move_name(&self, mov: Self::Move) -> String {
        (**self).move_name(mov)
    }

    fn draw(&self, state: &Self::State) -> String {
        (**self).draw(state)
    }

    fn move_named(&self, state: &Self::State, role: usize, name: &str) -> Option<Self::Move> {
        (**self).move_named(state, role, name)
    }

    fn quick_playout(
        &self,
        state: &Self::State,
        ply_limit: u32,
        rng: &mut impl Rng,
    ) -> Option<Playout<Self::State>> {
        (**self).quick_playout(state, ply_limit, rng)
    }

    fn remark(&self) -> Option<String> {
        (**self).remark()
    }

    fn fault(&self) -> Option<Fault> {
        (**self).fault()
    }
}
