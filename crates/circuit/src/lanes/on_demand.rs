use std::sync::{Mutex, OnceLock, PoisonError};

use gdl::Interrupted;

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
    /// If making it was interrupted; then it is made when somebody asks again.
    pub(crate) fn get_or_make(
        &self,
        make: impl FnOnce() -> Result<Option<T>, Interrupted>,
    ) -> Result<Option<&T>, Interrupted> {
        if self.made.get().is_none() {
            let _making = self.making.lock().unwrap_or_else(PoisonError::into_inner);
            if self.made.get().is_none() {
                _ = self.made.set(make()?);
            }
        }
        Ok(self.get())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_made_once() {
        let number = OnDemand::new();
        assert_eq!(number.get(), None);
        assert_eq!(number.get_or_make(|| Ok(Some(3))), Ok(Some(&3)));
        assert_eq!(number.get_or_make(|| unreachable!("it is made")), Ok(Some(&3)));
        assert_eq!(number.get(), Some(&3));
    }

    #[test]
    fn what_cannot_be_made_is_not_tried_again() {
        let number = OnDemand::<u8>::new();
        assert_eq!(number.get_or_make(|| Ok(None)), Ok(None));
        assert_eq!(number.get_or_make(|| unreachable!("it cannot be made")), Ok(None));
    }

    #[test]
    fn what_was_interrupted_is_tried_again() {
        let number = OnDemand::new();
        assert_eq!(number.get_or_make(|| Err(Interrupted::Cancelled)), Err(Interrupted::Cancelled));
        assert_eq!(number.get_or_make(|| Ok(Some(3))), Ok(Some(&3)));
    }
}
