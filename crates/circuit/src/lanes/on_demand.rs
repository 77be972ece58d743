use std::sync::{Mutex, OnceLock, TryLockError};
use std::thread;
use std::time::Duration;

use gdl::{Interrupt, Interrupted};

/// Who waits for another thread looks for what it makes at such times.
const WAITING: Duration = Duration::from_micros(100);

/// What is made when somebody asks for it, once for all threads.
#[derive(Debug)]
pub(crate) struct OnDemand<T> {
    made: OnceLock<Option<T>>,
    making: Mutex<()>,
}

impl<T> OnDemand<T> {
    pub(crate) fn new() -> Self {
        Self { made: OnceLock::new(), making: Mutex::new(()) }
    }

    /// What was made before; none if it cannot be.
    pub(crate) fn made(made: Option<T>) -> Self {
        Self { made: OnceLock::from(made), making: Mutex::new(()) }
    }

    /// What has been made, if it has been and could be.
    pub(crate) fn get(&self) -> Option<&T> {
        self.made.get()?.as_ref()
    }

    /// What is made, now or before; none if it cannot be. Other threads that ask wait.
    ///
    /// # Errors
    /// If making it, or waiting for it, was interrupted; then it is made when somebody asks again.
    pub(crate) fn get_or_make(
        &self,
        interrupt: &Interrupt<'_>,
        make: impl FnOnce() -> Result<Option<T>, Interrupted>,
    ) -> Result<Option<&T>, Interrupted> {
        while self.made.get().is_none() {
            let _making = match self.making.try_lock() {
                Ok(making) => making,
                Err(TryLockError::Poisoned(making)) => making.into_inner(),
                Err(TryLockError::WouldBlock) => {
                    interrupt.check_now()?;
                    thread::sleep(WAITING);
                    continue;
                }
            };
            if self.made.get().is_none() {
                _ = self.made.set(make()?);
            }
            break;
        }
        Ok(self.get())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[test]
    fn it_is_made_once() {
        let number = OnDemand::new();
        assert_eq!(number.get(), None);
        assert_eq!(number.get_or_make(&Interrupt::never(), || Ok(Some(3))), Ok(Some(&3)));
        assert_eq!(number.get_or_make(&Interrupt::never(), || unreachable!("it is made")), Ok(Some(&3)));
        assert_eq!(number.get(), Some(&3));
    }

    #[test]
    fn what_cannot_be_made_is_not_tried_again() {
        let number = OnDemand::<u8>::new();
        assert_eq!(number.get_or_make(&Interrupt::never(), || Ok(None)), Ok(None));
        assert_eq!(number.get_or_make(&Interrupt::never(), || unreachable!("it cannot be made")), Ok(None));
    }

    #[test]
    fn what_was_interrupted_is_tried_again() {
        let number = OnDemand::new();
        assert_eq!(
            number.get_or_make(&Interrupt::never(), || Err(Interrupted::Cancelled)),
            Err(Interrupted::Cancelled)
        );
        assert_eq!(number.get_or_make(&Interrupt::never(), || Ok(Some(3))), Ok(Some(&3)));
    }

    #[test]
    fn who_waits_for_another_thread_can_be_interrupted() {
        let number = &OnDemand::new();
        let (begun, begin) = mpsc::channel();
        let (end, ended) = mpsc::channel::<()>();
        thread::scope(|scope| {
            let maker = scope.spawn(move || {
                number.get_or_make(&Interrupt::never(), || {
                    begun.send(()).unwrap();
                    ended.recv().unwrap();
                    Ok(Some(3))
                })
            });
            begin.recv().unwrap();
            let cancelled = Interrupt::unless(&|| false);
            let waited = number.get_or_make(&cancelled, || unreachable!("another makes it"));
            assert_eq!(waited, Err(Interrupted::Cancelled));
            end.send(()).unwrap();
            assert_eq!(maker.join().unwrap(), Ok(Some(&3)));
        });
    }
}
