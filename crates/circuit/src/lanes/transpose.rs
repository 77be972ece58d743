use super::dispatch::Kernel;
use super::word::{self, Word};

/// [`transpose`] as a kernel.
pub(crate) struct Transpose<'a, const W: usize>(pub(crate) &'a mut [Word<W>; 64]);

impl<const W: usize> Kernel for Transpose<'_, W> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        transpose(self.0);
    }
}

/// Transposes 64 x 64 bits in each of the words: bit `j` of row `i` becomes bit `i` of row `j` (Warren,
/// *Hacker's Delight*, 2nd edition 2012, section 7-3).
#[inline(always)]
pub(crate) fn transpose<const W: usize>(rows: &mut [Word<W>; 64]) {
    let mut mask = 0x0000_0000_FFFF_FFFF_u64;
    let mut distance = 32;
    while distance > 0 {
        let mut row = 0;
        while row < 64 {
            let (high, low) = (rows[row], rows[row | distance]);
            let swapped = word::map2(high, low, |high, low| (high >> distance ^ low) & mask);
            rows[row] = word::map2(high, swapped, |high, swapped| high ^ swapped << distance);
            rows[row | distance] = word::xor(low, swapped);
            row = ((row | distance) + 1) & !distance;
        }
        distance >>= 1;
        mask ^= mask << distance;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::random::Random;

    #[test]
    fn rows_become_columns() {
        let mut random = Random::<4>::new(1);
        let rows: [Word<4>; 64] = std::array::from_fn(|_| random.next());
        let mut transposed = rows;
        transpose(&mut transposed);
        for (i, row) in rows.iter().enumerate() {
            for (j, column) in transposed.iter().enumerate() {
                for word in 0..4 {
                    assert_eq!(row[word] >> j & 1, column[word] >> i & 1);
                }
            }
        }
    }
}
