use game::{Game, Planning};
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;

/// The states that a search has come to, each once, with the way to each. Of a game that tells the fluents of its states, only these are kept.
///
/// States are numbered in the order in which they were found.
pub(super) struct Visited<G: Game> {
    /// Words of a packed state, if states are packed.
    words: usize,
    packed: Vec<u64>,
    /// The fluents that tell states apart.
    mask: Vec<u64>,
    whole: Vec<G::State>,
    /// The state before each, and the move to it; the first has none.
    parents: Vec<(u32, Option<G::Move>)>,
    table: HashTable<u32>,
    heap_bytes: usize,
}

impl<G: Game> Visited<G> {
    /// Only `root`. States that differ in `ignored` fluents alone count as one.
    pub(super) fn new(game: &G, root: &G::State, ignored: &[u64]) -> Self {
        let words = game.planning().map_or(0, |planning| planning.fluents(root).len());
        let mask = (0..words).map(|word| !ignored.get(word).copied().unwrap_or(0)).collect();
        let mut visited = Self {
            words,
            packed: Vec::new(),
            mask,
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
        self.packed.capacity() * size_of::<u64>()
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
        let Self { words, packed, mask, whole, table, heap_bytes, .. } = self;
        match game.planning() {
            Some(planning) => {
                let words = *words;
                let fluents = planning.fluents(state);
                let hash = |fluents: &[u64]| {
                    let told = fluents.iter().zip(&*mask).map(|(word, mask)| word & mask);
                    told.fold(0, |hash, word| FxBuildHasher.hash_one((hash, word)))
                };
                let of = |number: u32| &packed[number as usize * words..][..words];
                let same = |&known: &u32| {
                    let mut pairs = of(known).iter().zip(fluents).zip(&*mask);
                    pairs.all(|((known, word), mask)| (known ^ word) & mask == 0)
                };
                match table.entry(hash(fluents), same, |&known| hash(of(known))) {
                    Entry::Occupied(_) => return None,
                    Entry::Vacant(place) => _ = place.insert(number),
                }
                packed.extend_from_slice(fluents);
            }
            None => {
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
                let fluents: Vec<&[u64]> =
                    numbers.map(|number| &self.packed[number as usize * self.words..][..self.words]).collect();
                Planning::states(planning, &fluents, states);
            }
            None => {
                states.clear();
                states.extend(numbers.map(|number| self.whole[number as usize].clone()));
            }
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
