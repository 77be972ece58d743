use super::{Pair, Position, Side};
use crate::chance::Chance;

/// How positions are dealt at a level.
impl Position {
    /// The counting game at its beginning.
    pub(crate) fn deal_counting(level: u8, chance: &mut Chance) -> Position {
        let (target, most) = match level {
            1 => (7..=21, 2..=3),
            2 => (10..=21, 2..=4),
            3 => (15..=21, 3..=3),
            4 => (20..=30, 3..=4),
            _ => (30..=60, 4..=6),
        };
        Position::Counting { said: 0, target: chance.within(target), most: chance.within(most) }
    }

    /// Rows of coins, longest first.
    pub(crate) fn deal_coin_row(level: u8, chance: &mut Chance) -> Position {
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
                (0..chance.within(count.clone())).map(|_| chance.within(1..=longest)).collect();
            if coins.contains(&rows.iter().sum()) {
                rows.sort_unstable_by(|one, other| other.cmp(one));
                return Position::CoinRow { rows };
            }
        }
    }

    /// Rows with two pieces each, white's to the left.
    pub(crate) fn deal_two_rows(level: u8, chance: &mut Chance) -> Position {
        let (width, count) = match level {
            1 => (5, 2),
            2 => (6, 2),
            3 => (8, 2),
            4 => (6, 3),
            _ => (8, 3),
        };
        let mover = if level == 1 { Side::White } else { chance.pick(&[Side::White, Side::Black]) };
        let mut pair = || {
            let white = chance.within(1..=width - 1);
            Pair { white, black: chance.within(white + 1..=width) }
        };
        Position::TwoRows { width, mover, rows: (0..count).map(|_| pair()).collect() }
    }

    /// Heaps.
    pub(crate) fn deal_nim(level: u8, chance: &mut Chance) -> Position {
        let (count, most) = match level {
            1 => (2, 4),
            2 => (3, 4),
            3 => (3, 7),
            4 => (3, 10),
            _ => (4, 7),
        };
        Position::Nim { heaps: (0..count).map(|_| chance.within(1..=most)).collect() }
    }
}
