use std::sync::Arc;

/// Counts the matches that still have threads of their own, including those that the game master has ended already.
#[derive(Debug, Default)]
pub(super) struct Slots(Arc<()>);

/// The slot of one match. Dropping it frees the slot.
#[derive(Debug)]
pub(super) struct Slot {
    _counted: Arc<()>,
}

impl Slots {
    /// Takes one more slot.
    pub(super) fn take(&self) -> Slot {
        Slot { _counted: Arc::clone(&self.0) }
    }

    /// The number of slots in use.
    pub(super) fn in_use(&self) -> usize {
        Arc::strong_count(&self.0) - 1
    }
}
