//! Images of small states, by tables for a few fluents at a time.

/// Fluents whose images are looked up together.
const TOGETHER: usize = 4;

/// How many of them may hold.
const SETS: usize = 1 << TOGETHER;

/// Parts of a word.
const PARTS: usize = 64 / TOGETHER;

/// The most words of the fluents of a state for which there are tables.
const MOST_WORDS: usize = 4;

/// The most words of all tables: of more, those that are looked up would push one another out of the cache.
const MOST_OF_TABLES: usize = 1 << 15;

/// For each permutation of fluents, each [`TOGETHER`] of these and each set of them, the words of their
/// images. Empty for states that are not small, or too many permutations.
#[derive(Clone, Debug)]
pub(super) struct Images(Vec<u64>);

impl Images {
    /// Those of states whose fluents take so many words.
    pub(super) fn new<'p>(permutations: impl ExactSizeIterator<Item = &'p [u32]>, words: usize) -> Self {
        let mut tables = Vec::new();
        let entries = permutations.len() * words * PARTS * SETS;
        if words > MOST_WORDS || entries * words > MOST_OF_TABLES {
            return Self(tables);
        }
        tables.reserve_exact(entries * words);
        for permutation in permutations {
            for first in (0..64 * words).step_by(TOGETHER) {
                for set in 0..SETS {
                    let start = tables.len();
                    tables.resize(start + words, 0);
                    for number in (0..TOGETHER).filter(|number| set >> number & 1 == 1) {
                        // The last word may have fewer fluents than bits.
                        if let Some(&image) = permutation.get(first + number) {
                            super::set(&mut tables[start..], image);
                        }
                    }
                }
            }
        }
        Self(tables)
    }

    /// Whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Replaces fluents by the least of their images, if one is less than they are, and tells the number of
    /// the permutation.
    pub(super) fn least(&self, fluents: &mut [u64]) -> Option<usize> {
        match fluents.len() {
            1 => least::<1>(&self.0, fluents),
            2 => least::<2>(&self.0, fluents),
            3 => least::<3>(&self.0, fluents),
            _ => least::<MOST_WORDS>(&self.0, fluents),
        }
    }
}

fn least<const WORDS: usize>(tables: &[u64], fluents: &mut [u64]) -> Option<usize> {
    let state: &mut [u64; WORDS] = fluents.try_into().ok()?;
    let (mut best, mut chosen) = (*state, None);
    for (number, table) in tables.as_chunks::<WORDS>().0.chunks_exact(WORDS * PARTS * SETS).enumerate() {
        let image = image(table, state);
        if image < best {
            (best, chosen) = (image, Some(number));
        }
    }
    *state = best;
    chosen
}

fn image<const WORDS: usize>(table: &[[u64; WORDS]], state: &[u64; WORDS]) -> [u64; WORDS] {
    let mut image = [0; WORDS];
    for (&word, table) in state.iter().zip(table.chunks_exact(PARTS * SETS)) {
        for (part, table) in table.as_chunks::<SETS>().0.iter().enumerate() {
            let of_part = &table[(word >> (TOGETHER * part)) as usize % SETS];
            image.iter_mut().zip(of_part).for_each(|(all, of_part)| *all |= of_part);
        }
    }
    image
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_least_image_is_that_fluent_by_fluent(
            shuffles in prop::collection::vec(prop::collection::vec(any::<u64>(), 200), 0..4),
            fluents in 1..=200_usize,
            state in prop::collection::vec(any::<u64>(), 4),
        ) {
            let permutations: Vec<Vec<u32>> = shuffles
                .iter()
                .map(|keys| {
                    let mut permutation: Vec<u32> = (0..fluents as u32).collect();
                    permutation.sort_by_key(|&fluent| keys[fluent as usize]);
                    permutation
                })
                .collect();
            let words = fluents.div_ceil(64);
            let mut state = state[..words].to_vec();
            if fluents % 64 > 0 {
                state[words - 1] &= (1 << (fluents % 64)) - 1;
            }
            let image = |permutation: &Vec<u32>| {
                let mut image = vec![0; words];
                super::super::ones(&state).for_each(|fluent| super::super::set(&mut image, permutation[fluent as usize]));
                image
            };
            let images: Vec<Vec<u64>> = permutations.iter().map(image).collect();
            let expected = images.iter().min().filter(|least| **least < state);
            let chosen = expected.and_then(|least| images.iter().position(|image| image == least));
            let mut found = state.clone();
            let number = Images::new(permutations.iter().map(Vec::as_slice), words).least(&mut found);
            prop_assert_eq!((number, &found), (chosen, expected.unwrap_or(&state)));
        }
    }

    #[test]
    fn large_states_and_many_permutations_have_no_tables() {
        let permutation: Vec<u32> = (0..320).collect();
        let images =
            |count: usize, words: usize| Images::new(vec![permutation.as_slice(); count].into_iter(), words);
        assert!(!images(1, 4).is_empty());
        assert!(images(1, 5).is_empty() && images(100, 4).is_empty());
    }
}
