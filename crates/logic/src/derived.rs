//! What evaluation starts from, and where it puts what it finds.

use fixedbitset::FixedBitSet;

use crate::relation::Relation;
use crate::tabling::{Answers, Ask};

/// What has been derived so far: listed relations, and answers to asks about the others.
#[derive(Clone, Default)]
pub(crate) struct Derived {
    pub(crate) relations: Vec<Relation>,
    pub(crate) answers: Vec<Answers>,
}

impl Derived {
    /// Forgets everything but how much room it took.
    pub(crate) fn clear(&mut self) {
        self.relations.iter_mut().for_each(Relation::clear);
        self.answers.iter_mut().for_each(Answers::clear);
    }
}

/// What evaluation takes as given.
#[derive(Clone, Copy)]
pub(crate) struct Basis<'b> {
    /// The relations that never change, with their indexes complete.
    pub(crate) statics: &'b [Relation],
    pub(crate) is_static: &'b FixedBitSet,
    pub(crate) asks: &'b [Ask],
}
