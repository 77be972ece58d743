use std::sync::LazyLock;

use super::Move;
use super::rules::{chain, rules_without};

pub(super) fn moves(rows: &[u32]) -> Vec<Move> {
    let mut moves = Vec::new();
    for (row, &length) in rows.iter().enumerate() {
        for coins in 1..=length.min(2) {
            moves.extend((0..=length - coins).map(|from| Move::Take { row, from, coins }));
        }
    }
    moves
}

/// What is left of the row stands where the row stood.
pub(super) fn after(rows: &[u32], row: usize, from: u32, coins: u32) -> Vec<u32> {
    let mut left = rows.to_vec();
    if let Some(&length) = rows.get(row) {
        let parts = [from.min(length), length.saturating_sub(from.saturating_add(coins))];
        left.splice(row..=row, parts.into_iter().filter(|&part| part > 0));
    }
    left
}

pub(super) fn rules(rows: &[u32]) -> String {
    static COMMON: LazyLock<String> = LazyLock::new(|| rules_without("coin-row", &["(place ", "(right "]));
    let of_row = |(row, &length): (usize, &u32)| -> String {
        (1..=length).map(|position| format!("(place {position} {row})\n")).collect()
    };
    let places: String = (1..).zip(rows).map(of_row).collect();
    // At least two positions: without any facts a relation that is asked for would be taken for misspelt.
    let positions = chain("right", 1..=rows.iter().copied().fold(2, u32::max));
    format!("{}{places}{positions}", *COMMON)
}
