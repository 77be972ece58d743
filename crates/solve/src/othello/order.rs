use pulp::Simd;

use super::board::{Board, difference, each};
use super::worker::{Call, Worker};

/// Empty cells from which moves are sorted by a search, not by what they lead to at once.
const LOOK_DEEPER: u32 = 14;

/// Plies of that search at the most: those of the initial position on six columns.
const DEEPEST: u32 = 7;

/// As many moves as there can be.
const MOST_MOVES: usize = 64;

/// Moves from the most promising on, sorted as they are asked for: mostly the first one is enough.
pub(super) struct Moves {
    /// The merit above six bits of the cell.
    entries: [i32; MOST_MOVES],
    count: usize,
    at: usize,
}

impl Moves {
    /// The moves to the `open` cells; that to `known` comes first.
    #[inline(always)]
    pub(super) fn sorted<const SIZE: usize, S: Simd>(
        worker: &mut Worker<'_, SIZE, S>,
        own: u64,
        other: u64,
        open: u64,
        known: u32,
    ) -> Self {
        let mut moves = Self { entries: [0; MOST_MOVES], count: 0, at: 0 };
        let left = Board::<SIZE>::empty(own, other).count_ones();
        for cell in each(open) {
            let (own, other) = Board::<SIZE>::after(cell, own, other);
            let merit = if own == 0 {
                i32::MAX >> 6
            } else if cell == known {
                i32::MAX >> 7
            } else if left < LOOK_DEEPER {
                -options::<SIZE>(own, other)
            } else {
                let depth = ((left - LOOK_DEEPER) / 3 + 1).min(DEEPEST);
                -worker.call(Estimate { own, other, depth, alpha: -SURE, beta: SURE })
            };
            moves.entries[moves.count] = merit << 6 | cell as i32;
            moves.count += 1;
        }
        moves
    }

    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.at == self.count
    }

    /// The cell of the next move.
    #[inline(always)]
    pub(super) fn next(&mut self) -> Option<u32> {
        let left = &mut self.entries[self.at..self.count];
        let best = (0..left.len()).max_by_key(|&place| left[place])?;
        left.swap(0, best);
        self.at += 1;
        Some((left[0] & 63) as u32)
    }
}

#[inline(always)]
fn count(set: u64) -> i32 {
    set.count_ones() as i32
}

/// What the side to move can do: its moves, those to corners twice, less the corners that the other side has.
#[inline(always)]
fn options<const SIZE: usize>(own: u64, other: u64) -> i32 {
    let (moves, corners) = (Board::<SIZE>::moves(own, other), Board::<SIZE>::CORNERS);
    2 * count(moves) + 2 * count(moves & corners) - 3 * count(other & corners)
}

/// Above all estimates.
const SURE: i32 = 1 << 20;

/// An estimate of the score, looked ahead some plies. It means nothing when the search has been
/// [stopped](Worker::stopped).
#[derive(Clone, Copy)]
pub(super) struct Estimate {
    own: u64,
    other: u64,
    depth: u32,
    alpha: i32,
    beta: i32,
}

impl<const SIZE: usize, S: Simd> Call<SIZE, S> for Estimate {
    #[inline(always)]
    fn on(self, worker: &mut Worker<'_, SIZE, S>) -> i32 {
        let Self { own, other, depth, mut alpha, beta } = self;
        worker.nodes += 1;
        if worker.nodes >= worker.ask_at {
            worker.breathe();
        }
        if worker.stopped {
            return 0;
        }
        if depth <= 1 {
            return estimate::<SIZE>(own, other);
        }
        let open = Board::<SIZE>::moves(own, other);
        if open == 0 {
            if Board::<SIZE>::moves(other, own) == 0 {
                return 1000 * difference(own, other);
            }
            return -worker.call(Self { own: other, other: own, alpha: -beta, beta: -alpha, ..self });
        }
        let mut best = -SURE;
        for set in [Board::<SIZE>::CORNERS, !Board::<SIZE>::CORNERS] {
            for cell in each(open & set) {
                let (own, other) = Board::<SIZE>::after(cell, own, other);
                let child = Self { own, other, depth: depth - 1, alpha: -beta, beta: -alpha };
                best = best.max(-worker.call(child));
                alpha = alpha.max(best);
                if alpha >= beta {
                    return best;
                }
            }
        }
        best
    }
}

/// An estimate of the score: moves, empty cells beside the other side's discs, corners, cells beside empty
/// corners, stable discs. The weights are those with which the search of positions with 20 and 25 empty cells
/// on six columns took the least time, among some that were tried.
#[inline(always)]
pub(super) fn estimate<const SIZE: usize>(own: u64, other: u64) -> i32 {
    let corners = Board::<SIZE>::CORNERS;
    let empty = Board::<SIZE>::empty(own, other);
    let risky = Board::<SIZE>::around(empty & corners);
    let side = |own: u64, other: u64| {
        let moves = Board::<SIZE>::moves(own, other);
        10 * count(moves)
            + 20 * count(moves & corners)
            + 6 * count(Board::<SIZE>::around(other) & empty)
            + 40 * count(own & corners)
            - 12 * count(own & risky)
            + 15 * count(Board::<SIZE>::stable(own, own | other))
    };
    side(own, other) - side(other, own)
}
