//! The input and the output of an evaluation.

use fixedbitset::FixedBitSet;

use crate::relation::Relation;
use crate::tabling::{AnswerTable, Query};

/// What has been derived so far: listed relations, and answers of queries.
#[derive(Clone, Default)]
pub(crate) struct Derived {
    pub(crate) relations: Vec<Relation>,
    pub(crate) answers: Vec<AnswerTable>,
}

impl Derived {
    /// Empties everything and keeps the allocated memory.
    pub(crate) fn clear(&mut self) {
        self.relations.iter_mut().for_each(Relation::clear);
        self.answers.iter_mut().for_each(AnswerTable::clear);
    }
}

/// The input of an evaluation.
#[derive(Clone, Copy)]
pub(crate) struct Basis<'b> {
    /// The static relations, with their indexes up to date.
    pub(crate) statics: &'b [Relation],
    pub(crate) is_static: &'b FixedBitSet,
    pub(crate) queries: &'b [Query],
}
