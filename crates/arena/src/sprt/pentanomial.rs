use serde::{Deserialize, Serialize};

/// How often a pair of games with seats swapped came to 0, 1/2, 1, 3/2 and 2 points for the first
/// named player.
///
/// The pair is counted rather than the game because its games are played from the same opening: what the
/// opening gives one side in the first game it gives the other in the second, so their scores are not
/// independent. Pairs are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// The mean score of a game of a pair, outcome by outcome.
    const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

    /// What stands for a count of zero in the likelihood.
    ///
    /// A distribution with a mean beyond all scores seen must put weight on one not seen; were its count
    /// exactly zero, there would be no distribution to compare with. The value is fishtest's. It is so small
    /// that the likelihood is, but for terms below a hundredth, its limit for counts that vanish.
    const UNSEEN: f64 = 1e-3;

    /// Counts one more pair, given the half points of both its games together.
    ///
    /// # Panics
    /// If these are more than four.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points] += 1;
    }

    /// The pairs counted.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The mean score of a game, from 0 to 1; none without pairs.
    pub fn score(&self) -> Option<f64> {
        let half_points: u64 = (0..).zip(self.0).map(|(points, count)| points * count).sum();
        (self.pairs() > 0).then(|| half_points as f64 / (4 * self.pairs()) as f64)
    }

    /// The log of the ratio of two maxima of the likelihood: over all distributions of pairs, and over those
    /// with this mean score of a game, strictly between 0 and 1.
    ///
    /// The second maximum is exact. By the method of Lagrange the distribution has the weights
    /// `p / (1 + x (a - score))` for scores `a` seen with frequency `p`, where `x` makes its mean right (Van
    /// den Bergh, "The generalized maximum likelihood ratio test for the expected value of a distribution",
    /// proposition 1.1; Owen 1988).
    pub(super) fn deviance(&self, score: f64) -> f64 {
        let weighted = Self::SCORES.map(|a| a - score);
        let counts = self.0.map(|count| if count == 0 { Self::UNSEEN } else { count as f64 });
        let x = multiplier(&counts, &weighted);
        counts.iter().zip(weighted).map(|(count, offset)| count * (x * offset).ln_1p()).sum()
    }
}

/// The root `x` of `sum count offset / (1 + x offset)` between the poles of the least and the greatest
/// offset, where the sum falls from infinity to minus infinity: by Newton's method, and by halving where that
/// leaves the bracket.
fn multiplier(counts: &[f64; 5], offsets: &[f64; 5]) -> f64 {
    let (mut low, mut high) = (-1.0 / offsets[4], -1.0 / offsets[0]);
    let mut x = 0.0;
    // Halving alone would take some 60 steps to the last bit.
    for _ in 0..200 {
        let (mut value, mut slope) = (0.0, 0.0);
        for (count, offset) in counts.iter().zip(offsets) {
            let term = offset / (1.0 + x * offset);
            value += count * term;
            slope -= count * term * term;
        }
        *(if value > 0.0 { &mut low } else { &mut high }) = x;
        let step = x - value / slope;
        let next = if low < step && step < high { step } else { f64::midpoint(low, high) };
        if (next - x).abs() <= 1e-15 * x.abs() {
            break;
        }
        x = next;
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_score_is_the_mean_of_a_game() {
        assert_eq!(Pentanomial([1, 0, 0, 0, 1]).score(), Some(0.5));
        assert_eq!(Pentanomial([0, 0, 1, 1, 0]).score(), Some(0.625));
        assert_eq!(Pentanomial::default().score(), None);
    }

    #[test]
    fn pairs_are_counted_by_their_half_points() {
        let mut pairs = Pentanomial::default();
        [4, 0, 3, 4].into_iter().for_each(|half_points| pairs.add(half_points));
        assert_eq!(pairs, Pentanomial([1, 0, 0, 1, 2]));
    }

    #[test]
    fn the_likelihood_is_greatest_at_the_score_seen() {
        let pairs = Pentanomial([3, 20, 51, 30, 6]);
        let seen = pairs.score().expect("pairs");
        assert!(pairs.deviance(seen).abs() < 1e-12);
        assert!(pairs.deviance(seen - 0.01) > 0.0 && pairs.deviance(seen + 0.01) > 0.0);
    }

    #[test]
    fn lost_and_won_pairs_alone_are_a_binomial() {
        // The closed form of what the multiplier finds, but for the scores not seen.
        let (lost, won) = (30.0_f64, 70.0_f64);
        let at = |p: f64| lost * (1.0 - p).ln() + won * p.ln();
        let deviance = Pentanomial([30, 0, 0, 0, 70]).deviance(0.5);
        assert!((deviance - (at(0.7) - at(0.5))).abs() < 0.01, "{deviance}");
    }

    #[test]
    fn means_near_the_ends_have_a_finite_likelihood() {
        for pairs in [[1, 0, 0, 0, 0], [0, 0, 1_000_000, 0, 0], [0, 0, 0, 0, 1], [u64::MAX / 8; 5]] {
            for score in [1e-9, 0.003, 0.5, 0.997, 1.0 - 1e-9] {
                let deviance = Pentanomial(pairs).deviance(score);
                assert!(deviance.is_finite() && deviance > -0.02, "{pairs:?} {score} {deviance}");
            }
        }
    }
}
