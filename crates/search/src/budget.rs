use std::cell::OnceCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use game::{Game, gave_up};

use crate::deadline::Deadline;
use crate::{Effort, SearchError};

/// The bounds on one decision. A search stops at the first bound it meets; an absent bound does not count.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// Playouts and proven visits together.
    pub playouts: Option<u64>,
    /// States visited.
    pub nodes: Option<u64>,
    /// Plies looked ahead.
    pub depth: Option<u32>,
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Ends the search early when it is pressed.
    pub stop: Stop,
}

/// A stop flag shared by a search and those who may end it, such as a Ctrl-C handler.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Asks every search that shares this flag to end.
    pub fn press(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it has been pressed.
    pub fn pressed(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Presses a stop flag when it is dropped, so that a search whose result nobody waits for ends.
#[derive(Debug)]
pub struct StopGuard(pub Stop);

impl StopGuard {
    /// Presses the flag now.
    pub fn press(&self) {
        self.0.press();
    }
}

impl Drop for StopGuard {
    fn drop(&mut self) {
        self.0.press();
    }
}

impl Budget {
    /// The tighter of two budgets, bound by bound; the stop flag is `other`'s.
    #[must_use]
    pub fn tightened_by(&self, other: &Budget) -> Budget {
        fn least<T: Ord + Copy>(a: Option<T>, b: Option<T>) -> Option<T> {
            a.into_iter().chain(b).min()
        }
        Budget {
            playouts: least(self.playouts, other.playouts),
            nodes: least(self.nodes, other.nodes),
            depth: least(self.depth, other.depth),
            time: least(self.time, other.time),
            stop: other.stop.clone(),
        }
    }

    /// The same budget if it [ends](Self::ends) a search, else the same with a bound on the playouts.
    #[must_use]
    pub(crate) fn or_playouts(mut self, playouts: u64) -> Budget {
        if !self.ends() {
            self.playouts = Some(playouts);
        }
        self
    }

    /// Whether a search that started then may go on, as far as time and the stop flag say.
    pub(crate) fn going_on(&self, started: Instant) -> impl Fn() -> bool + use<> {
        // A time that overflows the clock is no bound.
        let end = self.time.and_then(|time| started.checked_add(time));
        let stop = self.stop.clone();
        move || !stop.pressed() && end.is_none_or(|end| Instant::now() < end)
    }

    /// Whether playouts, states or time are bounded, so that a search that has no end of its own ends.
    pub fn ends(&self) -> bool {
        self.playouts.is_some() || self.nodes.is_some() || self.time.is_some()
    }
}

/// A budget in use: counts what a search spends, and says when to stop. It also keeps the error that a search
/// ends with.
#[derive(Debug)]
pub struct Meter {
    budget: Budget,
    deadline: Deadline,
    error: OnceCell<SearchError>,
    remark: OnceCell<String>,
    /// What has been spent so far.
    pub effort: Effort,
    /// Bytes of the states that a depth-first search is in the middle of. No budget bounds them, and a game
    /// without an end would fill all memory.
    pub(crate) open_bytes: u64,
}

/// As many bytes as the [open states](Meter::open_bytes) of a search may fill.
const OPEN_BYTES: u64 = 1 << 28;

impl Meter {
    /// Starts the clock.
    pub fn start(budget: Budget) -> Self {
        let (error, remark) = (OnceCell::new(), OnceCell::new());
        Self {
            deadline: Deadline::new(budget.time),
            budget,
            error,
            remark,
            effort: Effort::default(),
            open_bytes: 0,
        }
    }

    /// The part of one of `count` searches that run side by side: its share of the playouts and of the nodes
    /// that are left, and the same clock.
    pub(crate) fn share(&self, number: u64, count: u64) -> Self {
        let share = |total: u64| total / count + u64::from(number < total % count);
        let playouts = self.budget.playouts.map(share);
        let nodes = self.budget.nodes.map(|nodes| share(nodes.saturating_sub(self.effort.nodes)));
        let budget = Budget { playouts, nodes, ..self.budget.clone() };
        Self { deadline: Deadline::since(self.deadline.started(), budget.time), ..Self::start(budget) }
    }

    /// The same clock, and what is left of the bounds when the last part of the time and of the nodes, from 0
    /// to 1, is not used.
    pub(crate) fn leaving(&self, part: f64) -> Self {
        let used = 1.0 - part;
        let time = self.budget.time.map(|time| time.mul_f64(used));
        let nodes =
            self.budget.nodes.map(|nodes| ((nodes as f64 * used) as u64).saturating_sub(self.effort.nodes));
        let budget = Budget { nodes, time, ..self.budget.clone() };
        Self { deadline: Deadline::since(self.deadline.started(), time), ..Self::start(budget) }
    }

    /// Takes over what a search that ran beside this one has counted, and its error and its remark where this
    /// one has none.
    pub(crate) fn add(&mut self, other: Self) {
        self.effort += other.effort;
        // The first ones count.
        let _ = other.error.into_inner().map(|error| self.error.set(error));
        let _ = other.remark.into_inner().map(|remark| self.remark.set(remark));
    }

    /// Whether a bound has been met. Searches ask at every node and playout; where they do so in quick
    /// succession, not every question reads the clock.
    pub fn spent(&self) -> bool {
        self.too_deep() || self.nodes_left() == 0 || self.playouts_left() == 0 || self.interrupted()
    }

    /// Whether a depth-first search went so deep that there is no memory for more, which ends it.
    pub(crate) fn too_deep(&self) -> bool {
        self.open_bytes > OPEN_BYTES
    }

    /// The goal of `role` in a terminal state; none if there was [no time](Self::cut_short) to work it out.
    /// If the rules give none, which is an [error](Self::error) of the search, it is the least of the range.
    pub fn goal<G: Game>(&self, game: &G, state: &G::State, role: usize) -> Option<f64> {
        let goal = game.goal(state, role);
        if self.cut_short() {
            return None;
        }
        if let Some(fault) = game.fault(state) {
            self.fail(fault);
        } else if self.remark.get().is_none()
            && let Some(remark) = game.notation().remark(state)
        {
            let _ = self.remark.set(remark);
        }
        Some(f64::from(goal))
    }

    /// Ends the search, for there is no answer in a state that it came to: by the rules, or by its evaluator.
    pub fn fail(&self, error: impl Into<SearchError>) {
        // That there was no time for an answer is no error, and whatever was found afterwards is not sure to
        // be one.
        if !self.cut_short() {
            // The first one counts.
            let _ = self.error.set(error.into());
        }
    }

    /// Whether the rules were asked for something that they had no time to answer: what the search was about
    /// to find is worth nothing, and only what it has found before counts.
    pub fn cut_short(&self) -> bool {
        gave_up()
    }

    /// Why there was no answer, if the search came to such a state.
    pub fn error(&self) -> Option<&SearchError> {
        self.error.get()
    }

    /// What people should know about the goals that the search has met, if some are doubtful.
    pub fn remark(&self) -> Option<&str> {
        self.remark.get().map(String::as_str)
    }

    /// How many more states can be visited before [`spent`](Self::spent).
    pub fn nodes_left(&self) -> u64 {
        self.budget.nodes.map_or(u64::MAX, |bound| bound.saturating_sub(self.effort.nodes))
    }

    /// How many more playouts can be made, or proven visits counted, before [`spent`](Self::spent).
    pub fn playouts_left(&self) -> u64 {
        self.budget.playouts.map_or(u64::MAX, |bound| bound.saturating_sub(self.effort.visits()))
    }

    /// Whether there are a playout and time left for an evaluator's opinion of a state that has been visited.
    pub(crate) fn allows_opinion(&self) -> bool {
        self.playouts_left() > 0 && !self.interrupted()
    }

    /// Whether the time is up, the stop flag pressed, or there was no answer: then even a playout under
    /// way ends.
    pub fn interrupted(&self) -> bool {
        self.error.get().is_some()
            || self.cut_short()
            || self.deadline.has_passed()
            || self.budget.stop.pressed()
    }

    /// Whether the search may go on, for whoever works for it without the meter.
    pub(crate) fn going_on(&self) -> impl Fn() -> bool + use<> {
        self.budget.going_on(self.deadline.started())
    }

    /// The budget in use.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.deadline.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tighter_bound_holds_bound_by_bound() {
        let a = Budget { playouts: Some(10), depth: Some(3), ..Budget::default() };
        let b = Budget { playouts: Some(20), depth: Some(2), nodes: Some(5), ..Budget::default() };
        let both = a.tightened_by(&b);
        assert_eq!((both.playouts, both.nodes, both.depth, both.time), (Some(10), Some(5), Some(2), None));
        b.stop.press();
        assert!(both.stop.pressed());
    }

    #[test]
    fn a_search_ends_by_playouts_states_or_time_but_not_by_depth() {
        assert!(!Budget { depth: Some(1), ..Budget::default() }.ends());
        assert!(Budget { playouts: Some(1), ..Budget::default() }.ends());
        assert!(Budget { nodes: Some(1), ..Budget::default() }.ends());
        assert!(Budget { time: Some(Duration::MAX), ..Budget::default() }.ends());
    }

    #[test]
    fn what_searches_side_by_side_have_counted_adds_up_and_the_first_error_counts() {
        let meter = |nodes, error: Option<&'static str>| {
            let mut meter = Meter::start(Budget::default());
            (meter.effort.nodes, meter.effort.playouts) = (nodes, 1);
            error.into_iter().for_each(|strategy| {
                meter.fail(SearchError::Inapplicable { strategy, why: String::new() });
            });
            meter
        };
        let mut all = meter(5, None);
        for other in [meter(7, Some("a")), meter(9, Some("b"))] {
            all.add(other);
        }
        assert_eq!((all.effort.nodes, all.effort.playouts), (21, 3));
        assert!(matches!(all.error(), Some(SearchError::Inapplicable { strategy: "a", .. })));
    }

    #[test]
    fn a_meter_is_spent_at_the_first_bound_it_meets() {
        let mut meter = Meter::start(Budget { playouts: Some(2), nodes: Some(3), ..Budget::default() });
        meter.effort.nodes = 2;
        meter.effort.playouts = 1;
        assert!(!meter.spent());
        assert_eq!((meter.nodes_left(), meter.playouts_left()), (1, 1));
        meter.effort.playouts = 2;
        assert!(meter.spent());
        meter.effort.playouts = 3;
        assert!(meter.spent() && meter.playouts_left() == 0);
        (meter.effort.playouts, meter.effort.proven_visits) = (1, 1);
        assert!(meter.spent(), "a visit is a visit, with a playout or without");
        assert!(!Meter::start(Budget::default()).spent());
        assert!(Meter::start(Budget { time: Some(Duration::ZERO), ..Budget::default() }).spent());
    }
}
