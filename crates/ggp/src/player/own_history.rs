use crate::OwnPly;

/// What a role was told of each ply of a match; nothing of those whose requests were lost.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct OwnHistory(Vec<Option<OwnPly>>);

/// What a report that a role is told means for what it knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// The match goes on with this ply.
    Next,
    /// It is the last ply again.
    Again,
    /// The match goes on from an earlier turn, or the last ply was another one than was told before.
    Back,
    /// The match goes on, but the reports of some plies were lost.
    Gap {
        /// The first turn that was lost.
        first: usize,
        /// The last one.
        last: usize,
    },
    /// The match goes on; the report of one ply was lost, and the only role can have made one move in it.
    Bridged,
    /// More reports would be missing than a match can lose. The history stays as it is.
    TooFar,
    /// The move of the only role is not legal. The history stays as it is.
    Illegal,
    /// So much is told that it is not kept. The history stays as it is.
    TooMuch,
}

/// Plies whose reports may be lost in a row.
const MAX_LOST: usize = 1000;

/// Bytes that are kept of what is told of a match.
const MOST_TOLD: usize = 16 << 20;

impl OwnHistory {
    /// What was told of each ply.
    pub(super) fn plies(&self) -> &[Option<OwnPly>] {
        &self.0
    }

    /// The move that was made after a report of an earlier turn, if that is what this report repeats.
    pub(super) fn made_after(&self, report: Option<&OwnPly>) -> Option<&str> {
        let turn = report.map_or(0, turn);
        let known = turn == 0 || self.0.get(turn - 1).is_some_and(|ply| ply.as_ref() == report);
        let next = self.0.get(turn).filter(|_| known)?;
        next.as_ref().map(|next| next.mov.as_str())
    }

    /// Takes note of a report.
    pub(super) fn take(&mut self, report: Option<&OwnPly>) -> Step {
        let (known, turn) = (self.0.len(), report.map_or(0, turn));
        if turn == known && (turn == 0 || self.0[turn - 1].as_ref() == report) {
            return Step::Again;
        }
        if turn > known.saturating_add(MAX_LOST) {
            return Step::TooFar;
        }
        let kept = self.0.iter().take(turn.saturating_sub(1)).flatten();
        let places = turn * size_of::<Option<OwnPly>>();
        if kept.chain(report).map(OwnPly::bytes).fold(places, usize::saturating_add) > MOST_TOLD {
            return Step::TooMuch;
        }
        self.0.truncate(turn.saturating_sub(1));
        self.0.resize(turn.saturating_sub(1), None);
        self.0.extend(report.cloned().map(Some));
        match turn {
            turn if turn <= known => Step::Back,
            turn if turn == known + 1 => Step::Next,
            turn => Step::Gap { first: known + 1, last: turn - 1 },
        }
    }
}

/// The turn of a ply that was told.
fn turn(ply: &OwnPly) -> usize {
    ply.turn.get() as usize
}

#[cfg(test)]
mod tests {
    use std::num::NonZero;

    use super::*;

    fn ply(turn: u32, mov: &str, percepts: &[&str]) -> OwnPly {
        let percepts = percepts.iter().map(|&percept| percept.to_owned()).collect();
        OwnPly { turn: NonZero::new(turn).unwrap(), mov: mov.to_owned(), percepts }
    }

    #[test]
    fn turns_are_taken_one_by_one() {
        let mut history = OwnHistory::default();
        assert_eq!(history.take(None), Step::Again);
        assert_eq!(history.take(Some(&ply(1, "(mark 1 1)", &["free"]))), Step::Next);
        assert_eq!(history.take(Some(&ply(1, "(mark 1 1)", &["free"]))), Step::Again);
        assert_eq!(history.take(Some(&ply(2, "noop", &["taken"]))), Step::Next);
        assert_eq!(history.plies().len(), 2);
    }

    #[test]
    fn what_was_made_after_an_earlier_report_is_known() {
        let mut history = OwnHistory::default();
        let (first, second) = (ply(1, "(mark 1 1)", &["free"]), ply(2, "noop", &["free"]));
        assert_eq!(history.made_after(None), None);
        history.take(Some(&first));
        history.take(Some(&second));
        assert_eq!(
            (history.made_after(None), history.made_after(Some(&first))),
            (Some("(mark 1 1)"), Some("noop"))
        );
        assert_eq!(history.made_after(Some(&second)), None, "it is the last one");
        assert_eq!(
            history.made_after(Some(&ply(1, "(mark 1 1)", &["taken"]))),
            None,
            "that is another report"
        );
    }

    #[test]
    fn a_turn_that_is_told_anew_takes_back_what_followed() {
        let mut history = OwnHistory::default();
        history.take(Some(&ply(1, "(mark 1 1)", &["free"])));
        history.take(Some(&ply(2, "noop", &["free"])));
        let other = ply(1, "(mark 2 2)", &["free"]);
        assert_eq!(history.take(Some(&other)), Step::Back);
        assert_eq!(history.plies(), [Some(other.clone())]);
        assert_eq!(history.take(Some(&ply(1, "(mark 3 3)", &["free"]))), Step::Back);
        assert_eq!(history.plies().len(), 1);
    }

    #[test]
    fn lost_turns_are_left_open_until_they_are_told() {
        let mut history = OwnHistory::default();
        assert_eq!(history.take(Some(&ply(4, "noop", &["free"]))), Step::Gap { first: 1, last: 3 });
        assert_eq!(history.plies()[..3], [None, None, None]);
        assert_eq!(history.made_after(None), None);
        assert_eq!(history.take(Some(&ply(1, "(mark 1 1)", &["free"]))), Step::Back);
        let far = ply(2000, "noop", &[]);
        assert_eq!(history.take(Some(&far)), Step::TooFar);
        assert_eq!(history.plies().len(), 1);
    }

    #[test]
    fn no_more_is_kept_than_a_match_can_tell() {
        let mut history = OwnHistory::default();
        let long = "x".repeat(MOST_TOLD / 2);
        assert_eq!(history.take(Some(&ply(1, "(mark 1 1)", &[&long]))), Step::Next);
        assert_eq!(history.take(Some(&ply(2, "noop", &[&long]))), Step::TooMuch);
        assert_eq!(history.plies().len(), 1);
        assert_eq!(history.take(Some(&ply(2, "noop", &["free"]))), Step::Next);
    }
}
