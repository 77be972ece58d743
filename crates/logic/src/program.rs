//! A program: the clauses of a rulesheet with their plans, in the order of evaluation.

use fixedbitset::FixedBitSet;
use gdl::{Keyword, Predicate};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use crate::TermId;
use crate::derived::{Basis, Derived};
use crate::plan::Plan;
use crate::relation::{Phase, Relation, RelationId};
use crate::tabling::Query;

/// Clauses that are evaluated together.
pub(crate) struct Group {
    pub(crate) phase: Phase,
    /// The relations of its heads.
    pub(crate) heads: Vec<RelationId>,
    pub(crate) facts: Vec<(RelationId, Vec<TermId>)>,
    /// Plans of the clauses, from the relations of earlier groups.
    pub(crate) plans: Vec<Plan>,
    /// Plans of recursive clauses, one for each recursive condition; that condition comes first and takes new
    /// rows only.
    pub(crate) recursive: Vec<Plan>,
}

/// The planned clauses with the static relations.
pub(crate) struct Program {
    pub(crate) predicates: IndexSet<Predicate, FxBuildHasher>,
    pub(crate) groups: Vec<Group>,
    pub(crate) is_static: FixedBitSet,
    /// The relations that are evaluated on demand, by queries.
    pub(crate) on_demand: FixedBitSet,
    /// The static relations; those on demand are empty.
    pub(crate) statics: Vec<Relation>,
    pub(crate) queries: Vec<Query>,
    /// The relations of a state before evaluation: empty, with all indexes.
    pub(crate) blank: Derived,
    /// For each keyword the groups that define its relation, in the order of evaluation, without static ones.
    pub(crate) order: Vec<Vec<usize>>,
    /// The fluents of the initial state.
    pub(crate) initial: Vec<TermId>,
}

impl Program {
    /// The groups that define the relation of a keyword, in the order of evaluation, without static ones.
    pub(crate) fn deciding(&self, keyword: Keyword) -> &[usize] {
        &self.order[keyword as usize]
    }

    /// What the evaluation of a state starts from.
    pub(crate) fn basis(&self) -> Basis<'_> {
        Basis { statics: &self.statics, is_static: &self.is_static, queries: &self.queries }
    }
}
