//! Static conditions on many variables as decision diagrams.
//!
//! That each of nine numbers is exactly one of nine variables holds for 362,880 of 387,420,489 combinations,
//! and no variable can be projected out of it. But what it still requires when the first variables have
//! values depends on little: here, on which numbers are left. So the conditions become a chain
//! `first(V1, S1), step(S1, V2, S2), …, last(S8, V9)` over the nodes of a decision diagram (R. E. Bryant,
//! *Graph-Based Algorithms for Boolean Function Manipulation*, 1986; here with several values for a
//! variable), and [`split`](mod@crate::ground::split) can project out one variable after the other.
//!
//! A node is what is left of the definitions of the conditions: for each condition its alternatives, which
//! are sets of tests. Conditions that are defined by recursion, or with variables of their own, stay as
//! they are.

use gdl::{Atom, Condition, Interrupt, Interrupted, Symbol, Term, TermKind};
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::TermId;
use crate::compiler::relation_id;
use crate::ground::rules::{Input, Premise, Rule, Rulebook};
use crate::plan::ground;
use crate::relation::{Relation, RelationId};
use crate::terms::Lease;

/// The least number of variables of a condition for which a diagram is made.
const LEAST_VARIABLES: usize = 4;

/// The most edges of a diagram.
const MOST_EDGES: usize = 20_000;

/// The most alternatives of a condition, the most tests of an alternative, and the deepest nesting
/// of definitions.
const MOST_ALTERNATIVES: usize = 64;
const MOST_TESTS: usize = 256;
const MOST_NESTED: usize = 8;

/// Replaces wide static conditions on demand, as far as their diagrams are small.
///
/// # Errors
/// If it is interrupted.
pub(crate) fn diagrams(
    rules: Vec<Rule>,
    book: &mut Rulebook,
    input: &Input<'_>,
    terms: &mut Lease<'_>,
    interrupt: &Interrupt<'_>,
) -> Result<Vec<Rule>, Interrupted> {
    let mut done = Vec::with_capacity(rules.len());
    for mut rule in rules {
        interrupt.check()?;
        if let Some((inside, variables)) = wide(&rule, book, input) {
            let diagram =
                Definitions { book, input, terms, interrupt }.diagram(&rule, &inside, &variables)?;
            if let Some(levels) = diagram {
                let mut number = 0;
                rule.body.retain(|_| {
                    number += 1;
                    !inside.contains(&(number - 1))
                });
                add_chain(&mut rule, &variables, levels, book);
            }
        }
        done.push(rule);
    }
    Ok(done)
}

/// The widest static condition on demand of a rule with all those on the same variables, and these variables.
fn wide(
    rule: &Rule,
    book: &Rulebook,
    input: &Input<'_>,
) -> Option<(Vec<usize>, IndexSet<Symbol, FxBuildHasher>)> {
    let on_demand = (rule.body.iter().enumerate()).filter_map(|(number, premise)| {
        let Premise::Holds(atom) = premise else { return None };
        let relation = book.relation(atom);
        if !book.is_static.contains(relation) || !input.program.on_demand.contains(relation) {
            return None;
        }
        let mut variables: IndexSet<Symbol, FxBuildHasher> = IndexSet::default();
        atom.each_variable(&mut |name, _| {
            variables.insert(name);
        });
        Some((number, variables))
    });
    let on_demand: Vec<_> = on_demand.collect();
    let (_, widest) = on_demand.iter().rev().max_by_key(|(_, variables)| variables.len())?;
    let inside =
        on_demand.iter().filter(|(_, variables)| variables.is_subset(widest)).map(|&(number, _)| number);
    (widest.len() >= LEAST_VARIABLES).then(|| (inside.collect(), widest.clone()))
}

/// The edges of a level of a diagram: from a node by a value to a node of the next level.
type Level = Vec<(usize, TermId, usize)>;

/// Adds the conditions of a chain: those of the first level have no node before, those of the last
/// none after.
fn add_chain(
    rule: &mut Rule,
    variables: &IndexSet<Symbol, FxBuildHasher>,
    levels: Vec<Level>,
    book: &mut Rulebook,
) {
    let last = levels.len() - 1;
    // A node is written as some term: what counts is whether two are the same.
    let written = |node: usize| TermId::from_number(node as u32);
    let mut before = None;
    for (number, (level, &variable)) in levels.into_iter().zip(variables).enumerate() {
        let after = (number < last).then(|| book.new_name());
        let columns: Vec<Symbol> = before.into_iter().chain([variable]).chain(after).collect();
        let atom = book.new_atom(&columns, rule.head.span);
        let mut table = Relation::new(columns.len());
        for (from, value, to) in level {
            let (from, to) = (before.map(|_| written(from)), after.map(|_| written(to)));
            let row: Vec<TermId> = from.into_iter().chain([value]).chain(to).collect();
            table.insert(&row);
        }
        book.add_table(&atom, table);
        rule.body.push(Premise::Holds(atom));
        before = after;
    }
}

/// An argument of a test.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Arg {
    Value(TermId),
    /// The variable of a level.
    Variable(usize),
}

/// A test of values: a row of a static relation, or with no relation that two values are the same.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Test {
    relation: Option<RelationId>,
    args: Vec<Arg>,
    wanted: bool,
}

/// Tests that must all succeed, each once and in order.
type Alternative = Vec<Test>;

/// What is left of conditions: the alternatives of each, each once and in order.
type Node = Vec<Vec<Alternative>>;

impl Test {
    /// The test with the value of a variable.
    fn given(&self, variable: usize, value: TermId) -> Self {
        let arg = |&arg: &Arg| if arg == Arg::Variable(variable) { Arg::Value(value) } else { arg };
        Self { args: self.args.iter().map(arg).collect(), ..self.clone() }
    }

    /// Its values, if it has no variables.
    fn values(&self) -> Option<Vec<TermId>> {
        let value = |arg: &Arg| match arg {
            Arg::Value(value) => Some(*value),
            Arg::Variable(_) => None,
        };
        self.args.iter().map(value).collect()
    }

    /// Whether it succeeds, if it has no variables.
    fn result(&self, statics: &[Relation]) -> Option<bool> {
        let values = self.values()?;
        let holds = match self.relation {
            Some(relation) => statics[relation].contains(&values),
            None => values[0] == values[1],
        };
        Some(holds == self.wanted)
    }

    /// The values of a variable with which it may succeed, if they can be listed.
    fn candidates(&self, variable: usize, statics: &[Relation]) -> Option<Vec<TermId>> {
        if !self.wanted || !self.args.contains(&Arg::Variable(variable)) {
            return None;
        }
        let Some(relation) = self.relation else {
            return self.args.iter().find_map(|arg| match arg {
                Arg::Value(value) => Some(vec![*value]),
                Arg::Variable(_) => None,
            });
        };
        let column = self.args.iter().position(|&arg| arg == Arg::Variable(variable))?;
        let fits = |row: &&[TermId]| {
            row.iter().zip(&self.args).all(|(cell, arg)| match arg {
                Arg::Value(value) => cell == value,
                Arg::Variable(_) => true,
            })
        };
        Some(statics[relation].rows().filter(fits).map(|row| row[column]).collect())
    }
}

/// The definitions of static relations.
struct Definitions<'a, 't> {
    book: &'a Rulebook,
    input: &'a Input<'a>,
    terms: &'a mut Lease<'t>,
    interrupt: &'a Interrupt<'a>,
}

impl Definitions<'_, '_> {
    /// The diagram of conditions of a rule, with a level for each variable; none if it is large, or they have
    /// no simple definitions. No level has more nodes than there are terms.
    fn diagram(
        &mut self,
        rule: &Rule,
        conditions: &[usize],
        variables: &IndexSet<Symbol, FxBuildHasher>,
    ) -> Result<Option<Vec<Level>>, Interrupted> {
        let levels = variables.iter().copied().zip((0..).map(Arg::Variable)).collect();
        let mut root = Node::new();
        for &number in conditions {
            let Premise::Holds(atom) = &rule.body[number] else { continue };
            let Some(args) = self.args(atom, &levels) else { return Ok(None) };
            let Some(alternatives) = self.alternatives(self.book.relation(atom), &args, 0)? else {
                return Ok(None);
            };
            root.push(alternatives);
        }
        let statics = &self.input.program.statics;
        let Some(root) = settled(root, statics) else { return Ok(None) };
        let mut nodes: IndexSet<Node, FxBuildHasher> = IndexSet::from_iter([root]);
        let mut levels = Vec::with_capacity(variables.len());
        let mut edges = 0;
        for variable in 0..variables.len() {
            let mut next: IndexSet<Node, FxBuildHasher> = IndexSet::default();
            let mut level = Level::new();
            for (number, node) in nodes.iter().enumerate() {
                let Some(values) = candidates(node, variable, statics) else { return Ok(None) };
                for value in values {
                    self.interrupt.check_now()?;
                    let given = node.iter().map(|alternatives| {
                        let given = |tests: &Alternative| {
                            tests.iter().map(|test| test.given(variable, value)).collect()
                        };
                        alternatives.iter().map(given).collect()
                    });
                    if let Some(after) = settled(given.collect(), statics) {
                        level.push((number, value, next.insert_full(after).0));
                    }
                }
                if edges + level.len() > MOST_EDGES || next.len() > self.terms.len() {
                    return Ok(None);
                }
            }
            edges += level.len();
            levels.push(level);
            nodes = next;
        }
        Ok(Some(levels))
    }

    /// The arguments of an atom, if they are variables with known meaning and ground terms.
    fn args(&mut self, atom: &Atom, meaning: &FxHashMap<Symbol, Arg>) -> Option<Vec<Arg>> {
        atom.args.iter().map(|arg| self.arg(arg, meaning)).collect()
    }

    fn arg(&mut self, term: &Term, meaning: &FxHashMap<Symbol, Arg>) -> Option<Arg> {
        match term.kind {
            TermKind::Variable(name) => meaning.get(&name).copied(),
            // A term beyond the limits ends the attempt.
            _ if term.is_ground() => ground(term, self.terms).ok().map(Arg::Value),
            _ => None,
        }
    }

    /// The ways in which a static relation can have a row.
    fn alternatives(
        &mut self,
        relation: RelationId,
        args: &[Arg],
        nested: usize,
    ) -> Result<Option<Vec<Alternative>>, Interrupted> {
        if nested == MOST_NESTED {
            return Ok(None);
        }
        let mut all = Vec::new();
        let Input { clauses, .. } = *self.input;
        for clause in clauses {
            self.interrupt.check()?;
            if relation_id(&self.book.predicates, clause.head) != relation {
                continue;
            }
            let mut tests = Alternative::new();
            let mut meaning = FxHashMap::default();
            for (parameter, &arg) in clause.head.args.iter().zip(args) {
                let known = match parameter.kind {
                    TermKind::Variable(name) => meaning.insert(name, arg),
                    _ => match self.arg(parameter, &meaning) {
                        Some(value) => Some(value),
                        None => return Ok(None),
                    },
                };
                if let Some(other) = known {
                    tests.push(Test { relation: None, args: vec![arg, other], wanted: true });
                }
            }
            let mut ways = vec![tests];
            for condition in &clause.body {
                let Some(more) = self.condition(condition, &meaning, nested)? else { return Ok(None) };
                let combined = |way: &Alternative| {
                    more.iter()
                        .map(|more| way.iter().chain(more).cloned().collect())
                        .collect::<Vec<Alternative>>()
                };
                ways = ways.iter().flat_map(combined).collect();
                if ways.len() > MOST_ALTERNATIVES || ways.iter().any(|tests| tests.len() > MOST_TESTS) {
                    return Ok(None);
                }
            }
            all.extend(ways);
            if all.len() > MOST_ALTERNATIVES {
                return Ok(None);
            }
        }
        Ok(Some(all))
    }

    /// The ways in which a condition of a definition can hold.
    fn condition(
        &mut self,
        condition: &Condition<'_>,
        meaning: &FxHashMap<Symbol, Arg>,
        nested: usize,
    ) -> Result<Option<Vec<Alternative>>, Interrupted> {
        let (relation, args, wanted) = match *condition {
            Condition::Holds(atom) | Condition::Fails(atom) => {
                let wanted = matches!(condition, Condition::Holds(_));
                (Some(self.book.relation(atom)), self.args(atom, meaning), wanted)
            }
            Condition::Differ(a, b) | Condition::Same(a, b) => {
                let args = [a, b].into_iter().map(|term| self.arg(term, meaning)).collect();
                (None, args, matches!(condition, Condition::Same(..)))
            }
        };
        let Some(args) = args else { return Ok(None) };
        match relation {
            Some(relation) if self.input.program.on_demand.contains(relation) => match wanted {
                true => self.alternatives(relation, &args, nested + 1),
                false => Ok(None),
            },
            relation => Ok(Some(vec![vec![Test { relation, args, wanted }]])),
        }
    }
}

/// A node without what is decided; none if it can not hold.
fn settled(node: Node, statics: &[Relation]) -> Option<Node> {
    let mut left = Node::new();
    'conditions: for alternatives in node {
        let mut open: Vec<Alternative> = Vec::new();
        'alternatives: for tests in alternatives {
            let mut undecided = Alternative::new();
            for test in tests {
                match test.result(statics) {
                    Some(true) => {}
                    Some(false) => continue 'alternatives,
                    None => undecided.push(test),
                }
            }
            if undecided.is_empty() {
                continue 'conditions;
            }
            undecided.sort_unstable();
            undecided.dedup();
            open.push(undecided);
        }
        if open.is_empty() {
            return None;
        }
        open.sort_unstable();
        open.dedup();
        left.push(open);
    }
    left.sort_unstable();
    left.dedup();
    Some(left)
}

/// Values of a variable among which are all with which a node can hold, if they can be listed.
fn candidates(node: &Node, variable: usize, statics: &[Relation]) -> Option<IndexSet<TermId, FxBuildHasher>> {
    let of_tests = |tests: &Alternative| {
        let lists = tests.iter().filter_map(|test| test.candidates(variable, statics));
        lists.min_by_key(Vec::len)
    };
    let of_condition = |alternatives: &Vec<Alternative>| {
        let lists: Option<Vec<Vec<TermId>>> = alternatives.iter().map(of_tests).collect();
        lists.map(|lists| lists.into_iter().flatten().collect::<IndexSet<TermId, FxBuildHasher>>())
    };
    node.iter().filter_map(of_condition).min_by_key(IndexSet::len)
}
