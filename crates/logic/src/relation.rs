use std::hash::{Hash, Hasher};

use gdl::{Interrupt, Interrupted};
use rustc_hash::FxHasher;
use smallvec::SmallVec;

use crate::TermId;
use crate::terms::{TermTable, Top};

/// The index of a relation. The relation of a keyword has the index of the keyword.
pub(crate) type RelationId = usize;

/// What a relation depends on, which says when it is evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Phase {
    /// On neither state nor moves: evaluated once.
    Static,
    /// On the state: evaluated once for a state.
    View,
    /// On the moves: evaluated once for a joint move.
    Step,
}

/// The path to a subterm of a row: the column, then argument positions.
pub(crate) type Path = SmallVec<[u32; 4]>;

/// Marks the end of a chain of rows.
const NONE: u32 = u32::MAX;

/// The rows of a relation, each once, in the order in which they were added, with indexes for look-ups.
#[derive(Clone)]
pub(crate) struct Relation {
    arity: usize,
    len: u32,
    cells: Vec<TermId>,
    /// Finds rows by all their cells; none in a [list](Relation::list).
    all: Option<RowTable>,
    indexes: Vec<Index>,
}

/// The specification of an index: it finds rows of a certain shape by their subterms at `keys`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct IndexSpec {
    /// The functions required at these paths, outer ones first.
    pub(crate) shape: Vec<(Path, Top)>,
    /// The paths of the given values.
    pub(crate) keys: Vec<Path>,
}

impl IndexSpec {
    fn fits(&self, row: &[TermId], terms: &TermTable) -> bool {
        self.shape.iter().all(|(path, top)| terms.top(value(row, path, terms)) == *top)
    }

    /// The values at the keys of a row that has the shape; none for other rows.
    pub(crate) fn key(&self, row: &[TermId], terms: &TermTable) -> SmallVec<[TermId; 8]> {
        self.keys.iter().map(|path| value(row, path, terms)).collect()
    }
}

/// The subterm of a row at a path.
pub(crate) fn value(row: &[TermId], path: &[u32], terms: &TermTable) -> TermId {
    terms.at(row[path[0] as usize], &path[1..])
}

#[derive(Clone)]
struct Index {
    spec: IndexSpec,
    chains: Chains,
    /// The number of rows in the index.
    upto: u32,
}

/// Chains of rows with the same hash: a hash table that is cheap to empty.
#[derive(Clone, Default)]
struct Chains {
    /// The last row of each hash.
    buckets: Vec<u32>,
    /// For each row the previous one in its chain.
    links: Vec<(u32, u32)>,
}

impl Chains {
    fn clear(&mut self) {
        if !self.links.is_empty() {
            self.links.clear();
            self.buckets.fill(NONE);
        }
    }

    fn bytes(&self) -> usize {
        self.buckets.capacity() * size_of::<u32>() + self.links.capacity() * size_of::<(u32, u32)>()
    }

    fn bucket(&self, hash: u64) -> usize {
        // The high bits of an Fx hash are the well-distributed ones.
        (hash >> 32) as usize & (self.buckets.len() - 1)
    }

    /// The first link of the chain of a hash.
    fn first(&self, hash: u64) -> u32 {
        if self.buckets.is_empty() { NONE } else { self.buckets[self.bucket(hash)] }
    }

    fn push(&mut self, row: u32, hash: u64, hash_of: impl Fn(u32) -> u64) {
        if self.links.len() >= self.buckets.len() {
            self.buckets.clear();
            self.buckets.resize((self.links.len() * 2).max(16), NONE);
            for link in 0..self.links.len() {
                let bucket = self.bucket(hash_of(self.links[link].0));
                self.links[link].1 = std::mem::replace(&mut self.buckets[bucket], link as u32);
            }
        }
        let bucket = self.bucket(hash);
        let before = std::mem::replace(&mut self.buckets[bucket], self.links.len() as u32);
        self.links.push((row, before));
    }
}

impl Default for Relation {
    fn default() -> Self {
        Self::new(0)
    }
}

/// Finds rows by their hashes: a hash table with linear probing, which keeps the hashes so that few rows are
/// looked at.
#[derive(Clone, Default)]
struct RowTable {
    /// Hashes with their rows, and [`NONE`] where there is no row.
    slots: Vec<(u32, u32)>,
    len: usize,
}

impl RowTable {
    fn clear(&mut self) {
        if self.len > 0 {
            self.slots.fill((0, NONE));
            self.len = 0;
        }
    }

    fn bytes(&self) -> usize {
        self.slots.capacity() * size_of::<(u32, u32)>()
    }

    /// Both halves of an Fx hash, of which the lower bits of either are badly distributed for some keys.
    fn folded(hash: u64) -> u32 {
        (hash ^ (hash >> 32)) as u32
    }

    /// The row of that hash which `is_it`.
    fn find(&self, hash: u64, is_it: impl Fn(u32) -> bool) -> Option<u32> {
        let mask = self.slots.len().wrapping_sub(1);
        let hash = Self::folded(hash);
        let mut at = hash as usize & mask;
        while let Some(&(other, row)) = self.slots.get(at).filter(|(_, row)| *row != NONE) {
            if other == hash && is_it(row) {
                return Some(row);
            }
            at = (at + 1) & mask;
        }
        None
    }

    /// Adds a row that is not there.
    fn push(&mut self, row: u32, hash: u64) {
        // A quarter of the slots is free, so that probing ends soon.
        if (self.len + 1) * 4 > self.slots.len() * 3 {
            let slots = vec![(0, NONE); (self.slots.len() * 2).max(16)];
            for (hash, row) in std::mem::replace(&mut self.slots, slots) {
                if row != NONE {
                    self.put(hash, row);
                }
            }
        }
        self.put(Self::folded(hash), row);
        self.len += 1;
    }

    fn put(&mut self, hash: u32, row: u32) {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        while self.slots[at].1 != NONE {
            at = (at + 1) & mask;
        }
        self.slots[at] = (hash, row);
    }
}

impl Relation {
    pub(crate) fn new(arity: usize) -> Self {
        Self { all: Some(RowTable::default()), ..Self::list(arity) }
    }

    /// A relation whose user never adds a row twice: nothing is looked for when one is added, and a row is
    /// found only by going through all of them.
    pub(crate) fn list(arity: usize) -> Self {
        Self { arity, len: 0, cells: Vec::new(), all: None, indexes: Vec::new() }
    }

    pub(crate) fn arity(&self) -> usize {
        self.arity
    }

    /// Empties the relation and sets another arity.
    pub(crate) fn reset(&mut self, arity: usize) {
        self.clear();
        self.arity = arity;
    }

    pub(crate) fn len(&self) -> u32 {
        self.len
    }

    pub(crate) fn row(&self, row: u32) -> &[TermId] {
        &self.cells[row as usize * self.arity..][..self.arity]
    }

    pub(crate) fn rows(&self) -> impl Iterator<Item = &[TermId]> {
        (0..self.len).map(|row| self.row(row))
    }

    /// The memory of rows and indexes in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let indexes: usize = self.indexes.iter().map(|index| index.chains.bytes()).sum();
        self.cells.capacity() * size_of::<TermId>() + self.all.as_ref().map_or(0, RowTable::bytes) + indexes
    }

    /// Removes all rows and keeps the allocated memory.
    pub(crate) fn clear(&mut self) {
        self.len = 0;
        self.cells.clear();
        self.all.iter_mut().for_each(RowTable::clear);
        for index in &mut self.indexes {
            index.chains.clear();
            index.upto = 0;
        }
    }

    pub(crate) fn contains(&self, row: &[TermId]) -> bool {
        self.position(row).is_some()
    }

    /// The number of a row.
    pub(crate) fn position(&self, row: &[TermId]) -> Option<u32> {
        let Some(all) = &self.all else { return (0..self.len).find(|&number| self.row(number) == row) };
        all.find(hash(row), |number| self.row(number) == row)
    }

    /// Adds a row; false if the relation, unless it is a list, has it already.
    pub(crate) fn insert(&mut self, row: &[TermId]) -> bool {
        self.insert_full(row).1
    }

    /// Adds a row as [`insert`](Self::insert) does, and tells its number, too.
    pub(crate) fn insert_full(&mut self, row: &[TermId]) -> (u32, bool) {
        if let Some(all) = &mut self.all {
            let (hash, cells, arity) = (hash(row), &self.cells, self.arity);
            if let Some(number) = all.find(hash, |number| &cells[number as usize * arity..][..arity] == row) {
                return (number, false);
            }
            all.push(self.len, hash);
        }
        self.cells.extend_from_slice(row);
        self.len += 1;
        (self.len - 1, true)
    }

    /// The number of the index of this specification; a new index is added.
    pub(crate) fn index(&mut self, spec: &IndexSpec) -> usize {
        if let Some(number) = self.indexes.iter().position(|index| index.spec == *spec) {
            return number;
        }
        self.indexes.push(Index { spec: spec.clone(), chains: Chains::default(), upto: 0 });
        self.indexes.len() - 1
    }

    /// Updates an index with the rows added since the last update.
    ///
    /// # Errors
    /// If it is interrupted; it can go on later.
    pub(crate) fn catch_up(
        &mut self,
        number: usize,
        terms: &TermTable,
        interrupt: &Interrupt<'_>,
    ) -> Result<(), Interrupted> {
        let (cells, arity) = (&self.cells, self.arity);
        let row_at = |row: u32| &cells[row as usize * arity..][..arity];
        let Index { spec, chains, upto } = &mut self.indexes[number];
        for row in *upto..self.len {
            interrupt.check()?;
            *upto = row + 1;
            if spec.fits(row_at(row), terms) {
                let hash_of = |row| hash(&spec.key(row_at(row), terms));
                chains.push(row, hash_of(row), hash_of);
            }
        }
        Ok(())
    }

    /// Updates all indexes.
    ///
    /// # Errors
    /// If it is interrupted; it can go on later.
    pub(crate) fn catch_up_all(
        &mut self,
        terms: &TermTable,
        interrupt: &Interrupt<'_>,
    ) -> Result<(), Interrupted> {
        (0..self.indexes.len()).try_for_each(|number| self.catch_up(number, terms, interrupt))
    }

    /// The start of a look-up by `key` in an index.
    pub(crate) fn look_up(&self, number: usize, key: &[TermId]) -> Cursor {
        Cursor(self.indexes[number].chains.first(hash(key)))
    }

    /// The next row with `key`; the index must be up to date.
    pub(crate) fn next_match(
        &self,
        number: usize,
        key: &[TermId],
        cursor: &mut Cursor,
        terms: &TermTable,
    ) -> Option<u32> {
        let Index { spec, chains, .. } = &self.indexes[number];
        while cursor.0 != NONE {
            let (row, before) = chains.links[cursor.0 as usize];
            cursor.0 = before;
            let cells = self.row(row);
            if spec.keys.iter().zip(key).all(|(path, &key)| value(cells, path, terms) == key) {
                return Some(row);
            }
        }
        None
    }

    /// The mean number of rows that a look-up finds, over the keys that occur; none if no row has the shape.
    ///
    /// # Errors
    /// If it is interrupted.
    pub(crate) fn mean_matches(
        &self,
        spec: &IndexSpec,
        terms: &TermTable,
        interrupt: &Interrupt<'_>,
    ) -> Result<Option<f64>, Interrupted> {
        let mut keys = rustc_hash::FxHashSet::default();
        let mut rows = 0;
        for row in self.rows() {
            interrupt.check()?;
            if spec.fits(row, terms) {
                rows += 1;
                keys.insert(spec.key(row, terms));
            }
        }
        Ok((rows > 0).then(|| f64::from(rows) / keys.len() as f64))
    }
}

/// A place in a chain of rows.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Cursor(u32);

impl Cursor {
    /// The end of every chain.
    pub(crate) fn end() -> Self {
        Self(NONE)
    }
}

fn hash(cells: &[TermId]) -> u64 {
    let mut hasher = FxHasher::default();
    for cell in cells {
        cell.hash(&mut hasher);
    }
    hasher.finish()
}
