use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};

/// A set of states in ascending order of their words, in memory or in a temporary file.
#[derive(Debug)]
pub(crate) enum Layer<const N: usize> {
    Memory(Vec<[u64; N]>),
    File { file: File, states: usize },
}

/// States that are read from a file at once.
const BLOCK: usize = 1 << 16;

impl<const N: usize> Layer<N> {
    pub(crate) fn states(&self) -> usize {
        match self {
            Self::Memory(keys) => keys.len(),
            Self::File { states, .. } => *states,
        }
    }

    /// Bytes of memory that it takes.
    pub(crate) fn bytes(&self) -> usize {
        match self {
            Self::Memory(keys) => size_of_val(keys.as_slice()),
            Self::File { .. } => 0,
        }
    }

    /// Moves the states to a file that is gone when nobody uses it any more.
    pub(crate) fn spill(&mut self) -> io::Result<()> {
        if let Self::Memory(keys) = self {
            let mut file = BufWriter::new(tempfile::tempfile()?);
            file.write_all(bytemuck::cast_slice(keys))?;
            let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
            *self = Self::File { file, states: keys.len() };
        }
        Ok(())
    }

    /// Gives out all states, in order, some at a time.
    pub(crate) fn blocks(&self, mut give: impl FnMut(&[[u64; N]])) -> io::Result<()> {
        match self {
            Self::Memory(keys) => give(keys),
            Self::File { file, states } => {
                let mut file = file;
                file.seek(SeekFrom::Start(0))?;
                let mut block = vec![[0; N]; BLOCK.min(*states)];
                let mut left = *states;
                while left > 0 {
                    let block = &mut block[..left.min(BLOCK)];
                    file.read_exact(bytemuck::cast_slice_mut(block))?;
                    give(block);
                    left -= block.len();
                }
            }
        }
        Ok(())
    }

    /// The states in memory, where they stay.
    pub(crate) fn load(&mut self) -> io::Result<&[[u64; N]]> {
        if let Self::File { states, .. } = self {
            let mut keys = Vec::with_capacity(*states);
            self.blocks(|block| keys.extend_from_slice(block))?;
            *self = Self::Memory(keys);
        }
        match self {
            Self::Memory(keys) => Ok(keys),
            Self::File { .. } => unreachable!("it has been read"),
        }
    }

    /// The states in memory.
    pub(crate) fn into_keys(mut self) -> io::Result<Vec<[u64; N]>> {
        self.load()?;
        match self {
            Self::Memory(keys) => Ok(keys),
            Self::File { .. } => unreachable!("it has been read"),
        }
    }
}

/// Takes the states of other sets out of one in ascending order.
pub(crate) struct Difference<'k, const N: usize> {
    keys: &'k mut Vec<[u64; N]>,
    read: usize,
    write: usize,
}

impl<'k, const N: usize> Difference<'k, N> {
    pub(crate) fn of(keys: &'k mut Vec<[u64; N]>) -> Self {
        Self { keys, read: 0, write: 0 }
    }

    /// Takes states out, which are in ascending order and greater than those taken out before.
    pub(crate) fn without(&mut self, mut others: &[[u64; N]]) {
        let Some(last) = others.last().copied() else { return };
        while self.read < self.keys.len() && self.keys[self.read] <= last {
            let key = self.keys[self.read];
            self.read += 1;
            others = &others[skip_to(others, &key)..];
            if others.first() != Some(&key) {
                self.keys[self.write] = key;
                self.write += 1;
            }
        }
    }

    /// Ends with the states that are left; how many were taken out.
    pub(crate) fn end(self) -> usize {
        let Self { keys, read, write } = self;
        keys.copy_within(read.., write);
        keys.truncate(keys.len() - (read - write));
        read - write
    }
}

/// The place of the first state that is not less than `key`, looked for in steps that double: fast where it
/// is near.
fn skip_to<const N: usize>(keys: &[[u64; N]], key: &[u64; N]) -> usize {
    let mut step = 1;
    while step <= keys.len() && keys[step - 1] < *key {
        step *= 2;
    }
    let low = step / 2;
    low + keys[low..step.min(keys.len())].partition_point(|other| other < key)
}

/// The union of two sets in ascending order.
pub(crate) fn union<const N: usize>(a: &[[u64; N]], b: &[[u64; N]]) -> Vec<[u64; N]> {
    let mut union = Vec::with_capacity(a.len() + b.len());
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        let (x, y) = (a[i], b[j]);
        union.push(x.min(y));
        i += usize::from(x <= y);
        j += usize::from(y <= x);
    }
    union.extend_from_slice(&a[i..]);
    union.extend_from_slice(&b[j..]);
    union
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::collection::btree_set;
    use proptest::prelude::*;

    use super::*;

    fn keys(set: &BTreeSet<u64>) -> Vec<[u64; 1]> {
        set.iter().map(|&key| [key]).collect()
    }

    proptest! {
        #[test]
        fn sorted_arrays_are_sets(
            a in btree_set(0_u64..300, 0..80),
            b in btree_set(0_u64..300, 0..80),
            cut in 0_usize..80,
        ) {
            let (first, second) = (keys(&a), keys(&b));
            prop_assert_eq!(union(&first, &second), keys(&(&a | &b)));
            let mut rest = first.clone();
            let mut difference = Difference::of(&mut rest);
            let (low, high) = second.split_at(cut.min(second.len()));
            difference.without(low);
            difference.without(high);
            prop_assert_eq!(difference.end(), (&a & &b).len());
            prop_assert_eq!(rest, keys(&(&a - &b)));
        }
    }

    #[test]
    fn a_layer_comes_back_from_its_file() {
        let keys: Vec<[u64; 2]> = (0..100_000).map(|key| [key / 3, key]).collect();
        let mut layer = Layer::Memory(keys.clone());
        assert_eq!(layer.bytes(), 1_600_000);
        layer.spill().unwrap();
        assert_eq!((layer.bytes(), layer.states()), (0, 100_000));
        let mut read = Vec::new();
        layer.blocks(|block| read.extend_from_slice(block)).unwrap();
        assert_eq!(read, keys);
        assert_eq!(layer.load().unwrap(), keys);
        let mut empty = Layer::<1>::Memory(Vec::new());
        empty.spill().unwrap();
        assert!(empty.load().unwrap().is_empty());
    }
}
