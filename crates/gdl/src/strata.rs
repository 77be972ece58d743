//! Stratification: an order in which the clauses of a rulesheet can be evaluated.

use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::index::Index;
use crate::{Atom, Clause, Interrupt, Interrupted, Predicate, components};

/// Clauses that are evaluated together, to their least fixpoint if they are recursive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Component {
    /// The indices of the clauses, ascending.
    pub clauses: Vec<usize>,
    /// Whether a clause depends on itself, directly or indirectly.
    pub recursive: bool,
}

/// The order of evaluation: a list of components, each of which depends only on itself and on earlier ones.
///
/// Components are found among relations first. If a relation depends on its own negation, its clauses are
/// analysed one by one, which distinguishes `(goal ?r 0)` from `(goal ?r 100)`; the clauses of a relation may
/// then be in several components.
#[derive(Clone, Debug, Default)]
pub struct Strata<'r> {
    /// The components in order.
    pub components: Vec<Component>,
    /// Relations that are stratified only clause by clause, each with a negated atom.
    pub by_arguments: Vec<(Predicate, &'r Atom)>,
    /// Negated atoms that depend on their own negation. With one of them the rules have no standard meaning.
    pub violations: Vec<(Predicate, &'r Atom)>,
    /// Relations that depend on their own negation and have too many clauses to analyse one by one. They are
    /// in no component.
    pub undecided: Vec<(Predicate, &'r Atom)>,
}

/// The largest number of pairs of a body atom and a head that are compared in a component.
const MAX_PAIRS: usize = 4_000_000;

/// Finds the order of evaluation.
///
/// # Errors
/// If it is interrupted.
pub fn stratify<'r>(clauses: &[Clause<'r>], interrupt: &Interrupt<'_>) -> Result<Strata<'r>, Interrupted> {
    let mut graph = DiGraph::<Predicate, ()>::new();
    let mut nodes: FxHashMap<Predicate, NodeIndex> = FxHashMap::default();
    let mut heads: FxHashMap<Predicate, Vec<usize>> = FxHashMap::default();
    let mut edges: FxHashSet<(NodeIndex, NodeIndex)> = FxHashSet::default();
    for (number, clause) in clauses.iter().enumerate() {
        interrupt.check()?;
        let mut node = |predicate| *nodes.entry(predicate).or_insert_with(|| graph.add_node(predicate));
        let head = node(clause.head.predicate());
        heads.entry(clause.head.predicate()).or_default().push(number);
        edges.extend(clause.atoms().map(|(atom, _)| (head, node(atom.predicate()))));
    }
    let mut edges: Vec<_> = edges.into_iter().collect();
    edges.sort_unstable();
    for (head, condition) in edges {
        graph.add_edge(head, condition, ());
    }

    let mut strata = Strata::default();
    for members in components(&graph, interrupt)? {
        interrupt.check()?;
        let predicates: FxHashSet<Predicate> = members.iter().map(|&node| graph[node]).collect();
        let mut numbers: Vec<usize> = predicates
            .iter()
            .flat_map(|predicate| heads.get(predicate).into_iter().flatten().copied())
            .collect();
        if numbers.is_empty() {
            continue;
        }
        numbers.sort_unstable();
        let negated = numbers
            .iter()
            .flat_map(|&number| clauses[number].atoms())
            .find(|(atom, holds)| !holds && predicates.contains(&atom.predicate()));
        match negated {
            Some((atom, _)) => strata.split(clauses, &numbers, &heads, atom, interrupt)?,
            None => {
                let recursive = members.len() > 1 || graph.contains_edge(members[0], members[0]);
                strata.components.push(Component { clauses: numbers, recursive });
            }
        }
    }
    Ok(strata)
}

impl<'r> Strata<'r> {
    /// Adds the components among the clauses of mutually dependent relations, by comparing their arguments.
    fn split(
        &mut self,
        clauses: &[Clause<'r>],
        numbers: &[usize],
        heads: &FxHashMap<Predicate, Vec<usize>>,
        negated: &'r Atom,
        interrupt: &Interrupt<'_>,
    ) -> Result<(), Interrupted> {
        let mut graph = DiGraph::<usize, ()>::new();
        let nodes: FxHashMap<usize, NodeIndex> =
            numbers.iter().map(|&number| (number, graph.add_node(number))).collect();
        let mut definitions: FxHashMap<Predicate, Index> = FxHashMap::default();
        for &number in numbers {
            let predicate = clauses[number].head.predicate();
            definitions.entry(predicate).or_insert_with(|| {
                let numbers = heads.get(&predicate).into_iter().flatten();
                Index::of(numbers.map(|&number| (number, clauses[number].head.args.as_slice())))
            });
        }
        let atoms =
            || numbers.iter().flat_map(|&n| clauses[n].atoms().map(move |(atom, holds)| (n, atom, holds)));
        let mut pairs = 0;
        for (number, atom, _) in atoms() {
            for other in candidates(&definitions, atom) {
                interrupt.check()?;
                pairs += 1;
                if pairs > MAX_PAIRS {
                    self.undecided.push((negated.predicate(), negated));
                    return Ok(());
                }
                if atom.may_equal(clauses[other].head) {
                    graph.add_edge(nodes[&number], nodes[&other], ());
                }
            }
        }
        self.by_arguments.push((negated.predicate(), negated));
        let components = components(&graph, interrupt)?;
        let mut component_of = vec![0; graph.node_count()];
        for (number, members) in components.iter().enumerate() {
            members.iter().for_each(|member| component_of[member.index()] = number);
        }
        for members in components {
            interrupt.check()?;
            let here = component_of[members[0].index()];
            let mut together: Vec<usize> = members.iter().map(|&node| graph[node]).collect();
            together.sort_unstable();
            let negated =
                together.iter().flat_map(|&number| clauses[number].atoms()).filter(|(_, holds)| !holds);
            'negated: for (atom, _) in negated {
                for other in candidates(&definitions, atom) {
                    interrupt.check()?;
                    if component_of[nodes[&other].index()] == here && atom.may_equal(clauses[other].head) {
                        self.violations.push((atom.predicate(), atom));
                        break 'negated;
                    }
                }
            }
            let recursive = members.len() > 1 || graph.contains_edge(members[0], members[0]);
            self.components.push(Component { clauses: together, recursive });
        }
        Ok(())
    }
}

/// A superset of the clauses of the component whose head may equal `atom`.
fn candidates<'d>(
    definitions: &'d FxHashMap<Predicate, Index>,
    atom: &Atom,
) -> impl Iterator<Item = usize> + use<'d> {
    let definitions = definitions.get(&atom.predicate());
    definitions.map(|definitions| definitions.candidates(&atom.args)).into_iter().flatten()
}
