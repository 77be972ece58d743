use super::word::{self, Word};

/// Random bits for every lane: xoshiro256++ (Blackman & Vigna, *Scrambled Linear Pseudorandom Number Generators*, 2021), one generator for
/// each 64 lanes.
#[derive(Clone, Debug)]
pub(crate) struct Random<const W: usize> {
    state: [Word<W>; 4],
}

impl<const W: usize> Random<W> {
    /// The generators of a seed. Their states are outputs of SplitMix64: first the first word of every generator, then the second, and so on.
    pub(crate) fn new(mut seed: u64) -> Self {
        let mut split_mix = || {
            let number = scrambled(seed);
            seed = seed.wrapping_add(STEP);
            number
        };
        Self { state: std::array::from_fn(|_| std::array::from_fn(|_| split_mix())) }
    }

    /// A random bit for every lane.
    #[inline(always)]
    pub(crate) fn next(&mut self) -> Word<W> {
        let [s0, s1, s2, s3] = &mut self.state;
        let mut bits = [0; W];
        for (i, bits) in bits.iter_mut().enumerate() {
            *bits = s0[i].wrapping_add(s3[i]).rotate_left(23).wrapping_add(s0[i]);
            let shifted = s1[i] << 17;
            s2[i] ^= s0[i];
            s3[i] ^= s1[i];
            s1[i] ^= s2[i];
            s0[i] ^= s3[i];
            s2[i] ^= shifted;
            s3[i] = s3[i].rotate_left(45);
        }
        bits
    }

    /// A bit for every lane that is 1 with a likelihood in 256ths, always from 256 on.
    #[inline(always)]
    pub(crate) fn likely(&mut self, likelihood: u16) -> Word<W> {
        if likelihood >= 256 {
            return word::splat(true);
        }
        // Behind the lowest 1 of the likelihood, what was tossed would make no difference.
        let mut bits = word::splat(false);
        for place in likelihood.trailing_zeros().min(8)..8 {
            let tossed = self.next();
            bits =
                if likelihood >> place & 1 == 1 { word::or(bits, tossed) } else { word::and(bits, tossed) };
        }
        bits
    }
}

/// What SplitMix64 adds to its state for each number.
const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

/// The number that SplitMix64 makes from a state (Steele, Lea & Flood, *Fast Splittable Pseudorandom Number Generators*, OOPSLA 2014).
#[inline(always)]
pub(crate) fn scrambled(state: u64) -> u64 {
    let z = state.wrapping_add(STEP);
    let z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

#[cfg(test)]
mod tests {
    use rand::Rng;
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    #[test]
    fn one_word_is_the_scalar_generator() {
        let mut lanes = Random::<1>::new(7);
        let mut scalar = Xoshiro256PlusPlus::seed_from_u64(7);
        for _ in 0..100 {
            assert_eq!(lanes.next()[0], scalar.next_u64());
        }
    }

    #[test]
    fn a_bit_is_as_likely_as_asked_for() {
        let mut random = Random::<8>::new(3);
        for likelihood in [0, 1, 32, 100, 128, 255, 256, 300] {
            let ones = (0..400).map(|_| word::count(random.likely(likelihood))).sum::<u64>() as f64;
            let share = f64::from(likelihood.min(256)) / 256.0;
            let (tossed, error) = (400.0 * 512.0, (share * (1.0 - share) * 400.0 * 512.0).sqrt());
            assert!((ones - share * tossed).abs() <= 4.0 * error, "{likelihood}: {ones} of {tossed}");
        }
    }

    #[test]
    fn words_differ() {
        let word = Random::<8>::new(0).next();
        let different: std::collections::HashSet<u64> = word.into_iter().collect();
        assert_eq!(different.len(), 8);
    }
}
