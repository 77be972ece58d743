use super::Move;

pub(super) fn moves(said: u32, target: u32, most: u32) -> Vec<Move> {
    (1..=most.min(target.saturating_sub(said))).map(|count| Move::Say { count }).collect()
}
