use std::collections::BTreeMap;

use gdl::{Interrupt, Interrupted};
use rustc_hash::{FxHashMap, FxHashSet};

use super::equality::Equality;
use crate::network::aig::{Aig, Lit, Node};
use crate::network::network::Network;
use crate::network::variables::Variable;

/// The most visits of nodes that finding the effects of all moves may take.
const MOST_VISITS: usize = 1_000_000_000;

/// The most literals that are kept, some for each move and fluent.
const MOST_LITERALS: usize = 40_000_000;

/// What each move does: what makes each fluent hold next if a role makes the move, as literals of one graph.
/// Literals that are equal are equal functions of reachable states that are not terminal, and of the other
/// roles' legal moves.
pub(super) struct Effects<'n> {
    network: &'n Network,
    /// The network's graph, whose nodes keep their numbers, and what was simplified after them.
    pub(super) aig: Aig,
    /// All moves that may be legal, role by role.
    pub(super) moves: Vec<Effect>,
    /// The same before one literal stood for all that are equal, with the fluents that each may change.
    found: Vec<(Effect, Vec<Change>)>,
    /// The groups that contain each literal.
    groups: FxHashMap<Lit, Vec<usize>>,
}

/// What a move does, everywhere or for some value of whose turn it is.
#[derive(Clone)]
pub(super) struct Effect {
    pub(super) role: usize,
    pub(super) mov: usize,
    /// The values of the turns where this is what it does.
    case: Vec<(usize, bool)>,
    /// Whether the move is legal there.
    pub(super) legal: Lit,
    /// What is known of the fluents where the move is legal, by their inputs, in ascending order.
    pub(super) known: Vec<(usize, bool)>,
    /// Whether each fluent holds next, if nothing is known but that the role makes the move.
    pub(super) plain: Vec<Lit>,
    /// The same where the move is legal.
    pub(super) next: Vec<Lit>,
    /// The fluents that change where the move is legal and no other role does anything.
    pub(super) changed: Vec<usize>,
}

/// A fluent, what makes it hold where a move is legal, and what makes it hold next if no other role
/// does anything.
struct Change {
    fluent: usize,
    before: Lit,
    after: Lit,
}

impl<'n> Effects<'n> {
    /// The effects of all moves of a network, those apart that a move has at different values of the `turns`;
    /// none if they are too many, or recursive rules read moves.
    ///
    /// # Errors
    /// If it is interrupted.
    pub(super) fn new(
        network: &'n Network,
        turns: &[&Variable],
        interrupt: &Interrupt<'_>,
    ) -> Result<Option<Self>, Interrupted> {
        let fluents = network.initial.len();
        let count = network.legal.iter().map(Vec::len).sum::<usize>();
        let nodes = network.aig.nodes().len();
        let too_many = count.saturating_mul(4 * nodes) > MOST_VISITS
            || count.saturating_mul(4 * fluents) > MOST_LITERALS;
        if too_many || blocks_read_moves(network) {
            return Ok(None);
        }
        let mut groups: FxHashMap<Lit, Vec<usize>> = FxHashMap::default();
        for (number, group) in network.groups.iter().enumerate() {
            group.members.iter().for_each(|&member| groups.entry(member).or_default().push(number));
        }
        let (aig, found) = (network.aig.clone(), Vec::with_capacity(count));
        let mut effects = Self { network, aig, moves: Vec::new(), found, groups };
        for role in 0..network.legal.len() {
            for mov in 0..network.moves(role) {
                effects.add(role, mov, turns, interrupt)?;
            }
        }
        Ok(Some(effects))
    }

    /// Adds the effects of a move.
    fn add(
        &mut self,
        role: usize,
        mov: usize,
        turns: &[&Variable],
        interrupt: &Interrupt<'_>,
    ) -> Result<(), Interrupted> {
        let legal = self.network.legal[role][mov];
        let read = self.network.aig.inputs_of([legal], interrupt)?;
        let turns: Vec<&&Variable> =
            turns.iter().filter(|turn| turn.fluents.iter().any(|fluent| read.contains(fluent))).collect();
        let mut cases: Vec<Vec<(usize, bool)>> = vec![Vec::new()];
        for turn in turns {
            let values = |value: usize| {
                turn.fluents.iter().enumerate().map(move |(at, &fluent)| (fluent, at == value))
            };
            let with = |case: &Vec<(usize, bool)>| -> Vec<_> {
                (0..turn.values()).map(|value| case.iter().copied().chain(values(value)).collect()).collect()
            };
            cases = cases.iter().flat_map(with).collect();
        }
        for mut case in cases {
            case.sort_unstable();
            let mut inputs = vec![None; self.network.aig.inputs().len()];
            case.iter().for_each(|&(fluent, value)| inputs[fluent] = Some(value));
            let legal = if case.is_empty() { legal } else { image(&self.map(&inputs, interrupt)?, legal) };
            if legal != Lit::FALSE {
                let (mut effect, changes) = self.effect(role, mov, legal, inputs, interrupt)?;
                effect.case = case;
                self.found.push((effect, changes));
            }
        }
        Ok(())
    }

    /// Puts one literal in the place of all that are equal: those that random play has not told apart, or
    /// those that are `proven` equal.
    ///
    /// # Errors
    /// If it is interrupted.
    pub(super) fn represent(&mut self, proven: bool, interrupt: &Interrupt<'_>) -> Result<(), Interrupted> {
        self.moves.clear();
        let Some(mut equality) = Equality::new(self.network, &self.aig, proven, interrupt)? else {
            return Ok(());
        };
        let mut cases: BTreeMap<&[(usize, bool)], Vec<usize>> = BTreeMap::new();
        for (number, (effect, _)) in self.found.iter().enumerate() {
            cases.entry(&effect.case).or_default().push(number);
        }
        let mut represented = self.found.iter().map(|_| None).collect::<Vec<_>>();
        for (case, numbers) in cases {
            let fluents = (0..self.network.initial.len()).map(|fluent| Lit::new(self.input(fluent), false));
            let found = numbers.iter().flat_map(|&number| {
                let (effect, changes) = &self.found[number];
                let changes = changes.iter().flat_map(|change| [change.before, change.after]);
                effect.next.iter().chain(&effect.plain).copied().chain(changes)
            });
            let literals = std::iter::once(Lit::FALSE).chain(fluents).chain(found);
            let same = equality.representatives(literals, case)?;
            for number in numbers {
                let (effect, changes) = &self.found[number];
                let mut effect = effect.clone();
                let next = effect.next.iter_mut().chain(&mut effect.plain);
                next.for_each(|literal| *literal = same.of(*literal));
                let changed = changes.iter().filter(|change| same.of(change.before) != same.of(change.after));
                effect.changed = changed.map(|change| change.fluent).collect();
                represented[number] = Some(effect);
            }
        }
        self.moves = represented.into_iter().flatten().collect();
        Ok(())
    }

    /// What a move does, and which fluents it may change.
    fn effect(
        &mut self,
        role: usize,
        mov: usize,
        legal: Lit,
        mut inputs: Vec<Option<bool>>,
        interrupt: &Interrupt<'_>,
    ) -> Result<(Effect, Vec<Change>), Interrupted> {
        let network = self.network;
        let fluents = network.initial.len();
        let next_of = |map: &[Lit]| network.next.iter().map(|&next| image(map, next)).collect::<Vec<_>>();
        for other in 0..network.moves(role) {
            inputs[network.does_input(role, other)] = Some(other == mov);
        }
        let plain = next_of(&self.map(&inputs, interrupt)?);
        self.assume_legal(legal, &mut inputs);
        let map = self.map(&inputs, interrupt)?;
        // Of the others' moves some are not legal where this one is.
        for (other, moves) in network.legal.iter().enumerate().filter(|(other, _)| *other != role) {
            let may: Vec<usize> =
                (0..moves.len()).filter(|&mov| image(&map, moves[mov]) != Lit::FALSE).collect();
            let set = |mov: usize| (network.does_input(other, mov), may.contains(&mov), may.len() == 1);
            for (input, may, only) in (0..moves.len()).map(set) {
                if !may || only {
                    inputs[input] = Some(may);
                }
            }
        }
        let next = next_of(&self.map(&inputs, interrupt)?);
        let known = (0..fluents).filter_map(|fluent| Some((fluent, inputs[fluent]?))).collect();
        inputs[fluents..].iter_mut().for_each(|input| *input = Some(*input == Some(true)));
        let map = self.map(&inputs, interrupt)?;
        let change = |fluent: usize| {
            let (before, after) = (map[self.input(fluent) as usize], image(&map, network.next[fluent]));
            (before != after).then_some(Change { fluent, before, after })
        };
        let changes = (0..fluents).filter_map(change).collect();
        Ok((Effect { role, mov, case: Vec::new(), legal, known, plain, next, changed: Vec::new() }, changes))
    }

    /// The node of an input.
    fn input(&self, number: usize) -> u32 {
        self.network.aig.inputs()[number]
    }

    /// Notes the values of fluents that follow from a literal by its conjuncts and by the groups.
    fn assume_legal(&self, legal: Lit, inputs: &mut [Option<bool>]) {
        let mut open: Vec<Lit> = parts(&self.aig, legal);
        while let Some(literal) = open.pop() {
            let Node::Input(number) = self.aig.nodes()[literal.node() as usize] else { continue };
            let value = !literal.inverted();
            // A move whose conditions exclude each other is never legal.
            if inputs[number as usize].is_some() {
                continue;
            }
            inputs[number as usize] = Some(value);
            let holds = |member: Lit| match self.aig.nodes()[member.node() as usize] {
                Node::Input(number) => inputs[number as usize].map(|value| value != member.inverted()),
                _ => None,
            };
            for &group in self.groups.get(&literal).into_iter().flatten() {
                let members = self.network.groups[group].members.iter();
                open.extend(
                    members
                        .filter(|&&member| member != literal && holds(member).is_none())
                        .map(|&member| !member),
                );
            }
            for &group in self.groups.get(&!literal).into_iter().flatten() {
                let group = &self.network.groups[group];
                let mut left = group.members.iter().filter(|&&member| holds(member) != Some(false));
                if let (true, Some(&last), None) = (group.exactly, left.next(), left.next()) {
                    open.push(last);
                }
            }
        }
    }

    /// Each node of the network where some inputs have values.
    fn map(&mut self, inputs: &[Option<bool>], interrupt: &Interrupt<'_>) -> Result<Vec<Lit>, Interrupted> {
        let nodes = self.network.aig.nodes();
        let mut map: Vec<Lit> = Vec::with_capacity(nodes.len());
        for (number, node) in (0..).zip(nodes) {
            interrupt.check()?;
            let own = Lit::new(number, false);
            map.push(match *node {
                Node::Input(input) => inputs[input as usize].map_or(own, |value| Lit::FALSE.invert_if(value)),
                Node::And(a, b) => {
                    let (to_a, to_b) = (image(&map, a), image(&map, b));
                    if (to_a, to_b) == (a, b) { own } else { self.aig.and(to_a, to_b) }
                }
                // What a block computes is right whatever is known of its inputs.
                Node::False | Node::Variable { .. } => own,
            });
        }
        Ok(map)
    }
}

fn image(map: &[Lit], literal: Lit) -> Lit {
    map[literal.node() as usize].invert_if(literal.inverted())
}

/// The literals whose AND a literal is: all that are joined by gates without inverters between them.
pub(super) fn parts(aig: &Aig, literal: Lit) -> Vec<Lit> {
    let (mut parts, mut open, mut seen) = (Vec::new(), vec![literal], FxHashSet::default());
    while let Some(literal) = open.pop() {
        match aig.operands(literal) {
            // A gate may be below another one in many ways.
            Some((a, b)) if !literal.inverted() => {
                if seen.insert(literal) {
                    open.extend([b, a]);
                }
            }
            _ => parts.push(literal),
        }
    }
    parts.sort_unstable();
    parts.dedup();
    parts
}

fn blocks_read_moves(network: &Network) -> bool {
    let nodes = network.aig.nodes();
    let definitions = network.aig.blocks().iter().flat_map(|block| &block.definitions);
    let mut open: Vec<u32> = definitions.map(|definition| definition.node()).collect();
    let mut seen = vec![false; nodes.len()];
    while let Some(node) = open.pop() {
        if std::mem::replace(&mut seen[node as usize], true) {
            continue;
        }
        match nodes[node as usize] {
            Node::And(a, b) => open.extend([a.node(), b.node()]),
            Node::Input(input) if input as usize >= network.initial.len() => return true,
            _ => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_that_are_joined_in_many_ways_are_found_once() {
        let mut aig = Aig::new();
        let first = aig.input();
        let (mut whole, mut inputs) = (first, vec![first]);
        for _ in 0..60 {
            let (one, other) = (aig.input(), aig.input());
            inputs.extend([one, other]);
            let (left, right) = (aig.and(whole, one), aig.and(whole, other));
            whole = aig.and(left, right);
        }
        assert_eq!(parts(&aig, whole), inputs);
    }
}
