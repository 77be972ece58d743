//! In which order the clauses of a rulesheet can be evaluated.

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::{Atom, Clause, Predicate};

/// Clauses that depend on one another and are evaluated together, to their least fixpoint if they are recursive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Component {
    /// Numbers of the clauses, ascending.
    pub clauses: Vec<usize>,
    /// Whether some clause depends, however indirectly, on itself.
    pub recursive: bool,
}

/// The order of evaluation: a list of components, each of which depends only on itself and on earlier ones.
///
/// Components are found among relations first. Where a relation there depends on its own negation, its clauses are
/// looked at one by one, which tells `(goal ?r 0)` from `(goal ?r 100)`; a relation may then be spread over several components.
#[derive(Clone, Debug, Default)]
pub struct Strata<'r> {
    /// The components in order.
    pub components: Vec<Component>,
    /// Relations that are stratified only clause by clause, with a negated atom that shows it.
    pub by_arguments: Vec<(Predicate, &'r Atom)>,
    /// Negated atoms that depend on their own negation: the rules have no standard meaning if there is one.
    pub violations: Vec<(Predicate, &'r Atom)>,
}

/// The most pairs of a body atom and a head that are compared to tell clauses of one relation apart.
const MOST_PAIRS: usize = 4_000_000;

/// Finds the order of evaluation.
pub fn stratify<'r>(clauses: &[Clause<'r>]) -> Strata<'r> {
    let mut graph = DiGraph::<Predicate, ()>::new();
    let mut nodes: FxHashMap<Predicate, NodeIndex> = FxHashMap::default();
    let mut heads: FxHashMap<Predicate, Vec<usize>> = FxHashMap::default();
    let mut edges: FxHashSet<(NodeIndex, NodeIndex)> = FxHashSet::default();
    for (number, clause) in clauses.iter().enumerate() {
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
    // Kosaraju's components come dependencies first, and petgraph finds them without recursion.
    for members in kosaraju_scc(&graph) {
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
            Some((atom, _)) => strata.split(clauses, &numbers, &heads, atom),
            None => {
                let recursive = members.len() > 1 || graph.contains_edge(members[0], members[0]);
                strata.components.push(Component { clauses: numbers, recursive });
            }
        }
    }
    strata
}

impl<'r> Strata<'r> {
    /// Adds mutually dependent clauses one by one, as their arguments allow.
    fn split(
        &mut self,
        clauses: &[Clause<'r>],
        numbers: &[usize],
        heads: &FxHashMap<Predicate, Vec<usize>>,
        negated: &'r Atom,
    ) {
        let mut graph = DiGraph::<usize, ()>::new();
        let nodes: FxHashMap<usize, NodeIndex> =
            numbers.iter().map(|&number| (number, graph.add_node(number))).collect();
        let defining = |atom: &Atom| -> &[usize] {
            match heads.get(&atom.predicate()) {
                Some(numbers) if nodes.contains_key(&numbers[0]) => numbers,
                _ => &[],
            }
        };
        let atoms =
            || numbers.iter().flat_map(|&n| clauses[n].atoms().map(move |(atom, holds)| (n, atom, holds)));
        if atoms().map(|(_, atom, _)| defining(atom).len()).sum::<usize>() > MOST_PAIRS {
            self.violations.push((negated.predicate(), negated));
            return;
        }
        for (number, atom, _) in atoms() {
            for &other in defining(atom) {
                if atom.may_equal(clauses[other].head) {
                    graph.update_edge(nodes[&number], nodes[&other], ());
                }
            }
        }
        self.by_arguments.push((negated.predicate(), negated));
        for members in kosaraju_scc(&graph) {
            let mut together: Vec<usize> = members.iter().map(|&node| graph[node]).collect();
            together.sort_unstable();
            let depends_on_negation =
                together.iter().flat_map(|&number| clauses[number].atoms()).find(|(atom, holds)| {
                    !holds && together.iter().any(|&other| atom.may_equal(clauses[other].head))
                });
            if let Some((atom, _)) = depends_on_negation {
                self.violations.push((atom.predicate(), atom));
            }
            let recursive = members.len() > 1 || graph.contains_edge(members[0], members[0]);
            self.components.push(Component { clauses: together, recursive });
        }
    }
}
