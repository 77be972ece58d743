/// What is wrong with a table of weights, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name}{}: {problem}", .line.map_or_else(String::new, |line| format!(", line {line}")))]
pub struct WeightsError {
    /// The path of the file.
    pub name: String,
    /// The line in it, counted from 1, if one is at fault.
    pub line: Option<usize>,
    /// What is wrong.
    pub problem: WeightsProblem,
}

/// What is wrong with a table of weights.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeightsProblem {
    /// The file cannot be read.
    #[error("the file of weights cannot be read: {0}; give the path of a TOML file, or the name of a table: {names}", names = crate::Weights::NAMES.join(", "))]
    Unreadable(String),
    /// It is a folder, a device, or far too long.
    #[error("this is not a file of weights, which has at most {most} bytes")]
    NoTable {
        /// The greatest length.
        most: u64,
    },
    /// It is not TOML, or does not say what it should.
    #[error(
        "{0}; a table has `[[phase]]`, each with `weights = [[...], ...]`, rows of numbers, and all but the last with `until = PIECES`"
    )]
    Toml(String),
    /// There is no phase.
    #[error("there is no phase; begin one by `[[phase]]`")]
    NoPhase,
    /// The first phase has no rows, or an empty one.
    #[error("there are no weights; give a row of them for each row of the board, with one for each column")]
    Empty,
    /// A phase has not as many rows as the first one.
    #[error("the phase has {found} rows of weights where the first one has {expected}; give as many")]
    Rows {
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// A row has not as many weights as the first one.
    #[error("the length of the row is {found} where the first one's is {expected}; give as many weights")]
    Columns {
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// The ends of the phases do not divide the game.
    #[error(
        "every phase but the last needs an `until` greater than that of the phase before, and the last one none"
    )]
    Until,
    /// A weight is too large or no number, or all of a phase are 0.
    #[error("weights are numbers from -{most} to {most}, and not all of a phase are 0")]
    Weight {
        /// The greatest weight.
        most: u32,
    },
}
