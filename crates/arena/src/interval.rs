use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, Normal};

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
    /// Unlike the textbook's `p ± 1.96 sqrt(p (1 - p) / n)` it stays within 0 and 1 and is right for rates
    /// near them. Without trials it is the whole of `0..1`. A mean of scores between 0 and 1 may stand for
    /// the rate: their variance is at most `p (1 - p)`, so the interval is never too narrow.
    pub fn wilson(successes: f64, trials: u64) -> Self {
        let rate = (trials > 0).then(|| successes / trials as f64);
        Self::of_mean(rate, trials as f64)
    }

    /// The same for a rate that was seen in trials that say as much as so many independent ones, not
    /// necessarily a whole number.
    pub fn of_mean(rate: Option<f64>, effective_trials: f64) -> Self {
        let (Some(p), n) = (rate, effective_trials) else { return Self { low: 0.0, high: 1.0 } };
        let z = Normal::standard().inverse_cdf(0.975);
        let centre = p + z * z / (2.0 * n);
        let half = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
        let scale = 1.0 + z * z / n;
        // Where all or none succeed one end is exact, but for the rounding above.
        let low = if p <= 0.0 { 0.0 } else { ((centre - half) / scale).max(0.0) };
        let high = if p >= 1.0 { 1.0 } else { ((centre + half) / scale).min(1.0) };
        Self { low, high }
    }
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
}
