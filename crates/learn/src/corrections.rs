/// What each weight of an evaluation has been corrected by while it was learned: how certain it is. Two bytes
/// a weight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Corrections {
    /// The sum of the sizes of a weight's corrections, `s`, as `8 log2(1 + s)`.
    sizes: Vec<u8>,
    /// The sum of its corrections as a share of that, in 127ths.
    shares: Vec<i8>,
}

/// Steps of a size for each power of two.
const STEPS: f32 = 8.0;

impl Corrections {
    /// For each weight the sum of its corrections, and the sum of their sizes.
    pub(crate) fn of(sums: &[[f32; 2]]) -> Self {
        let size = |&[_, size]: &[f32; 2]| (STEPS * (1.0 + size).log2()).round() as u8;
        let share = |&[sum, size]: &[f32; 2]| {
            if size > 0.0 { (f32::from(i8::MAX) * sum / size).round() as i8 } else { 0 }
        };
        Self { sizes: sums.iter().map(size).collect(), shares: sums.iter().map(share).collect() }
    }

    /// The reverse of [`of`](Self::of), but for rounding.
    pub(crate) fn sums(&self) -> Vec<[f32; 2]> {
        let sums = |(&size, &share): (&u8, &i8)| {
            let size = (f32::from(size) / STEPS).exp2() - 1.0;
            [size * f32::from(share) / f32::from(i8::MAX), size]
        };
        self.sizes.iter().zip(&self.shares).map(sums).collect()
    }

    /// The sizes, then the shares.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        self.sizes.iter().copied().chain(self.shares.iter().map(|&share| share as u8)).collect()
    }

    /// The reverse of [`to_bytes`](Self::to_bytes), of any bytes of an even number.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Self {
        let (sizes, shares) = bytes.split_at(bytes.len() / 2);
        Self { sizes: sizes.to_vec(), shares: shares.iter().map(|&share| share as i8).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_near_what_was() {
        let sums = [[0.0, 0.0], [0.3, 0.3], [-1.0, 2.0], [0.01, 700.0], [-300.0, 5_000.0]];
        let kept = Corrections::of(&sums);
        for ([sum, size], [kept_sum, kept_size]) in sums.into_iter().zip(kept.sums()) {
            assert!((kept_size - size).abs() <= 0.05 * (1.0 + size), "{size} {kept_size}");
            assert!((kept_sum - sum).abs() <= 0.06 * (1.0 + size), "{sum} {kept_sum}");
        }
        assert_eq!(Corrections::from_bytes(&kept.to_bytes()), kept);
        assert_eq!(Corrections::of(&kept.sums()), kept, "rounding again changes nothing");
    }
}
