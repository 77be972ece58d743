//! The relations during grounding, and what the planner knows of them.

use fixedbitset::FixedBitSet;
use gdl::{Atom, Clause, Interrupt};
use rustc_hash::FxHashMap;

use crate::LogicError;
use crate::compiler::relation_id;
use crate::derived::{Basis, Derived};
use crate::ground::rules::{Input, Rulebook};
use crate::plan::{Catalogue, Plan, Start, plan, plan_facts};
use crate::relation::{IndexSpec, Phase, Relation, RelationId};
use crate::tabling::{AnswerTable, Queries, Query};
use crate::terms::{Lease, TermTable};

/// All relations during grounding.
pub(crate) struct RelationStore<'a> {
    pub(crate) book: &'a Rulebook,
    /// All clauses, for static relations on demand.
    clauses: &'a [Clause<'a>],
    on_demand: &'a FixedBitSet,
    statics: Vec<Relation>,
    /// The growing relations, and the answers of queries.
    pub(crate) derived: Derived,
    queries: Queries,
    /// The mean numbers of matches of look-ups, each with the size of the relation at that time.
    matches: FxHashMap<(RelationId, IndexSpec), (u32, f64)>,
    interrupt: &'a Interrupt<'a>,
}

impl<'a> RelationStore<'a> {
    pub(crate) fn new(book: &'a Rulebook, input: &Input<'a>, interrupt: &'a Interrupt<'a>) -> Self {
        let Input { clauses, program, .. } = *input;
        let mut statics = program.statics.clone();
        for (&relation, rows) in &book.tables {
            statics.resize_with(statics.len().max(relation + 1), Relation::default);
            statics[relation] = rows.clone();
        }
        let relations = book.predicates.iter().map(|predicate| Relation::new(predicate.arity)).collect();
        Self {
            book,
            clauses,
            on_demand: &program.on_demand,
            statics,
            derived: Derived { relations, answers: Vec::new() },
            queries: Queries::default(),
            matches: FxHashMap::default(),
            interrupt,
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

    /// The input and the output of an evaluation.
    pub(crate) fn parts(&mut self) -> (Basis<'_>, &mut Derived) {
        let basis = Basis {
            statics: &self.statics,
            is_static: &self.book.is_static,
            queries: self.queries.as_slice(),
        };
        (basis, &mut self.derived)
    }

    /// A plan of a clause by the current sizes of the relations; its queries and indexes are made.
    pub(crate) fn plan(
        &mut self,
        clause: &Clause<'_>,
        start: Start<'_>,
        terms: &mut Lease<'_>,
    ) -> Result<Plan, LogicError> {
        let plan = plan(clause, start, self, terms)?;
        let known = self.derived.answers.len();
        self.plan_queries(terms)?;
        let queries = self.queries.as_slice()[known..].iter();
        let lookups: Vec<_> =
            queries.flat_map(|query| &query.plans).chain([&plan]).flat_map(Plan::lookups).collect();
        for (relation, index) in lookups {
            if self.book.is_static.contains(relation) {
                self.statics[relation].catch_up(index, terms, self.interrupt)?;
            }
        }
        Ok(plan)
    }

    /// Plans the queries of the plans so far, and the queries of these in turn.
    fn plan_queries(&mut self, terms: &mut Lease<'_>) -> Result<(), LogicError> {
        while let Some(Query { relation, arity, given, .. }) = self.queries.unplanned().cloned() {
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
            self.derived.answers.push(AnswerTable::new(self.queries.set_plans(plans)));
        }
        Ok(())
    }
}

impl Catalogue for RelationStore<'_> {
    fn relation(&mut self, atom: &Atom) -> RelationId {
        self.book.relation(atom)
    }

    fn on_demand(&self, relation: RelationId) -> bool {
        self.book.is_static.contains(relation) && self.on_demand.contains(relation)
    }

    fn grows(&self, relation: RelationId) -> bool {
        !self.book.is_static.contains(relation)
    }

    fn check(&self, relation: RelationId) -> Result<(), LogicError> {
        let error = |interrupted| LogicError::interrupted(interrupted, self.book.name(relation));
        self.interrupt.check().map_err(error)
    }

    fn query(&mut self, relation: RelationId, given: &[usize]) -> usize {
        self.queries.number(relation, self.book.predicates[relation].arity, given, Phase::Static)
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
    ) -> Result<f64, LogicError> {
        let size = self.size(relation);
        if let Some(&(then, known)) = self.matches.get(&(relation, spec.clone()))
            && size < then.saturating_mul(2).max(8)
        {
            return Ok(known);
        }
        let known = self.table(relation).mean_matches(spec, terms, self.interrupt)?.unwrap_or(0.0);
        self.matches.insert((relation, spec.clone()), (size, known));
        Ok(known)
    }
}
