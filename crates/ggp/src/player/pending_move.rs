use std::time::{Duration, Instant};

use rand::Rng;
use rand::seq::IndexedRandom;

use super::actor_message::{ChosenMove, ReplySender};
use super::search_thread::SearchHandle;

/// A move that the game master has asked for and that is not sent yet.
#[derive(Debug)]
pub(super) struct PendingMove {
    pub(super) arrived: Instant,
    /// When the search for it is stopped.
    pub(super) deadline: Instant,
    /// How long after the deadline the answer is sent even if the search has not ended.
    grace: Duration,
    legal: Vec<String>,
    /// The legal move that is sent if no search has a better one.
    fallback: String,
    /// The search for it, if there is one.
    search: Option<SearchHandle>,
    /// Whether the search was told to stop.
    stopping: bool,
    pub(super) answers: Vec<ReplySender>,
}

impl PendingMove {
    /// A choice among the legal moves, with a random one as the fallback. None if there are no legal moves.
    pub(super) fn new(
        legal: Vec<String>,
        (arrived, deadline, grace): (Instant, Instant, Duration),
        answer: ReplySender,
        rng: &mut impl Rng,
    ) -> Option<Self> {
        let fallback = legal.choose(rng)?.clone();
        Some(Self {
            arrived,
            deadline,
            grace,
            legal,
            fallback,
            search: None,
            stopping: false,
            answers: vec![answer],
        })
    }

    /// Whether there is only one legal move.
    pub(super) fn only_one(&self) -> bool {
        self.legal.len() == 1
    }

    /// Sets the search that decides the move. The best move of the search before becomes the fallback.
    pub(super) fn set_search(&mut self, search: SearchHandle) {
        self.fallback = self.choose(None);
        (self.search, self.stopping) = (Some(search), false);
    }

    /// Whether the search of this number decides the move.
    pub(super) fn is_searched_by(&self, number: u32) -> bool {
        self.search.as_ref().is_some_and(|search| search.number() == number)
    }

    /// The next time at which [`alarm`](Self::alarm) must be called.
    pub(super) fn alarm_at(&self) -> Instant {
        if self.stopping { self.deadline + self.grace } else { self.deadline }
    }

    /// Stops the search at the deadline. Says whether the answer must be sent now, although the search has not ended.
    pub(super) fn alarm(&mut self) -> bool {
        if let (Some(search), false) = (&self.search, self.stopping) {
            search.stop();
            self.stopping = true;
        }
        Instant::now() >= self.alarm_at()
    }

    /// The first of these that is legal: the result of the search, the best move of the search so far; otherwise the fallback.
    pub(super) fn choose(&self, chosen: Option<&ChosenMove>) -> String {
        let chosen = chosen.map(|chosen| chosen.mov.clone());
        let known = chosen.or_else(|| self.search.as_ref().and_then(SearchHandle::best_so_far));
        known.filter(|name| self.legal.contains(name)).unwrap_or_else(|| self.fallback.clone())
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

    /// Rules with three moves, and the moves.
    fn rules() -> (Arc<Rules>, [TermId; 3]) {
        let text = "(role a) (init s) (legal a x) (legal a y) (legal a z) (<= terminal (true t)) (goal a 0)";
        let sheet = Rulesheet::parse("test", text.as_bytes()).unwrap();
        let rules = Rules::reasoned(&sheet, Limits::default()).unwrap();
        let moves = rules.legal_moves(&rules.initial(), 0).unwrap().try_into().unwrap();
        (Arc::new(rules), moves)
    }

    /// A choice among these moves, with so much time left.
    fn pending(legal: &[&str], left: Duration) -> Option<PendingMove> {
        let now = Instant::now();
        let legal = legal.iter().map(|&mov| mov.to_owned()).collect();
        let (answer, _) = oneshot::channel();
        PendingMove::new(legal, (now, now + left, Duration::from_secs(60)), answer, &mut Seed(1).stream())
    }

    fn chosen(mov: &str) -> ChosenMove {
        let thought = Thought { value: None, visits: 0, playouts: 0, nodes: 0, time: Duration::ZERO };
        ChosenMove { mov: mov.to_owned(), thought, depth: 0 }
    }

    const LONG: Duration = Duration::from_secs(3600);

    #[test]
    fn without_legal_moves_there_is_no_choice() {
        assert!(pending(&[], LONG).is_none());
        assert!(pending(&["x"], LONG).unwrap().only_one());
        assert!(!pending(&["x", "y"], LONG).unwrap().only_one());
    }

    #[test]
    fn the_result_of_the_search_is_played_if_it_is_legal() {
        let pending = pending(&["x", "y"], LONG).unwrap();
        assert_eq!(pending.choose(Some(&chosen("x"))), "x");
        assert_eq!(pending.choose(Some(&chosen("y"))), "y");
        assert!(["x", "y"].contains(&pending.choose(Some(&chosen("z"))).as_str()));
        assert_eq!(pending.choose(None), pending.fallback);
    }

    #[test]
    fn the_best_move_of_a_search_so_far_is_played_if_it_is_legal() {
        let (rules, moves) = rules();
        let mut pending = pending(&["x", "y"], LONG).unwrap();
        for (mov, name) in moves.into_iter().zip(["x", "y"]) {
            pending.set_search(SearchHandle::preferring(1, &rules, Some(mov)).0);
            assert_eq!(pending.choose(None), name);
        }
        pending.set_search(SearchHandle::preferring(1, &rules, Some(moves[2])).0);
        assert!(["x", "y"].contains(&pending.choose(None).as_str()), "z is not legal");
    }

    #[test]
    fn the_best_move_of_one_search_is_kept_when_another_begins() {
        let (rules, moves) = rules();
        for (mov, name) in moves.into_iter().zip(["x", "y"]) {
            let mut pending = pending(&["x", "y"], LONG).unwrap();
            pending.set_search(SearchHandle::preferring(1, &rules, Some(mov)).0);
            pending.set_search(SearchHandle::preferring(1, &rules, None).0);
            assert_eq!(pending.choose(None), name);
        }
    }

    #[test]
    fn only_the_latest_search_counts() {
        let (rules, _) = rules();
        let mut pending = pending(&["x", "y"], LONG).unwrap();
        assert!(!pending.is_searched_by(1));
        pending.set_search(SearchHandle::preferring(1, &rules, None).0);
        assert!(pending.is_searched_by(1));
        pending.set_search(SearchHandle::preferring(2, &rules, None).0);
        assert!(!pending.is_searched_by(1) && pending.is_searched_by(2));
    }

    #[test]
    fn a_search_ends_when_it_is_replaced_or_no_longer_needed() {
        let (rules, _) = rules();
        let ((one, first), (two, second)) =
            (SearchHandle::preferring(1, &rules, None), SearchHandle::preferring(2, &rules, None));
        let mut pending = pending(&["x", "y"], LONG).unwrap();
        pending.set_search(one);
        assert!(!first.pressed());
        pending.set_search(two);
        assert!(first.pressed() && !second.pressed());
        drop(pending);
        assert!(second.pressed());
    }

    #[test]
    fn a_search_is_stopped_at_the_deadline_and_then_has_some_grace() {
        let (rules, _) = rules();
        let (search, stop) = SearchHandle::preferring(1, &rules, None);
        let mut pending = pending(&["x", "y"], Duration::ZERO).unwrap();
        pending.set_search(search);
        assert_eq!(pending.alarm_at(), pending.deadline);
        assert!(!pending.alarm() && stop.pressed());
        assert_eq!(pending.alarm_at(), pending.deadline + Duration::from_secs(60));
        assert!(!pending.alarm());
    }

    #[test]
    fn without_a_search_the_answer_leaves_at_the_deadline() {
        assert!(pending(&["x", "y"], Duration::ZERO).unwrap().alarm());
        assert!(!pending(&["x", "y"], LONG).unwrap().alarm());
    }
}
