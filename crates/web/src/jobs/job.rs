use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use search::Stop;
use serde::Serialize;
use tokio::sync::{OwnedSemaphorePermit, watch};
use utoipa::ToSchema;

use crate::problem::Problem;

/// What a job does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Kind {
    /// A tournament of strategies.
    Comparison,
    /// A strategy that thinks about a move.
    Thought,
    /// A position that is being solved.
    Solution,
    /// A position that is evaluated by what was learned of its game.
    Evaluation,
    /// A search that is recorded.
    Recording,
    /// Players that learn how to play.
    Equilibrium,
    /// The figures of a rulesheet.
    Figures,
    /// A wait for a game to be compiled.
    Compilation,
}

impl Kind {
    /// Whether it takes a core while it runs. What waits does not count among the jobs that may run at once.
    pub(super) fn is_work(self) -> bool {
        self != Self::Compilation
    }
}

/// How far a job is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Phase {
    /// It works.
    Running,
    /// It did what it was to do.
    Done,
    /// It could not.
    Failed,
    /// It was asked to end early.
    Cancelled,
}

/// What is known about a job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Job {
    /// Its number.
    pub(crate) id: u64,
    pub(crate) kind: Kind,
    /// What it is about: of a comparison the tournament's number in the store.
    pub(crate) subject: Option<i64>,
    pub(crate) phase: Phase,
}

/// The latest news of a job.
#[derive(Clone, Debug)]
pub(crate) struct Update {
    pub(crate) phase: Phase,
    /// A JSON document: of a running job its progress, if it has told of any; of one that is done its result;
    /// of one that failed the problem; of one that was cancelled the result so far, if there is one.
    pub(crate) data: Option<Arc<str>>,
}

/// A job as the registry knows it.
pub(super) struct Entry {
    pub(super) id: u64,
    kind: Kind,
    pub(super) began: Instant,
    subject: OnceLock<i64>,
    news: watch::Sender<Update>,
    stop: Stop,
    /// Why it was ended by the server.
    verdict: Mutex<Option<Problem>>,
    /// Since when nobody has listened; none: somebody does.
    pub(super) alone: Mutex<Option<Instant>>,
}

impl Entry {
    pub(super) fn new(id: u64, kind: Kind, subject: Option<i64>) -> Self {
        let news = watch::Sender::new(Update { phase: Phase::Running, data: None });
        let alone = Mutex::new(Some(Instant::now()));
        let subject = subject.map_or_else(OnceLock::new, OnceLock::from);
        let (began, stop) = (Instant::now(), Stop::default());
        Self { id, kind, began, subject, news, stop, verdict: Mutex::default(), alone }
    }

    pub(super) fn document(&self) -> Job {
        Job { id: self.id, kind: self.kind, subject: self.subject.get().copied(), phase: self.phase() }
    }

    pub(super) fn is_running(&self) -> bool {
        self.phase() == Phase::Running
    }

    /// Whether it runs, and is work.
    pub(super) fn works(&self) -> bool {
        self.kind.is_work() && self.is_running()
    }

    pub(super) fn listen(&self) -> watch::Receiver<Update> {
        // Who asks again and again is hardly ever there when somebody looks.
        *self.alone.lock().unwrap_or_else(PoisonError::into_inner) = None;
        self.news.subscribe()
    }

    pub(super) fn is_heard(&self) -> bool {
        self.news.receiver_count() > 0
    }

    pub(super) fn stop(&self) -> &Stop {
        &self.stop
    }

    /// Ends the job, and says why.
    pub(super) fn condemn(&self, why: Problem) {
        *self.verdict.lock().unwrap_or_else(PoisonError::into_inner) = Some(why);
        self.stop.press();
    }

    fn phase(&self) -> Phase {
        self.news.borrow().phase
    }

    fn tell(&self, phase: Phase, document: &impl Serialize) {
        let update = match serde_json::to_string(document) {
            Ok(text) => Update { phase, data: Some(text.into()) },
            // The documents of this crate can be written; if one cannot, its job has failed.
            Err(error) => {
                tracing::error!("job {}: {error}", self.id);
                Update { phase: Phase::Failed, data: None }
            }
        };
        self.news.send_replace(update);
    }
}

/// What the work of a job knows about it.
pub(crate) struct Worker {
    entry: Arc<Entry>,
    /// Its place among those that work at the same time; none if its work is to wait, or while it waits.
    place: Mutex<Option<OwnedSemaphorePermit>>,
}

/// How often a worker that waits for a place looks for one.
const ROUND: Duration = Duration::from_millis(10);

impl Worker {
    pub(super) fn new(entry: Arc<Entry>, place: Option<OwnedSemaphorePermit>) -> Self {
        Self { entry, place: Mutex::new(place) }
    }

    /// Waits for something, and leaves its place to another job meanwhile.
    ///
    /// # Errors
    /// If it is asked to end before there is a place again.
    pub(crate) fn wait<R>(&self, wait: impl FnOnce() -> R) -> Result<R, Problem> {
        let Some(place) = self.place().take() else { return Ok(wait()) };
        let places = Arc::clone(place.semaphore());
        drop(place);
        let result = wait();
        while !self.stop().pressed() {
            if let Ok(place) = Arc::clone(&places).try_acquire_owned() {
                *self.place() = Some(place);
                return Ok(result);
            }
            thread::sleep(ROUND);
        }
        Err(Problem::cancelled())
    }

    fn place(&self) -> MutexGuard<'_, Option<OwnedSemaphorePermit>> {
        self.place.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The button that is pressed when the job is to end.
    pub(crate) fn stop(&self) -> &Stop {
        &self.entry.stop
    }

    /// Says what the work is about, where that was not known when it began.
    pub(crate) fn concerns(&self, subject: i64) {
        // What it is about does not change.
        let _ = self.entry.subject.set(subject);
    }

    /// Tells whoever listens how far it is. Only the latest is kept for those who read slowly.
    pub(crate) fn progress(&self, document: &impl Serialize) {
        self.entry.tell(Phase::Running, document);
    }

    /// Works, and tells how it ended. A panic ends the job, not the server.
    pub(super) fn work<R: Serialize>(self, work: impl FnOnce(&Worker) -> Result<R, Problem>) {
        let result = catch_unwind(AssertUnwindSafe(|| work(&self))).unwrap_or_else(|panic| {
            Err(Problem::panicked(format_args!("job {}", self.entry.id), panic.as_ref()))
        });
        // Who hears that it is over can begin another one.
        drop(self.place().take());
        let verdict = self.entry.verdict.lock().unwrap_or_else(PoisonError::into_inner).take();
        match verdict.map_or(result, Err) {
            Ok(result) if self.stop().pressed() => self.entry.tell(Phase::Cancelled, &result),
            Ok(result) => self.entry.tell(Phase::Done, &result),
            Err(problem) if problem.is_cancelled() => {
                self.entry.news.send_replace(Update { phase: Phase::Cancelled, data: None });
            }
            Err(problem) => self.entry.tell(Phase::Failed, &problem),
        }
        // Who comes from now on has some time to ask for the result.
        *self.entry.alone.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }
}

/// The code of the problem that work ends with which was cancelled and has nothing to show.
const CANCELLED: &str = "cancelled";

impl Problem {
    /// The work was cancelled, and has nothing to show.
    pub(crate) fn cancelled() -> Self {
        Self::invalid(CANCELLED, "the work was cancelled")
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        self.code == CANCELLED
    }
}
