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
    /// Whether of plans that pay the same a shorter one is better.
    optimal: bool,
    /// No plan pays more, as far as is known.
    ceiling: f64,
    /// A plan that pays so much or more, and is better than the best one, takes so many plies or more.
    least: (f64, usize),
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

    /// Takes a plan that pays more than any before. It is played from the root, move by move, so that no plan
    /// counts that the rules do not allow.
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
    /// The search for a plan that pays the most: no plan pays more than the `ceiling`. An `optimal` one is a
    /// shortest of these.
    pub(super) fn new(root: G::State, ceiling: f64, optimal: bool) -> Self {
        Self {
            root,
            found: Mutex::new(Found { optimal, ceiling, least: (ceiling, 1), best: None, lead: None }),
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

    /// Whether no plan is better than the best.
    pub(super) fn solved(&self) -> bool {
        self.found.lock().solved()
    }

    /// Whether no plan pays more than the best.
    pub(super) fn pays_most(&self) -> bool {
        self.found.lock().pays_most()
    }

    /// No plan pays more, as far as is known.
    pub(super) fn ceiling(&self) -> f64 {
        self.found.lock().ceiling
    }

    /// The best plan so far.
    pub(super) fn best(&self) -> Option<Arc<Line<G>>> {
        self.found.lock().best.clone()
    }

    /// Whether a plan that pays so much, and takes so many plies, is better than all before.
    pub(super) fn is_better(&self, goal: f64, plies: impl FnOnce() -> usize) -> bool {
        self.found.lock().is_better(goal, plies)
    }

    /// How many plies a plan may take that is better than all before.
    pub(super) fn most_plies(&self) -> usize {
        let found = self.found.lock();
        match &found.best {
            Some(best) if found.pays_most() => best.moves.len() - 1,
            _ => usize::MAX,
        }
    }

    /// How many plies a plan takes at least that pays so much or more and is better than all before.
    pub(super) fn least_plies(&self, goal: f64) -> usize {
        let (least, plies) = self.found.lock().least;
        if goal >= least { plies } else { 1 }
    }

    /// Takes a plan if it is better than all before.
    pub(super) fn take(&self, line: Arc<Line<G>>) {
        self.change(|found| {
            if found.is_better(line.goal, || line.moves.len()) {
                found.best = Some(line);
            }
        });
    }

    /// It is proven that no plan pays more than this, but for the best one.
    pub(super) fn bound(&self, ceiling: f64) {
        self.change(|found| found.bound(ceiling));
    }

    /// It is proven that a plan that pays so much or more, and is better than the best one, takes so many
    /// plies or more.
    pub(super) fn bound_plies(&self, goal: f64, plies: usize) {
        self.change(|found| {
            if goal <= found.ceiling && plies > found.least.1 {
                found.least = (goal, plies);
            }
        });
    }

    /// It is proven that no plan is better than the best one.
    pub(super) fn close(&self) {
        self.change(|found| {
            if let Some((goal, plies)) = found.best.as_ref().map(|best| (best.goal, best.moves.len())) {
                found.bound(goal);
                found.least = (goal, plies);
            }
        });
    }

    fn change(&self, act: impl FnOnce(&mut Found<G>)) {
        let mut found = self.found.lock();
        act(&mut found);
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
    fn pays_most(&self) -> bool {
        self.best.as_ref().is_some_and(|best| best.goal >= self.ceiling)
    }

    fn solved(&self) -> bool {
        let (goal, plies) = self.least;
        let shortest = |best: &Arc<Line<G>>| best.goal >= goal && best.moves.len() <= plies;
        self.pays_most() && (!self.optimal || self.best.as_ref().is_some_and(shortest))
    }

    fn is_better(&self, goal: f64, plies: impl FnOnce() -> usize) -> bool {
        self.best.as_ref().is_none_or(|best| {
            goal > best.goal || self.optimal && goal == best.goal && plies() < best.moves.len()
        })
    }

    fn bound(&mut self, ceiling: f64) {
        let ceiling = self.best.as_ref().map_or(ceiling, |best| best.goal.max(ceiling));
        self.ceiling = self.ceiling.min(ceiling);
        if self.least.0 > self.ceiling {
            self.least = (self.ceiling, 1);
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Counting;

    fn line(goal: f64, plies: usize) -> Arc<Line<Counting>> {
        Line { goal, moves: vec![1; plies], states: vec![(0, 0); plies], method: "a test" }.into()
    }

    fn quest(optimal: bool, lines: &[(f64, usize)]) -> Quest<Counting> {
        let quest = Quest::new((0, 0), 100.0, optimal);
        lines.iter().for_each(|&(goal, plies)| quest.take(line(goal, plies)));
        quest
    }

    fn best(quest: &Quest<Counting>) -> (f64, usize) {
        quest.best().map(|best| (best.goal, best.moves.len())).unwrap()
    }

    #[test]
    fn a_greater_goal_is_better_and_if_that_is_asked_for_a_shorter_plan() {
        let lines = [(50.0, 4), (50.0, 2), (70.0, 9), (50.0, 1), (70.0, 8)];
        assert_eq!(best(&quest(false, &lines)), (70.0, 9));
        assert_eq!(best(&quest(true, &lines)), (70.0, 8));
        assert_eq!(best(&quest(false, &lines[..2])), (50.0, 4));
        assert_eq!(best(&quest(true, &lines[..2])), (50.0, 2));
    }

    #[test]
    fn the_greatest_goal_is_enough_unless_a_shorter_plan_may_pay_it() {
        assert!(quest(false, &[(100.0, 5)]).solved());
        let quest = quest(true, &[(100.0, 5)]);
        assert_eq!((quest.pays_most(), quest.solved(), quest.most_plies()), (true, false, 4));
        quest.bound_plies(0.0, 4);
        assert!(!quest.is_over());
        quest.bound_plies(100.0, 5);
        assert!(quest.solved() && quest.is_over());
    }

    #[test]
    fn what_is_known_of_plans_that_pay_more_says_nothing_of_others() {
        let quest = quest(true, &[(70.0, 5)]);
        quest.bound_plies(100.0, 9);
        assert_eq!([100.0, 70.0].map(|goal| quest.least_plies(goal)), [9, 1]);
        assert_eq!(quest.most_plies(), usize::MAX, "a longer plan may pay more");
        quest.bound(70.0);
        assert_eq!((quest.pays_most(), quest.solved(), quest.most_plies()), (true, false, 4));
        quest.bound_plies(0.0, 3);
        assert_eq!((quest.least_plies(70.0), quest.solved()), (3, false));
        quest.close();
        assert!(quest.solved());
    }

    #[test]
    fn without_a_plan_nothing_is_closed() {
        let quest = quest(true, &[]);
        quest.close();
        assert!(!quest.solved() && quest.best().is_none());
    }
}
