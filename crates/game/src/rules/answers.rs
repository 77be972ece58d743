//! What the rules say of a state: of the circuit where there is one, else of the reasoner.

use logic::{LogicError, RoleGoal, TermId, View};

use super::reasoned::{self, Reasoned};
use super::{Compiled, Rules};
use crate::Fault;

/// A state of a rulesheet's game. What is known about it is kept with it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RulesState(pub(super) Engine);

/// A state as the engine that plays the game keeps it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Engine {
    Compiled(circuit::State),
    Reasoned(Reasoned),
}

impl From<circuit::State> for RulesState {
    /// A state of a circuit as one of the rules that it was made from.
    fn from(state: circuit::State) -> Self {
        Self(Engine::Compiled(state))
    }
}

impl Rules {
    /// The fluents that hold in `state`, in no meaningful order.
    pub fn fluents(&self, state: &RulesState) -> Vec<TermId> {
        match &state.0 {
            Engine::Compiled(state) => self.circuit().holding(state),
            Engine::Reasoned(state) => state.fluents.fluents().to_vec(),
        }
    }

    /// Whether the rules call `state` terminal; [`terminal`](crate::Game::terminal) says so too of a state
    /// with a fault.
    ///
    /// # Errors
    /// If the answer exceeds the limits.
    pub fn is_terminal(&self, state: &RulesState) -> Result<bool, LogicError> {
        match &state.0 {
            Engine::Compiled(state) => Ok(state.terminal()),
            Engine::Reasoned(state) => self.view(state)?.terminal(),
        }
    }

    /// What the rules allow a role in `state`, sorted by text, whether the state is terminal or not;
    /// [`legal`](crate::Game::legal) is for states that are not.
    ///
    /// # Errors
    /// If the answer exceeds the limits.
    pub fn legal_moves(&self, state: &RulesState, role: usize) -> Result<Vec<TermId>, LogicError> {
        match &state.0 {
            Engine::Compiled(state) => Ok(self.circuit().legal(state, role).collect()),
            Engine::Reasoned(state) => self.view(state)?.legal(role),
        }
    }

    /// What the rules allow each role in `state`, each role's moves sorted by text; none if the state is
    /// terminal. All are worked out together.
    ///
    /// # Errors
    /// If the answer exceeds the limits.
    pub fn legal_moves_of_all(&self, state: &RulesState) -> Result<Option<Vec<Vec<TermId>>>, LogicError> {
        match &state.0 {
            Engine::Compiled(state) if state.terminal() => Ok(None),
            Engine::Compiled(state) => {
                let moves = |role| self.circuit().legal(state, role).collect();
                Ok(Some((0..self.roles.len()).map(moves).collect()))
            }
            Engine::Reasoned(state) => {
                // That a role has no move is a fault only to a search.
                self.moves(state)
                    .map_or_else(|_| self.look_for_moves(state), |known| Ok(known.map(<[_]>::to_vec)))
            }
        }
    }

    /// The state after a joint move of legal moves. Where [`next`](crate::Game::next) must name a state, this
    /// tells when there is none.
    ///
    /// # Errors
    /// If the answer exceeds the limits.
    pub fn successor(&self, state: &RulesState, joint: &[TermId]) -> Result<RulesState, LogicError> {
        Ok(RulesState(match &state.0 {
            Engine::Compiled(state) => Engine::Compiled(self.circuit().next(state, joint)),
            Engine::Reasoned(state) => {
                let mut view = self.view(state)?;
                // What roles see of the move cannot fail when it is asked for; so it is tried here.
                if self.reasoner.hides() {
                    view.percepts(joint, 0)?;
                }
                Engine::Reasoned(Reasoned::new(view.next(joint)?))
            }
        }))
    }

    /// What the rules say each role gets in `state`, whether it is terminal or not. Where
    /// [`goal`](crate::Game::goal) must name a number, this tells when there is none. The role of chance gets
    /// 0 whatever they say.
    ///
    /// # Errors
    /// If the answer exceeds the limits.
    pub fn goals(&self, state: &RulesState) -> Result<Vec<RoleGoal>, LogicError> {
        Ok(match &state.0 {
            Engine::Compiled(bits) => {
                let goals = (0..self.roles.len()).map(|role| bits.goal(role));
                if goals.clone().all(|goal| goal.unique) {
                    return Ok(goals.map(|goal| RoleGoal::Unique(goal.value)).collect());
                }
                // It is rare, and the reasoner can tell what is wrong.
                self.without_chance(self.reasoner.view(&self.reasoner.state(self.fluents(state))).goals()?)
            }
            Engine::Reasoned(state) => self.without_chance(self.view(state)?.goals()?),
        })
    }

    /// Whether the game is over where exactly these fluents hold, and what the rules give a role there, over
    /// or not. No play need lead to such a state: so it is the reasoner that answers, as circuits are
    /// simplified by what holds in all states that can be reached.
    ///
    /// # Errors
    /// If an answer exceeds the limits.
    pub fn ending_where(&self, fluents: Vec<TermId>, role: usize) -> Result<(bool, RoleGoal), LogicError> {
        let mut view = self.reasoner.view(&self.reasoner.state(fluents));
        let is_over = view.terminal()?;
        Ok((is_over, self.without_chance(view.goals()?).swap_remove(role)))
    }

    /// These goals of all roles, but 0 for the role of chance.
    pub(super) fn without_chance(&self, mut goals: Vec<RoleGoal>) -> Vec<RoleGoal> {
        if let Some(chance) = self.chance {
            goals[chance] = RoleGoal::Unique(0);
        }
        goals
    }

    /// The circuit of the states that a circuit has made.
    pub(super) fn circuit(&self) -> &Compiled {
        match &self.compiled {
            Ok(compiled) => compiled,
            Err(_) => unreachable!("a state of a circuit comes from the game's own circuit"),
        }
    }

    /// Whether the game is over in a state of the circuit, be it by a fault.
    pub(super) fn over(&self, state: &circuit::State) -> bool {
        state.terminal() || self.stuck(state).is_some()
    }

    /// The role that has no legal move in a state of the circuit which is not terminal.
    pub(super) fn stuck(&self, state: &circuit::State) -> Option<usize> {
        if state.terminal() {
            return None;
        }
        let circuit = self.circuit().circuit();
        circuit.may_be_stuck().iter().copied().find(|&role| !circuit.has_move(state, role))
    }

    pub(super) fn no_move(&self, role: usize, fluents: &[TermId]) -> Fault {
        let message = format!(
            "the role {} has no legal move in the state {}, which is not terminal; give it a move such as `noop`, or end the game there",
            self.roles[role],
            self.reasoner.texts(fluents).join(" "),
        );
        Fault { message }
    }

    /// The reasoner's view of a state, unless the state could not be worked out.
    pub(super) fn view<'s>(&'s self, state: &'s Reasoned) -> Result<View<'s>, LogicError> {
        state
            .failure
            .as_ref()
            .map_or_else(|| Ok(self.reasoner.view(&state.fluents)), |error| Err(error.clone()))
    }

    /// Each role's legal moves, none if the state is terminal, or why there is no answer.
    pub(super) fn moves<'s>(&self, state: &'s Reasoned) -> Result<Option<&'s [Vec<TermId>]>, Fault> {
        let moves = reasoned::remembered(&state.moves, || {
            let moves = self.look_for_moves(state)?;
            Ok(match moves.iter().flatten().position(Vec::is_empty) {
                Some(role) => Err(self.no_move(role, state.fluents.fluents())),
                None => Ok(moves),
            })
        })?;
        Ok(moves.as_deref())
    }

    /// What the reasoner says each role may do, or none if the state is terminal.
    pub(super) fn look_for_moves(&self, state: &Reasoned) -> Result<Option<Vec<Vec<TermId>>>, LogicError> {
        let mut view = self.view(state)?;
        if view.terminal()? { Ok(None) } else { view.legal_of_all().map(Some) }
    }

    /// Whether a role is chance, whose goals mean nothing.
    pub(super) fn is_chance(&self, role: usize) -> bool {
        self.chance == Some(role)
    }
}

impl From<LogicError> for Fault {
    fn from(error: LogicError) -> Self {
        Fault { message: error.to_string() }
    }
}
