use std::sync::Arc;
use std::time::Instant;

use game::{Fault, Game, Rules, RulesState};
use logic::{LogicError, Payoff, TermId};

/// Where a match is, and how it came there.
#[derive(Debug)]
pub(super) struct Position {
    rules: Arc<Rules>,
    /// Every state so far, the initial one first.
    states: Vec<RulesState>,
    /// What the moves of all plies are called, as the rules write them.
    history: Vec<JointMove>,
}

/// The names of all roles' moves, in role order.
pub(super) type JointMove = Vec<String>;

/// Joint moves that are tried where one is missing.
const MOST_TRIED: usize = 10_000;

impl Position {
    /// The beginning of a match.
    pub(super) fn new(rules: Arc<Rules>) -> Self {
        Self { states: vec![rules.initial()], history: Vec::new(), rules }
    }

    /// The game.
    pub(super) fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// How many joint moves have been made.
    pub(super) fn ply(&self) -> usize {
        self.history.len()
    }

    /// The present state.
    pub(super) fn state(&self) -> &RulesState {
        // There is always the initial one.
        &self.states[self.ply()]
    }

    /// The joint moves so far.
    pub(super) fn history(&self) -> &[JointMove] {
        &self.history
    }

    /// Whether the match is over.
    pub(super) fn terminal(&self) -> Result<bool, LogicError> {
        self.rules.is_terminal(self.state())
    }

    /// What the moves are called that a role has: none if the match is over.
    pub(super) fn legal(&self, role: usize) -> Result<Vec<String>, LogicError> {
        let mut moves = self.rules.legal_moves_of_all(self.state())?.unwrap_or_default();
        let own = moves.get_mut(role).map(std::mem::take).unwrap_or_default();
        Ok(own.into_iter().map(|mov| self.rules.move_name(mov)).collect())
    }

    /// What each role gets here.
    pub(super) fn payoffs(&self) -> Result<Vec<Payoff>, LogicError> {
        self.rules.payoffs(self.state())
    }

    /// Goes on by a joint move. Says whether it is legal here: else nothing changes.
    pub(super) fn advance(&mut self, names: &[String]) -> Result<bool, LogicError> {
        let Some(joint_move) = self.read(self.state(), names)? else { return Ok(false) };
        self.make(&joint_move)?;
        Ok(true)
    }

    /// Whether a joint move is legal here.
    pub(super) fn accepts(&self, names: &[String]) -> Result<bool, LogicError> {
        Ok(self.read(self.state(), names)?.is_some())
    }

    /// Puts another joint move in the place of the last one. Says whether it was legal there: else nothing changes.
    pub(super) fn replace_last(&mut self, names: &[String]) -> Result<bool, LogicError> {
        let Some(before) = self.ply().checked_sub(1) else { return Ok(false) };
        let Some(joint_move) = self.read(&self.states[before], names)? else { return Ok(false) };
        self.go_back(before);
        self.make(&joint_move)?;
        Ok(true)
    }

    /// Goes on over a joint move that nobody has told to one of these names, if there is just one way: `mine` is what
    /// `role` would have done in between. Says whether there is: else nothing changes, nor if that is not known by `until`.
    pub(super) fn bridge(
        &mut self,
        role: usize,
        mine: Option<&str>,
        names: &[String],
        until: Instant,
    ) -> Result<bool, LogicError> {
        if names.len() != self.rules.roles() {
            return Ok(false);
        }
        let Some(mut choices) = self.rules.legal_moves_of_all(self.state())? else { return Ok(false) };
        if let Some(mine) = mine.and_then(|mine| self.find(&choices[role], mine)) {
            choices[role] = vec![mine];
        }
        let count = choices.iter().try_fold(1_usize, |count, moves| count.checked_mul(moves.len()));
        let Some(count) = count.filter(|&count| count <= MOST_TRIED) else { return Ok(false) };
        let mut way: Option<(Vec<TermId>, Vec<TermId>)> = None;
        for mut number in 0..count {
            if Instant::now() >= until {
                return Ok(false);
            }
            let mut draw = |moves: &Vec<TermId>| {
                let mov = moves[number % moves.len()];
                number /= moves.len();
                mov
            };
            let missing: Vec<TermId> = choices.iter().map(&mut draw).collect();
            let state = self.rules.successor(self.state(), &missing)?;
            let Some(joint_move) = self.read(&state, names)? else { continue };
            if way.replace((missing, joint_move)).is_some() {
                return Ok(false);
            }
        }
        let Some((missing, joint_move)) = way else { return Ok(false) };
        self.make(&missing)?;
        self.make(&joint_move)?;
        Ok(true)
    }

    /// Goes wherever these joint moves lead, by the shortest way from here.
    ///
    /// # Errors
    /// If they are not legal, or the game fails.
    pub(super) fn follow(&mut self, history: &[JointMove]) -> Result<(), Fault> {
        let common = self.history.iter().zip(history).take_while(|(own, other)| own == other).count();
        self.go_back(common);
        for (ply, names) in history.iter().enumerate().skip(common) {
            if !self.advance(names)? {
                let message = format!("the game's engines disagree on {} at ply {ply}", names.join(" "));
                return Err(Fault { message });
            }
        }
        Ok(())
    }

    /// Goes back to the state after so many joint moves.
    pub(super) fn go_back(&mut self, ply: usize) {
        self.history.truncate(ply);
        self.states.truncate(ply + 1);
    }

    fn make(&mut self, joint_move: &[TermId]) -> Result<(), LogicError> {
        self.states.push(self.rules.successor(self.state(), joint_move)?);
        self.history.push(joint_move.iter().map(|&mov| self.rules.move_name(mov)).collect());
        Ok(())
    }

    /// The joint move of these names, if it is legal in a state.
    fn read(&self, state: &RulesState, names: &[String]) -> Result<Option<Vec<TermId>>, LogicError> {
        if names.len() != self.rules.roles() {
            return Ok(None);
        }
        let Some(legal) = self.rules.legal_moves_of_all(state)? else { return Ok(None) };
        Ok(legal.iter().zip(names).map(|(legal, name)| self.find(legal, name)).collect())
    }

    /// The move of that name among legal ones. The case of letters counts only where it makes a difference.
    fn find(&self, legal: &[TermId], name: &str) -> Option<TermId> {
        let named = |alike: fn(&str, &str) -> bool| {
            legal.iter().copied().filter(move |&mov| alike(&self.rules.move_name(mov), name))
        };
        let mut loosely = named(str::eq_ignore_ascii_case);
        named(str::eq).next().or_else(|| loosely.next().filter(|_| loosely.next().is_none()))
    }
}
