use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use logic::{RoleGoal, TermId};

use crate::Fault;

/// A state as the reasoner knows it. What has been asked about it is remembered with it.
#[derive(Clone, Debug)]
pub(super) struct Reasoned(Arc<Position>);

#[derive(Debug)]
pub(super) struct Position {
    /// What holds; in a state that could not be worked out, what held before.
    pub(super) fluents: logic::State,
    /// Each role's legal moves, none if the state is terminal, or why there is no answer.
    pub(super) moves: OnceLock<Result<Option<Vec<Vec<TermId>>>, Fault>>,
    /// What each role gets, or why there is no answer.
    pub(super) goals: OnceLock<Result<Vec<RoleGoal>, Fault>>,
    failed: bool,
}

impl Reasoned {
    pub(super) fn new(fluents: logic::State) -> Self {
        let (moves, goals) = (OnceLock::new(), OnceLock::new());
        Self(Arc::new(Position { fluents, moves, goals, failed: false }))
    }

    /// The state after one with these fluents, which could not be worked out.
    pub(super) fn failed(fluents: logic::State, fault: Fault) -> Self {
        let (moves, goals) = (Err(fault.clone()).into(), Err(fault).into());
        Self(Arc::new(Position { fluents, moves, goals, failed: true }))
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
        self.fluents == other.fluents && self.failed == other.failed
    }
}

impl Eq for Reasoned {}

impl Hash for Reasoned {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.fluents.hash(hasher);
        self.failed.hash(hasher);
    }
}
