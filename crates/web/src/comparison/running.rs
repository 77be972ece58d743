use std::time::{Duration, Instant};

use arena::{
    GameSource, PreparationError, Progress, ResumeError, Store, Table, TournamentError, TournamentLimits,
    TournamentObserver, TournamentRun, TournamentTask,
};
use axum::http::StatusCode;

use super::{Comparison, ComparisonProgress, ComparisonRequest, game};
use crate::games::GameRef;
use crate::jobs::{self, Worker};
use crate::laboratory::Laboratory;
use crate::peer::Peer;
use crate::problem::Problem;

/// Time between two tables that a page is shown.
const INTERVAL: Duration = Duration::from_millis(100);

/// To make tables takes at most one part of so many of the time.
const SHARE: u32 = 20;

/// A tournament that is to be played, and its game.
pub(crate) struct Work {
    game: GameRef,
    task: TournamentTask,
}

impl Work {
    /// The tournament that is asked for.
    ///
    /// # Errors
    /// If the request is wrong, as far as it can be told without the game.
    pub(crate) fn new(request: &ComparisonRequest) -> Result<Self, Problem> {
        Ok(Self { game: request.game.clone(), task: TournamentTask::New(request.options()?) })
    }

    /// What is left to play of a tournament of the store.
    ///
    /// # Errors
    /// If there is no such tournament, or it cannot go on.
    pub(crate) fn rest(store: &Store, id: i64) -> Result<Self, Problem> {
        let tournament = store.resumable(id)?;
        let game = game(&tournament.plan, tournament.rules.clone());
        Ok(Self { game, task: TournamentTask::Resume(tournament) })
    }
}

/// Plays a tournament, and keeps every match in the store; what has been played when the job is cancelled
/// stays there.
///
/// # Errors
/// If the game or the plan is wrong, or the store cannot be written.
pub(crate) fn run(
    laboratory: &Laboratory,
    client: Peer,
    work: Work,
    worker: &Worker,
) -> Result<Comparison, Problem> {
    let stop = worker.stop();
    let ticket = laboratory.games.ask(client, &work.game)?;
    let loaded = worker.wait(|| ticket.ready_while(&|| !stop.pressed(), |_| ()))??;
    let learned = laboratory.learned(&loaded.rules, work.task.players(), stop)?;
    let source = GameSource {
        name: &loaded.name,
        text: loaded.sheet.source().text(),
        rules: &loaded.rules,
        learned: learned.as_ref(),
    };
    let run = TournamentRun::prepare(source, work.task, &TournamentLimits::SERVER, stop)?;
    let mut remarks = run.remarks().to_vec();
    run.fittings().iter().for_each(|fitting| laboratory.keep_learned(&loaded, fitting));
    let mut store = laboratory.open_store()?;
    let mut reporter = Reporter::new(worker, &remarks);
    let result = run.play(Some(&mut store), jobs::threads(), stop, &mut reporter)?;
    let id = result.id.ok_or_else(|| Problem::internal("a tournament was played and not recorded"))?;
    remarks.extend(result.remark);
    let mut comparison = Comparison::of(&store, id)?;
    comparison.remarks.splice(0..0, remarks);
    Ok(comparison)
}

/// Tells the listeners of a job how far its tournament is, from time to time.
struct Reporter<'r> {
    worker: &'r Worker,
    remarks: &'r [String],
    id: i64,
    began: Instant,
    next: Instant,
    played: u64,
}

impl<'r> Reporter<'r> {
    fn new(worker: &'r Worker, remarks: &'r [String]) -> Self {
        let now = Instant::now();
        Self { worker, remarks, id: 0, began: now, next: now, played: 0 }
    }
}

impl TournamentObserver for Reporter<'_> {
    fn recording(&mut self, id: i64) {
        self.id = id;
        self.worker.concerns(id);
    }

    fn progress(&mut self, progress: &Progress<'_>, table: &dyn Fn() -> Table) {
        self.played += progress.fresh.len() as u64;
        let before = Instant::now();
        if before < self.next {
            return;
        }
        self.worker.progress(&ComparisonProgress {
            id: self.id,
            done: progress.done,
            most: progress.most,
            played: self.played,
            seconds: self.began.elapsed().as_secs_f64(),
            table: table(),
            remarks: self.remarks.to_vec(),
        });
        self.next = Instant::now() + INTERVAL.max(before.elapsed() * SHARE);
    }
}

impl From<ResumeError> for Problem {
    fn from(error: ResumeError) -> Self {
        match error {
            ResumeError::Store(error) => error.into(),
            error => Self::new(StatusCode::CONFLICT, "not-resumable", error.to_string()),
        }
    }
}

impl From<PreparationError> for Problem {
    fn from(error: PreparationError) -> Self {
        let code = match error {
            PreparationError::Options(_) => "out-of-range",
            PreparationError::Game(_) => "limits",
            PreparationError::Plan(_) | PreparationError::SameChoice { .. } => "plan",
            PreparationError::Unsuited(_) => "unsuited",
            PreparationError::TooManyPairings { .. } | PreparationError::TooManyGames { .. } => "too-many",
            PreparationError::Stopped => return Self::cancelled(),
        };
        Self::invalid(code, error.to_string())
    }
}

impl From<TournamentError> for Problem {
    fn from(error: TournamentError) -> Self {
        match error {
            TournamentError::Store(error) => error.into(),
            error => Self::invalid("match", error.to_string()),
        }
    }
}
