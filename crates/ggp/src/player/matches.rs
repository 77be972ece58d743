use std::collections::HashMap;
use std::sync::mpsc::Sender;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::actor_message::ActorMessage;
use super::slots::SlotNeeded;

/// The matches that are being played, by their ids.
#[derive(Debug, Default)]
pub(super) struct Matches(Mutex<Entries>);

#[derive(Debug, Default)]
struct Entries {
    by_id: HashMap<String, Entry>,
    /// The number of matches so far.
    started: u64,
}

/// The connection to the actor of a match.
#[derive(Debug)]
struct Entry {
    number: u64,
    actor: Sender<ActorMessage>,
    play_clock: Duration,
    /// After so long without a request the match may give way to another one.
    timeout: Duration,
    last_request: Instant,
    /// Dropped with the entry: without one, the match is over.
    _slot: SlotNeeded,
}

/// A game master may add some time to its clocks for the network.
const SLACK: Duration = Duration::from_secs(10);

/// The longest time for which a silent game master keeps others from a match, however long its clocks.
const LONGEST: Duration = Duration::from_secs(3600);

impl Entry {
    /// Whether the match may give way to another one.
    fn is_stale(&self) -> bool {
        self.last_request.elapsed() > self.timeout
    }
}

impl Matches {
    /// The number of matches that are not stale.
    pub(super) fn count(&self) -> usize {
        self.entries().by_id.values().filter(|entry| !entry.is_stale()).count()
    }

    /// Whether there is a match of that id that is not stale.
    pub(super) fn has(&self, id: &str) -> bool {
        self.entries().by_id.get(id).is_some_and(|entry| !entry.is_stale())
    }

    /// Adds a match if there are fewer than `most` and none of that id; stale matches are aborted if that makes room. Gives the number of
    /// the match, which tells it from earlier ones of the same id.
    pub(super) fn insert(
        &self,
        id: &str,
        (start_clock, play_clock): (Duration, Duration),
        (actor, slot): (Sender<ActorMessage>, SlotNeeded),
        most: usize,
    ) -> Option<u64> {
        let mut entries = self.entries();
        if entries.by_id.len() >= most || entries.by_id.contains_key(id) {
            entries.by_id.retain(|id, entry| {
                let stale = entry.is_stale();
                if stale {
                    tracing::warn!(
                        "{id}: aborted for another match, as the game master sends no more requests"
                    );
                    let _ = entry.actor.send(ActorMessage::Abort);
                }
                !stale
            });
        }
        if entries.by_id.len() >= most || entries.by_id.contains_key(id) {
            return None;
        }
        entries.started += 1;
        let number = entries.started;
        let timeout = start_clock.max(play_clock).min(LONGEST) + SLACK;
        let last_request = Instant::now();
        let entry = Entry { number, actor, play_clock, timeout, last_request, _slot: slot };
        entries.by_id.insert(id.to_owned(), entry);
        Some(number)
    }

    /// Sends a message to the actor of a match. Gives the play clock of the match, or none if there is no such match.
    pub(super) fn send(&self, id: &str, message: ActorMessage) -> Option<Duration> {
        let mut entries = self.entries();
        let entry = entries.by_id.get_mut(id)?;
        entry.last_request = Instant::now();
        entry.actor.send(message).ok().map(|()| entry.play_clock)
    }

    /// Removes a match and sends its actor a last message. Says whether there was such a match.
    pub(super) fn end(&self, id: &str, message: ActorMessage) -> bool {
        let entry = self.entries().by_id.remove(id);
        entry.is_some_and(|entry| entry.actor.send(message).is_ok())
    }

    /// Removes the match of this id and number, if it is still there.
    pub(super) fn remove(&self, id: &str, number: u64) {
        let mut entries = self.entries();
        if entries.by_id.get(id).is_some_and(|entry| entry.number == number) {
            entries.by_id.remove(id);
        }
    }

    /// Aborts all matches.
    pub(super) fn abort_all(&self) {
        for (_, entry) in self.entries().by_id.drain() {
            let _ = entry.actor.send(ActorMessage::Abort);
        }
    }

    /// Shortens the time-outs of all matches, as if so much time had passed without a request.
    #[cfg(test)]
    pub(super) fn age(&self, time: Duration) {
        for entry in self.entries().by_id.values_mut() {
            entry.timeout = entry.timeout.saturating_sub(time);
        }
    }

    fn entries(&self) -> MutexGuard<'_, Entries> {
        // No operation panics while it holds the lock, so the map is consistent.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
