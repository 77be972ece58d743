//! The matches of a tournament.

use ::arena::{Fixture, GameSource, Plan, Played, TournamentRun, Workers, WorkersError};
use pyo3::prelude::*;
use pyo3::types::PyList;
use serde::{Deserialize, Serialize};

use super::Assignment;
use super::files::{ReadArrays, Texts, arrays_of, large_files, spec_files, texts_of};
use super::station::Station;
use crate::error::error;
use crate::game::Game;
use crate::loaded::Loaded;
use crate::tournament::players_of;

/// What a worker is told of a tournament: all that its matches depend on, but players that are written
/// in Python.
#[derive(Serialize, Deserialize)]
struct Task {
    plan: Plan,
    /// The learned evaluations and tables of weights that players name.
    files: Texts,
}

/// The workers of a tournament: an object of Python that has the methods of [`Workers`], with fixtures as
/// pairs of numbers and results as the texts of a [`MatchWorker`].
pub(crate) struct PythonWorkers(Py<PyAny>);

impl PythonWorkers {
    /// Tells the workers what is to be played.
    pub(crate) fn begin(workers: &Bound<'_, PyAny>, game: &Loaded, plan: &Plan) -> PyResult<Self> {
        let task = Task { plan: plan.clone(), files: texts_of(&plan.files) };
        // Those that are custom have their files with them.
        let specs = plan.specs().map_err(error)?;
        let large = Plan::large_files_of(specs.iter().filter(|spec| !spec.is_custom()));
        workers.call_method1("begin", (Assignment::text(game, task)?, arrays_of(workers.py(), &large)?))?;
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
    /// `large` are the tablebases and policies that players name, `players` those that are no specs.
    #[new]
    fn new(
        py: Python<'_>,
        assignment: &str,
        large: ReadArrays<'_>,
        players: &Bound<'_, PyList>,
    ) -> PyResult<Self> {
        let (game, Task { plan, files }) = Assignment::read(py, assignment)?;
        let players: Vec<_> = players.iter().collect();
        let custom = Plan::custom_of(&players_of(&Game(game.clone()), &players)?);
        let plan = Plan { files: spec_files(files), large_files: large_files(py, large)?, custom, ..plan };
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
