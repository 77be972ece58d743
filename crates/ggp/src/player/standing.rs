use std::sync::Arc;

use game::{Fault, Rules};

use super::own_history::OwnHistory;
use super::own_view::OwnView;
use super::position::{JointMove, Position};
use crate::OwnPly;

/// Where a match stands, as far as the game master tells.
#[derive(Debug)]
pub(super) enum Standing {
    /// It tells all joint moves.
    Open(Position),
    /// It tells a role its own moves and percepts.
    Own(OwnView),
}

/// What the game master has told of a match so far.
#[derive(Clone, Debug)]
pub(super) enum History {
    /// The joint moves.
    Joint(Vec<JointMove>),
    /// What one role did and saw.
    Own(OwnHistory),
}

impl Standing {
    /// The beginning of a match, of which nothing was told.
    pub(super) fn new(rules: Arc<Rules>) -> Self {
        Self::Open(Position::new(rules))
    }

    /// The game.
    pub(super) fn rules(&self) -> &Arc<Rules> {
        match self {
            Self::Open(position) => position.rules(),
            Self::Own(view) => view.rules(),
        }
    }

    /// The number of joint moves so far.
    pub(super) fn ply(&self) -> usize {
        match self {
            Self::Open(position) => position.ply(),
            Self::Own(view) => view.history().plies().len(),
        }
    }

    /// The move that a role made after a report of an earlier turn, if that is what this report of its own
    /// move repeats.
    pub(super) fn made_after(&self, report: Option<&OwnPly>) -> Option<&str> {
        match self {
            Self::Open(position) => position.made_after(report),
            Self::Own(view) => view.history().made_after(report),
        }
    }

    /// What was told so far.
    pub(super) fn history(&self) -> History {
        match self {
            Self::Open(position) => History::Joint(position.history().to_vec()),
            Self::Own(view) => History::Own(view.history().clone()),
        }
    }

    /// Goes to where a match stands of which a role is told this.
    ///
    /// # Errors
    /// If a joint move is not legal, or the rules exceed a limit.
    pub(super) fn follow(&mut self, history: &History, role: usize) -> Result<(), Fault> {
        match (&mut *self, history) {
            (Self::Open(position), History::Joint(moves)) => position.follow(moves)?,
            (Self::Own(view), History::Own(plies)) => view.follow(plies),
            (_, History::Joint(moves)) => self.open().follow(moves)?,
            (_, History::Own(plies)) => self.own(role).follow(plies),
        }
        Ok(())
    }

    /// Begins anew as a match of which all joint moves are told.
    pub(super) fn open(&mut self) -> &mut Position {
        let position = Position::new(Arc::clone(self.rules()));
        *self = Self::Open(position);
        let Self::Open(position) = self else { unreachable!("it was set just now") };
        position
    }

    /// Begins anew as a match of which a role is told its own moves and percepts.
    pub(super) fn own(&mut self, role: usize) -> &mut OwnView {
        let view = OwnView::new(Arc::clone(self.rules()), role);
        *self = Self::Own(view);
        let Self::Own(view) = self else { unreachable!("it was set just now") };
        view
    }
}
