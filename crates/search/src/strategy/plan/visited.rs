use std::hash::BuildHasher;

use game::{Game, Planning};
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxBuildHasher;

/// The states that a search has come to, each once, with the way to each. Of a game that tells the fluents of
/// its states, only these are kept.
///
/// States are numbered in the order in which they were found.
pub(super) struct Visited<G: Game> {
    /// The fluents of the states, if the game tells them.
    fluents: FluentSets,
    /// Where states that are alike count as one: the fluents that tell states apart, and a hash of each state
    /// that is the same for all that are alike.
    alike: Option<(Vec<u64>, Vec<u64>)>,
    whole: Vec<G::State>,
    /// The state before each, and the move to it; the first has none.
    parents: Vec<(u32, Option<G::Move>)>,
    table: HashTable<u32>,
    heap_bytes: usize,
}

impl<G: Game> Visited<G> {
    /// Only `root`. All states are told apart.
    pub(super) fn new(game: &G, root: &G::State) -> Self {
        Self::with(game, root, None)
    }

    /// Only `root`. States that differ in `ignored` fluents alone, or are alike up to a symmetry of the game,
    /// count as one, and so may in rare cases others.
    pub(super) fn alike(game: &G, root: &G::State, ignored: &[u64]) -> Self {
        let mask = ignored.iter().map(|word| !word).collect();
        Self::with(game, root, game.planning().map(|_| (mask, Vec::new())))
    }

    fn with(game: &G, root: &G::State, alike: Option<(Vec<u64>, Vec<u64>)>) -> Self {
        let mut visited = Self {
            fluents: FluentSets::for_states_like(game.planning().map_or(&[], |planning| planning.bits(root))),
            alike,
            whole: Vec::new(),
            parents: Vec::new(),
            table: HashTable::new(),
            heap_bytes: 0,
        };
        visited.add(game, root, 0, None);
        visited
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.parents.len()
    }

    /// Bytes that they take.
    pub(super) fn bytes(&self) -> usize {
        let hashes = self.alike.as_ref().map_or(0, |(_, hashes)| hashes.capacity());
        self.fluents.bytes()
            + hashes * size_of::<u64>()
            + self.whole.capacity() * size_of::<G::State>()
            + self.heap_bytes
            + self.parents.capacity() * size_of::<(u32, Option<G::Move>)>()
            + self.table.allocation_size()
    }

    /// Adds a state, to which a move from state number `parent` leads; its number, if it is new.
    pub(super) fn add(
        &mut self,
        game: &G,
        state: &G::State,
        parent: u32,
        mov: Option<G::Move>,
    ) -> Option<u32> {
        self.insert(game, state, parent, mov).and_then(|(number, is_new)| is_new.then_some(number))
    }

    /// Adds a state as [`add`](Self::add) does: its number, and whether it is new. None if there are
    /// too many.
    pub(super) fn insert(
        &mut self,
        game: &G,
        state: &G::State,
        parent: u32,
        mov: Option<G::Move>,
    ) -> Option<(u32, bool)> {
        let number = u32::try_from(self.parents.len()).ok()?;
        let Self { fluents, alike, whole, table, heap_bytes, .. } = self;
        match (game.planning(), alike) {
            (Some(planning), Some((mask, hashes))) => {
                let canonical = game.knowledge().canonical(state);
                let told = planning.bits(canonical.as_ref().unwrap_or(state));
                let told = told.iter().zip(&*mask).map(|(word, mask)| word & mask);
                let hash = hash_of(told);
                match table.entry(
                    hash,
                    |&known| hashes[known as usize] == hash,
                    |&known| hashes[known as usize],
                ) {
                    Entry::Occupied(known) => return Some((*known.get(), false)),
                    Entry::Vacant(place) => _ = place.insert(number),
                }
                hashes.push(hash);
                fluents.push(planning.bits(state));
            }
            (Some(planning), None) => {
                fluents.push(planning.bits(state));
                let of = |number: u32| fluents.kept(number as usize);
                let hash = |number: u32| hash_of(of(number).iter().copied());
                match table.entry(hash(number), |&known| of(known) == of(number), |&known| hash(known)) {
                    Entry::Occupied(known) => {
                        fluents.pop();
                        return Some((*known.get(), false));
                    }
                    Entry::Vacant(place) => _ = place.insert(number),
                }
            }
            (None, _) => {
                let hash = |state: &G::State| FxBuildHasher.hash_one(state);
                let same = |&known: &u32| whole[known as usize] == *state;
                match table.entry(hash(state), same, |&known| hash(&whole[known as usize])) {
                    Entry::Occupied(known) => return Some((*known.get(), false)),
                    Entry::Vacant(place) => _ = place.insert(number),
                }
                *heap_bytes += game.heap_bytes(state);
                whole.push(state.clone());
            }
        }
        self.parents.push((parent, mov));
        Some((number, true))
    }

    /// Another way leads to a state.
    pub(super) fn come_by(&mut self, number: u32, parent: u32, mov: G::Move) {
        self.parents[number as usize] = (parent, Some(mov));
    }

    /// Replaces the content of `states` by the states with these numbers.
    pub(super) fn states(&self, game: &G, numbers: impl Iterator<Item = u32>, states: &mut Vec<G::State>) {
        match game.planning() {
            Some(planning) => {
                let mut all = Vec::new();
                numbers.for_each(|number| self.fluents.unpack(number as usize, &mut all));
                let fluents: Vec<&[u64]> = all.chunks_exact(self.fluents.words.max(1)).collect();
                Planning::states(planning, &fluents, states);
            }
            None => {
                states.clear();
                states.extend(numbers.map(|number| self.whole[number as usize].clone()));
            }
        }
    }

    /// The number of the state before one of them, and the move from there.
    pub(super) fn step_to(&self, number: u32) -> (u32, Option<G::Move>) {
        self.parents[number as usize]
    }

    /// Forgets all states, the first one too.
    pub(super) fn clear(&mut self) {
        self.fluents.clear();
        self.whole.clear();
        self.parents.clear();
        self.table.clear();
        self.heap_bytes = 0;
        if let Some((_, hashes)) = &mut self.alike {
            hashes.clear();
        }
    }

    /// The moves from the first state to one of them.
    pub(super) fn way(&self, mut number: u32) -> Vec<G::Move> {
        let mut moves = Vec::new();
        while let (parent, Some(mov)) = self.parents[number as usize] {
            moves.push(mov);
            number = parent;
        }
        moves.reverse();
        moves
    }

    /// How many moves lead from the first state to one of them.
    pub(super) fn plies(&self, mut number: u32) -> usize {
        let mut plies = 0;
        while let (parent, Some(_)) = self.parents[number as usize] {
            plies += 1;
            number = parent;
        }
        plies
    }

    /// The moves to a state and one more.
    pub(super) fn way_through(&self, number: u32, mov: G::Move) -> Vec<G::Move> {
        let mut moves = self.way(number);
        moves.push(mov);
        moves
    }
}

/// Sets of fluents, given as bits. Where few of very many fluents hold, only the words are kept in which
/// some do.
struct FluentSets {
    /// Words of a set.
    words: usize,
    /// All sets one after another: their words, or, if they are sparse, the place and the bits of each word
    /// that is not 0.
    kept: Vec<u64>,
    /// Where each set ends, if they are sparse.
    ends: Option<Vec<usize>>,
}

impl FluentSets {
    /// None yet, of as many fluents as this one; sets are taken to be about as sparse as it.
    fn for_states_like(first: &[u64]) -> Self {
        let filled = first.iter().filter(|&&word| word != 0).count();
        // A word takes two, and others may have more of them.
        let sparse = 8 * filled < first.len();
        Self { words: first.len(), kept: Vec::new(), ends: sparse.then(Vec::new) }
    }

    fn push(&mut self, set: &[u64]) {
        let Self { kept, ends, .. } = self;
        match ends {
            None => kept.extend_from_slice(set),
            Some(ends) => {
                let filled = (0..).zip(set).filter(|&(_, &word)| word != 0);
                kept.extend(filled.flat_map(|(place, &word)| [place, word]));
                ends.push(kept.len());
            }
        }
    }

    /// Forgets the last set.
    fn pop(&mut self) {
        let length = match &mut self.ends {
            None => self.kept.len() - self.words,
            Some(ends) => {
                ends.pop();
                ends.last().copied().unwrap_or(0)
            }
        };
        self.kept.truncate(length);
    }

    /// What is kept of a set: the same of equal sets alone.
    fn kept(&self, number: usize) -> &[u64] {
        match &self.ends {
            None => &self.kept[number * self.words..][..self.words],
            Some(ends) => {
                let start = number.checked_sub(1).map_or(0, |before| ends[before]);
                &self.kept[start..ends[number]]
            }
        }
    }

    /// Adds the words of a set to a list.
    fn unpack(&self, number: usize, words: &mut Vec<u64>) {
        let kept = self.kept(number);
        if self.ends.is_none() {
            words.extend_from_slice(kept);
            return;
        }
        let start = words.len();
        words.resize(start + self.words, 0);
        kept.chunks_exact(2).for_each(|pair| words[start + pair[0] as usize] = pair[1]);
    }

    fn bytes(&self) -> usize {
        let ends = self.ends.as_ref().map_or(0, Vec::capacity);
        (self.kept.capacity() + ends) * size_of::<u64>()
    }

    fn clear(&mut self) {
        self.kept.clear();
        if let Some(ends) = &mut self.ends {
            ends.clear();
        }
    }
}

/// A hash of 64 bits, each of which depends on all words: a chain of folded multiplications, as in wyhash.
fn hash_of(words: impl Iterator<Item = u64>) -> u64 {
    words.fold(0x243f_6a88_85a3_08d3, |hash, word| {
        let product = u128::from(hash ^ word) * u128::from(0x9e37_79b9_7f4a_7c15_u64);
        ((product >> 64) as u64 ^ product as u64).wrapping_add(0x1319_8a2e_0370_7344)
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn sets_come_back_as_they_were_and_equal_ones_are_kept_alike(
            sparse in any::<bool>(),
            sets in proptest::collection::vec(proptest::collection::vec(0..3_u64, 20), 1..20),
        ) {
            let first: Vec<u64> = (0..20).map(|place| u64::from(!sparse || place == 7)).collect();
            let mut kept = FluentSets::for_states_like(&first);
            prop_assert_eq!(kept.ends.is_some(), sparse);
            for set in &sets {
                kept.push(&first);
                kept.pop();
                kept.push(set);
            }
            for (number, set) in sets.iter().enumerate() {
                let mut back = vec![9];
                kept.unpack(number, &mut back);
                prop_assert_eq!(&back[1..], &set[..]);
                for (other, same) in sets.iter().enumerate() {
                    prop_assert_eq!(kept.kept(number) == kept.kept(other), set == same);
                }
            }
            kept.clear();
            kept.push(&first);
            prop_assert_eq!(kept.kept(0).is_empty(), false);
        }
    }
}
