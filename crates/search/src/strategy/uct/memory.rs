//! Memory that is counted, and grows by steps that can be foreseen, so that a bound on it can be kept.

use std::hash::Hash;

use rustc_hash::FxBuildHasher;

/// A hash map that says how much memory it takes.
pub(super) type Map<K, V> = hashbrown::HashMap<K, V, FxBuildHasher>;

/// From so many bytes on a list is long.
const LONG: usize = 1 << 23;

/// How many times as long a long list may become before it has to be moved; the first that the system has
/// address space for.
const AHEAD: [usize; 3] = [64, 8, 2];

/// Whether a list has address space ahead. The system gives it memory only as it becomes longer, so what it
/// does not use yet takes none.
fn is_long<T>(list: &Vec<T>) -> bool {
    list.capacity() * size_of::<T>() > 2 * LONG
}

/// Bytes of a list, with the room it has for more, if that takes memory.
pub(super) fn list_bytes<T>(list: &Vec<T>) -> usize {
    let counted = if is_long(list) { list.len() } else { list.capacity() };
    counted * size_of::<T>()
}

/// Bytes that a list takes on top if so many more elements make it [grow](make_room).
pub(super) fn list_growth<T>(list: &Vec<T>, more: usize) -> usize {
    let fits = list.capacity() - list.len() >= more;
    let elements = match (fits, list.len() * size_of::<T>() < LONG) {
        (true, _) if is_long(list) => more,
        (true, _) => 0,
        (false, true) => step(list, more),
        // It is there twice for a moment.
        (false, false) => list.len() + more,
    };
    elements * size_of::<T>()
}

/// Makes room for so many more elements.
///
/// A short list gets an eighth more than there are: twice as many, as a list grows by itself, would leave
/// half of the memory unused most of the time. To move hundreds of megabytes takes a tenth of a second
/// and more, so a long list gets address space ahead; if the system has none to give, it grows as a short
/// one does.
pub(super) fn make_room<T>(list: &mut Vec<T>, more: usize) {
    if list.capacity() - list.len() >= more {
        return;
    }
    let ahead = |times: usize| (times - 1).saturating_mul(list.len().max(more));
    let long = list.len() * size_of::<T>() >= LONG;
    if !long || !AHEAD.map(ahead).into_iter().any(|more| list.try_reserve_exact(more).is_ok()) {
        list.reserve_exact(step(list, more));
    }
}

fn step<T>(list: &[T], more: usize) -> usize {
    more.max(list.len() / 8)
}

/// Gives back what a short list that has become shorter does not need soon. A long one keeps its memory and
/// uses it again.
pub(super) fn shrink<T>(list: &mut Vec<T>) {
    if !is_long(list) {
        list.shrink_to(list.len() + list.len() / 8);
    }
}

/// Bytes of the hash table of at least so many entries of a type: the least power of two of places of which
/// at most seven in eight are taken, each with a byte beside it; small ones have 16 at most.
pub(super) fn table_bytes<T>(entries: usize) -> usize {
    (entries * 8 / 7 + 1).next_power_of_two().max(16) * (size_of::<T>() + 1) + 16
}

/// Bytes that a hash table with this capacity takes on top while it grows to hold another entry: the old one
/// is there until the new one is filled.
pub(super) fn table_growth<T>(len: usize, capacity: usize) -> usize {
    if len < capacity { 0 } else { table_bytes::<T>(capacity + 1) }
}

/// The value of a key, made if need be; none if that takes more than the `room` that is left, which becomes
/// less by what it takes.
pub(super) fn entry<'m, K: Copy + Eq + Hash, V: Default>(
    map: &'m mut Map<K, V>,
    key: K,
    room: &mut usize,
) -> Option<&'m mut V> {
    if !map.contains_key(&key) {
        let before = map.allocation_size();
        if table_growth::<(K, V)>(map.len(), map.capacity()) > *room {
            return None;
        }
        map.insert(key, V::default());
        *room = room.saturating_sub(map.allocation_size() - before);
    }
    map.get_mut(&key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_takes_what_was_foreseen() {
        let mut map: Map<(u32, u64), u32> = Map::default();
        let mut room = usize::MAX;
        for key in 0..100_000 {
            let (before, foreseen) =
                (map.allocation_size(), table_growth::<((u32, u64), u32)>(map.len(), map.capacity()));
            entry(&mut map, (1, key), &mut room);
            let grown = map.allocation_size() != before;
            assert!(!grown || map.allocation_size() <= foreseen, "{key}");
        }
        assert_eq!(usize::MAX - room, map.allocation_size());
    }

    #[test]
    fn what_has_no_room_is_not_made_and_what_there_is_stays() {
        let mut map: Map<u32, u32> = Map::default();
        let mut room = 400;
        let made = (0..1000).filter(|&key| entry(&mut map, key, &mut room).is_some()).count();
        assert!((1..50).contains(&made), "{made}");
        assert!(map.allocation_size() <= 400);
        assert!((0..made as u32).all(|key| entry(&mut map, key, &mut room).is_some()));
    }

    #[test]
    fn a_list_takes_what_was_foreseen() {
        let mut list: Vec<u64> = Vec::new();
        for number in 0..10_000 {
            let foreseen = list_bytes(&list) + list_growth(&list, 1);
            make_room(&mut list, 1);
            list.push(number);
            assert!(list_bytes(&list) <= foreseen);
        }
        assert!(list.capacity() <= 11_300);
    }

    #[test]
    fn a_long_list_is_moved_once_and_takes_what_it_has_used() {
        const SIZE: usize = 64;
        let mut list: Vec<[u8; SIZE]> = Vec::new();
        let mut moved = Vec::new();
        for number in 0..3 * LONG / SIZE {
            let (before, foreseen) = (list.as_ptr(), list_bytes(&list) + list_growth(&list, 1));
            make_room(&mut list, 1);
            list.push([number as u8; SIZE]);
            assert!(list_bytes(&list) <= foreseen);
            if list.as_ptr() != before && list.len() * SIZE > LONG {
                moved.push(list.len());
            }
        }
        assert!(moved.len() <= 1, "{moved:?}");
        assert_eq!(list_bytes(&list), list.len() * SIZE);
        list.truncate(10);
        shrink(&mut list);
        assert_eq!(list_bytes(&list), 10 * SIZE, "its memory is used again");
    }
}
