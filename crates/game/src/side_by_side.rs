use std::panic::resume_unwind;
use std::thread;

/// Does work on parts at the same time, each in a thread of its own, the first in this one; what it comes to
/// is in the order of the parts.
pub(crate) fn side_by_side<P: Send, T: Send>(
    parts: impl IntoIterator<Item = P>,
    work: impl Fn(P) -> T + Sync,
) -> Vec<T> {
    let (work, mut parts) = (&work, parts.into_iter());
    thread::scope(|scope| {
        let first = parts.next();
        let others: Vec<_> = parts.map(|part| scope.spawn(move || work(part))).collect();
        let first = first.map(work);
        let others =
            others.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
        first.into_iter().chain(others).collect()
    })
}

/// Shares of `count` for so many threads, as equal as can be.
pub(crate) fn shares(count: u64, threads: usize) -> impl Iterator<Item = u64> {
    let threads = threads as u64;
    (0..threads).map(move |thread| count / threads + u64::from(thread < count % threads))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_keeps_the_order_of_its_parts() {
        assert_eq!(side_by_side(0..5, |part| 10 * part), [0, 10, 20, 30, 40]);
        assert!(side_by_side(0..0, |part| part).is_empty());
        let this = thread::current().id();
        let threads = side_by_side(0..3, |_| thread::current().id());
        assert_eq!(threads.iter().filter(|&&thread| thread == this).count(), 1);
        assert_ne!(threads[1], threads[2]);
    }

    #[test]
    fn shares_add_up_and_differ_by_one_at_most() {
        let of = |count, threads| shares(count, threads).collect::<Vec<_>>();
        assert_eq!((of(7, 1), of(7, 3), of(1, 3)), (vec![7], vec![3, 2, 2], vec![1, 0, 0]));
        assert_eq!(of(u64::MAX, 2), [u64::MAX / 2 + 1, u64::MAX / 2]);
    }
}
