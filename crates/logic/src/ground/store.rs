//! The relations as they grow, and what the planner knows of them.

use std::collections::hash_map::Entry;
use std::time::Instant;

use fixedbitset::FixedBitSet;
use gdl::{Atom, Clause};
use rustc_hash::FxHashMap;

use crate::compiler::relation_id;
use crate::derived::{Basis, Derived};
use crate::ground::rules::Rulebook;
use crate::plan::{Catalogue, Plan, Start, plan, plan_facts};
use crate::relation::{IndexSpec, Phase, Relation, RelationId};
use crate::tabling::{Answers, Ask};
use crate::terms::{Lease, TermTable};
use crate::{GroundLimits, LogicError, Reasoner};

/// All relations while they are being grounded.
pub(crate) struct Stock<'a> {
    pub(crate) book: &'a Rulebook,
    /// All clauses of the rulesheet: what is static and on demand is worked out by them.
    clauses: Vec<Clause<'a>>,
    on_demand: &'a FixedBitSet,
    statics: Vec<Relation>,
    /// What can grow, and the answers to asks.
    pub(crate) derived: Derived,
    asks: Vec<Ask>,
    ask_numbers: FxHashMap<(RelationId, Vec<usize>), usize>,
    /// The first asks, as many as this, have their plans.
    planned: usize,
    /// Mean matches of look-ups, each with the size of the relation when they were counted.
    matches: FxHashMap<(RelationId, IndexSpec), (u32, f64)>,
    started: Instant,
    limits: GroundLimits,
}

impl<'a> Stock<'a> {
    pub(crate) fn new(
        book: &'a Rulebook,
        sheet: &'a gdl::Rulesheet,
        reasoner: &'a Reasoner,
        limits: GroundLimits,
        started: Instant,
    ) -> Self {
        let program = &reasoner.program;
        let relations = book.predicates.iter().map(|predicate| Relation::new(predicate.arity)).collect();
        Self {
            book,
            clauses: sheet.clauses(),
            on_demand: &program.on_demand,
            statics: program.statics.clone(),
            derived: Derived { relations, answers: Vec::new() },
            asks: Vec::new(),
            ask_numbers: FxHashMap::default(),
            planned: 0,
            matches: FxHashMap::default(),
            started,
            limits,
        }
    }

    pub(crate) fn size(&self, relation: RelationId) -> u32 {
        self.table(relation).len()
    }

    fn table(&self, relation: RelationId) -> &Relation {
        if self.book.is_static.contains(relation) {
            &self.statics[relation]
        } else {
            &self.derived.relations[relation]
        }
    }

    /// A copy of a static relation.
    pub(crate) fn static_rows(&self, relation: RelationId) -> Relation {
        self.statics[relation].clone()
    }

    fn table_mut(&mut self, relation: RelationId) -> &mut Relation {
        if self.book.is_static.contains(relation) {
            &mut self.statics[relation]
        } else {
            &mut self.derived.relations[relation]
        }
    }

    /// What evaluation takes as given, and what it adds to.
    pub(crate) fn parts(&mut self) -> (Basis<'_>, &mut Derived) {
        let basis = Basis { statics: &self.statics, is_static: &self.book.is_static, asks: &self.asks };
        (basis, &mut self.derived)
    }

    /// A plan of a clause for the sizes that the relations have now, with all it needs to run.
    pub(crate) fn plan(
        &mut self,
        clause: &Clause<'_>,
        start: Start<'_>,
        terms: &mut Lease<'_>,
    ) -> Result<Plan, LogicError> {
        let plan = plan(clause, start, self, terms)?;
        let known = self.planned;
        self.plan_asks(terms)?;
        let asks = self.asks[known..].iter();
        let lookups: Vec<_> =
            asks.flat_map(|ask| &ask.plans).chain([&plan]).flat_map(Plan::lookups).collect();
        for (relation, index) in lookups {
            if self.book.is_static.contains(relation) {
                self.statics[relation].catch_up(index, terms);
            }
        }
        Ok(plan)
    }

    /// Plans the asks that plans make, and those that these make in turn.
    fn plan_asks(&mut self, terms: &mut Lease<'_>) -> Result<(), LogicError> {
        while self.planned < self.asks.len() {
            let Ask { relation, arity, given, .. } = self.asks[self.planned].clone();
            let of_it = |clause: &&Clause<'_>| relation_id(&self.book.predicates, clause.head) == relation;
            let clauses: Vec<Clause<'a>> = self.clauses.iter().filter(of_it).cloned().collect();
            let (facts, rules): (Vec<_>, Vec<_>) =
                clauses.into_iter().partition(|clause| clause.body.is_empty());
            let mut plans = Vec::new();
            if !facts.is_empty() {
                plans.push(plan_facts(relation, arity, &given, self));
            }
            for clause in &rules {
                plans.push(plan(clause, Start::Given(&given), self, terms)?);
            }
            self.asks[self.planned].plans = plans;
            let answers = Answers::new(&self.asks[self.planned]);
            self.derived.answers.push(answers);
            self.planned += 1;
        }
        Ok(())
    }
}

impl Catalogue for Stock<'_> {
    fn relation(&mut self, atom: &Atom) -> RelationId {
        self.book.relation(atom)
    }

    fn on_demand(&self, relation: RelationId) -> bool {
        self.book.is_static.contains(relation) && self.on_demand.contains(relation)
    }

    fn check_time(&self, relation: RelationId) -> Result<(), LogicError> {
        let limit = self.limits.time;
        if self.started.elapsed() <= limit {
            return Ok(());
        }
        Err(LogicError::TooMuchWork {
            relation: self.book.name(relation).to_owned(),
            limit: format!("{limit:?}"),
        })
    }

    fn ask(&mut self, relation: RelationId, given: &[usize]) -> usize {
        let number = self.asks.len();
        match self.ask_numbers.entry((relation, given.to_vec())) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => {
                new.insert(number);
                self.asks.push(Ask {
                    relation,
                    arity: self.book.predicates[relation].arity,
                    given: given.to_vec(),
                    plans: Vec::new(),
                    phase: Phase::Static,
                });
                number
            }
        }
    }

    fn index(&mut self, relation: RelationId, spec: &IndexSpec) -> usize {
        self.table_mut(relation).index(spec)
    }

    fn expected_matches(
        &mut self,
        relation: RelationId,
        spec: &IndexSpec,
        _variables: usize,
        terms: &TermTable,
    ) -> f64 {
        let size = self.size(relation);
        if let Some(&(then, known)) = self.matches.get(&(relation, spec.clone()))
            && size < then.saturating_mul(2).max(8)
        {
            return known;
        }
        let known = self.table(relation).mean_matches(spec, terms).unwrap_or(0.0);
        self.matches.insert((relation, spec.clone()), (size, known));
        known
    }
}
