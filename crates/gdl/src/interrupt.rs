use std::cell::Cell;
use std::fmt;
use std::time::{Duration, Instant};

/// When work that may take long is to end before it is done: when its time is up, or when nobody wants it
/// any more.
///
/// Such work asks at each small step: for a word of a text, for a rule, for a gate. Once interrupted, it
/// stays so.
///
/// ```
/// use std::time::Duration;
/// use spielbaum_gdl::{Interrupt, Interrupted};
///
/// fn sum(numbers: impl Iterator<Item = u64>, interrupt: &Interrupt<'_>) -> Result<u64, Interrupted> {
///     let mut sum = 0_u64;
///     for number in numbers {
///         interrupt.check()?;
///         sum = sum.wrapping_add(number);
///     }
///     Ok(sum)
/// }
///
/// assert_eq!(sum(0..10, &Interrupt::never()), Ok(45));
/// assert_eq!(sum(0.., &Interrupt::after(Duration::ZERO)), Err(Interrupted::TimeUp { limit: Duration::ZERO }));
/// assert_eq!(sum(0.., &Interrupt::unless(&|| false)), Err(Interrupted::Cancelled));
/// ```
pub struct Interrupt<'a> {
    /// The time, and when it is up.
    limit: Cell<Option<(Duration, Instant)>>,
    go_on: Option<&'a dyn Fn() -> bool>,
    /// Steps until the clock is read.
    left: Cell<u32>,
    interrupted: Cell<Option<Interrupted>>,
}

/// Why work ended before it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Interrupted {
    /// It took too long.
    #[error("it takes more than {limit:?}")]
    TimeUp {
        /// The time that it had.
        limit: Duration,
    },
    /// Nobody wants its result any more.
    #[error("it was cancelled")]
    Cancelled,
}

impl<'a> Interrupt<'a> {
    /// Steps between two readings of the clock. A reading takes some 20 ns; a step takes from a nanosecond to
    /// some tenths of a millisecond.
    const STRIDE: u32 = 64;

    /// Lets work be done to its end.
    pub fn never() -> Self {
        Self { limit: Cell::new(None), go_on: None, left: Cell::new(0), interrupted: Cell::new(None) }
    }

    /// Ends work when so much time has passed from now on.
    pub fn after(limit: Duration) -> Self {
        Self::never().within(limit)
    }

    /// Ends work when `go_on`, which is called many times a second, returns false.
    pub fn unless(go_on: &'a dyn Fn() -> bool) -> Self {
        Self { go_on: Some(go_on), ..Self::never() }
    }

    /// The same, and when so much time has passed from now on, instead of any earlier time.
    #[must_use]
    pub fn within(self, limit: Duration) -> Self {
        self.within_since(Instant::now(), limit)
    }

    /// The same, and when so much time has passed since `start`, instead of any earlier time.
    #[must_use]
    pub fn within_since(self, start: Instant, limit: Duration) -> Self {
        self.limit.set(Self::end(start, limit));
        self
    }

    /// Gives work that goes on so much time from now on, instead of what is left.
    pub fn extend(&self, limit: Duration) {
        self.limit.set(Self::end(Instant::now(), limit));
    }

    /// A limit and when it is reached; a time that overflows the clock is none.
    fn end(start: Instant, limit: Duration) -> Option<(Duration, Instant)> {
        start.checked_add(limit).map(|end| (limit, end))
    }

    /// Asks at a step, which should not take more than some tenths of a millisecond.
    ///
    /// # Errors
    /// If the work is to end.
    #[inline]
    pub fn check(&self) -> Result<(), Interrupted> {
        match self.left.get() {
            0 => self.check_now(),
            left => {
                self.left.set(left - 1);
                Ok(())
            }
        }
    }

    /// Asks at a step that takes longer.
    ///
    /// # Errors
    /// If the work is to end.
    #[cold]
    pub fn check_now(&self) -> Result<(), Interrupted> {
        if self.interrupted.get().is_none() {
            let up = self.limit.get().filter(|&(_, end)| Instant::now() >= end);
            self.interrupted.set(match up {
                Some((limit, _)) => Some(Interrupted::TimeUp { limit }),
                None if self.go_on.is_some_and(|go_on| !go_on()) => Some(Interrupted::Cancelled),
                None => None,
            });
        }
        match self.interrupted.get() {
            Some(interrupted) => {
                self.left.set(0);
                Err(interrupted)
            }
            None => {
                self.left.set(Self::STRIDE - 1);
                Ok(())
            }
        }
    }

    /// A list of so many values, each made from its place; asks at each. A long list takes its time, as
    /// memory that is used for the first time is slow.
    ///
    /// # Errors
    /// If the work is to end.
    pub fn list<T>(&self, length: usize, mut make: impl FnMut(usize) -> T) -> Result<Vec<T>, Interrupted> {
        let mut list = Vec::with_capacity(length);
        for place in 0..length {
            self.check()?;
            list.push(make(place));
        }
        Ok(list)
    }

    /// Why the work was to end when it asked last, if it was.
    pub fn interrupted(&self) -> Option<Interrupted> {
        self.interrupted.get()
    }
}

impl fmt::Debug for Interrupt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Interrupt")
            .field("limit", &self.limit.get().map(|(limit, _)| limit))
            .field("interrupted", &self.interrupted)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_may_cancel_is_asked_once_in_a_stride() {
        let asked = Cell::new(0);
        let go_on = || {
            asked.set(asked.get() + 1);
            true
        };
        let interrupt = Interrupt::unless(&go_on);
        for _ in 0..10 * Interrupt::STRIDE {
            interrupt.check().unwrap();
        }
        assert_eq!(asked.get(), 10);
        interrupt.check_now().unwrap();
        assert_eq!(asked.get(), 11);
    }

    #[test]
    fn what_is_interrupted_stays_so_and_asks_no_more() {
        let asked = Cell::new(0);
        let go_on = || {
            asked.set(asked.get() + 1);
            asked.get() != 2
        };
        let interrupt = Interrupt::unless(&go_on);
        assert_eq!(interrupt.interrupted(), None);
        let steps = (0..).take_while(|_| interrupt.check().is_ok()).count();
        assert_eq!(steps, Interrupt::STRIDE as usize);
        assert_eq!(interrupt.check(), Err(Interrupted::Cancelled));
        assert_eq!(interrupt.interrupted(), Some(Interrupted::Cancelled));
        assert_eq!(asked.get(), 2);
    }

    #[test]
    fn time_is_given_anew_to_work_that_goes_on() {
        let interrupt = Interrupt::after(Duration::ZERO);
        interrupt.extend(Duration::MAX);
        assert_eq!(interrupt.check_now(), Ok(()));
        interrupt.extend(Duration::ZERO);
        let ended = Err(Interrupted::TimeUp { limit: Duration::ZERO });
        assert_eq!(interrupt.check_now(), ended);
        interrupt.extend(Duration::MAX);
        assert_eq!(interrupt.check_now(), ended, "it has ended");
    }

    #[test]
    fn a_time_beyond_the_clock_is_no_limit() {
        assert_eq!(Interrupt::after(Duration::MAX).check_now(), Ok(()));
    }
}
