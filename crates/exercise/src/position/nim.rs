use std::sync::LazyLock;

use super::Move;
use super::rules::{chain, rules_without};

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

pub(super) fn rules(heaps: &[u32]) -> String {
    static COMMON: LazyLock<String> =
        LazyLock::new(|| rules_without("nim", &["(full ", "(successor ", "(<= terminal "]));
    let full: String = (1..).zip(heaps).map(|(heap, size)| format!("(full {heap} {size})\n")).collect();
    let sizes = chain("successor", 0..=heaps.iter().copied().max().unwrap_or_default());
    let empty: String = (1..=heaps.len()).map(|heap| format!(" (true (heap {heap} 0))")).collect();
    format!("{}{full}{sizes}(<= terminal{empty})\n", *COMMON)
}
