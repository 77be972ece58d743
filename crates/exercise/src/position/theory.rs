use serde::{Deserialize, Serialize};

use super::{Pair, Position};

/// What the theory of Sprague and Grundy says of a position: who is to move loses exactly when the exclusive or of its parts' values is 0.
///
/// Labels do not come from it; it is told because it explains them.
///
/// Source: R. Sprague, *Über mathematische Kampfspiele*, Tôhoku Mathematical Journal 41 (1935); P. M. Grundy, *Mathematics and games*, Eureka 2 (1939).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ExerciseTheory))]
pub struct Theory {
    /// The value of each row or heap; of the counting game's only part, what is left to be said before the target, modulo one more than a turn may say.
    /// There is none after the target.
    pub parts: Vec<u32>,
    /// Their bitwise exclusive or.
    pub xor: u32,
}

impl Position {
    /// What the theory says.
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

/// The value of a row of coins: the least number that is not the value of anything it can become.
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
