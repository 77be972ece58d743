use bytemuck::{Pod, Zeroable};

use crate::machine::Lines;

/// A cache line.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C, align(64))]
pub(crate) struct Line([u64; 8]);

/// Memory for slots, such that those of 512 lanes do not straddle two cache lines.
///
/// ```
/// let mut slots = spielbaum_native::Slots::zeroed(3, 3);
/// slots.as_mut()[2] = [7; 8];
/// assert_eq!(slots.as_ref(), [[0; 8], [0; 8], [7; 8]]);
/// ```
#[derive(Debug)]
pub struct Slots {
    lines: Lines,
    /// How many slots of 512 lanes are likely to be used.
    used: usize,
}

impl Slots {
    /// So many slots of 512 lanes, all 0. Pages of memory that are never touched take none; if many slots are
    /// likely to be `used`, they are kept in large pages, where the system has these.
    pub fn zeroed(slots: usize, used: usize) -> Self {
        Self { lines: Lines::zeroed(slots, used.min(slots)), used }
    }

    /// Makes room for so many slots, which will be used. Those that there are keep their values.
    pub fn reserve(&mut self, slots: usize) {
        if self.as_ref().len() < slots {
            let mut larger = Self::zeroed(slots, slots);
            larger.as_mut()[..self.as_ref().len()].copy_from_slice(self.as_ref());
            *self = larger;
        }
    }
}

impl Clone for Slots {
    fn clone(&self) -> Self {
        let mut slots = Self::zeroed(self.as_ref().len(), self.used);
        slots.as_mut().copy_from_slice(self.as_ref());
        slots
    }
}

impl AsRef<[[u64; 8]]> for Slots {
    #[inline(always)]
    fn as_ref(&self) -> &[[u64; 8]] {
        bytemuck::cast_slice(self.lines.get())
    }
}

impl AsMut<[[u64; 8]]> for Slots {
    #[inline(always)]
    fn as_mut(&mut self) -> &mut [[u64; 8]] {
        bytemuck::cast_slice_mut(self.lines.get_mut())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_keep_their_values_when_there_are_more_of_them() {
        for many in [1, 100_000] {
            let mut slots = Slots::zeroed(many, many);
            slots.as_mut()[many - 1] = [5; 8];
            slots.reserve(many - 1);
            assert_eq!(slots.as_ref().len(), many);
            slots.reserve(2 * many);
            assert_eq!((slots.as_ref().len(), slots.as_ref()[many - 1]), (2 * many, [5; 8]));
            assert!(slots.as_ref()[many..].iter().all(|slot| *slot == [0; 8]));
            assert_eq!(slots.clone().as_ref(), slots.as_ref());
            assert!(slots.as_ref().as_ptr().addr().is_multiple_of(64));
        }
    }
}
