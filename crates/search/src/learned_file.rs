use std::path::Path;
use std::sync::Arc;

use game::read_text_from;
use learn::{FileProblem, Learned};

use crate::{PolicyError, SpecFile, TablebaseError, WeightsError, plain_file};

/// The longest file of a learned evaluation, in bytes.
const MOST_BYTES: u64 = 64 << 20;

/// A learned evaluation, and the file that it comes from.
#[derive(Clone, Debug)]
pub struct LearnedFile {
    file: Arc<SpecFile>,
    learned: Arc<Learned>,
}

/// What is wrong with a file that a spec names.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpecFileError {
    /// It should be a table of weights.
    #[error(transparent)]
    Weights(#[from] WeightsError),
    /// It should be a learned evaluation.
    #[error("{path}: {problem}")]
    Learned {
        /// The path of the file.
        path: String,
        /// What is wrong.
        problem: LearnedProblem,
    },
    /// It should be a tablebase.
    #[error("{path}: {problem}")]
    Tablebase {
        /// The path of the file.
        path: String,
        /// What is wrong.
        problem: String,
    },
    /// It should be a policy.
    #[error("{path}: {problem}")]
    Policy {
        /// The path of the file.
        path: String,
        /// What is wrong.
        problem: String,
    },
}

/// What is wrong with a file that should be a learned evaluation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LearnedProblem {
    /// The file cannot be read.
    #[error("the learned evaluation cannot be read: {0}; make one with `spielbaum learn GAME -o FILE`")]
    Unreadable(String),
    /// It is the name of an evaluation that is in no file.
    #[error(
        "this evaluation is in no file; `learned` without a file is the one that the store has of the game"
    )]
    InNoFile,
    /// It is a folder, a device, or far too long.
    #[error("this is not a file of a learned evaluation, which has at most {most} bytes")]
    NoFile {
        /// The greatest length.
        most: u64,
    },
    /// Its content is none.
    #[error(transparent)]
    Content(#[from] FileProblem),
}

impl SpecFileError {
    /// A tablebase cannot be used.
    pub(crate) fn tablebase(path: impl Into<String>, problem: &TablebaseError) -> Self {
        Self::Tablebase { path: path.into(), problem: problem.to_string() }
    }

    /// A policy cannot be used.
    pub(crate) fn policy(path: impl Into<String>, problem: &PolicyError) -> Self {
        Self::Policy { path: path.into(), problem: problem.to_string() }
    }
}

impl LearnedFile {
    /// What the path of an evaluation begins with that the store has.
    pub const STORE: &str = "store:";
    /// What the path of an evaluation begins with that was learned just now, to choose a strategy.
    pub const NOW: &str = "now:";

    /// Reads the evaluation in a file.
    ///
    /// # Errors
    /// If the file cannot be read or is not such an evaluation.
    pub fn read(path: &str) -> Result<Self, SpecFileError> {
        let fail = |problem| SpecFileError::Learned { path: path.to_owned(), problem };
        let unreadable = |error: std::io::Error| fail(LearnedProblem::Unreadable(error.to_string()));
        let file = plain_file::open(Path::new(path), MOST_BYTES).map_err(|error| {
            let is_in_no_file = [Self::STORE, Self::NOW].iter().any(|origin| path.starts_with(origin));
            if is_in_no_file { fail(LearnedProblem::InNoFile) } else { unreadable(error) }
        })?;
        let file = file.ok_or_else(|| fail(LearnedProblem::NoFile { most: MOST_BYTES }))?;
        Self::from_file(SpecFile::new(path, read_text_from(file).map_err(unreadable)?))
    }

    /// The evaluation in a file that has been read.
    ///
    /// # Errors
    /// If its content is not such an evaluation.
    pub fn from_file(file: SpecFile) -> Result<Self, SpecFileError> {
        let learned = Learned::from_text(file.content()).map_err(|problem| SpecFileError::Learned {
            path: file.path().to_owned(),
            problem: problem.into(),
        })?;
        Ok(Self { file: file.into(), learned: learned.into() })
    }

    /// An evaluation that is at hand, as it would be read from a file of this path.
    pub fn new(path: impl Into<String>, learned: Learned) -> Self {
        Self { file: SpecFile::new(path, learned.to_text()).into(), learned: learned.into() }
    }

    /// The file.
    pub fn file(&self) -> &SpecFile {
        &self.file
    }

    /// The evaluation.
    pub fn learned(&self) -> &Arc<Learned> {
        &self.learned
    }
}

impl PartialEq for LearnedFile {
    fn eq(&self, other: &Self) -> bool {
        self.file == other.file
    }
}
