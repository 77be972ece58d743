//! The native half of the Python package `spielbaum`: games, states and boards side by side as
//! Python classes.
//!
//! `python/spielbaum` has the other half: what is easier to write and to read in Python, and the types of all
//! of it. What may take long gives up the lock of the interpreter; all of it ends when Ctrl-C is pressed, but
//! what boards side by side do.

#![expect(clippy::needless_pass_by_value, reason = "Python hands over what it gives to a function")]

mod batch;
mod cluster;
mod document;
mod error;
mod game;
mod interrupt;
mod learn;
mod loaded;
mod lock;
mod player;
mod progress;
mod seconds;
mod solve;
mod state;
mod tournament;
mod trace;
mod vector;

use pyo3::prelude::*;

/// The module `spielbaum._spielbaum`.
#[pymodule]
mod _spielbaum {
    #[pymodule_export]
    use crate::batch::{children, features, random_playouts};
    #[pymodule_export]
    use crate::cluster::{LayerWorker, MatchWorker, SelfPlayWorker};
    #[pymodule_export]
    use crate::error::{RulesError, SpielbaumError};
    #[pymodule_export]
    use crate::game::{Game, games, load, parse, unpickled_game};
    #[pymodule_export]
    use crate::player::{Budget, InformationState, Strategy, strategy, unpickled_strategy};
    #[pymodule_export]
    use crate::state::State;
    #[pymodule_export]
    use crate::tournament::{Run, go_on, play, specs, store_file, sweep};
    #[pymodule_export]
    use crate::trace::{Trace, Tree, tree};
    #[pymodule_export]
    use crate::vector::Boards;
}
