//! Work that other processes share: what the one that directs is given for workers, and what a worker is.
//! `spielbaum.ray` has the tasks of Ray between the two.
//!
//! A worker is told once, by an assignment as text, what all of its work depends on. It keeps that ready on a
//! thread of its own (`station.rs`), as a game that is borrowed cannot be part of an object of Python.

mod files;
mod layers;
mod matches;
mod self_play;
mod station;

use std::sync::Arc;

use pyo3::prelude::*;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::error::error;
use crate::loaded::Loaded;

pub(crate) use files::{Arrays, ReadArrays, Texts, arrays_of, large_files, spec_files, texts_of};
pub(crate) use layers::{LayerWorker, PythonExpanders};
pub(crate) use matches::{MatchWorker, PythonWorkers};
pub(crate) use self_play::{PythonActors, SelfPlayWorker};

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What a worker is told once: the game, and a task.
#[derive(Serialize, Deserialize)]
struct Assignment<T> {
    /// The version of the package: another might play otherwise.
    version: String,
    name: String,
    rules: String,
    task: T,
}

impl<T: Serialize> Assignment<T> {
    /// The text for workers.
    fn text(game: &Loaded, task: T) -> PyResult<String> {
        let assignment = Self {
            version: VERSION.to_owned(),
            name: game.title.clone(),
            rules: game.rules.source().text().to_owned(),
            task,
        };
        serde_json::to_string(&assignment).map_err(error)
    }
}

impl<T: DeserializeOwned> Assignment<T> {
    /// The game, compiled, and the task.
    fn read(py: Python<'_>, text: &str) -> PyResult<(Arc<Loaded>, T)> {
        let Self { version, name, rules, task } = serde_json::from_str(text).map_err(error)?;
        if version != VERSION {
            return Err(error(format_args!(
                "the work is directed by spielbaum {version} and this worker has {VERSION}; install the same version on all machines"
            )));
        }
        Ok((
            Loaded::load(py, name, None, |loader, interrupt| loader.game_from_text_while(&rules, interrupt))?,
            task,
        ))
    }
}
