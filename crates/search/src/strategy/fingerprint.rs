use std::hash::{Hash, Hasher};

/// A hash of 128 bits: two of 64 that are independent of each other.
///
/// Each is a chain of folded multiplications, as in wyhash: a word is mixed in, the product with an odd
/// constant is 128 bits wide, and its halves are laid over each other, so that every bit of the word reaches
/// all bits of the hash.
#[derive(Clone, Copy)]
pub(super) struct Fingerprint {
    first: u64,
    second: u64,
}

/// Hexadecimal digits of pi, as good as any random ones.
const PI: [u64; 4] =
    [0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7345, 0xa409_3822_299f_31d1, 0x082e_fa98_ec4e_6c89];

impl Fingerprint {
    /// The two halves for `value`.
    pub(super) fn of(value: &impl Hash) -> (u64, u64) {
        let mut hasher = Self { first: PI[0], second: PI[1] };
        value.hash(&mut hasher);
        (fold(hasher.first, PI[3]), fold(hasher.second, PI[2]))
    }
}

fn fold(word: u64, by: u64) -> u64 {
    let product = u128::from(word) * u128::from(by);
    (product >> 64) as u64 ^ product as u64
}

impl Hasher for Fingerprint {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
        // Zeros at the end count.
        if !bytes.len().is_multiple_of(8) {
            self.write_u64(bytes.len() as u64);
        }
    }

    fn write_u8(&mut self, word: u8) {
        self.write_u64(u64::from(word));
    }

    fn write_u16(&mut self, word: u16) {
        self.write_u64(u64::from(word));
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(u64::from(word));
    }

    fn write_u64(&mut self, word: u64) {
        // Adding before the second product keeps a zero in one chain from hiding what came before it.
        self.first = fold(self.first ^ word, PI[2]).wrapping_add(self.second);
        self.second = fold(self.second.rotate_left(29) ^ word, PI[3]).wrapping_add(word);
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    fn finish(&self) -> u64 {
        self.first
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn states_that_differ_in_a_bit_have_different_halves_everywhere() {
        let states =
            (0..1_u64 << 12).flat_map(|low| (0..64).map(move |shift| (low.rotate_left(shift), shift)));
        let distinct: HashSet<(u64, u32)> = states.collect();
        let prints: Vec<_> = distinct.iter().map(Fingerprint::of).collect();
        for part in [|p: &(u64, u64)| p.0, |p: &(u64, u64)| p.1] {
            assert_eq!(prints.iter().map(part).collect::<HashSet<_>>().len(), distinct.len());
        }
    }

    #[test]
    fn the_low_bits_alone_spread_evenly() {
        let mut counts = [0_u32; 256];
        for number in 0..256_u64 * 64 {
            counts[Fingerprint::of(&(number << 20)).0 as usize % 256] += 1;
        }
        assert!(counts.iter().all(|&count| (24..=120).contains(&count)), "64 expected: {counts:?}");
    }

    #[test]
    fn zeros_at_the_end_count() {
        assert_ne!(Fingerprint::of(&[1_u8, 0].as_slice()), Fingerprint::of(&[1_u8, 0, 0].as_slice()));
        assert_ne!(Fingerprint::of(&vec![0_usize; 2]), Fingerprint::of(&vec![0_usize; 3]));
    }
}
