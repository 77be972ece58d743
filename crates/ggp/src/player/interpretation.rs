use std::time::Instant;

use logic::LogicError;

use super::position::Position;
use crate::{Reply, Report};

/// The last request for a move.
#[derive(Debug)]
pub(super) struct LastRequest {
    /// What it reported.
    pub(super) report: Report,
    /// The reply, once it was sent.
    pub(super) reply: Option<Reply>,
}

impl LastRequest {
    /// The move that was sent.
    pub(super) fn sent(&self) -> Option<&str> {
        match &self.reply {
            Some(Reply::Move(sent)) => Some(sent),
            _ => None,
        }
    }
}

/// What the joint move that a request reports means for the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Interpretation {
    /// The match goes on with this joint move.
    Next,
    /// The request is a repetition of the last one.
    Repeated,
    /// The match goes on, but with another move of ours than the one that was sent.
    Overruled {
        /// The move that was sent.
        sent: String,
    },
    /// The joint move replaces the one that the last request reported.
    Corrected,
    /// One request was lost, and only one joint move can have been in it.
    Bridged,
    /// The match starts again from its initial state.
    Restarted,
    /// The match continues where it was before the restart: that was a delayed repetition of the
    /// first request.
    Resumed,
    /// The joint move is not legal; the position stays as it is.
    Impossible,
}

/// Brings the position to where the game master says that the match is, from the point of view of `role`.
/// The protocol does not send the ply, so it is inferred from the moves. The search for a lost joint move
/// ends at `until`.
///
/// # Errors
/// If the rules exceed a limit.
pub(super) fn interpret(
    position: &mut Position,
    role: usize,
    last: Option<&LastRequest>,
    moves: Option<&[String]>,
    until: Instant,
) -> Result<Interpretation, LogicError> {
    let same =
        last.is_some_and(|last| matches!(&last.report, Report::Joint(last) if last.as_deref() == moves));
    let Some(moves) = moves else {
        if position.ply() > 0 {
            position.restart();
            return Ok(Interpretation::Restarted);
        }
        return Ok(if same { Interpretation::Repeated } else { Interpretation::Next });
    };
    let sent = last.and_then(LastRequest::sent);
    let ours = moves.get(role).map(String::as_str);
    let as_sent =
        sent.is_none() || sent.zip(ours).is_some_and(|(sent, ours)| sent.eq_ignore_ascii_case(ours));
    // Where the same joint move may be legal twice, our own move tells whether it was made twice.
    if same && !(as_sent && position.accepts(moves)?) {
        return Ok(Interpretation::Repeated);
    }
    // Our own move also tells whether a restart was a real one.
    if !(as_sent && position.accepts(moves)?) && position.resume(moves)? {
        return Ok(Interpretation::Resumed);
    }
    if position.advance(moves)? {
        return Ok(match sent {
            Some(sent) if !as_sent => Interpretation::Overruled { sent: sent.to_owned() },
            _ => Interpretation::Next,
        });
    }
    if position.replace_last(moves)? {
        return Ok(Interpretation::Corrected);
    }
    let bridged = position.bridge(role, sent, moves, until)?;
    Ok(if bridged { Interpretation::Bridged } else { Interpretation::Impossible })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use game::{Builtin, Rules};
    use gdl::Rulesheet;
    use logic::Limits;

    use super::super::position::JointMove;
    use super::*;

    /// Two roles that choose at the same time, four times, from the same moves.
    const PENNIES: &str =
        "(role a) (role b) (init (n 0)) (then 0 1) (then 1 2) (then 2 3) (then 3 4) (side heads) (side tails)
        (<= (legal ?r ?s) (role ?r) (side ?s)) (<= (next (n ?m)) (true (n ?n)) (then ?n ?m))
        (<= terminal (true (n 4))) (goal a 50) (goal b 50)";

    /// A match from the point of view of the first role.
    struct Dialogue {
        position: Position,
        last: Option<LastRequest>,
    }

    impl Dialogue {
        fn of(text: &str) -> Self {
            let sheet = Rulesheet::parse("test", text.as_bytes()).unwrap();
            let rules = Rules::reasoned(&sheet, Limits::default()).unwrap();
            Self { position: Position::new(Arc::new(rules)), last: None }
        }

        fn tictactoe() -> Self {
            Self::of(Builtin::named("tictactoe").unwrap().rules)
        }

        fn take(&mut self, moves: Option<&[&str]>) -> Interpretation {
            let moves: Option<JointMove> = moves.map(|moves| moves.iter().map(|&mov| mov.into()).collect());
            let until = Instant::now() + Duration::from_secs(3600);
            let interpretation =
                interpret(&mut self.position, 0, self.last.as_ref(), moves.as_deref(), until).unwrap();
            if !matches!(interpretation, Interpretation::Repeated | Interpretation::Impossible) {
                self.last = Some(LastRequest { report: Report::Joint(moves), reply: None });
            }
            interpretation
        }

        /// Interprets a request and answers it with a move.
        fn asked(&mut self, moves: Option<&[&str]>, answer: &str) -> Interpretation {
            let interpretation = self.take(moves);
            self.last.as_mut().unwrap().reply = Some(Reply::Move(answer.into()));
            interpretation
        }

        fn moves_so_far(&self) -> Vec<String> {
            self.position.history().iter().map(|moves| moves.join(" ")).collect()
        }
    }

    #[test]
    fn a_match_goes_on_move_by_move() {
        let mut dialogue = Dialogue::tictactoe();
        assert_eq!(dialogue.asked(None, "(mark 2 2)"), Interpretation::Next);
        assert_eq!(dialogue.asked(Some(&["(mark 2 2)", "noop"]), "noop"), Interpretation::Next);
        assert_eq!(dialogue.asked(Some(&["noop", "(mark 1 1)"]), "(mark 3 3)"), Interpretation::Next);
        assert_eq!(dialogue.moves_so_far(), ["(mark 2 2) noop", "noop (mark 1 1)"]);
    }

    #[test]
    fn the_same_request_changes_nothing() {
        let mut dialogue = Dialogue::tictactoe();
        dialogue.asked(None, "(mark 2 2)");
        assert_eq!(dialogue.take(None), Interpretation::Repeated);
        dialogue.asked(Some(&["(mark 2 2)", "noop"]), "noop");
        assert_eq!(dialogue.take(Some(&["(mark 2 2)", "noop"])), Interpretation::Repeated);
        assert_eq!(dialogue.position.ply(), 1);
        // Nor does it if the last one got no move.
        dialogue.last.as_mut().unwrap().reply = Some(Reply::Nil);
        assert_eq!(dialogue.take(Some(&["(mark 2 2)", "noop"])), Interpretation::Repeated);
        dialogue.last.as_mut().unwrap().reply = None;
        assert_eq!(dialogue.take(Some(&["(mark 2 2)", "noop"])), Interpretation::Repeated);
        assert_eq!(dialogue.position.ply(), 1);
    }

    #[test]
    fn the_same_moves_may_be_made_several_times_in_a_row() {
        let mut dialogue = Dialogue::of(PENNIES);
        dialogue.asked(None, "heads");
        for ply in 1..=3 {
            assert_eq!(dialogue.asked(Some(&["heads", "tails"]), "heads"), Interpretation::Next);
            assert_eq!(dialogue.position.ply(), ply);
        }
        // The last joint move ends the match; then it is reported again.
        assert_eq!(dialogue.asked(Some(&["heads", "tails"]), "heads"), Interpretation::Next);
        assert_eq!(dialogue.take(Some(&["heads", "tails"])), Interpretation::Repeated);
        assert_eq!(dialogue.position.ply(), 4);
    }

    #[test]
    fn the_same_moves_that_cannot_be_ours_are_the_same_request() {
        let mut dialogue = Dialogue::of(PENNIES);
        dialogue.asked(None, "heads");
        dialogue.asked(Some(&["heads", "tails"]), "tails");
        assert_eq!(dialogue.take(Some(&["heads", "tails"])), Interpretation::Repeated);
        assert_eq!(dialogue.take(Some(&["tails", "tails"])), Interpretation::Next);
        assert_eq!(dialogue.moves_so_far(), ["heads tails", "tails tails"]);
    }

    #[test]
    fn a_role_alone_may_do_the_same_again() {
        let mut dialogue = Dialogue::of(
            "(role a) (init (n 0)) (then 0 1) (then 1 2) (legal a up) (legal a wait)
            (<= (next (n ?m)) (true (n ?n)) (then ?n ?m) (does a up)) (<= (next (n ?n)) (true (n ?n)) (does a wait))
            (<= terminal (true (n 2))) (goal a 100)",
        );
        dialogue.asked(None, "up");
        assert_eq!(dialogue.asked(Some(&["up"]), "up"), Interpretation::Next);
        assert_eq!(dialogue.asked(Some(&["up"]), "up"), Interpretation::Next);
        assert!(dialogue.position.terminal().unwrap());
    }

    #[test]
    fn the_game_master_may_overrule_our_move() {
        let mut dialogue = Dialogue::tictactoe();
        dialogue.asked(None, "(mark 2 2)");
        let sent = "(mark 2 2)".to_owned();
        assert_eq!(dialogue.asked(Some(&["(mark 1 1)", "noop"]), "noop"), Interpretation::Overruled { sent });
        assert_eq!(dialogue.moves_so_far(), ["(mark 1 1) noop"]);
        // The case of letters makes no difference, and without a move there is nothing to overrule.
        dialogue.last.as_mut().unwrap().reply = Some(Reply::Move("NOOP".into()));
        assert_eq!(dialogue.take(Some(&["noop", "(mark 1 2)"])), Interpretation::Next);
        assert_eq!(dialogue.take(Some(&["(mark 3 3)", "noop"])), Interpretation::Next);
    }

    #[test]
    fn a_joint_move_can_be_corrected_and_its_repetition_is_recognised() {
        let mut dialogue = Dialogue::tictactoe();
        dialogue.asked(None, "(mark 2 2)");
        dialogue.asked(Some(&["(mark 2 2)", "noop"]), "noop");
        assert_eq!(dialogue.asked(Some(&["(mark 1 1)", "noop"]), "noop"), Interpretation::Corrected);
        assert_eq!(dialogue.take(Some(&["(mark 1 1)", "noop"])), Interpretation::Repeated);
        assert_eq!(dialogue.moves_so_far(), ["(mark 1 1) noop"]);
        assert_eq!(dialogue.take(Some(&["noop", "(mark 2 2)"])), Interpretation::Next);
    }

    #[test]
    fn a_request_may_be_lost() {
        let mut dialogue = Dialogue::tictactoe();
        dialogue.asked(None, "(mark 2 2)");
        assert_eq!(dialogue.asked(Some(&["noop", "(mark 1 1)"]), "(mark 3 3)"), Interpretation::Bridged);
        assert_eq!(dialogue.moves_so_far(), ["(mark 2 2) noop", "noop (mark 1 1)"]);
    }

    #[test]
    fn an_illegal_joint_move_changes_nothing() {
        let mut dialogue = Dialogue::tictactoe();
        dialogue.asked(None, "(mark 2 2)");
        dialogue.asked(Some(&["(mark 2 2)", "noop"]), "noop");
        for moves in [["(mark 9 9)", "noop"].as_slice(), &["noop", "(mark 2 2)"], &["noop"], &[]] {
            assert_eq!(dialogue.take(Some(moves)), Interpretation::Impossible, "{moves:?}");
            assert_eq!(dialogue.moves_so_far(), ["(mark 2 2) noop"]);
        }
    }

    #[test]
    fn a_match_may_be_restarted() {
        let mut dialogue = Dialogue::tictactoe();
        dialogue.asked(None, "(mark 2 2)");
        dialogue.asked(Some(&["(mark 2 2)", "noop"]), "noop");
        assert_eq!(dialogue.asked(None, "(mark 1 1)"), Interpretation::Restarted);
        assert_eq!(dialogue.take(None), Interpretation::Repeated);
        assert_eq!(dialogue.asked(Some(&["(mark 1 1)", "noop"]), "noop"), Interpretation::Next);
        assert_eq!(dialogue.moves_so_far(), ["(mark 1 1) noop"]);
        // The moves before the restart are forgotten.
        assert_eq!(dialogue.take(Some(&["noop", "(mark 1 1)"])), Interpretation::Impossible);
    }

    #[test]
    fn a_delayed_repetition_of_the_first_request_does_no_harm() {
        let mut dialogue = Dialogue::tictactoe();
        dialogue.asked(None, "(mark 2 2)");
        dialogue.asked(Some(&["(mark 2 2)", "noop"]), "noop");
        dialogue.asked(Some(&["noop", "(mark 1 1)"]), "(mark 3 3)");
        assert_eq!(dialogue.asked(None, "(mark 1 2)"), Interpretation::Restarted);
        assert_eq!(dialogue.asked(Some(&["(mark 3 3)", "noop"]), "noop"), Interpretation::Resumed);
        assert_eq!(dialogue.moves_so_far(), ["(mark 2 2) noop", "noop (mark 1 1)", "(mark 3 3) noop"]);
        assert_eq!(dialogue.take(Some(&["noop", "(mark 3 1)"])), Interpretation::Next);
        assert_eq!(dialogue.position.legal(0).unwrap().len(), 5);
    }
}
