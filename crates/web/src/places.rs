use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use crate::peer::Peer;

/// Places that clients share: each may have as many as are still free (Choudhury and Hahne, *Dynamic queue
/// length thresholds*, 1998). One that is alone has half of them, a second one half of the others, and so on,
/// so that there is one for who comes next, unless the clients themselves are many.
pub(crate) struct Places {
    count: usize,
    taken: Mutex<BTreeMap<Peer, usize>>,
    /// Tells that a place was given back.
    freed: Notify,
}

/// A place of a client, which is given back when this is dropped.
pub(crate) struct Place {
    places: Arc<Places>,
    client: Peer,
}

impl Places {
    pub(crate) fn new(count: usize) -> Arc<Self> {
        Arc::new(Self { count, taken: Mutex::default(), freed: Notify::new() })
    }

    /// A place, unless the client has as many as are free.
    pub(crate) fn take(self: &Arc<Self>, client: Peer) -> Option<Place> {
        let mut taken = self.taken();
        let own = taken.get(&client).copied().unwrap_or_default();
        if own >= self.free(&taken) {
            return None;
        }
        taken.insert(client, own + 1);
        Some(Place { places: Arc::clone(self), client })
    }

    /// A place, as soon as the client may have one.
    pub(crate) async fn wait(self: &Arc<Self>, client: Peer) -> Place {
        self.until(|| self.take(client)).await
    }

    /// Waits until there is a place for who has none.
    pub(crate) async fn any_free(&self) {
        self.until(|| (self.free(&self.taken()) > 0).then_some(())).await;
    }

    /// What is found, as soon as it is: it is looked for whenever a place was given back.
    async fn until<T>(&self, find: impl Fn() -> Option<T>) -> T {
        loop {
            // It hears of what happens from here on.
            let freed = self.freed.notified();
            if let Some(found) = find() {
                return found;
            }
            freed.await;
        }
    }

    fn free(&self, taken: &BTreeMap<Peer, usize>) -> usize {
        self.count.saturating_sub(taken.values().sum())
    }

    fn taken(&self) -> MutexGuard<'_, BTreeMap<Peer, usize>> {
        // Nothing is left half done under this lock.
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.places.taken();
        if let Some(own) = taken.get_mut(&self.client) {
            *own -= 1;
            if *own == 0 {
                taken.remove(&self.client);
            }
        }
        drop(taken);
        self.places.freed.notify_waiters();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn peer(last: u8) -> Peer {
        Peer::at(([10, 0, 0, last], 1).into())
    }

    /// All places that a client gets.
    fn all(places: &Arc<Places>, client: u8) -> Vec<Place> {
        std::iter::from_fn(|| places.take(peer(client))).collect()
    }

    #[test]
    fn there_is_a_place_for_a_client_that_has_none() {
        let places = Places::new(8);
        let had = [1, 2, 3, 4, 5].map(|client| all(&places, client));
        assert_eq!(had.each_ref().map(Vec::len), [4, 2, 1, 1, 0]);
    }

    #[tokio::test]
    async fn a_place_that_is_given_back_is_for_who_waits() {
        let places = Places::new(2);
        let had = all(&places, 1);
        assert_eq!(had.len(), 1);
        let (other, ()) = tokio::join!(places.wait(peer(1)), async { drop(had) });
        assert!(places.take(peer(1)).is_none());
        let last = places.wait(peer(2)).await;
        tokio::join!(places.any_free(), async { drop(last) });
        drop(other);
        assert!(places.taken().is_empty());
    }
}
