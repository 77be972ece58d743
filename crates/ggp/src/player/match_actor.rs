use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use arena::{MatchRecord, Outcome, Ply, Thought};
use game::{Fault, Game, Rules};
use logic::LogicError;
use search::SearchRng;

use super::actor_message::{Answer, Letter};
use super::interpretation::{Course, Last};
use super::match_info::Match;
use super::pending_move::Due;
use super::position::{JointMove, Position};
use super::search_thread::{Decided, Thinker};
use crate::Reply;
use crate::chance::goals;
use crate::excerpt::excerpt;

/// So long before its deadline a question is no longer put to another thinker.
const TOO_LATE: Duration = Duration::from_secs(1);

/// How long a game master may be silent beyond its clocks before pondering ends.
const REST: Duration = Duration::from_secs(30);

/// How long it may be silent before the match is dropped: some give people as much time as they like.
const SILENCE: Duration = Duration::from_secs(3600);

/// A search that does not end at its deadline is waited for no longer than this part of the time that is kept back.
const GRACE: u32 = 4;

/// Thinkers that may fail in a match before there is none any more.
const MOST_THINKERS: u32 = 8;

/// Keeps a match: its position, its clocks, and whom to answer what.
///
/// It never searches: whatever a search does, there is an answer in time. As soon as a move is due, it has a legal one ready.
#[derive(Debug)]
pub(super) struct Keeper {
    game: Arc<Match>,
    position: Position,
    letters: Receiver<Letter>,
    /// Where letters to it go.
    post: Sender<Letter>,
    /// Thinkers so far.
    thinkers: u32,
    thinker: Option<Thinker>,
    /// Whether the thinker has chosen its strategy.
    fitted: bool,
    /// Rules for the next thinker, while a question keeps the present one.
    compiled: Option<Arc<Rules>>,
    preparing: Option<Preparing>,
    due: Option<Due>,
    last: Option<Last>,
    /// What moves were based on, by ply.
    thoughts: Vec<(usize, Thought)>,
    rng: SearchRng,
    /// When the game master was heard last.
    heard: Instant,
    /// Whether pondering has ended, as nothing was heard for long.
    resting: bool,
}

/// A start that is not answered yet.
#[derive(Debug)]
struct Preparing {
    deadline: Instant,
    answers: Vec<Answer>,
}

/// Why a keeper has nothing left to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The game master said so.
    Stopped,
    /// The game master, or the end of the program, gave it up.
    Aborted,
    /// Nothing was heard any more.
    Silence,
}

impl Keeper {
    /// The keeper of a match that is at its beginning. `answer` gets its answer when everything is prepared, or at the deadline.
    pub(super) fn new(
        game: Arc<Match>,
        rules: Rules,
        arrived: Instant,
        answer: Option<Answer>,
        (post, letters): (Sender<Letter>, Receiver<Letter>),
    ) -> Self {
        let deadline = game.deadline(arrived, game.start_clock);
        Self {
            position: Position::new(Arc::new(rules)),
            letters,
            post,
            thinkers: 0,
            thinker: None,
            fitted: false,
            compiled: None,
            preparing: Some(Preparing { deadline, answers: answer.into_iter().collect() }),
            due: None,
            last: None,
            thoughts: Vec::new(),
            rng: game.seed.derive(0).stream(),
            heard: arrived,
            resting: false,
            game,
        }
    }

    /// Keeps the match until it ends.
    pub(super) fn keep(&mut self) -> End {
        loop {
            let wait = self.alarm_at().saturating_duration_since(Instant::now());
            let end = match self.letters.recv_timeout(wait) {
                Ok(letter) => self.read(letter),
                Err(RecvTimeoutError::Timeout) => None,
                // It has the address itself.
                Err(RecvTimeoutError::Disconnected) => Some(End::Aborted),
            };
            // A flood of letters delays no answer.
            if let Some(end) = end.or_else(|| self.alarm()) {
                self.answer_due(None);
                return end;
            }
        }
    }

    /// How many joint moves were made.
    pub(super) fn plies(&self) -> usize {
        self.position.ply()
    }

    /// The match's record, if it has come to the end of the game and the rules say what everybody gets.
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
            slips: Vec::new(),
            outcome: Outcome::Goals(goals),
        })
    }

    /// When there is something to do though nobody writes.
    fn alarm_at(&self) -> Instant {
        let due = self.due.as_ref().map(Due::alarm_at);
        let preparing = self.preparing.as_ref().map(|preparing| preparing.deadline);
        due.into_iter().chain(preparing).fold(self.silent_until(), Instant::min)
    }

    /// When silence has lasted too long to ponder, and then to go on at all.
    fn silent_until(&self) -> Instant {
        self.heard
            + self.game.start_clock.max(self.game.play_clock)
            + if self.resting { SILENCE } else { REST }
    }

    /// Does what it is time for.
    fn alarm(&mut self) -> Option<End> {
        let now = Instant::now();
        if self.preparing.as_ref().is_some_and(|preparing| now >= preparing.deadline) {
            if self.thinker.is_none() {
                tracing::info!(
                    "{}: the rules are not compiled in time; the reasoner plays meanwhile",
                    self.game.id
                );
                self.employ(None);
            }
            self.be_ready();
        }
        if let Some(due) = &mut self.due
            && now >= due.alarm_at()
            && due.alarm()
        {
            self.answer_due(None);
        }
        if now < self.silent_until() {
            return None;
        }
        if self.resting {
            return Some(End::Silence);
        }
        self.resting = true;
        if let Some(thinker) = &self.thinker {
            thinker.rest();
        }
        None
    }

    /// Does what a letter asks for. If that ends the match, it is said why.
    fn read(&mut self, letter: Letter) -> Option<End> {
        let from_present = |number| self.thinker.as_ref().is_some_and(|thinker| thinker.number() == number);
        match letter {
            Letter::Start { role, rules, answer } => self.start_again(&role, &rules, answer),
            Letter::Play { moves, arrived, answer } => self.play(moves, arrived, answer),
            Letter::Stop { moves } => {
                self.come_to_the_end(moves.as_deref());
                return Some(End::Stopped);
            }
            Letter::Abort => return Some(End::Aborted),
            Letter::Compiled(rules) => self.take_compiled(rules),
            Letter::Fitted { thinker, remark } if from_present(thinker) => {
                tracing::info!("{}: {remark}", self.game.id);
                self.fitted = true;
                self.be_ready();
                self.ponder();
            }
            Letter::Decided { thinker, question, decided }
                if from_present(thinker)
                    && self.due.as_ref().is_some_and(|due| due.is_asked_by(question)) =>
            {
                self.answer_due(Some(&decided));
            }
            Letter::GivenUp { thinker, why } if from_present(thinker) => {
                tracing::error!("{}: no search goes on: {why}", self.game.id);
                (self.thinker, self.fitted) = (None, false);
                self.be_ready();
                self.answer_due(None);
            }
            // From one that has been replaced, or about what is not asked any more.
            Letter::Fitted { .. } | Letter::Decided { .. } | Letter::GivenUp { .. } => {}
        }
        None
    }

    fn start_again(&mut self, role: &str, rules: &str, answer: Answer) {
        self.heard = Instant::now();
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
            // Whoever does not wait any longer does not need it.
            let _ = answer.send(Reply::Ready);
        }
    }

    /// Changes over to compiled rules, if there are any.
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
            tracing::warn!("{id}: {why}; the reasoner plays");
            if self.thinker.is_none() {
                self.employ(Some(rules));
            }
            return;
        }
        let mut position = Position::new(Arc::clone(&rules));
        if let Err(fault) = position.follow(self.position.history()) {
            tracing::error!("{id}: {fault}; the reasoner plays");
            return;
        }
        self.position = position;
        match &self.due {
            Some(due) if due.deadline < Instant::now() + TOO_LATE => self.compiled = Some(rules),
            _ => self.employ(Some(rules)),
        }
    }

    /// Has another thinker think, on these rules or on some of its own by the reasoner.
    fn employ(&mut self, rules: Option<Arc<Rules>>) {
        if self.thinkers == MOST_THINKERS {
            return;
        }
        self.thinkers += 1;
        let now = Instant::now();
        let soon = now + (self.game.play_clock / 4).min(Duration::from_secs(1));
        let looking = self.preparing.as_ref().map_or(soon, |preparing| preparing.deadline.max(soon));
        self.fitted = false;
        self.thinker = Thinker::new(self.thinkers, Arc::clone(&self.game), rules, looking, self.post.clone())
            .inspect_err(|error| {
                tracing::error!("{}: cannot start a thread to think in: {error}", self.game.id);
            })
            .ok();
        if let (Some(thinker), Some(due)) = (&mut self.thinker, &mut self.due) {
            due.is_sought(thinker.ask(self.game.role, self.position.history().to_vec(), due.deadline));
        }
    }

    /// Answers a request for a move, at once or when the move is found.
    fn play(&mut self, moves: Option<JointMove>, arrived: Instant, answer: Answer) {
        (self.heard, self.resting) = (Instant::now(), false);
        self.be_ready();
        if let (Some(due), Some(last)) = (&mut self.due, &self.last)
            && last.moves == moves
        {
            due.answers.push(answer);
            return;
        }
        // If there is still somebody waiting for an earlier move, it was overtaken.
        self.answer_due(None);
        let course = self.take_course(moves.as_deref(), arrived);
        let id = &self.game.id;
        let told = || moves.as_ref().map_or_else(|| "nil".into(), |moves| excerpt(&moves.join(" ")));
        match course {
            Ok(Course::On) => {}
            Ok(Course::Again) => {
                tracing::info!("{id}: asked once more at ply {}", self.position.ply());
                let reply = self.last.as_ref().and_then(|last| last.reply.clone());
                let _ = answer.send(reply.unwrap_or(Reply::Nil));
                return;
            }
            Ok(Course::Overruled { sent }) => {
                tracing::warn!("{id}: the game master did not take {sent}; it goes on with {}", told());
            }
            Ok(Course::Corrected) => {
                tracing::warn!("{id}: the last joint move was not as told before, but {}", told());
            }
            Ok(Course::Bridged) => tracing::warn!("{id}: a request was lost before {}", told()),
            Ok(Course::Restarted) => tracing::warn!("{id}: the match is at its beginning again"),
            Ok(Course::Resumed) => {
                tracing::warn!("{id}: the match goes on where it was before it began anew, with {}", told());
            }
            Ok(Course::Impossible) => {
                tracing::error!("{id}: {} is not legal at ply {}, nor near it", told(), self.position.ply());
                let _ = answer.send(Reply::Nil);
                return;
            }
            Err(fault) => {
                tracing::error!("{id}: {fault}");
                let _ = answer.send(Reply::Nil);
                return;
            }
        }
        self.thoughts.retain(|(ply, _)| *ply < self.position.ply());
        self.last = Some(Last { moves, reply: None });
        self.find_move(arrived, answer);
    }

    /// Sees to it that a move is found in the present state.
    fn find_move(&mut self, arrived: Instant, answer: Answer) {
        let legal = self.position.legal(self.game.role).unwrap_or_else(|error| {
            tracing::error!("{}: {error}", self.game.id);
            Vec::new()
        });
        if legal.is_empty() {
            tracing::warn!("{}: there is no move to make at ply {}", self.game.id, self.position.ply());
            let _ = answer.send(Reply::Nil);
            return;
        }
        let deadline = self.game.deadline(arrived, self.game.play_clock);
        let clock = (arrived, deadline, self.game.settings.kept_back(self.game.play_clock) / GRACE);
        self.due = Due::new(legal, clock, answer, &mut self.rng);
        if self.due.as_ref().is_some_and(Due::only_one) {
            self.answer_due(None);
            self.ponder();
        } else if let (Some(thinker), Some(due)) = (&mut self.thinker, &mut self.due) {
            due.is_sought(thinker.ask(self.game.role, self.position.history().to_vec(), deadline));
        } else {
            self.employ(None);
        }
    }

    /// Makes use of the time until the next request.
    fn ponder(&mut self) {
        if self.due.is_none()
            && self.fitted
            && let Some(thinker) = &mut self.thinker
        {
            thinker.ponder(self.position.history().to_vec());
        }
    }

    /// Answers with what was decided, or else with the best there is.
    fn answer_due(&mut self, decided: Option<&Decided>) {
        let Some(due) = self.due.take() else { return };
        let mov = due.choose(decided);
        let (id, ply) = (&self.game.id, self.position.ply());
        let left = self.game.play_clock.as_secs_f64() - due.arrived.elapsed().as_secs_f64();
        match decided {
            Some(&Decided { thought, depth, .. }) => {
                let value = thought.value.map_or_else(|| "-".into(), |value| format!("{value:.1}"));
                let playouts = thought.playouts;
                tracing::info!(
                    "{id}: ply {ply}, {left:.2} s left, {mov}, value {value}, {playouts} playouts, depth {depth}"
                );
                self.thoughts.push((ply, thought));
            }
            None if due.only_one() => {
                tracing::info!("{id}: ply {ply}, {left:.2} s left, {mov}, the only move");
            }
            None => {
                tracing::warn!("{id}: ply {ply}, {left:.2} s left, {mov}, before a search came to its end");
            }
        }
        let reply = Reply::Move(mov);
        for answer in due.answers {
            // Whoever does not wait any longer does not need it.
            let _ = answer.send(reply.clone());
        }
        if let Some(last) = &mut self.last {
            last.reply = Some(reply);
        }
        if let Some(rules) = self.compiled.take() {
            self.employ(Some(rules));
        }
    }

    /// Goes on by the last moves of all.
    fn come_to_the_end(&mut self, moves: Option<&[String]>) {
        self.answer_due(None);
        let Some(moves) = moves else { return };
        let course = self.take_course(Some(moves), Instant::now());
        if !matches!(course, Ok(Course::On | Course::Overruled { .. })) {
            let moves = excerpt(&moves.join(" "));
            tracing::warn!("{}: the last moves, {moves}, are not what was expected", self.game.id);
        }
    }

    /// Goes where a request says that the match is, one that arrived at that time: half of the clock is left for the answer.
    fn take_course(&mut self, moves: Option<&[String]>, arrived: Instant) -> Result<Course, LogicError> {
        let until = arrived + self.game.play_clock / 2;
        let course = Course::take(&mut self.position, self.game.role, self.last.as_ref(), moves, until)?;
        if let Course::Overruled { .. } = course {
            // The move that was made has nothing to do with what was thought.
            self.thoughts.pop_if(|(ply, _)| *ply + 1 == self.position.ply());
        }
        Ok(course)
    }
}
