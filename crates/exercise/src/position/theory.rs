use serde::{Deserialize, Serialize};

use super::{Pair, Position};

/// The Sprague-Grundy values of a position: the player to move loses if and only if the exclusive or of the
/// values of its parts is 0.
///
/// The labels are computed without these values; the values explain them.
///
/// Source: R. Sprague, *Über mathematische Kampfspiele*, Tôhoku Mathematical Journal 41 (1935); P. M. Grundy,
/// *Mathematics and games*, Eureka 2 (1939).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ExerciseTheory))]
pub struct Theory {
    /// The value of each row or heap. The counting game has one part; its value is the count of numbers
    /// left before the target, modulo one more than the most that a turn may say. After the target there is
    /// no part.
    pub parts: Vec<u32>,
    /// Their bitwise exclusive or.
    pub xor: u32,
}

impl Position {
    /// The Sprague-Grundy values of the position.
    pub(crate) fn theory(&self) -> Theory {
        let parts = match self {
            Position::Counting { said, target, .. } if said >= target => Vec::new(),
            Position::Counting { said, target, most } => vec![(target - 1 - said) % (most + 1)],
            Position::CoinRow { rows } => rows.iter().map(|&length| kayles(length)).collect(),
            Position::TwoRows { rows, .. } => rows.iter().map(|&pair: &Pair| pair.gap()).collect(),
            Position::Nim { heaps } => heaps.clone(),
        };
        let xor = parts.iter().fold(0, |xor, part| xor ^ part);
        Theory { parts, xor }
    }
}

/// The Sprague-Grundy value of a row of coins: the least number that no position after a move has (the mex).
fn kayles(length: u32) -> u32 {
    let mut values: Vec<u32> = vec![0];
    for length in 1..=length as usize {
        let mut reached = Vec::new();
        for coins in 1..=length.min(2) {
            reached.extend((0..=length - coins).map(|left| values[left] ^ values[length - coins - left]));
        }
        values.extend((0..).find(|value| !reached.contains(value)));
    }
    values[length as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_values_of_single_rows_of_coins() {
        let values: Vec<u32> = (0..=12).map(kayles).collect();
        assert_eq!(values, [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]);
    }
}
