use std::hash::Hash;
use std::mem::{needs_drop, size_of};

use super::Replace;
use super::found::{Bound, Found};
use crate::Window;
use crate::strategy::fingerprint::Fingerprint;

/// States up to so many bytes are kept whole.
const SMALL_STATE: usize = 64;

/// Slots at the beginning; a table grows as it fills, so that a short search does not pay for a large one.
const FIRST_SLOTS: usize = 1 << 10;

/// The transposition table: what was found out about states, kept in bounded memory.
///
/// A small state without parts on the heap is its own key, so that no two states are ever taken for each
/// other. Of others a [`Fingerprint`] of 128 bits is the key: among a billion states the chance that any two
/// have the same is below 10^-20.
///
/// Source: R. D. Greenblatt, D. E. Eastlake, S. D. Crocker, *The Greenblatt chess program*, AFIPS FJCC 31
/// (1967); replacement: D. M. Breuker, J. W. H. M. Uiterwijk, H. J. van den Herik, *Replacement schemes for
/// transposition tables*, ICCA Journal 17 (1994).
pub(crate) enum Table<S, M> {
    Whole(Slots<S, M>),
    Prints(Slots<u64, M>),
}

/// What the table knows about a state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Entry<M> {
    pub(super) found: Found,
    /// Plies that the search was allowed to look ahead.
    pub(super) depth: u32,
    pub(super) best: Option<Hint<M>>,
}

/// The move that was best in a state, or refuted it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Hint<M> {
    pub(super) mov: M,
    /// Of which of the states that share the entry it is a move.
    pub(super) image: u32,
}

impl<M: Copy> Entry<M> {
    /// What plain minimax to a depth of `remaining` plies is known to give, if it matters no further in
    /// this window.
    ///
    /// An entry answers for the depth it was searched to, and for any that its proof fits into: thus a search
    /// with a table gives the very value that it gives without one.
    pub(super) fn answer(&self, window: Window, remaining: u32) -> Option<Found> {
        let Found { value, bound, at_least, at_most, height } = self.found;
        let (lower, upper) = if self.depth == remaining {
            (bound != Bound::Upper, bound != Bound::Lower)
        } else if height <= remaining {
            (at_least, at_most)
        } else {
            return None;
        };
        let bound = match (lower, upper) {
            (true, true) => Bound::Exact,
            (true, false) if value >= window.beta => Bound::Lower,
            (false, true) if value <= window.alpha => Bound::Upper,
            _ => return None,
        };
        Some(Found { bound, ..self.found })
    }
}

impl<S: Clone + Eq + Hash, M: Copy> Table<S, M> {
    /// A table of so many megabytes; none if that is nothing.
    pub(super) fn new(megabytes: u64, replace: Replace) -> Option<Self> {
        let bytes = usize::try_from(megabytes).unwrap_or(usize::MAX).saturating_mul(1 << 20);
        (bytes > 0).then(|| {
            if needs_drop::<S>() || size_of::<S>() > SMALL_STATE {
                Self::Prints(Slots::new(bytes, replace))
            } else {
                Self::Whole(Slots::new(bytes, replace))
            }
        })
    }

    /// What is known about `state`.
    pub(super) fn get(&self, state: &S) -> Option<&Entry<M>> {
        let (hash, print) = Fingerprint::of(state);
        match self {
            Self::Whole(slots) => slots.get(hash, state),
            Self::Prints(slots) => slots.get(hash, &print),
        }
    }

    /// Keeps what was found out about `state`.
    pub(super) fn put(&mut self, state: &S, entry: Entry<M>) {
        let (hash, print) = Fingerprint::of(state);
        match self {
            Self::Whole(slots) => slots.put(hash, state, entry),
            Self::Prints(slots) => slots.put(hash, &print, entry),
        }
    }

    /// Begins a new search, to which the entries of earlier ones matter less.
    pub(super) fn age(&mut self) {
        match self {
            Self::Whole(slots) => slots.age = slots.age.wrapping_add(1),
            Self::Prints(slots) => slots.age = slots.age.wrapping_add(1),
        }
    }
}

/// Slots in pairs; a hash belongs to one pair.
pub(crate) struct Slots<K, M> {
    slots: Vec<Option<Slot<K, M>>>,
    most: usize,
    used: usize,
    replace: Replace,
    age: u8,
}

struct Slot<K, M> {
    hash: u64,
    key: K,
    age: u8,
    entry: Entry<M>,
}

impl<K: Clone + Eq, M: Copy> Slots<K, M> {
    fn new(bytes: usize, replace: Replace) -> Self {
        let fitting = (bytes / size_of::<Option<Slot<K, M>>>()).max(2);
        // The greatest power of two that fits.
        let most = 1 << fitting.ilog2();
        let slots = (0..most.min(FIRST_SLOTS)).map(|_| None).collect();
        Self { slots, most, used: 0, replace, age: 0 }
    }

    /// The first slot of the pair.
    fn pair(&self, hash: u64) -> usize {
        hash as usize % (self.slots.len() / 2) * 2
    }

    fn holds(&self, slot: usize, hash: u64, key: &K) -> bool {
        self.slots[slot].as_ref().is_some_and(|slot| slot.hash == hash && slot.key == *key)
    }

    fn get(&self, hash: u64, key: &K) -> Option<&Entry<M>> {
        let pair = self.pair(hash);
        let slot = [pair, pair + 1].into_iter().find(|&slot| self.holds(slot, hash, key))?;
        self.slots[slot].as_ref().map(|slot| &slot.entry)
    }

    fn put(&mut self, hash: u64, key: &K, mut entry: Entry<M>) {
        if 4 * self.used > self.slots.len() && self.slots.len() < self.most {
            self.grow();
        }
        let place = self.place(hash, key, &entry);
        match &mut self.slots[place] {
            Some(old) if old.hash == hash && old.key == *key => {
                entry.best = entry.best.or(old.entry.best);
                (old.entry, old.age) = (entry, self.age);
            }
            old => {
                self.used += usize::from(old.is_none());
                *old = Some(Slot { hash, key: key.clone(), age: self.age, entry });
            }
        }
    }

    /// The slot for an entry: where the state already is, else a free one, else as the rule says.
    fn place(&self, hash: u64, key: &K, entry: &Entry<M>) -> usize {
        let pair = self.pair(hash);
        let own = [pair, pair + 1].into_iter().find(|&slot| self.holds(slot, hash, key));
        if let Some(slot) =
            own.or_else(|| [pair, pair + 1].into_iter().find(|&slot| self.slots[slot].is_none()))
        {
            return slot;
        }
        match self.replace {
            // Another bit than those that choose the pair.
            Replace::Always => pair + (hash >> 63) as usize,
            Replace::Depth => {
                let shallower =
                    |old: &Slot<K, M>| old.age != self.age || old.entry.found.height <= entry.found.height;
                pair + usize::from(!self.slots[pair].as_ref().is_none_or(shallower))
            }
        }
    }

    /// Doubles the slots. The pairs of a state are then its old one, or that as much further on as there
    /// were slots.
    fn grow(&mut self) {
        let before = self.slots.len();
        self.slots.resize_with(2 * before, || None);
        for slot in 0..before {
            if self.slots[slot].as_ref().is_some_and(|it| self.pair(it.hash) >= before) {
                self.slots.swap(slot, slot + before);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::UNLIMITED;
    use super::*;

    fn entry(value: f64, height: u32) -> Entry<u8> {
        Entry { found: Found { height, ..Found::payoff(value) }, depth: UNLIMITED, best: None }
    }

    fn table(replace: Replace) -> Slots<u32, u8> {
        Slots::new(2 * size_of::<Option<Slot<u32, u8>>>(), replace)
    }

    #[test]
    fn a_growing_table_loses_nothing_while_it_has_room() {
        let mut table: Table<u64, u8> = Table::new(64, Replace::Depth).unwrap();
        let states = 20_000_u64;
        (0..states).for_each(|state| table.put(&(state << 9), entry(state as f64, 1)));
        let kept = (0..states).filter(|state| table.get(&(state << 9)).is_some()).count();
        // A quarter full, some entries of a hundred meet two others in their pair.
        assert!(kept > states as usize * 9 / 10, "{kept}");
        let right = |state: u64| table.get(&(state << 9)).is_none_or(|it| it.found.value == state as f64);
        assert!((0..states).all(right));
    }

    #[test]
    fn a_table_never_grows_beyond_its_size() {
        let mut table: Table<u64, u8> = Table::new(1, Replace::Always).unwrap();
        (0..100_000_u64).for_each(|state| table.put(&state, entry(0.0, 1)));
        let Table::Whole(slots) = table else { panic!("a number is small") };
        assert!(slots.slots.capacity() * size_of::<Option<Slot<u64, u8>>>() <= 1 << 20);
        assert!(slots.used <= slots.slots.len());
    }

    #[test]
    fn large_states_and_those_with_a_heap_are_kept_by_their_fingerprints() {
        assert!(matches!(Table::<Vec<u8>, u8>::new(1, Replace::Depth), Some(Table::Prints(_))));
        assert!(matches!(Table::<[u64; 9], u8>::new(1, Replace::Depth), Some(Table::Prints(_))));
        assert!(matches!(Table::<[u64; 8], u8>::new(1, Replace::Depth), Some(Table::Whole(_))));
        assert!(Table::<u8, u8>::new(0, Replace::Depth).is_none());
        let mut table: Table<Vec<u8>, u8> = Table::new(1, Replace::Depth).unwrap();
        table.put(&vec![1], entry(7.0, 1));
        assert_eq!(table.get(&vec![1]), Some(&entry(7.0, 1)));
        assert_eq!(table.get(&vec![2]), None);
    }

    #[test]
    fn the_deeper_entry_stays_and_the_other_slot_takes_what_comes() {
        let mut table = table(Replace::Depth);
        for (hash, height) in [(0, 5), (1, 3), (2, 2)] {
            table.put(hash, &0, entry(0.0, height));
        }
        assert!(table.get(0, &0).is_some() && table.get(1, &0).is_none() && table.get(2, &0).is_some());
        table.put(3, &0, entry(0.0, 6));
        assert!(table.get(0, &0).is_none(), "six is deeper than five");
        table.age += 1;
        table.put(4, &0, entry(0.0, 1));
        assert!(table.get(3, &0).is_none(), "an entry of an earlier search has to go");
    }

    #[test]
    fn the_newest_entry_always_finds_its_place() {
        let mut table = table(Replace::Always);
        for hash in 0..10 {
            table.put(hash, &0, entry(0.0, 100 - hash as u32));
            assert!(table.get(hash, &0).is_some());
        }
    }

    #[test]
    fn states_with_the_same_hash_are_told_apart_by_their_keys() {
        let mut table = table(Replace::Depth);
        table.put(9, &1, entry(1.0, 1));
        table.put(9, &2, entry(2.0, 1));
        assert_eq!(
            (table.get(9, &1).unwrap().found.value, table.get(9, &2).unwrap().found.value),
            (1.0, 2.0)
        );
        assert_eq!(table.get(9, &3), None);
    }

    #[test]
    fn an_entry_answers_for_its_own_depth_and_for_any_its_proof_fits_into() {
        let window = Window { alpha: 0.0, beta: 10.0 };
        let searched =
            |found: Found| Entry::<u8> { found: Found { height: 3, ..found }, depth: 5, best: None };
        let opinion = searched(Found::opinion(4.0));
        assert!(opinion.answer(window, 5).is_some());
        assert!(opinion.answer(window, 4).is_none() && opinion.answer(window, 6).is_none());
        let payoff = searched(Found::payoff(4.0));
        assert!(payoff.answer(window, 3).is_some() && payoff.answer(window, UNLIMITED).is_some());
        assert!(payoff.answer(window, 2).is_none(), "a search to two plies would not see the end");
    }

    #[test]
    fn a_bound_answers_where_the_window_ends_before_it() {
        let lower = Found { bound: Bound::Lower, ..Found::opinion(4.0) };
        let entry = Entry::<u8> { found: lower, depth: 5, best: None };
        assert!(entry.answer(Window { alpha: 0.0, beta: 4.0 }, 5).is_some());
        assert!(entry.answer(Window { alpha: 0.0, beta: 5.0 }, 5).is_none());
        let upper = Found { bound: Bound::Upper, ..Found::opinion(4.0) };
        let entry = Entry::<u8> { found: upper, depth: 5, best: None };
        assert!(entry.answer(Window { alpha: 4.0, beta: 9.0 }, 5).is_some());
        assert!(entry.answer(Window { alpha: 3.0, beta: 9.0 }, 5).is_none());
    }
}
