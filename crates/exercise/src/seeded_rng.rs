use std::ops::RangeInclusive;

use rand::{Rng, SeedableRng};
use rand_xoshiro::{SplitMix64, Xoshiro256PlusPlus};

/// The chance that an exercise is drawn from.
///
/// How numbers are brought into a range is written down here and not left to a library, because what the same seed gives may never change.
#[derive(Clone, Debug)]
pub(crate) struct Chance(Xoshiro256PlusPlus);

impl Chance {
    /// The stream that belongs to these numbers and to no others.
    pub(crate) fn of(parts: &[u64]) -> Self {
        let mix = |state: u64, part: &u64| SplitMix64::from_seed((state ^ part).to_le_bytes()).next_u64();
        let mut words = SplitMix64::from_seed(parts.iter().fold(0, mix).to_le_bytes());
        let mut seed = [0; 32];
        for bytes in seed.chunks_exact_mut(8) {
            bytes.copy_from_slice(&words.next_u64().to_le_bytes());
        }
        Self(Xoshiro256PlusPlus::from_seed(seed))
    }

    /// A number below `count`, each as likely as any other for all that can be noticed (Lemire's multiplication without rejection).
    fn below(&mut self, count: u32) -> u32 {
        ((u128::from(self.0.next_u64()) * u128::from(count)) >> 64) as u32
    }

    /// A number of the range, which is not empty.
    pub(crate) fn within(&mut self, range: RangeInclusive<u32>) -> u32 {
        range.start() + self.below(range.end() - range.start() + 1)
    }

    /// Yes, once in so many times.
    pub(crate) fn once_in(&mut self, times: u32) -> bool {
        self.below(times) == 0
    }

    /// One of the items, of which there is at least one.
    pub(crate) fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len() as u32) as usize]
    }

    /// Brings the items into any order (Fisher and Yates).
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }

    /// So many different numbers of the range in any order, or all that it has.
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
    fn the_same_numbers_give_the_same_stream_for_ever() {
        let drawn = |parts: &[u64]| {
            let mut chance = Chance::of(parts);
            [0; 6].map(|_| chance.within(1..=100))
        };
        assert_eq!(drawn(&[1, 2, 3]), drawn(&[1, 2, 3]));
        assert_ne!(drawn(&[1, 2, 3]), drawn(&[1, 3, 2]));
        assert_eq!(drawn(&[2026, 11, 22]), [60, 75, 96, 36, 29, 38]);
    }

    #[test]
    fn every_number_of_a_range_is_drawn_and_none_beside_it() {
        let mut chance = Chance::of(&[7]);
        let mut counts = [0; 6];
        for _ in 0..6_000 {
            counts[chance.within(1..=6) as usize - 1] += 1;
        }
        assert!(counts.iter().all(|count| (850..1150).contains(count)), "{counts:?}");
    }

    #[test]
    fn different_numbers_are_different() {
        let mut numbers = Chance::of(&[7]).different(-5..=5, 20);
        numbers.sort_unstable();
        assert_eq!(numbers, (-5..=5).collect::<Vec<_>>());
    }
}
