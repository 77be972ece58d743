use game::Game;

use crate::{Meter, SearchRng};

use super::slice::Slice;

/// The search for the greatest goal from a state: what all methods have found of it together.
pub(super) struct Quest<G: Game> {
    /// Where plans begin.
    pub(super) root: G::State,
    /// No plan from here pays more, as far as is known.
    pub(super) ceiling: f64,
    /// The best plan so far.
    pub(super) best: Option<Line<G>>,
    /// Moves to a state near the goal, where no plan is known: as near as the number tells.
    lead: Option<(u32, Vec<G::Move>)>,
}

/// A plan, which has been played to its end.
pub(super) struct Line<G: Game> {
    pub(super) goal: f64,
    pub(super) moves: Vec<G::Move>,
    /// The states in which the moves are made.
    pub(super) states: Vec<G::State>,
    /// The method that found it.
    pub(super) method: &'static str,
}

/// What a method works with in its slice of the time.
pub(super) struct Work<'w, G: Game> {
    pub(super) game: &'w G,
    pub(super) quest: &'w mut Quest<G>,
    pub(super) meter: &'w mut Meter,
    pub(super) rng: &'w mut SearchRng,
    pub(super) slice: Slice,
}

impl<G: Game> Work<'_, G> {
    /// Whether the method is to pause.
    pub(super) fn over(&self) -> bool {
        self.quest.solved() || self.slice.over(self.meter)
    }

    /// Takes a plan that pays more than any before. It is played from the root, move by move, so that no plan counts that the rules do not allow.
    pub(super) fn offer(&mut self, moves: Vec<G::Move>, method: &'static str) {
        let game = self.game;
        let (mut state, mut states, mut legal) =
            (self.quest.root.clone(), Vec::with_capacity(moves.len()), Vec::new());
        for &mov in &moves {
            game.legal(&state, 0, &mut legal);
            if game.terminal(&state) || !legal.contains(&mov) {
                return;
            }
            let next = game.next(&state, &[mov]);
            states.push(std::mem::replace(&mut state, next));
        }
        if !game.terminal(&state) {
            return;
        }
        let Some(goal) = self.meter.goal(game, &state, 0) else { return };
        if self.quest.worth_more(goal) {
            self.quest.best = Some(Line { goal, moves, states, method });
        }
    }
}

impl<G: Game> Quest<G> {
    pub(super) fn new(root: G::State, ceiling: f64) -> Self {
        Self { root, ceiling, best: None, lead: None }
    }

    /// Whether the best plan pays as much as any.
    pub(super) fn solved(&self) -> bool {
        self.best.as_ref().is_some_and(|best| best.goal >= self.ceiling)
    }

    /// Whether a plan that pays so much is better than all before.
    pub(super) fn worth_more(&self, goal: f64) -> bool {
        self.best.as_ref().is_none_or(|best| goal > best.goal)
    }

    /// It is proven that no plan pays more than this.
    pub(super) fn bound(&mut self, ceiling: f64) {
        self.ceiling = self.ceiling.min(ceiling);
    }

    /// Takes the moves to a state that is nearer to the goal than any before.
    pub(super) fn approach(&mut self, distance: u32, moves: impl FnOnce() -> Vec<G::Move>) {
        if self.best.is_none() && self.lead.as_ref().is_none_or(|&(nearest, _)| distance < nearest) {
            self.lead = Some((distance, moves()));
        }
    }

    /// The move towards the state that is nearest to the goal, as long as there is no plan.
    pub(super) fn lead(&self) -> Option<G::Move> {
        self.lead.as_ref()?.1.first().copied()
    }
}

impl<G: Game> Clone for Line<G> {
    fn clone(&self) -> Self {
        Self { goal: self.goal, moves: self.moves.clone(), states: self.states.clone(), method: self.method }
    }
}

impl<G: Game> Line<G> {
    /// The rest of it from a state on its way.
    pub(super) fn rest(&self, state: &G::State) -> Option<Self> {
        let made = self.states.iter().position(|known| known == state)?;
        Some(Self {
            goal: self.goal,
            moves: self.moves[made..].to_vec(),
            states: self.states[made..].to_vec(),
            method: self.method,
        })
    }
}
