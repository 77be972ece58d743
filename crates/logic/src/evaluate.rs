//! Evaluating groups of clauses, bottom-up and semi-naively.

use fixedbitset::FixedBitSet;
use gdl::{Predicate, Symbols};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use crate::demand::{Answers, Ask};
use crate::join::{Context, Meter, Scratch, Stop, Tables, run};
use crate::plan::{Plan, Step};
use crate::program::{Group, RelationId};
use crate::relation::Relation;
use crate::terms::Lease;
use crate::{Limits, LogicError};

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

/// Answers one question: buffers and the work spent on it.
pub(crate) struct Evaluation<'p> {
    predicates: &'p IndexSet<Predicate, FxBuildHasher>,
    symbols: &'p Symbols,
    meter: Meter,
    scratch: Vec<Scratch>,
    fresh: Vec<Relation>,
    new_rows: Vec<(u32, u32)>,
    /// Facts derived so far.
    facts: usize,
    /// Attempts to answer an ask so far.
    round: u64,
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
            round: 1,
        }
    }

    /// Join steps made so far.
    pub(crate) fn steps(&self) -> u64 {
        self.meter.steps()
    }

    /// Adds all that a group derives from what is there already.
    pub(crate) fn run(
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
    fn apply(
        &mut self,
        plan: &Plan,
        basis: Basis<'_>,
        derived: &mut Derived,
        terms: &mut Lease<'_>,
    ) -> Result<(), LogicError> {
        for step in &plan.steps {
            if let Step::Scan { relation, lookup: Some(lookup), .. } = step
                && !basis.is_static.contains(*relation)
            {
                derived.relations[*relation].catch_up(lookup.index, terms);
            }
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
            round: self.round,
            answered: 0,
        };
        let result = run(plan, &[], Some(&relations[plan.head]), &mut context, &mut fresh);
        self.round = context.round;
        self.facts += context.answered as usize + fresh.len() as usize;
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
