use super::dispatch::{Instructions, Kernel};
use super::transpose::Transpose;
use super::word::{self, Word};

/// Words of 512 lanes.
const W: usize = 8;

/// Bits of 512 lanes, lane by lane.
pub(crate) struct Rows {
    columns: usize,
    /// For each 64 columns, transposed: their bits in lane `l` are word `l / 64` of row `l % 64`.
    groups: Vec<[Word<W>; 64]>,
}

/// The bits of planes, each of which has one bit of all lanes.
pub(crate) fn transposed(
    instructions: Instructions,
    columns: usize,
    plane: impl Fn(usize) -> Word<W>,
) -> Rows {
    let mut groups = vec![[[0; W]; 64]; columns.div_ceil(64)];
    for (column, row) in groups.as_flattened_mut().iter_mut().take(columns).enumerate() {
        *row = plane(column);
    }
    groups.iter_mut().for_each(|rows| instructions.run::<W, _>(Transpose(rows)));
    Rows { columns, groups }
}

impl Rows {
    #[inline(always)]
    fn words(&self, lane: usize) -> impl Iterator<Item = u64> {
        self.groups.iter().map(move |rows| rows[lane % 64][lane / 64])
    }

    /// How many bits of a lane are set.
    #[inline(always)]
    pub(crate) fn count(&self, lane: usize) -> usize {
        self.words(lane).map(|word| word.count_ones() as usize).sum()
    }

    /// Writes how many bits are set in each of the first lanes.
    pub(crate) fn write_counts(&self, instructions: Instructions, out: &mut [i64]) {
        instructions.run::<W, _>(Count { rows: self, out });
    }

    /// Passes a set bit of each of the first lanes to `found`, if it has so many: that with the rank that
    /// `rank` chooses, given the lane and how many set bits it has.
    pub(crate) fn pick(
        &self,
        instructions: Instructions,
        lanes: usize,
        rank: impl Fn(usize, usize) -> usize,
        found: impl FnMut(usize, Option<usize>),
    ) {
        instructions.run::<W, _>(Pick { rows: self, lanes, rank, found });
    }

    /// Only one bit of each of the first lanes, that of the column that `column` tells of the lane. The error
    /// is a lane that does not have it.
    pub(crate) fn only(
        &self,
        instructions: Instructions,
        lanes: usize,
        column: impl Fn(usize) -> i64,
    ) -> Result<Self, usize> {
        instructions.run::<W, _>(Only { rows: self, lanes, column })
    }

    /// The plane of each column.
    pub(crate) fn planes(mut self, instructions: Instructions) -> impl Fn(usize) -> Word<W> {
        self.groups.iter_mut().for_each(|rows| instructions.run::<W, _>(Transpose(rows)));
        move |column| self.groups[column / 64][column % 64]
    }

    /// Writes a byte for each bit, 1 or 0, lane by lane, as many lanes as there is room for.
    pub(crate) fn write(&self, out: &mut [u8]) {
        // The last bytes of a group reach into the next lane, whose first group is written later.
        for (group, rows) in self.groups.iter().enumerate().rev() {
            let first = 64 * group;
            let write = match (self.columns - first).div_ceil(8) {
                1 => write_group::<1>,
                2 => write_group::<2>,
                3 => write_group::<3>,
                4 => write_group::<4>,
                5 => write_group::<5>,
                6 => write_group::<6>,
                7 => write_group::<7>,
                _ => write_group::<8>,
            };
            write(rows, (first, self.columns), out);
        }
    }
}

/// Writes the first 8 * `N` columns of a group from the column `first` on into each of the lanes, which have
/// so many `columns`.
fn write_group<const N: usize>(rows: &[Word<W>; 64], (first, columns): (usize, usize), out: &mut [u8]) {
    let spread = |lane: usize| -> [[u8; 8]; N] {
        let bytes = rows[lane % 64][lane / 64].to_le_bytes();
        std::array::from_fn(|byte| SPREAD[usize::from(bytes[byte])])
    };
    let mut lanes = 0..out.len() / columns;
    while let Some(row) =
        out.get_mut(lanes.start * columns + first..).and_then(|row| row.as_chunks_mut().0.first_chunk_mut())
    {
        *row = spread(lanes.start);
        lanes.start += 1;
    }
    // Nothing comes after the last lanes.
    for lane in lanes {
        let row = &mut out[lane * columns + first..];
        let length = row.len().min(8 * N);
        row[..length].copy_from_slice(&spread(lane).as_flattened()[..length]);
    }
}

/// [`Rows::write_counts`] as a kernel: the baseline of most targets has no instruction that counts bits.
struct Count<'a> {
    rows: &'a Rows,
    out: &'a mut [i64],
}

impl Kernel for Count<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for (lane, out) in self.out.iter_mut().enumerate() {
            *out = self.rows.count(lane) as i64;
        }
    }
}

/// [`Rows::only`] as a kernel: the baseline of most targets has no instruction that shifts a bit quickly.
struct Only<'a, C> {
    rows: &'a Rows,
    lanes: usize,
    column: C,
}

impl<C: Fn(usize) -> i64> Kernel for Only<'_, C> {
    type Output = Result<Rows, usize>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        let columns = self.rows.columns;
        let mut groups = vec![[[0; W]; 64]; self.rows.groups.len()];
        for place in 0..64 * W {
            let (row, word) = (place / W, place % W);
            let lane = 64 * word + row;
            if lane < self.lanes {
                let known = usize::try_from((self.column)(lane)).ok().filter(|&column| column < columns);
                let column = known.ok_or(lane)?;
                groups[column / 64][row][word] = 1 << (column % 64);
            }
        }
        // All lanes are compared at once.
        let rows = groups.iter().flatten().zip(self.rows.groups.iter().flatten());
        let mut others = rows.map(|(&only, &set)| word::and_not(only, set)).enumerate();
        match others.find(|&(_, others)| word::any(others)) {
            None => Ok(Rows { columns, groups }),
            Some((row, others)) => {
                let word = others.iter().take_while(|&&word| word == 0).count();
                Err(64 * word + row % 64)
            }
        }
    }
}

/// [`Rows::pick`] as a kernel. Each pass works on eight lanes at once, or moves what it needs of each lane
/// into the order of rows and back.
struct Pick<'a, R, F> {
    rows: &'a Rows,
    lanes: usize,
    rank: R,
    found: F,
}

impl<R: Fn(usize, usize) -> usize, F: FnMut(usize, Option<usize>)> Kernel for Pick<'_, R, F> {
    type Output = ();

    #[inline(always)]
    fn run(mut self) {
        let mut ranks = [[0; W]; 64];
        for rows in &self.rows.groups {
            for (ranks, words) in ranks.iter_mut().zip(rows) {
                *ranks = word::map2(*ranks, *words, |sum, word| sum + ones(word));
            }
        }
        for (row, ranks) in ranks.iter_mut().enumerate() {
            for (word, rank) in ranks.iter_mut().enumerate() {
                let lane = 64 * word + row;
                if lane < self.lanes {
                    *rank = (self.rank)(lane, *rank as usize) as u64;
                }
            }
        }
        let mut columns = [[NONE; W]; 64];
        for (group, rows) in self.rows.groups.iter().enumerate() {
            for ((columns, ranks), words) in columns.iter_mut().zip(&mut ranks).zip(rows) {
                let counts = words.map(ones);
                let here = |word: usize| ranks[word] < counts[word];
                if (0..W).fold(false, |any, word| any | here(word)) {
                    for word in 0..W {
                        let column = 64 * group as u64 + select(words[word], ranks[word]);
                        columns[word] = if here(word) { column } else { columns[word] };
                    }
                }
                // What has been found is in none of the groups that follow.
                let further = |rank: u64, count| if rank < count { NONE } else { rank.wrapping_sub(count) };
                *ranks = word::map2(*ranks, counts, further);
            }
        }
        for (row, columns) in columns.iter().enumerate() {
            for (word, &column) in columns.iter().enumerate() {
                let lane = 64 * word + row;
                if lane < self.lanes {
                    (self.found)(lane, (column != NONE).then_some(column as usize));
                }
            }
        }
    }
}

/// In place of a column or a rank that there is not.
const NONE: u64 = u64::MAX;

/// How many bits of a word are set.
#[inline(always)]
fn ones(word: u64) -> u64 {
    u64::from(word.count_ones())
}

/// The place of the set bit of a word that has so many set bits before it, if there is one: sums of bytes and
/// then of bits, which are words of eight bytes each (Vigna, *Broadword Implementation of Rank/Select
/// Queries*, 2008). Elsewhere the result means nothing.
#[inline(always)]
fn select(word: u64, rank: u64) -> u64 {
    const EACH: u64 = 0x0101_0101_0101_0101;
    // How many bytes of sums, of 64 at most, are not above a rank below 64. No byte borrows from the next.
    let passed = |sums: u64, rank: u64| {
        let passed = ((rank.wrapping_mul(EACH) | (0x80 * EACH)).wrapping_sub(sums) >> 7) & EACH;
        passed.wrapping_mul(EACH) >> 56
    };
    let pairs = word - ((word >> 1) & (0x55 * EACH));
    let fours = (pairs & (0x33 * EACH)) + ((pairs >> 2) & (0x33 * EACH));
    let sums = ((fours + (fours >> 4)) & (0x0F * EACH)).wrapping_mul(EACH);
    let place = 8 * passed(sums, rank);
    let before = (sums << 8).wrapping_shr(place as u32) & 0xFF;
    let byte = word.wrapping_shr(place as u32) & 0xFF;
    // Each bit of the byte in a byte of its own, as 1.
    let bits = (((byte.wrapping_mul(EACH) & 0x8040_2010_0804_0201) + 0x7F * EACH) >> 7) & EACH;
    place + passed(bits.wrapping_mul(EACH), rank.wrapping_sub(before))
}

/// For each byte its bits, each as a byte of its own, the lowest first.
const SPREAD: [[u8; 8]; 256] = {
    let mut spread = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            spread[byte][bit] = (byte >> bit & 1) as u8;
            bit += 1;
        }
        byte += 1;
    }
    spread
};

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::super::random::Random;
    use super::*;

    fn has(rows: &Rows, lane: usize, column: usize) -> bool {
        rows.groups[column / 64][lane % 64][lane / 64] >> (column % 64) & 1 == 1
    }

    #[test]
    fn rows_have_the_bits_of_the_planes() {
        let mut random = Random::<W>::new(1);
        for columns in [0, 1, 7, 8, 9, 63, 64, 65, 130] {
            let planes: Vec<Word<W>> = (0..columns).map(|_| random.next()).collect();
            let rows = transposed(Instructions::best(), columns, |column| planes[column]);
            for lanes in [1, 2, 511, 512] {
                let mut out = vec![7; columns * lanes];
                rows.write(&mut out);
                for lane in 0..lanes {
                    let expected: Vec<u8> =
                        planes.iter().map(|plane| u8::from(word::has(plane, lane))).collect();
                    assert_eq!(out[lane * columns..][..columns], expected, "{columns} columns, lane {lane}");
                    assert!((0..columns).all(|column| has(&rows, lane, column) == (expected[column] == 1)));
                    assert_eq!(rows.count(lane), expected.iter().filter(|&&bit| bit == 1).count());
                }
                for rank in 0..=columns {
                    let mut picked = vec![None; lanes];
                    let mut told = vec![0; lanes];
                    let told = Cell::from_mut(&mut told[..]).as_slice_of_cells();
                    let rank_of = |lane: usize, count| {
                        told[lane].set(count);
                        rank
                    };
                    rows.pick(Instructions::best(), lanes, rank_of, |lane, column| picked[lane] = column);
                    for lane in 0..lanes {
                        let mut set = (0..columns).filter(|&column| has(&rows, lane, column));
                        assert_eq!((told[lane].get(), picked[lane]), (rows.count(lane), set.nth(rank)));
                    }
                }
            }
        }
    }

    #[test]
    fn one_bit_of_each_lane_becomes_planes() {
        let mut random = Random::<W>::new(2);
        for columns in [1, 64, 65, 130] {
            let planes: Vec<Word<W>> = (0..columns).map(|_| random.next()).collect();
            let rows = transposed(Instructions::best(), columns, |column| planes[column]);
            let last =
                |lane| (0..columns).rfind(|&column| has(&rows, lane, column)).expect("a set bit") as i64;
            let lanes = (0..64 * W).take_while(|&lane| rows.count(lane) > 0).count();
            let chosen = rows.only(Instructions::best(), lanes, last).expect("set bits");
            let found = chosen.planes(Instructions::best());
            for lane in 0..64 * W {
                let set = (0..columns).filter(|&column| word::has(&found(column), lane));
                let expected = (lane < lanes).then(|| last(lane) as usize);
                assert_eq!(set.collect::<Vec<_>>(), Vec::from_iter(expected));
            }
            for wrong in [-1, columns as i64, i64::MAX] {
                let column = |lane| if lane == lanes / 2 { wrong } else { last(lane) };
                assert_eq!(rows.only(Instructions::best(), lanes, column).err(), Some(lanes / 2));
            }
        }
    }
}
