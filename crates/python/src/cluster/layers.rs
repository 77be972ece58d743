//! The layers of a state space.

use ::solve::{ExpandedPart, Expanders, ExpandersError, LayerCount, expand_part};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::Assignment;
use super::station::Station;
use crate::loaded::Loaded;

/// What a [`LayerWorker`] finds: states, terminal states, joint moves, and the bytes of the states
/// that follow.
type Found = (u64, u64, u64, Vec<u8>);

/// Those who expand states for a count or a solution: an object of Python that says how large a part is
/// (`part`) and how many it would take now (`room`), hands out parts (`hand_out`, with the number and the
/// bytes of one), and gives what [`LayerWorker`]s have found of those that have come in, of each once
/// (`finished`, after a moment without any if there are none).
pub(crate) struct PythonExpanders {
    object: Py<PyAny>,
    part: usize,
}

impl PythonExpanders {
    /// Tells the workers which game it is.
    pub(crate) fn begin(expanders: &Bound<'_, PyAny>, game: &Loaded) -> PyResult<Self> {
        expanders.call_method1("begin", (Assignment::text(game, ())?,))?;
        Ok(Self { object: expanders.clone().unbind(), part: expanders.getattr("part")?.extract()? })
    }
}

impl Expanders for PythonExpanders {
    fn part(&self) -> usize {
        self.part
    }

    fn expand(
        &mut self,
        parts: &[&[u64]],
        take: &mut dyn FnMut(Option<ExpandedPart>) -> bool,
    ) -> Result<(), ExpandersError> {
        // A large layer is not handed out at once, which would take its memory again, and more in the
        // object store.
        let mut waiting = parts.iter().enumerate();
        let mut left = parts.len();
        while left > 0 {
            let finished: Vec<Found> = Python::attach(|py| {
                let room: usize = self.object.call_method0(py, "room")?.extract(py)?;
                for (number, states) in waiting.by_ref().take(room) {
                    let states = PyBytes::new(py, &to_bytes(states));
                    self.object.call_method1(py, "hand_out", (number, states))?;
                }
                self.object.call_method0(py, "finished")?.extract(py)
            })?;
            if !take(None) {
                break;
            }
            left -= finished.len();
            for (states, terminal, joint_moves, bytes) in finished {
                let count = LayerCount { states, terminal, joint_moves };
                if !take(Some(ExpandedPart { count, states: from_bytes(&bytes) })) {
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}

/// Expands parts of layers in another process.
#[pyclass(frozen, module = "spielbaum._spielbaum")]
pub(crate) struct LayerWorker(Station<Vec<u64>, ExpandedPart>);

#[pymethods]
impl LayerWorker {
    #[new]
    fn new(py: Python<'_>, assignment: &str) -> PyResult<Self> {
        let (game, ()) = Assignment::read(py, assignment)?;
        let station = Station::open(py, move |stop, requests| {
            requests.answer(|states: Vec<u64>| {
                expand_part(&game.rules, &states, stop).map_err(|failure| failure.to_string())
            });
            Ok(())
        })?;
        Ok(Self(station))
    }

    /// Expands states.
    fn work<'py>(&self, py: Python<'py>, states: &[u8]) -> PyResult<(u64, u64, u64, Bound<'py, PyBytes>)> {
        let ExpandedPart { count, states } = self.0.ask(py, from_bytes(states))?;
        let LayerCount { states: expanded, terminal, joint_moves } = count;
        Ok((expanded, terminal, joint_moves, PyBytes::new(py, &to_bytes(&states))))
    }
}

fn to_bytes(words: &[u64]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn from_bytes(bytes: &[u8]) -> Vec<u64> {
    let (words, _) = bytes.as_chunks::<8>();
    words.iter().map(|&word| u64::from_le_bytes(word)).collect()
}
