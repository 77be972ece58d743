use std::sync::atomic::Ordering;

use pulp::{NullaryFnOnce, Simd};

use super::board::{Board, difference, each};
use super::order::Moves;
use super::shallow::{NONE, Shallow};
use super::shared::Shared;
use super::table::Known;

/// Empty cells up to which positions are searched without the table.
const FEW_LEFT: u32 = 6;

/// Empty cells from which the children are looked up before one is searched.
const LOOK_AHEAD: u32 = 9;

/// Empty cells from which a thread leaves a child for later that another one searches.
pub(super) const DEFER: u32 = 16;

/// Empty cells from which the images of a position are one, and from which bounds are saved.
pub(super) const UPPER_PART: u32 = 18;

/// Positions between two looks at the clock.
const BREATH: u64 = 1 << 16;

/// One thread of a search, compiled for the instructions of `S`.
pub(super) struct Worker<'s, const SIZE: usize, S: Simd> {
    shared: &'s Shared<'s, SIZE>,
    simd: S,
    /// Whether there are other threads.
    shares: bool,
    pub(super) nodes: u64,
    /// Those of them that the others know of.
    counted: u64,
    /// The number of nodes at which to look at the clock again.
    pub(super) ask_at: u64,
    pub(super) stopped: bool,
}

/// A function that calls itself, compiled for the instructions of `S`. What it calls must be inlined into it.
pub(super) trait Call<const SIZE: usize, S: Simd> {
    fn on(self, worker: &mut Worker<'_, SIZE, S>) -> i32;
}

struct Compiled<'w, 's, C, const SIZE: usize, S: Simd> {
    worker: &'w mut Worker<'s, SIZE, S>,
    call: C,
}

impl<C: Call<SIZE, S>, const SIZE: usize, S: Simd> NullaryFnOnce for Compiled<'_, '_, C, SIZE, S> {
    type Output = i32;

    #[inline(always)]
    fn call(self) -> i32 {
        self.call.on(self.worker)
    }
}

/// A position with many empty cells, and the bound that its score is compared with.
struct Deep {
    own: u64,
    other: u64,
    alpha: i32,
}

impl<const SIZE: usize, S: Simd> Call<SIZE, S> for Deep {
    #[inline(always)]
    fn on(self, worker: &mut Worker<'_, SIZE, S>) -> i32 {
        worker.many_left(self)
    }
}

/// The position by which the table knows one.
#[inline(always)]
fn key<const SIZE: usize>(own: u64, other: u64, left: u32) -> (u64, u64) {
    if left >= UPPER_PART { Board::<SIZE>::canonical(own, other) } else { (own, other) }
}

impl<'s, const SIZE: usize, S: Simd> Worker<'s, SIZE, S> {
    pub(super) fn new(simd: S, shared: &'s Shared<'s, SIZE>, shares: bool) -> Self {
        Self { shared, simd, shares, nodes: 0, counted: 0, ask_at: BREATH, stopped: false }
    }

    #[inline(always)]
    pub(super) fn call<C: Call<SIZE, S>>(&mut self, call: C) -> i32 {
        let simd = self.simd;
        Simd::vectorize(simd, Compiled { worker: self, call })
    }

    /// A bound on the score for the side of `own`, which moves: a lower one if it is above `alpha`, else an
    /// upper one. It means nothing when the search has been [stopped](Self::stopped).
    #[inline(always)]
    pub(super) fn search(&mut self, own: u64, other: u64, alpha: i32) -> i32 {
        if Board::<SIZE>::empty(own, other).count_ones() <= FEW_LEFT {
            self.call(Shallow { own, other, alpha })
        } else {
            self.call(Deep { own, other, alpha })
        }
    }

    /// Counts what has been searched, and looks whether the search is to end.
    #[cold]
    pub(super) fn breathe(&mut self) {
        self.ask_at = self.nodes + BREATH;
        self.stopped = self.shared.breathe(self.nodes - self.counted);
        self.counted = self.nodes;
    }

    /// See [`search`](Self::search). The recursion is no deeper than twice the empty cells.
    #[inline(always)]
    fn many_left(&mut self, Deep { own, other, alpha }: Deep) -> i32 {
        let before = self.nodes;
        self.nodes += 1;
        if self.nodes >= self.ask_at {
            self.breathe();
        }
        if self.stopped {
            return 0;
        }
        let shared = self.shared;
        let left = Board::<SIZE>::empty(own, other).count_ones();
        let (own, other) = key::<SIZE>(own, other, left);
        // So many discs keep the score at `alpha`, if the other side does not lose them.
        let enough = (Board::<SIZE>::COUNT - alpha) / 2;
        if other.count_ones() as i32 >= enough {
            let most =
                Board::<SIZE>::COUNT - 2 * Board::<SIZE>::stable(other, own | other).count_ones() as i32;
            if most <= alpha {
                return most;
            }
        }
        let open = Board::<SIZE>::moves(own, other);
        if open == 0 {
            if Board::<SIZE>::moves(other, own) == 0 {
                return difference(own, other);
            }
            return -self.call(Deep { own: other, other: own, alpha: -alpha - 1 });
        }
        let whole = Known { lower: -Board::<SIZE>::COUNT, upper: Board::<SIZE>::COUNT, cell: 64 };
        let mut known = shared.table.get(own, other).unwrap_or(whole);
        if left >= UPPER_PART
            && let Some((lower, upper)) = shared.saved.get(own, other)
        {
            known = Known { lower: known.lower.max(lower), upper: known.upper.min(upper), ..known };
        }
        if known.lower > alpha {
            return known.lower;
        }
        if known.upper <= alpha {
            return known.upper;
        }
        if left >= LOOK_AHEAD
            && let Some(bound) = self.cut_by_child(own, other, open, left, alpha)
        {
            return bound;
        }
        let moves = Moves::sorted(self, own, other, open, known.cell);
        let (score, cell) = self.best_of(moves, own, other, left, alpha);
        if self.stopped {
            return 0;
        }
        if score > alpha {
            known.lower = known.lower.max(score);
        } else {
            known.upper = known.upper.min(score);
        }
        shared.table.put(own, other, Known { cell, ..known });
        if left >= UPPER_PART && self.nodes - before >= shared.worth_saving {
            shared.saved.put(own, other, known.lower, known.upper);
        }
        score
    }

    /// A lower bound above `alpha` that the table has by one of the moves, if it has one.
    #[inline(always)]
    fn cut_by_child(&self, own: u64, other: u64, open: u64, left: u32, alpha: i32) -> Option<i32> {
        each(open).find_map(|cell| {
            let (own, other) = Board::<SIZE>::after(cell, own, other);
            let (own, other) = key::<SIZE>(own, other, left - 1);
            let known = self.shared.table.get(own, other)?;
            (-known.upper > alpha).then_some(-known.upper)
        })
    }

    /// The best bound by one of the moves, and the cell of that move. Other threads search the same position:
    /// a move that one of them is at comes last, as it may be in the table by then (T. Kerrigan, *Simplified
    /// ABDADA*, 2016; J.-C. Weill, *The ABDADA distributed minimax search algorithm*, ICCA Journal 19, 1996).
    #[inline(always)]
    fn best_of(&mut self, mut moves: Moves, own: u64, other: u64, left: u32, alpha: i32) -> (i32, u32) {
        let (mut score, mut best) = (NONE, 0);
        let mut deferred = 0;
        let shares = self.shares && left >= DEFER;
        let mut waits = false;
        loop {
            let cell = match moves.next() {
                Some(cell) => cell,
                None if deferred == 0 => return (score, best),
                None => {
                    let cell: u32 = u64::trailing_zeros(deferred);
                    deferred &= deferred - 1;
                    waits = false;
                    cell
                }
            };
            let (next_own, next_other) = Board::<SIZE>::after(cell, own, other);
            let found = if shares {
                let (place, key) = self.shared.busy(next_own, next_other);
                if waits && place.load(Ordering::Relaxed) == key {
                    deferred |= 1 << cell;
                    continue;
                }
                place.store(key, Ordering::Relaxed);
                let found = -self.search(next_own, next_other, -alpha - 1);
                place.store(0, Ordering::Relaxed);
                found
            } else {
                -self.search(next_own, next_other, -alpha - 1)
            };
            // The first move is searched by all together, so that its refutation is found soon.
            waits = !moves.is_empty();
            if self.stopped {
                return (0, 0);
            }
            if found > score {
                (score, best) = (found, cell);
                if score > alpha {
                    return (score, best);
                }
            }
        }
    }
}
