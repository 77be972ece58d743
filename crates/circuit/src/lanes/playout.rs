use std::iter::Sum;

use crate::goal::Goal;

/// How a run of playouts continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pace {
    /// Start further playouts, up to the number requested.
    On,
    /// Start no more, and finish those in progress.
    Drain,
    /// Stop at once; playouts in progress are not counted.
    Abandon,
}

/// The results of playouts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Playouts that were finished.
    pub playouts: u64,
    /// Joint moves made, including those of playouts that were abandoned.
    pub plies: u64,
    /// For each role, the sum of its goals in the terminal states reached.
    pub goals: Vec<u64>,
    /// For each role, how many of those states do not give it exactly one goal.
    pub unclear: Vec<u64>,
    /// Playouts that ended at the ply limit.
    pub cut: u64,
    /// Playouts that ended in a state that is not terminal, but where some role has no legal move.
    pub stuck: u64,
}

/// How a playout ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// In a terminal state.
    Terminal,
    /// At the ply limit.
    Cut,
    /// In a state that is not terminal, but where some role has no legal move.
    Stuck,
}

/// One finished playout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Playout<'a> {
    /// The index of its starting state.
    pub start: usize,
    /// How many joint moves were made.
    pub plies: u32,
    /// How it ended.
    pub end: End,
    /// Each role's goal in the terminal state; empty if the playout did not end in one.
    pub goals: &'a [Goal],
    /// Each role's first move; empty if none was made, or without
    /// [`with_first_moves`](crate::Playouts::with_first_moves).
    pub first_moves: &'a [u32],
    /// The moves that were made by choice, in ascending order by their numbers among
    /// [`Playouts::heeded`](crate::Playouts::heeded); each is there once, however often it was made. Empty
    /// without [`with_moves`](crate::Playouts::with_moves).
    pub moves: &'a [u32],
}

impl Tally {
    pub(crate) fn new(roles: usize) -> Self {
        Self { goals: vec![0; roles], unclear: vec![0; roles], ..Self::default() }
    }

    /// Playouts that ended in a terminal state.
    pub fn terminal(&self) -> u64 {
        self.playouts - self.cut - self.stuck
    }
}

/// The results of playouts of one game that were made apart.
impl Sum for Tally {
    fn sum<I: Iterator<Item = Self>>(tallies: I) -> Self {
        fn add(sums: &mut [u64], more: &[u64]) {
            sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
        }
        let sum = tallies.reduce(|mut sum, Self { playouts, plies, goals, unclear, cut, stuck }| {
            sum.playouts += playouts;
            sum.plies += plies;
            add(&mut sum.goals, &goals);
            add(&mut sum.unclear, &unclear);
            sum.cut += cut;
            sum.stuck += stuck;
            sum
        });
        sum.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_counts_everything() {
        let tally = |n: u64| Tally {
            playouts: n,
            plies: 2 * n,
            goals: vec![3 * n, 4 * n],
            unclear: vec![5 * n, 6 * n],
            cut: 7 * n,
            stuck: 8 * n,
        };
        assert_eq!([tally(1), tally(10), tally(100)].into_iter().sum::<Tally>(), tally(111));
        assert_eq!([].into_iter().sum::<Tally>(), Tally::default());
    }
}
