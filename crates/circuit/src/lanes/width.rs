use native::Target;

use super::dispatch::Instructions;

/// How many games are played side by side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Width {
    /// 64 games.
    W64,
    /// 256 games.
    W256,
    /// 512 games.
    #[default]
    W512,
}

impl Width {
    /// The narrowest in which so many games are played at once, or the widest if they are more.
    pub fn holding(games: u64) -> Self {
        match games {
            0..=64 => Self::W64,
            65..=256 => Self::W256,
            _ => Self::W512,
        }
    }

    /// The width in which machine code runs so many games, and what it is made for; none if it is not made
    /// for these instructions.
    pub(crate) fn of_code(instructions: Instructions, games: u64) -> Option<(Self, Target)> {
        let width = match (instructions, Self::holding(games)) {
            (Instructions::Avx2, Self::W64) => Self::W256,
            (Instructions::Avx2, width) => width,
            _ => Self::W512,
        };
        Some((width, instructions.target(width.lanes() / 64)?))
    }

    /// How many games are played side by side.
    pub const fn lanes(self) -> usize {
        match self {
            Self::W64 => 64,
            Self::W256 => 256,
            Self::W512 => 512,
        }
    }
}
