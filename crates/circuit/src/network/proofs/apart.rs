use std::collections::BTreeSet;
use std::{mem, slice};

use batsat::{Lit as SatLit, lbool};
use gdl::{Interrupt, Interrupted};
use rustc_hash::{FxHashMap, FxHashSet};

use super::clauses::{Clauses, Half};
use super::relaxed::Relaxed;
use crate::network::aig::{Lit, Node};
use crate::network::group::{Group, admit};
use crate::network::network::Network;

/// The most nodes of a part.
const MOST_NODES: usize = 20_000;

/// The most work of all proofs together, in literals that queries assign: two or three seconds.
const MOST_WORK: u64 = 25_000_000;

/// How much of it a node of a part is, which is made into clauses.
const WORK_OF_NODE: u64 = 10;

/// Those of the candidates that are inductive, as [`prove`](super::prove()) finds them, of a network that is
/// too large for it; not all of them, and no constants.
///
/// Each group has a solver of its own, which is given the gates on which the group's next values depend, what
/// the moves among them [need](Relaxed), and what is left of the other candidates. Whatever of the rules it
/// is not given only adds transitions, so that what it proves is true.
///
/// # Errors
/// If it is interrupted.
pub(crate) fn prove_apart(
    network: &Network,
    mut candidates: Vec<Group>,
    interrupt: &Interrupt<'_>,
) -> Result<Vec<Group>, Interrupted> {
    candidates.retain(|group| {
        group.members.len() > 1 && admit(slice::from_ref(group), |fluent| network.initial[fluent])
    });
    if candidates.is_empty() {
        return Ok(candidates);
    }
    // That exactly one holds is seldom a coincidence. Others come first, so that as little as possible is
    // proven by what fails later.
    candidates.sort_by_key(|group| group.exactly);
    let rules = PartialRules::new(network, interrupt)?;
    let mut of_fluent: FxHashMap<u32, Vec<usize>> = FxHashMap::default();
    for (number, group) in candidates.iter().enumerate() {
        for member in &group.members {
            of_fluent.entry(member.node()).or_default().push(number);
        }
    }
    let mut groups: Vec<Option<Group>> = candidates.into_iter().map(Some).collect();
    // The groups whose proofs needed each.
    let mut needing: Vec<Vec<usize>> = vec![Vec::new(); groups.len()];
    let mut waiting: BTreeSet<usize> = (0..groups.len()).collect();
    let mut work = 0;
    while let Some(number) = waiting.pop_first() {
        interrupt.check_now()?;
        let Some(group) = &groups[number] else { continue };
        // What is not decided by then is not proven, nor what was proven by it.
        let part = if work < MOST_WORK { Part::of(&rules, group) } else { None };
        // To see that a part is too large takes as long as to see a node of each of its own.
        work += part.as_ref().map_or(MOST_NODES as u64, |part| WORK_OF_NODE * part.nodes.len() as u64);
        let kept = match part {
            Some(part) => {
                // The groups are of fluents alone.
                let near: BTreeSet<usize> =
                    part.nodes.iter().filter_map(|node| of_fluent.get(node)).flatten().copied().collect();
                let known = near.into_iter().filter_map(|near| Some((near, groups[near].as_ref()?)));
                let mut proof = Proof::new(&rules, &part, known, interrupt)?;
                let kept = proof.kept(&rules, group);
                work += proof.clauses.propagations();
                proof.needed.iter().for_each(|&needed| needing[needed].push(number));
                kept
            }
            None => None,
        };
        if kept != groups[number] {
            groups[number] = kept;
            // What was proven by the group has to be proven again.
            waiting.extend(mem::take(&mut needing[number]));
        }
    }
    // It may be that queries were interrupted.
    interrupt.check_now()?;
    let mut proven: Vec<Group> = groups.into_iter().flatten().collect();
    proven.sort_unstable();
    Ok(proven)
}

/// What proofs of groups know of the rules.
struct PartialRules<'n> {
    network: &'n Network,
    relaxed: Relaxed,
    /// For each role how many of its moves need each literal.
    needing: Vec<FxHashMap<Lit, usize>>,
}

impl<'n> PartialRules<'n> {
    fn new(network: &'n Network, interrupt: &Interrupt<'_>) -> Result<Self, Interrupted> {
        let relaxed = Relaxed::new(network, interrupt)?;
        let mut needing = Vec::with_capacity(relaxed.needs.len());
        for moves in &relaxed.needs {
            interrupt.check()?;
            let mut of_role: FxHashMap<Lit, usize> = FxHashMap::default();
            for &needed in moves.iter().flatten().flatten() {
                *of_role.entry(needed).or_default() += 1;
            }
            needing.push(of_role);
        }
        Ok(Self { network, relaxed, needing })
    }

    fn next(&self, member: Lit) -> Lit {
        self.relaxed.next[member.node() as usize - 1].invert_if(member.inverted())
    }
}

/// The part of a network on which the next values of a group depend.
struct Part {
    /// Its nodes in topological order.
    nodes: Vec<u32>,
    /// The moves of each role on which they depend.
    moves: Vec<Vec<usize>>,
    /// What each role's other moves that may be legal need all; none if there are no others.
    others: Vec<Option<Vec<Lit>>>,
}

impl Part {
    /// None if it has too many nodes.
    fn of(rules: &PartialRules<'_>, group: &Group) -> Option<Self> {
        let PartialRules { network, relaxed, needing } = rules;
        let fluents = network.initial.len();
        let mut moves: Vec<Vec<usize>> = vec![Vec::new(); network.legal.len()];
        let mut nodes: FxHashSet<u32> = FxHashSet::default();
        // The fluents are the first nodes after the constant, in this graph as in that of the network.
        let mut open: Vec<u32> =
            group.members.iter().flat_map(|&member| [member.node(), rules.next(member).node()]).collect();
        while let Some(node) = open.pop() {
            if !nodes.insert(node) {
                continue;
            }
            if nodes.len() > MOST_NODES {
                return None;
            }
            match relaxed.aig.nodes()[node as usize] {
                Node::And(a, b) => open.extend([a.node(), b.node()]),
                Node::Input(input) if input as usize >= fluents => {
                    let role = network.first_moves.partition_point(|&first| first <= input as usize) - 1;
                    moves[role].push(input as usize - network.first_moves[role]);
                }
                // What a recursive node depends on is left out.
                Node::Input(_) | Node::Variable { .. } | Node::False => {}
            }
        }
        let mut others = Vec::with_capacity(moves.len());
        for (role, moves) in moves.iter().enumerate() {
            let needs = &relaxed.needs[role];
            let mut counts: FxHashMap<Lit, usize> = FxHashMap::default();
            let own = moves.iter().filter_map(|&mov| needs[mov].as_ref());
            let rest = needs.iter().flatten().count() - own.clone().count();
            for &needed in own.flatten() {
                *counts.entry(needed).or_default() += 1;
                nodes.insert(needed.node());
            }
            let by_all_others =
                |(needed, count): (&Lit, &usize)| count - counts.get(needed).copied().unwrap_or(0) == rest;
            others.push((rest > 0).then(|| {
                let mut common: Vec<Lit> = needing[role]
                    .iter()
                    .filter(|&needed| by_all_others(needed))
                    .map(|(&needed, _)| needed)
                    .collect();
                common.sort_unstable();
                nodes.extend(common.iter().map(|needed| needed.node()));
                common
            }));
        }
        let mut nodes: Vec<u32> = nodes.into_iter().collect();
        nodes.sort_unstable();
        Some(Self { nodes, moves, others })
    }
}

/// The transitions of a part of a network.
struct Proof<'i> {
    clauses: Clauses<'i>,
    /// The solver's literal for each node of the part.
    literals: FxHashMap<u32, SatLit>,
    /// The literals that assume the known groups, each with the number of one.
    assumed: Vec<(SatLit, usize)>,
    /// The known groups that what was proven so far needs.
    needed: BTreeSet<usize>,
}

impl<'i> Proof<'i> {
    /// Those from states that the `known` groups admit, as far as the part has their members.
    fn new<'g>(
        rules: &PartialRules<'_>,
        part: &Part,
        known: impl IntoIterator<Item = (usize, &'g Group)>,
        interrupt: &'i Interrupt<'i>,
    ) -> Result<Self, Interrupted> {
        let mut proof = Self {
            clauses: Clauses::new(interrupt),
            literals: FxHashMap::default(),
            assumed: Vec::new(),
            needed: BTreeSet::new(),
        };
        for &node in &part.nodes {
            interrupt.check()?;
            let literal = proof.clauses.fresh();
            match rules.relaxed.aig.nodes()[node as usize] {
                Node::False => proof.clauses.clause(&[!literal]),
                Node::And(a, b) => {
                    let (a, b) = (proof.literal(a), proof.literal(b));
                    proof.clauses.both(literal, a, b);
                }
                Node::Input(_) | Node::Variable { .. } => {}
            }
            proof.literals.insert(node, literal);
        }
        for (role, moves) in part.moves.iter().enumerate() {
            interrupt.check()?;
            let needs = moves.iter().map(|&mov| rules.relaxed.needs[role][mov].as_ref());
            let does = moves.iter().map(|&mov| {
                let input = rules.network.does_input(role, mov);
                proof.literal(Lit::new(rules.relaxed.aig.inputs()[input], false))
            });
            let mut made: Vec<(SatLit, Option<&Vec<Lit>>)> = does.zip(needs).collect();
            if let Some(needs) = &part.others[role] {
                made.push((proof.clauses.fresh(), Some(needs)));
            }
            for &(does, needs) in &made {
                match needs {
                    Some(needs) => needs.iter().for_each(|&needed| {
                        let needed = proof.literal(needed);
                        proof.clauses.clause(&[!does, needed]);
                    }),
                    None => proof.clauses.clause(&[!does]),
                }
            }
            let made: Vec<SatLit> = made.into_iter().map(|(does, _)| does).collect();
            proof.clauses.one(&made, true);
        }
        for (number, group) in known {
            if !group.members.iter().all(|member| proof.literals.contains_key(&member.node())) {
                continue;
            }
            let members: Vec<SatLit> = group.members.iter().map(|&member| proof.literal(member)).collect();
            let several = proof.clauses.several(&members);
            proof.assumed.push((!several, number));
            if group.exactly {
                let none = proof.clauses.none(&members);
                proof.assumed.push((!none, number));
            }
        }
        Ok(proof)
    }

    /// The solver's literal for one of the part.
    fn literal(&self, literal: Lit) -> SatLit {
        let positive = self.literals[&literal.node()];
        if literal.inverted() { !positive } else { positive }
    }

    /// What surely holds of a group after a transition: all, that at most one member holds, or nothing.
    fn kept(&mut self, rules: &PartialRules<'_>, group: &Group) -> Option<Group> {
        let members: Vec<SatLit> =
            group.members.iter().map(|&member| self.literal(rules.next(member))).collect();
        let mut holds = |half| {
            let mut assumptions = vec![self.clauses.broken(&members, half)];
            assumptions.extend(self.assumed.iter().map(|&(literal, _)| literal));
            let holds = self.clauses.solve(&assumptions) == lbool::FALSE;
            if holds {
                let core: FxHashSet<SatLit> = self.clauses.core().collect();
                let used = self.assumed.iter().filter(|(literal, _)| core.contains(literal));
                self.needed.extend(used.map(|&(_, number)| number));
            }
            holds
        };
        if !holds(Half::AtMostOne) {
            return None;
        }
        Some(Group { members: group.members.clone(), exactly: group.exactly && holds(Half::AtLeastOne) })
    }
}
