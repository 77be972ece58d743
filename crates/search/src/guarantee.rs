use game::Goal;

/// What a role can be sure of in a state, whatever the others do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Guarantee {
    /// The least that the game pays it.
    pub value: Goal,
    /// Within so many plies the game ends, if the role plays for the fastest way, and the others, who give it
    /// no more than they must, for the slowest.
    pub plies: u32,
}

/// A [`Guarantee`] as one number: the greater, the better for the role. Nothing is sure where the play need
/// not end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Score(u32);

/// Plies are kept in the low bits, where fewer are better.
const PLIES: u32 = 0xFFFF;

impl Score {
    /// The greatest difference between payoffs that a score can tell.
    pub const SPREAD: i64 = 0xFFFE;

    /// That of a role which is sure of nothing.
    pub const NOTHING: Self = Self(0);

    /// The score of a terminal state with this payoff, where `least` is the least of all: it is no greater
    /// than `goal`, and no more than [`SPREAD`](Self::SPREAD) below it.
    pub fn end(goal: Goal, least: Goal) -> Self {
        Self(((goal - least) as u32 + 1) << 16 | PLIES)
    }

    /// The score a ply earlier.
    #[must_use]
    pub fn before(self) -> Self {
        if self.0 & PLIES == 0 { self } else { Self(self.0 - 1) }
    }

    /// What it stands for, where `least` is the least of all payoffs; none if nothing is sure.
    pub fn guarantee(self, least: Goal) -> Option<Guarantee> {
        let value = (self.0 >> 16).checked_sub(1)?;
        Some(Guarantee { value: value as Goal + least, plies: PLIES - (self.0 & PLIES) })
    }

    /// As a number in a file.
    pub(crate) fn bits(self) -> u32 {
        self.0
    }

    pub(crate) fn from_bits(bits: u32) -> Self {
        Self(bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_is_better_then_sooner() {
        let (low, high) = (Score::end(-3, -5), Score::end(4, -5));
        assert!(Score::NOTHING < low && low < high && high.before() < high && low < high.before());
        assert_eq!(Score::NOTHING.before(), Score::NOTHING);
        assert_eq!(high.before().before().guarantee(-5), Some(Guarantee { value: 4, plies: 2 }));
        assert_eq!(Score::NOTHING.guarantee(0), None);
    }
}
