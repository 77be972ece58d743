mod composition;

use std::cmp::Reverse;

use gdl::{Interrupt, Interrupted};
use petgraph::unionfind::UnionFind;
use rustc_hash::{FxHashMap, FxHashSet};

use super::effects::{Effect, Effects, parts};
use super::{Composition, Factor};
use crate::network::aig::{Aig, Lit, Node};
use crate::network::network::Network;

/// What is known of some fluents, by their numbers in ascending order.
type Known = Vec<(usize, bool)>;

/// The most comparisons of two parts by all moves.
const MOST_COMPARISONS: usize = 500_000_000;

/// The fluents in parts that may be factors: those that must be together are.
#[derive(Clone)]
pub(super) struct Parts<'a> {
    network: &'a Network,
    /// The fluents that are in parts.
    fluents: Vec<usize>,
    /// Whether each fluent is.
    is_in_part: Vec<bool>,
    /// Whether each fluent runs by itself.
    shared: &'a [bool],
    together: UnionFind<usize>,
    /// How many parts there are.
    count: usize,
    /// A fluent of the part that each of the effects' moves belongs to, where moves are alternatives.
    owners: Vec<Option<usize>>,
}

impl<'a> Parts<'a> {
    /// The finest parts in which moves have such a composition, whatever ends the game; none if there are
    /// no two.
    pub(super) fn new(
        network: &'a Network,
        (fluents, shared): (&[usize], &'a [bool]),
        effects: &Effects<'_>,
        composition: Composition,
        interrupt: &Interrupt<'_>,
    ) -> Result<Option<Self>, Interrupted> {
        let fluents: Vec<usize> = fluents.iter().copied().filter(|&fluent| !shared[fluent]).collect();
        if fluents.len() < 2 {
            return Ok(None);
        }
        let mut is_in_part = vec![false; network.initial.len()];
        fluents.iter().for_each(|&fluent| is_in_part[fluent] = true);
        let mut parts = Self {
            network,
            count: fluents.len(),
            fluents,
            is_in_part,
            shared,
            together: UnionFind::new(network.initial.len()),
            owners: vec![None; effects.moves.len()],
        };
        parts.join_what_is_read(effects, composition, interrupt)?;
        match composition {
            _ if parts.is_one() => {}
            Composition::Alternatives => {
                parts.join_by_moves(effects, interrupt)?;
                parts.join_by_idleness(effects, interrupt)?;
            }
            Composition::Product => {
                if !parts.join_by_actions(effects, interrupt)? {
                    return Ok(None);
                }
            }
        }
        Ok((!parts.is_one()).then_some(parts))
    }

    /// The fluents in parts that some literals depend on, in ascending order.
    pub(super) fn read(
        &self,
        aig: &Aig,
        literals: impl IntoIterator<Item = Lit>,
        interrupt: &Interrupt<'_>,
    ) -> Result<Vec<usize>, Interrupted> {
        let mut inputs = aig.inputs_of(literals, interrupt)?;
        inputs.retain(|&input| self.is_in_part.get(input) == Some(&true));
        inputs.sort_unstable();
        Ok(inputs)
    }

    /// Puts fluents into one part.
    pub(super) fn join(&mut self, fluents: &[usize]) {
        fluents.windows(2).for_each(|pair| self.join_pair(pair[0], pair[1]));
    }

    fn join_pair(&mut self, first: usize, second: usize) {
        self.count -= usize::from(self.together.union(first, second));
    }

    /// Whether all fluents are in one part, so that there are no factors.
    fn is_one(&self) -> bool {
        self.count < 2
    }

    /// The part of a fluent, named by one of its fluents.
    pub(super) fn part_of(&self, fluent: usize) -> usize {
        self.together.find(fluent)
    }

    /// A fluent depends on those that it is read from, whatever is done.
    fn join_what_is_read(
        &mut self,
        effects: &Effects<'_>,
        composition: Composition,
        interrupt: &Interrupt<'_>,
    ) -> Result<(), Interrupted> {
        for &fluent in &self.fluents.clone() {
            if self.is_one() {
                break;
            }
            let of_move = |effect: &Effect| match composition {
                Composition::Alternatives => effect.next[fluent],
                Composition::Product => effect.plain[fluent],
            };
            let next: FxHashSet<Lit> = effects.moves.iter().map(of_move).collect();
            let mut read = self.read(&effects.aig, next, interrupt)?;
            read.push(fluent);
            self.join(&read);
        }
        Ok(())
    }

    /// What a move reads to be legal and what it changes belongs together.
    fn join_by_moves(&mut self, effects: &Effects<'_>, interrupt: &Interrupt<'_>) -> Result<(), Interrupted> {
        let usual = self.usual(effects, interrupt)?;
        for (number, effect) in effects.moves.iter().enumerate() {
            let mut own = self.read(&effects.aig, [effect.legal], interrupt)?;
            let changes = |&&fluent: &&usize| {
                let usual = usual.get(&(effect.role, self.known_of_shared(effect), fluent));
                self.is_in_part[fluent] && usual.is_none_or(|&usual| effect.next[fluent] != usual)
            };
            own.extend(effect.changed.iter().filter(changes));
            self.join(&own);
            self.owners[number] = own.first().copied();
        }
        Ok(())
    }

    /// For fluents that every move of a role changes, what more than half of these moves do to them: these
    /// are taken to have nothing to do with them. Moves count apart that shared fluents never let be legal in
    /// the same state.
    fn usual(
        &self,
        effects: &Effects<'_>,
        interrupt: &Interrupt<'_>,
    ) -> Result<FxHashMap<(usize, Known, usize), Lit>, Interrupted> {
        let mut usual = FxHashMap::default();
        for moves in self.choices(effects) {
            let moves: Vec<&Effect> = moves.iter().map(|&number| &effects.moves[number]).collect();
            let mut changing = vec![0; self.network.initial.len()];
            moves.iter().flat_map(|effect| &effect.changed).for_each(|&fluent| changing[fluent] += 1);
            for &fluent in self.fluents.iter().filter(|&&fluent| changing[fluent] == moves.len()) {
                interrupt.check_now()?;
                let mut counts: FxHashMap<Lit, usize> = FxHashMap::default();
                moves.iter().for_each(|effect| *counts.entry(effect.next[fluent]).or_default() += 1);
                let most = counts.into_iter().find(|&(_, count)| 2 * count > moves.len());
                let key = (moves[0].role, self.known_of_shared(moves[0]), fluent);
                usual.extend(most.map(|(literal, _)| (key, literal)));
            }
        }
        Ok(usual)
    }

    /// Moves that belong to other parts must all do the same to a part; where one does not, it belongs to the
    /// part, too.
    fn join_by_idleness(
        &mut self,
        effects: &Effects<'_>,
        interrupt: &Interrupt<'_>,
    ) -> Result<(), Interrupted> {
        loop {
            let mut exceptions: Vec<(usize, usize)> = Vec::new();
            for (part, members) in self.members() {
                for moves in self.moves_of_roles(effects) {
                    interrupt.check()?;
                    let idle = moves.into_iter().filter(|&number| !self.belongs(number, part));
                    exceptions.extend(
                        self.unusual(idle, &members, effects).into_iter().map(|number| (number, part)),
                    );
                }
            }
            if exceptions.is_empty() {
                return Ok(());
            }
            for (number, part) in exceptions {
                match self.owners[number] {
                    Some(owner) => self.join_pair(owner, part),
                    None => self.owners[number] = Some(part),
                }
            }
        }
    }

    /// Whether a move belongs to a part, where moves are alternatives.
    fn belongs(&self, number: usize, part: usize) -> bool {
        self.owners[number].is_some_and(|owner| self.part_of(owner) == part)
    }

    /// The numbers of the effects of each role's moves.
    fn moves_of_roles(&self, effects: &Effects<'_>) -> Vec<Vec<usize>> {
        let mut roles = vec![Vec::new(); self.network.legal.len()];
        effects.moves.iter().enumerate().for_each(|(number, effect)| roles[effect.role].push(number));
        roles
    }

    /// Of moves that may be legal in one state, as far as the shared fluents tell, those that do not do the
    /// same to a part as most others.
    fn unusual(
        &self,
        moves: impl Iterator<Item = usize>,
        members: &[usize],
        effects: &Effects<'_>,
    ) -> Vec<usize> {
        let mut kinds: FxHashMap<(Known, Vec<Lit>), Vec<usize>> = FxHashMap::default();
        for number in moves {
            let effect = &effects.moves[number];
            let key = (self.known_of_shared(effect), self.effect_on(&effect.next, members));
            kinds.entry(key).or_default().push(number);
        }
        let mut kinds: Vec<_> = kinds.into_iter().collect();
        kinds.sort_unstable_by_key(|(_, moves): &(_, Vec<usize>)| (Reverse(moves.len()), moves[0]));
        let mut usual: Vec<(Known, Vec<Lit>)> = Vec::new();
        let mut unusual = Vec::new();
        for (key, moves) in kinds {
            let agrees = |other: &(Known, Vec<Lit>)| other.1 == key.1 || exclude(&other.0, &key.0);
            if usual.iter().all(agrees) {
                usual.push(key);
            } else {
                unusual.extend(moves);
            }
        }
        unusual
    }

    /// What is known of the shared fluents where a move is legal.
    fn known_of_shared(&self, effect: &Effect) -> Known {
        effect.known.iter().copied().filter(|&(fluent, _)| self.shared[fluent]).collect()
    }

    /// What becomes of some fluents.
    fn effect_on(&self, next: &[Lit], members: &[usize]) -> Vec<Lit> {
        members.iter().map(|&fluent| next[fluent]).collect()
    }

    /// Conditions of one move belong together, and fluents of which not all combinations of what happens to
    /// them are moves. Whether that could be found.
    fn join_by_actions(
        &mut self,
        effects: &Effects<'_>,
        interrupt: &Interrupt<'_>,
    ) -> Result<bool, Interrupted> {
        for effect in &effects.moves {
            for condition in parts(&effects.aig, effect.legal) {
                let read = self.read(&effects.aig, [condition], interrupt)?;
                self.join(&read);
            }
        }
        let members = self.members();
        let pairs = members.len() * members.len() / 2;
        if pairs.saturating_mul(effects.moves.len()) > MOST_COMPARISONS {
            return Ok(false);
        }
        let roles = self.choices(effects);
        let lists: Vec<&[usize]> = members.iter().map(|(_, members)| members.as_slice()).collect();
        let mut actions = Vec::new();
        for moves in &roles {
            actions.push(self.actions_of(moves, &lists, effects, interrupt)?);
        }
        for a in 0..lists.len() {
            for b in a + 1..lists.len() {
                for (moves, actions) in roles.iter().zip(&actions) {
                    interrupt.check()?;
                    if self.together.equiv(lists[a][0], lists[b][0]) {
                        break;
                    }
                    let pairs: FxHashSet<(u32, u32)> =
                        (0..moves.len()).map(|at| (actions[a][at], actions[b][at])).collect();
                    if pairs.len() < count(&actions[a]) * count(&actions[b]) {
                        self.join_pair(lists[a][0], lists[b][0]);
                    }
                }
            }
        }
        Ok(true)
    }

    /// The moves of each role, those apart of which shared fluents tell other things.
    fn choices(&self, effects: &Effects<'_>) -> Vec<Vec<usize>> {
        let mut choices: FxHashMap<(usize, Known), Vec<usize>> = FxHashMap::default();
        for (number, effect) in effects.moves.iter().enumerate() {
            choices.entry((effect.role, self.known_of_shared(effect))).or_default().push(number);
        }
        let mut choices: Vec<Vec<usize>> = choices.into_values().collect();
        choices.sort_unstable();
        choices
    }

    /// For each list of fluents, which of some moves are the same action: do the same to the fluents, under
    /// the same conditions on them.
    fn actions_of(
        &self,
        moves: &[usize],
        lists: &[&[usize]],
        effects: &Effects<'_>,
        interrupt: &Interrupt<'_>,
    ) -> Result<Vec<Vec<u32>>, Interrupted> {
        let mut conditions = Vec::with_capacity(moves.len());
        for &number in moves {
            let effect = &effects.moves[number];
            let mut of_move: FxHashMap<usize, Vec<Lit>> = FxHashMap::default();
            for condition in parts(&effects.aig, effect.legal) {
                let read = self.read(&effects.aig, [condition], interrupt)?;
                if let Some(&first) = read.first() {
                    of_move.entry(self.part_of(first)).or_default().push(condition);
                }
            }
            conditions.push(of_move);
        }
        let of_list = |members: &&[usize]| {
            let mut known: FxHashMap<(Vec<Lit>, Vec<Lit>), u32> = FxHashMap::default();
            let part = self.part_of(members[0]);
            let action = |(at, &number): (usize, &usize)| {
                let own = conditions[at].get(&part).cloned().unwrap_or_default();
                let key = (self.effect_on(&effects.moves[number].plain, members), own);
                let fresh = known.len() as u32;
                *known.entry(key).or_insert(fresh)
            };
            moves.iter().enumerate().map(action).collect()
        };
        Ok(lists.iter().map(of_list).collect())
    }

    /// The parts with their fluents, by their first ones.
    pub(super) fn members(&self) -> Vec<(usize, Vec<usize>)> {
        let mut places: FxHashMap<usize, usize> = FxHashMap::default();
        let mut parts: Vec<(usize, Vec<usize>)> = Vec::new();
        for &fluent in &self.fluents {
            let part = self.part_of(fluent);
            let place = *places.entry(part).or_insert(parts.len());
            if place == parts.len() {
                parts.push((part, Vec::new()));
            }
            parts[place].1.push(fluent);
        }
        parts
    }

    /// Whether in each part some action can follow another one.
    pub(super) fn actions_follow(
        &self,
        effects: &Effects<'_>,
        interrupt: &Interrupt<'_>,
    ) -> Result<bool, Interrupted> {
        for (part, members) in self.members() {
            let mut own: Vec<&Effect> = Vec::new();
            for (number, effect) in effects.moves.iter().enumerate() {
                let read = match self.owners[number] {
                    Some(_) => self.belongs(number, part),
                    // Where moves are products, each acts in every part.
                    None => {
                        let read = self.read(&effects.aig, [effect.legal], interrupt)?;
                        read.iter().any(|&fluent| self.part_of(fluent) == part)
                    }
                };
                if read {
                    own.push(effect);
                }
            }
            let mut lasts = own.is_empty();
            for first in &own {
                let after: FxHashMap<usize, bool> = (members.iter())
                    .filter(|&&fluent| matches!(first.next[fluent], Lit::FALSE | Lit::TRUE))
                    .map(|&fluent| (fluent, first.next[fluent] == Lit::TRUE))
                    .collect();
                for second in &own {
                    interrupt.check()?;
                    lasts |= parts(&effects.aig, second.legal).iter().all(|condition| {
                        let Node::Input(input) = effects.aig.nodes()[condition.node() as usize] else {
                            return true;
                        };
                        after.get(&(input as usize)).is_none_or(|&value| value != condition.inverted())
                    });
                    if lasts {
                        break;
                    }
                }
                if lasts {
                    break;
                }
            }
            if !lasts {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The number of the factor that each fluent is in; none of the others.
    pub(super) fn numbers(&self, factors: &[Factor]) -> Vec<Option<usize>> {
        let mut numbers = vec![None; self.network.initial.len()];
        for (number, factor) in factors.iter().enumerate() {
            factor.fluents.iter().for_each(|&fluent| numbers[fluent] = Some(number));
        }
        numbers
    }
}

/// Whether two lists of values of fluents contradict each other.
fn exclude(a: &[(usize, bool)], b: &[(usize, bool)]) -> bool {
    a.iter().any(|&(fluent, value)| b.binary_search(&(fluent, !value)).is_ok())
}

/// How many different numbers there are, which are all from 0 on.
fn count(actions: &[u32]) -> usize {
    actions.iter().max().map_or(0, |&last| last as usize + 1)
}
