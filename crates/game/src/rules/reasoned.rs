use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use logic::{LogicError, RoleGoal, TermId};

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
    /// Why the state could not be worked out, if it could not.
    pub(super) failure: Option<LogicError>,
}

impl Reasoned {
    pub(super) fn new(fluents: logic::State) -> Self {
        let (moves, goals) = (OnceLock::new(), OnceLock::new());
        Self(Arc::new(Position { fluents, moves, goals, failure: None }))
    }

    /// Bytes that it keeps on the heap, what is remembered so far included.
    pub(super) fn heap_bytes(&self) -> usize {
        let of_moves =
            |moves: &Vec<TermId>| size_of::<Vec<TermId>>() + moves.capacity() * size_of::<TermId>();
        let moves = match self.moves.get() {
            Some(Ok(Some(moves))) => moves.iter().map(of_moves).sum(),
            _ => 0,
        };
        let goals = match self.goals.get() {
            Some(Ok(goals)) => goals.capacity() * size_of::<RoleGoal>(),
            _ => 0,
        };
        // A shared value has two counters beside it.
        let counters = 2 * size_of::<usize>();
        let fluents = counters + size_of_val(self.fluents.fluents());
        counters + size_of::<Position>() + fluents + moves + goals
    }

    /// The state after one with these fluents, which could not be worked out.
    pub(super) fn failed(fluents: logic::State, error: LogicError) -> Self {
        let (moves, goals) = (OnceLock::new(), OnceLock::new());
        Self(Arc::new(Position { fluents, moves, goals, failure: Some(error) }))
    }
}

/// What a state knows, or finds out now: an answer, or why the rules give none, which is remembered too. That
/// somebody did not wait for the answer is not: whoever asks next may.
pub(super) fn remembered<T>(
    known: &OnceLock<Result<T, Fault>>,
    find: impl FnOnce() -> Result<Result<T, Fault>, LogicError>,
) -> Result<&T, Fault> {
    let answer = match known.get() {
        Some(answer) => answer,
        None => {
            let found = match find() {
                Err(error @ LogicError::Interrupted(_)) => return Err(error.into()),
                found => found.unwrap_or_else(|error| Err(error.into())),
            };
            // Whoever was faster has found the same.
            known.get_or_init(|| found)
        }
    };
    answer.as_ref().map_err(Fault::clone)
}

impl std::ops::Deref for Reasoned {
    type Target = Position;

    fn deref(&self) -> &Position {
        &self.0
    }
}

impl PartialEq for Reasoned {
    fn eq(&self, other: &Self) -> bool {
        self.fluents == other.fluents && self.failure == other.failure
    }
}

impl Eq for Reasoned {}

impl Hash for Reasoned {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.fluents.hash(hasher);
        self.failure.is_some().hash(hasher);
    }
}
