use std::fmt;

use gdl::{Interrupt, Interrupted};
use logic::{Grounding, Reasoner, RoleGoal, TermId};
use sha2::{Digest, Sha256};

use super::graph::{Graph, Kinds, Roles};
use super::partition::{Partition, Refiner};
use super::search::{MOST_KEPT, Search, smallest_cell};
use super::{MOST_EDGES, MOST_STEPS, may_be_searched};
use crate::hexadecimal;

/// What the hashes are of. It changes whenever equal rules could get another hash than before.
const VERSION: &[u8] = b"spielbaum canonical form 1\0";

/// Rules in a form in which neither names nor orders count: a hash of them, and a number for each role,
/// fluent and move.
///
/// Two groundings of the same rules, up to the names of everything but the role `random` and the goals, and
/// up to the order of roles, atoms, bodies and literals, have the same hash, and what corresponds has the
/// same canonical number: mapping each role, fluent and move of one to that of its number in the other is an
/// isomorphism. Where the rules are symmetric there are several isomorphisms, and this is one of them. Rules
/// that are not the same differ in their hashes. Of percepts it counts when each role has them, not what they
/// are called.
///
/// It is a canonical labelling of the graph of the rules: colour refinement, and where that leaves vertices
/// that look alike, one of them is individualised. If an automorphism maps it to each other, any of them will
/// do; otherwise all are tried, and the least result counts (McKay & Piperno, *[Practical graph isomorphism,
/// II]*, 2014).
///
/// [Practical graph isomorphism, II]: https://doi.org/10.1016/j.jsc.2013.09.003
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CanonicalForm {
    hash: [u8; 32],
    roles: Vec<u32>,
    fluents: Vec<u32>,
    moves: Vec<Vec<u32>>,
}

impl CanonicalForm {
    /// Whether a grounding is small enough to have a canonical form.
    pub fn may_be_found(grounding: &Grounding) -> bool {
        may_be_searched(grounding)
    }

    /// The canonical form of a grounding; `reasoner` is the one that made the grounding, and knows which
    /// goals are which numbers. None if the rules are too large (2,000,000 edges of the graph), or it takes
    /// too long to find (100,000,000 edges examined, 8,000,000 numbers kept).
    ///
    /// # Errors
    /// If it is interrupted.
    pub fn new(
        grounding: &Grounding,
        reasoner: &Reasoner,
        interrupt: &Interrupt<'_>,
    ) -> Result<Option<Self>, Interrupted> {
        let number = |goal: TermId| RoleGoal::number(&reasoner.text(goal));
        let goals = grounding.goals.iter();
        let chance = reasoner.chance();
        let kinds = Kinds {
            chance: (0..grounding.roles.len()).map(|role| Some(role) == chance).collect(),
            goals: goals.map(|goals| goals.iter().map(|&(goal, _)| number(goal)).collect()).collect(),
        };
        Self::of_kinds(grounding, &kinds, interrupt)
    }

    pub(super) fn of_kinds(
        grounding: &Grounding,
        kinds: &Kinds,
        interrupt: &Interrupt<'_>,
    ) -> Result<Option<Self>, Interrupted> {
        if !may_be_searched(grounding) {
            return Ok(None);
        }
        let graph = Graph::new(grounding, &Roles::Exchangeable(kinds), interrupt)?;
        if graph.edges() > MOST_EDGES {
            return Ok(None);
        }
        let found = labelling(&graph, MOST_STEPS, interrupt);
        // A search that was interrupted has found nothing, and may not say that there is nothing.
        if let Some(interrupted) = interrupt.interrupted() {
            return Err(interrupted);
        }
        let Some((hash, order)) = found else { return Ok(None) };
        let mut places = vec![0; graph.vertices()];
        (0..).zip(&order).for_each(|(place, &vertex)| places[vertex as usize] = place);
        let (fluents, rest) = places[Graph::FIRST_INPUT as usize..].split_at(grounding.fluents.len());
        let mut rest = rest;
        let moves = grounding.moves.iter().map(|moves| {
            let (own, others) = rest.split_at(moves.len());
            rest = others;
            ranks(own)
        });
        Ok(Some(Self {
            hash,
            fluents: ranks(fluents),
            moves: moves.collect(),
            roles: ranks(&places[graph.vertices() - grounding.roles.len()..]),
        }))
    }

    /// The hash of the rules, 256 bits. It is the same on every machine.
    pub fn hash(&self) -> &[u8; 32] {
        &self.hash
    }

    /// The canonical number of each role.
    pub fn roles(&self) -> &[u32] {
        &self.roles
    }

    /// The canonical number of each fluent.
    pub fn fluents(&self) -> &[u32] {
        &self.fluents
    }

    /// The canonical number of each move of a role, among the moves of that role.
    pub fn moves(&self, role: usize) -> &[u32] {
        &self.moves[role]
    }
}

/// The hash in hexadecimal digits.
impl fmt::Display for CanonicalForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hexadecimal(&self.hash))
    }
}

/// How many of the numbers, which are distinct, are less than each.
fn ranks(numbers: &[u32]) -> Vec<u32> {
    let mut order: Vec<usize> = (0..numbers.len()).collect();
    order.sort_unstable_by_key(|&at| numbers[at]);
    let mut ranks = vec![0; numbers.len()];
    (0..).zip(order).for_each(|(rank, at)| ranks[at] = rank);
    ranks
}

/// The vertices of a graph in a canonical order, and a hash of the graph in that order; none if that takes
/// more than about `steps` edges, or it is interrupted.
pub(super) fn labelling(
    graph: &Graph,
    steps: u64,
    interrupt: &Interrupt<'_>,
) -> Option<([u8; 32], Vec<u32>)> {
    let mut refiner = Refiner::new(graph, steps, interrupt);
    let mut start = Partition::of_colours(&graph.colours);
    refiner.refine_all(&mut start);
    let mut search = Search::new(graph, start.clone(), &mut refiner)?;
    // From the last choice on, as the automorphisms that it leaves are among those that the choices before
    // it leave.
    let free = (0..search.levels())
        .rev()
        .all(|level| search.stage(level, &mut refiner).orbit == search.choices(level));
    let ends = if free { vec![search.end().clone()] } else { leaves(graph, start, &mut refiner)? };
    if refiner.steps_left == 0 {
        return None;
    }
    let labelled = ends.into_iter().map(|end| (certificate(graph, &end), end.vertices().to_vec()));
    labelled.min_by_key(|(hash, _)| *hash)
}

/// The ways to tell all vertices apart that may be canonical, one of each that automorphisms map to each
/// other: level by level, those whose refinements have the least fingerprint.
fn leaves<'g>(graph: &'g Graph, start: Partition, refiner: &mut Refiner<'g>) -> Option<Vec<Partition>> {
    let most_kept = MOST_KEPT / graph.vertices();
    let mut nodes = vec![start];
    // The fingerprints tell how many cells there are.
    while nodes.iter().any(|node| smallest_cell(graph, node).is_some()) {
        let mut least = None;
        let mut children: Vec<Partition> = Vec::new();
        for node in &nodes {
            let cell = smallest_cell(graph, node)?;
            let mut candidates = node.cell(cell).to_vec();
            candidates.sort_unstable();
            for candidate in candidates {
                refiner.steps_left = refiner.steps_left.saturating_sub(graph.vertices() as u64);
                let mut child = node.clone();
                let key = (refiner.refine_by(&mut child, candidate), child.count());
                if refiner.steps_left == 0 || children.len() >= most_kept {
                    return None;
                }
                if least.is_none_or(|least| key < least) {
                    least = Some(key);
                    children.clear();
                }
                if least == Some(key) {
                    children.push(child);
                }
            }
        }
        let mut kept: Vec<Search<'g>> = Vec::new();
        for child in children {
            if kept.iter().any(|search| search.onto(&child, refiner).is_some()) {
                continue;
            }
            let levels = kept.iter().map(|search| search.levels() + 1).sum::<usize>();
            if refiner.steps_left == 0 || levels > most_kept {
                return None;
            }
            kept.push(Search::new(graph, child, refiner)?);
        }
        nodes = kept.iter().map(|search| search.start().clone()).collect();
    }
    Some(nodes)
}

/// A hash of the graph whose vertices are numbered by their places in a partition.
fn certificate(graph: &Graph, end: &Partition) -> [u8; 32] {
    let mut hasher = Sha256::new_with_prefix(VERSION);
    let mut put = |number: u32| hasher.update(number.to_le_bytes());
    put(graph.vertices() as u32);
    let mut places = Vec::new();
    for &vertex in end.vertices() {
        put(graph.colours[vertex as usize]);
        // The other two kinds are the same edges backwards.
        for relation in &graph.relations[..2] {
            places.clear();
            places.extend(relation.of(vertex).iter().map(|&neighbour| end.cell_of(neighbour)));
            places.sort_unstable();
            put(places.len() as u32);
            places.iter().for_each(|&place| put(place));
        }
    }
    hasher.finalize().into()
}

#[cfg(test)]
mod tests;
