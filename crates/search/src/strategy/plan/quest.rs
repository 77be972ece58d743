use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use game::Game;
use parking_lot::Mutex;

use crate::{Meter, SearchRng};

use super::slice::Slice;

/// The search for the greatest goal from a state: what all methods have found of it together, on all threads.
pub(super) struct Quest<G: Game> {
    /// Where plans begin.
    pub(super) root: G::State,
    found: Mutex<Found<G>>,
    /// Whether nobody needs to look for anything more.
    over: Arc<AtomicBool>,
    /// Whether the same is so of the game that this one is a part of.
    above: Arc<AtomicBool>,
}

struct Found<G: Game> {
    /// No plan pays more, as far as is known.
    ceiling: f64,
    /// The best plan so far.
    best: Option<Arc<Line<G>>>,
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
    pub(super) quest: &'w Quest<G>,
    pub(super) meter: &'w mut Meter,
    pub(super) rng: &'w mut SearchRng,
    pub(super) slice: Slice,
}

impl<G: Game> Work<'_, G> {
    /// Whether the method is to pause.
    pub(super) fn over(&self) -> bool {
        self.quest.is_over() || self.slice.over(self.meter)
    }

    /// Whether there is time left in the slice and something to look for, for who works without the meter.
    pub(super) fn going_on(&self) -> Box<dyn Fn() -> bool + Send> {
        let (in_slice, over) = (self.slice.going_on(self.meter), self.quest.ends());
        Box::new(move || in_slice() && !over())
    }

    /// The same for what cannot pause at the end of a slice.
    pub(super) fn going_on_beyond_slice(&self) -> impl Fn() -> bool + use<G> {
        let (in_time, over) = (self.meter.going_on(), self.quest.ends());
        move || in_time() && !over()
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
        self.quest.take(Line { goal, moves, states, method }.into());
    }
}

impl<G: Game> Quest<G> {
    pub(super) fn new(root: G::State, ceiling: f64) -> Self {
        Self {
            root,
            found: Mutex::new(Found { ceiling, best: None, lead: None }),
            over: Arc::default(),
            above: Arc::default(),
        }
    }

    /// The same as a part of another one, which is over when that is.
    pub(super) fn part_of<H: Game>(self, whole: &Quest<H>) -> Self {
        Self { above: Arc::clone(&whole.over), ..self }
    }

    /// Tells whether nobody needs to look for anything more.
    fn ends(&self) -> impl Fn() -> bool + use<G> + 'static {
        let (over, above) = (Arc::clone(&self.over), Arc::clone(&self.above));
        move || over.load(Ordering::Relaxed) || above.load(Ordering::Relaxed)
    }

    /// Begins to look for more.
    pub(super) fn begin(&self) {
        self.over.store(self.solved(), Ordering::Relaxed);
    }

    /// Has all who look for something end, until it [begins](Self::begin) again.
    pub(super) fn end(&self) {
        self.over.store(true, Ordering::Relaxed);
    }

    /// Whether nobody needs to look for anything more.
    pub(super) fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed) || self.above.load(Ordering::Relaxed)
    }

    /// Whether the best plan pays as much as any.
    pub(super) fn solved(&self) -> bool {
        self.found.lock().solved()
    }

    /// No plan pays more, as far as is known.
    pub(super) fn ceiling(&self) -> f64 {
        self.found.lock().ceiling
    }

    /// The best plan so far.
    pub(super) fn best(&self) -> Option<Arc<Line<G>>> {
        self.found.lock().best.clone()
    }

    /// Whether a plan that pays so much is better than all before.
    pub(super) fn worth_more(&self, goal: f64) -> bool {
        self.found.lock().worth_more(goal)
    }

    /// Takes a plan if it is better than all before.
    pub(super) fn take(&self, line: Arc<Line<G>>) {
        let mut found = self.found.lock();
        if found.worth_more(line.goal) {
            found.best = Some(line);
        }
        if found.solved() {
            self.end();
        }
    }

    /// It is proven that no plan pays more than this, but for the best one.
    pub(super) fn bound(&self, ceiling: f64) {
        let mut found = self.found.lock();
        let ceiling = found.best.as_ref().map_or(ceiling, |best| best.goal.max(ceiling));
        found.ceiling = found.ceiling.min(ceiling);
        if found.solved() {
            self.end();
        }
    }

    /// Takes the moves to a state that is nearer to the goal than any before.
    pub(super) fn approach(&self, distance: u32, moves: impl FnOnce() -> Vec<G::Move>) {
        let mut found = self.found.lock();
        if found.best.is_none() && found.lead.as_ref().is_none_or(|&(nearest, _)| distance < nearest) {
            found.lead = Some((distance, moves()));
        }
    }

    /// The move towards the state that is nearest to the goal, as long as there is no plan.
    pub(super) fn lead(&self) -> Option<G::Move> {
        self.found.lock().lead.as_ref()?.1.first().copied()
    }
}

impl<G: Game> Found<G> {
    fn solved(&self) -> bool {
        self.best.as_ref().is_some_and(|best| best.goal >= self.ceiling)
    }

    fn worth_more(&self, goal: f64) -> bool {
        self.best.as_ref().is_none_or(|best| goal > best.goal)
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
