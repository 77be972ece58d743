use std::time::Instant;

use logic::LogicError;

use super::position::{JointMove, Position};
use crate::Reply;

/// The last request for a move that was taken note of.
#[derive(Debug)]
pub(super) struct Last {
    /// What it said all roles had done.
    pub(super) moves: Option<JointMove>,
    /// What it was answered, once it was.
    pub(super) reply: Option<Reply>,
}

/// What a game master's account of the last joint move means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Course {
    /// The match goes on by it.
    On,
    /// The same request again.
    Again,
    /// The match goes on, but with another move of ours than the one that was sent.
    Overruled {
        /// What was sent.
        sent: String,
    },
    /// Something else has happened at the ply before than was told then.
    Corrected,
    /// A request in between was lost; there is just one way it can have gone.
    Bridged,
    /// The match is at its beginning again.
    Restarted,
    /// It is not, but goes on where it was: the first request of all came once more, and late.
    Resumed,
    /// It cannot have happened: the position stays as it is.
    Impossible,
}

impl Course {
    /// Takes the position of the one who plays `role` to where the game master says it is. The protocol tells no ply, so what is meant
    /// must be found out from the moves, and until when if that is not simple.
    ///
    /// # Errors
    /// If the rules take too long.
    pub(super) fn take(
        position: &mut Position,
        role: usize,
        last: Option<&Last>,
        moves: Option<&[String]>,
        until: Instant,
    ) -> Result<Self, LogicError> {
        let again = last.is_some_and(|last| last.moves.as_deref() == moves);
        let Some(moves) = moves else {
            if position.ply() > 0 {
                position.restart();
                return Ok(Self::Restarted);
            }
            return Ok(if again { Self::Again } else { Self::On });
        };
        let sent = match last.and_then(|last| last.reply.as_ref()) {
            Some(Reply::Move(sent)) => Some(sent.as_str()),
            _ => None,
        };
        let by_us = moves.get(role).map(String::as_str);
        let as_sent =
            sent.is_none() || sent.zip(by_us).is_some_and(|(sent, by_us)| sent.eq_ignore_ascii_case(by_us));
        // Where the same moves may be made twice, it is our own that tells whether they were.
        if again && !(as_sent && position.accepts(moves)?) {
            return Ok(Self::Again);
        }
        // It is our own move as well that tells whether a beginning was a new one.
        if !(as_sent && position.accepts(moves)?) && position.resume(moves)? {
            return Ok(Self::Resumed);
        }
        if position.advance(moves)? {
            return Ok(match sent {
                Some(sent) if !as_sent => Self::Overruled { sent: sent.to_owned() },
                _ => Self::On,
            });
        }
        if position.replace_last(moves)? {
            return Ok(Self::Corrected);
        }
        Ok(if position.bridge(role, sent, moves, until)? { Self::Bridged } else { Self::Impossible })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use game::{Builtin, Rules};
    use gdl::Rulesheet;
    use logic::Limits;

    use super::*;

    /// Two roles that choose at the same time, again and again, and may do the same as often as they like.
    const PENNIES: &str =
        "(role a) (role b) (init (n 0)) (then 0 1) (then 1 2) (then 2 3) (then 3 4) (side heads) (side tails)
        (<= (legal ?r ?s) (role ?r) (side ?s)) (<= (next (n ?m)) (true (n ?n)) (then ?n ?m))
        (<= terminal (true (n 4))) (goal a 50) (goal b 50)";

    /// A match from the point of view of one who plays the first role.
    struct Told {
        position: Position,
        last: Option<Last>,
    }

    impl Told {
        fn of(text: &str) -> Self {
            let sheet = Rulesheet::parse("test", text.as_bytes()).unwrap();
            let rules = Rules::reasoned(&sheet, Limits::default()).unwrap();
            Self { position: Position::new(Arc::new(rules)), last: None }
        }

        fn tictactoe() -> Self {
            Self::of(Builtin::named("tictactoe").unwrap().rules)
        }

        fn take(&mut self, moves: Option<&[&str]>) -> Course {
            let moves: Option<JointMove> = moves.map(|moves| moves.iter().map(|&mov| mov.into()).collect());
            let until = Instant::now() + Duration::from_secs(3600);
            let course =
                Course::take(&mut self.position, 0, self.last.as_ref(), moves.as_deref(), until).unwrap();
            if !matches!(course, Course::Again | Course::Impossible) {
                self.last = Some(Last { moves, reply: None });
            }
            course
        }

        /// Takes an account of the last joint move, and answers with a move.
        fn asked(&mut self, moves: Option<&[&str]>, answer: &str) -> Course {
            let course = self.take(moves);
            self.last.as_mut().unwrap().reply = Some(Reply::Move(answer.into()));
            course
        }

        fn moves_so_far(&self) -> Vec<String> {
            self.position.history().iter().map(|moves| moves.join(" ")).collect()
        }
    }

    #[test]
    fn a_match_goes_on_move_by_move() {
        let mut told = Told::tictactoe();
        assert_eq!(told.asked(None, "(mark 2 2)"), Course::On);
        assert_eq!(told.asked(Some(&["(mark 2 2)", "noop"]), "noop"), Course::On);
        assert_eq!(told.asked(Some(&["noop", "(mark 1 1)"]), "(mark 3 3)"), Course::On);
        assert_eq!(told.moves_so_far(), ["(mark 2 2) noop", "noop (mark 1 1)"]);
    }

    #[test]
    fn the_same_request_changes_nothing() {
        let mut told = Told::tictactoe();
        told.asked(None, "(mark 2 2)");
        assert_eq!(told.take(None), Course::Again);
        told.asked(Some(&["(mark 2 2)", "noop"]), "noop");
        assert_eq!(told.take(Some(&["(mark 2 2)", "noop"])), Course::Again);
        assert_eq!(told.position.ply(), 1);
        // Neither does it where nothing was answered.
        told.last.as_mut().unwrap().reply = Some(Reply::Nil);
        assert_eq!(told.take(Some(&["(mark 2 2)", "noop"])), Course::Again);
        told.last.as_mut().unwrap().reply = None;
        assert_eq!(told.take(Some(&["(mark 2 2)", "noop"])), Course::Again);
        assert_eq!(told.position.ply(), 1);
    }

    #[test]
    fn the_same_moves_may_be_made_several_times_in_a_row() {
        let mut told = Told::of(PENNIES);
        told.asked(None, "heads");
        for ply in 1..=3 {
            assert_eq!(told.asked(Some(&["heads", "tails"]), "heads"), Course::On);
            assert_eq!(told.position.ply(), ply);
        }
        // The last move ends the match, and is told once more.
        assert_eq!(told.asked(Some(&["heads", "tails"]), "heads"), Course::On);
        assert_eq!(told.take(Some(&["heads", "tails"])), Course::Again);
        assert_eq!(told.position.ply(), 4);
    }

    #[test]
    fn the_same_moves_that_cannot_be_ours_are_the_same_request() {
        let mut told = Told::of(PENNIES);
        told.asked(None, "heads");
        told.asked(Some(&["heads", "tails"]), "tails");
        assert_eq!(told.take(Some(&["heads", "tails"])), Course::Again);
        assert_eq!(told.take(Some(&["tails", "tails"])), Course::On);
        assert_eq!(told.moves_so_far(), ["heads tails", "tails tails"]);
    }

    #[test]
    fn a_role_alone_may_do_the_same_again() {
        let mut told = Told::of(
            "(role a) (init (n 0)) (then 0 1) (then 1 2) (legal a up) (legal a wait)
            (<= (next (n ?m)) (true (n ?n)) (then ?n ?m) (does a up)) (<= (next (n ?n)) (true (n ?n)) (does a wait))
            (<= terminal (true (n 2))) (goal a 100)",
        );
        told.asked(None, "up");
        assert_eq!(told.asked(Some(&["up"]), "up"), Course::On);
        assert_eq!(told.asked(Some(&["up"]), "up"), Course::On);
        assert!(told.position.terminal().unwrap());
    }

    #[test]
    fn the_game_master_has_the_last_word_about_our_move() {
        let mut told = Told::tictactoe();
        told.asked(None, "(mark 2 2)");
        let sent = "(mark 2 2)".to_owned();
        assert_eq!(told.asked(Some(&["(mark 1 1)", "noop"]), "noop"), Course::Overruled { sent });
        assert_eq!(told.moves_so_far(), ["(mark 1 1) noop"]);
        // Other letters are no other move, and who answered with none has none that could be overruled.
        told.last.as_mut().unwrap().reply = Some(Reply::Move("NOOP".into()));
        assert_eq!(told.take(Some(&["noop", "(mark 1 2)"])), Course::On);
        assert_eq!(told.take(Some(&["(mark 3 3)", "noop"])), Course::On);
    }

    #[test]
    fn what_was_told_can_be_corrected_and_is_known_again_then() {
        let mut told = Told::tictactoe();
        told.asked(None, "(mark 2 2)");
        told.asked(Some(&["(mark 2 2)", "noop"]), "noop");
        assert_eq!(told.asked(Some(&["(mark 1 1)", "noop"]), "noop"), Course::Corrected);
        assert_eq!(told.take(Some(&["(mark 1 1)", "noop"])), Course::Again);
        assert_eq!(told.moves_so_far(), ["(mark 1 1) noop"]);
        assert_eq!(told.take(Some(&["noop", "(mark 2 2)"])), Course::On);
    }

    #[test]
    fn a_request_may_be_lost() {
        let mut told = Told::tictactoe();
        told.asked(None, "(mark 2 2)");
        assert_eq!(told.asked(Some(&["noop", "(mark 1 1)"]), "(mark 3 3)"), Course::Bridged);
        assert_eq!(told.moves_so_far(), ["(mark 2 2) noop", "noop (mark 1 1)"]);
    }

    #[test]
    fn what_cannot_have_happened_changes_nothing() {
        let mut told = Told::tictactoe();
        told.asked(None, "(mark 2 2)");
        told.asked(Some(&["(mark 2 2)", "noop"]), "noop");
        for moves in [["(mark 9 9)", "noop"].as_slice(), &["noop", "(mark 2 2)"], &["noop"], &[]] {
            assert_eq!(told.take(Some(moves)), Course::Impossible, "{moves:?}");
            assert_eq!(told.moves_so_far(), ["(mark 2 2) noop"]);
        }
    }

    #[test]
    fn a_match_may_begin_anew() {
        let mut told = Told::tictactoe();
        told.asked(None, "(mark 2 2)");
        told.asked(Some(&["(mark 2 2)", "noop"]), "noop");
        assert_eq!(told.asked(None, "(mark 1 1)"), Course::Restarted);
        assert_eq!(told.take(None), Course::Again);
        assert_eq!(told.asked(Some(&["(mark 1 1)", "noop"]), "noop"), Course::On);
        assert_eq!(told.moves_so_far(), ["(mark 1 1) noop"]);
        // What was before is forgotten then.
        assert_eq!(told.take(Some(&["noop", "(mark 1 1)"])), Course::Impossible);
    }

    #[test]
    fn a_first_request_that_comes_late_does_no_harm() {
        let mut told = Told::tictactoe();
        told.asked(None, "(mark 2 2)");
        told.asked(Some(&["(mark 2 2)", "noop"]), "noop");
        told.asked(Some(&["noop", "(mark 1 1)"]), "(mark 3 3)");
        assert_eq!(told.asked(None, "(mark 1 2)"), Course::Restarted);
        assert_eq!(told.asked(Some(&["(mark 3 3)", "noop"]), "noop"), Course::Resumed);
        assert_eq!(told.moves_so_far(), ["(mark 2 2) noop", "noop (mark 1 1)", "(mark 3 3) noop"]);
        assert_eq!(told.take(Some(&["noop", "(mark 3 1)"])), Course::On);
        assert_eq!(told.position.legal(0).unwrap().len(), 5);
    }
}
