//! Tabling (Tamaki & Sato, *OLD Resolution with Tabulation*, 1986): a relation that is too expensive to list
//! is evaluated only for the values in queries, and the answers are kept in tables.

use gdl::{Interrupt, Interrupted};
use rustc_hash::FxHashMap;

use crate::TermId;
use crate::plan::Plan;
use crate::relation::{IndexSpec, Path, Phase, Relation, RelationId};
use crate::terms::TermTable;

/// A form of query of a relation: the values of certain columns are given.
#[derive(Clone, Debug)]
pub(crate) struct Query {
    pub(crate) relation: RelationId,
    pub(crate) arity: usize,
    /// The columns with given values, ascending.
    pub(crate) given: Vec<usize>,
    pub(crate) plans: Vec<Plan>,
    pub(crate) phase: Phase,
}

/// The forms of queries that plans ask, each once. The last ones may not have their own plans yet.
#[derive(Default)]
pub(crate) struct Queries {
    list: Vec<Query>,
    numbers: FxHashMap<(RelationId, Vec<usize>), usize>,
    /// How many have their plans.
    planned: usize,
}

impl Queries {
    /// The number of a form. One that nobody asked before gets the next number.
    pub(crate) fn number(
        &mut self,
        relation: RelationId,
        arity: usize,
        given: &[usize],
        phase: Phase,
    ) -> usize {
        let Self { list, numbers, .. } = self;
        *numbers.entry((relation, given.to_vec())).or_insert_with(|| {
            list.push(Query { relation, arity, given: given.to_vec(), plans: Vec::new(), phase });
            list.len() - 1
        })
    }

    /// The first one without plans.
    pub(crate) fn unplanned(&self) -> Option<&Query> {
        self.list.get(self.planned)
    }

    /// Gives its plans to the first one without.
    pub(crate) fn set_plans(&mut self, plans: Vec<Plan>) -> &Query {
        let query = &mut self.list[self.planned];
        query.plans = plans;
        self.planned += 1;
        query
    }

    pub(crate) fn as_slice(&self) -> &[Query] {
        &self.list
    }

    pub(crate) fn into_vec(self) -> Vec<Query> {
        self.list
    }
}

/// The keys and the answers of a query.
#[derive(Clone, Default)]
pub(crate) struct AnswerTable {
    /// The keys that were queried, each with its status.
    pub(crate) keys: Relation,
    pub(crate) status: Vec<QueryStatus>,
    pub(crate) rows: Relation,
}

/// The status of the evaluation for one key of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum QueryStatus {
    /// Not begun, or to be repeated because there are new answers.
    Open,
    /// Being evaluated, at this depth of nested queries.
    Active(usize),
    /// Evaluated as far as possible while the query at this depth is being evaluated.
    Partial {
        waits_for: usize,
    },
    Complete,
}

impl AnswerTable {
    pub(crate) fn new(query: &Query) -> Self {
        let mut answers = Self {
            keys: Relation::new(query.given.len()),
            status: Vec::new(),
            rows: Relation::new(query.arity),
        };
        answers.rows.index(&query.key_spec());
        answers
    }

    pub(crate) fn clear(&mut self) {
        self.keys.clear();
        self.status.clear();
        self.rows.clear();
    }

    /// The row numbers of the answers for a key.
    ///
    /// # Errors
    /// If it is interrupted.
    pub(crate) fn matching(
        &mut self,
        key: &[TermId],
        terms: &TermTable,
        interrupt: &Interrupt<'_>,
    ) -> Result<Vec<u32>, Interrupted> {
        self.rows.catch_up(0, terms, interrupt)?;
        let mut cursor = self.rows.look_up(0, key);
        Ok(std::iter::from_fn(|| self.rows.next_match(0, key, &mut cursor, terms)).collect())
    }

    pub(crate) fn row(&self, row: u32) -> &[TermId] {
        self.rows.row(row)
    }
}

impl Query {
    fn key_spec(&self) -> IndexSpec {
        IndexSpec {
            shape: Vec::new(),
            keys: self.given.iter().map(|&column| Path::from_slice(&[column as u32])).collect(),
        }
    }
}
