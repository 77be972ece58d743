use super::word::{self, Word};

/// Counters of each lane's plies, in binary, offset such that all bits are 1 at the limit.
#[derive(Debug)]
pub(crate) struct Clock<const W: usize> {
    bits: Vec<Word<W>>,
    begin: u32,
    /// The lanes that are at the limit.
    pub(crate) at_limit: Word<W>,
}

impl<const W: usize> Clock<W> {
    pub(crate) fn new() -> Self {
        Self { bits: Vec::new(), begin: 0, at_limit: [0; W] }
    }

    /// Sets the limit, and all lanes to 0.
    pub(crate) fn set(&mut self, limit: u32) {
        let bits = (u32::BITS - limit.leading_zeros()) as usize;
        self.begin = (1u64.unbounded_shl(bits as u32) - 1) as u32 - limit;
        self.bits.clear();
        self.bits.resize(bits, word::splat(false));
    }

    /// Counts a ply in the lanes `on`, and resets the lanes `start`.
    #[inline(always)]
    pub(crate) fn tick(&mut self, on: Word<W>, start: Word<W>) {
        let mut carry = on;
        self.at_limit = word::splat(true);
        for (i, bit) in self.bits.iter_mut().enumerate() {
            let counted = word::xor(*bit, carry);
            carry = word::and(*bit, carry);
            let begin = word::splat(self.begin >> i & 1 == 1);
            *bit =
                word::map3(start, begin, counted, |start, begin, counted| start & begin | !start & counted);
            self.at_limit = word::and(self.at_limit, *bit);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_lane_is_at_the_limit_after_just_so_many_plies() {
        for limit in [0, 1, 2, 7, 8, 100] {
            let mut clock = Clock::<1>::new();
            clock.set(limit);
            clock.tick([0], [0b11]);
            for ply in 0..limit {
                assert_eq!(clock.at_limit, [0], "{limit} {ply}");
                // The second lane is reset at every ply.
                clock.tick([0b01], [0b10]);
            }
            assert_eq!(clock.at_limit[0] & 0b11, if limit == 0 { 0b11 } else { 0b01 });
        }
    }
}
