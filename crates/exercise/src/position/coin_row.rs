use super::Move;

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
