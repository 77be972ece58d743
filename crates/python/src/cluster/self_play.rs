//! The games that an evaluation is learned from.

use ::learn::{Actors, ActorsError, Episode, LearnOptions, Learned};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use search::Stop;
use serde::{Deserialize, Serialize};

use super::Assignment;
use super::station::Station;
use crate::learn::learner;
use crate::loaded::Loaded;

/// What a worker is told of a learner: all that features are chosen by.
#[derive(Serialize, Deserialize)]
struct Task {
    options: LearnOptions,
    /// The text of the evaluation that it begins with.
    begin_with: Option<String>,
}

/// The actors of a learner: an object of Python that hands out shares (`hand_out`, with the weights as bytes
/// and a seed for each), and gives those that have come in as numbers with the texts of a [`SelfPlayWorker`]
/// (`finished`, after a moment without any if there are none).
pub(crate) struct PythonActors(Py<PyAny>);

impl PythonActors {
    /// Tells the actors what is to be played.
    pub(crate) fn begin(
        actors: &Bound<'_, PyAny>,
        game: &Loaded,
        options: LearnOptions,
        begin_with: Option<&Learned>,
    ) -> PyResult<Self> {
        let task = Task { options, begin_with: begin_with.map(Learned::to_text) };
        actors.call_method1("begin", (Assignment::text(game, task)?,))?;
        Ok(Self(actors.clone().unbind()))
    }
}

impl Actors for PythonActors {
    fn play(
        &mut self,
        weights: &[f32],
        seeds: &[u64],
        go_on: &dyn Fn() -> bool,
    ) -> Result<Vec<Vec<Episode>>, ActorsError> {
        let bytes: Vec<u8> = weights.iter().flat_map(|weight| weight.to_le_bytes()).collect();
        Python::attach(|py| self.0.call_method1(py, "hand_out", (PyBytes::new(py, &bytes), seeds)))?;
        let mut shares: Vec<Option<Vec<Episode>>> = vec![None; seeds.len()];
        while go_on() && shares.iter().any(Option::is_none) {
            let finished: Vec<(usize, String)> =
                Python::attach(|py| self.0.call_method0(py, "finished")?.extract(py))?;
            for (place, text) in finished {
                shares[place] = Some(serde_json::from_str(&text)?);
            }
        }
        Ok(shares.into_iter().flatten().collect())
    }
}

/// Plays games of a learner in another process.
#[pyclass(frozen, module = "spielbaum._spielbaum")]
pub(crate) struct SelfPlayWorker(Station<(Vec<f32>, u64)>);

#[pymethods]
impl SelfPlayWorker {
    #[new]
    fn new(py: Python<'_>, assignment: &str) -> PyResult<Self> {
        let (game, Task { options, begin_with }) = Assignment::read(py, assignment)?;
        let station = Station::open(py, move |stop: &Stop, requests| {
            let begin_with = begin_with.map(|text| Learned::from_text(&text));
            let begin_with = begin_with.transpose().map_err(|problem| problem.to_string())?;
            let learner = learner(&game.rules, options, begin_with.as_ref(), &|| !stop.pressed());
            let mut learner = learner.map_err(|failure| failure.to_string())?;
            requests.answer(|(weights, seed): (Vec<f32>, u64)| {
                learner.set_weights(&weights).map_err(|failure| failure.to_string())?;
                let games = learner.play_share(seed, &|| !stop.pressed());
                serde_json::to_string(&games).map_err(|failure| failure.to_string())
            });
            Ok(())
        })?;
        Ok(Self(station))
    }

    /// Plays a share by these weights, and gives the games as text.
    fn work(&self, py: Python<'_>, weights: &[u8], seed: u64) -> PyResult<String> {
        let (weights, _) = weights.as_chunks::<4>();
        self.0.ask(py, (weights.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect(), seed))
    }
}
