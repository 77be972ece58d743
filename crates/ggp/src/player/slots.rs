use std::convert::Infallible;
use std::sync::{Arc, Weak};
use std::time::Duration;

use search::{Stop, StopGuard};
use tokio::sync::oneshot;
use tokio::time::timeout;

/// Counts the matches that still have threads of their own, including those that the game master has
/// ended already.
///
/// A thread that does not end soon after its match cannot be ended from outside. Such a match is abandoned:
/// it is counted apart, and keeps no new match waiting.
#[derive(Debug)]
pub(super) struct Slots {
    taken: Arc<()>,
    abandoned: Arc<()>,
    /// How long the threads of a match may take to end.
    pub(super) grace: Duration,
}

/// The slot of one match, for its threads to hold. Dropping it frees the slot.
#[derive(Debug)]
pub(super) struct Slot {
    _counted: Arc<()>,
    /// Dropped with the slot.
    _freed: oneshot::Sender<Infallible>,
    /// Pressed when the match is over.
    over: Stop,
}

/// Dropping it says that the match is over, so that its threads should end.
#[derive(Debug)]
pub(super) struct SlotNeeded {
    _over: oneshot::Sender<Infallible>,
    _stop: StopGuard,
}

impl Slot {
    /// Whether the match is not over.
    pub(super) fn is_needed(&self) -> bool {
        !self.over.pressed()
    }
}

impl Default for Slots {
    /// Ten seconds: searches end within milliseconds, but a question to the reasoner and the freeing of a
    /// large tree may take longer.
    fn default() -> Self {
        let (taken, abandoned) = Default::default();
        Self { taken, abandoned, grace: Duration::from_secs(10) }
    }
}

impl Slots {
    /// The largest number of abandoned matches. Each may keep a processor busy and its search tree in memory.
    pub(super) const ABANDONED: usize = 16;

    /// Takes a slot for the match of this id. Must be called in a Tokio runtime, which watches whether the
    /// match ends.
    pub(super) fn take(&self, id: &str) -> (Slot, SlotNeeded) {
        let ((slot, freed), (needed, over)) = (oneshot::channel(), oneshot::channel());
        tokio::spawn(watch(id.to_owned(), over, freed, self.grace, Arc::downgrade(&self.abandoned)));
        let over = Stop::default();
        let stop = StopGuard(over.clone());
        let slot = Slot { _counted: Arc::clone(&self.taken), _freed: slot, over };
        (slot, SlotNeeded { _over: needed, _stop: stop })
    }

    /// The number of slots in use by matches that are not abandoned.
    pub(super) fn in_use(&self) -> usize {
        // A slot may have become free a moment ago, and its match still count as abandoned.
        (Arc::strong_count(&self.taken) - 1).saturating_sub(self.abandoned())
    }

    /// The number of abandoned matches.
    pub(super) fn abandoned(&self) -> usize {
        Arc::strong_count(&self.abandoned) - 1
    }

    /// Whether one more match may start threads where `matches` are played at once; otherwise why not.
    pub(super) fn check(&self, matches: usize) -> Result<(), String> {
        let abandoned = self.abandoned();
        if abandoned >= Self::ABANDONED {
            return Err(format!(
                "threads of {abandoned} finished matches do not end; restart the player to get rid of them"
            ));
        }
        if self.in_use() >= 2 * matches {
            return Err("too many threads of finished matches are still running".into());
        }
        Ok(())
    }
}

/// Abandons a match whose slot is not freed soon after it is over.
async fn watch(
    id: String,
    over: oneshot::Receiver<Infallible>,
    mut freed: oneshot::Receiver<Infallible>,
    grace: Duration,
    abandoned: Weak<()>,
) {
    // Both only ever end because their senders are dropped.
    let _ = over.await;
    if timeout(grace, &mut freed).await.is_ok() {
        return;
    }
    let counted = abandoned.upgrade();
    tracing::error!(
        "{id}: the match is over, but a thread of it has not ended after {} s: it is abandoned, and may keep a processor busy",
        grace.as_secs()
    );
    let _ = freed.await;
    drop(counted);
    tracing::info!("{id}: the abandoned thread has ended");
}

#[cfg(test)]
mod tests {
    use tokio::time::sleep;

    use super::*;

    /// Waits until so many matches are abandoned, for at most a minute.
    async fn until_abandoned(slots: &Slots, count: usize) {
        let abandoned = async {
            while slots.abandoned() != count {
                sleep(Duration::from_millis(1)).await;
            }
        };
        timeout(Duration::from_secs(60), abandoned).await.expect("the count is reached");
    }

    #[tokio::test]
    async fn the_slot_of_a_match_is_free_when_its_threads_have_ended() {
        let slots = Slots::default();
        let (slot, needed) = slots.take("m");
        assert_eq!((slots.in_use(), slots.abandoned(), slot.is_needed()), (1, 0, true));
        drop(needed);
        assert!(!slot.is_needed());
        tokio::task::yield_now().await;
        assert_eq!((slots.in_use(), slots.abandoned()), (1, 0));
        drop(slot);
        assert_eq!((slots.in_use(), slots.abandoned()), (0, 0));
    }

    #[tokio::test]
    async fn a_match_that_is_over_is_abandoned_until_its_threads_end_after_all() {
        let slots = Slots { grace: Duration::ZERO, ..Slots::default() };
        let ((slot, needed), (_playing, _needed)) = (slots.take("m"), slots.take("n"));
        drop(needed);
        until_abandoned(&slots, 1).await;
        assert_eq!(slots.in_use(), 1, "a match that is being played is not abandoned");
        drop(slot);
        until_abandoned(&slots, 0).await;
        assert_eq!(slots.in_use(), 1);
    }

    #[tokio::test]
    async fn abandoned_matches_keep_no_new_one_waiting_until_there_are_too_many() {
        let slots = Slots { grace: Duration::ZERO, ..Slots::default() };
        let mut hanging = Vec::new();
        for count in 0..Slots::ABANDONED {
            assert_eq!(slots.check(1), Ok(()), "after {count}");
            let (slot, needed) = slots.take("m");
            hanging.push(slot);
            drop(needed);
            until_abandoned(&slots, count + 1).await;
        }
        assert!(slots.check(1).unwrap_err().contains("restart the player"));
        hanging.pop();
        until_abandoned(&slots, Slots::ABANDONED - 1).await;
        assert_eq!(slots.check(1), Ok(()));
    }
}
