use pulp::Simd;

use super::board::{Board, difference, each, pitch};
use super::worker::{Call, Worker};

/// Below all scores: there is no move.
pub(super) const NONE: i32 = -127;

/// A position with few empty cells, and the bound that its score is compared with.
#[derive(Clone, Copy)]
pub(super) struct Shallow {
    pub(super) own: u64,
    pub(super) other: u64,
    pub(super) alpha: i32,
}

impl<const SIZE: usize, S: Simd> Call<SIZE, S> for Shallow {
    #[inline(always)]
    fn on(self, worker: &mut Worker<'_, SIZE, S>) -> i32 {
        worker.few_left(self)
    }
}

/// For each set of quarters of the board their cells.
const fn quarters(size: usize) -> [u64; 16] {
    let (mut sets, mut set) = ([0; 16], 0);
    while set < 16 {
        let mut cell = 0;
        while cell < size * size {
            let (row, column) = (cell / size, cell % size);
            let quarter = 2 * (2 * row / size) + 2 * column / size;
            if set >> quarter & 1 == 1 {
                sets[set] |= 1 << (row * pitch(size) + column);
            }
            cell += 1;
        }
        set += 1;
    }
    sets
}

impl<const SIZE: usize> Board<SIZE> {
    const QUARTERS: [u64; 16] = quarters(SIZE);

    /// The quarters with an odd number of empty cells. Who moves there first may move there last.
    #[inline(always)]
    fn odd(empty: u64) -> u64 {
        let odd = |quarter: usize| (empty & Self::QUARTERS[1 << quarter]).count_ones() as usize & 1;
        Self::QUARTERS[odd(0) | odd(1) << 1 | odd(2) << 2 | odd(3) << 3]
    }

    /// The discs that are flipped in a cell, none if it has no disc of the other side beside it.
    #[inline(always)]
    fn flips_beside(cell: u32, own: u64, other: u64) -> u64 {
        if Self::NEIGHBOURS[cell as usize] & other == 0 { 0 } else { Self::flips(cell, own, other) }
    }
}

/// The score with one empty cell: whoever can takes it.
#[inline(always)]
fn one_left<const SIZE: usize>(own: u64, other: u64, cell: u32) -> i32 {
    let flipped = |own, other| Board::<SIZE>::flips(cell, own, other).count_ones() as i32;
    let before = difference(own, other);
    match flipped(own, other) {
        0 => match flipped(other, own) {
            0 => before,
            lost => before - 1 - 2 * lost,
        },
        won => before + 1 + 2 * won,
    }
}

impl<const SIZE: usize, S: Simd> Worker<'_, SIZE, S> {
    /// As [`search`](Self::search), without the table, ordered by the parity of the quarters and the
    /// corners alone.
    #[inline(always)]
    fn few_left(&mut self, at: Shallow) -> i32 {
        self.nodes += 1;
        let empty = Board::<SIZE>::empty(at.own, at.other);
        let best = self.best_of_few(at, empty);
        if best != NONE {
            return best;
        }
        let passed = Shallow { own: at.other, other: at.own, alpha: -at.alpha - 1 };
        let best = self.best_of_few(passed, empty);
        if best == NONE { difference(at.own, at.other) } else { -best }
    }

    #[inline(always)]
    fn best_of_few(&mut self, Shallow { own, other, alpha }: Shallow, empty: u64) -> i32 {
        let (odd, corners) = (Board::<SIZE>::odd(empty), Board::<SIZE>::CORNERS);
        let left = empty.count_ones();
        let mut best = NONE;
        for set in [odd & corners, odd & !corners, !odd & corners, !odd & !corners] {
            for cell in each(empty & set) {
                let flips = Board::<SIZE>::flips_beside(cell, own, other);
                if flips == 0 {
                    continue;
                }
                let child = Shallow { own: other ^ flips, other: own | flips | 1 << cell, alpha: -alpha - 1 };
                let score = match left {
                    1 => difference(child.other, child.own),
                    2 => {
                        self.nodes += 1;
                        -one_left::<SIZE>(child.own, child.other, (empty ^ 1 << cell).trailing_zeros())
                    }
                    3 => -self.two_left(child, empty ^ 1 << cell, odd),
                    _ => -self.call(child),
                };
                if score > best {
                    best = score;
                    if best > alpha {
                        return best;
                    }
                }
            }
        }
        best
    }

    #[inline(always)]
    fn two_left(&mut self, at: Shallow, empty: u64, odd: u64) -> i32 {
        self.nodes += 1;
        let first = if empty & odd == 0 { empty } else { empty & odd }.trailing_zeros();
        let cells = [first, (empty ^ 1 << first).trailing_zeros()];
        let best = self.best_of_two(at, cells);
        if best != NONE {
            return best;
        }
        let best = self.best_of_two(Shallow { own: at.other, other: at.own, alpha: -at.alpha - 1 }, cells);
        if best == NONE { difference(at.own, at.other) } else { -best }
    }

    #[inline(always)]
    fn best_of_two(&mut self, Shallow { own, other, alpha }: Shallow, [first, second]: [u32; 2]) -> i32 {
        let mut best = NONE;
        for (cell, last) in [(first, second), (second, first)] {
            let flips = Board::<SIZE>::flips_beside(cell, own, other);
            if flips != 0 {
                self.nodes += 1;
                best = best.max(-one_left::<SIZE>(other ^ flips, own | flips | 1 << cell, last));
                if best > alpha {
                    return best;
                }
            }
        }
        best
    }
}
