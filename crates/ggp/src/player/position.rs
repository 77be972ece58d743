use std::sync::Arc;
use std::time::Instant;

use game::{Fault, Game, Rules, RulesState};
use logic::{LogicError, TermId};
use search::Viewpoint;

use super::own_history::Step;
use crate::OwnPly;

/// The state of a match and the joint moves that led to it.
#[derive(Debug)]
pub(super) struct Position {
    rules: Arc<Rules>,
    /// Every state so far, the initial one first.
    states: Vec<RulesState>,
    /// The joint moves so far, named as in the rules.
    history: Vec<JointMove>,
    /// After a restart, until the next joint move: the states after the initial one, and the joint moves,
    /// from before the restart.
    before_restart: (Vec<RulesState>, Vec<JointMove>),
}

/// The names of all roles' moves, in role order.
pub(super) type JointMove = Vec<String>;

/// The largest number of joint moves that are tried in place of a lost one.
const MAX_TRIED: usize = 10_000;

impl Position {
    /// The initial position of a match.
    pub(super) fn new(rules: Arc<Rules>) -> Self {
        Self { states: vec![rules.initial()], history: Vec::new(), before_restart: Default::default(), rules }
    }

    /// Where a role stands. Of a game that hides something it knows its own moves and percepts, though the
    /// messages of GDL-I tell everybody's moves.
    pub(super) fn viewpoint(&self, role: usize) -> Viewpoint<Rules> {
        let joint = |(state, names): (&RulesState, &JointMove)| -> Option<Vec<_>> {
            (names.iter().enumerate()).map(|(role, name)| self.rules.move_named(state, role, name)).collect()
        };
        Viewpoint::after(
            &*self.rules,
            &self.states,
            self.states.iter().zip(&self.history).map_while(joint),
            role,
        )
    }

    /// The game.
    pub(super) fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// The number of joint moves so far.
    pub(super) fn ply(&self) -> usize {
        self.history.len()
    }

    /// The current state.
    pub(super) fn state(&self) -> &RulesState {
        // There is one state more than there are joint moves.
        &self.states[self.ply()]
    }

    /// The joint moves so far.
    pub(super) fn history(&self) -> &[JointMove] {
        &self.history
    }

    /// Whether the state is terminal.
    pub(super) fn terminal(&self) -> Result<bool, LogicError> {
        self.rules.is_terminal(self.state())
    }

    /// The names of the legal moves of a role; none in a terminal state.
    pub(super) fn legal(&self, role: usize) -> Result<Vec<String>, LogicError> {
        let mut moves = self.rules.legal_moves_of_all(self.state())?.unwrap_or_default();
        let own = moves.get_mut(role).map(std::mem::take).unwrap_or_default();
        Ok(own.into_iter().map(|mov| self.rules.notation().move_name(mov)).collect())
    }

    /// The move that the only role made after a report of an earlier turn, if that is what this
    /// report repeats.
    pub(super) fn made_after(&self, report: Option<&OwnPly>) -> Option<&str> {
        let turn = report.map_or(0, |ply| ply.turn.get() as usize);
        let known = report.is_none_or(|ply| self.is_made(turn - 1, &ply.mov));
        match self.history.get(turn).filter(|_| known)?.as_slice() {
            [mov] => Some(mov),
            _ => None,
        }
    }

    /// Whether the only role made this move at a ply.
    fn is_made(&self, ply: usize, name: &str) -> bool {
        matches!(self.history.get(ply).map(Vec::as_slice), Some([mov]) if mov.eq_ignore_ascii_case(name))
    }

    /// Goes to where a report leads that the only role is told: its move is the joint move. In place of one
    /// that was lost it made the move `sent`, if that is known; it is looked for until `until`.
    pub(super) fn take_alone(
        &mut self,
        report: Option<&OwnPly>,
        sent: Option<&str>,
        until: Instant,
    ) -> Result<Step, LogicError> {
        let known = self.ply();
        let Some(OwnPly { turn, mov, .. }) = report else {
            self.go_back(0);
            return Ok(if known == 0 { Step::Again } else { Step::Back });
        };
        let (turn, names) = (turn.get() as usize, std::slice::from_ref(mov));
        if turn == known && self.is_made(turn - 1, mov) {
            return Ok(Step::Again);
        }
        if turn > known + 1 {
            let bridged = turn == known + 2 && self.bridge(0, sent, names, until)?;
            return Ok(if bridged { Step::Bridged } else { Step::TooFar });
        }
        let step = if turn <= known { Step::Back } else { Step::Next };
        Ok(if self.make_at(turn - 1, names)? { step } else { Step::Illegal })
    }

    /// Makes a joint move. If it is not legal, says so and changes nothing.
    pub(super) fn advance(&mut self, names: &[String]) -> Result<bool, LogicError> {
        self.make_at(self.ply(), names)
    }

    /// Makes a joint move at a ply, in place of all from there on. If it is not legal, says so and
    /// changes nothing.
    fn make_at(&mut self, ply: usize, names: &[String]) -> Result<bool, LogicError> {
        let Some(joint_move) = self.read(&self.states[ply], names)? else { return Ok(false) };
        let next = self.rules.successor(&self.states[ply], &joint_move)?;
        self.go_back(ply);
        self.push(&joint_move, next);
        Ok(true)
    }

    /// Whether a joint move is legal in the current state.
    pub(super) fn accepts(&self, names: &[String]) -> Result<bool, LogicError> {
        Ok(self.read(self.state(), names)?.is_some())
    }

    /// Goes back to the initial state.
    pub(super) fn restart(&mut self) {
        self.before_restart = (self.states.split_off(1), std::mem::take(&mut self.history));
    }

    /// Takes back a restart and makes a joint move. If there was no restart, or the joint move is not legal,
    /// says so and changes nothing.
    pub(super) fn resume(&mut self, names: &[String]) -> Result<bool, LogicError> {
        let Some(state) = self.before_restart.0.last() else { return Ok(false) };
        let Some(joint_move) = self.read(state, names)? else { return Ok(false) };
        let next = self.rules.successor(state, &joint_move)?;
        self.go_back(0);
        self.states.append(&mut self.before_restart.0);
        self.history.append(&mut self.before_restart.1);
        self.push(&joint_move, next);
        Ok(true)
    }

    /// Replaces the last joint move. If the new one is not legal, says so and changes nothing.
    pub(super) fn replace_last(&mut self, names: &[String]) -> Result<bool, LogicError> {
        let Some(before) = self.ply().checked_sub(1) else { return Ok(false) };
        self.make_at(before, names)
    }

    /// Makes a joint move that was not reported, and then the one of these names, if exactly one unreported
    /// joint move makes that legal. In it `role` makes the move `mine`, if that is known. If there is none,
    /// or several, or the search takes longer than `until`, says so and changes nothing.
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
        let Some(count) = count.filter(|&count| count <= MAX_TRIED) else { return Ok(false) };
        let mut found: Option<[(Vec<TermId>, RulesState); 2]> = None;
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
            if found.is_some() {
                return Ok(false);
            }
            let next = self.rules.successor(&state, &joint_move)?;
            found = Some([(missing, state), (joint_move, next)]);
        }
        let Some(made) = found else { return Ok(false) };
        for (joint_move, next) in made {
            self.push(&joint_move, next);
        }
        Ok(true)
    }

    /// Goes to the position after these joint moves, from the last position that both have in common.
    ///
    /// # Errors
    /// If a joint move is not legal, or the rules exceed a limit.
    pub(super) fn follow(&mut self, history: &[JointMove]) -> Result<(), Fault> {
        let common = self.history.iter().zip(history).take_while(|(own, other)| own == other).count();
        self.go_back(common);
        for (ply, names) in history.iter().enumerate().skip(common) {
            if !self.advance(names)? {
                let message = format!(
                    "the reasoner and the circuit disagree: {} is not legal at ply {ply}",
                    names.join(" ")
                );
                return Err(Fault { message });
            }
        }
        Ok(())
    }

    /// Goes back to the state after the first `ply` joint moves.
    pub(super) fn go_back(&mut self, ply: usize) {
        self.history.truncate(ply);
        self.states.truncate(ply + 1);
    }

    /// Takes over the state that a joint move leads to from the current one.
    fn push(&mut self, joint_move: &[TermId], next: RulesState) {
        self.states.push(next);
        self.before_restart = Default::default();
        self.history.push(joint_move.iter().map(|&mov| self.rules.notation().move_name(mov)).collect());
    }

    /// The joint move of these names, if it is legal in this state.
    fn read(&self, state: &RulesState, names: &[String]) -> Result<Option<Vec<TermId>>, LogicError> {
        if names.len() != self.rules.roles() {
            return Ok(None);
        }
        let Some(legal) = self.rules.legal_moves_of_all(state)? else { return Ok(None) };
        Ok(legal.iter().zip(names).map(|(legal, name)| self.find(legal, name)).collect())
    }

    /// The legal move of that name. The case of letters is ignored where that is unambiguous.
    fn find(&self, legal: &[TermId], name: &str) -> Option<TermId> {
        let named = |alike: fn(&str, &str) -> bool| {
            legal.iter().copied().filter(move |&mov| alike(&self.rules.notation().move_name(mov), name))
        };
        let mut similar = named(str::eq_ignore_ascii_case);
        named(str::eq).next().or_else(|| similar.next().filter(|_| similar.next().is_none()))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use gdl::Rulesheet;
    use logic::Limits;

    use super::*;

    /// Two roles that alternate; each says one of three words, and the game ends after three.
    const TALK: &str =
        "(role a) (role b) (init (turn a 0)) (after a b) (after b a) (then 0 1) (then 1 2) (then 2 3)
        (word yes) (word No) (word no)
        (<= (legal ?r (say ?w)) (true (turn ?r ?n)) (word ?w))
        (<= (legal ?r noop) (role ?r) (true (turn ?s ?n)) (distinct ?r ?s))
        (<= (next (turn ?s ?m)) (true (turn ?r ?n)) (after ?r ?s) (then ?n ?m))
        (<= (next (said ?n ?w)) (true (turn ?r ?n)) (does ?r (say ?w)))
        (<= (next (said ?n ?w)) (true (said ?n ?w)))
        (<= terminal (true (turn ?r 3))) (goal a 50) (goal b 50)";

    fn sheet(text: &str) -> Rulesheet {
        Rulesheet::parse("test", text.as_bytes()).unwrap()
    }

    fn positions(text: &str) -> [Position; 2] {
        let reasoned = Rules::reasoned(&sheet(text), Limits::default()).unwrap();
        [reasoned, Rules::new(&sheet(text)).unwrap()].map(|rules| Position::new(Arc::new(rules)))
    }

    fn names(moves: &str) -> JointMove {
        moves.split(',').map(|mov| mov.trim().to_owned()).collect()
    }

    fn later() -> Instant {
        Instant::now() + Duration::from_secs(3600)
    }

    #[test]
    fn only_legal_joint_moves_are_made() {
        for mut position in positions(TALK) {
            assert_eq!(position.legal(0).unwrap(), ["(say No)", "(say no)", "(say yes)"]);
            assert_eq!(position.legal(1).unwrap(), ["noop"]);
            for wrong in ["noop, (say yes)", "(say maybe), noop", "(say yes)", "(say yes), noop, noop", ""] {
                assert!(!position.advance(&names(wrong)).unwrap(), "{wrong}");
                assert_eq!(position.ply(), 0);
            }
            for right in ["(say yes), noop", "noop, (say yes)", "(say no), noop"] {
                assert!(position.accepts(&names(right)).unwrap());
                assert!(position.advance(&names(right)).unwrap(), "{right}");
            }
            assert!(position.terminal().unwrap());
            assert_eq!(position.legal(1).unwrap(), Vec::<String>::new());
            assert!(!position.advance(&names("noop, (say yes)")).unwrap());
        }
    }

    #[test]
    fn the_case_of_letters_is_ignored_where_that_is_unambiguous() {
        for mut position in positions(TALK) {
            assert!(!position.advance(&names("(say NO), noop")).unwrap(), "it is ambiguous");
            assert!(position.advance(&names("(SAY YES), NoOp")).unwrap());
            assert!(position.advance(&names("noop, (say No)")).unwrap());
            assert_eq!(position.history(), [names("(say yes), noop"), names("noop, (say No)")]);
        }
    }

    #[test]
    fn the_last_joint_move_can_be_replaced() {
        for mut position in positions(TALK) {
            assert!(
                !position.replace_last(&names("(say yes), noop")).unwrap(),
                "there is no last joint move"
            );
            position.advance(&names("(say yes), noop")).unwrap();
            assert!(!position.replace_last(&names("noop, (say yes)")).unwrap());
            assert_eq!(position.history(), [names("(say yes), noop")]);
            assert!(position.replace_last(&names("(say no), noop")).unwrap());
            assert_eq!((position.history(), position.ply()), ([names("(say no), noop")].as_slice(), 1));
            assert_eq!(position.legal(0).unwrap(), ["noop"]);
        }
    }

    #[test]
    fn it_follows_a_history_from_any_position() {
        let line: Vec<JointMove> = ["(say yes), noop", "noop, (say yes)", "(say no), noop"].map(names).into();
        let other = [line[0].clone(), names("noop, (say no)")];
        for mut position in positions(TALK) {
            for history in [&line[..], &line[..1], &other[..], &[], &line[..]] {
                position.follow(history).unwrap();
                let mut fresh = Position::new(Arc::clone(position.rules()));
                history.iter().for_each(|moves| assert!(fresh.advance(moves).unwrap()));
                assert_eq!((position.state(), position.history()), (fresh.state(), history));
            }
            let fault = position.follow(&[names("noop, noop")]).unwrap_err();
            assert_eq!(
                fault.message,
                "the reasoner and the circuit disagree: noop noop is not legal at ply 0"
            );
        }
    }

    #[test]
    fn a_lost_joint_move_is_found_if_only_one_fits() {
        for mut position in positions(TALK) {
            // Role a knows its own move.
            assert!(position.bridge(0, Some("(say yes)"), &names("noop, (say no)"), later()).unwrap());
            assert_eq!(position.history(), [names("(say yes), noop"), names("noop, (say no)")]);
            position.go_back(0);
            for (mine, moves) in [
                // The move of a is not known; the one of b is not known; no joint move leads there.
                (None, "noop, (say no)"),
                (Some("(say yes)"), "(say no), noop"),
                (Some("(say yes)"), "noop"),
            ] {
                assert!(!position.bridge(0, mine, &names(moves), later()).unwrap(), "{moves}");
                assert_eq!(position.ply(), 0);
            }
            assert!(
                !position.bridge(0, Some("(say yes)"), &names("noop, (say no)"), Instant::now()).unwrap()
            );
        }
    }

    #[test]
    fn an_exceeded_limit_changes_nothing() {
        let text = "(role a) (init (n z)) (legal a go) (legal a (to 1))
            (<= (next (n (s ?n))) (true (n ?n)) (does a go)) (<= (next (n ?n)) (true (n ?n)) (does a (to 1)))
            (<= terminal (true b)) (goal a 1)";
        let limits = Limits { term_depth: 3, ..Limits::default() };
        let mut position = Position::new(Arc::new(Rules::reasoned(&sheet(text), limits).unwrap()));
        assert!(position.bridge(0, Some("go"), &names("go"), later()).is_err(), "the second one is too deep");
        assert_eq!(position.ply(), 0);
        assert!(position.advance(&names("go")).unwrap());
        for _ in 0..2 {
            assert!(position.advance(&names("go")).is_err());
            assert!(position.bridge(0, Some("go"), &names("go"), later()).is_err());
            assert_eq!((position.ply(), position.legal(0).unwrap().len()), (1, 2));
        }
        position.restart();
        assert!(position.resume(&names("go")).is_err());
        assert_eq!(position.ply(), 0);
        assert!(position.resume(&names("(to 1)")).unwrap(), "the restart can still be taken back");
        assert_eq!(position.history(), [names("go"), names("(to 1)")]);
        assert!(position.replace_last(&names("go")).is_err());
        assert_eq!(position.history(), [names("go"), names("(to 1)")]);
    }
}
