mod actor_message;
mod choice;
mod interpretation;
mod match_actor;
mod match_info;
mod match_thread;
mod matches;
mod move_reply;
mod own_history;
mod own_view;
mod pending_move;
mod position;
mod search_thread;
mod settings;
mod slots;
mod standing;
#[cfg(test)]
mod tests;

use std::fmt::{self, Debug, Formatter};
use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Builder;
use std::time::{Duration, Instant};

use arena::{MatchRecord, Seed};
use gdl::{Interrupt, ParseError, ParseLimits, Rulesheet};
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use tokio::sync::{Semaphore, oneshot};
use tokio::time::timeout_at;

use crate::{Reply, Request};
use actor_message::{ActorMessage, ReplySender};
use match_thread::StartRequest;
use matches::{Matches, Place, Refusal};
use move_reply::{NoReply, move_reply};
use slots::Slots;

pub use settings::PlayerSettings;

/// The stack of threads that evaluate rules: rules may be deeply nested, and derive terms that are nested
/// more deeply.
const STACK: usize = 256 << 20;

/// How long after the end of a play clock a first legal move is still sent. The reference game master waits
/// so long.
const NETWORK: Duration = Duration::from_secs(1);

/// A match that was played to its end, as it is sent to the receiver of [`Player::new`].
#[derive(Clone, Debug)]
pub struct PlayedMatch {
    /// The id that the game master gave it.
    pub id: String,
    /// The text of the rules.
    pub rules: String,
    /// The names of the roles.
    pub roles: Vec<String>,
    /// The role of this player.
    pub role: usize,
    /// The moves, the result, and the search statistics of this player.
    pub record: MatchRecord,
}

/// A player: answers the requests of game masters and plays several matches at once.
///
/// Each match has two threads. An *actor* holds the position and answers in time, whatever else happens. A
/// *search thread* runs the strategy, first with the reasoner, and on a circuit of the rules as soon as there
/// is one; for large rules there is a better one later. A match shares neither rules nor threads with another
/// match; only the threads that compile are shared. A search that does not end when its match is over is
/// abandoned: the player logs it and goes on, but refuses matches when there are too many of them.
pub struct Player {
    settings: Arc<PlayerSettings>,
    matches: Arc<Matches>,
    slots: Slots,
    /// Held while a match is begun: a request that comes several times at once begins one.
    beginning: Mutex<()>,
    /// Held while the rules of a preview are checked. Others are not checked meanwhile, so that checks take
    /// one thread and the memory of one.
    previewing: Arc<Semaphore>,
    compilers: Arc<ThreadPool>,
    played: Option<Sender<PlayedMatch>>,
}

impl Player {
    /// A player without a match. The matches that it plays to their end are sent to `played`.
    ///
    /// # Errors
    /// If the threads for compiling cannot be started.
    pub fn new(
        settings: PlayerSettings,
        played: Option<Sender<PlayedMatch>>,
    ) -> Result<Self, ThreadPoolBuildError> {
        let pool = ThreadPoolBuilder::new().num_threads(settings.threads).stack_size(STACK);
        let compilers = pool.thread_name(|_| "compiler".into()).build()?;
        let (matches, slots, beginning) = Default::default();
        let (settings, compilers) = (Arc::new(settings), Arc::new(compilers));
        let previewing = Arc::new(Semaphore::new(1));
        Ok(Self { settings, matches, slots, beginning, previewing, compilers, played })
    }

    /// Answers a request. The clock of the request runs from `arrived`; the reply is there before it ends, or
    /// a second later at the latest where no legal move is known by then. Must be called in a Tokio runtime.
    pub async fn answer(&self, request: Request, arrived: Instant) -> Reply {
        match request {
            Request::Info => {
                let available = self.matches.count() < self.settings.matches && self.check_slots().is_ok();
                Reply::Info { name: self.settings.name.clone(), available }
            }
            Request::Preview { rules, clock } => {
                // Rules that are not checked in time may be valid.
                let until = self.latest_reply(arrived, clock);
                timeout_at(until, self.preview(rules, until.into_std())).await.unwrap_or(Reply::Ready)
            }
            Request::Start { id, role, rules, start_clock, play_clock } => {
                let rules = rules.into();
                self.start(StartRequest { id, role, rules, start_clock, play_clock, arrived }).await
            }
            Request::Play { id, report } => {
                let (answer, request) = move_reply();
                let (clock, _place) = match self.matches.play(&id, report, arrived, answer) {
                    Ok(accepted) => accepted,
                    Err(why) => return refuse(&id, why),
                };
                let end = arrived + clock + NETWORK;
                match request.reply(self.latest_reply(arrived, clock), end.into()).await {
                    Ok(reply) => reply,
                    Err(NoReply::Ended) => refuse(&id, Refusal::Unknown),
                    Err(NoReply::Late) => {
                        tracing::error!(
                            "{id}: no legal move is known in time: evaluating the rules or reading the request takes too long"
                        );
                        Reply::Nil
                    }
                }
            }
            // The reply does not wait for what the actor does after the end.
            Request::Stop { id, report } => match self.matches.end(&id, ActorMessage::Stop { report }) {
                true => Reply::Done,
                false => refuse(&id, Refusal::Unknown),
            },
            Request::Abort { id } => match self.matches.end(&id, ActorMessage::Abort) {
                true => Reply::Aborted,
                false => refuse(&id, Refusal::Unknown),
            },
        }
    }

    async fn start(&self, request: StartRequest) -> Reply {
        let latest = self.latest_reply(request.arrived, request.start_clock);
        let (answer, reply) = oneshot::channel();
        let _place = match self.admit(request, answer) {
            Ok(place) => place,
            Err(refused) => return refused,
        };
        match timeout_at(latest, reply).await {
            Ok(reply) => reply.unwrap_or(Reply::Busy),
            // The actor is not ready, but the match has started.
            Err(_) => Reply::Ready,
        }
    }

    /// Starts a match, or tells its actor that it is started again.
    fn admit(&self, request: StartRequest, answer: ReplySender) -> Result<Place, Reply> {
        let _alone = self.beginning.lock().unwrap_or_else(PoisonError::into_inner);
        if self.matches.has(&request.id) {
            return self.matches.start_again(&request, answer).map_err(|why| refuse(&request.id, why));
        }
        let id = request.id.clone();
        self.begin(request, answer).map_err(|why| {
            tracing::warn!("{id}: the match is refused: {why}");
            Reply::Busy
        })
    }

    /// Checks whether rules can be played, as far as that is found out before `until`.
    async fn preview(&self, rules: String, until: Instant) -> Reply {
        let Ok(alone) = Arc::clone(&self.previewing).try_acquire_owned() else { return Reply::Ready };
        let check = move || {
            let _alone = alone;
            let interrupt = Interrupt::after(until.saturating_duration_since(Instant::now()));
            Rulesheet::parse_while("preview", rules.as_bytes(), ParseLimits::default(), &interrupt)
        };
        match tokio::task::spawn_blocking(check).await {
            Ok(Ok(_) | Err(ParseError::Interrupted(_))) => Reply::Ready,
            Ok(Err(ParseError::Rejected(why))) => {
                tracing::warn!("{why}");
                Reply::Busy
            }
            Err(_) => Reply::Busy,
        }
    }

    /// Starts the actor of a new match on a thread of its own.
    fn begin(&self, request: StartRequest, answer: ReplySender) -> Result<Place, String> {
        self.check_slots()?;
        let id = request.id.clone();
        let ((sender, inbox), (slot, needed)) = (mpsc::channel(), self.slots.take(&id));
        let inserted = self.matches.insert(&request, (sender.clone(), needed), self.settings.matches);
        let (number, place) =
            inserted.ok_or_else(|| format!("{} matches are being played already", self.settings.matches))?;
        let (settings, compilers) = (Arc::clone(&self.settings), Arc::clone(&self.compilers));
        let (matches, played) = (Arc::clone(&self.matches), self.played.clone());
        let thread = Builder::new().name("actor".into()).stack_size(STACK);
        let seed = Seed(self.settings.seed).derive(number);
        let run_match = {
            let id = id.clone();
            move || {
                let mut answer = Some(answer);
                let play = || {
                    match_thread::run(request, settings, seed, slot, &compilers, &mut answer, (sender, inbox))
                };
                let end = panic::catch_unwind(AssertUnwindSafe(play));
                matches.remove(&id, number);
                // A refusal is sent only now, so that whoever receives it finds the place free.
                drop(answer);
                match end {
                    Ok(Ok(record)) => {
                        if let (Some(record), Some(played)) = (record, played) {
                            // Fails only while the program ends.
                            let _ = played.send(record);
                        }
                    }
                    Ok(Err(why)) => tracing::warn!("{id}: the match cannot be played: {why}"),
                    // The panic itself has been reported.
                    Err(_) => tracing::error!("{id}: the actor panicked; the match is lost"),
                }
            }
        };
        thread.spawn(run_match).map(|_| place).map_err(|error| {
            self.matches.remove(&id, number);
            format!("cannot start a thread: {error}")
        })
    }

    /// Whether another match may start threads; otherwise why not.
    fn check_slots(&self) -> Result<(), String> {
        self.slots.check(self.settings.matches)
    }

    /// The latest time for a reply to a request whose clock started at `start`.
    fn latest_reply(&self, start: Instant, clock: Duration) -> tokio::time::Instant {
        (start + clock - self.settings.reserve(clock) / 2).into()
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        self.matches.abort_all();
    }
}

impl Debug for Player {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("Player").field("settings", &self.settings).finish_non_exhaustive()
    }
}

fn refuse(id: &str, why: Refusal) -> Reply {
    tracing::warn!("{id}: {why}");
    Reply::Busy
}
