use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use arena::{Evaluations, Fitting, Store, StoreError};
use axum::http::StatusCode;
use game::{Interrupt, Rules};
use learn::Learned;
use search::{LearnedFile, Spec, Stop, StopGuard};
use tokio::select;
use tokio::sync::broadcast;
use tokio::task::spawn_blocking;

use crate::games::{Games, Loaded};
use crate::jobs::Jobs;
use crate::peer::Peer;
use crate::places::Places;
use crate::problem::Problem;
use crate::{Limits, Settings, memory};

/// The longest that it is looked for what rules are known by.
const HASHING: Duration = Duration::from_secs(10);

/// How many requests that may take much memory are worked on at once.
const HEAVY: usize = 4;

/// What all requests share.
pub(crate) struct Laboratory {
    pub(crate) games: Games,
    pub(crate) jobs: Arc<Jobs>,
    pub(crate) limits: Limits,
    store: PathBuf,
    heavy: Arc<Places>,
    /// Tells the requests that may take much memory why they end.
    heavy_ends: broadcast::Sender<Problem>,
}

impl Laboratory {
    /// A laboratory, which keeps within its limits from now on.
    ///
    /// # Errors
    /// If the system gives it no thread.
    pub(crate) fn new(settings: &Settings) -> io::Result<Arc<Self>> {
        let Settings { limits, store, cache, .. } = settings;
        let laboratory = Arc::new(Self {
            games: Games::new(limits, cache.clone()),
            jobs: Jobs::new(*limits)?,
            limits: *limits,
            store: store.clone(),
            heavy: Places::new(HEAVY),
            heavy_ends: broadcast::Sender::new(1),
        });
        memory::look_after(&laboratory)?;
        Ok(laboratory)
    }

    /// Opens the store to write to it; it is created if it is not there.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub(crate) fn open_store(&self) -> Result<Store, Problem> {
        Store::open(&self.store).map_err(Problem::from)
    }

    /// What `read` finds in the store, see [`Store::reading`].
    ///
    /// # Errors
    /// If the store is not there yet or cannot be read, and those of `read`.
    pub(crate) fn read_store<T, E: From<StoreError>>(
        &self,
        read: impl Fn(&Store) -> Result<T, E>,
    ) -> Result<T, E> {
        Store::reading(&self.store, read)
    }

    /// What was learned of a game before, if one of the specs asks for that and the store has it. Of rules
    /// whose canonical form is not found soon, or until the button is pressed, the store has nothing.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub(crate) fn learned<'s>(
        &self,
        rules: &Rules,
        specs: impl IntoIterator<Item = &'s Spec>,
        stop: &Stop,
    ) -> Result<Option<LearnedFile>, Problem> {
        if specs.into_iter().any(Spec::asks_for_learned) {
            self.stored_evaluation(rules, stop)
        } else {
            Ok(None)
        }
    }

    /// The evaluation that the store has of a game, if its canonical form is found soon.
    fn stored_evaluation(&self, rules: &Rules, stop: &Stop) -> Result<Option<LearnedFile>, Problem> {
        let started = Instant::now();
        let go_on = || !stop.pressed() && started.elapsed() < HASHING;
        Ok(self.evaluations().of(rules, &Interrupt::unless(&go_on))?)
    }

    /// The evaluation by which positions of a game are evaluated: the one that was used before, or else the
    /// one that the store has.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub(crate) fn known_evaluation(
        &self,
        loaded: &Loaded,
        stop: &Stop,
    ) -> Result<Option<Arc<Learned>>, Problem> {
        if let Some(learned) = loaded.evaluation.get() {
            return Ok(Some(Arc::clone(learned)));
        }
        let stored = self.stored_evaluation(&loaded.rules, stop)?;
        Ok(stored.map(|file| Arc::clone(loaded.evaluation.get_or_init(|| Arc::clone(file.learned())))))
    }

    /// Keeps an evaluation that was learned of a game, by which its positions are evaluated from now on
    /// unless another one came before it; that is returned.
    pub(crate) fn keep_evaluation(&self, loaded: &Loaded, learned: Learned) -> Arc<Learned> {
        let learned = Arc::clone(loaded.evaluation.get_or_init(|| learned.into()));
        let own = Arc::clone(&learned);
        self.keep(loaded, move |evaluations| {
            evaluations.keep(&LearnedFile::new(&own.game, Learned::clone(&own)))
        });
        learned
    }

    fn evaluations(&self) -> Evaluations {
        Evaluations::Store(self.store.clone())
    }

    /// Keeps what was learned of a game to choose a strategy.
    pub(crate) fn keep_learned(&self, loaded: &Loaded, fitting: &Fitting) {
        if fitting.learned.is_some() {
            let fitting = fitting.clone();
            self.keep(loaded, move |evaluations| evaluations.keep_from(&fitting));
        }
    }

    /// Keeps what was learned of a built-in game. Another process may be writing, so nobody waits for it.
    fn keep(
        &self,
        loaded: &Loaded,
        keep: impl FnOnce(&Evaluations) -> Result<bool, StoreError> + Send + 'static,
    ) {
        if !loaded.is_built_in() {
            return;
        }
        let evaluations = self.evaluations();
        thread::spawn(move || {
            if let Err(error) = keep(&evaluations) {
                tracing::warn!("what was learned is not kept: {error}");
            }
        });
    }

    /// Does work that takes longer than a client's thread may be kept, but not long enough for a job.
    ///
    /// # Errors
    /// That of the work.
    pub(crate) async fn work<R: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&Laboratory) -> Result<R, Problem> + Send + 'static,
    ) -> Result<R, Problem> {
        self.work_while(|laboratory, _| work(laboratory)).await
    }

    /// Does [`work`](Self::work), and presses the button when nobody waits for it any more: the client has
    /// gone, or its time is over.
    ///
    /// # Errors
    /// That of the work.
    pub(crate) async fn work_while<R: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&Laboratory, &Stop) -> Result<R, Problem> + Send + 'static,
    ) -> Result<R, Problem> {
        let laboratory = Arc::clone(self);
        let waiting = StopGuard(Stop::default());
        let stop = waiting.0.clone();
        spawn_blocking(move || work(&laboratory, &stop)).await.map_err(Problem::internal)?
    }

    /// Does [`work_while`](Self::work_while) that may take much memory. It waits for one of few places, which
    /// clients share, and is ended before jobs when the process takes too much.
    ///
    /// # Errors
    /// That of the work, or why it was ended.
    pub(crate) async fn work_heavily<R: Send + 'static>(
        self: &Arc<Self>,
        client: Peer,
        work: impl FnOnce(&Laboratory, &Stop) -> Result<R, Problem> + Send + 'static,
    ) -> Result<R, Problem> {
        let place = self.heavy.wait(client).await;
        let mut ends = self.heavy_ends.subscribe();
        let work = self.work_while(move |laboratory, stop| {
            // Its memory is taken until the work ends, whoever waits for it.
            let _place = place;
            work(laboratory, stop)
        });
        select! {
            result = work => result,
            Ok(why) = ends.recv() => Err(why),
        }
    }

    /// Ends the requests that take much memory, and says whether there are any.
    pub(crate) fn end_heavy(&self, why: Problem) -> bool {
        self.heavy_ends.send(why).is_ok()
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Missing { .. } => Self::missing("not-in-store", "no tournament has been played yet"),
            StoreError::NoSuchTournament(_) | StoreError::NoSuchMatch(_) => {
                Self::missing("not-in-store", error.to_string())
            }
            _ => Self::new(StatusCode::CONFLICT, "store", error.to_string()),
        }
    }
}
