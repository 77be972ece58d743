use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use game::Game;
use parking_lot::{MappedMutexGuard, Mutex, MutexGuard, RwLock, RwLockReadGuard, RwLockWriteGuard};

use super::tree::Tree;
use crate::{Budget, Effort, Meter, MoveEstimate, Observer, Watch};

/// The part of their time in which threads wait for the tree that they share, from which on each does better
/// with a tree of its own.
const CROWDED: f64 = 1.0 / 3.0;

/// How long threads share a tree, at least, before they are known to wait for it too long.
const TRIAL: Duration = Duration::from_millis(20);

/// A tree that threads grow together.
///
/// A thread has the tree for itself while its simulations go down and back up, and leaves it to the others
/// while it makes playouts and works out states. The visits of simulations that are under way count as
/// virtual ones.
pub(super) struct SharedTree<'o, G: Game> {
    tree: Mutex<Tree<G>>,
    /// Read by each thread whose simulations are under way, written by the one that prunes the tree, which
    /// gives nodes and edges other numbers.
    numbers: RwLock<()>,
    watched: Mutex<Watched<'o, G>>,
    /// Whether there is an observer, and whether it wants to be told of each simulation.
    is_observed: bool,
    is_watched: bool,
    threads: usize,
    /// Bytes that the tree and what threads keep beside it may take, as long as they share it.
    memory: usize,
    /// Whether all threads but the first go if they wait for the tree too long.
    may_part: bool,
    started: Instant,
    /// Bytes that all threads keep beside the tree: averages of moves, and playouts that wait
    /// for simulations.
    beside: AtomicUsize,
    /// Nanoseconds in which threads have waited for the tree.
    waited: AtomicU64,
    /// Whether they have waited too long.
    crowded: AtomicBool,
    /// Whether a thread has found that there is nothing left to find, or has failed, be it on this tree or on
    /// another one of the search.
    ended: Arc<AtomicBool>,
}

/// Who watches a search, and what each thread has counted.
struct Watched<'o, G: Game> {
    observer: Watch<'o, G>,
    counted: Vec<Effort>,
}

impl<'o, G: Game> SharedTree<'o, G> {
    /// A tree for so many threads, which keep so many bytes beside it already; if they `may_part`, all but
    /// the first go when it is [crowded](Self::crowded).
    pub(super) fn new(
        tree: Tree<G>,
        memory: usize,
        threads: usize,
        may_part: bool,
        beside: usize,
        ended: Arc<AtomicBool>,
        observer: Watch<'o, G>,
    ) -> Self {
        Self {
            tree: Mutex::new(tree),
            numbers: RwLock::new(()),
            is_observed: observer.is_some(),
            is_watched: observer.watches(),
            watched: Mutex::new(Watched { observer, counted: vec![Effort::default(); threads] }),
            threads,
            memory,
            may_part,
            started: Instant::now(),
            beside: AtomicUsize::new(beside),
            waited: AtomicU64::new(0),
            crowded: AtomicBool::new(false),
            ended,
        }
    }

    /// The tree, for this thread alone.
    pub(super) fn lock(&self) -> MutexGuard<'_, Tree<G>> {
        self.tree.lock()
    }

    /// Leaves the tree to the other threads while work is done that does not need it.
    pub(super) fn leave<R>(&self, tree: &mut MutexGuard<'_, Tree<G>>, work: impl FnOnce() -> R) -> R {
        if self.threads == 1 {
            return MutexGuard::unlocked(tree, work);
        }
        let (done, ended) = MutexGuard::unlocked(tree, || (work(), Instant::now()));
        self.waited.fetch_add(ended.elapsed().as_nanos() as u64, Ordering::Relaxed);
        done
    }

    /// Whether threads that may part have found that they wait for the tree too long; then that is so to
    /// the end.
    pub(super) fn crowded(&self) -> bool {
        if !self.may_part || self.threads == 1 {
            return false;
        }
        if !self.crowded.load(Ordering::Relaxed) {
            let elapsed = self.started.elapsed();
            let waited = self.waited().as_secs_f64();
            if elapsed < TRIAL || waited <= CROWDED * elapsed.as_secs_f64() * self.threads as f64 {
                return false;
            }
            self.crowded.store(true, Ordering::Relaxed);
        }
        true
    }

    /// The time in which threads have waited for the tree, that of all of them together.
    fn waited(&self) -> Duration {
        Duration::from_nanos(self.waited.load(Ordering::Relaxed))
    }

    /// The tree, now that no thread grows it any more.
    pub(super) fn into_tree(self) -> Tree<G> {
        self.tree.into_inner()
    }

    /// Sees to it that nodes and edges keep their numbers until simulations that begin now are done.
    pub(super) fn keep_numbers(&self, tree: &mut MutexGuard<'_, Tree<G>>) -> RwLockReadGuard<'_, ()> {
        // Who waits for the numbers must not hold the tree, which others need to get done.
        self.numbers.try_read().unwrap_or_else(|| MutexGuard::unlocked(tree, || self.numbers.read()))
    }

    /// Waits until no simulations are under way, and lets none begin.
    pub(super) fn change_numbers(&self, tree: &mut MutexGuard<'_, Tree<G>>) -> RwLockWriteGuard<'_, ()> {
        MutexGuard::unlocked(tree, || self.numbers.write())
    }

    /// How many threads there are; of a crowded tree all but one go.
    pub(super) fn threads(&self) -> usize {
        if self.crowded.load(Ordering::Relaxed) { 1 } else { self.threads }
    }

    /// Bytes that the tree and what threads keep beside it may take; those that have gone need as much for
    /// trees of their own.
    pub(super) fn memory(&self) -> usize {
        if self.crowded.load(Ordering::Relaxed) { self.memory / self.threads } else { self.memory }
    }

    /// Bytes that all threads keep beside the tree.
    pub(super) fn beside(&self) -> usize {
        self.beside.load(Ordering::Relaxed)
    }

    /// Something that a thread keeps beside the tree takes so many bytes now, and took so many before.
    pub(super) fn count_beside(&self, now: usize, before: usize) {
        self.beside.fetch_add(now.wrapping_sub(before), Ordering::Relaxed);
    }

    /// Ends the search of all threads.
    pub(super) fn end(&self) {
        self.ended.store(true, Ordering::Relaxed);
    }

    /// Whether the search has been ended.
    pub(super) fn ended(&self) -> bool {
        self.ended.load(Ordering::Relaxed)
    }

    /// Whether the observer wants to be told of each simulation.
    pub(super) fn is_watched(&self) -> bool {
        self.is_watched
    }

    /// Who watches, for this thread alone.
    pub(super) fn observer(&self) -> MappedMutexGuard<'_, Watch<'o, G>> {
        MutexGuard::map(self.watched.lock(), |watched| &mut watched.observer)
    }

    /// Tells the observer how far all threads together have come, now that a thread has counted so much.
    pub(super) fn tell(
        &self,
        thread: usize,
        meter: &Meter,
        moves: &mut dyn FnMut() -> Vec<MoveEstimate<G::Move>>,
    ) {
        if !self.is_observed {
            return;
        }
        let Watched { observer, counted } = &mut *self.watched.lock();
        counted[thread] = meter.effort;
        let mut all = Meter::start(Budget::default());
        counted.iter().for_each(|&effort| all.effort += effort);
        observer.progress(&all, moves);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::thread;

    use game::Scale;

    use super::super::settings::Settings;
    use super::*;
    use crate::testing::Counting;

    /// Remembers the states and playouts that it was told of last.
    #[derive(Default)]
    struct Last(u64, u64);

    impl Observer<Counting> for Last {
        fn progress(&mut self, meter: &Meter, _: &mut dyn FnMut() -> Vec<MoveEstimate<u8>>) {
            *self = Self(meter.effort.nodes, meter.effort.playouts);
        }
    }

    #[test]
    fn a_tree_is_crowded_when_those_who_come_back_to_it_wait_long_for_another_thread() {
        let settings = Settings::from_spec(&"uct".parse().unwrap());
        let shared = |threads, may_part| {
            let tree = Tree::new(&Counting, &(0, 0), 0, &settings, &Meter::start(Budget::default()));
            SharedTree::new(tree, 120, threads, may_part, 0, Arc::default(), Watch::none())
        };
        let while_another_has_it = |shared: &SharedTree<'_, Counting>| {
            thread::scope(|scope| {
                let (has, is_gone) = mpsc::channel();
                let mut tree = shared.lock();
                shared.leave(&mut tree, || {
                    scope.spawn(move || {
                        let _tree = shared.lock();
                        has.send(()).unwrap();
                        thread::sleep(Duration::from_millis(5));
                    });
                    is_gone.recv().unwrap();
                });
            });
        };
        let parting = shared(2, true);
        assert!(!parting.crowded());
        assert_eq!(parting.memory(), 120);
        // A busy machine may let the other have it too early.
        let started = Instant::now();
        while !parting.crowded() {
            assert!(started.elapsed() < Duration::from_secs(60));
            while_another_has_it(&parting);
        }
        assert_eq!(parting.memory(), 60, "who has gone needs memory, too");
        thread::sleep(4 * parting.waited());
        assert!(parting.crowded(), "it stays so when nobody waits any more");

        let staying = shared(2, false);
        while staying.waited() < TRIAL {
            while_another_has_it(&staying);
        }
        assert!(!staying.crowded());

        let alone = shared(1, true);
        alone.leave(&mut alone.lock(), || thread::sleep(Duration::from_millis(1)));
        assert_eq!(alone.waited(), Duration::ZERO);
    }

    #[test]
    fn the_observer_is_told_what_all_threads_have_counted() {
        let settings = Settings::from_spec(&"uct".parse().unwrap());
        let counted = |nodes, playouts| {
            let mut meter = Meter::start(Budget::default());
            (meter.effort.nodes, meter.effort.playouts) = (nodes, playouts);
            meter
        };
        let tree = Tree::new(&Counting, &(0, 0), 0, &settings, &counted(0, 0));
        let mut last = Last::default();
        let shared = SharedTree::new(tree, 0, 2, true, 0, Arc::default(), Watch::by(&mut last, Scale::GOALS));
        for (thread, meter) in [(0, counted(3, 2)), (1, counted(5, 4)), (0, counted(7, 5))] {
            shared.tell(thread, &meter, &mut Vec::new);
        }
        drop(shared);
        assert_eq!((last.0, last.1), (12, 9));
    }
}
