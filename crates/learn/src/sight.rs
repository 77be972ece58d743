use game::Encoding;

/// Levels of how many legal moves a role has.
pub(crate) const LEVELS: usize = 16;

/// Levels that share a weight, beside their own.
pub(crate) const NEAR: usize = 4;

/// What an evaluation sees of a state, as bits: the fluents that hold and, with numbers after theirs, for
/// each role that is counted the level of how many legal moves it has (mobility).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sight {
    /// How many fluents there are.
    pub(crate) fluents: usize,
    /// How many roles are counted: all of the game, or none.
    pub(crate) counted: usize,
}

impl Sight {
    /// How many bits there are.
    pub(crate) fn bits(self) -> usize {
        self.fluents + self.counted * LEVELS
    }

    /// The bit of a role's level.
    pub(crate) fn bit(self, role: usize, level: usize) -> usize {
        self.fluents + role * LEVELS + level
    }

    /// Replaces the content of `bits` by what is seen of a state.
    pub(crate) fn read<S>(self, encoding: &dyn Encoding<S>, state: &S, bits: &mut Vec<u64>) {
        bits.clear();
        bits.extend_from_slice(encoding.bits(state));
        if self.counted == 0 {
            return;
        }
        bits.resize(self.bits().div_ceil(64), 0);
        for role in 0..self.counted {
            let bit = self.bit(role, level(encoding.mobility(state, role)));
            bits[bit / 64] |= 1 << (bit % 64);
        }
    }
}

/// The level of a number of moves: 0 for one, and two more each time that they are twice as many.
pub(crate) fn level(moves: usize) -> usize {
    let Some(twos) = moves.checked_ilog2() else { return 0 };
    // More than the square root of two times the power of two.
    let half = (moves as u128).pow(2) > 1 << (2 * twos + 1);
    (2 * twos as usize + usize::from(half)).min(LEVELS - 1)
}

/// The least number of moves of a level and those above it.
pub(crate) fn least_moves(level: usize) -> usize {
    if level < LEVELS { (1..).find(|&moves| self::level(moves) >= level).unwrap_or(1) } else { usize::MAX }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_two_levels_for_each_power_of_two() {
        let levels: Vec<usize> =
            [0, 1, 2, 3, 4, 5, 6, 8, 11, 12, 16, 23, 32, 64, 127, 128, 181, 182, 5000, usize::MAX]
                .map(level)
                .to_vec();
        assert_eq!(levels, [0, 0, 2, 3, 4, 4, 5, 6, 6, 7, 8, 9, 10, 12, 13, 14, 14, 15, 15, 15]);
    }

    #[test]
    fn a_level_begins_at_its_least_number_of_moves() {
        assert_eq!([2, 3, 4, 5, 6, 15].map(least_moves), [2, 3, 4, 6, 8, 182]);
        assert!((2..LEVELS).all(|level| self::level(least_moves(level)) == level));
    }
}
