use std::thread;
use std::time::Duration;

use game::Game;

use crate::{Budget, Request, SearchError, SearchRng, Stop, StopGuard, Strategy};

/// A play clock: the time from a request to the arrival of its answer.
///
/// A search must end before the clock does, because the answer needs time to travel, and because a search
/// reads the clock only now and then. The time kept back for both is the *safety margin*.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayClock {
    time: Duration,
    safety: Duration,
}

impl PlayClock {
    /// The safety margin by default: half a second.
    pub const SAFETY: Duration = Duration::from_millis(500);

    /// A clock of this time, with the default safety margin.
    pub fn new(time: Duration) -> Self {
        Self { time, safety: Self::SAFETY }
    }

    /// The same clock with another safety margin.
    #[must_use]
    pub fn with_safety(mut self, safety: Duration) -> Self {
        self.safety = safety;
        self
    }

    /// The budget of a decision: the time without the safety margin, but at least a tenth of the time.
    pub fn budget(&self) -> Budget {
        let kept = self.safety.min(self.time / 10 * 9);
        Budget { time: Some(self.time - kept), ..Budget::default() }
    }
}

/// Lets a strategy [ponder](Strategy::ponder) on `state` in a thread of its own while `wait` waits for the
/// other roles, and returns what `wait` returns.
///
/// # Errors
/// If pondering failed; the result of `wait` is lost then.
pub fn ponder_while<G: Game, T>(
    strategy: &mut dyn Strategy<G>,
    game: &G,
    state: &G::State,
    role: usize,
    rng: &mut SearchRng,
    wait: impl FnOnce() -> T,
) -> Result<T, SearchError> {
    let stop = Stop::default();
    thread::scope(|scope| {
        // Pressed also when waiting ends in a panic.
        let release = StopGuard(stop.clone());
        let pondering = scope.spawn(|| {
            let budget = Budget { stop, ..Budget::default() };
            strategy.ponder(Request::new(game, state, role, rng).within(budget))
        });
        let arrived = wait();
        drop(release);
        match pondering.join() {
            Ok(pondered) => pondered.map(|()| arrived),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use rand::SeedableRng;

    use super::*;
    use crate::testing::Counting;
    use crate::{Decision, Random};

    /// Ponders until it is stopped, and says so by the move it makes then.
    struct Patient(bool);

    impl Strategy<Counting> for Patient {
        fn choose(&mut self, _: Request<'_, Counting>) -> Result<Decision<u8>, SearchError> {
            Ok(Decision::unsearched(if self.0 { 2 } else { 1 }))
        }

        fn ponder(&mut self, request: Request<'_, Counting>) -> Result<(), SearchError> {
            while !request.budget.stop.pressed() {
                thread::yield_now();
            }
            self.0 = true;
            Ok(())
        }
    }

    fn rng() -> SearchRng {
        SearchRng::seed_from_u64(0)
    }

    #[test]
    fn half_a_second_of_a_clock_is_kept_back_unless_somebody_says_otherwise() {
        let time = |clock: PlayClock| clock.budget().time;
        let clock = PlayClock::new(Duration::from_secs(2));
        assert_eq!(time(clock), Some(Duration::from_millis(1500)));
        assert_eq!(time(clock.with_safety(Duration::from_millis(50))), Some(Duration::from_millis(1950)));
    }

    #[test]
    fn a_search_has_at_least_a_tenth_of_the_clock() {
        let time = |seconds: f64| PlayClock::new(Duration::from_secs_f64(seconds)).budget().time;
        assert_eq!(time(0.5), Some(Duration::from_millis(50)));
        assert_eq!(time(0.55), Some(Duration::from_millis(55)));
        assert_eq!(time(5.0), Some(Duration::from_millis(4500)));
        assert_eq!(time(0.0), Some(Duration::ZERO));
        let careful = PlayClock::new(Duration::from_secs(2)).with_safety(Duration::from_secs(3));
        assert_eq!(careful.budget().time, Some(Duration::from_millis(200)));
    }

    #[test]
    fn a_strategy_ponders_until_what_is_waited_for_arrives() {
        let mut patient = Patient(false);
        let arrived = ponder_while(&mut patient, &Counting, &(0, 1), 0, &mut rng(), || "a move").unwrap();
        assert_eq!((arrived, patient.0), ("a move", true));
    }

    #[test]
    fn a_strategy_that_keeps_nothing_does_not_ponder() {
        let arrived = ponder_while(&mut Random, &Counting, &(0, 1), 0, &mut rng(), || 7);
        assert_eq!(arrived, Ok(7));
    }

    #[test]
    fn pondering_ends_when_waiting_fails() {
        let mut patient = Patient(false);
        let wait = || -> u8 { panic!("the line is dead") };
        let ponder = || ponder_while(&mut patient, &Counting, &(0, 1), 0, &mut rng(), wait);
        assert!(catch_unwind(AssertUnwindSafe(ponder)).is_err());
        assert!(patient.0);
    }
}
