use arena::{Progress, Recorder, StoreError};

use crate::error::Error;
use crate::output;

/// Keeps the games in the store while they are played. A store that fails does not end the tournament: the
/// table is worth more than its record.
pub(crate) struct Notebook<'s> {
    recorder: Option<Recorder<'s>>,
    lost: Option<Error>,
}

impl<'s> Notebook<'s> {
    /// A notebook on a store that was opened, or was not.
    pub(crate) fn new(begun: Result<Recorder<'s>, Error>) -> Self {
        match begun {
            Ok(recorder) => Self { recorder: Some(recorder), lost: None },
            Err(error) => {
                output::note(format_args!("warning: the games will not be kept: {error}"));
                Self { recorder: None, lost: Some(error) }
            }
        }
    }

    /// Writes down what has been played.
    ///
    /// # Errors
    /// If another process plays the same tournament: one of them is enough.
    pub(crate) fn record(&mut self, progress: &Progress<'_>) -> Result<(), StoreError> {
        match self.recorder.as_mut().map(|recorder| recorder.record(progress)) {
            None | Some(Ok(())) => Ok(()),
            Some(Err(error @ StoreError::Contested(_))) => Err(error),
            Some(Err(error)) => {
                self.lose(error);
                Ok(())
            }
        }
    }

    fn lose(&mut self, error: StoreError) {
        output::note(format_args!("warning: the games from here on are not kept: {error}"));
        self.recorder = None;
        self.lost = Some(error.into());
    }

    /// Closes the entry of a tournament that is complete or not, and gives its number.
    pub(crate) fn close(self, complete: bool) -> Result<i64, Error> {
        match (self.lost, self.recorder) {
            (Some(lost), _) => Err(lost),
            (None, Some(recorder)) => {
                let id = recorder.id();
                if complete {
                    recorder.finish()?;
                }
                Ok(id)
            }
            (None, None) => unreachable!("without a recorder there is a reason"),
        }
    }
}
