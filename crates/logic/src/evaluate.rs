//! Bottom-up, semi-naive evaluation of groups of clauses.

use gdl::{Interrupt, Predicate, Symbols};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use crate::derived::{Basis, Derived};
use crate::join::{Context, JoinError, Scratch, Tables, WorkMeter, run, weight};
use crate::plan::Plan;
use crate::program::Group;
use crate::relation::{Relation, RelationId};
use crate::tabling::AnswerTable;
use crate::terms::Lease;
use crate::{Limits, LogicError};

/// The evaluation of one question, with its buffers and its work meter.
pub(crate) struct Evaluation<'p> {
    predicates: &'p IndexSet<Predicate, FxBuildHasher>,
    symbols: &'p Symbols,
    meter: WorkMeter<'p>,
    scratch: Vec<Scratch>,
    fresh: Vec<Relation>,
    /// The range of new rows of each relation, for plans that start from new rows.
    pub(crate) new_rows: Vec<(u32, u32)>,
    /// The number of facts derived so far.
    facts: usize,
}

impl<'p> Evaluation<'p> {
    pub(crate) fn new(
        predicates: &'p IndexSet<Predicate, FxBuildHasher>,
        symbols: &'p Symbols,
        limits: Limits,
        interrupt: &'p Interrupt<'p>,
    ) -> Self {
        Self {
            predicates,
            symbols,
            meter: WorkMeter::start(limits, interrupt),
            scratch: Vec::new(),
            fresh: Vec::new(),
            new_rows: Vec::new(),
            facts: 0,
        }
    }

    /// The number of join steps so far.
    pub(crate) fn steps(&self) -> u64 {
        self.meter.steps()
    }

    /// Sets limits for the join steps from here on, and for the memory of the rows of a join in bytes.
    pub(crate) fn allow(&mut self, steps: u64, bytes: usize) {
        self.meter.allow(steps, bytes);
    }

    /// Adds all facts that a group derives from the relations evaluated before.
    pub(crate) fn run(
        &mut self,
        group: &Group,
        basis: Basis<'_>,
        derived: &mut Derived,
        terms: &mut Lease<'_>,
    ) -> Result<(), LogicError> {
        let result = self.run_all(group, basis, derived, terms);
        if result.is_err() {
            // An error may have left queries unfinished.
            derived.answers.iter_mut().for_each(AnswerTable::clear);
        }
        result
    }

    fn run_all(
        &mut self,
        group: &Group,
        basis: Basis<'_>,
        derived: &mut Derived,
        terms: &mut Lease<'_>,
    ) -> Result<(), LogicError> {
        let interrupt = self.meter.interrupt();
        for (relation, row) in &group.facts {
            interrupt.check().map_err(|interrupted| self.explain(interrupted.into(), *relation))?;
            derived.relations[*relation].insert(row);
        }
        for plan in &group.plans {
            self.apply(plan, basis, derived, terms)?;
        }
        if !group.recursive.is_empty() {
            self.run_recursive(group, basis, derived, terms)?;
        }
        if !basis.queries.is_empty() {
            // Queries run inside a join, where indexes cannot be updated.
            for &head in &group.heads {
                let caught_up = derived.relations[head].catch_up_all(terms, interrupt);
                caught_up.map_err(|interrupted| self.explain(interrupted.into(), head))?;
            }
        }
        Ok(())
    }

    fn run_recursive(
        &mut self,
        group: &Group,
        basis: Basis<'_>,
        derived: &mut Derived,
        terms: &mut Lease<'_>,
    ) -> Result<(), LogicError> {
        let interrupt = self.meter.interrupt();
        self.new_rows.clear();
        self.new_rows.resize(derived.relations.len(), (0, 0));
        loop {
            let mut anything_new = false;
            for &head in &group.heads {
                let (_, seen) = self.new_rows[head];
                let now = derived.relations[head].len();
                self.new_rows[head] = (seen, now);
                anything_new |= seen < now;
            }
            if !anything_new {
                return Ok(());
            }
            for plan in &group.recursive {
                interrupt.check().map_err(|interrupted| self.explain(interrupted.into(), plan.head))?;
                let idle = |relation: RelationId| {
                    let (seen, now) = self.new_rows[relation];
                    seen == now
                };
                if !plan.starts_from_new().is_some_and(idle) {
                    self.apply(plan, basis, derived, terms)?;
                }
            }
        }
    }

    /// Adds all rows that a plan derives.
    pub(crate) fn apply(
        &mut self,
        plan: &Plan,
        basis: Basis<'_>,
        derived: &mut Derived,
        terms: &mut Lease<'_>,
    ) -> Result<(), LogicError> {
        let interrupt = self.meter.interrupt();
        let mut fresh = self.fresh.pop().unwrap_or_default();
        fresh.reset(derived.relations[plan.head].arity());
        self.join(plan, basis, derived, terms, &mut fresh)?;
        let head = &mut derived.relations[plan.head];
        for row in fresh.rows() {
            interrupt.check().map_err(|interrupted| self.explain(interrupted.into(), plan.head))?;
            head.insert(row);
        }
        self.fresh.push(fresh);
        let most = self.meter.limits().facts;
        if self.facts > most {
            return Err(self.explain(JoinError::Work(format!("{most} facts")), plan.head));
        }
        Ok(())
    }

    /// Adds all rows that a plan derives to a relation that no plan reads.
    pub(crate) fn list(
        &mut self,
        plan: &Plan,
        basis: Basis<'_>,
        derived: &mut Derived,
        terms: &mut Lease<'_>,
    ) -> Result<(), LogicError> {
        let mut rows = std::mem::take(&mut derived.relations[plan.head]);
        let joined = self.join(plan, basis, derived, terms, &mut rows);
        derived.relations[plan.head] = rows;
        joined
    }

    /// Adds all rows that a plan derives, and that its relation does not have, to `fresh`.
    fn join(
        &mut self,
        plan: &Plan,
        basis: Basis<'_>,
        derived: &mut Derived,
        terms: &mut Lease<'_>,
        fresh: &mut Relation,
    ) -> Result<(), LogicError> {
        let interrupt = self.meter.interrupt();
        for (relation, index) in plan.lookups().filter(|&(relation, _)| !basis.is_static.contains(relation)) {
            let caught_up = derived.relations[relation].catch_up(index, terms, interrupt);
            caught_up.map_err(|interrupted| self.explain(interrupted.into(), relation))?;
        }
        let before = fresh.len();
        let Derived { relations, answers } = derived;
        let mut context = Context {
            tables: Tables { statics: basis.statics, own: relations, is_static: basis.is_static },
            new_rows: &self.new_rows,
            queries: basis.queries,
            answers,
            terms,
            meter: &mut self.meter,
            scratch: &mut self.scratch,
            fresh: &mut self.fresh,
            nested: 0,
            partial: Vec::new(),
            answered: 0,
        };
        let known = Some(&relations[plan.head]).filter(|known| known.len() > 0);
        let result = run(plan, &[], known, &mut context, fresh);
        self.facts += context.answered + (fresh.len() - before) as usize * weight(plan.row.len());
        result.map_err(|stop| self.explain(stop, plan.head)).map(|_| ())
    }

    fn explain(&self, stop: JoinError, relation: RelationId) -> LogicError {
        let name = self.symbols.name(self.predicates[relation].name);
        match stop {
            JoinError::Logic(error) => error,
            JoinError::Work(limit) => LogicError::TooMuchWork { relation: name.to_owned(), limit },
            JoinError::Interrupted(interrupted) => LogicError::interrupted(interrupted, name),
        }
    }
}
