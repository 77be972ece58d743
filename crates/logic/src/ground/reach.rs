//! Relaxed reachability: the least fixpoint of the relaxed rules, by semi-naive evaluation.

use std::collections::BTreeSet;

use fixedbitset::FixedBitSet;
use gdl::{Interrupt, Interrupted, Keyword};
use rustc_hash::FxHashSet;

use crate::evaluate::Evaluation;
use crate::ground::instances::RawLiteral;
use crate::ground::relax::Relaxed;
use crate::ground::rules::{Input, OUTPUTS, Rulebook};
use crate::ground::store::RelationStore;
use crate::join::build;
use crate::plan::{Plan, Start};
use crate::relation::{Relation, RelationId};
use crate::terms::Lease;
use crate::{GroundLimits, Limits, LogicError, TermId};

/// Why the reachability analysis stopped early.
pub(crate) enum Halt {
    /// A rule exceeded a limit.
    Blocked(Blocked),
    /// These relations are expensive to list and may be cheaper on demand.
    Expensive(Vec<RelationId>),
}

/// A rule that exceeded a limit, and the reason.
pub(crate) struct Blocked {
    pub(crate) rule: usize,
    pub(crate) why: String,
}

impl Blocked {
    /// The grounding was interrupted at a rule.
    fn at(rule: usize) -> impl Fn(Interrupted) -> Self {
        move |interrupted| Self { rule, why: interrupted.to_string() }
    }
}

impl From<Blocked> for Halt {
    fn from(blocked: Blocked) -> Self {
        Halt::Blocked(blocked)
    }
}

/// The reachability analysis: lists all atoms that may hold, and all instances of the rules.
pub(crate) struct Reach<'a> {
    rules: &'a [Relaxed],
    store: RelationStore<'a>,
    evaluation: Evaluation<'a>,
    /// A plan for each rule and each of its growing conditions.
    plans: Vec<Vec<Option<Planned>>>,
    /// For each relation the rules that depend on it, each with the number of the growing condition.
    uses: Vec<Vec<(usize, usize)>>,
    /// The relations with new rows, in the order of their ranks: dependencies come first as far as possible.
    waiting: BTreeSet<(usize, RelationId)>,
    ranks: Vec<usize>,
    roles: FxHashSet<TermId>,
    limits: GroundLimits,
    interrupt: &'a Interrupt<'a>,
    known_terms: usize,
    atoms: usize,
    instances: usize,
    bytes: usize,
    row: Vec<TermId>,
    /// The relations whose atoms the outputs depend on.
    needed: &'a FixedBitSet,
    /// The atoms of each rule's instances.
    atom_rows: Vec<AtomRows>,
    /// The join steps spent on each relation of the rulesheet.
    spent: Vec<u64>,
    /// The relations that are always listed.
    settled: &'a FixedBitSet,
}

/// The atoms of a rule's instances, one instance after the other: for each the rows of its
/// [positive](Relaxed::positive) literals, then the row of its conclusion. Empty if the outputs do not depend
/// on the conclusion.
pub(crate) type AtomRows = Vec<u32>;

/// A plan, with the sizes of the relations of its growing conditions at the time of planning.
type Planned = (Plan, Vec<u32>);

/// The number of join steps after which a relation counts as expensive; each row found counts as some steps.
const EXPENSIVE: u64 = 10_000_000;
const STEPS_A_ROW: u64 = 8;

/// The factor by which a relation must have grown for its joins to be planned again.
const GROWTH: u32 = 4;

impl<'a> Reach<'a> {
    pub(crate) fn new(
        rules: &'a [Relaxed],
        book: &'a Rulebook,
        input: &Input<'a>,
        needed: &'a FixedBitSet,
        settled: &'a FixedBitSet,
        limits: GroundLimits,
        interrupt: &'a Interrupt<'a>,
    ) -> Self {
        let reasoner = input.reasoner;
        let mut uses = vec![Vec::new(); book.predicates.len()];
        for (number, rule) in rules.iter().enumerate() {
            for (position, &(_, relation)) in rule.growing.iter().enumerate() {
                uses[relation].push((number, position));
            }
        }
        let within = Limits { facts: limits.instances, steps: u64::MAX, ..reasoner.limits };
        let mut evaluation = Evaluation::new(&book.predicates, &book.symbols, within, interrupt);
        evaluation.new_rows.resize(book.predicates.len(), (0, 0));
        let mut store = RelationStore::new(book, input, interrupt);
        for rule in rules {
            let instances = &mut store.derived.relations[rule.instances];
            let told = if needed.contains(rule.head.relation) { rule.positive.len() } else { 0 };
            let make = if rule.distinct { Relation::list } else { Relation::new };
            *instances = make(instances.arity() + told);
        }
        Self {
            rules,
            store,
            evaluation,
            plans: rules.iter().map(|rule| vec![None; rule.growing.len()]).collect(),
            ranks: ranks(rules, &uses),
            uses,
            waiting: BTreeSet::new(),
            roles: reasoner.roles().iter().copied().collect(),
            limits,
            interrupt,
            known_terms: 0,
            atoms: 0,
            instances: 0,
            bytes: 0,
            row: Vec::new(),
            needed,
            atom_rows: vec![Vec::new(); rules.len()],
            spent: vec![0; book.predicates.len()],
            settled,
        }
    }

    /// The relations at the fixpoint, and the atoms of each rule's instances.
    pub(crate) fn run(
        mut self,
        initial: &[TermId],
        terms: &mut Lease<'_>,
    ) -> Result<(Vec<Relation>, Vec<AtomRows>), Halt> {
        self.known_terms = terms.len();
        for &fluent in initial {
            self.insert(Keyword::True as usize, &[fluent]);
        }
        for keyword in OUTPUTS {
            if self.store.book.is_static.contains(keyword as usize) {
                self.store.derived.relations[keyword as usize] = self.store.static_rows(keyword as usize);
                self.waiting.insert((0, keyword as usize));
            }
        }
        for number in 0..self.rules.len() {
            if self.rules[number].growing.is_empty() {
                let plan = self.plan(number, Start::Nothing, terms)?;
                self.apply(number, &plan, terms)?;
            }
        }
        while let Some((_, relation)) = self.waiting.pop_first() {
            let (_, seen) = self.evaluation.new_rows[relation];
            let now = self.store.derived.relations[relation].len();
            self.evaluation.new_rows[relation] = (seen, now);
            for (from, to) in [(Keyword::Next, Keyword::True), (Keyword::Legal, Keyword::Does)] {
                if relation == from as usize {
                    self.carry(relation, to as usize, seen);
                }
            }
            for at in 0..self.uses[relation].len() {
                let (number, position) = self.uses[relation][at];
                self.interrupt.check().map_err(Blocked::at(number))?;
                self.follow(number, position, terms)?;
            }
        }
        Ok((self.store.derived.relations, self.atom_rows))
    }

    /// What comes next may be true, and what is legal may be done.
    fn carry(&mut self, from: RelationId, to: RelationId, seen: u32) {
        for number in seen..self.store.derived.relations[from].len() {
            let row = self.store.derived.relations[from].row(number).to_vec();
            if to != Keyword::Does as usize || self.roles.contains(&row[0]) {
                self.insert(to, &row);
            }
        }
    }

    /// Joins the new rows of one condition with all rows of the others.
    fn follow(&mut self, number: usize, position: usize, terms: &mut Lease<'_>) -> Result<(), Halt> {
        let rule = &self.rules[number];
        let sizes = || rule.growing.iter().map(|&(_, relation)| self.store.size(relation));
        if sizes().any(|size| size == 0) {
            return Ok(());
        }
        let plan = match self.plans[number][position].take() {
            Some((plan, then))
                if sizes().zip(&then).all(|(now, then)| now <= then.saturating_mul(GROWTH)) =>
            {
                (plan, then)
            }
            _ => {
                let sizes: Vec<u32> = sizes().map(|size| size.max(16)).collect();
                let start = Start::NewOnce(rule.growing[position].0);
                (self.plan(number, start, terms)?, sizes)
            }
        };
        self.apply(number, &plan.0, terms)?;
        self.plans[number][position] = Some(plan);
        Ok(())
    }

    /// A plan of a rule, which tells the rows of the positive literals if the outputs depend on them.
    fn plan(&mut self, number: usize, start: Start<'_>, terms: &mut Lease<'_>) -> Result<Plan, Halt> {
        let rule = &self.rules[number];
        let plan = self.store.plan(&rule.clause(), start, terms);
        let plan = plan.map_err(|error| self.blocked(number, &error))?;
        Ok(if self.needed.contains(rule.head.relation) { plan.telling(&rule.positive) } else { plan })
    }

    /// Adds the instances that a plan finds, and what they conclude.
    fn apply(&mut self, number: usize, plan: &Plan, terms: &mut Lease<'_>) -> Result<(), Halt> {
        let rule = &self.rules[number];
        let Relaxed { instances, head, .. } = rule;
        let known = self.store.derived.relations[*instances].len();
        let held = self.store.derived.relations[*instances].bytes();
        let origin = self.rules[number].listed.origin;
        let left = match self.settled.contains(origin) {
            true => u64::MAX,
            false => EXPENSIVE.saturating_sub(self.spent[origin]),
        };
        let before = self.evaluation.steps();
        self.evaluation.allow(left, held + self.limits.bytes.saturating_sub(self.bytes));
        let (basis, derived) = self.store.parts();
        let ran = self.evaluation.list(plan, basis, derived, terms);
        let found = self.store.derived.relations[*instances].len();
        let steps = self.evaluation.steps() - before + STEPS_A_ROW * u64::from(found - known);
        self.spent[origin] += steps;
        if steps > left {
            return Err(self.expensive());
        }
        self.bytes += self.store.derived.relations[*instances].bytes() - held;
        self.fits(number, 0)?;
        ran.map_err(|error| self.blocked(number, &error))?;
        if found == known {
            return Ok(());
        }
        self.instances += (found - known) as usize;
        let held = self.store.derived.relations[head.relation].bytes();
        let mut row = std::mem::take(&mut self.row);
        let is_needed = self.needed.contains(head.relation);
        if is_needed {
            // The negated literals of the bodies that are made of the instances.
            let negated = rule.literals.len() - rule.positive.len();
            self.bytes += (found - known) as usize * negated * size_of::<RawLiteral>();
        }
        let mut atom_rows = std::mem::take(&mut self.atom_rows[number]);
        let reserved = atom_rows.capacity();
        let added = |reach: &Self, atom_rows: &AtomRows| {
            let atoms = reach.store.derived.relations[head.relation].bytes() - held;
            atoms + (atom_rows.capacity() - reserved) * size_of::<u32>()
        };
        for instance in known..found {
            self.interrupt.check().map_err(Blocked::at(number))?;
            row.clear();
            let slots = self.store.derived.relations[*instances].row(instance);
            for template in &head.cells {
                row.push(build(template, slots, terms).map_err(|error| self.blocked(number, &error))?);
            }
            if is_needed {
                let told = &slots[slots.len() - rule.positive.len()..];
                atom_rows.extend(told.iter().map(|row| row.number()));
            }
            let conclusion = self.insert(head.relation, &row);
            if is_needed {
                atom_rows.push(conclusion);
            }
            self.fits(number, added(self, &atom_rows))?;
            if terms.len() - self.known_terms > self.limits.terms {
                return Err(self.exceeds(number, self.limits.terms, "new terms").into());
            }
        }
        self.row = row;
        self.bytes += added(self, &atom_rows);
        self.atom_rows[number] = atom_rows;
        if !rule.keeps_rows() {
            self.store.derived.relations[*instances].clear();
        }
        let GroundLimits { atoms, instances, .. } = self.limits;
        for (is, most, what) in
            [(self.atoms, atoms, "atoms"), (self.instances, instances, "instances of rules")]
        {
            if is > most {
                return Err(self.exceeds(number, most, what).into());
            }
        }
        Ok(())
    }

    /// The expensive relations.
    fn expensive(&self) -> Halt {
        let expensive = (0..self.spent.len())
            .filter(|&relation| self.spent[relation] > EXPENSIVE && !self.settled.contains(relation));
        Halt::Expensive(expensive.collect())
    }

    /// The reason for which a rule was stopped.
    fn blocked(&self, rule: usize, error: &LogicError) -> Blocked {
        let why = match error {
            LogicError::TooMuchWork { limit, .. } => format!("it takes more than {limit}"),
            LogicError::Interrupted(interrupted) => interrupted.to_string(),
            error => error.to_string(),
        };
        Blocked { rule, why }
    }

    /// An error if atoms and instances take too much memory, with so many bytes `added` by a rule.
    fn fits(&self, rule: usize, added: usize) -> Result<(), Blocked> {
        let most = self.limits.bytes;
        if self.bytes + added > most { Err(self.exceeds(rule, most, "bytes")) } else { Ok(()) }
    }

    fn exceeds(&self, rule: usize, most: usize, what: &str) -> Blocked {
        Blocked { rule, why: format!("there are more than {most} {what}") }
    }

    /// The number of a row of a relation, which is added if it is new.
    fn insert(&mut self, relation: RelationId, row: &[TermId]) -> u32 {
        let (number, is_new) = self.store.derived.relations[relation].insert_full(row);
        if is_new {
            self.atoms += 1;
            self.waiting.insert((self.ranks[relation], relation));
        }
        number
    }
}

/// A number for each relation: smaller than those of the relations it helps to conclude, circles aside.
fn ranks(rules: &[Relaxed], uses: &[Vec<(usize, usize)>]) -> Vec<usize> {
    let mut ranks = vec![usize::MAX; uses.len()];
    let mut rank = uses.len();
    // Depth first from what states begin with; a relation is numbered, downwards, when all it leads to is.
    for root in [Keyword::True as usize, Keyword::Does as usize].into_iter().chain(0..uses.len()) {
        if ranks[root] != usize::MAX {
            continue;
        }
        ranks[root] = 0;
        let mut path = vec![(root, 0)];
        while let Some((relation, at)) = path.last_mut() {
            if let Some(&(rule, _)) = uses[*relation].get(*at) {
                *at += 1;
                let head = rules[rule].head.relation;
                if ranks[head] == usize::MAX {
                    ranks[head] = 0;
                    path.push((head, 0));
                }
            } else {
                rank -= 1;
                ranks[*relation] = rank;
                path.pop();
            }
        }
    }
    ranks
}
