//! The rules that grounding rewrites, independent of the rulesheet.

use fixedbitset::FixedBitSet;
use gdl::{
    Atom, Clause, Condition, Interrupt, Interrupted, Keyword, Predicate, Rulesheet, Span, Symbol, Symbols,
    Term, TermKind,
};
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::Reasoner;
use crate::compiler::relation_id;
use crate::program::Program;
use crate::relation::{Relation, RelationId};

/// The keywords that a grounding defines.
pub(crate) const OUTPUTS: [Keyword; 5] =
    [Keyword::Next, Keyword::Legal, Keyword::Terminal, Keyword::Goal, Keyword::Sees];

/// The keywords of fluents and moves, which a grounding is given.
pub(crate) const INPUTS: [Keyword; 2] = [Keyword::True, Keyword::Does];

/// What is to be grounded.
#[derive(Clone, Copy)]
pub(crate) struct Input<'a> {
    pub(crate) sheet: &'a Rulesheet,
    pub(crate) reasoner: &'a Reasoner,
    /// The clauses of the rulesheet, or others of the same meaning in all states that can be reached.
    pub(crate) clauses: &'a [Clause<'a>],
    /// The names in the clauses: first those of the rulesheet.
    pub(crate) symbols: &'a Symbols,
    /// The program of the clauses.
    pub(crate) program: &'a Program,
}

impl<'a> Input<'a> {
    /// The rules that a reasoner was made from.
    pub(crate) fn new(sheet: &'a Rulesheet, reasoner: &'a Reasoner, clauses: &'a [Clause<'a>]) -> Self {
        Self { sheet, reasoner, clauses, symbols: sheet.symbols(), program: &reasoner.program }
    }
}

/// A condition that owns its terms.
#[derive(Clone, Debug)]
pub(crate) enum Premise {
    Holds(Atom),
    Fails(Atom),
    Differ(Term, Term),
    Same(Term, Term),
    /// The atom is reachable. This restricts the instances and is not part of their meaning.
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

    /// Whether two conditions are equal apart from their spans.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Premise::Holds(a), Premise::Holds(b))
            | (Premise::Fails(a), Premise::Fails(b))
            | (Premise::Reached(a), Premise::Reached(b)) => same(a, b),
            (Premise::Differ(a, b), Premise::Differ(c, d)) | (Premise::Same(a, b), Premise::Same(c, d)) => {
                same_term(a, c) && same_term(b, d)
            }
            _ => false,
        }
    }

    /// Calls `change` with each of its terms.
    pub(crate) fn each_argument(&mut self, change: &mut impl FnMut(&mut Term)) {
        match self {
            Premise::Holds(atom) | Premise::Fails(atom) | Premise::Reached(atom) => {
                atom.args.iter_mut().for_each(change);
            }
            Premise::Differ(a, b) | Premise::Same(a, b) => [a, b].into_iter().for_each(change),
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
    /// The relation defined by the rule of the rulesheet that this one was made from.
    pub(crate) origin: RelationId,
}

impl Rule {
    pub(crate) fn clause(&self) -> Clause<'_> {
        Clause { head: &self.head, body: self.body.iter().map(Premise::condition).collect() }
    }
}

/// The dynamic rules that the outputs need, and their relations.
pub(crate) struct Rulebook {
    pub(crate) rules: Vec<Rule>,
    /// The reasoner's relations with their numbers, then those added by grounding.
    pub(crate) predicates: IndexSet<Predicate, FxBuildHasher>,
    pub(crate) symbols: Symbols,
    /// The reasoner's static relations.
    pub(crate) is_static: FixedBitSet,
    /// The rules of static relations that are unions of conditions on fewer columns.
    pub(crate) unions: FxHashMap<RelationId, Vec<Rule>>,
    /// The magic relations, which hold the keys of queries.
    pub(crate) magic: FixedBitSet,
    /// The static relations added by grounding.
    pub(crate) tables: FxHashMap<RelationId, Relation>,
}

impl Rulebook {
    pub(crate) fn new(input: &Input<'_>, interrupt: &Interrupt<'_>) -> Result<Self, Interrupted> {
        let Input { clauses, symbols, program, .. } = *input;
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
            interrupt.check()?;
            if is_static.contains(relation) || needed.put(relation) {
                continue;
            }
            for &number in &concluding[relation] {
                interrupt.check()?;
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
        let unions = (is_static.ones())
            .filter(|&relation| concluding[relation].len() > 1)
            .map(|relation| (relation, concluding[relation].iter().copied().map(rule).collect::<Vec<_>>()))
            .filter(|(_, rules)| rules.iter().all(is_narrower))
            .collect();
        Ok(Self {
            rules,
            predicates,
            symbols: symbols.clone(),
            is_static,
            unions,
            magic: FixedBitSet::new(),
            tables: FxHashMap::default(),
        })
    }

    pub(crate) fn relation(&self, atom: &Atom) -> RelationId {
        relation_id(&self.predicates, atom)
    }

    /// Whether the relation of an atom depends on the state.
    pub(crate) fn is_dynamic(&self, atom: &Atom) -> bool {
        !self.is_static.contains(self.relation(atom))
    }

    /// The name of a new relation.
    pub(crate) fn new_name(&mut self) -> Symbol {
        // No name of a rulesheet contains a space.
        self.symbols.intern(&format!("part {}", self.symbols.len()))
    }

    /// An atom of a new relation with these variables for its columns.
    pub(crate) fn new_atom(&mut self, variables: &[Symbol], span: Span) -> Atom {
        let name = self.new_name();
        let variable = |&name: &Symbol| Term { kind: TermKind::Variable(name), span };
        let atom = Atom { name, args: variables.iter().map(variable).collect(), span };
        self.predicates.insert(atom.predicate());
        atom
    }

    /// An atom of a new magic relation.
    pub(crate) fn new_magic(&mut self, variables: &[Symbol], span: Span) -> Atom {
        let atom = self.new_atom(variables, span);
        self.magic.grow_and_insert(self.relation(&atom));
        atom
    }

    /// Gives the new relation of an atom these rows for good.
    pub(crate) fn add_table(&mut self, atom: &Atom, rows: Relation) {
        let relation = self.relation(atom);
        self.is_static.grow_and_insert(relation);
        self.tables.insert(relation, rows);
    }

    /// The name of a relation.
    pub(crate) fn name(&self, relation: RelationId) -> &str {
        self.symbols.name(self.predicates[relation].name)
    }
}

/// Whether a rule has a condition that two of its columns differ, and each of its conditions is on fewer than
/// all columns.
fn is_narrower(rule: &Rule) -> bool {
    let columns: IndexSet<Symbol, FxBuildHasher> = (rule.head.args.iter())
        .filter_map(|arg| match arg.kind {
            TermKind::Variable(name) => Some(name),
            _ => None,
        })
        .collect();
    let narrow = |premise: &Premise| {
        let mut own: IndexSet<Symbol, FxBuildHasher> = IndexSet::default();
        let mut flat = true;
        premise.each_variable(&mut |name| {
            own.insert(name);
        });
        premise.condition().each_term(&mut |term| flat &= !matches!(term.kind, TermKind::Function(..)));
        flat && own.len() < columns.len() && own.is_subset(&columns)
    };
    columns.len() == rule.head.args.len()
        && rule.body.iter().any(|premise| matches!(premise, Premise::Differ(..)))
        && rule.body.iter().all(narrow)
}

/// Whether two atoms are equal apart from their spans.
pub(crate) fn same(a: &Atom, b: &Atom) -> bool {
    a.predicate() == b.predicate() && a.args.iter().zip(&b.args).all(|(a, b)| same_term(a, b))
}

/// Whether two terms are equal apart from their spans.
pub(crate) fn same_term(a: &Term, b: &Term) -> bool {
    match (&a.kind, &b.kind) {
        (TermKind::Function(f, a), TermKind::Function(g, b)) => {
            f == g && a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_term(a, b))
        }
        (a, b) => a == b,
    }
}
