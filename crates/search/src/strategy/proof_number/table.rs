use std::hash::Hash;

use game::Game;

use super::numbers::Numbers;
use crate::strategy::fingerprint::Fingerprint;

/// Slots at the beginning; a table grows as it fills, so that a short search does not pay for a large one.
const FIRST_SLOTS: usize = 1 << 12;

/// Slots in which a state may be.
const BUCKET: usize = 4;

/// A state as the table knows it: a fingerprint of 128 bits. Among a billion states the chance that any two
/// have the same is below 10^-20.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Print {
    first: u64,
    second: u64,
}

impl Print {
    pub(super) fn of(state: &impl Hash) -> Self {
        let (first, second) = Fingerprint::of(state);
        Self { first, second }
    }

    /// The one of all states that are like this one up to a symmetry of the game.
    pub(super) fn up_to_symmetry<G: Game>(game: &G, state: &G::State) -> Self {
        game.knowledge().canonical(state).map_or_else(|| Self::of(state), |canonical| Self::of(&canonical))
    }
}

/// What is known about a state.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    print: Print,
    numbers: Numbers,
    /// States expanded below it so far; 0 if the slot is free.
    work: u32,
}

/// Proof and disproof numbers of states, in bounded memory. What has cost least goes first.
#[derive(Debug)]
pub(super) struct Table {
    slots: Vec<Slot>,
    most: usize,
    used: usize,
}

impl Table {
    /// A table of so many bytes.
    pub(super) fn new(bytes: usize) -> Self {
        let fitting = (bytes / size_of::<Slot>()).max(BUCKET);
        // The greatest power of two that fits.
        let most = 1 << fitting.ilog2();
        Self { slots: vec![Slot::default(); most.min(FIRST_SLOTS)], most, used: 0 }
    }

    /// The first slot of the bucket.
    fn bucket(&self, print: Print) -> usize {
        print.first as usize % (self.slots.len() / BUCKET) * BUCKET
    }

    /// What is known about a state.
    pub(super) fn get(&self, print: Print) -> Option<Numbers> {
        let bucket = self.bucket(print);
        let slots = &self.slots[bucket..bucket + BUCKET];
        slots.iter().find(|slot| slot.work > 0 && slot.print == print).map(|slot| slot.numbers)
    }

    /// Keeps what was found out about a state by so much work more.
    pub(super) fn put(&mut self, print: Print, numbers: Numbers, work: u32) {
        if 2 * self.used > self.slots.len() && self.slots.len() < self.most {
            self.grow();
        }
        let bucket = self.bucket(print);
        let slots = &mut self.slots[bucket..bucket + BUCKET];
        if let Some(own) = slots.iter_mut().find(|slot| slot.work > 0 && slot.print == print) {
            (own.numbers, own.work) = (numbers, own.work.saturating_add(work));
            return;
        }
        let Some(cheapest) = slots.iter_mut().min_by_key(|slot| slot.work) else { return };
        self.used += usize::from(cheapest.work == 0);
        *cheapest = Slot { print, numbers, work: work.max(1) };
    }

    /// Doubles the slots.
    fn grow(&mut self) {
        let before = std::mem::take(&mut self.slots);
        self.slots = vec![Slot::default(); 2 * before.len()];
        self.used = 0;
        for slot in before.into_iter().filter(|slot| slot.work > 0) {
            let bucket = self.bucket(slot.print);
            // Those of a bucket go to two others, where there is room for all of them.
            if let Some(free) = self.slots[bucket..bucket + BUCKET].iter_mut().find(|slot| slot.work == 0) {
                *free = slot;
                self.used += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(proof: u32) -> Numbers {
        Numbers { proof, disproof: 1 }
    }

    #[test]
    fn a_growing_table_loses_little_while_it_has_room() {
        let mut table = Table::new(1 << 24);
        let states = 100_000_u32;
        (0..states).for_each(|state| table.put(Print::of(&state), numbers(state), 1));
        let kept = (0..states).filter(|state| table.get(Print::of(state)) == Some(numbers(*state))).count();
        assert!(kept > states as usize * 9 / 10, "{kept}");
        assert!((0..states).all(|state| table.get(Print::of(&state)).is_none_or(|it| it == numbers(state))));
        assert_eq!(table.get(Print::of(&states)), None);
    }

    #[test]
    fn a_full_table_keeps_what_has_cost_most_and_takes_what_comes() {
        let mut table = Table::new(BUCKET * size_of::<Slot>());
        for state in 0..BUCKET as u32 {
            table.put(Print::of(&state), numbers(state), 10 + state);
        }
        table.put(Print::of(&99), numbers(99), 1);
        assert_eq!(table.get(Print::of(&0)), None, "it had cost least");
        assert_eq!(table.get(Print::of(&1)), Some(numbers(1)));
        assert_eq!(table.get(Print::of(&99)), Some(numbers(99)));
        table.put(Print::of(&98), numbers(98), 1);
        assert_eq!(table.get(Print::of(&99)), None);
        assert_eq!(table.slots.len(), BUCKET);
    }
}
