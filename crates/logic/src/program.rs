//! A rulesheet's clauses, planned and sorted by when they are evaluated.

use fixedbitset::FixedBitSet;
use gdl::{Atom, Clause, Keyword, Predicate, Rulesheet, Strata, Symbols, stratify};
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::evaluate::Evaluation;
use crate::plan::{Catalogue, Plan, ground, plan};
use crate::relation::{IndexSpec, Relation};
use crate::terms::{TermTable, Terms};
use crate::{Limits, LogicError, TermId};

/// The number of a relation. The keywords' relations have the keywords' numbers.
pub(crate) type RelationId = usize;

/// What a relation depends on, and so how often it must be derived.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Phase {
    /// On nothing: once for all.
    Static,
    /// On the state.
    View,
    /// On the moves too.
    Step,
}

/// Clauses that are evaluated together.
pub(crate) struct Group {
    pub(crate) phase: Phase,
    /// The relations that its clauses conclude.
    pub(crate) heads: Vec<RelationId>,
    pub(crate) facts: Vec<(RelationId, Vec<TermId>)>,
    /// Clauses that depend on earlier groups only.
    pub(crate) plans: Vec<Plan>,
    /// Clauses that depend on this very group, once for each such condition, which comes first and takes new rows.
    pub(crate) recursive: Vec<Plan>,
}

/// The planned clauses, with the relations as they are before any state is known.
pub(crate) struct Program {
    pub(crate) predicates: IndexSet<Predicate, FxBuildHasher>,
    pub(crate) groups: Vec<Group>,
    pub(crate) is_static: FixedBitSet,
    /// The static relations, complete.
    pub(crate) statics: Vec<Relation>,
    /// The other relations, without rows but with their indexes.
    pub(crate) blank: Vec<Relation>,
    /// The groups to evaluate before each keyword's relation is complete, in order, static ones left out.
    order: Vec<Vec<usize>>,
    /// The fluents of the initial state.
    pub(crate) initial: Vec<TermId>,
}

/// What is ever asked of the rules. `base` and `input` are hints, and are not evaluated.
const ASKED: [Keyword; 7] = [
    Keyword::Role,
    Keyword::Init,
    Keyword::Legal,
    Keyword::Terminal,
    Keyword::Goal,
    Keyword::Next,
    Keyword::Sees,
];

impl Program {
    pub(crate) fn compile(sheet: &Rulesheet, terms: &Terms, limits: &Limits) -> Result<Self, LogicError> {
        let clauses = sheet.clauses();
        let strata = stratify(&clauses);
        let mut predicates: IndexSet<Predicate, FxBuildHasher> =
            Keyword::ALL.iter().map(|&keyword| keyword.into()).collect();
        for clause in &clauses {
            predicates.insert(clause.head.predicate());
            predicates.extend(clause.atoms().map(|(atom, _)| atom.predicate()));
        }
        let needed = Needed::of(&predicates, &clauses, &strata);
        let phases = phases(&predicates, &clauses);
        let relations = || predicates.iter().map(|predicate| Relation::new(predicate.arity)).collect();
        let mut is_static = FixedBitSet::with_capacity(predicates.len());
        (0..predicates.len()).filter(|&id| phases[id] == Phase::Static).for_each(|id| is_static.insert(id));
        let mut compiler = Compiler {
            predicates: &predicates,
            symbols: sheet.symbols(),
            terms,
            limits,
            clauses: &clauses,
            strata: &strata,
            phases: &phases,
            is_static,
            statics: relations(),
            own: relations(),
            matches: FxHashMap::default(),
            groups: Vec::new(),
            numbers: FxHashMap::default(),
        };

        let wanted = needed.components(&ASKED);
        compiler.add(&wanted, Phase::Static)?;
        // The rules of the view are planned on, and first tried at, the initial state.
        let mut initial = column(&compiler.statics[Keyword::Init as usize]);
        for &fluent in &initial {
            compiler.own[Keyword::True as usize].insert(&[fluent]);
        }
        compiler.add(&wanted, Phase::View)?;
        if phases[Keyword::Init as usize] == Phase::View {
            initial = column(&compiler.own[Keyword::Init as usize]);
        }
        compiler.add(&wanted, Phase::Step)?;
        initial.sort_unstable();

        let order = Keyword::ALL
            .iter()
            .map(|&keyword| {
                let components = needed.components(&[keyword]);
                let numbers = components.iter().filter_map(|number| compiler.numbers.get(number).copied());
                let mut numbers: Vec<usize> = numbers.collect();
                numbers.sort_unstable_by_key(|&number| compiler.groups[number].phase);
                numbers
            })
            .collect();
        let Compiler { groups, is_static, mut statics, own: mut blank, .. } = compiler;
        let lease = terms.lease();
        statics.iter_mut().for_each(|relation| relation.catch_up_all(&lease));
        drop(lease);
        blank.iter_mut().for_each(Relation::clear);
        Ok(Self { predicates, groups, is_static, statics, blank, order, initial })
    }

    /// The groups that decide a keyword's relation, in the order of evaluation; static ones are left out.
    pub(crate) fn deciding(&self, keyword: Keyword) -> &[usize] {
        &self.order[keyword as usize]
    }
}

fn column(relation: &Relation) -> Vec<TermId> {
    relation.rows().map(|row| row[0]).collect()
}

/// Which components each relation needs.
struct Needed<'a> {
    predicates: &'a IndexSet<Predicate, FxBuildHasher>,
    /// For each relation the components that conclude it.
    concluded_by: Vec<Vec<usize>>,
    /// For each component the relations its bodies mention.
    mentions: Vec<Vec<RelationId>>,
}

impl<'a> Needed<'a> {
    fn of(
        predicates: &'a IndexSet<Predicate, FxBuildHasher>,
        clauses: &[Clause<'_>],
        strata: &Strata<'_>,
    ) -> Self {
        let mut concluded_by = vec![Vec::new(); predicates.len()];
        let mut mentions = Vec::with_capacity(strata.components.len());
        for (number, component) in strata.components.iter().enumerate() {
            let mut mentioned: IndexSet<RelationId, FxBuildHasher> = IndexSet::default();
            for clause in component.clauses.iter().map(|&clause| &clauses[clause]) {
                let head = relation_id(predicates, clause.head);
                if concluded_by[head].last() != Some(&number) {
                    concluded_by[head].push(number);
                }
                mentioned.extend(clause.atoms().map(|(atom, _)| relation_id(predicates, atom)));
            }
            mentions.push(mentioned.into_iter().collect());
        }
        Self { predicates, concluded_by, mentions }
    }

    /// The components that some relations need, in the order of evaluation.
    fn components(&self, keywords: &[Keyword]) -> Vec<usize> {
        let mut seen = FixedBitSet::with_capacity(self.predicates.len());
        let mut stack: Vec<RelationId> = keywords.iter().map(|&keyword| keyword as usize).collect();
        let mut components = FixedBitSet::with_capacity(self.mentions.len());
        while let Some(id) = stack.pop() {
            if !seen.put(id) {
                for &component in &self.concluded_by[id] {
                    components.insert(component);
                    stack.extend(&self.mentions[component]);
                }
            }
        }
        components.ones().collect()
    }
}

fn relation_id(predicates: &IndexSet<Predicate, FxBuildHasher>, atom: &Atom) -> RelationId {
    match predicates.get_index_of(&atom.predicate()) {
        Some(id) => id,
        None => unreachable!("every atom's relation was numbered before"),
    }
}

fn phases(predicates: &IndexSet<Predicate, FxBuildHasher>, clauses: &[Clause<'_>]) -> Vec<Phase> {
    let mut phases = vec![Phase::Static; predicates.len()];
    phases[Keyword::True as usize] = Phase::View;
    phases[Keyword::Does as usize] = Phase::Step;
    // A phase spreads from a relation to all whose clauses mention it.
    let mut mentioned_by: Vec<Vec<RelationId>> = vec![Vec::new(); predicates.len()];
    for clause in clauses {
        let head = relation_id(predicates, clause.head);
        for (atom, _) in clause.atoms() {
            mentioned_by[relation_id(predicates, atom)].push(head);
        }
    }
    let mut stack = vec![Keyword::True as usize, Keyword::Does as usize];
    while let Some(id) = stack.pop() {
        for &head in &mentioned_by[id] {
            if phases[head] < phases[id] {
                phases[head] = phases[id];
                stack.push(head);
            }
        }
    }
    phases
}

struct Compiler<'a> {
    predicates: &'a IndexSet<Predicate, FxBuildHasher>,
    symbols: &'a Symbols,
    terms: &'a Terms,
    limits: &'a Limits,
    clauses: &'a [Clause<'a>],
    strata: &'a Strata<'a>,
    phases: &'a [Phase],
    is_static: FixedBitSet,
    statics: Vec<Relation>,
    own: Vec<Relation>,
    /// Mean matches of look-ups that were asked for before.
    matches: FxHashMap<(RelationId, IndexSpec), f64>,
    groups: Vec<Group>,
    /// The groups of the strata's components, but for the static ones.
    numbers: FxHashMap<usize, usize>,
}

impl Compiler<'_> {
    /// Plans the components of a phase and evaluates them, as the next ones are planned by how large these turn out.
    fn add(&mut self, components: &[usize], phase: Phase) -> Result<(), LogicError> {
        let none = FixedBitSet::with_capacity(self.predicates.len());
        let mut evaluation = Evaluation::new(self.predicates, self.symbols, *self.limits);
        for &component in components {
            let first = self.strata.components[component].clauses[0];
            if self.phases[relation_id(self.predicates, self.clauses[first].head)] != phase {
                continue;
            }
            let group = self.group(component, phase)?;
            let mut lease = self.terms.lease();
            match phase {
                Phase::Static => evaluation.run(&group, &[], &mut self.statics, &none, &mut lease)?,
                Phase::View => {
                    self.statics.iter_mut().for_each(|relation| relation.catch_up_all(&lease));
                    evaluation.run(&group, &self.statics, &mut self.own, &self.is_static, &mut lease)?;
                }
                Phase::Step => {}
            }
            if phase != Phase::Static {
                self.numbers.insert(component, self.groups.len());
                self.groups.push(group);
            }
        }
        Ok(())
    }

    fn group(&mut self, number: usize, phase: Phase) -> Result<Group, LogicError> {
        let component = &self.strata.components[number];
        let clauses = || component.clauses.iter().map(|&number| &self.clauses[number]);
        let mut heads: IndexSet<RelationId, FxBuildHasher> = IndexSet::default();
        let mut facts = Vec::new();
        let (mut plans, mut recursive) = (Vec::new(), Vec::new());
        heads.extend(clauses().map(|clause| relation_id(self.predicates, clause.head)));
        let derived: Vec<&Atom> =
            clauses().filter(|clause| !clause.body.is_empty()).map(|clause| clause.head).collect();
        for clause in component.clauses.iter().map(|&number| &self.clauses[number]) {
            let mut lease = self.terms.lease();
            if clause.body.is_empty() {
                let row =
                    clause.head.args.iter().map(|arg| ground(arg, &mut lease)).collect::<Result<_, _>>()?;
                facts.push((relation_id(self.predicates, clause.head), row));
                continue;
            }
            let in_circle = |atom: &Atom| {
                component.recursive
                    && heads.contains(&relation_id(self.predicates, atom))
                    && derived.iter().any(|head| head.may_equal(atom))
            };
            let circle: Vec<usize> = clause
                .body
                .iter()
                .enumerate()
                .filter(|(_, condition)| matches!(condition, gdl::Condition::Holds(atom) if in_circle(atom)))
                .map(|(number, _)| number)
                .collect();
            if circle.is_empty() {
                plans.push(plan(clause, None, self, &mut lease)?);
            }
            for number in circle {
                recursive.push(plan(clause, Some(number), self, &mut lease)?);
            }
        }
        Ok(Group { phase, heads: heads.into_iter().collect(), facts, plans, recursive })
    }

    fn table(&mut self, id: RelationId) -> &mut Relation {
        if self.is_static.contains(id) { &mut self.statics[id] } else { &mut self.own[id] }
    }
}

impl Catalogue for Compiler<'_> {
    fn relation(&mut self, atom: &Atom) -> RelationId {
        relation_id(self.predicates, atom)
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
    ) -> f64 {
        if relation == Keyword::Does as usize {
            return 1.0;
        }
        if self.table(relation).len() == 0 {
            // Not derived yet, or nothing to learn from: more free variables, more matches.
            return 6_f64.powi(variables.min(4) as i32);
        }
        if let Some(&known) = self.matches.get(&(relation, spec.clone())) {
            return known;
        }
        let known = self.table(relation).mean_matches(spec, terms);
        self.matches.insert((relation, spec.clone()), known);
        known
    }
}
