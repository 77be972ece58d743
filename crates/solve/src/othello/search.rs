use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::thread;

use pulp::Simd;

use super::board::{Board, difference};
use super::order::{Moves, estimate};
use super::shared::Shared;
use super::worker::{DEFER, Worker};
use super::{BoardCell, DiscBounds, OthelloPosition, OthelloSolution};

/// A move of the position that is to be solved, none to pass; the position after it, and bounds on the score
/// for the side that makes it.
#[derive(Clone, Copy)]
struct Child {
    cell: Option<u32>,
    own: u64,
    other: u64,
    lower: i32,
    upper: i32,
}

/// The search of a position by threads that share what they find.
pub(super) struct Search<'s, const SIZE: usize, S: Simd> {
    pub(super) shared: &'s Shared<'s, SIZE>,
    pub(super) threads: usize,
    pub(super) simd: S,
}

impl<const SIZE: usize, S: Simd> Search<'_, SIZE, S> {
    /// The score of a position, bounds on the scores of its moves, and a line of best play if the score
    /// is found.
    pub(super) fn solve(&self, position: &OthelloPosition) -> OthelloSolution {
        let (own, other) = (position.own, position.other);
        let mut children = self.children(own, other);
        let (lower, upper) = self.narrow(own, other, &mut children);
        let bounds = |lower: i32, upper: i32| DiscBounds { lower: lower as i8, upper: upper as i8 };
        let mut moves: Vec<(Option<BoardCell>, DiscBounds)> = children
            .iter()
            .map(|child| (child.cell.map(|cell| position.cell(cell)), bounds(child.lower, child.upper)))
            .collect();
        moves.sort_by_key(|&(cell, _)| cell.map(|cell| (cell.column, cell.row)));
        let cut = if lower == upper { None } else { self.shared.cut() };
        let line = if lower == upper { self.line(own, other, lower) } else { Vec::new() };
        OthelloSolution {
            score: bounds(lower, upper),
            moves,
            line: line.into_iter().map(|cell| cell.map(|cell| position.cell(cell))).collect(),
            nodes: self.shared.nodes.load(Ordering::Relaxed),
            cut,
        }
    }

    /// The moves, the most promising first; none if the game is over.
    fn children(&self, own: u64, other: u64) -> Vec<Child> {
        let (lower, upper) = (-Board::<SIZE>::COUNT, Board::<SIZE>::COUNT);
        let open = Board::<SIZE>::moves(own, other);
        if open == 0 {
            let passed = Child { cell: None, own: other, other: own, lower, upper };
            return if Board::<SIZE>::moves(other, own) == 0 { Vec::new() } else { vec![passed] };
        }
        // Who was done with the search before must not end this one.
        self.shared.done.store(self.shared.cut().is_some(), Ordering::Relaxed);
        let mut worker = Worker::new(self.simd, self.shared, false);
        let mut moves = Moves::sorted(&mut worker, own, other, open, 64);
        worker.breathe();
        let next = || {
            let cell = moves.next()?;
            let (own, other) = Board::<SIZE>::after(cell, own, other);
            Some(Child { cell: Some(cell), own, other, lower, upper })
        };
        std::iter::from_fn(next).collect()
    }

    /// Narrows the bounds on the score of a position by null windows: first by one that asks who wins, then
    /// by one beside what was found last (A. Plaat et al., *Best-first fixed-depth minimax algorithms*,
    /// Artificial Intelligence 87, 1996).
    fn narrow(&self, own: u64, other: u64, children: &mut [Child]) -> (i32, i32) {
        if children.is_empty() {
            let score = difference(own, other);
            return (score, score);
        }
        let mut alpha = if estimate::<SIZE>(own, other) > 0 { 0 } else { -1 };
        loop {
            let found = self.window(children, alpha);
            let bound = |of: fn(&Child) -> i32| children.iter().map(of).max().unwrap_or_default();
            let (lower, upper) = (bound(|child| child.lower), bound(|child| child.upper));
            self.shared.lower.store(lower, Ordering::Relaxed);
            self.shared.upper.store(upper, Ordering::Relaxed);
            if lower > upper {
                // The search makes no such bounds of right ones, and it would not end with them.
                self.shared.saved.contradicted();
            }
            if lower >= upper {
                return (lower, upper);
            }
            match found {
                Some(true) => alpha = lower,
                Some(false) => alpha = upper - 1,
                None => return (lower, upper),
            }
        }
    }

    /// Whether the score is above a bound; none if the search is cut. Narrows the bounds on the scores of
    /// the moves.
    fn window(&self, children: &mut [Child], alpha: i32) -> Option<bool> {
        for at in 0..children.len() {
            let child = &mut children[at];
            if child.upper > alpha && child.lower <= alpha {
                let score = -self.bound(child.own, child.other, -alpha - 1)?;
                if score > alpha {
                    child.lower = child.lower.max(score);
                } else {
                    child.upper = child.upper.min(score);
                }
            }
            if children[at].lower > alpha {
                // The best move so far is the first one that is asked next.
                children[..=at].rotate_right(1);
                return Some(true);
            }
        }
        Some(false)
    }

    /// A bound on the score of a position: a lower one if it is above `alpha`, else an upper one; none if the
    /// search is cut. All threads search the same position and share their table; the first one that is done
    /// ends the others.
    fn bound(&self, own: u64, other: u64, alpha: i32) -> Option<i32> {
        let few = Board::<SIZE>::empty(own, other).count_ones() < DEFER;
        let threads = if few { 1 } else { self.threads };
        self.shared.done.store(self.shared.cut().is_some(), Ordering::Relaxed);
        let found = Mutex::new(None);
        let work = || {
            let mut worker = Worker::new(self.simd, self.shared, threads > 1);
            worker.breathe();
            if worker.stopped {
                return;
            }
            let bound = worker.search(own, other, alpha);
            if !worker.stopped {
                if let Ok(mut found) = found.lock() {
                    found.get_or_insert(bound);
                }
                self.shared.done.store(true, Ordering::Relaxed);
            }
            worker.breathe();
        };
        thread::scope(|scope| {
            (1..threads).for_each(|_| {
                scope.spawn(work);
            });
            work();
        });
        found.into_inner().ok().flatten()
    }

    /// The cells of a line of best play from a position whose score is known, none for a pass, as far as the
    /// search is not cut.
    fn line(&self, mut own: u64, mut other: u64, mut score: i32) -> Vec<Option<u32>> {
        let mut line = Vec::new();
        loop {
            let mut children = self.children(own, other);
            // No move is better, so one that is above the next lower score is best.
            let best = match children.len() {
                0 => return line,
                1 => Some(true),
                _ => self.window(&mut children, score - 1),
            };
            if best != Some(true) {
                return line;
            }
            line.push(children[0].cell);
            (own, other, score) = (children[0].own, children[0].other, -score);
        }
    }
}
