use std::fs::{self, File, TryLockError};
use std::io::{self, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use game::{Interrupt, Rules, replace_file};
use learn::{LearnOptions, Learner, ResumeError};
use search::LearnedFile;

use crate::error::Error;
use crate::{output, store};

/// Keeps other processes from learning to the same file, until it is dropped.
pub(super) struct Lock {
    path: PathBuf,
    _file: File,
}

impl Drop for Lock {
    fn drop(&mut self) {
        // That it stays does no harm.
        let _ = fs::remove_file(&self.path);
    }
}

/// The file of an evaluation, and beside it that of what it takes to go on.
pub(super) struct Files {
    evaluation: PathBuf,
    training: PathBuf,
}

impl Files {
    /// The files for this path, or for a game of this name.
    pub(super) fn new(asked: Option<&PathBuf>, game: &str) -> Result<Self, Error> {
        let evaluation = asked.cloned().unwrap_or_else(|| PathBuf::from(format!("{game}.json")));
        if evaluation.extension().is_none_or(|extension| extension != "json") {
            return Err(Error::Usage(format!(
                "`{}` does not end in .json, by which strategies know a learned evaluation",
                evaluation.display()
            )));
        }
        let training = evaluation.with_extension("json.training");
        Ok(Self { evaluation, training })
    }

    /// The path of the evaluation.
    pub(super) fn path(&self) -> String {
        self.evaluation.display().to_string()
    }

    /// The learner that an interrupted run has left, if there is one. It is looked until `interrupt` says so
    /// what the rules are known by.
    pub(super) fn kept<'g>(
        &self,
        rules: &'g Rules,
        options: &LearnOptions,
        interrupt: &Interrupt<'_>,
    ) -> Result<Option<Learner<'g, Rules>>, Error> {
        let file = match File::open(&self.training) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Error::about(self.training.display(), error)),
        };
        Learner::resume(rules, options.clone(), BufReader::new(file), interrupt).map(Some).map_err(|error| {
            let began = match &error {
                ResumeError::Options(kept) => format!(
                    " (seed {}, {}, from {})",
                    kept.seed,
                    output::count(kept.threads, "thread"),
                    if kept.source == learn::Source::Random { "random" } else { "self-play" }
                ),
                _ => String::new(),
            };
            let what = match error {
                ResumeError::Options(_) => "it was begun with other options".to_owned(),
                error => error.to_string(),
            };
            Error::about(
                self.training.display(),
                format!("learning cannot go on from here: {what}{began}; `--restart` begins anew, `-o FILE` names another file"),
            )
        })
    }

    /// Refuses to write over the rules or the store, or where nothing can be written.
    pub(super) fn check(&self, rules: Option<PathBuf>, db: Option<&Path>) -> Result<(), Error> {
        let outputs = [&self.evaluation, &self.training].map(|path| ("--out", Some(path.as_path())));
        output::check_outputs(&outputs, rules.into_iter().chain(store::file(db).ok()))
    }

    /// Refuses to learn to a file to which another process learns: each would go on from what the other
    /// has written.
    pub(super) fn lock(&self) -> Result<Lock, Error> {
        let path = self.evaluation.with_extension("json.lock");
        let fault = |error: io::Error| Error::about(path.display(), format!("cannot be written: {error}"));
        let file = File::create(&path).map_err(fault)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => Err(Error::Usage(format!(
                "another process is learning {}; `-o FILE` names another file for this one",
                self.evaluation.display()
            ))),
            // Where files cannot be locked, nobody is kept away.
            Ok(()) | Err(TryLockError::Error(_)) => Ok(Lock { path, _file: file }),
        }
    }

    /// Refuses to go another way on from where an interrupted run has left off.
    pub(super) fn refuse_interrupted(&self) -> Result<(), Error> {
        if !self.training.exists() {
            return Ok(());
        }
        Err(Error::Usage(format!(
            "{} is there: its learning was interrupted. The same command as then goes on with it; `-o FILE` names another file for this one",
            self.training.display()
        )))
    }

    /// Refuses to replace what is there: a finished evaluation, unless it is `replaceable`, or a file of
    /// another kind.
    pub(super) fn refuse_to_replace(&self, replaceable: bool) -> Result<(), Error> {
        let path = self.path();
        if !self.evaluation.exists() {
            return Ok(());
        }
        if LearnedFile::read(&path).is_err() {
            return Err(Error::Usage(format!(
                "{path} is there and is no learned evaluation: `-o FILE` names another file"
            )));
        }
        if replaceable {
            return Ok(());
        }
        Err(Error::Usage(format!(
            "{path} is there: `--continue {path}` goes on learning from it, `--restart` replaces it, `-o FILE` names another file"
        )))
    }

    /// Writes the evaluation, at once or not at all.
    pub(super) fn save_evaluation(&self, learner: &Learner<'_, Rules>, game: &str) -> Result<(), Error> {
        replace(&self.evaluation, |out| out.write_all(learner.learned(game).to_text().as_bytes()))
    }

    /// Writes what it takes to go on, at once or not at all.
    pub(super) fn save_training(&self, learner: &Learner<'_, Rules>) -> Result<(), Error> {
        replace(&self.training, |out| learner.save(out))
    }

    /// Removes what it took to go on.
    pub(super) fn forget_training(&self) {
        // That it stays does no harm.
        let _ = fs::remove_file(&self.training);
    }
}

/// Writes a file at once or not at all.
fn replace(path: &Path, write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) -> Result<(), Error> {
    replace_file(path, write)
        .map_err(|error| Error::about(path.display(), format!("cannot be written: {error}")))
}
