use super::Move;

pub(super) fn moves(heaps: &[u32]) -> Vec<Move> {
    let of_heap = |(heap, &size): (usize, &u32)| (1..=size).map(move |count| Move::Remove { heap, count });
    heaps.iter().enumerate().flat_map(of_heap).collect()
}

pub(super) fn after(heaps: &[u32], heap: usize, count: u32) -> Vec<u32> {
    let mut heaps = heaps.to_vec();
    if let Some(size) = heaps.get_mut(heap) {
        *size = size.saturating_sub(count);
    }
    heaps
}
