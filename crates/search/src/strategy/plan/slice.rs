use std::time::{Duration, Instant};

use crate::Meter;

/// The part of a budget that a method has before it is another one's turn: states, or time where no budget of
/// states or playouts makes the search repeatable.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slice {
    /// As many states as the meter may show.
    nodes: u64,
    until: Option<Instant>,
}

/// The time of a method's first slice.
const TIME: Duration = Duration::from_millis(5);

/// The states of a method's first slice.
const NODES: u64 = 1_000;

/// The longest slice, in first ones.
const LONGEST: f64 = 200.0;

/// How much longer the slices of a round are than those of the round before.
const GROWTH: f64 = 2.0;

impl Slice {
    /// A slice of so many first ones.
    pub(super) fn new(length: f64, meter: &Meter) -> Self {
        match meter.budget().nodes.or(meter.budget().playouts) {
            // Nobody waits for so long a slice that it does not fit.
            Some(_) => {
                Self { nodes: meter.effort.nodes.saturating_add((NODES as f64 * length) as u64), until: None }
            }
            None => Self { nodes: u64::MAX, until: Instant::now().checked_add(TIME.mul_f64(length)) },
        }
    }

    /// A slice that is over when this one or another is.
    pub(super) fn within(self, other: &Self) -> Self {
        let until = [self.until, other.until].into_iter().flatten().min();
        Self { nodes: self.nodes.min(other.nodes), until }
    }

    /// The length of the slices in a round, from 0.
    pub(super) fn length(round: u32) -> f64 {
        GROWTH.powi(round.min(1_000) as i32).min(LONGEST)
    }

    /// Whether it is used up, or the budget is.
    pub(super) fn over(&self, meter: &Meter) -> bool {
        meter.spent()
            || meter.effort.nodes >= self.nodes
            || self.until.is_some_and(|until| Instant::now() >= until)
    }

    /// States left in it.
    pub(super) fn nodes_left(&self, meter: &Meter) -> u64 {
        self.nodes.saturating_sub(meter.effort.nodes).min(meter.nodes_left())
    }

    /// Whether there is time left, for who works without the meter.
    pub(super) fn going_on(&self, meter: &Meter) -> Box<dyn Fn() -> bool + Send> {
        let (going_on, until) = (meter.going_on(), self.until);
        Box::new(move || going_on() && until.is_none_or(|until| Instant::now() < until))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Budget;

    #[test]
    fn a_slice_is_of_time_only_where_nothing_else_bounds_the_search() {
        let slice = |budget| Slice::new(1.0, &Meter::start(budget));
        for budget in [
            Budget { nodes: Some(5), ..Budget::default() },
            Budget { playouts: Some(5), ..Budget::default() },
        ] {
            let slice = slice(budget);
            assert_eq!((slice.nodes, slice.until), (NODES, None));
        }
        assert!(slice(Budget::default()).until.is_some());
    }

    #[test]
    fn a_slice_within_another_is_no_longer_than_that() {
        let meter = Meter::start(Budget { nodes: Some(10_000), ..Budget::default() });
        let (short, long) = (Slice::new(1.0, &meter), Slice::new(4.0, &meter));
        assert_eq!([long.within(&short).nodes, short.within(&long).nodes], [NODES, NODES]);
    }
}
