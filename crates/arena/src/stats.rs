use game::Goal;
use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, Normal};

use crate::Outcome;

/// An interval of rates, each from 0 to 1; in JSON `[low, high]`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "[f64; 2]", into = "[f64; 2]")]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl From<[f64; 2]> for Interval {
    fn from([low, high]: [f64; 2]) -> Self {
        Self { low, high }
    }
}

impl From<Interval> for [f64; 2] {
    fn from(interval: Interval) -> Self {
        [interval.low, interval.high]
    }
}

impl Interval {
    /// The 95 % score interval of Wilson (1927) for a rate of which `successes` were seen in `trials`.
    ///
    /// Unlike the textbook's `p ± 1.96 sqrt(p (1 - p) / n)` it stays within 0 and 1 and is right for rates near them. Without
    /// trials it is the whole of `0..1`. A mean of scores between 0 and 1 may stand for the rate: their variance is at
    /// most `p (1 - p)`, so the interval is never too narrow.
    pub fn wilson(successes: f64, trials: u64) -> Self {
        if trials == 0 {
            return Self { low: 0.0, high: 1.0 };
        }
        let z = Normal::standard().inverse_cdf(0.975);
        let n = trials as f64;
        let p = successes / n;
        let centre = p + z * z / (2.0 * n);
        let half = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
        let scale = 1.0 + z * z / n;
        // Where all or none succeed one end is exact, but for the rounding above.
        let low = if successes <= 0.0 { 0.0 } else { ((centre - half) / scale).max(0.0) };
        let high = if successes >= n { 1.0 } else { ((centre + half) / scale).min(1.0) };
        Self { low, high }
    }
}

/// What the matches of one pairing came to, seat by seat. Counts and integer sums only, so the order in which matches are
/// added does not matter, not even to the last bit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tally {
    /// A single role wins with this goal.
    top: Goal,
    pub(crate) games: u64,
    pub(crate) unfinished: u64,
    pub(crate) draws: u64,
    plies: u64,
    goals: Vec<i64>,
    /// For each role and each `m` from 1, in how many matches it was one of `m` roles with the greatest goal.
    shared: Vec<Vec<u64>>,
}

impl Tally {
    pub(crate) fn new(roles: usize, top: Goal) -> Self {
        Self {
            top,
            games: 0,
            unfinished: 0,
            draws: 0,
            plies: 0,
            goals: vec![0; roles],
            shared: vec![vec![0; roles]; roles],
        }
    }

    pub(crate) fn add(&mut self, outcome: &Outcome, plies: u64) {
        self.games += 1;
        self.plies += plies;
        let Outcome::Goals(goals) = outcome else {
            self.unfinished += 1;
            return;
        };
        self.goals.iter_mut().zip(goals).for_each(|(sum, goal)| *sum += i64::from(*goal));
        let greatest = match goals.as_slice() {
            [_] => self.top,
            goals => goals.iter().copied().max().unwrap_or(self.top),
        };
        let winners = goals.iter().filter(|&&goal| goal == greatest).count();
        self.draws += u64::from(winners > 1);
        for (shared, goal) in self.shared.iter_mut().zip(goals) {
            if *goal == greatest {
                shared[winners - 1] += 1;
            }
        }
    }

    pub(crate) fn finished(&self) -> u64 {
        self.games - self.unfinished
    }

    pub(crate) fn wins(&self, role: usize) -> u64 {
        self.shared[role][0]
    }

    /// A win scores 1, one of `m` greatest goals 1/m, all else 0.
    pub(crate) fn score(&self, role: usize) -> f64 {
        self.shared[role].iter().zip(1..).map(|(&matches, m)| matches as f64 / f64::from(m)).sum()
    }

    pub(crate) fn mean_goal(&self, role: usize) -> Option<f64> {
        mean(self.goals[role] as f64, self.finished())
    }

    pub(crate) fn mean_plies(&self) -> Option<f64> {
        mean(self.plies as f64, self.games)
    }
}

pub(crate) fn mean(sum: f64, count: u64) -> Option<f64> {
    (count > 0).then(|| sum / count as f64)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    /// Newcombe (1998), Statistics in Medicine 17, table I, method 3.
    #[rstest]
    #[case(81, 263, 0.2553, 0.3662)]
    #[case(15, 148, 0.0624, 0.1605)]
    #[case(0, 20, 0.0000, 0.1611)]
    #[case(1, 29, 0.0061, 0.1718)]
    fn wilson_gives_the_published_values(
        #[case] successes: u32,
        #[case] trials: u64,
        #[case] low: f64,
        #[case] high: f64,
    ) {
        let interval = Interval::wilson(successes.into(), trials);
        assert!((interval.low - low).abs() < 5e-5 && (interval.high - high).abs() < 5e-5, "{interval:?}");
    }

    #[rstest]
    fn all_and_none_have_an_exact_end(#[values(1, 5, 30, 100)] trials: u64) {
        assert_eq!(Interval::wilson(0.0, trials).low, 0.0);
        assert_eq!(Interval::wilson(trials as f64, trials).high, 1.0);
    }

    #[test]
    fn no_trials_say_nothing() {
        assert_eq!(Interval::wilson(0.0, 0), Interval { low: 0.0, high: 1.0 });
    }

    proptest! {
        #[test]
        fn wilson_holds_its_rate_within_0_and_1(trials in 1..10_000_u64, share in 0.0..=1.0_f64) {
            let rate = (share * trials as f64).round() / trials as f64;
            let Interval { low, high } = Interval::wilson(rate * trials as f64, trials);
            prop_assert!(0.0 <= low && low <= rate + 1e-12 && rate - 1e-12 <= high && high <= 1.0);
        }
    }

    fn tally(roles: usize, goals: &[&[Goal]]) -> Tally {
        let mut tally = Tally::new(roles, 100);
        goals.iter().for_each(|goals| tally.add(&Outcome::Goals(goals.to_vec()), 4));
        tally
    }

    #[test]
    fn the_strictly_greatest_goal_wins() {
        let tally = tally(3, &[&[60, 40, 0], &[50, 50, 0], &[30, 30, 30], &[0, 0, 1]]);
        assert_eq!([0, 1, 2].map(|role| tally.wins(role)), [1, 0, 1]);
        assert_eq!((tally.games, tally.draws), (4, 2));
        assert_eq!(tally.score(0), 1.0 + 1.0 / 2.0 + 1.0 / 3.0);
        assert_eq!(tally.mean_goal(0), Some(35.0));
    }

    #[test]
    fn a_single_role_wins_with_the_top_goal() {
        let tally = tally(1, &[&[100], &[99], &[0]]);
        assert_eq!((tally.wins(0), tally.draws), (1, 0));
    }

    #[test]
    fn a_match_cut_short_counts_as_a_game_without_goals() {
        let mut tally = tally(2, &[&[100, 0]]);
        tally.add(&Outcome::PlyLimit, 10);
        assert_eq!((tally.games, tally.unfinished, tally.wins(0)), (2, 1, 1));
        assert_eq!((tally.mean_goal(0), tally.mean_plies()), (Some(100.0), Some(7.0)));
    }
}
