use std::sync::{Mutex, OnceLock, PoisonError, TryLockError};
use std::time::{Duration, Instant};

use gdl::{Interrupt, Interrupted};

/// What is made when somebody asks for it, once, for all threads.
#[derive(Debug)]
pub(crate) struct OnDemand<T> {
    made: OnceLock<Option<T>>,
    /// The most time that was not enough to make it.
    too_short: Mutex<Duration>,
}

impl<T> OnDemand<T> {
    pub(crate) fn new() -> Self {
        Self { made: OnceLock::new(), too_short: Mutex::new(Duration::ZERO) }
    }

    /// What has been made, if it has been, and it could.
    pub(crate) fn get(&self) -> Option<&T> {
        self.made.get()?.as_ref()
    }

    /// Makes it, unless it is made or cannot be. Where there is a `limit`, nobody waits for another thread that is making it, and a time that was not
    /// enough before is not spent again.
    pub(crate) fn make(
        &self,
        limit: Option<Duration>,
        make: impl FnOnce(&Interrupt<'_>) -> Result<Option<T>, Interrupted>,
    ) -> Option<&T> {
        if self.made.get().is_none() {
            let mut too_short = match limit {
                None => self.too_short.lock().unwrap_or_else(PoisonError::into_inner),
                Some(_) => match self.too_short.try_lock() {
                    Ok(lock) => lock,
                    Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
                    Err(TryLockError::WouldBlock) => return None,
                },
            };
            if self.made.get().is_none() && limit.is_none_or(|limit| limit > *too_short) {
                let started = Instant::now();
                let interrupt = limit.map_or_else(Interrupt::never, Interrupt::after);
                match make(&interrupt) {
                    Ok(made) => _ = self.made.set(made),
                    Err(_) => *too_short = limit.unwrap_or_default().max(started.elapsed()),
                }
            }
        }
        self.get()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_made_once() {
        let number = OnDemand::new();
        assert_eq!(number.get(), None);
        assert_eq!(number.make(None, |_| Ok(Some(3))), Some(&3));
        assert_eq!(number.make(None, |_| unreachable!("it is made")), Some(&3));
        assert_eq!(number.get(), Some(&3));
    }

    #[test]
    fn what_cannot_be_made_is_not_tried_again() {
        let number = OnDemand::<u8>::new();
        assert_eq!(number.make(None, |_| Ok(None)), None);
        assert_eq!(number.make(None, |_| unreachable!("it cannot be made")), None);
    }

    #[test]
    fn a_time_that_was_not_enough_is_spent_only_once() {
        let number = OnDemand::new();
        let short = Duration::from_nanos(1);
        let in_time = |interrupt: &Interrupt<'_>| interrupt.check_now().map(|()| Some(3));
        assert_eq!(number.make(Some(short), in_time), None);
        assert_eq!(number.make(Some(short), |_| unreachable!("there is no more time than before")), None);
        assert_eq!(number.make(Some(Duration::from_secs(1000)), in_time), Some(&3));
    }
}
