//! Evaluating groups of clauses, bottom-up and semi-naively.

use gdl::{Predicate, Symbols};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use crate::derived::{Basis, Derived};
use crate::join::{Context, Meter, Scratch, Stop, Tables, run, weight};
use crate::plan::Plan;
use crate::program::Group;
use crate::relation::{Relation, RelationId};
use crate::tabling::Answers;
use crate::terms::Lease;
use crate::{Limits, LogicError};

/// Answers one question: buffers and the work spent on it.
pub(crate) struct Evaluation<'p> {
    predicates: &'p IndexSet<Predicate, FxBuildHasher>,
    symbols: &'p Symbols,
    meter: Meter,
    scratch: Vec<Scratch>,
    fresh: Vec<Relation>,
    /// The bounds of what is new in each relation, for plans that start from new rows.
    pub(crate) new_rows: Vec<(u32, u32)>,
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
            scratch: Vec::new(),
            fresh: Vec::new(),
            new_rows: Vec::new(),
            facts: 0,
        }
    }

    /// Join steps made so far.
    pub(crate) fn steps(&self) -> u64 {
        self.meter.steps()
    }

    /// Bounds the join steps still to come.
    pub(crate) fn allow(&mut self, steps: u64) {
        self.meter.allow(steps);
    }

    /// Adds all that a group derives from what is there already.
    pub(crate) fn run(
        &mut self,
        group: &Group,
        basis: Basis<'_>,
        derived: &mut Derived,
        terms: &mut Lease<'_>,
    ) -> Result<(), LogicError> {
        let result = self.run_all(group, basis, derived, terms);
        if result.is_err() {
            // Asks may have been left half answered.
            derived.answers.iter_mut().for_each(Answers::clear);
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
        for (relation, row) in &group.facts {
            derived.relations[*relation].insert(row);
        }
        for plan in &group.plans {
            self.apply(plan, basis, derived, terms)?;
        }
        if !group.recursive.is_empty() {
            self.run_recursive(group, basis, derived, terms)?;
        }
        if !basis.asks.is_empty() {
            // Asks come from inside a join, where no index can be brought up to date.
            group.heads.iter().for_each(|&head| derived.relations[head].catch_up_all(terms));
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
                self.apply(plan, basis, derived, terms)?;
            }
        }
    }

    /// Adds all rows that one plan derives.
    pub(crate) fn apply(
        &mut self,
        plan: &Plan,
        basis: Basis<'_>,
        derived: &mut Derived,
        terms: &mut Lease<'_>,
    ) -> Result<(), LogicError> {
        for (relation, index) in plan.lookups().filter(|&(relation, _)| !basis.is_static.contains(relation)) {
            derived.relations[relation].catch_up(index, terms);
        }
        let Derived { relations, answers } = derived;
        let mut fresh = self.fresh.pop().unwrap_or_default();
        fresh.reset(relations[plan.head].arity());
        let mut context = Context {
            tables: Tables { statics: basis.statics, own: relations, is_static: basis.is_static },
            new_rows: &self.new_rows,
            asks: basis.asks,
            answers,
            terms,
            meter: &mut self.meter,
            scratch: &mut self.scratch,
            fresh: &mut self.fresh,
            nested: 0,
            partial: Vec::new(),
            answered: 0,
        };
        let result = run(plan, &[], Some(&relations[plan.head]), &mut context, &mut fresh);
        self.facts += context.answered + fresh.len() as usize * weight(plan.row.len());
        result.map_err(|stop| self.explain(stop, plan.head))?;
        let head = &mut derived.relations[plan.head];
        for row in fresh.rows() {
            head.insert(row);
        }
        self.fresh.push(fresh);
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
