mod requests;
mod searching;

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use arena::{MatchRecord, Outcome, Ply, Thought};
use game::{Game, Rules};
use search::SearchRng;

use super::actor_message::{ActorMessage, ReplySender};
use super::interpretation::LastRequest;
use super::match_info::MatchInfo;
use super::pending_move::PendingMove;
use super::search_thread::SearchThread;
use super::standing::Standing;
use crate::Reply;
use crate::chance::goals;

/// How long the game master may send nothing beyond its clocks before pondering ends.
const REST: Duration = Duration::from_secs(30);

/// How long it may send nothing before the match is dropped. Some game masters give human players
/// unlimited time.
const SILENCE: Duration = Duration::from_secs(3600);

/// How long the end of a match may take whose result must be found out.
const RESULT: Duration = Duration::from_secs(2);

/// The actor of a match: holds its standing and its clocks, and answers the game master's requests.
///
/// It reads one message after the other and never searches, so every answer is sent in time whatever a search
/// does. As soon as a move is wanted, it has a legal one ready; where the game master tells only what a role
/// does and sees, it looks for one in a part of the play clock.
#[derive(Debug)]
pub(super) struct MatchActor {
    game: Arc<MatchInfo>,
    standing: Standing,
    inbox: Receiver<ActorMessage>,
    /// The sender of its own inbox, for search threads.
    sender: Sender<ActorMessage>,
    /// The number of search threads so far.
    search_threads: u32,
    search_thread: Option<SearchThread>,
    /// Whether the search thread has chosen its strategy.
    has_strategy: bool,
    /// Rules for the next search thread, which is started when the current search has ended.
    compiled: Option<Arc<Rules>>,
    preparing: Option<Preparing>,
    pending: Option<PendingMove>,
    last: Option<LastRequest>,
    /// The statistics of the searches, by ply.
    thoughts: Vec<(usize, Thought)>,
    /// Whether it was logged that the rules leave goals unclear.
    has_remarked: bool,
    rng: SearchRng,
    /// When the last request of the game master was read.
    last_request_at: Instant,
    /// Whether pondering has ended because the game master sends nothing.
    resting: bool,
}

/// A start request that is not answered yet.
#[derive(Debug)]
struct Preparing {
    deadline: Instant,
    answers: Vec<ReplySender>,
}

/// Why a match has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The game master stopped it.
    Stopped,
    /// The game master aborted it, or the player was dropped.
    Aborted,
    /// The game master sent nothing any more.
    Silence,
}

impl MatchActor {
    /// The actor of a match in its initial state. `answer` gets `ready` when a strategy is chosen, at the
    /// latest at the deadline.
    pub(super) fn new(
        game: Arc<MatchInfo>,
        rules: Rules,
        arrived: Instant,
        answer: Option<ReplySender>,
        (sender, inbox): (Sender<ActorMessage>, Receiver<ActorMessage>),
    ) -> Self {
        let deadline = game.deadline(arrived, game.start_clock);
        Self {
            standing: Standing::new(Arc::new(rules)),
            inbox,
            sender,
            search_threads: 0,
            search_thread: None,
            has_strategy: false,
            compiled: None,
            preparing: Some(Preparing { deadline, answers: answer.into_iter().collect() }),
            pending: None,
            last: None,
            thoughts: Vec::new(),
            has_remarked: false,
            rng: game.seed.derive(0).stream(),
            last_request_at: arrived,
            resting: false,
            game,
        }
    }

    /// Plays the match until it ends.
    pub(super) fn run(&mut self) -> End {
        loop {
            let wait = self.alarm_at().saturating_duration_since(Instant::now());
            let end = match self.inbox.recv_timeout(wait) {
                Ok(message) => self.handle(message),
                Err(RecvTimeoutError::Timeout) => None,
                // Never, as it has a sender itself.
                Err(RecvTimeoutError::Disconnected) => Some(End::Aborted),
            };
            // Looked at after every message, so that many messages delay no answer.
            if let Some(end) = end.or_else(|| self.alarm()) {
                self.answer_pending(None);
                return end;
            }
        }
    }

    /// The number of joint moves so far.
    pub(super) fn plies(&self) -> usize {
        self.standing.ply()
    }

    /// The record of the match, if all joint moves are known, the state is terminal, and the rules give every
    /// role a goal.
    pub(super) fn record(&self) -> Option<MatchRecord> {
        let Standing::Open(position) = &self.standing else { return None };
        if !position.terminal().ok()? {
            return None;
        }
        let goals = goals(position.rules(), position.state()).ok()??;
        let roles = position.rules().roles();
        let plies = position.history().iter().enumerate().map(|(ply, joint_move)| {
            let mut thoughts = vec![None; roles];
            thoughts[self.game.role] =
                self.thoughts.iter().find(|(at, _)| *at == ply).map(|&(_, thought)| thought);
            Ply { joint_move: joint_move.clone(), thoughts }
        });
        Some(MatchRecord {
            seed: self.game.seed,
            opening: 0,
            plies: plies.collect(),
            protocol_errors: Vec::new(),
            outcome: Outcome::Goals(goals),
            remark: None,
        })
    }

    /// What is doubtful about the goals in the state, if it is terminal.
    pub(super) fn remark(&self) -> Option<String> {
        let Standing::Open(position) = &self.standing else { return None };
        let terminal = position.terminal().ok()?;
        terminal.then(|| position.rules().notation().remark(position.state()))?
    }

    /// What is known of the result of a match in which the role is told its own moves and percepts.
    pub(super) fn own_result(&mut self) -> Option<String> {
        let Standing::Own(view) = &mut self.standing else { return None };
        let until = Instant::now() + RESULT;
        Some(match view.goal(until, &mut self.rng) {
            Some(goal) => format!("{} {goal}", self.game.role_name),
            None => "what the role saw does not tell its goal".to_owned(),
        })
    }

    /// When [`alarm`](Self::alarm) must be called if no message arrives.
    fn alarm_at(&self) -> Instant {
        let pending = self.pending.as_ref().map(PendingMove::alarm_at);
        let preparing = self.preparing.as_ref().map(|preparing| preparing.deadline);
        pending.into_iter().chain(preparing).fold(self.silent_until(), Instant::min)
    }

    /// Until when the game master may send nothing before pondering ends, and after that, before the match
    /// is dropped.
    fn silent_until(&self) -> Instant {
        self.last_request_at
            + self.game.start_clock.max(self.game.play_clock)
            + if self.resting { SILENCE } else { REST }
    }

    /// Does what is due by the clock.
    fn alarm(&mut self) -> Option<End> {
        let now = Instant::now();
        if self.preparing.as_ref().is_some_and(|preparing| now >= preparing.deadline) {
            if self.search_thread.is_none() {
                let rules = self.compiled_rules();
                if rules.is_none() {
                    tracing::info!(
                        "{}: the rules are not compiled yet; playing with the reasoner until they are",
                        self.game.id
                    );
                }
                self.start_search_thread(rules);
            }
            self.be_ready();
        }
        if let Some(pending) = &mut self.pending
            && now >= pending.alarm_at()
            && pending.alarm()
        {
            self.answer_pending(None);
        }
        if now < self.silent_until() {
            return None;
        }
        if self.resting {
            return Some(End::Silence);
        }
        self.resting = true;
        if let Some(search_thread) = &self.search_thread {
            search_thread.rest();
        }
        None
    }

    /// Handles a message. If it ends the match, gives the reason.
    fn handle(&mut self, message: ActorMessage) -> Option<End> {
        let current = self.search_thread.as_ref().map(SearchThread::number);
        let is_current = |thread| current == Some(thread);
        match message {
            ActorMessage::Start { answer, unread } => {
                drop(unread);
                self.start_again(answer);
            }
            ActorMessage::Play { report, arrived, answer, unread } => {
                drop(unread);
                self.play(report, arrived, answer);
            }
            ActorMessage::Stop { report } => {
                self.finish(report);
                return Some(End::Stopped);
            }
            ActorMessage::Abort => return Some(End::Aborted),
            ActorMessage::Compiled(rules) => self.take_compiled(rules),
            ActorMessage::StrategyChosen { thread, remark } if is_current(thread) => {
                tracing::info!("{}: {remark}", self.game.id);
                self.has_strategy = true;
                self.be_ready();
                self.ponder();
            }
            ActorMessage::MoveChosen { thread, search, chosen }
                if is_current(thread)
                    && self.pending.as_ref().is_some_and(|pending| pending.is_searched_by(search)) =>
            {
                self.answer_pending(Some(&chosen));
                self.log_remark(chosen.remark.as_deref());
            }
            ActorMessage::NothingFound { thread, search, why }
                if is_current(thread)
                    && self.pending.as_ref().is_some_and(|pending| pending.is_searched_by(search)) =>
            {
                tracing::warn!("{}: {why}", self.game.id);
                self.answer_pending(None);
            }
            ActorMessage::SearchFailed { thread, why } if is_current(thread) => {
                tracing::error!("{}: the search failed: {why}", self.game.id);
                (self.search_thread, self.has_strategy) = (None, false);
                self.be_ready();
                self.answer_pending(None);
            }
            // From a thread that has been replaced, or from a search whose result is no longer needed.
            ActorMessage::StrategyChosen { .. }
            | ActorMessage::MoveChosen { .. }
            | ActorMessage::NothingFound { .. }
            | ActorMessage::SearchFailed { .. } => {}
        }
        None
    }

    fn be_ready(&mut self) {
        for answer in self.preparing.take().into_iter().flat_map(|preparing| preparing.answers) {
            // Fails only if the request has timed out.
            let _ = answer.send(Reply::Ready);
        }
    }
}
