use super::word::Word;

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
            seed = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let z = (seed ^ seed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
            z ^ z >> 31
        };
        Self { state: std::array::from_fn(|_| std::array::from_fn(|_| split_mix())) }
    }

    /// A random bit for every lane.
    #[inline(always)]
    pub(crate) fn next(&mut self) -> Word<W> {
        let [s0, s1, s2, s3] = &mut self.state;
        std::array::from_fn(|i| {
            let result = s0[i].wrapping_add(s3[i]).rotate_left(23).wrapping_add(s0[i]);
            let shifted = s1[i] << 17;
            s2[i] ^= s0[i];
            s3[i] ^= s1[i];
            s1[i] ^= s2[i];
            s0[i] ^= s3[i];
            s2[i] ^= shifted;
            s3[i] = s3[i].rotate_left(45);
            result
        })
    }
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
    fn words_differ() {
        let word = Random::<8>::new(0).next();
        let different: std::collections::HashSet<u64> = word.into_iter().collect();
        assert_eq!(different.len(), 8);
    }
}
