use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use logic::TermId;

use crate::Goal;

/// A state as the reasoner knows it. What has been asked about it is remembered with it.
#[derive(Clone, Debug)]
pub(super) struct Reasoned(Arc<Position>);

#[derive(Debug)]
pub(super) struct Position {
    pub(super) fluents: logic::State,
    /// Each role's legal moves; none if the state is terminal.
    pub(super) moves: OnceLock<Option<Vec<Vec<TermId>>>>,
    pub(super) goals: OnceLock<Vec<Goal>>,
}

impl Reasoned {
    pub(super) fn new(fluents: logic::State) -> Self {
        Self(Arc::new(Position { fluents, moves: OnceLock::new(), goals: OnceLock::new() }))
    }
}

impl std::ops::Deref for Reasoned {
    type Target = Position;

    fn deref(&self) -> &Position {
        &self.0
    }
}

impl PartialEq for Reasoned {
    fn eq(&self, other: &Self) -> bool {
        self.fluents == other.fluents
    }
}

impl Eq for Reasoned {}

impl Hash for Reasoned {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.fluents.hash(hasher);
    }
}
