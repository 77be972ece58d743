//! The two ends of a tournament whose matches are played by other processes: the workers of the one that runs it, and a worker.

use std::sync::mpsc::{self, Sender};
use std::thread;

use ::arena::{Fixture, GameSource, Plan, Played, TournamentRun, Workers, WorkersError};
use ::game::game_from_text;
use pyo3::prelude::*;
use pyo3::types::PyList;
use search::{SpecFile, Stop};
use serde::{Deserialize, Serialize};

use crate::error::{error, load_error};
use crate::game::{Game, Loaded};
use crate::interrupt::interruptible;
use crate::tournament::players_of;

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What a worker is told of a tournament: all that its matches depend on, but players that are written in Python.
#[derive(Serialize, Deserialize)]
struct Assignment {
    /// The version of the package: another plays otherwise.
    version: String,
    name: String,
    rules: String,
    plan: Plan,
    /// The files that players name: path and content.
    files: Vec<(String, String)>,
}

/// The workers of a tournament: an object of Python that has the methods of [`Workers`], with fixtures as pairs of numbers and results as the texts of a [`Worker`].
pub(crate) struct PythonWorkers(Py<PyAny>);

impl PythonWorkers {
    /// Tells the workers what is to be played.
    pub(crate) fn begin(workers: &Bound<'_, PyAny>, source: GameSource<'_>, plan: &Plan) -> PyResult<Self> {
        let files = plan.files.iter().map(|file| (file.path().to_owned(), file.content().to_owned()));
        let assignment = Assignment {
            version: VERSION.to_owned(),
            name: source.name.to_owned(),
            rules: source.text.to_owned(),
            plan: plan.clone(),
            files: files.collect(),
        };
        workers.call_method1("begin", (serde_json::to_string(&assignment).map_err(error)?,))?;
        Ok(Self(workers.clone().unbind()))
    }
}

impl Workers for PythonWorkers {
    fn free(&self) -> Result<usize, WorkersError> {
        Ok(Python::attach(|py| self.0.call_method0(py, "free")?.extract(py))?)
    }

    fn play(&mut self, fixtures: Vec<Fixture>) -> Result<(), WorkersError> {
        let fixtures: Vec<(u64, u32)> =
            fixtures.into_iter().map(|fixture| (fixture.pairing, fixture.index)).collect();
        Python::attach(|py| self.0.call_method1(py, "play", (fixtures,)))?;
        Ok(())
    }

    fn finished(&mut self) -> Result<Vec<Played>, WorkersError> {
        let texts: Vec<String> = Python::attach(|py| self.0.call_method0(py, "finished")?.extract(py))?;
        let mut all = Vec::new();
        for text in texts {
            all.extend(serde_json::from_str::<Vec<Played>>(&text)?);
        }
        Ok(all)
    }
}

/// Plays matches of a tournament that another process runs, on a thread of its own that has the game ready.
#[pyclass(frozen, module = "spielbaum._spielbaum")]
pub(crate) struct Worker {
    /// Each request with where its answer goes.
    requests: Sender<(Vec<Fixture>, Sender<Result<String, String>>)>,
    stop: Stop,
}

#[pymethods]
impl Worker {
    /// `players` are those that are no specs.
    #[new]
    fn new(py: Python<'_>, assignment: &str, players: &Bound<'_, PyList>) -> PyResult<Self> {
        let assignment: Assignment = serde_json::from_str(assignment).map_err(error)?;
        let Assignment { version, name, rules, plan, files } = assignment;
        if version != VERSION {
            return Err(error(format_args!(
                "the tournament is run by spielbaum {version} and this worker has {VERSION}; install the same version on all machines"
            )));
        }
        let stop = Stop::default();
        let loaded = interruptible(py, &stop, || game_from_text(&rules))?;
        let loaded = Loaded::new(name, loaded.map_err(|failure| load_error(py, failure))?)?;
        let players: Vec<_> = players.iter().collect();
        let custom = Plan::custom_of(&players_of(&Game(loaded.clone()), &players)?);
        let files = files.into_iter().map(|(path, content)| SpecFile::new(path, content)).collect();
        let plan = Plan { files, custom, ..plan };
        let (requests, incoming) = mpsc::channel::<(Vec<Fixture>, Sender<Result<String, String>>)>();
        let (ready, prepared) = mpsc::channel();
        let button = stop.clone();
        let work = move || {
            let source = GameSource {
                name: &loaded.title,
                text: loaded.rules.source().text(),
                rules: &loaded.rules,
                learned: None,
            };
            let run = match TournamentRun::of_plan(source, plan, &button) {
                Ok(run) => run,
                Err(failure) => return drop(ready.send(Err(failure.to_string()))),
            };
            // Whoever waits may have been interrupted, and then nobody listens.
            let _ = ready.send(Ok(()));
            for (fixtures, answer) in incoming {
                let played = run.play_matches(&fixtures, &button).map_err(|failure| failure.to_string());
                let text =
                    played.and_then(|played| serde_json::to_string(&played).map_err(|e| e.to_string()));
                let _ = answer.send(text);
            }
        };
        thread::Builder::new().name("matches".to_owned()).spawn(work).map_err(error)?;
        let prepared = interruptible(py, &stop, move || prepared.recv())?;
        prepared.map_err(|_| error(FAILED))?.map_err(error)?;
        Ok(Self { requests, stop })
    }

    /// Plays matches, and gives their results as text.
    fn play(&self, py: Python<'_>, fixtures: Vec<(u64, u32)>) -> PyResult<String> {
        let fixtures = fixtures.into_iter().map(|(pairing, index)| Fixture { pairing, index }).collect();
        let (sender, answer) = mpsc::channel();
        self.requests.send((fixtures, sender)).map_err(|_| error(FAILED))?;
        let text = interruptible(py, &self.stop, move || answer.recv())?;
        text.map_err(|_| error(FAILED))?.map_err(error)
    }
}

const FAILED: &str = "a worker failed, which is a fault of Spielbaum";
