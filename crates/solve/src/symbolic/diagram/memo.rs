use super::{EMPTY, Family, Operation};

/// One of so many places, by what is looked for.
pub(super) fn place(first: u64, second: u32, places: usize) -> usize {
    // Odd numbers without a pattern: the golden ratio and the square root of 2, as fractions of 64 bits.
    let mut hash =
        (first ^ u64::from(second).wrapping_mul(0x9E37_79B9_7F4A_7C15)).wrapping_mul(0x6A09_E667_F3BC_C909);
    hash ^= hash >> 32;
    hash = hash.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (u128::from(hash) * places as u128 >> 64) as usize
}

/// Results of operations. Where two have the same place, the later one is remembered.
pub(super) struct Memo {
    entries: Vec<Entry>,
    most: usize,
}

#[derive(Clone, Copy)]
pub(super) struct Entry {
    /// 0 where there is none.
    pub(super) operation: u32,
    pub(super) family: Family,
    pub(super) number: u32,
    pub(super) result: Family,
}

/// Results for which there is room at first.
const FIRST_ENTRIES: usize = 1 << 12;

const NO_ENTRY: Entry = Entry { operation: 0, family: EMPTY, number: 0, result: EMPTY };

impl Memo {
    /// Room for so many results; it is made use of as there are more nodes.
    pub(super) fn new(most: usize) -> Self {
        let most = most.max(FIRST_ENTRIES);
        Self { entries: vec![NO_ENTRY; FIRST_ENTRIES], most }
    }

    pub(super) fn get(&self, operation: Operation, family: Family, number: u32) -> Option<Family> {
        let entry = self.entries[self.place(operation.0, family, number)];
        let found = entry.operation == operation.0 && entry.family == family && entry.number == number;
        found.then_some(entry.result)
    }

    /// Remembers a result, where there are so many nodes.
    pub(super) fn put(&mut self, nodes: usize, entry: Entry) {
        if nodes > self.entries.len() && self.entries.len() < self.most {
            // What was remembered is few results of those to come.
            let entries = (2 * self.entries.len()).min(self.most);
            self.entries = Vec::new();
            self.entries = vec![NO_ENTRY; entries];
        }
        let place = self.place(entry.operation, entry.family, entry.number);
        self.entries[place] = entry;
    }

    fn place(&self, operation: u32, family: Family, number: u32) -> usize {
        place(u64::from(family.0) << 32 | u64::from(number), operation, self.entries.len())
    }

    pub(super) fn clear(&mut self) {
        self.entries.fill(NO_ENTRY);
    }
}
