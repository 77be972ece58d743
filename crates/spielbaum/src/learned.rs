//! `--learned`: what was learned of a game before, for strategies that leave open by what they judge.

use std::convert::Infallible;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::thread;
use std::time::Duration;

use arena::{Chooser, Evaluations, Fitting, Pace};
use game::{Game, Interrupt, Rules};
use search::{LearnedFile, PolicyError, SavedPolicy, Spec, Stop};

use crate::error::Error;
use crate::{output, players, store};

/// The choice of a learned evaluation on the command line.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct LearnedArgument {
    /// What the strategy `auto`, and the evaluator `learned` without a file, go by: what the store has of the
    /// game (`auto`), nothing (`never`), or a FILE of `spielbaum learn`. By a policy of `spielbaum solve`,
    /// `auto` is `policy(FILE)`
    #[arg(long, value_name = "auto|never|FILE", default_value = "auto")]
    learned: Source,
}

/// Where the evaluation is to come from.
#[derive(Clone, Debug)]
enum Source {
    Store,
    Nowhere,
    File(String),
}

impl FromStr for Source {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(match text {
            "auto" => Self::Store,
            "never" => Self::Nowhere,
            file => Self::File(file.to_owned()),
        })
    }
}

/// The longest that it is looked for what the rules are known by.
const HASHING: Duration = Duration::from_secs(20);

impl LearnedArgument {
    /// That of a file, or else what the store has.
    pub(crate) fn of_file(file: Option<&str>) -> Self {
        Self { learned: file.map_or(Source::Store, |file| Source::File(file.to_owned())) }
    }

    /// The file that is named, if one is.
    pub(crate) fn file(&self) -> Option<PathBuf> {
        match &self.learned {
            Source::File(path) => Some(PathBuf::from(path)),
            Source::Store | Source::Nowhere => None,
        }
    }

    /// Where evaluations are.
    ///
    /// # Errors
    /// If there is no place for a store, or the file is no learned evaluation.
    pub(crate) fn evaluations(&self, db: Option<&Path>) -> Result<Evaluations, Error> {
        Ok(match &self.learned {
            Source::Store => Evaluations::Store(store::file(db)?),
            Source::Nowhere => Evaluations::Nowhere,
            Source::File(path) => {
                let file = LearnedFile::read(path).map_err(|error| Error::Usage(error.to_string()))?;
                Evaluations::File(file)
            }
        })
    }

    /// Where what is learned to choose a strategy is kept: in the store, if one `is_chosen` and no other
    /// source is named. If there is no place for a store, that is told, and it is chosen all the same.
    pub(crate) fn keeping(&self, db: Option<&Path>, is_chosen: bool) -> Evaluations {
        if !matches!(self.learned, Source::Store) || !is_chosen {
            return Evaluations::Nowhere;
        }
        store::file(db).map(Evaluations::Store).unwrap_or_else(|error| {
            output::note(format_args!("warning: what is learned will not be kept: {error}"));
            Evaluations::Nowhere
        })
    }

    /// What a spec stands for if the file is a policy: `auto` for the strategy that plays by it. Any other
    /// spec stays.
    ///
    /// # Errors
    /// If the policy is damaged.
    pub(crate) fn by_policy(&self, spec: Spec) -> Result<Spec, Error> {
        if spec.start().is_none() {
            return Ok(spec);
        }
        let by_policy = self.policy()?;
        by_policy.iter().for_each(|by_policy| output::note(format_args!("{spec}: {by_policy}")));
        Ok(by_policy.unwrap_or(spec))
    }

    /// The strategy that plays by the file, if that is a policy.
    ///
    /// # Errors
    /// If the policy is damaged.
    pub(crate) fn policy(&self) -> Result<Option<Spec>, Error> {
        let Source::File(path) = &self.learned else { return Ok(None) };
        match SavedPolicy::read(Path::new(path)) {
            Ok(_) => players::spec(&format!("policy({path:?})")).map(Some).map_err(Error::Usage),
            // Whoever reads it as an evaluation tells what is wrong with it.
            Err(PolicyError::Foreign | PolicyError::File(_)) => Ok(None),
            Err(error) => Err(Error::about(path, error)),
        }
    }

    /// What is known of a game, if one of the specs asks for that.
    ///
    /// # Errors
    /// If the file is no learned evaluation of this game. A store that cannot be read is told, and nothing
    /// is known.
    pub(crate) fn find<'s>(
        &self,
        rules: &Rules,
        db: Option<&Path>,
        specs: impl IntoIterator<Item = &'s Spec>,
    ) -> Result<Option<LearnedFile>, Error> {
        if !specs.into_iter().any(Spec::asks_for_learned) {
            return Ok(None);
        }
        self.known(rules, db)
    }

    /// What is known of a game.
    ///
    /// # Errors
    /// As [`find`](Self::find).
    pub(crate) fn known(&self, rules: &Rules, db: Option<&Path>) -> Result<Option<LearnedFile>, Error> {
        let evaluations = self.evaluations(db)?;
        if let Evaluations::File(file) = &evaluations {
            let encoding = rules.encoding().ok_or_else(|| {
                Error::Usage("a learned evaluation is for rules that have a circuit".to_owned())
            })?;
            let checked = file.learned().check(rules, encoding);
            checked.map_err(|error| Error::Usage(format!("{}: {error}", file.file().path())))?;
        }
        let found = evaluations.of(rules, &Interrupt::after(HASHING));
        Ok(found.unwrap_or_else(|error| {
            output::note(format_args!("warning: nothing is known of what was learned before: {error}"));
            None
        }))
    }
}

/// A game with what was learned of it before, and the place where what is learned now is kept.
pub(crate) struct Known<'k> {
    pub(crate) rules: &'k Rules,
    /// The game's name.
    pub(crate) name: &'k str,
    pub(crate) learned: Option<LearnedFile>,
    pub(crate) evaluations: Evaluations,
}

impl<'k> Known<'k> {
    /// Who chooses strategies by that, on all cores.
    pub(crate) fn chooser(&self) -> Chooser<'k, Rules> {
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        Chooser::new(self.rules, Pace::of(self.rules))
            .with_name(self.name)
            .with_cores(cores)
            .with_learned(self.learned.clone())
            .learning_on(self.evaluations.is_store())
    }

    /// What a spec stands for, for one role or for all, with a note on the choice if it leaves that open.
    /// What is learned to choose is kept, and known from then on.
    pub(crate) fn settle(&mut self, spec: &Spec, role: Option<usize>, stop: &Stop) -> Spec {
        let chooser = role.into_iter().fold(self.chooser(), Chooser::for_role);
        let spinner = spec.start().map(|_| output::spinner("looking for the strategy that fits the game"));
        let (settled, fitting) = chooser.settle(spec.clone(), stop);
        if let Some(spinner) = spinner {
            spinner.finish_and_clear();
        }
        if let Some(fitting) = fitting {
            output::note(format_args!("{spec}: {}", fitting.remark));
            keep(&self.evaluations, &fitting);
            self.learned = fitting.learned.or(self.learned.take());
        }
        settled
    }
}

/// Keeps what was learned to choose a strategy, and tells of it. Without that the strategy plays as well.
pub(crate) fn keep(evaluations: &Evaluations, fitting: &Fitting) {
    match evaluations.keep_from(fitting) {
        Ok(true) => output::note("kept in the store what was learned, where `auto` and `learned` find it"),
        Ok(false) => {}
        Err(error) => output::note(format_args!("warning: what was learned is not kept: {error}")),
    }
}
