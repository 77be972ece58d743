//! Relations that are too large to list: each is worked out only for the values that somebody asks about, and the
//! answers are remembered (tabling: Tamaki & Sato, *OLD Resolution with Tabulation*, 1986).

use crate::TermId;
use crate::plan::Plan;
use crate::relation::{IndexSpec, Path, Phase, Relation, RelationId};
use crate::terms::TermTable;

/// One way to ask about a relation: with the values of certain columns given.
#[derive(Clone, Debug)]
pub(crate) struct Ask {
    pub(crate) relation: RelationId,
    pub(crate) arity: usize,
    /// The columns whose values are given, ascending.
    pub(crate) given: Vec<usize>,
    pub(crate) plans: Vec<Plan>,
    pub(crate) phase: Phase,
}

/// What has been asked in one way, and answered.
#[derive(Clone, Default)]
pub(crate) struct Answers {
    /// The keys that were asked about, and how far each has come.
    pub(crate) asked: Relation,
    pub(crate) progress: Vec<Progress>,
    pub(crate) rows: Relation,
}

/// How far an ask has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Progress {
    /// Not begun, or to be done again since more is known.
    Open,
    /// Being answered, at this depth of nested asks.
    Active(usize),
    /// Answered as far as is possible while the ask at this depth is still being answered.
    Partial {
        waits_for: usize,
    },
    Complete,
}

impl Answers {
    pub(crate) fn new(ask: &Ask) -> Self {
        let mut answers = Self {
            asked: Relation::new(ask.given.len()),
            progress: Vec::new(),
            rows: Relation::new(ask.arity),
        };
        answers.rows.index(&ask.key_spec());
        answers
    }

    pub(crate) fn clear(&mut self) {
        self.asked.clear();
        self.progress.clear();
        self.rows.clear();
    }

    /// Numbers of the answers to a key.
    pub(crate) fn matching(&mut self, key: &[TermId], terms: &TermTable) -> Vec<u32> {
        self.rows.catch_up(0, terms);
        let mut cursor = self.rows.look_up(0, key);
        std::iter::from_fn(|| self.rows.next_match(0, key, &mut cursor, terms)).collect()
    }

    pub(crate) fn row(&self, row: u32) -> &[TermId] {
        self.rows.row(row)
    }
}

impl Ask {
    fn key_spec(&self) -> IndexSpec {
        IndexSpec {
            shape: Vec::new(),
            keys: self.given.iter().map(|&column| Path::from_slice(&[column as u32])).collect(),
        }
    }
}
