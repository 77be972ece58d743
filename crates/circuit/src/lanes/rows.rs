use super::dispatch::{Instructions, Kernel};
use super::transpose::Transpose;
use super::word::Word;

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
    let groups = (0..columns.div_ceil(64)).map(|group| {
        let row = |row| if 64 * group + row < columns { plane(64 * group + row) } else { [0; W] };
        let mut rows = std::array::from_fn(row);
        instructions.run::<W, _>(Transpose(&mut rows));
        rows
    });
    Rows { columns, groups: groups.collect() }
}

impl Rows {
    #[inline(always)]
    fn words(&self, lane: usize) -> impl Iterator<Item = u64> {
        self.groups.iter().map(move |rows| rows[lane % 64][lane / 64])
    }

    /// Whether a bit of a lane is set; not beyond the columns.
    pub(crate) fn has(&self, lane: usize, column: usize) -> bool {
        self.groups.get(column / 64).is_some_and(|rows| rows[lane % 64][lane / 64] >> (column % 64) & 1 == 1)
    }

    /// How many bits of a lane are set.
    #[inline(always)]
    pub(crate) fn count(&self, lane: usize) -> usize {
        self.words(lane).map(|word| word.count_ones() as usize).sum()
    }

    /// The column of a lane's bit that has so many set bits before it, if there is one.
    #[inline(always)]
    pub(crate) fn nth(&self, lane: usize, mut rank: usize) -> Option<usize> {
        for (group, word) in self.words(lane).enumerate() {
            let count = word.count_ones() as usize;
            if rank < count {
                return Some(64 * group + select(word, rank as u32) as usize);
            }
            rank -= count;
        }
        None
    }

    /// Writes how many bits are set in each of the first lanes.
    pub(crate) fn write_counts(&self, instructions: Instructions, out: &mut [i64]) {
        instructions.run::<W, _>(Count { rows: self, out });
    }

    /// Passes a set bit of each of the first lanes to `found`, if it has so many: that with the rank that `rank` chooses, given the lane and how many set bits it has.
    pub(crate) fn pick(
        &self,
        instructions: Instructions,
        lanes: usize,
        rank: impl Fn(usize, usize) -> usize,
        found: impl FnMut(usize, Option<usize>),
    ) {
        instructions.run::<W, _>(Pick { rows: self, lanes, rank, found });
    }

    /// Writes a byte for each bit, 1 or 0, lane by lane, as many lanes as there is room for.
    pub(crate) fn write(&self, out: &mut [u8]) {
        if self.columns == 0 {
            return;
        }
        // Eight bytes at a time, the last of which reach into the next lane, which is written later.
        let padded = self.columns.next_multiple_of(8);
        let lanes = out.len() / self.columns;
        for lane in 0..lanes {
            let row = &mut out[lane * self.columns..];
            if let Some(row) = row.get_mut(..padded) {
                self.write_lane(lane, row);
            } else {
                let mut last = vec![0; padded];
                self.write_lane(lane, &mut last);
                row[..self.columns].copy_from_slice(&last[..self.columns]);
            }
        }
    }

    /// Writes the bytes of a lane, whose number is a multiple of 8.
    fn write_lane(&self, lane: usize, row: &mut [u8]) {
        for (word, bytes) in self.words(lane).zip(row.chunks_mut(64)) {
            for (byte, spread) in word.to_le_bytes().into_iter().zip(bytes.as_chunks_mut().0) {
                *spread = SPREAD[usize::from(byte)];
            }
        }
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

/// [`Rows::pick`] as a kernel.
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
        for lane in 0..self.lanes {
            let rank = (self.rank)(lane, self.rows.count(lane));
            (self.found)(lane, self.rows.nth(lane, rank));
        }
    }
}

/// The place of the set bit of a word that has so many set bits before it, of which there must be one: by halves, without a branch that depends on the bits.
#[inline(always)]
fn select(mut word: u64, mut rank: u32) -> u32 {
    let mut place = 0;
    for width in [32, 16, 8, 4, 2, 1] {
        let low = word & ((1 << width) - 1);
        let count = low.count_ones();
        let above = u32::from(rank >= count);
        rank -= count * above;
        place += width * above;
        word >>= width * above;
    }
    place
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
    use super::super::random::Random;
    use super::super::word;
    use super::*;

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
                    assert!((0..columns).all(|column| rows.has(lane, column) == (expected[column] == 1)));
                    assert!(!rows.has(lane, columns) && !rows.has(lane, usize::MAX));
                    let set: Vec<usize> = (0..columns).filter(|&column| expected[column] == 1).collect();
                    assert_eq!(rows.count(lane), set.len());
                    let nth: Vec<usize> = (0..).map_while(|rank| rows.nth(lane, rank)).collect();
                    assert_eq!(nth, set);
                }
            }
        }
    }
}
