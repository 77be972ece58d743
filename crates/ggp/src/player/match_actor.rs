use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use arena::{MatchRecord, Outcome, Ply, Thought};
use game::{Fault, Game, Rules};
use logic::LogicError;
use search::SearchRng;

use super::actor_message::{ActorMessage, ChosenMove, ReplySender};
use super::interpretation::{Interpretation, LastRequest, interpret};
use super::match_info::MatchInfo;
use super::move_reply::MoveSender;
use super::pending_move::PendingMove;
use super::position::{JointMove, Position};
use super::search_thread::SearchThread;
use crate::Reply;
use crate::chance::goals;
use crate::excerpt::excerpt;

/// A search is not moved to a new thread in so short a time before its deadline.
const TOO_LATE: Duration = Duration::from_secs(1);

/// How long the game master may send nothing beyond its clocks before pondering ends.
const REST: Duration = Duration::from_secs(30);

/// How long it may send nothing before the match is dropped. Some game masters give human players unlimited time.
const SILENCE: Duration = Duration::from_secs(3600);

/// The player waits for a search beyond its deadline for one part in `GRACE` of the reserved time.
const GRACE: u32 = 4;

/// The number of search threads that a match may use up; after that the moves are random.
const MAX_SEARCH_THREADS: u32 = 8;

/// The actor of a match: holds its position and its clocks, and answers the game master's requests.
///
/// It reads one message after the other and never searches, so every answer is sent in time whatever a search does. As soon as a move is
/// wanted, it has a legal one ready.
#[derive(Debug)]
pub(super) struct MatchActor {
    game: Arc<MatchInfo>,
    position: Position,
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
    /// The actor of a match in its initial state. `answer` gets `ready` when a strategy is chosen, at the latest at the deadline.
    pub(super) fn new(
        game: Arc<MatchInfo>,
        rules: Rules,
        arrived: Instant,
        answer: Option<ReplySender>,
        (sender, inbox): (Sender<ActorMessage>, Receiver<ActorMessage>),
    ) -> Self {
        let deadline = game.deadline(arrived, game.start_clock);
        Self {
            position: Position::new(Arc::new(rules)),
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
        self.position.ply()
    }

    /// The record of the match, if its state is terminal and the rules give every role a goal.
    pub(super) fn record(&self) -> Option<MatchRecord> {
        if !self.position.terminal().ok()? {
            return None;
        }
        let goals = goals(self.position.rules(), self.position.state()).ok()??;
        let roles = self.position.rules().roles();
        let plies = self.position.history().iter().enumerate().map(|(ply, joint_move)| {
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
        let terminal = self.position.terminal().ok()?;
        terminal.then(|| self.position.rules().notation().remark(self.position.state()))?
    }

    /// When [`alarm`](Self::alarm) must be called if no message arrives.
    fn alarm_at(&self) -> Instant {
        let pending = self.pending.as_ref().map(PendingMove::alarm_at);
        let preparing = self.preparing.as_ref().map(|preparing| preparing.deadline);
        pending.into_iter().chain(preparing).fold(self.silent_until(), Instant::min)
    }

    /// Until when the game master may send nothing before pondering ends, and after that, before the match is dropped.
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
                tracing::info!(
                    "{}: the rules are not compiled yet; playing with the reasoner until they are",
                    self.game.id
                );
                self.start_search_thread(None);
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
            ActorMessage::Start { role, rules, answer } => self.start_again(&role, &rules, answer),
            ActorMessage::Play { moves, arrived, answer } => self.play(moves, arrived, answer),
            ActorMessage::Stop { moves } => {
                self.finish(moves.as_deref());
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
            ActorMessage::SearchFailed { thread, why } if is_current(thread) => {
                tracing::error!("{}: the search failed: {why}", self.game.id);
                (self.search_thread, self.has_strategy) = (None, false);
                self.be_ready();
                self.answer_pending(None);
            }
            // From a thread that has been replaced, or from a search whose result is no longer needed.
            ActorMessage::StrategyChosen { .. }
            | ActorMessage::MoveChosen { .. }
            | ActorMessage::SearchFailed { .. } => {}
        }
        None
    }

    fn start_again(&mut self, role: &str, rules: &str, answer: ReplySender) {
        self.last_request_at = Instant::now();
        let same = self.game.role_name == role && self.game.sheet.source().text() == rules;
        match &mut self.preparing {
            Some(preparing) if same => preparing.answers.push(answer),
            _ => {
                let _ = answer.send(if same && self.last.is_none() { Reply::Ready } else { Reply::Busy });
            }
        }
    }

    fn be_ready(&mut self) {
        for answer in self.preparing.take().into_iter().flat_map(|preparing| preparing.answers) {
            // Fails only if the request has timed out.
            let _ = answer.send(Reply::Ready);
        }
    }

    /// Changes over to compiled rules, if the compilation succeeded.
    fn take_compiled(&mut self, rules: Result<Arc<Rules>, Fault>) {
        let id = &self.game.id;
        let rules = match rules {
            Ok(rules) => rules,
            Err(fault) => {
                tracing::error!("{id}: {fault}");
                self.be_ready();
                return;
            }
        };
        if let Err(why) = rules.compiled() {
            tracing::warn!("{id}: {why}; playing with the reasoner");
            if self.search_thread.is_none() {
                self.start_search_thread(Some(rules));
            }
            return;
        }
        let mut position = Position::new(Arc::clone(&rules));
        if let Err(fault) = position.follow(self.position.history()) {
            tracing::error!("{id}: {fault}; playing with the reasoner");
            return;
        }
        self.position = position;
        match &self.pending {
            Some(pending) if pending.deadline < Instant::now() + TOO_LATE => self.compiled = Some(rules),
            _ => self.start_search_thread(Some(rules)),
        }
    }

    /// Starts a new search thread, on these rules or with a reasoner of its own, and moves a pending search to it.
    fn start_search_thread(&mut self, rules: Option<Arc<Rules>>) {
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
        if let (Some(search_thread), Some(pending)) = (&mut self.search_thread, &mut self.pending) {
            pending.set_search(search_thread.search(
                self.game.role,
                self.position.history().to_vec(),
                pending.deadline,
            ));
        }
    }

    /// Answers a request for a move, at once or when a search has found one.
    fn play(&mut self, moves: Option<JointMove>, arrived: Instant, answer: MoveSender) {
        (self.last_request_at, self.resting) = (Instant::now(), false);
        self.be_ready();
        if let (Some(pending), Some(last)) = (&mut self.pending, &self.last)
            && last.moves == moves
        {
            pending.repeat(answer);
            return;
        }
        // A new request makes an earlier one obsolete.
        self.answer_pending(None);
        let meaning = self.interpret(moves.as_deref(), arrived);
        let id = &self.game.id;
        let reported = || moves.as_ref().map_or_else(|| "nil".into(), |moves| excerpt(&moves.join(" ")));
        match meaning {
            Ok(Interpretation::Next) => {}
            Ok(Interpretation::Repeated) => {
                let ply = self.position.ply();
                if let Some(LastRequest { reply: Some(reply @ Reply::Move(_)), .. }) = &self.last {
                    answer.send(reply.clone());
                    tracing::info!("{id}: the request for ply {ply} was repeated");
                    return;
                }
                tracing::info!("{id}: the request for ply {ply}, which got no move, was repeated");
            }
            Ok(Interpretation::Overruled { sent }) => {
                tracing::warn!(
                    "{id}: the game master replaced the move {sent}; the joint move is {}",
                    reported()
                );
            }
            Ok(Interpretation::Corrected) => {
                tracing::warn!("{id}: the game master corrected the last joint move to {}", reported());
            }
            Ok(Interpretation::Bridged) => {
                tracing::warn!("{id}: a request was lost before the joint move {}", reported());
            }
            Ok(Interpretation::Restarted) => tracing::warn!("{id}: the match was restarted"),
            Ok(Interpretation::Resumed) => {
                tracing::warn!(
                    "{id}: the match continues where it was before the restart, with {}",
                    reported()
                );
            }
            Ok(Interpretation::Impossible) => {
                tracing::error!(
                    "{id}: the joint move {} is not legal at ply {} or at the plies next to it",
                    reported(),
                    self.position.ply()
                );
                answer.send(Reply::Nil);
                return;
            }
            Err(fault) => {
                tracing::error!("{id}: {fault}");
                answer.send(Reply::Nil);
                return;
            }
        }
        self.thoughts.retain(|(ply, _)| *ply < self.position.ply());
        self.last = Some(LastRequest { moves, reply: None });
        self.find_move(arrived, answer);
    }

    /// Starts the search for a move in the current state.
    fn find_move(&mut self, arrived: Instant, answer: MoveSender) {
        let legal = self.position.legal(self.game.role).unwrap_or_else(|error| {
            tracing::error!("{}: {error}", self.game.id);
            Vec::new()
        });
        if legal.is_empty() {
            tracing::warn!("{}: the role has no legal move at ply {}", self.game.id, self.position.ply());
            answer.send(Reply::Nil);
            return;
        }
        let deadline = self.game.deadline(arrived, self.game.play_clock);
        let clock = (arrived, deadline, self.game.settings.reserve(self.game.play_clock) / GRACE);
        self.pending = PendingMove::new(legal, clock, answer, &mut self.rng);
        if self.pending.as_ref().is_some_and(PendingMove::only_one) {
            self.answer_pending(None);
            self.ponder();
        } else if let (Some(search_thread), Some(pending)) = (&mut self.search_thread, &mut self.pending) {
            pending.set_search(search_thread.search(
                self.game.role,
                self.position.history().to_vec(),
                deadline,
            ));
        } else {
            self.start_search_thread(None);
        }
    }

    /// Ponders until the next request.
    fn ponder(&mut self) {
        if self.pending.is_none()
            && self.has_strategy
            && let Some(search_thread) = &mut self.search_thread
        {
            search_thread.ponder(self.position.history().to_vec());
        }
    }

    /// Answers the pending request with the result of the search, or with the best move known.
    fn answer_pending(&mut self, chosen: Option<&ChosenMove>) {
        let Some(pending) = self.pending.take() else { return };
        let (arrived, only_one) = (pending.arrived, pending.only_one());
        // Before anything else, as writing the log may have to wait.
        let reply = pending.send(chosen);
        let (id, ply) = (&self.game.id, self.position.ply());
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
            None => {
                tracing::warn!("{id}: ply {ply}, {left:.2} s left, {reply}, the search had not ended");
            }
        }
        if let Some(last) = &mut self.last {
            last.reply = Some(reply);
        }
        if let Some(rules) = self.compiled.take() {
            self.start_search_thread(Some(rules));
        }
    }

    /// Logs the first remark of a search on goals that the rules leave unclear; the next ones say the same of other states.
    fn log_remark(&mut self, remark: Option<&str>) {
        if let (Some(remark), false) = (remark, self.has_remarked) {
            tracing::warn!("{}: {remark}", self.game.id);
            self.has_remarked = true;
        }
    }

    /// Takes the position to the end of the match by the last joint move.
    fn finish(&mut self, moves: Option<&[String]>) {
        self.answer_pending(None);
        let Some(moves) = moves else { return };
        let meaning = self.interpret(Some(moves), Instant::now());
        if !matches!(meaning, Ok(Interpretation::Next | Interpretation::Overruled { .. })) {
            let moves = excerpt(&moves.join(" "));
            tracing::warn!(
                "{}: the last joint move, {moves}, does not follow from the position",
                self.game.id
            );
        }
    }

    /// Interprets the joint move of a request, in at most half of the play clock, and takes the position there.
    fn interpret(
        &mut self,
        moves: Option<&[String]>,
        arrived: Instant,
    ) -> Result<Interpretation, LogicError> {
        let until = arrived + self.game.play_clock / 2;
        let interpretation = interpret(&mut self.position, self.game.role, self.last.as_ref(), moves, until)?;
        if let Interpretation::Overruled { .. } = interpretation {
            // The search did not lead to the move that was made.
            self.thoughts.pop_if(|(ply, _)| *ply + 1 == self.position.ply());
        }
        Ok(interpretation)
    }
}
