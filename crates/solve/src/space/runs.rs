//! Successors of a layer as they are found: sorted run by run, in the memory that is left for them.

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::layer::{Layer, union};
use crate::limits::Limits;

/// States of a run before it is sorted: at least, at most, and the share of the memory for those of all
/// threads, of which an array that grows takes twice as much.
const LEAST_RUN: usize = 1 << 12;
const MOST_RUN: usize = 1 << 21;
const RUNS_SHARE: usize = 16;

/// The memory for the successors of a layer. Where they need it, earlier layers move to files, the first
/// ones first.
pub(super) struct Room<'a, const N: usize> {
    /// Bytes for sorted runs, what they are merged into, and earlier layers.
    memory: usize,
    /// States of a run before it is sorted.
    run: usize,
    /// Bytes of sorted runs.
    sorted: AtomicUsize,
    /// Bytes of the earlier layers that are in memory.
    kept: AtomicUsize,
    earlier: Mutex<&'a mut [Layer<N>]>,
}

impl<'a, const N: usize> Room<'a, N> {
    /// The memory that the states of a layer, which take so many bytes, and runs that are not sorted
    /// yet leave.
    pub(super) fn new(limits: &Limits, parents: usize, earlier: &'a mut [Layer<N>]) -> Self {
        let of_all = limits.threads.max(1) * size_of::<[u64; N]>();
        let run = (limits.memory / RUNS_SHARE / of_all).clamp(LEAST_RUN, MOST_RUN);
        Self {
            memory: limits.memory.saturating_sub(parents + 2 * run * of_all),
            run,
            sorted: AtomicUsize::new(0),
            kept: AtomicUsize::new(earlier.iter().map(Layer::bytes).sum()),
            earlier: Mutex::new(earlier),
        }
    }

    /// Whether the memory is enough for what was found so far, what it is merged into, and so many bytes of
    /// something else.
    ///
    /// # Errors
    /// If an earlier layer cannot be written to a file.
    pub(super) fn is_enough(&self, other: usize) -> io::Result<bool> {
        let fits = || {
            let [sorted, kept] = [&self.sorted, &self.kept].map(|bytes| bytes.load(Ordering::Relaxed));
            2 * sorted + kept + other <= self.memory
        };
        if fits() {
            return Ok(true);
        }
        let mut earlier = self.earlier.lock().unwrap_or_else(PoisonError::into_inner);
        for layer in earlier.iter_mut() {
            if fits() {
                break;
            }
            let bytes = layer.bytes();
            layer.spill()?;
            self.kept.fetch_sub(bytes, Ordering::Relaxed);
        }
        Ok(fits())
    }
}

/// States as they are found, sorted run by run.
pub(super) struct Runs<'a, 'r, const N: usize> {
    run: Vec<[u64; N]>,
    /// Sorted runs, each at least twice as long as the next.
    sorted: Vec<Vec<[u64; N]>>,
    room: &'a Room<'r, N>,
}

impl<'a, 'r, const N: usize> Runs<'a, 'r, N> {
    /// None yet.
    pub(super) fn new(room: &'a Room<'r, N>) -> Self {
        Self { run: Vec::new(), sorted: Vec::new(), room }
    }

    pub(super) fn add(&mut self, keys: &[[u64; N]]) {
        self.run.extend_from_slice(keys);
        if self.run.len() >= self.room.run {
            self.sort();
            self.even_out();
        }
    }

    /// Adds states that are in ascending order, each once.
    pub(super) fn add_sorted(&mut self, keys: Vec<[u64; N]>) {
        self.room.sorted.fetch_add(size_of_val(keys.as_slice()), Ordering::Relaxed);
        self.sorted.push(keys);
        self.even_out();
    }

    /// Merges runs until each is at least twice as long as the next.
    fn even_out(&mut self) {
        while let [.., a, b] = &self.sorted[..] {
            if a.len() >= 2 * b.len() {
                break;
            }
            self.merge_last();
        }
    }

    /// Sorts the run that is being filled.
    fn sort(&mut self) {
        self.run.sort_unstable();
        self.run.dedup();
        self.room.sorted.fetch_add(size_of_val(self.run.as_slice()), Ordering::Relaxed);
        self.sorted.push(self.run.as_slice().to_vec());
        self.run.clear();
    }

    /// Merges the last two runs.
    fn merge_last(&mut self) {
        if let (Some(b), Some(a)) = (self.sorted.pop(), self.sorted.pop()) {
            let both = union(&a, &b);
            let fewer = a.len() + b.len() - both.len();
            self.room.sorted.fetch_sub(fewer * size_of::<[u64; N]>(), Ordering::Relaxed);
            self.sorted.push(both);
        }
    }

    /// All states, in ascending order.
    pub(super) fn merge(mut self) -> Vec<[u64; N]> {
        self.sort();
        while self.sorted.len() > 1 {
            self.merge_last();
        }
        self.sorted.pop().unwrap_or_default()
    }
}
