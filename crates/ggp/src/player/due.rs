use std::time::{Duration, Instant};

use rand::Rng;
use rand::seq::IndexedRandom;

use super::letter::Answer;
use super::thinker::{Decided, Inquiry};

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

    /// Whose search the move will come from.
    pub(super) fn is_sought(&mut self, inquiry: Inquiry) {
        (self.inquiry, self.ending) = (Some(inquiry), false);
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
