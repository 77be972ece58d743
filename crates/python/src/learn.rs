//! Evaluations that are learned from the rules.

use std::io::Write as _;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::thread;

use ::game::{Game as _, Interrupt, Rules, RulesState};
use ::learn::{
    ContinueError, EvaluationReport, LearnBudget, LearnOptions, LearnReport, Learned, Learner,
    NothingLearned, Rounds, Source, Training, learnable,
};
use arena::{Evaluations, Store};
use pyo3::prelude::*;
use search::{LearnedFile, Stop};

use crate::cluster::PythonActors;
use crate::document::document;
use crate::error::{error, raised, warn};
use crate::interrupt::{interruptible, watched};
use crate::loaded::{HASHING, Loaded};
use crate::progress::HowFar;

/// What is learned, and for how long.
pub(crate) struct Arguments {
    pub(crate) minutes: f64,
    pub(crate) games: Option<u64>,
    pub(crate) source: Option<String>,
    pub(crate) seed: u64,
    pub(crate) threads: Option<usize>,
    pub(crate) file: Option<PathBuf>,
    pub(crate) begin_with: Option<PathBuf>,
    /// Where it is kept once it is finished, beside the file.
    pub(crate) evaluations: Evaluations,
}

/// Learns, and writes the evaluation to a file, also if Ctrl-C is pressed. A store that cannot keep it is
/// a warning.
pub(crate) fn learn<'py>(
    py: Python<'py>,
    game: &Loaded,
    arguments: Arguments,
    workers: Option<&Bound<'py, PyAny>>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let Arguments { minutes, games, source, seed, threads, file, begin_with, evaluations } = arguments;
    let rules = &game.rules;
    let title = &game.title;
    learnable(rules).map_err(|why| error(format_args!("{title}: {why}")))?;
    let some_minutes = games.is_some() || minutes > 0.0 && minutes.is_finite();
    if !some_minutes || games == Some(0) || threads == Some(0) {
        return Err(error("give a positive number of minutes, games and threads"));
    }
    let budget = games.map_or(LearnBudget::Seconds(60.0 * minutes), LearnBudget::Games);
    let stop = Stop::default();
    let read = || begin_with.map(|path| LearnedFile::read(&path.to_string_lossy())).transpose();
    let known = interruptible(py, &stop, read)?.map_err(error)?;
    let source = match (&known, source.as_deref()) {
        (Some(known), None) => known.learned().training.source,
        (Some(_), Some(_)) => {
            return Err(error(
                "an evaluation goes on from the states that it began with; leave `source` away",
            ));
        }
        (None, None | Some("self-play")) => Source::SelfPlay,
        (None, Some("random")) => Source::Random,
        (None, Some(other)) => {
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
    let begin_with = known.as_ref().map(|file| &**file.learned());
    let begun = workers.map(|workers| PythonActors::begin(workers, game, options.clone(), begin_with));
    let mut actors = begun.transpose()?;
    let far = HowFar::default();
    let work = || {
        let go_on = || !stop.pressed();
        let mut learner = learner(rules, options, begin_with, &go_on).map_err(|failure| {
            let read = known.as_ref().filter(|_| !matches!(failure, ContinueError::Unlearnable(_)));
            format!("{}: {failure}", read.map_or(title.as_str(), |known| known.file().path()))
        })?;
        // A file of rules that are hard to put into a canonical form is known by the names of the fluents.
        let _ = learner.hash_rules(&Interrupt::after(HASHING));
        let rounds = Rounds::new(budget, &learner);
        // In games, or else in seconds.
        let most = games.unwrap_or((60.0 * minutes) as u64);
        let tell = |training: &Training| far.set(rounds.done(training) as u64, most);
        tell(learner.training());
        let failure = loop {
            let played = match &mut actors {
                Some(actors) => rounds.next_on(&mut learner, actors, &go_on),
                None => Ok(rounds.next(&mut learner, &go_on)),
            };
            tell(learner.training());
            match played {
                Ok(true) => {}
                Ok(false) => break None,
                Err(failure) => break Some(failure),
            }
        };
        // Where nothing was learned, what was known before stays as it is.
        let learned = rounds.check(&learner).map(|()| {
            learner.note(None);
            LearnedFile::new(path.to_string_lossy(), learner.learned(game.title.as_str()))
        });
        if let Ok(learned) = &learned {
            let text = learned.learned().to_text();
            ::game::replace_file(&path, |out| out.write_all(text.as_bytes()))
                .map_err(|failure| format!("{} cannot be written: {failure}", path.display()))?;
        }
        // What was learned until then is kept.
        if let Some(failure) = failure {
            return Err(failure);
        }
        let learned = match learned {
            Ok(learned) => learned,
            Err(nothing) => return Ok(Err(nothing)),
        };
        let finished = !stop.pressed();
        let kept = if finished { game.keep(&evaluations, &learned) } else { Ok(()) };
        Ok(Ok((LearnReport::new(&learner, &game.title, learned.file().path(), finished), kept)))
    };
    let (learned, interrupted) = watched(py, &stop, work, |_| far.tell(progress))?;
    let learned = learned.map_err(raised)?;
    if let Some(interrupted) = interrupted {
        return Err(interrupted);
    }
    let (report, kept) = learned.map_err(|nothing| {
        let remedy = match nothing {
            NothingLearned::InTime => "; `minutes` gives more",
            NothingLearned::WithinPlies => "",
        };
        error(format_args!("{}: {nothing}{remedy}", game.title))
    })?;
    if let Err(failure) = kept {
        warn(py, &format_args!("{}: not kept in the store: {failure}", game.name))?;
    }
    document(py, &report)
}

/// Where evaluations are: in the user's own store if `db` is not given, nowhere if it is False, else in the
/// store of that file.
pub(crate) fn evaluations(db: Option<&Bound<'_, PyAny>>) -> PyResult<Evaluations> {
    let Some(db) = db else {
        return Ok(Store::users_file().map_or(Evaluations::Nowhere, Evaluations::Store));
    };
    match db.extract::<bool>() {
        Ok(false) => Ok(Evaluations::Nowhere),
        _ => db.extract().map(Evaluations::Store),
    }
}

/// What an evaluation says of a state for a role: that of a file, else the one that is known.
pub(crate) fn evaluate<'py>(
    py: Python<'py>,
    game: &Loaded,
    state: &RulesState,
    role: usize,
    file: Option<&Path>,
    evaluations: &Evaluations,
) -> PyResult<Bound<'py, PyAny>> {
    let rules = &game.rules;
    let read = || match file {
        Some(path) => {
            LearnedFile::read(&path.to_string_lossy()).map(Some).map_err(|failure| failure.to_string())
        }
        None => game.learned(evaluations).map_err(|failure| failure.to_string()),
    };
    let known = interruptible(py, &Stop::default(), read)?.map_err(error)?;
    let unknown = "nothing was learned of the game: `Game.learn` keeps an evaluation in the store, and writes it to a file that `learned=FILE` takes";
    let (Some(known), Some(encoding)) = (known, rules.encoding()) else { return Err(error(unknown)) };
    let report = EvaluationReport::new(known.learned(), rules, encoding, state, role);
    document(py, &report.map_err(|mismatch| error(format_args!("{}: {mismatch}", known.file().path())))?)
}

/// A learner that knows nothing, or what an evaluation does.
///
/// # Errors
/// If nothing can be learned of the game, or learning cannot go on from the evaluation.
pub(crate) fn learner<'g>(
    rules: &'g Rules,
    options: LearnOptions,
    begin_with: Option<&Learned>,
    go_on: &dyn Fn() -> bool,
) -> Result<Learner<'g, Rules>, ContinueError> {
    match begin_with {
        Some(known) => Learner::from_learned(rules, options, known, go_on),
        None => Ok(Learner::new(rules, options, go_on)?),
    }
}
