use std::collections::BTreeMap;

use gdl::{Interrupt, Interrupted};
use logic::{Grounding, Reasoner, TermId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::walk::Walk;
use crate::network::aig::Lit;
use crate::network::group::Group;
use crate::network::network::Network;

/// How many steps of 64 random walks side by side a candidate must survive, at most.
const STEPS: usize = 256;

/// The most gates that are evaluated for all steps together, twice each: some tenths of a second.
const MOST_GATES: usize = 50_000_000;

/// The most ways to vary a term's arguments that are tried, over all fluents together.
const MOST_PATTERNS: usize = 2_000_000;

/// The most positions of a term's arguments, the first ones, that are varied.
const MOST_VARYING: usize = 16;

/// Groups that no random walk contradicts: fluents that differ only in some of their arguments, such as the
/// contents of one cell; fluents that never change; fluents that always change together.
///
/// # Errors
/// If it is interrupted.
pub(crate) fn candidates(
    network: &Network,
    grounding: &Grounding,
    reasoner: &Reasoner,
    interrupt: &Interrupt<'_>,
) -> Result<Vec<Group>, Interrupted> {
    let fluents = network.initial.len();
    let mut seen = Seen::new(fluents, patterns(grounding, reasoner, interrupt)?);
    let mut walk = Walk::new(network);
    for _ in 0..(MOST_GATES / (network.aig.gates() + 1)).clamp(1, STEPS) {
        interrupt.check_now()?;
        seen.look(walk.fluents());
        walk.step(interrupt)?;
    }
    seen.groups(interrupt)
}

/// Sets of fluents that have the same name and differ only in some positions of their arguments.
fn patterns(
    grounding: &Grounding,
    reasoner: &Reasoner,
    interrupt: &Interrupt<'_>,
) -> Result<Vec<Vec<u32>>, Interrupted> {
    let mut families: BTreeMap<(String, usize), Family> = BTreeMap::new();
    for (fluent, &term) in grounding.fluents.iter().enumerate() {
        interrupt.check()?;
        let (name, args) = reasoner.parts(term);
        families.entry((name.to_owned(), args.len())).or_default().push((fluent as u32, args));
    }
    let mut sets: FxHashSet<Vec<u32>> = FxHashSet::default();
    let mut tried = 0;
    // A fluent alone is no set.
    for ((_, arity), members) in families.iter().filter(|(_, members)| members.len() > 1) {
        interrupt.check_now()?;
        if tried > MOST_PATTERNS {
            break;
        }
        let every = (1u32 << arity.min(&MOST_VARYING)) - 1;
        // Of one object's state, few positions vary; the whole family comes first.
        let mut masks: Vec<u32> = (1..=every).collect();
        masks.sort_by_key(|mask| (*mask != every, mask.count_ones(), *mask));
        for mask in masks {
            tried += members.len();
            if tried > MOST_PATTERNS {
                break;
            }
            let mut split: FxHashMap<Vec<TermId>, Vec<u32>> = FxHashMap::default();
            for (fluent, args) in members {
                interrupt.check()?;
                let varies = |position: usize| position < MOST_VARYING && mask >> position & 1 == 1;
                let fixed = args.iter().enumerate().filter(|(position, _)| !varies(*position));
                split.entry(fixed.map(|(_, &arg)| arg).collect()).or_default().push(*fluent);
            }
            sets.extend(split.into_values().filter(|set| set.len() > 1));
        }
    }
    let mut sets: Vec<Vec<u32>> = sets.into_iter().collect();
    sets.sort_unstable();
    Ok(sets)
}

/// Fluents of one name and arity, with their arguments.
type Family = Vec<(u32, Vec<TermId>)>;

/// What the random walks have shown so far.
struct Seen {
    patterns: Vec<Vec<u32>>,
    /// For each remaining pattern, whether one of its fluents always held.
    always_one: Vec<bool>,
    ever: Vec<bool>,
    ever_not: Vec<bool>,
    /// A fingerprint of when each fluent held, up to inversion.
    prints: Vec<u64>,
    first: Vec<Option<bool>>,
}

impl Seen {
    fn new(fluents: usize, patterns: Vec<Vec<u32>>) -> Self {
        Self {
            always_one: vec![true; patterns.len()],
            patterns,
            ever: vec![false; fluents],
            ever_not: vec![false; fluents],
            prints: vec![0; fluents],
            first: vec![None; fluents],
        }
    }

    /// Records 64 states.
    fn look(&mut self, fluents: &[u64]) {
        for (fluent, &word) in fluents.iter().enumerate() {
            self.ever[fluent] |= word != 0;
            self.ever_not[fluent] |= word != u64::MAX;
            let first = *self.first[fluent].get_or_insert(word & 1 == 1);
            let word = if first { !word } else { word };
            self.prints[fluent] =
                (self.prints[fluent].rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
        }
        let mut standing = Vec::with_capacity(self.patterns.len());
        let mut always = Vec::with_capacity(self.patterns.len());
        for (pattern, always_one) in std::mem::take(&mut self.patterns).into_iter().zip(&self.always_one) {
            let (mut one, mut two) = (0, 0);
            for &fluent in &pattern {
                two |= one & fluents[fluent as usize];
                one |= fluents[fluent as usize];
            }
            if two == 0 {
                always.push(*always_one && one == u64::MAX);
                standing.push(pattern);
            }
        }
        (self.patterns, self.always_one) = (standing, always);
    }

    fn groups(self, interrupt: &Interrupt<'_>) -> Result<Vec<Group>, Interrupted> {
        let literal = |fluent: u32, inverted: bool| Lit::new(fluent + 1, inverted);
        let mut groups = Vec::new();
        let mut alike: FxHashMap<u64, u32> = FxHashMap::default();
        for fluent in 0..self.prints.len() as u32 {
            let (ever, ever_not) = (self.ever[fluent as usize], self.ever_not[fluent as usize]);
            if !(ever && ever_not) {
                groups.push(Group { members: vec![literal(fluent, !ever)], exactly: true });
                continue;
            }
            let other = *alike.entry(self.prints[fluent as usize]).or_insert(fluent);
            if other != fluent {
                let same = self.first[fluent as usize] == self.first[other as usize];
                groups.push(Group {
                    members: vec![literal(other, false), literal(fluent, same)],
                    exactly: true,
                });
            }
        }
        let mut patterns: Vec<(Vec<u32>, bool)> = self.patterns.into_iter().zip(self.always_one).collect();
        // The wider pattern implies the narrower.
        patterns.sort_by_key(|(pattern, _)| std::cmp::Reverse(pattern.len()));
        let mut of_fluent: FxHashMap<u32, Vec<usize>> = FxHashMap::default();
        let mut kept: Vec<FxHashSet<u32>> = Vec::new();
        for (pattern, exactly) in patterns {
            interrupt.check()?;
            let wider = of_fluent.get(&pattern[0]).into_iter().flatten();
            if wider.copied().any(|wide| pattern.iter().all(|fluent| kept[wide].contains(fluent))) {
                continue;
            }
            pattern.iter().for_each(|&fluent| of_fluent.entry(fluent).or_default().push(kept.len()));
            kept.push(pattern.iter().copied().collect());
            let members = pattern.iter().map(|&fluent| literal(fluent, false)).collect();
            groups.push(Group { members, exactly });
        }
        Ok(groups)
    }
}
