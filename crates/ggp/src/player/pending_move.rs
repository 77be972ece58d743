use std::time::{Duration, Instant};

use rand::Rng;
use rand::seq::IndexedRandom;

use super::actor_message::Answer;
use super::search_thread::{Decided, Inquiry};

/// A move that is not made yet.
#[derive(Debug)]
pub(super) struct Due {
    pub(super) arrived: Instant,
    /// When a search for it ends.
    pub(super) deadline: Instant,
    /// How much later the answer must be on its way, search or no search.
    grace: Duration,
    legal: Vec<String>,
    /// The legal move that is made if nothing is known of any.
    held: String,
    /// The search for it, if there is one.
    inquiry: Option<Inquiry>,
    /// Whether the search was told to end.
    ending: bool,
    pub(super) answers: Vec<Answer>,
}

impl Due {
    /// One of the legal moves is due; none if there are none.
    pub(super) fn new(
        legal: Vec<String>,
        (arrived, deadline, grace): (Instant, Instant, Duration),
        answer: Answer,
        rng: &mut impl Rng,
    ) -> Option<Self> {
        let held = legal.choose(rng)?.clone();
        Some(Self {
            arrived,
            deadline,
            grace,
            legal,
            held,
            inquiry: None,
            ending: false,
            answers: vec![answer],
        })
    }

    /// Whether there is nothing to choose.
    pub(super) fn only_one(&self) -> bool {
        self.legal.len() == 1
    }

    /// Whose search the move will come from. What an earlier one likes best so far is held ready from now on.
    pub(super) fn is_sought(&mut self, inquiry: Inquiry) {
        self.held = self.choose(None);
        (self.inquiry, self.ending) = (Some(inquiry), false);
    }

    /// Whether that is the number of the question that the move is sought by.
    pub(super) fn is_asked_by(&self, question: u32) -> bool {
        self.inquiry.as_ref().is_some_and(|inquiry| inquiry.number() == question)
    }

    /// When there is something to do though no search has ended.
    pub(super) fn alarm_at(&self) -> Instant {
        if self.ending { self.deadline + self.grace } else { self.deadline }
    }

    /// Does what it is time for: tells the search to end. Says whether it is too late even for that.
    pub(super) fn alarm(&mut self) -> bool {
        if let (Some(inquiry), false) = (&self.inquiry, self.ending) {
            inquiry.end();
            self.ending = true;
        }
        Instant::now() >= self.alarm_at()
    }

    /// What was decided if it is legal, or else the move that the search likes best so far, or else the one that was held ready.
    pub(super) fn choose(&self, decided: Option<&Decided>) -> String {
        let decided = decided.map(|decided| decided.mov.clone());
        let known = decided.or_else(|| self.inquiry.as_ref().and_then(Inquiry::best_so_far));
        known.filter(|name| self.legal.contains(name)).unwrap_or_else(|| self.held.clone())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use arena::{Seed, Thought};
    use game::{Game, Rules};
    use gdl::Rulesheet;
    use logic::{Limits, TermId};
    use tokio::sync::oneshot;

    use super::*;

    /// Moves that a thinker may know.
    fn rules() -> (Arc<Rules>, [TermId; 3]) {
        let text = "(role a) (init s) (legal a x) (legal a y) (legal a z) (<= terminal (true t)) (goal a 0)";
        let sheet = Rulesheet::parse("test", text.as_bytes()).unwrap();
        let rules = Rules::reasoned(&sheet, Limits::default()).unwrap();
        let moves = rules.legal_moves(&rules.initial(), 0).unwrap().try_into().unwrap();
        (Arc::new(rules), moves)
    }

    /// A choice among these moves, due at some time from now.
    fn due(legal: &[&str], left: Duration) -> Option<Due> {
        let now = Instant::now();
        let legal = legal.iter().map(|&mov| mov.to_owned()).collect();
        let (answer, _) = oneshot::channel();
        Due::new(legal, (now, now + left, Duration::from_secs(60)), answer, &mut Seed(1).stream())
    }

    fn decided(mov: &str) -> Decided {
        let thought = Thought { value: None, visits: 0, playouts: 0, nodes: 0, time: Duration::ZERO };
        Decided { mov: mov.to_owned(), thought, depth: 0 }
    }

    const LONG: Duration = Duration::from_secs(3600);

    #[test]
    fn where_no_move_is_legal_none_is_due() {
        assert!(due(&[], LONG).is_none());
        assert!(due(&["x"], LONG).unwrap().only_one());
        assert!(!due(&["x", "y"], LONG).unwrap().only_one());
    }

    #[test]
    fn what_was_decided_is_made_if_it_is_legal() {
        let due = due(&["x", "y"], LONG).unwrap();
        assert_eq!(due.choose(Some(&decided("x"))), "x");
        assert_eq!(due.choose(Some(&decided("y"))), "y");
        assert!(["x", "y"].contains(&due.choose(Some(&decided("z"))).as_str()));
        assert_eq!(due.choose(None), due.held);
    }

    #[test]
    fn what_a_search_likes_best_so_far_is_made_if_it_is_legal() {
        let (rules, moves) = rules();
        let mut due = due(&["x", "y"], LONG).unwrap();
        for (mov, name) in moves.into_iter().zip(["x", "y"]) {
            due.is_sought(Inquiry::liking(1, &rules, Some(mov)).0);
            assert_eq!(due.choose(None), name);
        }
        due.is_sought(Inquiry::liking(1, &rules, Some(moves[2])).0);
        assert!(["x", "y"].contains(&due.choose(None).as_str()), "z is not legal");
    }

    #[test]
    fn what_one_search_likes_best_is_not_forgotten_when_another_begins() {
        let (rules, moves) = rules();
        for (mov, name) in moves.into_iter().zip(["x", "y"]) {
            let mut due = due(&["x", "y"], LONG).unwrap();
            due.is_sought(Inquiry::liking(1, &rules, Some(mov)).0);
            due.is_sought(Inquiry::liking(1, &rules, None).0);
            assert_eq!(due.choose(None), name);
        }
    }

    #[test]
    fn only_the_present_question_counts() {
        let (rules, _) = rules();
        let mut due = due(&["x", "y"], LONG).unwrap();
        assert!(!due.is_asked_by(1));
        due.is_sought(Inquiry::liking(1, &rules, None).0);
        assert!(due.is_asked_by(1));
        due.is_sought(Inquiry::liking(2, &rules, None).0);
        assert!(!due.is_asked_by(1) && due.is_asked_by(2));
    }

    #[test]
    fn a_search_ends_with_what_it_is_for() {
        let (rules, _) = rules();
        let ((one, first), (two, second)) =
            (Inquiry::liking(1, &rules, None), Inquiry::liking(2, &rules, None));
        let mut due = due(&["x", "y"], LONG).unwrap();
        due.is_sought(one);
        assert!(!first.pressed());
        due.is_sought(two);
        assert!(first.pressed() && !second.pressed());
        drop(due);
        assert!(second.pressed());
    }

    #[test]
    fn a_search_is_told_to_end_and_then_given_some_grace() {
        let (rules, _) = rules();
        let (inquiry, stop) = Inquiry::liking(1, &rules, None);
        let mut due = due(&["x", "y"], Duration::ZERO).unwrap();
        due.is_sought(inquiry);
        assert_eq!(due.alarm_at(), due.deadline);
        assert!(!due.alarm() && stop.pressed());
        assert_eq!(due.alarm_at(), due.deadline + Duration::from_secs(60));
        assert!(!due.alarm());
    }

    #[test]
    fn nobody_waits_for_a_search_that_there_is_not() {
        assert!(due(&["x", "y"], Duration::ZERO).unwrap().alarm());
        assert!(!due(&["x", "y"], LONG).unwrap().alarm());
    }
}
