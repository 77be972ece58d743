use std::collections::HashMap;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::actor_message::{ActorMessage, ReplySender, Unread};
use super::match_thread::StartRequest;
use super::move_reply::MoveSender;
use super::slots::SlotNeeded;
use crate::Report;

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
    /// The role, the rules and the clocks that the match was started with.
    role: String,
    rules: Arc<str>,
    start_clock: Duration,
    play_clock: Duration,
    /// How many more requests may wait for an answer.
    places: Arc<Semaphore>,
    /// How many bytes more of requests the actor may leave unread.
    unread: Arc<Semaphore>,
    /// After so long without a request the match may give way to another one.
    timeout: Duration,
    last_request: Instant,
    /// Dropped with the entry: without one, the match is over.
    _slot: SlotNeeded,
}

/// A request that waits for the answer of an actor, until it is dropped.
#[derive(Debug)]
pub(super) struct Place {
    _permit: OwnedSemaphorePermit,
}

/// Why the actor of a match is not told of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Refusal {
    #[error("request for a match that is not being played")]
    Unknown,
    #[error("the match was started with another role, other rules or other clocks")]
    Different,
    #[error("too many requests wait for an answer")]
    Crowded,
    #[error("requests are too large, or come faster than they are read")]
    Full,
}

/// So many requests wait for the answers of one match; others are answered `busy`. Each has a connection, and
/// there must be some left for other requests.
pub(super) const MOST_ANSWERS: usize = 8;

/// Bytes of requests that an actor may leave unread while it evaluates rules: some thousand of the usual
/// size. What is told meanwhile is not lost, though its request may have been answered without the actor.
const MOST_UNREAD: usize = 4 << 20;

/// A game master may add some time to its clocks for the network.
const SLACK: Duration = Duration::from_secs(10);

/// The longest time for which a silent game master keeps others from a match, however long its clocks.
const LONGEST: Duration = Duration::from_secs(3600);

impl Entry {
    /// Whether the match may give way to another one.
    fn is_stale(&self) -> bool {
        self.last_request.elapsed() > self.timeout
    }

    /// Sends the actor a message that takes so many bytes besides its place, and whose request waits for
    /// an answer.
    fn send(&self, bytes: usize, message: impl FnOnce(Unread) -> ActorMessage) -> Result<Place, Refusal> {
        let place = Arc::clone(&self.places).try_acquire_owned().map_err(|_| Refusal::Crowded)?;
        let bytes = u32::try_from(size_of::<ActorMessage>() + bytes).map_err(|_| Refusal::Full)?;
        let unread = Arc::clone(&self.unread).try_acquire_many_owned(bytes).map_err(|_| Refusal::Full)?;
        self.actor.send(message(unread.into())).map_err(|_| Refusal::Unknown)?;
        Ok(Place { _permit: place })
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

    /// Adds a match if there are fewer than `most` and none of that id; stale matches are aborted if that
    /// makes room. Gives the number of the match, which tells it from earlier ones of the same id, and the
    /// place of the request that starts it.
    pub(super) fn insert(
        &self,
        request: &StartRequest,
        (actor, slot): (Sender<ActorMessage>, SlotNeeded),
        most: usize,
    ) -> Option<(u64, Place)> {
        let StartRequest { id, role, rules, start_clock, play_clock, .. } = request;
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
        let places = Arc::new(Semaphore::new(MOST_ANSWERS));
        let place = Place { _permit: Arc::clone(&places).try_acquire_owned().ok()? };
        let entry = Entry {
            number,
            actor,
            role: role.clone(),
            rules: Arc::clone(rules),
            start_clock: *start_clock,
            play_clock: *play_clock,
            places,
            unread: Arc::new(Semaphore::new(MOST_UNREAD)),
            timeout: (*start_clock).max(*play_clock).min(LONGEST) + SLACK,
            last_request: Instant::now(),
            _slot: slot,
        };
        entries.by_id.insert(id.clone(), entry);
        Some((number, place))
    }

    /// Tells the actor of a match that the game master starts it again. The rules are compared here, so that
    /// none wait until the actor reads them.
    pub(super) fn start_again(&self, request: &StartRequest, answer: ReplySender) -> Result<Place, Refusal> {
        let mut entries = self.entries();
        let entry = entries.by_id.get_mut(&request.id).ok_or(Refusal::Unknown)?;
        entry.last_request = Instant::now();
        let is_same = (&entry.role, &entry.rules) == (&request.role, &request.rules)
            && (entry.start_clock, entry.play_clock) == (request.start_clock, request.play_clock);
        if !is_same {
            return Err(Refusal::Different);
        }
        entry.send(0, |unread| ActorMessage::Start { answer, unread })
    }

    /// Asks the actor of a match for a move. Gives the play clock of the match.
    pub(super) fn play(
        &self,
        id: &str,
        report: Report,
        arrived: Instant,
        answer: MoveSender,
    ) -> Result<(Duration, Place), Refusal> {
        let mut entries = self.entries();
        let entry = entries.by_id.get_mut(id).ok_or(Refusal::Unknown)?;
        entry.last_request = Instant::now();
        let bytes = report.bytes();
        let place = entry.send(bytes, |unread| ActorMessage::Play { report, arrived, answer, unread })?;
        Ok((entry.play_clock, place))
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
