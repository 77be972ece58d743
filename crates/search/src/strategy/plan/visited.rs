use std::hash::BuildHasher;

use game::{Game, Planning};
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxBuildHasher;

/// The states that a search has come to, each once, with the way to each. Of a game that tells the fluents of its states, only these are kept.
///
/// States are numbered in the order in which they were found.
pub(super) struct Visited<G: Game> {
    /// Words of a packed state, if states are packed.
    words: usize,
    packed: Vec<u64>,
    /// Where states that are alike count as one: the fluents that tell states apart, and a hash of each state that is the same for all that are alike.
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

    /// Only `root`. States that differ in `ignored` fluents alone, or are alike up to a symmetry of the game, count as one, and so may in rare cases others.
    pub(super) fn alike(game: &G, root: &G::State, ignored: &[u64]) -> Self {
        let mask = ignored.iter().map(|word| !word).collect();
        Self::with(game, root, game.planning().map(|_| (mask, Vec::new())))
    }

    fn with(game: &G, root: &G::State, alike: Option<(Vec<u64>, Vec<u64>)>) -> Self {
        let mut visited = Self {
            words: game.planning().map_or(0, |planning| planning.bits(root).len()),
            packed: Vec::new(),
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
        (self.packed.capacity() + hashes) * size_of::<u64>()
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
        let number = u32::try_from(self.parents.len()).ok()?;
        let Self { words, packed, alike, whole, table, heap_bytes, .. } = self;
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
                    Entry::Occupied(_) => return None,
                    Entry::Vacant(place) => _ = place.insert(number),
                }
                hashes.push(hash);
                packed.extend_from_slice(planning.bits(state));
            }
            (Some(planning), None) => {
                let words = *words;
                let fluents = planning.bits(state);
                let of = |number: u32| &packed[number as usize * words..][..words];
                let hash = |fluents: &[u64]| hash_of(fluents.iter().copied());
                match table.entry(hash(fluents), |&known| of(known) == fluents, |&known| hash(of(known))) {
                    Entry::Occupied(_) => return None,
                    Entry::Vacant(place) => _ = place.insert(number),
                }
                packed.extend_from_slice(fluents);
            }
            (None, _) => {
                let hash = |state: &G::State| FxBuildHasher.hash_one(state);
                let same = |&known: &u32| whole[known as usize] == *state;
                match table.entry(hash(state), same, |&known| hash(&whole[known as usize])) {
                    Entry::Occupied(_) => return None,
                    Entry::Vacant(place) => _ = place.insert(number),
                }
                *heap_bytes += game.heap_bytes(state);
                whole.push(state.clone());
            }
        }
        self.parents.push((parent, mov));
        Some(number)
    }

    /// Replaces the content of `states` by the states with these numbers.
    pub(super) fn states(&self, game: &G, numbers: impl Iterator<Item = u32>, states: &mut Vec<G::State>) {
        match game.planning() {
            Some(planning) => {
                let fluents: Vec<&[u64]> = numbers
                    .map(|number| &self.packed[number as usize * self.words..][..self.words])
                    .collect();
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
        self.packed.clear();
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

    /// The moves to a state and one more.
    pub(super) fn way_through(&self, number: u32, mov: G::Move) -> Vec<G::Move> {
        let mut moves = self.way(number);
        moves.push(mov);
        moves
    }
}

/// A hash of 64 bits, each of which depends on all words: a chain of folded multiplications, as in wyhash.
fn hash_of(words: impl Iterator<Item = u64>) -> u64 {
    words.fold(0x243f_6a88_85a3_08d3, |hash, word| {
        let product = u128::from(hash ^ word) * u128::from(0x9e37_79b9_7f4a_7c15_u64);
        ((product >> 64) as u64 ^ product as u64).wrapping_add(0x1319_8a2e_0370_7344)
    })
}
