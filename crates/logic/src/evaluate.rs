//! Evaluating groups of clauses, bottom-up and semi-naively.

use fixedbitset::FixedBitSet;
use gdl::{Predicate, Symbols};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use crate::join::{Meter, Scratch, Stop, Tables, run};
use crate::plan::{Plan, Step};
use crate::program::{Group, RelationId};
use crate::relation::Relation;
use crate::terms::Lease;
use crate::{Limits, LogicError};

/// Answers one question: buffers and the work spent on it.
pub(crate) struct Evaluation<'p> {
    predicates: &'p IndexSet<Predicate, FxBuildHasher>,
    symbols: &'p Symbols,
    meter: Meter,
    scratch: Scratch,
    fresh: Relation,
    new_rows: Vec<(u32, u32)>,
    /// Facts derived so far.
    facts: usize,
}

impl<'p> Evaluation<'p> {
    pub(crate) fn new(
        predicates: &'p IndexSet<Predicate, FxBuildHasher>,
        symbols: &'p Symbols,
        limits: Limits,
    ) -> Self {
        Self {
            predicates,
            symbols,
            meter: Meter::start(limits),
            scratch: Scratch::default(),
            fresh: Relation::default(),
            new_rows: Vec::new(),
            facts: 0,
        }
    }

    /// Adds to `own` all that a group derives from what is there already.
    pub(crate) fn run(
        &mut self,
        group: &Group,
        statics: &[Relation],
        own: &mut [Relation],
        is_static: &FixedBitSet,
        terms: &mut Lease<'_>,
    ) -> Result<(), LogicError> {
        for (relation, row) in &group.facts {
            own[*relation].insert(row);
        }
        for plan in &group.plans {
            self.apply(plan, statics, own, is_static, terms)?;
        }
        if group.recursive.is_empty() {
            return Ok(());
        }
        self.new_rows.clear();
        self.new_rows.resize(own.len(), (0, 0));
        loop {
            let mut anything_new = false;
            for &head in &group.heads {
                let (_, seen) = self.new_rows[head];
                self.new_rows[head] = (seen, own[head].len());
                anything_new |= seen < own[head].len();
            }
            if !anything_new {
                return Ok(());
            }
            for plan in &group.recursive {
                self.apply(plan, statics, own, is_static, terms)?;
            }
        }
    }

    /// Adds all rows that one plan derives.
    fn apply(
        &mut self,
        plan: &Plan,
        statics: &[Relation],
        own: &mut [Relation],
        is_static: &FixedBitSet,
        terms: &mut Lease<'_>,
    ) -> Result<(), LogicError> {
        for step in &plan.steps {
            if let Step::Scan { relation, lookup: Some(lookup), .. } = step
                && !is_static.contains(*relation)
            {
                own[*relation].catch_up(lookup.index, terms);
            }
        }
        self.fresh.reset(own[plan.head].arity());
        let tables = Tables { statics, own, is_static };
        let Self { scratch, meter, fresh, new_rows, .. } = self;
        let result = run(plan, tables, new_rows, terms, scratch, meter, fresh);
        result.map_err(|stop| self.explain(stop, plan.head))?;
        let head = &mut own[plan.head];
        for row in self.fresh.rows() {
            head.insert(row);
        }
        self.facts += self.fresh.len() as usize;
        let most = self.meter.limits().facts;
        if self.facts > most {
            return Err(self.explain(Stop::Work(format!("{most} facts")), plan.head));
        }
        Ok(())
    }

    fn explain(&self, stop: Stop, relation: RelationId) -> LogicError {
        match stop {
            Stop::Logic(error) => error,
            Stop::Work(limit) => {
                let relation = self.symbols.name(self.predicates[relation].name).to_owned();
                LogicError::TooMuchWork { relation, limit }
            }
        }
    }
}
