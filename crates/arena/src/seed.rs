use rand::SeedableRng;
use search::SearchRng;
use serde::{Deserialize, Serialize};

/// The seed of all random numbers: one number from which every match and every seat draws a stream of
/// its own.
///
/// A stream depends on nothing but the numbers it was derived from, so results are the same whatever the
/// number of threads and whatever the order in which matches are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Seed(pub u64);

impl Seed {
    /// The seed of the part numbered `part` of what this seed stands for.
    #[must_use]
    pub fn derive(self, part: u64) -> Seed {
        // Two rounds of mixing, so that neighbouring parts of neighbouring seeds do not meet.
        Seed(mix(mix(self.0) ^ part))
    }

    /// The stream of random numbers that belongs to this seed.
    pub fn stream(self) -> SearchRng {
        SearchRng::seed_from_u64(self.0)
    }
}

/// One step of SplitMix64 (Steele, Lea & Flood 2014), a bijection that spreads every bit of `state`.
fn mix(state: u64) -> u64 {
    let z = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn mixing_is_splitmix64() {
        // The first three outputs of the published generator started at 1234567.
        let gamma = 0x9e37_79b9_7f4a_7c15_u64;
        let outputs = [0, 1, 2].map(|i: u64| mix(1_234_567_u64.wrapping_add(gamma.wrapping_mul(i))));
        assert_eq!(
            outputs,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }

    #[test]
    fn no_two_seats_share_a_stream() {
        let mut seen = HashSet::new();
        for tournament in 0..10 {
            for pairing in 0..20 {
                for game in 0..100 {
                    for seat in 0..2 {
                        seen.insert(Seed(tournament).derive(pairing).derive(game).derive(seat));
                    }
                }
            }
        }
        assert_eq!(seen.len(), 10 * 20 * 100 * 2);
    }
}
