use rand::Rng;

/// Uniform draws of small numbers, many of them from one word of the generator.
///
/// The word is read as a fraction of 1. Times `n`, its whole part is the draw, and what is left is a fraction
/// again, good for the next one. Before the bounds drawn from a word multiply to more than 2^32 it is
/// replaced, so that no number's probability is off by more than 2^-32 of itself.
///
/// Source: Nevin Brackett-Rozinsky and Daniel Lemire, Batched Ranged Random Integer Generation, 2024.
pub(super) struct Draws<'r, R> {
    rng: &'r mut R,
    fraction: u64,
    /// The product of the bounds drawn from this word.
    bounds: u64,
}

impl<'r, R: Rng> Draws<'r, R> {
    pub(super) fn new(rng: &'r mut R) -> Self {
        let fraction = rng.next_u64();
        Self { rng, fraction, bounds: 1 }
    }

    /// A number in `0..n`; `n` is 1 to 2^32.
    #[inline(always)]
    pub(super) fn below(&mut self, n: usize) -> usize {
        let n = n as u64;
        self.bounds *= n;
        if self.bounds > 1 << 32 {
            self.fraction = self.rng.next_u64();
            self.bounds = n;
        }
        let product = u128::from(self.fraction) * u128::from(n);
        self.fraction = product as u64;
        (product >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    #[test]
    fn draws_are_uniform_and_independent_of_the_one_before() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        let mut draws = Draws::new(&mut rng);
        for n in [2, 3, 7, 20, 60] {
            let mut pairs = vec![0_u32; n * n];
            let expected = 400.0;
            for _ in 0..n * n * 400 {
                pairs[draws.below(n) * n + draws.below(n)] += 1;
            }
            let chi_squared: f64 = pairs.iter().map(|&c| (f64::from(c) - expected).powi(2) / expected).sum();
            let freedom = (n * n - 1) as f64;
            // Six standard deviations of the chi-squared distribution; the generator's seed is fixed.
            assert!((chi_squared - freedom).abs() < 6.0 * (2.0 * freedom).sqrt(), "{n}: {chi_squared}");
        }
    }

    #[test]
    fn the_only_number_below_1_is_0() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        let mut draws = Draws::new(&mut rng);
        assert!((0..100).all(|_| draws.below(1) == 0));
    }
}
