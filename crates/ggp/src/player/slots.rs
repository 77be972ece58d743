use std::sync::Arc;

/// Counts the matches that still have threads of their own, those included that are over for the game master.
#[derive(Debug, Default)]
pub(super) struct Places(Arc<()>);

/// The place of a match, free when it is dropped.
#[derive(Debug)]
pub(super) struct Place {
    _counted: Arc<()>,
}

impl Places {
    /// One more place.
    pub(super) fn take(&self) -> Place {
        Place { _counted: Arc::clone(&self.0) }
    }

    /// How many are taken.
    pub(super) fn taken(&self) -> usize {
        Arc::strong_count(&self.0) - 1
    }
}
