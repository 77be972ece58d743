use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use gdl::Rulesheet;
use logic::{Limits, LogicError, Payoff, Reasoner, TermId, View};

use crate::{Fault, Game, Goal, draw_state};

/// The game that a rulesheet describes, played by the reference reasoner.
///
/// A terminal state that gives a role no goal pays it 0, and one that gives it several pays the least of them: search
/// needs a number, and may not gain from a slip in the rules. The game then has a [`remark`](Game::remark).
pub struct Rules {
    reasoner: Reasoner,
    roles: Vec<String>,
    fault: OnceLock<Fault>,
    remark: OnceLock<String>,
}

/// A state of a rulesheet's game. What has been asked about it is remembered with it.
#[derive(Clone)]
pub struct RulesState(Arc<Position>);

struct Position {
    fluents: logic::State,
    /// Each role's legal moves; none if the state is terminal.
    moves: OnceLock<Option<Vec<Vec<TermId>>>>,
    goals: OnceLock<Vec<Goal>>,
}

impl Rules {
    /// The game of a rulesheet, within the default limits.
    ///
    /// # Errors
    /// If the initial state cannot be worked out within the limits.
    pub fn new(sheet: &Rulesheet) -> Result<Self, LogicError> {
        Self::within(sheet, Limits::default())
    }

    /// The game of a rulesheet. A limit that is exceeded later becomes the game's [`fault`](Game::fault).
    ///
    /// # Errors
    /// If the initial state cannot be worked out within the limits.
    pub fn within(sheet: &Rulesheet, limits: Limits) -> Result<Self, LogicError> {
        let reasoner = Reasoner::new(sheet, limits)?;
        let roles = reasoner.roles().iter().map(|&role| reasoner.text(role)).collect();
        Ok(Self { reasoner, roles, fault: OnceLock::new(), remark: OnceLock::new() })
    }

    /// The reasoner that plays the game.
    pub fn reasoner(&self) -> &Reasoner {
        &self.reasoner
    }

    /// The fluents that hold in `state`, in no meaningful order.
    pub fn fluents(&self, state: &RulesState) -> Vec<TermId> {
        state.0.fluents.fluents().to_vec()
    }

    /// Whether the rules call `state` terminal; [`terminal`](Game::terminal) says so too of every state after a fault.
    ///
    /// # Errors
    /// If the answer exceeds the limits.
    pub fn is_terminal(&self, state: &RulesState) -> Result<bool, LogicError> {
        self.reasoner.view(&state.0.fluents).terminal()
    }

    /// What the rules allow a role in `state`, sorted by text, whether the state is terminal or not; [`legal`](Game::legal) is for states
    /// that are not.
    ///
    /// # Errors
    /// If the answer exceeds the limits.
    pub fn legal_moves(&self, state: &RulesState, role: usize) -> Result<Vec<TermId>, LogicError> {
        self.reasoner.view(&state.0.fluents).legal(role)
    }

    /// What the rules say each role gets in `state`, whether it is terminal or not. Where [`goal`](Game::goal) must name a number,
    /// this tells when there is none.
    ///
    /// # Errors
    /// If the answer exceeds the limits.
    pub fn payoffs(&self, state: &RulesState) -> Result<Vec<Payoff>, LogicError> {
        self.reasoner.view(&state.0.fluents).payoffs()
    }

    fn state(fluents: logic::State) -> RulesState {
        RulesState(Arc::new(Position { fluents, moves: OnceLock::new(), goals: OnceLock::new() }))
    }

    /// Each role's legal moves, or none if the state is terminal.
    fn moves<'s>(&self, state: &'s RulesState) -> Option<&'s [Vec<TermId>]> {
        let moves = state.0.moves.get_or_init(|| {
            let moves = self.work_out_moves(&mut self.reasoner.view(&state.0.fluents), state);
            moves.unwrap_or_else(|fault| {
                let _ = self.fault.set(fault);
                None
            })
        });
        moves.as_deref().filter(|_| self.fault.get().is_none())
    }

    /// Keeps a remark on the first state that does not pay every role exactly one goal.
    fn remark_on(&self, payoffs: &[Payoff], state: &RulesState) {
        let unclear = payoffs.iter().position(|payoff| !matches!(payoff, Payoff::Goal(_)));
        if let Some(role) = unclear {
            self.remark.get_or_init(|| {
                let (number, taken) = match &payoffs[role] {
                    Payoff::Unclear(goals) => (format!("the goals {}", goals.join(", ")), "the least"),
                    _ => ("no goal".to_owned(), "0"),
                };
                format!(
                    "the rules give {} {number} in the terminal state {}; {taken} is taken",
                    self.roles[role],
                    self.reasoner.texts(&self.fluents(state)).join(" "),
                )
            });
        }
    }

    fn work_out_moves(
        &self,
        view: &mut View<'_>,
        state: &RulesState,
    ) -> Result<Option<Vec<Vec<TermId>>>, Fault> {
        if view.terminal()? {
            return Ok(None);
        }
        let moves: Vec<Vec<TermId>> =
            (0..self.roles.len()).map(|role| view.legal(role)).collect::<Result<_, _>>()?;
        if let Some(role) = moves.iter().position(Vec::is_empty) {
            let message = format!(
                "the role {} has no legal move in the state {}, which is not terminal; give it a move such as `noop`, or end the game there",
                self.roles[role],
                self.reasoner.texts(&self.fluents(state)).join(" "),
            );
            return Err(Fault { message });
        }
        Ok(Some(moves))
    }
}

impl From<LogicError> for Fault {
    fn from(error: LogicError) -> Self {
        Fault { message: error.to_string() }
    }
}

impl Game for Rules {
    type State = RulesState;
    type Move = TermId;

    fn roles(&self) -> usize {
        self.roles.len()
    }

    fn role_name(&self, role: usize) -> &str {
        &self.roles[role]
    }

    fn initial(&self) -> RulesState {
        Self::state(self.reasoner.initial().clone())
    }

    fn terminal(&self, state: &RulesState) -> bool {
        self.moves(state).is_none()
    }

    fn legal(&self, state: &RulesState, role: usize, moves: &mut Vec<TermId>) {
        moves.clear();
        moves.extend(self.moves(state).into_iter().flat_map(|moves| &moves[role]));
    }

    fn next(&self, state: &RulesState, joint: &[TermId]) -> RulesState {
        match self.reasoner.view(&state.0.fluents).next(joint) {
            Ok(fluents) => Self::state(fluents),
            Err(error) => {
                let _ = self.fault.set(error.into());
                state.clone()
            }
        }
    }

    fn goal(&self, state: &RulesState, role: usize) -> Goal {
        let goals = state.0.goals.get_or_init(|| match self.payoffs(state) {
            Ok(payoffs) => {
                self.remark_on(&payoffs, state);
                payoffs.iter().map(least_goal).collect()
            }
            Err(error) => {
                let _ = self.fault.set(error.into());
                vec![0; self.roles.len()]
            }
        });
        goals[role]
    }

    fn move_name(&self, mov: TermId) -> String {
        self.reasoner.text(mov)
    }

    fn draw(&self, state: &RulesState) -> String {
        draw_state(&self.reasoner, self.reasoner.initial().fluents(), &self.fluents(state))
    }

    fn remark(&self) -> Option<String> {
        self.remark.get().cloned()
    }

    fn fault(&self) -> Option<Fault> {
        self.fault.get().cloned()
    }
}

fn least_goal(payoff: &Payoff) -> Goal {
    match payoff {
        Payoff::Goal(goal) => Goal::from(*goal),
        Payoff::Missing => 0,
        Payoff::Unclear(texts) => {
            let goals = texts.iter().filter_map(|text| text.parse().ok());
            goals.filter(|goal| (0..=100).contains(goal)).min().unwrap_or(0)
        }
    }
}

impl PartialEq for RulesState {
    fn eq(&self, other: &Self) -> bool {
        self.0.fluents == other.0.fluents
    }
}

impl Eq for RulesState {}

impl Hash for RulesState {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.0.fluents.hash(hasher);
    }
}

impl fmt::Debug for RulesState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("RulesState").field(&self.0.fluents).finish()
    }
}

impl fmt::Debug for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rules").field("roles", &self.roles).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn over(goals: &str) -> Rules {
        let text = format!("(role you) (init a) (legal you wait) terminal {goals}");
        Rules::new(&Rulesheet::parse("test.kif", text.as_bytes()).unwrap()).unwrap()
    }

    #[test]
    fn a_clear_goal_needs_no_remark() {
        let rules = over("(goal you 70)");
        assert_eq!((rules.goal(&rules.initial(), 0), rules.remark()), (70, None));
    }

    #[test]
    fn a_missing_goal_is_0_and_several_are_the_least_of_them_and_both_are_remarked_on() {
        let missing = over("(<= (goal you 70) (true b))");
        assert_eq!(missing.goal(&missing.initial(), 0), 0);
        let remark = missing.remark().unwrap();
        assert_eq!(remark, "the rules give you no goal in the terminal state a; 0 is taken");
        let several = over("(goal you 70) (goal you 100)");
        assert_eq!(several.goal(&several.initial(), 0), 70);
        let remark = several.remark().unwrap();
        assert_eq!(
            remark,
            "the rules give you the goals 100, 70 in the terminal state a; the least is taken"
        );
    }
}
