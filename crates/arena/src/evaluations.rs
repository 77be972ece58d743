use std::path::PathBuf;

use game::{Game, Interrupt, Rules};
use search::LearnedFile;

use crate::{Fitting, Store, StoreError};

/// Where evaluations are that were learned before.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Evaluations {
    /// Nowhere: nothing is known, and nothing is kept.
    #[default]
    Nowhere,
    /// This one, for the game that it was learned of.
    File(LearnedFile),
    /// In the store at this path, each under what the rules of its game are known by.
    Store(PathBuf),
}

impl Evaluations {
    /// The evaluation of a game, if there is one. Of rules whose canonical form is not found until
    /// `interrupt` says so, the store has none.
    ///
    /// # Errors
    /// If there is a store and it cannot be read.
    pub fn of(&self, rules: &Rules, interrupt: &Interrupt<'_>) -> Result<Option<LearnedFile>, StoreError> {
        let fits = |file: &LearnedFile| {
            rules.encoding().is_some_and(|encoding| file.learned().check(rules, encoding).is_ok())
        };
        match self {
            Self::Nowhere => Ok(None),
            Self::File(file) => Ok(fits(file).then(|| file.clone())),
            Self::Store(path) if path.exists() => {
                // To work out what rules are known by takes longer than to see that nothing is known.
                if !Store::reading(path, Store::has_evaluations)? {
                    return Ok(None);
                }
                let Ok(Some(form)) = rules.canonical_form(interrupt) else { return Ok(None) };
                let hash = learn::RulesHash::from(form).hash;
                let known = Store::reading(path, |store| store.evaluation(&hash))?;
                Ok(known.filter(fits))
            }
            Self::Store(_) => Ok(None),
        }
    }

    /// Whether they are in a store, which keeps what is learned.
    pub fn is_store(&self) -> bool {
        matches!(self, Self::Store(_))
    }

    /// Keeps what was learned to choose a strategy, if anything was, with what the matches said of it: as
    /// [`keep`](Self::keep) does.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub fn keep_from(&self, fitting: &Fitting) -> Result<bool, StoreError> {
        // A large evaluation takes a second to write.
        let learned = self.is_store().then(|| fitting.to_keep()).flatten();
        learned.map_or(Ok(false), |learned| self.keep(&learned))
    }

    /// Keeps an evaluation in the store, if there is to be one, see [`Store::keep_evaluation`].
    ///
    /// # Errors
    /// If the store cannot be written.
    pub fn keep(&self, evaluation: &LearnedFile) -> Result<bool, StoreError> {
        match self {
            Self::Nowhere | Self::File(_) => Ok(false),
            Self::Store(path) => Store::open(path)?.keep_evaluation(evaluation),
        }
    }
}
