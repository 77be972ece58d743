use std::ops::RangeInclusive;

use rand::{Rng, SeedableRng};
use rand_xoshiro::{SplitMix64, Xoshiro256PlusPlus};

/// The random numbers from which an exercise is made.
///
/// The reduction of random words to a range is implemented here and not taken from a library, because the
/// same seed must always give the same exercise.
#[derive(Clone, Debug)]
pub(crate) struct SeededRng(Xoshiro256PlusPlus);

impl SeededRng {
    /// The generator with this sequence of numbers as its seed.
    pub(crate) fn of(parts: &[u64]) -> Self {
        let mix = |state: u64, part: &u64| SplitMix64::from_seed((state ^ part).to_le_bytes()).next_u64();
        let mut words = SplitMix64::from_seed(parts.iter().fold(0, mix).to_le_bytes());
        let mut seed = [0; 32];
        for bytes in seed.chunks_exact_mut(8) {
            bytes.copy_from_slice(&words.next_u64().to_le_bytes());
        }
        Self(Xoshiro256PlusPlus::from_seed(seed))
    }

    /// A number below `count`, uniform up to a bias below 2^-32 (Lemire's multiplication without rejection).
    fn below(&mut self, count: u32) -> u32 {
        ((u128::from(self.0.next_u64()) * u128::from(count)) >> 64) as u32
    }

    /// A number of the range, which must not be empty.
    pub(crate) fn within(&mut self, range: RangeInclusive<u32>) -> u32 {
        range.start() + self.below(range.end() - range.start() + 1)
    }

    /// True with probability `1 / times`.
    pub(crate) fn once_in(&mut self, times: u32) -> bool {
        self.below(times) == 0
    }

    /// One of the items, which must not be empty.
    pub(crate) fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len() as u32) as usize]
    }

    /// Puts the items into a random order (Fisher and Yates).
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }

    /// `count` different numbers of the range in random order, or all if there are fewer.
    pub(crate) fn different(&mut self, range: RangeInclusive<i32>, count: usize) -> Vec<i32> {
        let mut numbers: Vec<i32> = range.collect();
        self.shuffle(&mut numbers);
        numbers.truncate(count);
        numbers
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_always_gives_the_same_numbers() {
        let drawn = |parts: &[u64]| {
            let mut rng = SeededRng::of(parts);
            [0; 6].map(|_| rng.within(1..=100))
        };
        assert_eq!(drawn(&[1, 2, 3]), drawn(&[1, 2, 3]));
        assert_ne!(drawn(&[1, 2, 3]), drawn(&[1, 3, 2]));
        assert_eq!(drawn(&[2026, 11, 22]), [60, 75, 96, 36, 29, 38]);
    }

    #[test]
    fn numbers_of_a_range_are_uniform() {
        let mut rng = SeededRng::of(&[7]);
        let mut counts = [0; 6];
        for _ in 0..6_000 {
            counts[rng.within(1..=6) as usize - 1] += 1;
        }
        assert!(counts.iter().all(|count| (850..1150).contains(count)), "{counts:?}");
    }

    #[test]
    fn different_numbers_are_different() {
        let mut numbers = SeededRng::of(&[7]).different(-5..=5, 20);
        numbers.sort_unstable();
        assert_eq!(numbers, (-5..=5).collect::<Vec<_>>());
    }
}
