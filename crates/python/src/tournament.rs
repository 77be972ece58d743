use std::path::PathBuf;

use ::arena::{
    Evaluations, Fixture, GameSource, OutOfRange, Outcome, Plan, Progress, ResumableTournament, Sprt,
    SprtError, SprtParameters, Store, StoreError, Table, TournamentError, TournamentLimits,
    TournamentObserver, TournamentOptions, TournamentResult, TournamentRun, TournamentTask, UnreadOptions,
    Workforce,
};
use ::game::Interrupt;
use pyo3::prelude::*;
use search::{Spec, Stop};

use crate::cluster::PythonWorkers;
use crate::document::document;
use crate::error::{error, raised};
use crate::game::Game;
use crate::interrupt::{interruptible, watched};
use crate::loaded::{HASHING, Loaded};
use crate::player;
use crate::progress::HowFar;

/// What a run came to, for `spielbaum.Tournament`, which shows it.
#[pyclass(frozen, get_all, module = "spielbaum._spielbaum")]
pub(crate) struct Run {
    /// The document of `spielbaum arena --json`.
    document: Py<PyAny>,
    /// The number of the tournament in the store; none if it is not kept.
    id: Option<i64>,
    /// What people should know.
    remarks: Vec<String>,
    /// The matches that a player has forfeited in this run, in the order of play: the players, the number of
    /// the one that forfeited among them, and what it did.
    forfeits: Vec<(Vec<String>, usize, String)>,
    /// What has ended the run early: `KeyboardInterrupt`, or the exception of `progress`.
    interrupted: Option<Py<PyAny>>,
}

/// The file of the user's own store, that of the program; none without a home directory.
#[pyfunction]
pub(crate) fn store_file() -> Option<PathBuf> {
    Store::users_file()
}

/// The specs of a text that has commas between them.
#[pyfunction]
pub(crate) fn specs(text: &str) -> PyResult<Vec<String>> {
    Ok(Spec::list(text).map_err(error)?.iter().map(Spec::to_string).collect())
}

/// The specs of one in which braces list what a place of it takes in turn: `sweep("uct(playouts={16,64})")`
/// gives two. With more braces there is one for each combination, the last changing fastest.
///
/// In a tournament: `arena(game, ["flat-mc", *sweep("uct(playouts={16,64,256})")], schedule="gauntlet",
/// champions=1)`.
#[pyfunction]
pub(crate) fn sweep(spec: &str) -> PyResult<Vec<String>> {
    Ok(Spec::sweep(spec).map_err(error)?.iter().map(Spec::to_string).collect())
}

/// Plays a new tournament. `options` is the JSON document of the options but the players. `workers` play it,
/// if there are any, else threads do.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "they are what Python says")]
pub(crate) fn play(
    py: Python<'_>,
    game: &Game,
    players: Option<Vec<Bound<'_, PyAny>>>,
    options: &str,
    store: Option<PathBuf>,
    threads: usize,
    progress: Option<Bound<'_, PyAny>>,
    workers: Option<Bound<'_, PyAny>>,
) -> PyResult<Run> {
    let options: UnreadOptions = serde_json::from_str(options).map_err(|failure| {
        // The place in the document is not one that people know.
        error(failure.to_string().split(" at line ").next().unwrap_or_default())
    })?;
    let options = options.read(|text: String| text.parse::<Spec>().map_err(error), sprt)?;
    options.check(&TournamentLimits::LOCAL).map_err(out_of_range)?;
    let players = players.map(|players| players_of(game, &players)).transpose()?;
    let task = TournamentTask::New(TournamentOptions { players, ..options });
    let store = store.map(|path| Store::open(path).map_err(error)).transpose()?;
    run(py, game, task, store, threads, progress, workers)
}

/// Plays what is left of a tournament of a store. `players` are those that are no specs.
#[pyfunction]
pub(crate) fn go_on(
    py: Python<'_>,
    id: i64,
    players: Vec<Bound<'_, PyAny>>,
    store: PathBuf,
    threads: usize,
    progress: Option<Bound<'_, PyAny>>,
    workers: Option<Bound<'_, PyAny>>,
) -> PyResult<Run> {
    if !store.exists() {
        return Err(error(StoreError::Missing { path: store }));
    }
    let store = Store::open(store).map_err(error)?;
    let tournament = store.resumable(id).map_err(error)?;
    let (rules, name) = (tournament.rules.clone(), tournament.plan.game.clone());
    let game = Game(Loaded::load(py, name, None, |loader, interrupt| {
        loader.game_from_text_while(&rules, interrupt)
    })?);
    let custom = Plan::custom_of(&players_of(&game, &players)?);
    let plan = Plan { custom, ..tournament.plan };
    let task = TournamentTask::Resume(ResumableTournament { plan, ..tournament });
    run(py, &game, task, Some(store), threads, progress, workers)
}

pub(crate) fn players_of(game: &Game, players: &[Bound<'_, PyAny>]) -> PyResult<Vec<Spec>> {
    players.iter().map(|player| player::player(&game.0, player)).collect()
}

/// An option that is out of its range, by its name in Python.
fn out_of_range(OutOfRange { option, range }: OutOfRange) -> PyErr {
    let option = match option {
        "opening_plies" => "openings",
        "move_seconds" => "time",
        "forfeit_seconds" => "forfeit_after",
        same => same,
    };
    error(format_args!("`{option}` takes {range}"))
}

fn sprt(parameters: SprtParameters) -> PyResult<Sprt> {
    Sprt::try_from(parameters).map_err(|failure: SprtError| error(failure))
}

/// Plays, and tells the progress as two numbers: how many matches there are, and how many there will be
/// at most.
fn run(
    py: Python<'_>,
    game: &Game,
    task: TournamentTask,
    mut store: Option<Store>,
    threads: usize,
    progress: Option<Bound<'_, PyAny>>,
    workers: Option<Bound<'_, PyAny>>,
) -> PyResult<Run> {
    let Loaded { title, rules, .. } = &*game.0;
    let stop = Stop::default();
    let evaluations = match &store {
        Some(store) if task.players().iter().any(Spec::asks_for_learned) => {
            Evaluations::Store(store.path().to_owned())
        }
        _ => Evaluations::Nowhere,
    };
    let learned = interruptible(py, &stop, || evaluations.of(rules, &Interrupt::after(HASHING)))?;
    let learned = learned.map_err(error)?;
    let source = GameSource { name: title, text: rules.source().text(), rules, learned: learned.as_ref() };
    let prepared =
        interruptible(py, &stop, || TournamentRun::prepare(source, task, &TournamentLimits::LOCAL, &stop))?;
    let prepared = prepared.map_err(error)?;
    let mut remarks = prepared.remarks().to_vec();
    let plan = prepared.plan().clone();
    let far = HowFar::default();
    let most = plan.matches().unwrap_or(0);
    far.set(0, most);
    let mut watcher = Watcher { far: &far, most, id: None, forfeits: Vec::new(), lost: None };
    let tell = |_: Python<'_>| far.tell(progress.as_ref());
    let mut workers = workers.map(|workers| PythonWorkers::begin(&workers, &game.0, &plan)).transpose()?;
    let workforce = match &mut workers {
        Some(workers) => Workforce::Workers(workers),
        None => Workforce::Threads(threads),
    };
    let work = || prepared.play_on(workforce, store.as_mut(), &stop, &mut watcher);
    let (played, interrupted) = watched(py, &stop, work, tell)?;
    let Watcher { id, mut forfeits, lost, .. } = watcher;
    let result = match (played, interrupted) {
        (Ok(result), interrupted) => (result, interrupted),
        (Err(_), Some(interrupted)) => return Err(interrupted),
        (Err(TournamentError::Workers(failure)), None) => {
            return Err(raised(failure));
        }
        (Err(failure), None) => return Err(error(failure)),
    };
    let (TournamentResult { table, remark, .. }, interrupted) = result;
    remarks.extend(remark);
    remarks.extend(lost.iter().map(|why| format!("the matches from some time on are not kept: {why}")));
    remarks.extend(store.iter().flat_map(Store::warnings));
    forfeits.sort_by_key(|forfeit| (forfeit.fixture.index, forfeit.fixture.pairing));
    let told = |Forfeit { fixture, seat, foul }| {
        let players = plan.seats(fixture.pairing).into_iter().map(|player| plan.players[player].clone());
        (players.collect(), seat, foul)
    };
    Ok(Run {
        document: document(py, &table)?.unbind(),
        id: id.filter(|_| lost.is_none()),
        remarks,
        forfeits: forfeits.into_iter().map(told).collect(),
        interrupted: interrupted.map(|error| error.into_value(py).into_any()),
    })
}

/// A match that a player has forfeited.
struct Forfeit {
    fixture: Fixture,
    /// The number of the player among those of the match.
    seat: usize,
    foul: String,
}

/// Notes how far a tournament is. A store that fails does not end it: the table is worth more than
/// its record.
struct Watcher<'d> {
    far: &'d HowFar,
    most: u64,
    id: Option<i64>,
    forfeits: Vec<Forfeit>,
    /// Why the tournament is not recorded.
    lost: Option<StoreError>,
}

impl TournamentObserver for Watcher<'_> {
    fn recording(&mut self, id: i64) {
        self.id = Some(id);
    }

    fn progress(&mut self, progress: &Progress<'_>, _table: &dyn Fn() -> Table) {
        self.far.set(progress.done, self.most);
        self.forfeits.retain(|forfeit| !progress.withdrawn.contains(&forfeit.fixture));
        self.forfeits.extend(progress.fresh.iter().filter_map(|played| match &played.record.outcome {
            Outcome::Forfeit { role, foul } => {
                Some(Forfeit { fixture: played.fixture, seat: *role, foul: foul.clone() })
            }
            _ => None,
        }));
    }

    fn unrecorded(&mut self, error: StoreError) -> Result<(), StoreError> {
        self.lost = Some(error);
        Ok(())
    }
}
