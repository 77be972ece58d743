/// What is known of a position: bounds on its score, and the column of the move that was best when it was
/// searched last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    pub(super) lower: i32,
    pub(super) upper: i32,
    pub(super) column: u32,
}

/// Bits that what is known of a position takes: six for each bound, five for the column.
const DATA: u32 = 17;

/// Scores are above its negative and below it.
const SCORES: i32 = 32;

/// Slots at the beginning: the key's bits that the place of a slot does not tell fit above the data.
const FEWEST_BITS: u32 = 18;

impl Known {
    fn to_bits(self) -> u64 {
        let bound = |score: i32| (score + SCORES) as u64;
        bound(self.lower) << 11 | bound(self.upper) << 5 | u64::from(self.column)
    }

    fn from_bits(bits: u64) -> Self {
        let bound = |bits: u64| (bits & 63) as i32 - SCORES;
        Self { lower: bound(bits >> 11), upper: bound(bits >> 5), column: (bits & 31) as u32 }
    }
}

/// What is known of positions, in bounded memory. A position is in one of two slots side by side, the one
/// that came last in the first of them.
///
/// Keys are mixed by a multiplication that can be undone. The place of a slot tells some bits of the product
/// and the slot the others, so that no two keys are taken for the same.
#[derive(Debug)]
pub(super) struct Table {
    /// The rest of the key above the data; 0 if the slot is free, as no bounds are 0 in bits.
    slots: Vec<u64>,
    /// Logarithm of the number of slots.
    bits: u32,
    most_bits: u32,
    used: usize,
}

/// The golden ratio's fraction, an odd number.
const MIX: u64 = 0x9e37_79b9_7f4a_7c15;

impl Table {
    /// A table of so many megabytes at the most, as far as the fewest slots allow.
    pub(super) fn new(megabytes: u64) -> Self {
        let slots = (megabytes << 20) / size_of::<u64>() as u64;
        let most_bits = slots.max(1).ilog2().clamp(FEWEST_BITS, 40);
        Self { slots: vec![0; 1 << FEWEST_BITS], bits: FEWEST_BITS, most_bits, used: 0 }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        *self = Self { slots: vec![0; 1 << FEWEST_BITS], bits: FEWEST_BITS, used: 0, ..*self };
    }

    /// The first of the two slots for a mixed key, and the rest of the key.
    #[inline(always)]
    fn place(&self, mixed: u64) -> (usize, u64) {
        let pairs = self.bits - 1;
        ((mixed >> (64 - pairs)) as usize * 2, mixed & u64::MAX >> pairs)
    }

    #[inline(always)]
    pub(super) fn get(&self, key: u64) -> Option<Known> {
        let (first, rest) = self.place(key.wrapping_mul(MIX));
        let pair = &self.slots[first..first + 2];
        let slot = pair.iter().find(|&&slot| slot >> DATA == rest && slot != 0)?;
        Some(Known::from_bits(slot & ((1 << DATA) - 1)))
    }

    #[inline(always)]
    pub(super) fn put(&mut self, key: u64, known: Known) {
        self.put_bits(key.wrapping_mul(MIX), known.to_bits());
        if 2 * self.used > self.slots.len() && self.bits < self.most_bits {
            self.grow();
        }
    }

    #[inline(always)]
    fn put_bits(&mut self, mixed: u64, data: u64) {
        let (first, rest) = self.place(mixed);
        let pair = &mut self.slots[first..first + 2];
        if pair[0] >> DATA != rest && pair[0] != 0 {
            self.used += usize::from(pair[1] == 0);
            pair[1] = pair[0];
        } else {
            self.used += usize::from(pair[0] == 0);
        }
        pair[0] = rest << DATA | data;
    }

    /// Doubles the slots.
    #[cold]
    fn grow(&mut self) {
        let pairs = self.bits - 1;
        let before = std::mem::take(&mut self.slots);
        self.bits += 1;
        (self.slots, self.used) = (vec![0; 1 << self.bits], 0);
        for (pair, slots) in before.chunks_exact(2).enumerate() {
            // The one that came last comes last again.
            for slot in slots.iter().rev().filter(|&&slot| slot != 0) {
                self.put_bits((pair as u64) << (64 - pairs) | slot >> DATA, slot & ((1 << DATA) - 1));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_growing_table_knows_what_was_put_and_nothing_else() {
        let mut table = Table::new(16);
        let known = |key: u64| {
            let score = (key % 61) as i32 - 30;
            Known { lower: -30, upper: score, column: (key % 32) as u32 }
        };
        let keys = || (0..400_000_u64).map(|key| key.wrapping_mul(0x0123_4567_89ab_cdef));
        keys().for_each(|key| table.put(key, known(key)));
        assert!(keys().all(|key| table.get(key).is_none_or(|found| found == known(key))));
        assert!(keys().filter(|&key| table.get(key).is_some()).count() > 350_000);
        assert!(keys().all(|key| table.get(!key).is_none()));
        assert_eq!(table.slots.len(), 1 << 20);
    }
}
