//! Compilation of clauses into a program, with plans made by evaluating the initial state.

use fixedbitset::FixedBitSet;
use gdl::{Atom, Clause, Interrupt, Interrupted, Keyword, Predicate, Strata, Symbols, stratify};
use indexmap::{IndexMap, IndexSet};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use crate::derived::{Basis, Derived};
use crate::evaluate::Evaluation;
use crate::plan::{Catalogue, Plan, Start, ground, plan, plan_facts};
use crate::program::{Group, Program};
use crate::relation::{IndexSpec, Phase, Relation, RelationId};
use crate::tabling::{AnswerTable, Queries, Query};
use crate::terms::{TermTable, Terms};
use crate::{Limits, LogicError, TermId};

/// The keywords whose relations are evaluated. `base` and `input` are only hints.
const ASKED: [Keyword; 7] = [
    Keyword::Role,
    Keyword::Init,
    Keyword::Legal,
    Keyword::Terminal,
    Keyword::Goal,
    Keyword::Next,
    Keyword::Sees,
];

/// Limits on the join steps for listing a relation; a relation that exceeds them is evaluated on demand.
#[derive(Clone, Copy)]
struct StepLimits {
    /// The limit for a static relation.
    statics: u64,
    /// The limit for a relation that depends on the state, and is listed again for each state.
    others: u64,
    /// Whether relations may be evaluated on demand. If not, exceeding a limit is an error.
    on_demand: bool,
}

/// Plans the rules and evaluates them on the initial state.
///
/// Most relations are listed. For a relation that is expensive to list, queries may be cheaper (whether a
/// king would be in check after a move). If there is one, the compiler tries both and keeps the program with
/// fewer steps.
pub(crate) fn compile(
    clauses: &[Clause<'_>],
    symbols: &Symbols,
    terms: &Terms,
    limits: &Limits,
    interrupt: &Interrupt<'_>,
) -> Result<Program, LogicError> {
    let strata = stratify(clauses, interrupt)?;
    let input = Input { symbols, clauses, strata: &strata, terms, limits, interrupt };
    let querying = StepLimits { statics: 500_000, others: 20_000, on_demand: true };
    let listing = |statics, others| StepLimits { statics, others, on_demand: false };
    match attempt(&input, querying) {
        Ok((program, _)) if program.queries.is_empty() => Ok(program),
        Ok((program, steps)) => match attempt(&input, listing(2_000_000, steps)) {
            Ok((listed, listed_steps)) if listed_steps <= steps => Ok(listed),
            _ => Ok(program),
        },
        Err(LogicError::TooMuchWork { .. }) if interrupt.interrupted().is_none() => {
            Ok(attempt(&input, listing(limits.steps, limits.steps))?.0)
        }
        Err(error) => Err(error),
    }
}

/// A program that evaluates on demand whatever can be: an alternative way to every answer, for tests.
#[cfg(test)]
pub(crate) fn compile_querying(
    clauses: &[Clause<'_>],
    symbols: &Symbols,
    terms: &Terms,
    limits: &Limits,
    interrupt: &Interrupt<'_>,
) -> Result<Program, LogicError> {
    let strata = stratify(clauses, interrupt)?;
    let input = Input { symbols, clauses, strata: &strata, terms, limits, interrupt };
    Ok(attempt(&input, StepLimits { statics: 0, others: 0, on_demand: true })?.0)
}

/// The program, and the number of steps for evaluating what depends on the state.
fn attempt(input: &Input<'_>, step_limits: StepLimits) -> Result<(Program, u64), LogicError> {
    let clauses = input.clauses;
    let mut predicates: IndexSet<Predicate, FxBuildHasher> =
        Keyword::ALL.iter().map(|&keyword| keyword.into()).collect();
    for clause in clauses {
        input.interrupt.check()?;
        predicates.insert(clause.head.predicate());
        predicates.extend(clause.atoms().map(|(atom, _)| atom.predicate()));
    }
    let needed = Needed::of(&predicates, clauses, input.strata, input.interrupt)?;
    let phases = phases(&predicates, clauses, input.interrupt)?;
    let relations = || predicates.iter().map(|predicate| Relation::new(predicate.arity)).collect();
    let mut is_static = FixedBitSet::with_capacity(predicates.len());
    (0..predicates.len()).filter(|&id| phases[id] == Phase::Static).for_each(|id| is_static.insert(id));
    let mut compiler = Compiler {
        input,
        step_limits,
        predicates: &predicates,
        needed: &needed,
        phases: &phases,
        is_static,
        statics: Derived { relations: relations(), answers: Vec::new() },
        own: Derived { relations: relations(), answers: Vec::new() },
        none: FixedBitSet::with_capacity(predicates.len()),
        matches: FxHashMap::default(),
        groups: Vec::new(),
        numbers: FxHashMap::default(),
        on_demand: FixedBitSet::with_capacity(predicates.len()),
        queries: Queries::default(),
        steps: 0,
    };

    let wanted = needed.components(&ASKED, input.interrupt)?;
    compiler.add(&wanted, Phase::Static)?;
    // The rules are planned and evaluated on the initial state and its first joint move.
    let mut initial = column(&compiler.statics.relations[Keyword::Init as usize]);
    for &fluent in &initial {
        compiler.own.relations[Keyword::True as usize].insert(&[fluent]);
    }
    compiler.steps = 0;
    compiler.add(&wanted, Phase::View)?;
    if phases[Keyword::Init as usize] == Phase::View {
        initial = column(&compiler.own.relations[Keyword::Init as usize]);
    }
    compiler.make_some_moves();
    compiler.add(&wanted, Phase::Step)?;
    initial.sort_unstable();

    let mut order = Vec::with_capacity(Keyword::ALL.len());
    for &keyword in &Keyword::ALL {
        let components = needed.components(&[keyword], input.interrupt)?;
        let numbers = components.iter().filter_map(|number| compiler.numbers.get(number).copied());
        let mut numbers: Vec<usize> = numbers.collect();
        // Groups are numbered phase by phase, and in each phase as the components are evaluated.
        numbers.sort_unstable();
        order.push(numbers);
    }
    let Compiler { groups, is_static, on_demand, statics, own: mut blank, queries, steps, .. } = compiler;
    let mut statics = statics.relations;
    let lease = input.terms.lease();
    for relation in &mut statics {
        relation.catch_up_all(&lease, input.interrupt)?;
    }
    drop(lease);
    let queries = queries.into_vec();
    blank.answers = queries.iter().map(AnswerTable::new).collect();
    blank.clear();
    Ok((Program { predicates, groups, is_static, on_demand, statics, queries, blank, order, initial }, steps))
}

/// The input of a compilation.
struct Input<'a> {
    symbols: &'a Symbols,
    clauses: &'a [Clause<'a>],
    strata: &'a Strata<'a>,
    terms: &'a Terms,
    limits: &'a Limits,
    interrupt: &'a Interrupt<'a>,
}

fn column(relation: &Relation) -> Vec<TermId> {
    relation.rows().map(|row| row[0]).collect()
}

/// The components that each relation needs.
struct Needed<'a> {
    predicates: &'a IndexSet<Predicate, FxBuildHasher>,
    /// For each relation the components that define it.
    concluded_by: Vec<Vec<usize>>,
    /// For each component the relations in its bodies.
    mentions: Vec<Vec<RelationId>>,
}

impl<'a> Needed<'a> {
    fn of(
        predicates: &'a IndexSet<Predicate, FxBuildHasher>,
        clauses: &[Clause<'_>],
        strata: &Strata<'_>,
        interrupt: &Interrupt<'_>,
    ) -> Result<Self, Interrupted> {
        let mut concluded_by = vec![Vec::new(); predicates.len()];
        let mut mentions = Vec::with_capacity(strata.components.len());
        for (number, component) in strata.components.iter().enumerate() {
            interrupt.check()?;
            let mut mentioned: IndexSet<RelationId, FxBuildHasher> = IndexSet::default();
            for clause in component.clauses.iter().map(|&clause| &clauses[clause]) {
                interrupt.check()?;
                let head = relation_id(predicates, clause.head);
                if concluded_by[head].last() != Some(&number) {
                    concluded_by[head].push(number);
                }
                mentioned.extend(clause.atoms().map(|(atom, _)| relation_id(predicates, atom)));
            }
            mentions.push(mentioned.into_iter().collect());
        }
        Ok(Self { predicates, concluded_by, mentions })
    }

    /// The components that these relations need, in the order of evaluation.
    fn components(&self, keywords: &[Keyword], interrupt: &Interrupt<'_>) -> Result<Vec<usize>, Interrupted> {
        let mut seen = FixedBitSet::with_capacity(self.predicates.len());
        let mut stack: Vec<RelationId> = keywords.iter().map(|&keyword| keyword as usize).collect();
        let mut components = FixedBitSet::with_capacity(self.mentions.len());
        while let Some(id) = stack.pop() {
            interrupt.check()?;
            if !seen.put(id) {
                for &component in &self.concluded_by[id] {
                    if !components.put(component) {
                        stack.extend(&self.mentions[component]);
                    }
                }
            }
        }
        Ok(components.ones().collect())
    }
}

pub(crate) fn relation_id(predicates: &IndexSet<Predicate, FxBuildHasher>, atom: &Atom) -> RelationId {
    match predicates.get_index_of(&atom.predicate()) {
        Some(id) => id,
        None => unreachable!("every atom's relation was numbered before"),
    }
}

fn phases(
    predicates: &IndexSet<Predicate, FxBuildHasher>,
    clauses: &[Clause<'_>],
    interrupt: &Interrupt<'_>,
) -> Result<Vec<Phase>, Interrupted> {
    let mut phases = vec![Phase::Static; predicates.len()];
    phases[Keyword::True as usize] = Phase::View;
    phases[Keyword::Does as usize] = Phase::Step;
    // A phase propagates from a relation to all relations that depend on it.
    let mut mentioned_by: Vec<Vec<RelationId>> = vec![Vec::new(); predicates.len()];
    for clause in clauses {
        interrupt.check()?;
        let head = relation_id(predicates, clause.head);
        for (atom, _) in clause.atoms() {
            mentioned_by[relation_id(predicates, atom)].push(head);
        }
    }
    let mut stack = vec![Keyword::True as usize, Keyword::Does as usize];
    while let Some(id) = stack.pop() {
        interrupt.check()?;
        for &head in &mentioned_by[id] {
            if phases[head] < phases[id] {
                phases[head] = phases[id];
                stack.push(head);
            }
        }
    }
    Ok(phases)
}

struct Compiler<'a> {
    input: &'a Input<'a>,
    step_limits: StepLimits,
    predicates: &'a IndexSet<Predicate, FxBuildHasher>,
    needed: &'a Needed<'a>,
    phases: &'a [Phase],
    is_static: FixedBitSet,
    statics: Derived,
    own: Derived,
    /// No relation.
    none: FixedBitSet,
    /// The mean numbers of matches of look-ups, as far as they are known.
    matches: FxHashMap<(RelationId, IndexSpec), f64>,
    groups: Vec<Group>,
    /// The group of each component, without static ones.
    numbers: FxHashMap<usize, usize>,
    /// The relations that are evaluated on demand.
    on_demand: FixedBitSet,
    queries: Queries,
    steps: u64,
}

impl Compiler<'_> {
    /// Plans and evaluates the components of a phase; the sizes of their relations are used in planning the
    /// next ones.
    fn add(&mut self, components: &[usize], phase: Phase) -> Result<(), LogicError> {
        for &component in components {
            let first = self.input.strata.components[component].clauses[0];
            let head = relation_id(self.predicates, self.input.clauses[first].head);
            if self.phases[head] != phase {
                continue;
            }
            self.check(head)?;
            let mut group = self.group(component, phase)?;
            self.plan_queries()?;
            let may_query = self.step_limits.on_demand && self.can_be_queried(&group);
            match self.evaluate(&group, may_query) {
                Err(LogicError::TooMuchWork { .. }) if may_query => {
                    for &head in &group.heads {
                        self.table(head).clear();
                        self.on_demand.insert(head);
                    }
                    group.plans.clear();
                    group.recursive.clear();
                    self.evaluate(&group, false)?;
                }
                result => result?,
            }
            if phase != Phase::Static {
                self.numbers.insert(component, self.groups.len());
                self.groups.push(group);
            }
        }
        Ok(())
    }

    /// Whether the relations of a group are defined by it alone and are not relations of keywords, which are
    /// always listed.
    fn can_be_queried(&self, group: &Group) -> bool {
        let keywords = Keyword::ALL.len();
        group.heads.iter().all(|&head| head >= keywords && self.needed.concluded_by[head].len() == 1)
    }

    /// Evaluates a group on what has been derived so far, within the limits on steps.
    fn evaluate(&mut self, group: &Group, limited: bool) -> Result<(), LogicError> {
        let Input { symbols, terms, limits, interrupt, .. } = self.input;
        let mut lease = terms.lease();
        let bound = match group.phase {
            Phase::Static => self.step_limits.statics,
            Phase::View | Phase::Step if self.step_limits.on_demand => self.step_limits.others,
            Phase::View | Phase::Step => self.step_limits.others.saturating_sub(self.steps),
        };
        let limits = Limits {
            steps: if limited || !self.step_limits.on_demand {
                bound.min(limits.steps)
            } else {
                limits.steps
            },
            ..**limits
        };
        let mut evaluation = Evaluation::new(self.predicates, symbols, limits, interrupt);
        for derived in [&mut self.statics, &mut self.own] {
            derived
                .answers
                .extend(self.queries.as_slice()[derived.answers.len()..].iter().map(AnswerTable::new));
        }
        // Planning may have added indexes to relations that are complete.
        let query_plans = self.queries.as_slice().iter().flat_map(|query| &query.plans);
        for (relation, index) in
            query_plans.chain(&group.plans).chain(&group.recursive).flat_map(Plan::lookups)
        {
            let derived = if self.is_static.contains(relation) { &mut self.statics } else { &mut self.own };
            derived.relations[relation].catch_up(index, &lease, interrupt)?;
        }
        let result = match group.phase {
            Phase::Static => {
                let basis = Basis { statics: &[], is_static: &self.none, queries: self.queries.as_slice() };
                evaluation.run(group, basis, &mut self.statics, &mut lease)
            }
            Phase::View | Phase::Step => {
                let statics = &self.statics.relations;
                let basis = Basis { statics, is_static: &self.is_static, queries: self.queries.as_slice() };
                evaluation.run(group, basis, &mut self.own, &mut lease)
            }
        };
        self.steps += evaluation.steps();
        result
    }

    /// Makes the first legal move of every role, so that what depends on moves can be evaluated.
    fn make_some_moves(&mut self) {
        let legal = self.table(Keyword::Legal as usize).clone();
        let mut moved = FxHashSet::default();
        for row in legal.rows() {
            if moved.insert(row[0]) {
                self.table(Keyword::Does as usize).insert(row);
            }
        }
    }

    fn group(&mut self, number: usize, phase: Phase) -> Result<Group, LogicError> {
        let component = &self.input.strata.components[number];
        let clauses = self.input.clauses;
        // The heads of each relation that are derived.
        let mut heads: IndexMap<RelationId, Vec<&Atom>, FxBuildHasher> = IndexMap::default();
        for clause in component.clauses.iter().map(|&number| &clauses[number]) {
            let derived = heads.entry(relation_id(self.predicates, clause.head)).or_default();
            if !clause.body.is_empty() {
                derived.push(clause.head);
            }
        }
        let mut facts = Vec::new();
        let (mut plans, mut recursive) = (Vec::new(), Vec::new());
        let mut lease = self.input.terms.lease();
        for clause in component.clauses.iter().map(|&number| &clauses[number]) {
            let head = relation_id(self.predicates, clause.head);
            self.check(head)?;
            if clause.body.is_empty() {
                let row =
                    clause.head.args.iter().map(|arg| ground(arg, &mut lease)).collect::<Result<_, _>>()?;
                facts.push((head, row));
                continue;
            }
            let in_circle = |atom: &Atom| {
                let derived = || heads.get(&relation_id(self.predicates, atom)).into_iter().flatten();
                component.recursive && derived().any(|head| head.may_equal(atom))
            };
            let circle: Vec<usize> = clause
                .body
                .iter()
                .enumerate()
                .filter(|(_, condition)| matches!(condition, gdl::Condition::Holds(atom) if in_circle(atom)))
                .map(|(number, _)| number)
                .collect();
            if circle.is_empty() {
                plans.push(plan(clause, Start::Nothing, self, &mut lease)?);
            }
            for number in circle {
                recursive.push(plan(clause, Start::New(number), self, &mut lease)?);
            }
        }
        Ok(Group { phase, heads: heads.into_keys().collect(), facts, plans, recursive })
    }

    /// Plans the queries of the plans so far, and the queries of these in turn.
    fn plan_queries(&mut self) -> Result<(), LogicError> {
        let mut lease = self.input.terms.lease();
        while let Some(Query { relation, arity, given, .. }) = self.queries.unplanned().cloned() {
            let component = self.needed.concluded_by[relation][0];
            let mut plans = Vec::new();
            let clauses = self.input.strata.components[component].clauses.iter();
            let mut has_facts = false;
            for clause in clauses.map(|&number| &self.input.clauses[number]) {
                if relation_id(self.predicates, clause.head) != relation {
                    continue;
                }
                if clause.body.is_empty() {
                    has_facts = true;
                } else {
                    plans.push(plan(clause, Start::Given(&given), self, &mut lease)?);
                }
            }
            if has_facts {
                plans.insert(0, plan_facts(relation, arity, &given, self));
            }
            self.queries.set_plans(plans);
        }
        Ok(())
    }

    fn table(&mut self, id: RelationId) -> &mut Relation {
        let derived = if self.is_static.contains(id) { &mut self.statics } else { &mut self.own };
        &mut derived.relations[id]
    }
}

impl Catalogue for Compiler<'_> {
    fn relation(&mut self, atom: &Atom) -> RelationId {
        relation_id(self.predicates, atom)
    }

    fn check(&self, relation: RelationId) -> Result<(), LogicError> {
        let name = || self.input.symbols.name(self.predicates[relation].name);
        self.input.interrupt.check().map_err(|interrupted| LogicError::interrupted(interrupted, name()))
    }

    fn on_demand(&self, relation: RelationId) -> bool {
        self.on_demand.contains(relation)
    }

    fn query(&mut self, relation: RelationId, given: &[usize]) -> usize {
        self.queries.number(relation, self.predicates[relation].arity, given, self.phases[relation])
    }

    fn index(&mut self, relation: RelationId, spec: &IndexSpec) -> usize {
        self.table(relation).index(spec)
    }

    fn expected_matches(
        &mut self,
        relation: RelationId,
        spec: &IndexSpec,
        variables: usize,
        terms: &TermTable,
    ) -> Result<f64, LogicError> {
        if relation == Keyword::Does as usize {
            return Ok(1.0);
        }
        if let Some(&known) = self.matches.get(&(relation, spec.clone())) {
            return Ok(known);
        }
        let interrupt = self.input.interrupt;
        let known = match self.table(relation).mean_matches(spec, terms, interrupt)? {
            Some(mean) => mean,
            None if self.is_static.contains(relation) => 0.0,
            // Not evaluated yet, or empty in the initial state: more free variables mean more matches.
            None => return Ok(6_f64.powi(variables.min(4) as i32)),
        };
        self.matches.insert((relation, spec.clone()), known);
        Ok(known)
    }
}
