//! What is searched for moves, and how a move is sent.

use std::sync::Arc;
use std::time::{Duration, Instant};

use game::{Fault, Rules};

use super::super::actor_message::ChosenMove;
use super::super::move_reply::MoveSender;
use super::super::own_view::{Doubt, OwnMoves};
use super::super::pending_move::PendingMove;
use super::super::search_thread::SearchThread;
use super::super::standing::Standing;
use super::MatchActor;
use crate::Reply;

/// A search is not moved to a new thread in so short a time before its deadline.
const TOO_LATE: Duration = Duration::from_secs(1);

/// The player waits for a search beyond its deadline for one part in `GRACE` of the reserved time.
const GRACE: u32 = 4;

/// The longest time in which the legal moves of a role are looked for that knows only what it is told; at
/// most a third of the play clock.
const LOOKING: Duration = Duration::from_secs(5);

/// The shortest time for it, also where the clock is nearly over: game masters wait a second longer.
const LEAST: Duration = Duration::from_millis(200);

/// The number of search threads that a match may use up; after that the moves are random.
const MAX_SEARCH_THREADS: u32 = 8;

impl MatchActor {
    /// Changes over to compiled rules, if the compilation succeeded. Else the match goes on with the rules
    /// that it has.
    pub(super) fn take_compiled(&mut self, rules: Result<Arc<Rules>, Fault>) {
        let id = &self.game.id;
        let rules = match rules {
            Ok(rules) => rules,
            Err(fault) => {
                tracing::error!("{id}: {fault}; playing with {}", self.engine());
                self.be_ready();
                return;
            }
        };
        if let Err(why) = rules.compiled() {
            tracing::warn!("{id}: {why}; playing with {}", self.engine());
            if self.search_thread.is_none() {
                self.start_search_thread(self.compiled_rules().or(Some(rules)));
            }
            return;
        }
        let mut standing = Standing::new(Arc::clone(&rules));
        if let Err(fault) = standing.follow(&self.standing.history(), self.game.role) {
            tracing::error!("{id}: {fault}; playing with {}", self.engine());
            return;
        }
        self.standing = standing;
        match &self.pending {
            Some(pending) if pending.deadline < Instant::now() + TOO_LATE => self.compiled = Some(rules),
            _ => self.start_search_thread(Some(rules)),
        }
    }

    /// The rules of the match, if they have a circuit, which threads can share.
    pub(super) fn compiled_rules(&self) -> Option<Arc<Rules>> {
        let rules = self.standing.rules();
        rules.compiled().is_ok().then(|| Arc::clone(rules))
    }

    /// What the match is played with.
    fn engine(&self) -> &'static str {
        match self.standing.rules().compiled() {
            Ok(_) => "the circuit that is not optimised",
            Err(_) => "the reasoner",
        }
    }

    /// Starts a new search thread, on these rules or with a reasoner of its own, and moves a pending search
    /// to it.
    pub(super) fn start_search_thread(&mut self, rules: Option<Arc<Rules>>) {
        if self.search_threads == MAX_SEARCH_THREADS {
            return;
        }
        self.search_threads += 1;
        let now = Instant::now();
        let soon = now + (self.game.play_clock / 4).min(Duration::from_secs(1));
        let analysis_end = self.preparing.as_ref().map_or(soon, |preparing| preparing.deadline.max(soon));
        self.has_strategy = false;
        self.search_thread = SearchThread::start(
            self.search_threads,
            Arc::clone(&self.game),
            rules,
            analysis_end,
            self.sender.clone(),
        )
        .inspect_err(|error| {
            tracing::error!("{}: cannot start a search thread: {error}", self.game.id);
        })
        .ok();
        self.search();
    }

    /// Searches for the pending move, if there is a thread that can.
    fn search(&mut self) {
        if let (Some(search_thread), Some(pending)) = (&mut self.search_thread, &mut self.pending) {
            let (history, legal) = (self.standing.history(), pending.legal());
            pending.set_search(search_thread.search(self.game.role, history, legal, pending.deadline));
        }
    }

    /// Starts the search for a move in the current state.
    pub(super) fn find_move(&mut self, arrived: Instant, answer: MoveSender) {
        let (legal, doubt) = match &mut self.standing {
            Standing::Open(position) => {
                let legal = position.legal(self.game.role).unwrap_or_else(|error| {
                    tracing::error!("{}: {error}", self.game.id);
                    Vec::new()
                });
                (legal, None)
            }
            Standing::Own(view) => {
                let looking = (self.game.play_clock / 3).min(LOOKING);
                let sure = (arrived + looking).max(Instant::now() + LEAST);
                let end = sure + (looking / 2).max(LEAST);
                let OwnMoves { legal, doubt } = view.moves((sure, end), &mut self.rng);
                (legal, doubt)
            }
        };
        if let Some(doubt) = &doubt {
            tracing::warn!("{}: ply {}: {doubt}", self.game.id, self.standing.ply());
        }
        if legal.is_empty() {
            tracing::warn!(
                "{}: no legal move of the role is known at ply {}",
                self.game.id,
                self.standing.ply()
            );
            answer.send(Reply::Nil);
            return;
        }
        let deadline = self.game.deadline(arrived, self.game.play_clock);
        let clock = (arrived, deadline, self.game.settings.reserve(self.game.play_clock) / GRACE);
        self.pending = PendingMove::new(legal, clock, answer, &mut self.rng);
        if self.pending.as_ref().is_some_and(PendingMove::only_one) {
            self.answer_pending(None);
            self.ponder();
        } else if let Some(Doubt::Lost(_)) = doubt {
            // A search would find no state to begin with.
            self.answer_pending(None);
        } else if self.search_thread.is_some() {
            self.search();
        } else {
            self.start_search_thread(self.compiled_rules());
        }
    }

    /// Ponders until the next request, unless that has been due for long.
    pub(super) fn ponder(&mut self) {
        if self.pending.is_none()
            && self.has_strategy
            && !self.resting
            && let Some(search_thread) = &mut self.search_thread
        {
            search_thread.ponder(self.standing.history());
        }
    }

    /// Answers the pending request with the result of the search, or with the best move known.
    pub(super) fn answer_pending(&mut self, chosen: Option<&ChosenMove>) {
        let Some(pending) = self.pending.take() else { return };
        let (arrived, only_one, searched) = (pending.arrived, pending.only_one(), pending.is_searched());
        // Before anything else, as writing the log may have to wait.
        let reply = pending.send(chosen);
        let (id, ply) = (&self.game.id, self.standing.ply());
        let left = self.game.play_clock.as_secs_f64() - arrived.elapsed().as_secs_f64();
        match chosen.filter(|chosen| matches!(&reply, Reply::Move(sent) if *sent == chosen.mov)) {
            Some(&ChosenMove { thought, depth, .. }) => {
                let value = thought.value.map_or_else(|| "-".into(), |value| format!("{value:.1}"));
                let playouts = thought.playouts;
                tracing::info!(
                    "{id}: ply {ply}, {left:.2} s left, {reply}, value {value}, {playouts} playouts, depth {depth}"
                );
                self.thoughts.push((ply, thought));
            }
            None if only_one => {
                tracing::info!("{id}: ply {ply}, {left:.2} s left, {reply}, the only move");
            }
            None if searched => {
                tracing::warn!("{id}: ply {ply}, {left:.2} s left, {reply}, the search had not ended");
            }
            None => tracing::warn!("{id}: ply {ply}, {left:.2} s left, {reply}, at random"),
        }
        if let Some(last) = &mut self.last {
            last.reply = Some(reply);
        }
        if let Some(rules) = self.compiled.take() {
            self.start_search_thread(Some(rules));
        }
    }

    /// Logs the first remark of a search on goals that the rules leave unclear; the next ones say the same of
    /// other states.
    pub(super) fn log_remark(&mut self, remark: Option<&str>) {
        if let (Some(remark), false) = (remark, self.has_remarked) {
            tracing::warn!("{}: {remark}", self.game.id);
            self.has_remarked = true;
        }
    }
}
