mod actor_message;
mod interpretation;
mod match_actor;
mod match_info;
mod match_thread;
mod matches;
mod pending_move;
mod position;
mod search_thread;
mod settings;
mod slots;
#[cfg(test)]
mod tests;

use std::fmt::{self, Debug, Formatter};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::mpsc::{self, Sender};
use std::thread::Builder;
use std::time::{Duration, Instant};

use arena::{MatchRecord, Seed};
use gdl::Rulesheet;
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use tokio::sync::oneshot;
use tokio::time::timeout_at;

use crate::{Reply, Request};
use actor_message::{Answer, Letter};
use match_thread::Opening;
use matches::Matches;
use slots::Places;

pub use settings::PlayerSettings;

/// Rules may nest deep, and derive terms deeper than that.
const STACK: usize = 256 << 20;

/// A match that has come to its end, for whoever keeps them.
#[derive(Clone, Debug)]
pub struct PlayedMatch {
    /// What the game master called it.
    pub id: String,
    /// The text of the rules.
    pub rules: String,
    /// The names of the roles.
    pub roles: Vec<String>,
    /// The role that was played here.
    pub role: usize,
    /// How it went. What others thought is not known.
    pub record: MatchRecord,
}

/// A player: answers the requests of game masters, and thinks about the matches that it is in.
///
/// Each match has a thread that *keeps* it and answers in time whatever happens, and one that *thinks*, on the rules' circuit as soon as that is
/// compiled.
pub struct Player {
    settings: Arc<PlayerSettings>,
    matches: Arc<Matches>,
    places: Places,
    compilers: Arc<ThreadPool>,
    played: Option<Sender<PlayedMatch>>,
}

impl Player {
    /// A player without a match. What it plays to the end is sent to `played`.
    ///
    /// # Errors
    /// If no threads can be had.
    pub fn new(
        settings: PlayerSettings,
        played: Option<Sender<PlayedMatch>>,
    ) -> Result<Self, ThreadPoolBuildError> {
        let pool = ThreadPoolBuilder::new().num_threads(settings.threads).stack_size(STACK);
        let compilers = pool.thread_name(|_| "compiler".into()).build()?;
        let (matches, places) = Default::default();
        Ok(Self { settings: Arc::new(settings), matches, places, compilers: Arc::new(compilers), played })
    }

    /// Answers a request that arrived at that time, before the clock is up that it starts.
    pub async fn answer(&self, request: Request, arrived: Instant) -> Reply {
        match request {
            Request::Info => {
                let available = self.matches.count() < self.settings.matches && self.has_threads();
                Reply::Info { name: self.settings.name.clone(), available }
            }
            Request::Preview { rules, clock } => {
                // Rules about which nothing is known in time may be fine.
                let look = timeout_at(self.last_moment(arrived, clock), preview(rules));
                look.await.unwrap_or(Reply::Ready)
            }
            Request::Start { id, role, rules, start_clock, play_clock } => {
                self.start(Opening { id, role, rules, start_clock, play_clock, arrived }).await
            }
            Request::Play { id, moves } => {
                let (answer, reply) = oneshot::channel();
                let Some(clock) = self.matches.send(&id, Letter::Play { moves, arrived, answer }) else {
                    return unknown(&id);
                };
                match timeout_at(self.last_moment(arrived, clock), reply).await {
                    Ok(Ok(reply)) => reply,
                    Ok(Err(_)) => unknown(&id),
                    Err(_) => {
                        tracing::error!(
                            "{id}: no move is known in time, as the rules or the request take too long"
                        );
                        Reply::Nil
                    }
                }
            }
            // What is still to be done after the end need not be waited for.
            Request::Stop { id, moves } => match self.matches.end(&id, Letter::Stop { moves }) {
                true => Reply::Done,
                false => unknown(&id),
            },
            Request::Abort { id } => match self.matches.end(&id, Letter::Abort) {
                true => Reply::Aborted,
                false => unknown(&id),
            },
        }
    }

    async fn start(&self, opening: Opening) -> Reply {
        let Opening { id, start_clock, play_clock, arrived, .. } = &opening;
        let (id, arrived, start_clock, play_clock) = (id.clone(), *arrived, *start_clock, *play_clock);
        let (answer, reply) = oneshot::channel();
        if self.matches.has(&id) {
            let Opening { role, rules, .. } = opening;
            self.matches.send(&id, Letter::Start { role, rules, answer });
        } else if let Err(why) = self.begin(opening, (start_clock, play_clock), answer) {
            tracing::warn!("{id}: cannot be taken: {why}");
            return Reply::Busy;
        }
        match timeout_at(self.last_moment(arrived, start_clock), reply).await {
            Ok(reply) => reply.unwrap_or(Reply::Busy),
            // The first moves may be late, but the match goes on.
            Err(_) => Reply::Ready,
        }
    }

    /// Has a thread of its own play a match.
    fn begin(&self, opening: Opening, clocks: (Duration, Duration), answer: Answer) -> Result<(), String> {
        if !self.has_threads() {
            return Err("too many matches that are over have not ended yet".into());
        }
        let (post, letters) = mpsc::channel();
        let number = self.matches.enter(&opening.id, clocks, post.clone(), self.settings.matches);
        let number = number.ok_or_else(|| format!("{} matches are being played", self.settings.matches))?;
        let (id, place) = (opening.id.clone(), self.places.take());
        let (settings, compilers) = (Arc::clone(&self.settings), Arc::clone(&self.compilers));
        let (matches, played) = (Arc::clone(&self.matches), self.played.clone());
        let thread = Builder::new().name("keeper".into()).stack_size(STACK);
        let seed = Seed(self.settings.seed).derive(number);
        let host = {
            let id = id.clone();
            move || {
                let mut answer = Some(answer);
                let play = || {
                    match_thread::play(
                        opening,
                        settings,
                        seed,
                        place,
                        &compilers,
                        &mut answer,
                        (post, letters),
                    )
                };
                let end = panic::catch_unwind(AssertUnwindSafe(play));
                matches.strike(&id, number);
                // Who is refused only now hears so finds that the place is free.
                drop(answer);
                match end {
                    Ok(Ok(record)) => {
                        if let (Some(record), Some(played)) = (record, played) {
                            // Nobody keeps them any more when the program ends.
                            let _ = played.send(record);
                        }
                    }
                    Ok(Err(why)) => tracing::warn!("{id}: cannot be played: {why}"),
                    // A panic has been reported where it happened.
                    Err(_) => tracing::error!("{id}: the match is lost"),
                }
            }
        };
        thread.spawn(host).map(|_| ()).map_err(|error| {
            self.matches.strike(&id, number);
            format!("cannot start a thread: {error}")
        })
    }

    /// Whether another match may have threads: those of matches that are over may take a while to notice.
    fn has_threads(&self) -> bool {
        self.places.taken() < 2 * self.settings.matches
    }

    /// When something must be answered, whoever has not answered.
    fn last_moment(&self, began: Instant, clock: Duration) -> tokio::time::Instant {
        (began + clock - self.settings.kept_back(clock) / 2).into()
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        self.matches.end_all();
    }
}

impl Debug for Player {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("Player").field("settings", &self.settings).finish_non_exhaustive()
    }
}

fn unknown(id: &str) -> Reply {
    tracing::warn!("{id}: a request for a match that is not played here");
    Reply::Busy
}

/// Looks whether rules can be played.
async fn preview(rules: String) -> Reply {
    let check =
        move || Rulesheet::parse("preview", rules.as_bytes()).map(|_| ()).map_err(|error| error.to_string());
    match tokio::task::spawn_blocking(check).await {
        Ok(Ok(())) => Reply::Ready,
        Ok(Err(why)) => {
            tracing::warn!("{why}");
            Reply::Busy
        }
        Err(_) => Reply::Busy,
    }
}
