use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering};

use super::OthelloProgress;
use super::saved::Saved;
use super::table::Table;
use crate::limits::{Clock, Cut};

/// What all threads of a search share.
pub(super) struct Shared<'s, const SIZE: usize> {
    pub(super) table: Table<SIZE>,
    pub(super) saved: &'s Saved,
    /// Bounds that took so many positions are saved.
    pub(super) worth_saving: u64,
    pub(super) clock: &'s Clock<'s>,
    watch: &'s (dyn Fn(OthelloProgress) + Sync),
    /// Keys of positions that threads are searching.
    busy: Vec<AtomicU64>,
    pub(super) nodes: AtomicU64,
    /// Whether the threads are to end: one of them has found what is asked, or the search is cut.
    pub(super) done: AtomicBool,
    cut: Mutex<Option<Cut>>,
    /// Bounds on the score of the position that is to be solved.
    pub(super) lower: AtomicI32,
    pub(super) upper: AtomicI32,
}

impl<'s, const SIZE: usize> Shared<'s, SIZE> {
    pub(super) fn new(
        megabytes: u64,
        (saved, worth_saving): (&'s Saved, u64),
        clock: &'s Clock<'s>,
        watch: &'s (dyn Fn(OthelloProgress) + Sync),
    ) -> Self {
        Self {
            table: Table::new(megabytes, &|| clock.cut().is_none()),
            saved,
            worth_saving,
            clock,
            watch,
            busy: (0..1 << 12).map(|_| AtomicU64::new(0)).collect(),
            nodes: AtomicU64::new(0),
            done: AtomicBool::new(false),
            cut: Mutex::new(None),
            lower: AtomicI32::new(-((SIZE * SIZE) as i32)),
            upper: AtomicI32::new((SIZE * SIZE) as i32),
        }
    }

    /// The place where threads tell that they search a position, and its key there. That two positions may
    /// have the same place and key changes the order of their search and nothing else.
    pub(super) fn busy(&self, own: u64, other: u64) -> (&AtomicU64, u64) {
        let key = (own.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ other).wrapping_mul(0xc2b2_ae3d_27d4_eb4f) | 1;
        (&self.busy[(key >> 52) as usize], key)
    }

    /// Why the search ended early, if it has.
    pub(super) fn cut(&self) -> Option<Cut> {
        *self.cut.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Counts what a thread has searched, tells how far the search is, and looks whether it is to end.
    pub(super) fn breathe(&self, nodes: u64) -> bool {
        let nodes = self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        let elapsed = self.clock.elapsed();
        let bound = |bound: &AtomicI32| bound.load(Ordering::Relaxed) as i8;
        (self.watch)(OthelloProgress {
            nodes,
            elapsed,
            lower: bound(&self.lower),
            upper: bound(&self.upper),
        });
        let cut = self.clock.cut().or_else(|| self.saved.failed().then_some(Cut::Stopped));
        if cut.is_some() {
            *self.cut.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = cut;
            self.done.store(true, Ordering::Relaxed);
        }
        self.done.load(Ordering::Relaxed)
    }
}
