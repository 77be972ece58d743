use std::time::Duration;

/// Bounds on what answering one question about a state may take. Rules can come from anywhere, so an exceeded bound
/// is an ordinary [`LogicError`], never an endless loop or an abort.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Facts derived for one question, all relations together. A fact counts once, and once more for every eight
    /// arguments.
    pub facts: usize,
    /// Different ground terms over the reasoner's whole life.
    pub terms: usize,
    /// Nesting of a ground term; a constant has depth 1. Terms that grow without end stop here.
    pub term_depth: u32,
    /// Names in a ground term, each as often as it is written. A term can double itself at every level.
    pub term_size: u32,
    /// Join steps (rows looked at) for one question.
    pub steps: u64,
    /// Time on the clock for one question. Unlike the others it is not reproducible, so it is generous.
    pub time: Duration,
}

impl Default for Limits {
    /// 4 million facts, 5 million terms, depth 1,000, size 100,000, 2 billion steps, one minute.
    fn default() -> Self {
        Self {
            facts: 4_000_000,
            terms: 5_000_000,
            term_depth: 1_000,
            term_size: 100_000,
            steps: 2_000_000_000,
            time: Duration::from_secs(60),
        }
    }
}

/// Why a question about a game has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LogicError {
    /// More terms exist than allowed.
    #[error("the rules make more than {limit} different terms")]
    TooManyTerms {
        /// The bound.
        limit: usize,
    },
    /// A term is nested too deep.
    #[error(
        "the rules make a term nested deeper than {limit} levels; a recursion that builds terms needs a bound"
    )]
    TermTooDeep {
        /// The bound.
        limit: u32,
    },
    /// A term is too long to be written down.
    #[error("the rules make a term of more than {limit} names; a recursion that builds terms needs a bound")]
    TermTooLong {
        /// The bound.
        limit: u32,
    },
    /// The question takes too much work.
    #[error(
        "deriving `{relation}` takes more than {limit}; give its rules narrower conditions, or raise the limit"
    )]
    TooMuchWork {
        /// The relation being derived when it happened.
        relation: String,
        /// The bound, with its unit.
        limit: String,
    },
}
