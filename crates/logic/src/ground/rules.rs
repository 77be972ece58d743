//! The clauses that grounding works on, apart from the rulesheet they come from.

use fixedbitset::FixedBitSet;
use gdl::{Atom, Clause, Condition, Keyword, Predicate, Rulesheet, Span, Symbol, Symbols, Term, TermKind};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use crate::compiler::relation_id;
use crate::program::Program;
use crate::relation::RelationId;

/// What a grounding is made for.
pub(crate) const OUTPUTS: [Keyword; 4] = [Keyword::Next, Keyword::Legal, Keyword::Terminal, Keyword::Goal];

/// A condition that owns its terms.
#[derive(Clone, Debug)]
pub(crate) enum Premise {
    Holds(Atom),
    Fails(Atom),
    Differ(Term, Term),
    Same(Term, Term),
    /// The atom may hold: asked only of what is reached, and not part of what an instance means.
    Reached(Atom),
}

impl From<&Condition<'_>> for Premise {
    fn from(condition: &Condition<'_>) -> Self {
        match *condition {
            Condition::Holds(atom) => Premise::Holds(atom.clone()),
            Condition::Fails(atom) => Premise::Fails(atom.clone()),
            Condition::Differ(a, b) => Premise::Differ(a.clone(), b.clone()),
            Condition::Same(a, b) => Premise::Same(a.clone(), b.clone()),
        }
    }
}

impl Premise {
    pub(crate) fn condition(&self) -> Condition<'_> {
        match self {
            Premise::Holds(atom) | Premise::Reached(atom) => Condition::Holds(atom),
            Premise::Fails(atom) => Condition::Fails(atom),
            Premise::Differ(a, b) => Condition::Differ(a, b),
            Premise::Same(a, b) => Condition::Same(a, b),
        }
    }

    /// Calls `visit` with every occurrence of a variable.
    pub(crate) fn each_variable(&self, visit: &mut impl FnMut(Symbol)) {
        self.condition().each_term(&mut |term| term.each_variable(&mut |name, _| visit(name)));
    }
}

/// A clause that owns its atoms.
#[derive(Clone, Debug)]
pub(crate) struct Rule {
    pub(crate) head: Atom,
    pub(crate) body: Vec<Premise>,
    /// The relation that is concluded by the rulesheet's rule of which this one may be a part.
    pub(crate) origin: RelationId,
}

impl Rule {
    pub(crate) fn clause(&self) -> Clause<'_> {
        Clause { head: &self.head, body: self.body.iter().map(Premise::condition).collect() }
    }

    /// Where the rule stands that it comes from.
    pub(crate) fn span(&self) -> Span {
        self.head.span
    }
}

/// The rules whose conclusions a state can change, as far as some output needs them, and the relations they speak of.
pub(crate) struct Rulebook {
    pub(crate) rules: Vec<Rule>,
    /// The reasoner's relations under their numbers, then those made up for grounding.
    pub(crate) predicates: IndexSet<Predicate, FxBuildHasher>,
    pub(crate) symbols: Symbols,
    /// The reasoner's static relations.
    pub(crate) is_static: FixedBitSet,
}

impl Rulebook {
    pub(crate) fn new(sheet: &Rulesheet, program: &Program) -> Self {
        let clauses = sheet.clauses();
        let predicates = program.predicates.clone();
        let is_static = program.is_static.clone();
        let heads: Vec<RelationId> =
            clauses.iter().map(|clause| relation_id(&predicates, clause.head)).collect();
        let mut concluding = vec![Vec::new(); predicates.len()];
        heads.iter().enumerate().for_each(|(number, &head)| concluding[head].push(number));
        let mut needed = FixedBitSet::with_capacity(predicates.len());
        let mut stack: Vec<RelationId> = OUTPUTS.iter().map(|&keyword| keyword as usize).collect();
        let mut chosen = FixedBitSet::with_capacity(clauses.len());
        while let Some(relation) = stack.pop() {
            if is_static.contains(relation) || needed.put(relation) {
                continue;
            }
            for &number in &concluding[relation] {
                chosen.insert(number);
                stack.extend(clauses[number].atoms().map(|(atom, _)| relation_id(&predicates, atom)));
            }
        }
        let rule = |number: usize| Rule {
            head: clauses[number].head.clone(),
            body: clauses[number].body.iter().map(Premise::from).collect(),
            origin: heads[number],
        };
        let rules = chosen.ones().map(rule).collect();
        Self { rules, predicates, symbols: sheet.symbols().clone(), is_static }
    }

    pub(crate) fn relation(&self, atom: &Atom) -> RelationId {
        relation_id(&self.predicates, atom)
    }

    /// Whether a state can change what is true of an atom's relation.
    pub(crate) fn is_dynamic(&self, atom: &Atom) -> bool {
        !self.is_static.contains(self.relation(atom))
    }

    /// An atom of a new relation with these variables for its columns.
    pub(crate) fn new_atom(&mut self, variables: &[Symbol], span: Span) -> Atom {
        // No name of a rulesheet has a blank in it.
        let name = self.symbols.intern(&format!("part {}", self.predicates.len()));
        let variable = |&name: &Symbol| Term { kind: TermKind::Variable(name), span };
        let atom = Atom { name, args: variables.iter().map(variable).collect(), span };
        self.predicates.insert(atom.predicate());
        atom
    }

    /// The name of a relation.
    pub(crate) fn name(&self, relation: RelationId) -> &str {
        self.symbols.name(self.predicates[relation].name)
    }
}
