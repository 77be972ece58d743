//! Work that takes long: it tells of its progress, can be cancelled, and ends when nobody listens any more.

mod job;
mod lease;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

use axum::http::StatusCode;
use serde::Serialize;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

pub(crate) use job::{Job, Kind, Phase, Update, Worker};

use crate::Limits;
use crate::problem::Problem;
use job::Entry;

/// Threads of work that takes all it can get: all cores but one, which answers requests meanwhile.
pub(crate) fn threads() -> usize {
    thread::available_parallelism().map_or(1, |cores| cores.get().saturating_sub(1).max(1))
}

/// The jobs that run or ran a moment ago.
pub(crate) struct Jobs {
    entries: Mutex<Entries>,
    /// Of those that work at the same time each has one.
    places: Arc<Semaphore>,
    limits: Limits,
}

#[derive(Default)]
struct Entries {
    latest: u64,
    jobs: BTreeMap<u64, Arc<Entry>>,
}

impl Entries {
    /// The job that began last, of those that work and have not been asked to end.
    fn latest_working(&self) -> Option<&Arc<Entry>> {
        self.jobs.values().rev().find(|entry| entry.works() && !entry.stop().pressed())
    }

    /// A job with the next number, which is not among those that are known.
    fn next(&mut self, kind: Kind, subject: Option<i64>) -> Arc<Entry> {
        self.latest += 1;
        Arc::new(Entry::new(self.latest, kind, subject))
    }

    fn insert(&mut self, entry: Arc<Entry>) -> Job {
        let job = entry.document();
        self.jobs.insert(entry.id, entry);
        self.forget_oldest();
        job
    }

    fn running(&self, kind: Kind, subject: i64) -> Option<Job> {
        let mut jobs = self.jobs.values().filter(|entry| entry.is_running()).map(|entry| entry.document());
        jobs.find(|job| (job.kind, job.subject) == (kind, Some(subject)))
    }
}

/// Searches may recurse as deep as a game is long, and rules nest as deep as the parser lets them.
const STACK: usize = 256 << 20;

impl Jobs {
    /// No jobs; ends those that nobody listens to as long as it is there.
    ///
    /// # Errors
    /// If the thread that looks after them cannot be started.
    pub(crate) fn new(limits: Limits) -> std::io::Result<Arc<Self>> {
        let places = Arc::new(Semaphore::new(limits.jobs));
        let jobs = Arc::new(Self { entries: Mutex::default(), places, limits });
        lease::look_after(&jobs)?;
        Ok(jobs)
    }

    /// Begins to work, on a thread of its own. `subject` is what the work is about, such as the tournament of
    /// a comparison. If a job of the same kind works on the same subject already, that one is the answer,
    /// however many ask at once.
    ///
    /// # Errors
    /// If too many jobs are running.
    pub(crate) fn start<R: Serialize>(
        &self,
        kind: Kind,
        subject: Option<i64>,
        work: impl FnOnce(&Worker) -> Result<R, Problem> + Send + 'static,
    ) -> Result<Job, Problem> {
        let mut entries = self.entries();
        if let Some(job) = subject.and_then(|subject| entries.running(kind, subject)) {
            return Ok(job);
        }
        let place = if kind.is_work() { Some(self.place()?) } else { None };
        let entry = entries.next(kind, subject);
        let worker = Worker::new(Arc::clone(&entry), place);
        thread::Builder::new()
            .name(format!("job {}", entry.id))
            .stack_size(STACK)
            .spawn(move || worker.work(work))
            .map_err(Problem::internal)?;
        Ok(entries.insert(entry))
    }

    /// A job that has ended already, as its result is known.
    pub(crate) fn ended<R: Serialize>(&self, kind: Kind, result: Result<R, Problem>) -> Job {
        let mut entries = self.entries();
        let entry = entries.next(kind, None);
        Worker::new(Arc::clone(&entry), None).work(|_| result);
        entries.insert(entry)
    }

    fn place(&self) -> Result<OwnedSemaphorePermit, Problem> {
        Arc::clone(&self.places).try_acquire_owned().map_err(|_| {
            Problem::new(
                StatusCode::TOO_MANY_REQUESTS,
                "too-many-jobs",
                format!(
                    "{} jobs are running, which is the limit; cancel one, or wait until one ends",
                    self.limits.jobs
                ),
            )
        })
    }

    /// The job of this kind that is working on this subject.
    pub(crate) fn running(&self, kind: Kind, subject: i64) -> Option<Job> {
        self.entries().running(kind, subject)
    }

    /// All jobs that are known, the oldest first.
    pub(crate) fn list(&self) -> Vec<Job> {
        self.entries().jobs.values().map(|entry| entry.document()).collect()
    }

    /// What a job is doing, from now on: who holds this listens to it.
    ///
    /// # Errors
    /// If there is no such job, or it has been forgotten.
    pub(crate) fn listen(&self, id: u64) -> Result<tokio::sync::watch::Receiver<Update>, Problem> {
        self.get(id).map(|entry| entry.listen())
    }

    /// What is known about a job.
    ///
    /// # Errors
    /// If there is no such job, or it has been forgotten.
    pub(crate) fn document(&self, id: u64) -> Result<Job, Problem> {
        self.get(id).map(|entry| entry.document())
    }

    /// Asks a job to end; what it has done is told as soon as it has. A job that has ended stays as it is.
    ///
    /// # Errors
    /// If there is no such job, or it has been forgotten.
    pub(crate) fn cancel(&self, id: u64) -> Result<Job, Problem> {
        let entry = self.get(id)?;
        entry.stop().press();
        Ok(entry.document())
    }

    /// Asks all jobs to end.
    pub(crate) fn cancel_all(&self) {
        self.entries().jobs.values().for_each(|entry| entry.stop().press());
    }

    /// When the job began that began last, if any goes on.
    pub(crate) fn latest_began(&self) -> Option<Instant> {
        self.entries().latest_working().map(|entry| entry.began)
    }

    /// Ends the job that began last, and says why.
    pub(crate) fn condemn_latest(&self, why: &Problem) {
        if let Some(entry) = self.entries().latest_working() {
            tracing::warn!("job {} is ended: {}", entry.id, why.message);
            entry.condemn(why.clone());
        }
    }

    /// Whether any job is running.
    pub(crate) fn any_running(&self) -> bool {
        self.entries().jobs.values().any(|entry| entry.is_running())
    }

    fn get(&self, id: u64) -> Result<Arc<Entry>, Problem> {
        let known = self.entries().jobs.get(&id).cloned();
        known.ok_or_else(|| {
            Problem::missing("no-such-job", format!("there is no job {id}, or its result is no longer kept"))
        })
    }

    fn entries(&self) -> MutexGuard<'_, Entries> {
        // Nothing is left half done under this lock.
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests;
