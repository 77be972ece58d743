//! Evaluations that are learned from the rules.

use std::io::Write as _;
use std::num::NonZero;
use std::path::PathBuf;
use std::thread;

use ::game::{Interrupt, is_certain};
use ::learn::{LearnOptions, LearnReport, Learner, Source, Training, replace_file};
use pyo3::prelude::*;
use search::{LearnedFile, Stop};

use crate::document::document;
use crate::error::error;
use crate::game::{HASHING, Loaded};
use crate::interrupt::watched;

/// What is learned, and for how long.
pub(crate) struct Arguments {
    pub(crate) minutes: f64,
    pub(crate) games: Option<u64>,
    pub(crate) source: String,
    pub(crate) seed: u64,
    pub(crate) threads: Option<usize>,
    pub(crate) file: Option<PathBuf>,
    pub(crate) begin_with: Option<PathBuf>,
}

/// Learns, and writes the evaluation to a file, also if Ctrl-C is pressed.
pub(crate) fn learn<'py>(
    py: Python<'py>,
    game: &Loaded,
    arguments: Arguments,
) -> PyResult<Bound<'py, PyAny>> {
    let Arguments { minutes, games, source, seed, threads, file, begin_with } = arguments;
    let rules = &game.rules;
    if !is_certain(rules) {
        return Err(error(
            "chance moves in the game, or it hides something: an evaluation of what nobody sees would be wrong",
        ));
    }
    if !(minutes > 0.0 && minutes.is_finite()) || games == Some(0) || threads == Some(0) {
        return Err(error("give a positive number of minutes, games and threads"));
    }
    let known = begin_with.map(|path| LearnedFile::read(&path.to_string_lossy()));
    let known = known.transpose().map_err(error)?;
    let source = match (&known, source.as_str()) {
        (Some(known), _) => known.learned().training.source,
        (None, "self-play") => Source::SelfPlay,
        (None, "random") => Source::Random,
        (None, other) => {
            return Err(error(format_args!(
                "there is no source `{other}`; there are `self-play` and `random`"
            )));
        }
    };
    let path = file.unwrap_or_else(|| PathBuf::from(format!("{}.json", game.title)));
    if path.extension().is_none_or(|extension| extension != "json") {
        return Err(error(
            "end the name of the file in .json, by which strategies know a learned evaluation",
        ));
    }
    let cores = || thread::available_parallelism().map_or(1, NonZero::get);
    let options =
        LearnOptions { source, seed, threads: threads.unwrap_or_else(cores), ..LearnOptions::default() };
    let stop = Stop::default();
    let work = || {
        let learner = match &known {
            Some(known) => Learner::from_learned(rules, options, known.learned(), &|| !stop.pressed())
                .map_err(|mismatch| mismatch.to_string())?,
            None => Learner::new(rules, options, &|| !stop.pressed()),
        };
        let mut learner = learner.ok_or(
            "its states have too many fluents to learn about, or the file of the evaluation is of version 1",
        )?;
        // A file of rules that are hard to put into a canonical form is known by the names of the fluents.
        let _ = learner.hash_rules(&Interrupt::after(HASHING));
        let Training { seconds: before, games: played, .. } = *learner.training();
        let share = |training: &Training| match games {
            Some(games) => (training.games - played) as f64 / games as f64,
            None => (training.seconds - before) / (60.0 * minutes),
        };
        while !stop.pressed() && share(learner.training()) < 1.0 {
            let started = std::time::Instant::now();
            let left = if games.is_some() {
                f64::INFINITY
            } else {
                60.0 * minutes - (learner.training().seconds - before)
            };
            learner.round(&|| !stop.pressed() && started.elapsed().as_secs_f64() < left);
        }
        learner.note(None);
        let text = learner.learned(game.title.as_str()).to_text();
        replace_file(&path, |out| out.write_all(text.as_bytes()))
            .map_err(|failure| format!("{} cannot be written: {failure}", path.display()))?;
        Ok(LearnReport::new(&learner, &game.title, &path.to_string_lossy(), !stop.pressed()))
    };
    let (learned, interrupted) = watched(py, &stop, work, |_| Ok(()))?;
    let learned = learned.map_err(|failure: String| error(failure))?;
    match interrupted {
        Some(interrupted) => Err(interrupted),
        None => document(py, &learned),
    }
}
