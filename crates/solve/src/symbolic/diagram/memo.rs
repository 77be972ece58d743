use super::{EMPTY, Family, Operation};

/// Results of operations. Where two have the same place, the later one is remembered.
pub(super) struct Memo {
    /// As many as a power of two.
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
        let most = 1 << most.max(FIRST_ENTRIES).ilog2();
        Self { entries: vec![NO_ENTRY; FIRST_ENTRIES], most }
    }

    pub(super) fn get(&self, operation: Operation, family: Family, number: u32) -> Option<Family> {
        let entry = self.entries[self.place(operation, family, number)];
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
        let place = self.place(Operation(entry.operation), entry.family, entry.number);
        self.entries[place] = entry;
    }

    /// What is asked for one after the other are nodes that were made one after the other, whose results are
    /// near each other here too: many are in the processor's cache. Two families go on side by side; other
    /// numbers stay the same for a while.
    fn place(&self, operation: Operation, family: Family, number: u32) -> usize {
        let step = if operation.is_of_two_families() { 2 } else { 0x9E37_79B9 };
        let first = operation.0.wrapping_mul(0x6A09_E667).wrapping_add(number.wrapping_mul(step));
        first.wrapping_add(family.0) as usize & (self.entries.len() - 1)
    }

    pub(super) fn clear(&mut self) {
        self.entries.fill(NO_ENTRY);
    }
}
