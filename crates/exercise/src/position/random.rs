use super::{Pair, Position, Side};
use crate::seeded_rng::SeededRng;

/// Random positions, the larger the higher the level.
impl Position {
    /// The initial position of a counting game.
    pub(crate) fn random_counting(level: u8, rng: &mut SeededRng) -> Position {
        let (target, most) = match level {
            1 => (7..=21, 2..=3),
            2 => (10..=21, 2..=4),
            3 => (15..=21, 3..=3),
            4 => (20..=30, 3..=4),
            _ => (30..=60, 4..=6),
        };
        Position::Counting { said: 0, target: rng.within(target), most: rng.within(most) }
    }

    /// Rows of coins, the longest first.
    pub(crate) fn random_coin_row(level: u8, rng: &mut SeededRng) -> Position {
        let (count, coins) = match level {
            1 => (1..=2, 2..=5),
            2 => (1..=2, 3..=7),
            3 => (2..=3, 4..=9),
            4 => (2..=3, 6..=11),
            _ => (3..=4, 8..=14),
        };
        loop {
            let longest = 7.min(*coins.end());
            let mut rows: Vec<u32> =
                (0..rng.within(count.clone())).map(|_| rng.within(1..=longest)).collect();
            if coins.contains(&rows.iter().sum()) {
                rows.sort_unstable_by(|one, other| other.cmp(one));
                return Position::CoinRow { rows };
            }
        }
    }

    /// A position of Northcott's game.
    pub(crate) fn random_two_rows(level: u8, rng: &mut SeededRng) -> Position {
        let (width, count) = match level {
            1 => (5, 2),
            2 => (6, 2),
            3 => (8, 2),
            4 => (6, 3),
            _ => (8, 3),
        };
        let mover = if level == 1 { Side::White } else { rng.pick(&[Side::White, Side::Black]) };
        let mut pair = || {
            let white = rng.within(1..=width - 1);
            Pair { white, black: rng.within(white + 1..=width) }
        };
        Position::TwoRows { width, mover, rows: (0..count).map(|_| pair()).collect() }
    }

    /// Heaps of nim.
    pub(crate) fn random_nim(level: u8, rng: &mut SeededRng) -> Position {
        let (count, most) = match level {
            1 => (2, 4),
            2 => (3, 4),
            3 => (3, 7),
            4 => (3, 10),
            _ => (4, 7),
        };
        Position::Nim { heaps: (0..count).map(|_| rng.within(1..=most)).collect() }
    }
}
