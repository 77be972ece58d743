//! Tabling (Tamaki & Sato, *OLD Resolution with Tabulation*, 1986): a relation that is too expensive to list is evaluated only for the
//! values in queries, and the answers are kept in tables.

use gdl::{Interrupt, Interrupted};

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
