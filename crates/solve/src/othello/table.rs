use std::sync::atomic::{AtomicU64, Ordering};

/// What is known of a position: bounds on its score, and the cell of the move that was best when it was
/// searched last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    pub(super) lower: i32,
    pub(super) upper: i32,
    pub(super) cell: u32,
}

/// Bits of what is known: eight for each bound, six for the cell.
const DATA: u32 = 22;

/// Scores are above its negative and below it.
const SCORES: i32 = 128;

impl Known {
    #[inline(always)]
    fn to_bits(self) -> u64 {
        let bound = |score: i32| (score + SCORES) as u64;
        bound(self.lower) << 14 | bound(self.upper) << 6 | u64::from(self.cell)
    }

    #[inline(always)]
    fn from_bits(bits: u64) -> Self {
        let bound = |bits: u64| (bits & 255) as i32 - SCORES;
        Self { lower: bound(bits >> 14), upper: bound(bits >> 6), cell: (bits & 63) as u32 }
    }
}

/// Slots that share a cache line.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Line([AtomicU64; 8]);

/// What is known of positions, in bounded memory that all threads share without locks.
///
/// A slot keeps both sets of discs in full, so that no position is taken for another. Below eight columns the
/// discs leave 22 bits of each of two words, both of which are given what is known; else there is a third
/// word, which is mixed into the other two. A slot that two threads have written at the same time is so not
/// taken for either position. (The words that do not fit together are the idea of R. Hyatt, T. Mann, *A
/// lock-less transposition table implementation for parallel search*, ICGA Journal 25, 2002.)
///
/// Of the positions that share a cache line the one with the fewest empty cells goes first.
#[derive(Debug)]
pub(super) struct Table<const SIZE: usize> {
    lines: Vec<Line>,
    shift: u32,
}

const MIX: u64 = 0x9e37_79b9_7f4a_7c15;
const MIX_OTHER: u64 = 0xc2b2_ae3d_27d4_eb4f;

impl<const SIZE: usize> Table<SIZE> {
    /// Words of a slot.
    const WORDS: usize = if SIZE < 8 { 2 } else { 3 };
    const LOW: u64 = u64::MAX >> DATA;

    /// A table of so many megabytes at the most, and one at the least. Some systems take seconds to give out
    /// gigabytes; if `go_on` says no meanwhile, it is as small as can be.
    pub(super) fn new(megabytes: u64, go_on: &dyn Fn() -> bool) -> Self {
        /// Lines between two questions, which have four megabytes.
        const LINES: usize = 1 << 16;
        let bits_of = |megabytes: u64| ((megabytes << 20) / size_of::<Line>() as u64).ilog2().min(40);
        let mut bits = bits_of(megabytes.max(1));
        let mut lines = Vec::with_capacity(1 << bits);
        while lines.len() < 1 << bits {
            if !go_on() {
                bits = bits_of(1);
                lines.truncate(1 << bits);
            }
            let more = LINES.min((1 << bits) - lines.len());
            lines.extend((0..more).map(|_| Line::default()));
        }
        Self { lines, shift: 64 - bits }
    }

    #[inline(always)]
    fn line(&self, own: u64, other: u64) -> &[AtomicU64; 8] {
        let mixed = (own.wrapping_mul(MIX) ^ other).wrapping_mul(MIX_OTHER);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(MIX);
        &self.lines[(mixed >> self.shift) as usize].0
    }

    /// The words of a slot.
    #[inline(always)]
    fn words(own: u64, other: u64, data: u64) -> [u64; 3] {
        if SIZE < 8 {
            [own | data << (64 - DATA), other | data << (64 - DATA), 0]
        } else {
            [own ^ data.wrapping_mul(MIX), other ^ data.wrapping_mul(MIX_OTHER), data]
        }
    }

    /// The discs of a slot and what it tells of them, if its words fit together. A slot that is free has
    /// no discs.
    #[inline(always)]
    fn read(slot: &[AtomicU64]) -> Option<(u64, u64, u64)> {
        let word = |number: usize| slot[number].load(Ordering::Relaxed);
        let (first, second) = (word(0), word(1));
        if SIZE < 8 {
            let data = first >> (64 - DATA);
            (data == second >> (64 - DATA)).then_some((first & Self::LOW, second & Self::LOW, data))
        } else {
            let data = word(2);
            Some((first ^ data.wrapping_mul(MIX), second ^ data.wrapping_mul(MIX_OTHER), data))
        }
    }

    #[inline(always)]
    pub(super) fn get(&self, own: u64, other: u64) -> Option<Known> {
        for slot in self.line(own, other).chunks_exact(Self::WORDS) {
            if let Some((a, b, data)) = Self::read(slot)
                && (a, b) == (own, other)
            {
                return Some(Known::from_bits(data));
            }
        }
        None
    }

    #[inline(always)]
    pub(super) fn put(&self, own: u64, other: u64, known: Known) {
        let line = self.line(own, other);
        let (mut at, mut most) = (0, 0);
        for (number, slot) in line.chunks_exact(Self::WORDS).enumerate() {
            // Words that do not fit together are as good as free.
            let (a, b, _) = Self::read(slot).unwrap_or_default();
            if (a, b) == (own, other) || a | b == 0 {
                at = number;
                break;
            }
            let discs = (a | b).count_ones();
            if discs > most {
                (at, most) = (number, discs);
            }
        }
        let slot = &line[at * Self::WORDS..(at + 1) * Self::WORDS];
        for (cell, word) in slot.iter().zip(Self::words(own, other, known.to_bits())) {
            cell.store(word, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_that_may_not_go_on_has_one_megabyte_and_works() {
        let lines = |megabytes, go_on: &dyn Fn() -> bool| Table::<8>::new(megabytes, go_on).lines.len();
        let asked = AtomicU64::new(0);
        let once = || asked.fetch_add(1, Ordering::Relaxed) == 0;
        assert_eq!(
            (lines(16, &|| true), lines(16, &once), lines(16, &|| false)),
            (1 << 18, 1 << 14, 1 << 14)
        );
        let table = Table::<8>::new(16, &|| false);
        let known = Known { lower: -3, upper: 5, cell: 20 };
        table.put(1 << 27, 1 << 28, known);
        assert_eq!((table.get(1 << 27, 1 << 28), table.get(1 << 28, 1 << 27)), (Some(known), None));
    }
}
