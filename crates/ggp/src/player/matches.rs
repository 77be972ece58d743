use std::collections::HashMap;
use std::sync::mpsc::Sender;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::actor_message::Letter;

/// The matches that are played, by their ids.
#[derive(Debug, Default)]
pub(super) struct Matches(Mutex<Entries>);

#[derive(Debug, Default)]
struct Entries {
    by_id: HashMap<String, Entry>,
    /// Matches so far.
    begun: u64,
}

/// How to reach the keeper of a match.
#[derive(Debug)]
struct Entry {
    number: u64,
    letters: Sender<Letter>,
    play_clock: Duration,
    /// The longest time between two requests of a game master that keeps its clocks, as far as others are to wait for it.
    pause: Duration,
    heard: Instant,
}

/// What a game master's own time-outs add to its clocks, and some more.
const SLACK: Duration = Duration::from_secs(10);

/// However long its clocks, nobody else waits longer for a game master.
const LONGEST: Duration = Duration::from_secs(3600);

impl Entry {
    /// Whether the game master has been silent for so long that somebody else may have the place.
    fn overdue(&self) -> bool {
        self.heard.elapsed() > self.pause
    }
}

impl Matches {
    /// How many there are, without those of whose game masters nothing is heard any more.
    pub(super) fn count(&self) -> usize {
        self.entries().by_id.values().filter(|entry| !entry.overdue()).count()
    }

    /// Whether there is one of that id, of whose game master something is heard.
    pub(super) fn has(&self, id: &str) -> bool {
        self.entries().by_id.get(id).is_some_and(|entry| !entry.overdue())
    }

    /// Enters a match, if there are fewer than `most` and none of that id. Those of whose game masters nothing is heard any more are given up if
    /// they are in the way. The number is what it is known by among all of that id.
    pub(super) fn enter(
        &self,
        id: &str,
        (start_clock, play_clock): (Duration, Duration),
        letters: Sender<Letter>,
        most: usize,
    ) -> Option<u64> {
        let mut entries = self.entries();
        if entries.by_id.len() >= most || entries.by_id.contains_key(id) {
            entries.by_id.retain(|id, entry| {
                let overdue = entry.overdue();
                if overdue {
                    tracing::warn!("{id}: nothing was heard for long, and another match wants the place");
                    let _ = entry.letters.send(Letter::Abort);
                }
                !overdue
            });
        }
        if entries.by_id.len() >= most || entries.by_id.contains_key(id) {
            return None;
        }
        entries.begun += 1;
        let number = entries.begun;
        let pause = start_clock.max(play_clock).min(LONGEST) + SLACK;
        let heard = Instant::now();
        entries.by_id.insert(id.to_owned(), Entry { number, letters, play_clock, pause, heard });
        Some(number)
    }

    /// Sends a letter to the keeper of a match. Gives its play clock, if there is such a match.
    pub(super) fn send(&self, id: &str, letter: Letter) -> Option<Duration> {
        let mut entries = self.entries();
        let entry = entries.by_id.get_mut(id)?;
        entry.heard = Instant::now();
        entry.letters.send(letter).ok().map(|()| entry.play_clock)
    }

    /// Strikes out a match and sends its keeper a last letter. Says whether there was such a match.
    pub(super) fn end(&self, id: &str, letter: Letter) -> bool {
        let entry = self.entries().by_id.remove(id);
        entry.is_some_and(|entry| entry.letters.send(letter).is_ok())
    }

    /// Strikes out a match unless another has taken its place.
    pub(super) fn strike(&self, id: &str, number: u64) {
        let mut entries = self.entries();
        if entries.by_id.get(id).is_some_and(|entry| entry.number == number) {
            entries.by_id.remove(id);
        }
    }

    /// Gives up all.
    pub(super) fn end_all(&self) {
        for (_, entry) in self.entries().by_id.drain() {
            let _ = entry.letters.send(Letter::Abort);
        }
    }

    /// Makes all as old as if nothing had been heard for so much longer.
    #[cfg(test)]
    pub(super) fn age(&self, time: Duration) {
        for entry in self.entries().by_id.values_mut() {
            entry.pause = entry.pause.saturating_sub(time);
        }
    }

    fn entries(&self) -> MutexGuard<'_, Entries> {
        // Nothing in here panics half way.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
