//! A game that is borrowed or boxed is a game.

use std::ops::RangeInclusive;

use crate::{
    Batch, Chance, Encoding, Factoring, FastPlayout, Fault, Game, Goal, Knowledge, Notation, Percepts,
    Planning, Tactics,
};

/// Passes every question on.
macro_rules! passed_on {
    ($($games:ty),+) => {$(
        impl<G: Game + ?Sized> Game for $games {
            type State = G::State;
            type Move = G::Move;

            fn roles(&self) -> usize {
                (**self).roles()
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

            fn goal(&self, state: &Self::State, role: usize) -> Goal {
                (**self).goal(state, role)
            }

            fn goal_range(&self) -> RangeInclusive<Goal> {
                (**self).goal_range()
            }

            fn fault(&self, state: &Self::State) -> Option<Fault> {
                (**self).fault(state)
            }

            fn heap_bytes(&self, state: &Self::State) -> usize {
                (**self).heap_bytes(state)
            }

            fn chance(&self) -> Option<&dyn Chance<Self::State, Self::Move>> {
                (**self).chance()
            }

            fn percepts(&self) -> Option<&dyn Percepts<Self::State, Self::Move>> {
                (**self).percepts()
            }

            fn batch(&self) -> Option<&dyn Batch<Self::State, Self::Move>> {
                (**self).batch()
            }

            fn tactics(&self) -> Option<&dyn Tactics<Self::State, Self::Move>> {
                (**self).tactics()
            }

            fn fast_playout(&self) -> Option<&dyn FastPlayout<Self::State>> {
                (**self).fast_playout()
            }

            fn encoding(&self) -> Option<&dyn Encoding<Self::State>> {
                (**self).encoding()
            }

            fn factoring(&self) -> Option<&dyn Factoring<Self::State, Self::Move>> {
                (**self).factoring()
            }

            fn planning(&self) -> Option<&dyn Planning<Self::State, Self::Move>> {
                (**self).planning()
            }

            fn knowledge(&self) -> &dyn Knowledge<Self::State> {
                (**self).knowledge()
            }

            fn notation(&self) -> &dyn Notation<Self::State, Self::Move> {
                (**self).notation()
            }
        }
    )+};
}

passed_on!(&G, Box<G>);
