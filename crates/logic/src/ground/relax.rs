//! Relaxed rules: a dynamic atom may be true and false at the same time.

use fixedbitset::FixedBitSet;
use gdl::{Atom, Clause, Symbol};
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;

use crate::ground::rules::{INPUTS, OUTPUTS, Premise, Rule, Rulebook};
use crate::join::find;
use crate::plan::{Template, templates};
use crate::relation::{Relation, RelationId};
use crate::terms::Lease;
use crate::{LogicError, TermId};

/// A rule in two parts: a relaxed body that lists the values of its variables in a relation of its own, the
/// *instances*, and the meaning of each instance, a head and a conjunction of literals.
pub(crate) struct Relaxed {
    /// The rule that lists the instances; the columns are the variables of the head and of all
    /// dynamic conditions.
    pub(crate) listed: Rule,
    pub(crate) instances: RelationId,
    pub(crate) head: AtomTemplate,
    pub(crate) literals: Vec<(AtomTemplate, bool)>,
    /// The conditions of `listed` whose relations grow, each with its relation.
    pub(crate) growing: Vec<(usize, RelationId)>,
    /// The conditions of `listed` that are literals, in their order.
    pub(crate) positive: Vec<usize>,
    /// Whether all variables are columns: then every way in which the conditions hold is an instance of
    /// its own.
    pub(crate) distinct: bool,
}

/// An atom to build from the columns of an instance.
#[derive(Clone, Debug)]
pub(crate) struct AtomTemplate {
    pub(crate) relation: RelationId,
    pub(crate) cells: Vec<Template>,
}

impl AtomTemplate {
    /// The row of the atom in its relation; none if it is not there.
    pub(crate) fn row(&self, slots: &[TermId], relations: &[Relation], terms: &Lease<'_>) -> Option<u32> {
        let cells = self.cells.iter().map(|cell| find(cell, slots, terms));
        relations[self.relation].position(&cells.collect::<Option<SmallVec<[TermId; 8]>>>()?)
    }
}

impl Relaxed {
    pub(crate) fn new(rule: Rule, book: &mut Rulebook, terms: &mut Lease<'_>) -> Result<Self, LogicError> {
        let Rule { head, body, origin } = rule;
        let mut columns: IndexSet<Symbol, FxBuildHasher> = IndexSet::default();
        let mut dynamic: Vec<(&Atom, bool)> = Vec::new();
        for premise in &body {
            let (Premise::Holds(atom) | Premise::Fails(atom)) = premise else { continue };
            if book.is_dynamic(atom) {
                premise.each_variable(&mut |name| {
                    columns.insert(name);
                });
                dynamic.push((atom, matches!(premise, Premise::Fails(_))));
            }
        }
        head.each_variable(&mut |name, _| {
            columns.insert(name);
        });
        let mut distinct = true;
        for premise in &body {
            premise.each_variable(&mut |name| distinct &= columns.contains(&name));
        }
        let columns: Vec<Symbol> = columns.into_iter().collect();
        let instance = book.new_atom(&columns, head.span);
        let mut atom_template = |atom: &Atom| -> Result<AtomTemplate, LogicError> {
            Ok(AtomTemplate { relation: book.relation(atom), cells: templates(&atom.args, &columns, terms)? })
        };
        let literals = dynamic
            .iter()
            .map(|&(atom, negated)| Ok((atom_template(atom)?, negated)))
            .collect::<Result<_, LogicError>>()?;
        let head = atom_template(&head)?;
        let relaxed = |premise: &Premise| !matches!(premise, Premise::Fails(atom) if book.is_dynamic(atom));
        let body: Vec<Premise> = body.into_iter().filter(relaxed).collect();
        let growing = body.iter().enumerate().filter_map(|(number, premise)| match premise {
            Premise::Holds(atom) | Premise::Reached(atom) if book.is_dynamic(atom) => {
                Some((number, book.relation(atom)))
            }
            _ => None,
        });
        let is_literal =
            |&number: &usize| matches!(&body[number], Premise::Holds(atom) if book.is_dynamic(atom));
        let positive = (0..body.len()).filter(is_literal).collect();
        let (growing, instances) = (growing.collect(), book.relation(&instance));
        Ok(Self {
            listed: Rule { head: instance, body, origin },
            instances,
            head,
            literals,
            growing,
            positive,
            distinct,
        })
    }

    pub(crate) fn clause(&self) -> Clause<'_> {
        self.listed.clause()
    }

    /// Whether the values of the variables are kept for each instance: to tell its negated atoms when all is
    /// listed, or that it is there already.
    pub(crate) fn keeps_rows(&self) -> bool {
        !self.distinct || self.literals.iter().any(|&(_, negated)| negated)
    }
}

/// The relations of fluents and moves, and those whose atoms the outputs depend on. Others, such as magic
/// relations, only restrict what is listed.
pub(crate) fn needed(rules: &[Relaxed]) -> FixedBitSet {
    let mut concluding: FxHashMap<RelationId, Vec<&Relaxed>> = FxHashMap::default();
    rules.iter().for_each(|rule| concluding.entry(rule.head.relation).or_default().push(rule));
    let mut needed: FixedBitSet = INPUTS.iter().map(|&keyword| keyword as usize).collect();
    let mut open: Vec<RelationId> = OUTPUTS.iter().map(|&keyword| keyword as usize).collect();
    while let Some(relation) = open.pop() {
        needed.grow(relation + 1);
        if !needed.put(relation) {
            let rules = concluding.get(&relation).into_iter().flatten();
            open.extend(rules.flat_map(|rule| &rule.literals).map(|(atom, _)| atom.relation));
        }
    }
    needed
}
