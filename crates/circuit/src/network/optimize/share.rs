use std::cmp::Reverse;
use std::collections::BinaryHeap;

use gdl::{Interrupt, Interrupted};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::network::aig::Lit;
use crate::network::wide::Wide;

/// The most operands of an AND whose pairs are counted.
const WIDEST: usize = 64;

/// The most pairs of operands that are counted; the rest of the graph is left as it is.
const MOST_PAIRS: usize = 8_000_000;

/// Makes operands that several ANDs have in common an AND of their own, the most frequent pair first (greedy
/// extraction of common cubes, after Brayton & McMullen, *The Decomposition and Factorization of Boolean
/// Expressions*, 1982).
///
/// # Errors
/// If it is interrupted.
pub(crate) fn share(wide: &Wide, interrupt: &Interrupt<'_>) -> Result<Wide, Interrupted> {
    let mut sharing = Sharing::new(wide, interrupt)?;
    sharing.together(interrupt)?;
    sharing.pairs(interrupt)?;
    assemble(wide, &sharing.into_sets(), interrupt)
}

/// The operands of a node; most have few.
type Set = SmallVec<[Lit; 4]>;

struct Sharing {
    /// The operands of each node, those of new nodes after the old.
    sets: Vec<Set>,
    /// The nodes that have each operand, by the number of the literal, and some that no longer do.
    users: Vec<SmallVec<[u32; 4]>>,
    /// In how many ANDs each pair is, or one fewer.
    counts: FxHashMap<(Lit, Lit), u32>,
    heap: BinaryHeap<(u32, Reverse<(Lit, Lit)>)>,
}

impl Sharing {
    fn new(wide: &Wide, interrupt: &Interrupt<'_>) -> Result<Self, Interrupted> {
        let mut sets = rows(wide.gates().len(), interrupt)?;
        for node in wide.alive(interrupt)?.ones() {
            interrupt.check()?;
            sets[node] = Set::from_slice(wide.operands(node as u32));
        }
        Ok(Self { sets, users: Vec::new(), counts: FxHashMap::default(), heap: BinaryHeap::new() })
    }

    /// The operands of each node, when all else has been dropped.
    fn into_sets(self) -> Vec<Set> {
        self.sets
    }

    /// Joins operands that occur in the same several ANDs, however wide these are.
    fn together(&mut self, interrupt: &Interrupt<'_>) -> Result<(), Interrupted> {
        let mut users: Vec<SmallVec<[u32; 4]>> = rows(2 * self.sets.len(), interrupt)?;
        for (node, set) in self.sets.iter().enumerate() {
            interrupt.check()?;
            set.iter().for_each(|literal| users[literal.index()].push(node as u32));
        }
        let mut by_users: FxHashMap<SmallVec<[u32; 4]>, Vec<Lit>> = FxHashMap::default();
        for (literal, users) in (0..).zip(users).filter(|(_, users)| users.len() > 1) {
            interrupt.check()?;
            by_users.entry(users).or_default().push(Lit::of_index(literal));
        }
        let mut groups: Vec<(SmallVec<[u32; 4]>, Vec<Lit>)> = Vec::new();
        for (users, group) in by_users {
            interrupt.check()?;
            if group.len() > 1 {
                groups.push((users, group));
            }
        }
        interrupt.check_now()?;
        groups.sort_unstable();
        interrupt.check_now()?;
        for (users, mut group) in groups {
            group.sort_unstable();
            // There may be an AND of exactly the group already.
            let own = users.iter().copied().find(|&user| self.sets[user as usize].as_slice() == group);
            let node = own.unwrap_or(self.sets.len() as u32);
            for &user in users.iter().filter(|&&user| user != node) {
                interrupt.check()?;
                let set = &mut self.sets[user as usize];
                set.retain(|literal| group.binary_search(literal).is_err());
                set.push(Lit::new(node, false));
            }
            if own.is_none() {
                self.sets.push(Set::from_vec(group));
            }
        }
        Ok(())
    }

    /// Joins pairs of operands while one is in several ANDs.
    fn pairs(&mut self, interrupt: &Interrupt<'_>) -> Result<(), Interrupted> {
        self.count_pairs(interrupt)?;
        interrupt.check_now()?;
        while let Some((count, Reverse(pair))) = self.heap.pop() {
            interrupt.check()?;
            match self.counts.get(&pair) {
                Some(&now) if now == count => self.extract(pair, interrupt)?,
                Some(&now) if now > 1 && now < count => self.heap.push((now, Reverse(pair))),
                _ => {}
            }
        }
        Ok(())
    }

    /// Counts in how many ANDs each pair is, and keeps those that are in several.
    fn count_pairs(&mut self, interrupt: &Interrupt<'_>) -> Result<(), Interrupted> {
        let mut pairs = 0;
        self.users = rows(2 * self.sets.len(), interrupt)?;
        for (node, set) in self.sets.iter_mut().enumerate().filter(|(_, set)| set.len() > 1) {
            if set.len() > WIDEST || pairs > MOST_PAIRS {
                continue;
            }
            interrupt.check()?;
            set.sort_unstable();
            pairs += set.len() * (set.len() - 1) / 2;
            set.iter().for_each(|literal| self.users[literal.index()].push(node as u32));
        }
        interrupt.check_now()?;
        // In how many ANDs each literal is beside the one at hand, which is smaller.
        let mut beside = vec![0; 2 * self.sets.len()];
        let mut several: Vec<((Lit, Lit), u32)> = Vec::new();
        for (a, users) in (0..).zip(&self.users).filter(|(_, users)| users.len() > 1) {
            let a = Lit::of_index(a);
            let first = several.len();
            for &user in users {
                interrupt.check()?;
                let set = &self.sets[user as usize];
                for &b in &set[set.partition_point(|&b| b <= a)..] {
                    let count = &mut beside[b.index()];
                    *count += 1;
                    if *count == 2 {
                        several.push(((a, b), 0));
                    }
                }
            }
            several[first..].iter_mut().for_each(|((_, b), count)| *count = beside[b.index()]);
            for &user in users {
                self.sets[user as usize].iter().for_each(|literal| beside[literal.index()] = 0);
            }
        }
        interrupt.check_now()?;
        // Room for new pairs as well: to move all to a larger table takes long.
        self.counts.reserve(several.len() / 4 * 5);
        self.heap.reserve(several.len());
        for (pair, count) in several {
            interrupt.check()?;
            self.counts.insert(pair, count);
            self.heap.push((count, Reverse(pair)));
        }
        Ok(())
    }

    fn extract(&mut self, (a, b): (Lit, Lit), interrupt: &Interrupt<'_>) -> Result<(), Interrupted> {
        self.counts.remove(&(a, b));
        let mut users: Vec<u32> = Vec::new();
        for &user in &self.users[a.index()] {
            interrupt.check()?;
            let set = &self.sets[user as usize];
            if set.contains(&a) && set.contains(&b) {
                users.push(user);
            }
        }
        users.dedup();
        if users.len() < 2 {
            return Ok(());
        }
        let own = users.iter().copied().find(|&user| self.sets[user as usize].len() == 2);
        let node = own.unwrap_or(self.sets.len() as u32);
        if own.is_none() {
            self.sets.push(Set::from_slice(&[a, b]));
            self.users.resize_with(2 * self.sets.len(), SmallVec::new);
            self.users[a.index()].push(node);
            self.users[b.index()].push(node);
        }
        let joined = Lit::new(node, false);
        for user in users.into_iter().filter(|&user| user != node) {
            interrupt.check()?;
            let set = &mut self.sets[user as usize];
            set.retain(|literal| *literal != a && *literal != b);
            if set.contains(&joined) {
                continue;
            }
            for &other in &*set {
                for gone in [a, b] {
                    if let Some(count) = self.counts.get_mut(&ordered(gone, other)) {
                        // A pair that occurred once at first was not counted.
                        *count = count.saturating_sub(1);
                    }
                }
                let pair = ordered(joined, other);
                let count = self.counts.entry(pair).or_default();
                *count += 1;
                if *count > 1 {
                    self.heap.push((*count, Reverse(pair)));
                }
            }
            set.push(joined);
            self.users[joined.index()].push(user);
        }
        Ok(())
    }
}

/// So many empty rows, and room for as many more: what of it is not used takes no memory, and to copy all
/// rows takes long.
fn rows<T>(count: usize, interrupt: &Interrupt<'_>) -> Result<Vec<SmallVec<[T; 4]>>, Interrupted>
where
    [T; 4]: smallvec::Array<Item = T>,
{
    let mut rows = Vec::with_capacity(2 * count);
    for _ in 0..count {
        interrupt.check()?;
        rows.push(SmallVec::new());
    }
    Ok(rows)
}

fn ordered(a: Lit, b: Lit) -> (Lit, Lit) {
    (a.min(b), a.max(b))
}

/// A graph with the inputs, blocks and roots of `wide`, but with `sets` for operands, in which a node may
/// have newer operands.
fn assemble(wide: &Wide, sets: &[Set], interrupt: &Interrupt<'_>) -> Result<Wide, Interrupted> {
    let mut new = Wide::new(wide.inputs());
    new.reserve(sets.len(), sets.iter().map(SmallVec::len).sum());
    let mut map: Vec<Option<Lit>> = vec![None; sets.len()];
    map[0] = Some(Lit::FALSE);
    (0..wide.inputs()).for_each(|input| map[input + 1] = Some(new.input(input)));
    for block in &wide.blocks {
        let number = new.block();
        block.variables.iter().for_each(|&variable| map[variable as usize] = Some(new.variable(number)));
    }
    let mut open: Vec<u32> = Vec::new();
    let mut operands = Vec::new();
    let mut at =
        |new: &mut Wide, literal: Lit| -> Result<Lit, Interrupted> {
            open.push(literal.node());
            while let Some(&node) = open.last() {
                interrupt.check()?;
                if map[node as usize].is_none() {
                    let before = open.len();
                    let set = &sets[node as usize];
                    open.extend(
                        set.iter().map(|operand| operand.node()).filter(|&node| map[node as usize].is_none()),
                    );
                    if open.len() > before {
                        continue;
                    }
                    operands.clear();
                    operands.extend(set.iter().filter_map(|operand| {
                        Some(map[operand.node() as usize]?.invert_if(operand.inverted()))
                    }));
                    map[node as usize] = Some(new.and(&mut operands));
                }
                open.pop();
            }
            Ok(map[literal.node() as usize].map_or(Lit::FALSE, |mapped| mapped.invert_if(literal.inverted())))
        };
    for (number, block) in wide.blocks.iter().enumerate() {
        let definitions =
            block.definitions.iter().map(|&definition| at(&mut new, definition)).collect::<Result<_, _>>()?;
        new.define(number, definitions);
    }
    new.roots = wide.roots.iter().map(|&root| at(&mut new, root)).collect::<Result<_, _>>()?;
    Ok(new)
}
