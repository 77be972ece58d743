use std::cell::Cell;
use std::time::{Duration, Instant};

/// The end of the time that a search has, for questions at every node.
///
/// To read the clock takes some 20 ns, a good part of what a node of a quick game takes. So where questions
/// come in quick succession most are answered by the time that was read last.
#[derive(Debug)]
pub(crate) struct Deadline {
    started: Instant,
    time: Option<Duration>,
    /// The time when the clock was read last.
    read: Cell<Duration>,
    /// Questions from one reading to the next that are answered without one, and how many of them are left.
    stride: Cell<u32>,
    left: Cell<u32>,
}

/// Time between two readings that is short enough for a longer stride.
const SHORT: Duration = Duration::from_micros(5);

/// The longest stride. After it the questions may come slowly, a state each that takes milliseconds.
const LONGEST: u32 = 15;

impl Deadline {
    /// So much time from now on, or without end.
    pub(crate) fn new(time: Option<Duration>) -> Self {
        Self::since(Instant::now(), time)
    }

    /// So much time from then on, or without end.
    pub(crate) fn since(started: Instant, time: Option<Duration>) -> Self {
        let (read, stride, left) = (Cell::new(Duration::ZERO), Cell::new(0), Cell::new(0));
        Self { started, time, read, stride, left }
    }

    /// Whether the time is up, as far as the clock has been read. Once it is, it stays so.
    #[inline]
    pub(crate) fn has_passed(&self) -> bool {
        let Some(time) = self.time else { return false };
        if let Some(left) = self.left.get().checked_sub(1) {
            self.left.set(left);
            return false;
        }
        let now = self.elapsed();
        if now >= time {
            return true;
        }
        let stride = next_stride(self.stride.get(), now.saturating_sub(self.read.replace(now)));
        self.stride.set(stride);
        self.left.set(stride);
        false
    }

    /// When it began. The next question reads the clock.
    pub(crate) fn started(&self) -> Instant {
        self.left.set(0);
        self.started
    }

    /// Time since it began. The next question reads the clock, too: who has been told the time goes by it.
    pub(crate) fn elapsed(&self) -> Duration {
        self.left.set(0);
        self.started.elapsed()
    }
}

/// The stride after one that took so long.
fn next_stride(stride: u32, took: Duration) -> u32 {
    if took < SHORT { (2 * stride + 1).min(LONGEST) } else { stride / 2 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_is_read_less_often_where_questions_come_quickly() {
        let strides = |stride, took| {
            let next = |&stride: &u32| Some(next_stride(stride, took));
            std::iter::successors(Some(stride), next).take(6).collect::<Vec<_>>()
        };
        assert_eq!(strides(0, Duration::from_micros(1)), [0, 1, 3, 7, 15, 15]);
        assert_eq!(strides(15, Duration::from_micros(50)), [15, 7, 3, 1, 0, 0]);
    }

    #[test]
    fn a_time_that_is_up_stays_so_and_no_time_never_is() {
        let over = Deadline::new(Some(Duration::ZERO));
        assert!((0..40).all(|_| over.has_passed()));
        let (endless, long) = (Deadline::new(None), Deadline::new(Some(Duration::MAX)));
        assert!(!(0..40).any(|_| endless.has_passed() || long.has_passed()));
        // Sooner or later the clock is read.
        let short = Deadline::new(Some(Duration::from_millis(2)));
        while !short.has_passed() {}
        assert!(short.elapsed() >= Duration::from_millis(2) && short.has_passed());
    }

    #[test]
    fn who_has_seen_that_the_time_is_up_is_told_so() {
        let short = Deadline::new(Some(Duration::from_millis(2)));
        while short.elapsed() < Duration::from_millis(2) {
            let _ = (0..20).any(|_| short.has_passed());
        }
        assert!(short.has_passed());
    }
}
