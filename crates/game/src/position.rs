use logic::{LogicError, RoleGoal, TermId};

use crate::{Game, Rules, RulesState};

/// What the rules say about a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// What holds, in no meaningful order.
    pub fluents: Vec<TermId>,
    /// What each role may do, sorted by text, whether the state is terminal or not.
    pub legal: Vec<Vec<TermId>>,
    /// What each role gets, if the state is terminal.
    pub goals: Option<Vec<RoleGoal>>,
}

impl Position {
    /// Asks the rules about a state.
    ///
    /// # Errors
    /// If an answer exceeds the limits.
    pub fn of(rules: &Rules, state: &RulesState) -> Result<Self, LogicError> {
        let legal =
            (0..rules.roles()).map(|role| rules.legal_moves(state, role)).collect::<Result<_, _>>()?;
        let goals = if rules.is_terminal(state)? { Some(rules.goals(state)?) } else { None };
        Ok(Self { fluents: rules.fluents(state), legal, goals })
    }
}
