//! A rulesheet's clauses, planned and sorted by when they are evaluated.

use fixedbitset::FixedBitSet;
use gdl::{Keyword, Predicate};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use crate::TermId;
use crate::derived::{Basis, Derived};
use crate::plan::Plan;
use crate::relation::{Phase, Relation, RelationId};
use crate::tabling::Ask;

/// Clauses that are evaluated together.
pub(crate) struct Group {
    pub(crate) phase: Phase,
    /// The relations that its clauses conclude.
    pub(crate) heads: Vec<RelationId>,
    pub(crate) facts: Vec<(RelationId, Vec<TermId>)>,
    /// Clauses that depend on earlier groups only.
    pub(crate) plans: Vec<Plan>,
    /// Clauses that depend on this very group, once for each such condition, which comes first and takes new rows.
    pub(crate) recursive: Vec<Plan>,
}

/// The planned clauses, with the relations as they are before any state is known.
pub(crate) struct Program {
    pub(crate) predicates: IndexSet<Predicate, FxBuildHasher>,
    pub(crate) groups: Vec<Group>,
    pub(crate) is_static: FixedBitSet,
    /// Relations that are worked out only as far as they are asked for.
    pub(crate) on_demand: FixedBitSet,
    /// The static relations, complete but for those on demand.
    pub(crate) statics: Vec<Relation>,
    pub(crate) asks: Vec<Ask>,
    /// Where a state's facts are derived: nothing yet, but with all indexes.
    pub(crate) blank: Derived,
    /// The groups to evaluate before each keyword's relation is complete, in order, static ones left out.
    pub(crate) order: Vec<Vec<usize>>,
    /// The fluents of the initial state.
    pub(crate) initial: Vec<TermId>,
}

impl Program {
    /// The groups that decide a keyword's relation, in the order of evaluation; static ones are left out.
    pub(crate) fn deciding(&self, keyword: Keyword) -> &[usize] {
        &self.order[keyword as usize]
    }

    /// What evaluation of a state takes as given.
    pub(crate) fn basis(&self) -> Basis<'_> {
        Basis { statics: &self.statics, is_static: &self.is_static, asks: &self.asks }
    }
}
