use std::time::Duration;

use gdl::Interrupted;

/// Limits on the work for one question about a state. Exceeding one is a [`LogicError`], as rules may come
/// from anywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The number of facts derived for one question. A fact counts once, and once more for every
    /// eight arguments.
    pub facts: usize,
    /// The number of different ground terms over the lifetime of the reasoner.
    pub terms: usize,
    /// The depth of a ground term; a constant has depth 1.
    pub term_depth: u32,
    /// The number of names in a ground term, with repetitions. It may double with every level of nesting. A
    /// name counts once, and once more for every sixteen bytes.
    pub term_size: u32,
    /// The number of join steps (rows visited) for one question.
    pub steps: u64,
    /// The time for one question. Unlike the other limits it is not reproducible, so the default is generous.
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

/// Rules cannot be played, or a question about a state has no answer within the limits.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LogicError {
    /// There are more terms than allowed.
    #[error("the rules derive more than {limit} different terms")]
    TooManyTerms {
        /// The limit.
        limit: usize,
    },
    /// A term is nested more deeply than allowed.
    #[error(
        "the rules derive a term of more than {limit} nested levels; limit the recursion that builds terms"
    )]
    TermTooDeep {
        /// The limit.
        limit: u32,
    },
    /// A term has more names than allowed.
    #[error("the rules derive a term of more than {limit} names; limit the recursion that builds terms")]
    TermTooLong {
        /// The limit.
        limit: u32,
    },
    /// All terms together have more names than there is memory for.
    #[error(
        "the rules derive terms of more than {limit} names together; derive fewer terms, or shorter ones"
    )]
    TooManyNames {
        /// The limit.
        limit: u64,
    },
    /// The question takes more work than allowed.
    #[error(
        "evaluating `{relation}` takes more than {limit}; make the conditions of its rules more selective"
    )]
    TooMuchWork {
        /// The relation that was being evaluated.
        relation: String,
        /// The limit, with its unit.
        limit: String,
    },
    /// The rules for `role` derive nothing.
    #[error("the rules derive no role; declare one with a fact, such as `(role player)`")]
    NoRole,
    /// It ended before there was an answer.
    #[error("there is no answer: {0}")]
    Interrupted(#[from] Interrupted),
}

impl LogicError {
    /// The evaluation of a relation was interrupted.
    pub(crate) fn interrupted(interrupted: Interrupted, relation: &str) -> Self {
        match interrupted {
            Interrupted::TimeUp { limit } => {
                Self::TooMuchWork { relation: relation.to_owned(), limit: format!("{limit:?}") }
            }
            Interrupted::Cancelled => interrupted.into(),
        }
    }
}
