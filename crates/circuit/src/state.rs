use std::fmt;
use std::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::goal::{GOAL_BITS, Goal};

/// A state of a circuit's game as bits: its fluents, and what the view says of it (whether it is
/// terminal, the legal moves, the goals). Equality and hash consider the fluents alone. Up to 896 bits
/// need no allocation.
#[derive(Clone)]
pub struct State {
    /// The fluents, then the legal moves of all roles, then bytes: whether it is terminal, and each role's
    /// goal. Each of the three starts a new word.
    words: SmallVec<[u64; 14]>,
    layout: Layout,
}

/// The words at which a state's parts start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Layout {
    legal: u16,
    bytes: u16,
    end: u16,
}

impl Layout {
    /// The layout for `fluents` fluents, `moves` moves of all roles together and `roles` roles; `None` if a
    /// state would be too large.
    pub(crate) fn new(fluents: usize, moves: usize, roles: usize) -> Option<Self> {
        let legal = fluents.div_ceil(64);
        let bytes = legal + moves.div_ceil(64);
        let end = bytes + (1 + roles).div_ceil(8);
        Some(Self { legal: legal.try_into().ok()?, bytes: bytes.try_into().ok()?, end: end.try_into().ok()? })
    }

    pub(crate) fn words(self) -> usize {
        usize::from(self.end)
    }

    /// The bit of the first move. The bit of the first fluent is 0.
    pub(crate) fn legal_bit(self) -> usize {
        64 * usize::from(self.legal)
    }

    pub(crate) fn terminal_bit(self) -> usize {
        64 * usize::from(self.bytes)
    }

    pub(crate) fn goal_bit(self, role: usize) -> usize {
        self.terminal_bit() + GOAL_BITS * (1 + role)
    }
}

impl State {
    pub(crate) fn new(layout: Layout) -> Self {
        Self { words: SmallVec::from_elem(0, layout.words()), layout }
    }

    pub(crate) fn layout(&self) -> Layout {
        self.layout
    }

    /// The fluents that hold, as bits: fluent `f` is bit `f % 64` of word `f / 64`.
    pub fn fluents(&self) -> &[u64] {
        &self.words[..usize::from(self.layout.legal)]
    }

    /// Whether a fluent holds, by its number.
    ///
    /// # Panics
    /// If there is no such fluent.
    #[inline(always)]
    pub fn holds(&self, fluent: usize) -> bool {
        holds(self.fluents(), fluent)
    }

    /// Bytes that it keeps on the heap.
    pub fn heap_bytes(&self) -> usize {
        if self.words.spilled() { self.words.capacity() * size_of::<u64>() } else { 0 }
    }

    /// Whether the game is over.
    pub fn terminal(&self) -> bool {
        self.words[usize::from(self.layout.bytes)] & 1 == 1
    }

    /// The goal that the state gives a role. It counts only in a terminal state.
    pub fn goal(&self, role: usize) -> Goal {
        let byte = 1 + role;
        let word = self.words[usize::from(self.layout.bytes) + byte / 8];
        Goal::from_byte((word >> (8 * (byte % 8))) as u8)
    }

    /// The legal moves among those numbered from `start` to before `end` over all roles, in ascending order.
    pub(crate) fn legal_between(&self, start: usize, end: usize) -> impl Iterator<Item = usize> + Clone + '_ {
        ones_between(self.legal_words(), start, end)
    }

    /// Whether there is one of these.
    pub(crate) fn has_legal_between(&self, start: usize, end: usize) -> bool {
        words_between(self.legal_words(), start, end).any(|(_, word)| word != 0)
    }

    /// How many of these there are.
    pub(crate) fn count_legal_between(&self, start: usize, end: usize) -> usize {
        words_between(self.legal_words(), start, end).map(|(_, word)| word.count_ones() as usize).sum()
    }

    /// The legal moves of all roles, as bits.
    fn legal_words(&self) -> &[u64] {
        &self.words[usize::from(self.layout.legal)..usize::from(self.layout.bytes)]
    }

    /// The state with other fluents, in which legal move `m` is replaced by `moves[m]`; the rest stays.
    pub(crate) fn with(&self, fluents: &[u64], moves: &[u32]) -> Self {
        let mut new = self.clone();
        let (legal, bytes) = (usize::from(self.layout.legal), usize::from(self.layout.bytes));
        new.words[..legal].copy_from_slice(fluents);
        new.words[legal..bytes].fill(0);
        for mov in self.legal_between(0, moves.len()) {
            let bit = self.layout.legal_bit() + moves[mov] as usize;
            new.words[bit / 64] |= 1 << (bit % 64);
        }
        new
    }

    #[cfg(test)]
    pub(crate) fn words(&self) -> &[u64] {
        &self.words
    }

    pub(crate) fn words_mut(&mut self) -> &mut [u64] {
        &mut self.words
    }
}

/// Whether a bit is set.
///
/// # Panics
/// If there is no such bit.
#[inline(always)]
pub fn holds(bits: &[u64], bit: usize) -> bool {
    bits[bit / 64] >> (bit % 64) & 1 == 1
}

/// The bits that are set from `start` to before `end`, in ascending order.
pub(crate) fn ones_between(
    words: &[u64],
    start: usize,
    end: usize,
) -> impl Iterator<Item = usize> + Clone + '_ {
    words_between(words, start, end).flat_map(|(i, mut rest)| {
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let bit = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                64 * i + bit
            })
        })
    })
}

/// The words that have these bits, with their numbers, and no other bits.
pub(crate) fn words_between(
    words: &[u64],
    start: usize,
    end: usize,
) -> impl Iterator<Item = (usize, u64)> + Clone + '_ {
    (start / 64..end.div_ceil(64)).map(move |i| {
        let low = if i == start / 64 { !0 << (start % 64) } else { !0 };
        let high = if i == end / 64 { !(!0 << (end % 64)) } else { !0 };
        (i, words[i] & low & high)
    })
}

impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        self.fluents() == other.fluents()
    }
}

impl Eq for State {}

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        for &word in self.fluents() {
            hasher.write_u64(word);
        }
    }
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bits = self.fluents().iter().enumerate().flat_map(|(i, &word)| {
            (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| 64 * i + bit)
        });
        f.debug_tuple("State").field(&bits.collect::<Vec<_>>()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_two_cache_lines() {
        assert_eq!(size_of::<State>(), 128);
    }

    #[test]
    fn legal_moves_are_listed_between_any_bounds() {
        let layout = Layout::new(3, 200, 2).unwrap();
        let mut state = State::new(layout);
        for mov in [0, 5, 63, 64, 127, 128, 199] {
            let bit = layout.legal_bit() + mov;
            state.words_mut()[bit / 64] |= 1 << (bit % 64);
        }
        let between = |start, end| state.legal_between(start, end).collect::<Vec<_>>();
        assert_eq!(between(0, 200), [0, 5, 63, 64, 127, 128, 199]);
        assert_eq!(between(1, 64), [5, 63]);
        assert_eq!(between(64, 128), [64, 127]);
        assert_eq!(between(128, 199), [128]);
        assert_eq!(between(6, 6), [0; 0]);
        let bounds = [(0, 200), (1, 64), (64, 128), (128, 199), (6, 6)];
        assert!(
            bounds
                .iter()
                .all(|&(start, end)| state.count_legal_between(start, end) == between(start, end).len())
        );
    }
}
