use super::word::{self, Word};

/// Random bits for every lane: xoshiro256++ (Blackman & Vigna, *Scrambled Linear Pseudorandom Number
/// Generators*, 2021), one generator for each 64 lanes. A lane has the same random numbers in all widths that
/// have it.
#[derive(Clone, Debug)]
pub(crate) struct Random<const W: usize> {
    state: [Word<W>; 4],
}

impl<const W: usize> Random<W> {
    /// The generators of a seed. Their states are outputs of SplitMix64: first the first word of every
    /// generator of the widest lanes, then the second, and so on.
    pub(crate) fn new(seed: u64) -> Self {
        let output = |number: usize| scrambled(seed.wrapping_add(STEP.wrapping_mul(number as u64)));
        let words = |word: usize| std::array::from_fn(|generator| output(word * MOST_WORDS + generator));
        Self { state: std::array::from_fn(words) }
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

/// The words of the widest lanes.
const MOST_WORDS: usize = 8;

/// What SplitMix64 adds to its state for each number.
const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

/// The number that SplitMix64 makes from a state (Steele, Lea & Flood, *Fast Splittable Pseudorandom Number
/// Generators*, OOPSLA 2014).
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
    use rand_xoshiro::{SplitMix64, Xoshiro256PlusPlus};

    use super::*;

    #[test]
    fn each_word_has_the_scalar_generator_and_the_same_in_all_widths() {
        let mut split_mix = SplitMix64::seed_from_u64(7);
        let outputs: Vec<u64> = (0..4 * MOST_WORDS).map(|_| split_mix.next_u64()).collect();
        let mut scalars: Vec<Xoshiro256PlusPlus> = (0..MOST_WORDS)
            .map(|word| {
                let state = outputs.iter().skip(word).step_by(MOST_WORDS);
                let state: Vec<u8> = state.flat_map(|output| output.to_le_bytes()).collect();
                Xoshiro256PlusPlus::from_seed(state.try_into().unwrap())
            })
            .collect();
        let (mut one, mut four, mut eight) = (Random::<1>::new(7), Random::<4>::new(7), Random::<8>::new(7));
        for _ in 0..100 {
            let expected: Vec<u64> = scalars.iter_mut().map(Rng::next_u64).collect();
            assert_eq!(eight.next()[..], expected);
            assert_eq!((&four.next()[..], &one.next()[..]), (&expected[..4], &expected[..1]));
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
