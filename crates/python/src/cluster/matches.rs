//! The matches of a tournament.

use ::arena::{Fixture, GameSource, Plan, Played, TournamentRun, Workers, WorkersError};
use pyo3::prelude::*;
use pyo3::types::PyList;
use search::SpecFile;
use serde::{Deserialize, Serialize};

use super::Assignment;
use super::station::Station;
use crate::game::{Game, Loaded};
use crate::tournament::players_of;

/// What a worker is told of a tournament: all that its matches depend on, but players that are written in Python.
#[derive(Serialize, Deserialize)]
struct Task {
    plan: Plan,
    /// The files that players name: path and content.
    files: Vec<(String, String)>,
}

/// The workers of a tournament: an object of Python that has the methods of [`Workers`], with fixtures as pairs of numbers and results as the texts of a [`MatchWorker`].
pub(crate) struct PythonWorkers(Py<PyAny>);

impl PythonWorkers {
    /// Tells the workers what is to be played.
    pub(crate) fn begin(workers: &Bound<'_, PyAny>, game: &Loaded, plan: &Plan) -> PyResult<Self> {
        let files = plan.files.iter().map(|file| (file.path().to_owned(), file.content().to_owned()));
        let task = Task { plan: plan.clone(), files: files.collect() };
        workers.call_method1("begin", (Assignment::text(game, task)?,))?;
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

/// Plays matches of a tournament that another process runs.
#[pyclass(frozen, module = "spielbaum._spielbaum")]
pub(crate) struct MatchWorker(Station<Vec<Fixture>>);

#[pymethods]
impl MatchWorker {
    /// `players` are those that are no specs.
    #[new]
    fn new(py: Python<'_>, assignment: &str, players: &Bound<'_, PyList>) -> PyResult<Self> {
        let (game, Task { plan, files }) = Assignment::read(py, assignment)?;
        let players: Vec<_> = players.iter().collect();
        let custom = Plan::custom_of(&players_of(&Game(game.clone()), &players)?);
        let files = files.into_iter().map(|(path, content)| SpecFile::new(path, content)).collect();
        let plan = Plan { files, custom, ..plan };
        let station = Station::open(py, move |stop, requests| {
            let source = GameSource {
                name: &game.title,
                text: game.rules.source().text(),
                rules: &game.rules,
                learned: None,
            };
            let run = TournamentRun::of_plan(source, plan, stop).map_err(|failure| failure.to_string())?;
            requests.answer(|fixtures: Vec<Fixture>| {
                let played = run.play_matches(&fixtures, stop).map_err(|failure| failure.to_string())?;
                serde_json::to_string(&played).map_err(|failure| failure.to_string())
            });
            Ok(())
        })?;
        Ok(Self(station))
    }

    /// Plays matches, and gives their results as text.
    fn work(&self, py: Python<'_>, fixtures: Vec<(u64, u32)>) -> PyResult<String> {
        self.0.ask(py, fixtures.into_iter().map(|(pairing, index)| Fixture { pairing, index }).collect())
    }
}
