//! The rules as a game for searches and people: where a search must have an answer, and the rules give none,
//! there is a fault.

use logic::{RoleGoal, TermId};

use super::Rules;
use super::answers::{Engine, RulesState};
use super::reasoned::{self, Reasoned};
use crate::{
    Batch, Chance, Encoding, Factoring, Fault, Game, Goal, Knowledge, Notation, Percepts, Planning, Tactics,
};

impl Game for Rules {
    type State = RulesState;
    type Move = TermId;

    fn roles(&self) -> usize {
        self.roles.len()
    }

    fn initial(&self) -> RulesState {
        RulesState(match &self.compiled {
            Ok(compiled) => Engine::Compiled(compiled.circuit().initial().clone()),
            Err(_) => Engine::Reasoned(Reasoned::new(self.reasoner.initial().clone())),
        })
    }

    fn terminal(&self, state: &RulesState) -> bool {
        match &state.0 {
            Engine::Compiled(state) => self.over(state),
            Engine::Reasoned(state) => !matches!(self.moves(state), Ok(Some(_))),
        }
    }

    fn legal(&self, state: &RulesState, role: usize, moves: &mut Vec<TermId>) {
        moves.clear();
        match &state.0 {
            Engine::Compiled(state) if self.over(state) => {}
            Engine::Compiled(state) => moves.extend(self.circuit().legal(state, role)),
            Engine::Reasoned(state) => {
                if let Ok(Some(known)) = self.moves(state) {
                    moves.extend(&known[role]);
                }
            }
        }
    }

    fn next(&self, state: &RulesState, joint: &[TermId]) -> RulesState {
        self.successor(state, joint).unwrap_or_else(|error| {
            let Engine::Reasoned(state) = &state.0 else { unreachable!("a circuit has an answer") };
            RulesState(Engine::Reasoned(Reasoned::failed(state.fluents.clone(), error)))
        })
    }

    fn goal(&self, state: &RulesState, role: usize) -> Goal {
        match &state.0 {
            Engine::Compiled(state) => Goal::from(state.goal(role).value),
            Engine::Reasoned(position) => {
                let goals = reasoned::remembered(&position.goals, || Ok(Ok(self.goals(state)?)));
                goals.map_or(0, |goals| least_goal(&goals[role]))
            }
        }
    }

    fn fault(&self, state: &RulesState) -> Option<Fault> {
        match &state.0 {
            Engine::Compiled(state) => {
                self.stuck(state).map(|role| self.no_move(role, &self.circuit().holding(state)))
            }
            Engine::Reasoned(position) => {
                let moves = self.moves(position).err();
                let goals = || position.goals.get()?.as_ref().err();
                moves.or_else(|| goals().cloned())
            }
        }
    }

    fn heap_bytes(&self, state: &RulesState) -> usize {
        match &state.0 {
            Engine::Compiled(state) => state.heap_bytes(),
            Engine::Reasoned(state) => state.heap_bytes(),
        }
    }

    fn chance(&self) -> Option<&dyn Chance<RulesState, TermId>> {
        self.chance.map(|_| self as _)
    }

    fn percepts(&self) -> Option<&dyn Percepts<RulesState, TermId>> {
        self.reasoner.hides().then_some(self as _)
    }

    fn batch(&self) -> Option<&dyn Batch<RulesState, TermId>> {
        self.compiled.is_ok().then_some(self as _)
    }

    fn encoding(&self) -> Option<&dyn Encoding<RulesState>> {
        self.compiled.is_ok().then_some(self as _)
    }

    fn tactics(&self) -> Option<&dyn Tactics<RulesState, TermId>> {
        self.compiled.is_ok().then_some(self as _)
    }

    fn factoring(&self) -> Option<&dyn Factoring<RulesState, TermId>> {
        self.compiled.is_ok().then_some(self as _)
    }

    fn planning(&self) -> Option<&dyn Planning<RulesState, TermId>> {
        (self.compiled.is_ok() && self.roles.len() == 1).then_some(self as _)
    }

    fn knowledge(&self) -> &dyn Knowledge<RulesState> {
        self
    }

    fn notation(&self) -> &dyn Notation<Self::State, Self::Move> {
        self
    }
}

impl Notation<RulesState, TermId> for Rules {
    fn role_name(&self, role: usize) -> &str {
        &self.roles[role]
    }

    fn move_name(&self, mov: TermId) -> String {
        self.reasoner.text(mov)
    }

    fn draw(&self, state: &RulesState) -> String {
        self.reasoner.texts(&self.fluents(state)).join("  ")
    }

    fn remark(&self, state: &RulesState) -> Option<String> {
        match &state.0 {
            Engine::Compiled(bits)
                if (0..self.roles.len()).all(|role| self.is_chance(role) || bits.goal(role).unique) =>
            {
                None
            }
            _ => self.remark_on(&self.goals(state).ok()?, state),
        }
    }
}

impl Rules {
    /// What people should know of these goals of a state, if they are not exactly one goal for every role.
    fn remark_on(&self, goals: &[RoleGoal], state: &RulesState) -> Option<String> {
        let doubtful =
            |(role, goal): (usize, &RoleGoal)| !self.is_chance(role) && !matches!(goal, RoleGoal::Unique(_));
        let role = goals.iter().enumerate().position(doubtful)?;
        let number = match &goals[role] {
            RoleGoal::Ambiguous(goals) => format!("the goals {}", goals.join(", ")),
            _ => "no goal".to_owned(),
        };
        Some(format!(
            "the rules give {} {number} in the terminal state {}; {} is taken",
            self.roles[role],
            self.reasoner.texts(&self.fluents(state)).join(" "),
            least_goal(&goals[role]),
        ))
    }
}

/// The goal that a search gets: the least of those that are whole numbers from 0 to 100, and 0 where there
/// is none.
fn least_goal(payoff: &RoleGoal) -> Goal {
    match payoff {
        RoleGoal::Unique(goal) => Goal::from(*goal),
        RoleGoal::Missing => 0,
        RoleGoal::Ambiguous(texts) => {
            texts.iter().filter_map(|text| RoleGoal::number(text)).min().map_or(0, Goal::from)
        }
    }
}
