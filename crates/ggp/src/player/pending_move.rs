use std::sync::Arc;
use std::time::{Duration, Instant};

use rand::Rng;
use rand::seq::IndexedRandom;

use super::actor_message::ChosenMove;
use super::move_reply::MoveSender;
use super::search_thread::{BestSoFar, SearchHandle};
use crate::Reply;

/// The best legal move known, which may change while a search runs. Any thread can read it.
#[derive(Clone, Debug)]
pub(super) struct KnownMove {
    legal: Arc<[String]>,
    /// The legal move that counts while no search has a better one.
    fallback: String,
    /// The search for a better one, if there is one.
    search: Option<BestSoFar>,
}

impl KnownMove {
    /// One of the legal moves, without a search for a better one.
    pub(super) fn certain(legal: Arc<[String]>, fallback: String) -> Self {
        Self { legal, fallback, search: None }
    }

    /// The best move known so far.
    pub(super) fn best(&self) -> String {
        self.or_best(None)
    }

    /// The first of these that is legal: a move that was found, the best move of the search so far; otherwise
    /// the fallback.
    fn or_best(&self, found: Option<&str>) -> String {
        let found = found.map(str::to_owned);
        let so_far = || self.search.as_ref().and_then(BestSoFar::name);
        let legal = |name: &String| self.legal.contains(name);
        found.filter(legal).or_else(|| so_far().filter(legal)).unwrap_or_else(|| self.fallback.clone())
    }
}

/// A move that the game master has asked for and that is not sent yet.
#[derive(Debug)]
pub(super) struct PendingMove {
    pub(super) arrived: Instant,
    /// When the search for it is stopped.
    pub(super) deadline: Instant,
    /// How long after the deadline the answer is sent even if the search has not ended.
    grace: Duration,
    known: KnownMove,
    /// The search for it, if there is one.
    search: Option<SearchHandle>,
    /// Whether the search was told to stop.
    stopping: bool,
    /// The replies to the request and its repetitions. They hold what is known.
    answers: Vec<MoveSender>,
}

impl PendingMove {
    /// A choice among the legal moves, with a random one as the fallback. None if there are no legal moves.
    pub(super) fn new(
        legal: Vec<String>,
        (arrived, deadline, grace): (Instant, Instant, Duration),
        answer: MoveSender,
        rng: &mut impl Rng,
    ) -> Option<Self> {
        let fallback = legal.choose(rng)?.clone();
        let known = KnownMove::certain(legal.into(), fallback);
        let mut pending =
            Self { arrived, deadline, grace, known, search: None, stopping: false, answers: Vec::new() };
        pending.repeat(answer);
        Some(pending)
    }

    /// Whether there is only one legal move.
    pub(super) fn only_one(&self) -> bool {
        self.known.legal.len() == 1
    }

    /// The names of the legal moves.
    pub(super) fn legal(&self) -> Arc<[String]> {
        Arc::clone(&self.known.legal)
    }

    /// Whether there is or was a search for it.
    pub(super) fn is_searched(&self) -> bool {
        self.search.is_some()
    }

    /// How many replies to the request and its repetitions there are to send.
    pub(super) fn answers(&self) -> usize {
        self.answers.len()
    }

    /// Adds the reply to a repetition of the request.
    pub(super) fn repeat(&mut self, answer: MoveSender) {
        answer.hold(self.known.clone());
        self.answers.push(answer);
    }

    /// Sets the search that decides the move. The best move of the search before becomes the fallback.
    pub(super) fn set_search(&mut self, search: SearchHandle) {
        self.known.fallback = self.known.best();
        self.known.search = Some(search.best_so_far());
        (self.search, self.stopping) = (Some(search), false);
        self.answers.iter().for_each(|answer| answer.hold(self.known.clone()));
    }

    /// Whether the search of this number decides the move.
    pub(super) fn is_searched_by(&self, number: u32) -> bool {
        self.search.as_ref().is_some_and(|search| search.number() == number)
    }

    /// The next time at which [`alarm`](Self::alarm) must be called.
    pub(super) fn alarm_at(&self) -> Instant {
        if self.stopping { self.deadline + self.grace } else { self.deadline }
    }

    /// Stops the search at the deadline. Says whether the answer must be sent now, although the search has
    /// not ended.
    pub(super) fn alarm(&mut self) -> bool {
        if let (Some(search), false) = (&self.search, self.stopping) {
            search.stop();
            self.stopping = true;
        }
        Instant::now() >= self.alarm_at()
    }

    /// Sends the result of the search if it is legal, otherwise the best move known. Gives what was sent: if
    /// a request was late, that is what it has taken itself.
    pub(super) fn send(self, chosen: Option<&ChosenMove>) -> Reply {
        let mut reply = Reply::Move(self.known.or_best(chosen.map(|chosen| chosen.mov.as_str())));
        let mut sent = Reply::Nil;
        for answer in self.answers {
            if let taken @ Reply::Move(_) = answer.send(reply.clone()) {
                (reply, sent) = (taken.clone(), taken);
            }
        }
        sent
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

    use super::super::move_reply::{MoveReceiver, move_reply};
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
        asked(legal, left).map(|(pending, _)| pending)
    }

    /// The same with the request for it.
    fn asked(legal: &[&str], left: Duration) -> Option<(PendingMove, MoveReceiver)> {
        let now = Instant::now();
        let legal = legal.iter().map(|&mov| mov.to_owned()).collect();
        let (answer, request) = move_reply();
        let clock = (now, now + left, Duration::from_secs(60));
        PendingMove::new(legal, clock, answer, &mut Seed(1).stream()).map(|pending| (pending, request))
    }

    /// What a request that is late takes.
    async fn taken(request: MoveReceiver) -> Reply {
        let now = Instant::now().into();
        request.reply(now, now).await.unwrap()
    }

    fn chosen(mov: &str) -> ChosenMove {
        let thought = Thought { value: None, visits: 0, playouts: 0, nodes: 0, time: Duration::ZERO };
        ChosenMove { mov: mov.to_owned(), thought, depth: 0, remark: None }
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
        let sent =
            |chosen: Option<ChosenMove>| match pending(&["x", "y"], LONG).unwrap().send(chosen.as_ref()) {
                Reply::Move(mov) => mov,
                other => panic!("no move: {other}"),
            };
        assert_eq!(sent(Some(chosen("x"))), "x");
        assert_eq!(sent(Some(chosen("y"))), "y");
        let fallback = pending(&["x", "y"], LONG).unwrap().known.fallback;
        assert_eq!((sent(Some(chosen("z"))), sent(None)), (fallback.clone(), fallback));
    }

    #[test]
    fn the_best_move_of_a_search_so_far_is_played_if_it_is_legal() {
        let (rules, moves) = rules();
        let mut pending = pending(&["x", "y"], LONG).unwrap();
        for (mov, name) in moves.into_iter().zip(["x", "y"]) {
            pending.set_search(SearchHandle::preferring(1, &rules, Some(mov)).0);
            assert_eq!(pending.known.best(), name);
        }
        pending.set_search(SearchHandle::preferring(1, &rules, Some(moves[2])).0);
        assert!(["x", "y"].contains(&pending.known.best().as_str()), "z is not legal");
    }

    #[test]
    fn the_best_move_of_one_search_is_kept_when_another_begins() {
        let (rules, moves) = rules();
        for (mov, name) in moves.into_iter().zip(["x", "y"]) {
            let mut pending = pending(&["x", "y"], LONG).unwrap();
            pending.set_search(SearchHandle::preferring(1, &rules, Some(mov)).0);
            pending.set_search(SearchHandle::preferring(1, &rules, None).0);
            assert_eq!(pending.known.best(), name);
        }
    }

    #[tokio::test]
    async fn a_late_request_takes_the_best_move_of_the_search_so_far() {
        let (rules, moves) = rules();
        for (mov, name) in moves.into_iter().zip(["x", "y"]) {
            let (mut pending, request) = asked(&["x", "y"], LONG).unwrap();
            pending.set_search(SearchHandle::preferring(1, &rules, Some(mov)).0);
            let (answer, repeated) = move_reply();
            pending.repeat(answer);
            let sent = Reply::Move(name.into());
            assert_eq!(taken(request).await, sent);
            // What was taken is what a repetition gets as well, whatever the search finds then.
            assert_eq!(pending.send(Some(&chosen("z"))), sent);
            assert_eq!(taken(repeated).await, sent);
        }
    }

    #[tokio::test]
    async fn a_repetition_of_a_request_for_which_no_move_was_known_in_time_gets_a_move() {
        let (mut pending, request) = asked(&["x"], LONG).unwrap();
        let now = Instant::now().into();
        let ((first, late), (second, repeated)) = (move_reply(), move_reply());
        assert!(late.reply(now, now).await.is_err());
        pending.answers.insert(0, first);
        pending.repeat(second);
        assert_eq!(pending.send(None), Reply::Move("x".into()));
        assert_eq!(
            [taken(request).await, taken(repeated).await],
            ["x", "x"].map(|mov| Reply::Move(mov.into()))
        );
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
