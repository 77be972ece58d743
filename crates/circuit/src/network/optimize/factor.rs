use std::cmp::Reverse;
use std::collections::BinaryHeap;

use gdl::{Interrupt, Interrupted};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::network::aig::Lit;
use crate::network::wide::Wide;

/// The most pairs of cubes that are compared for one OR; where there are more, its most frequent literal is
/// factored out first.
const MOST_PAIRS: usize = 1 << 16;

/// Factors common literals out of ORs of ANDs, and dually out of ANDs of ORs: `abc | abd | ef` becomes
/// `ab(c | d) | ef`. The pair of cubes with the most in common is joined first, since every literal
/// factored out saves a gate (after Brayton, *Factoring Logic Functions*, 1987). Only cubes with a single
/// user are changed.
///
/// # Errors
/// If it is interrupted.
pub(crate) fn factor(wide: &Wide, interrupt: &Interrupt<'_>) -> Result<Wide, Interrupted> {
    let fanouts = wide.fanouts(&wide.alive(interrupt)?);
    wide.rebuild(interrupt, |new, node, operands| {
        let mut cubes = Vec::new();
        let mut others = Vec::new();
        for (old, &literal) in wide.operands(node).iter().zip(&*operands) {
            let own = old.inverted() && literal.inverted() && fanouts[old.node() as usize] == 1;
            if own && new.is_and(literal.node()) {
                cubes.push(new.operands(literal.node()).to_vec());
            } else {
                others.push(literal);
            }
        }
        // A single literal is a cube as well: it absorbs those that contain it.
        cubes.extend(others.iter().map(|&other| vec![!other]));
        if cubes.len() > others.len() {
            let mut factored = Factoring::new(new, interrupt).run(cubes, 0)?;
            Ok(new.and(&mut factored))
        } else {
            Ok(new.and(operands))
        }
    })
}

struct Factoring<'w> {
    wide: &'w mut Wide,
    interrupt: &'w Interrupt<'w>,
    cubes: Vec<Vec<Lit>>,
    occurrences: FxHashMap<Lit, Vec<u32>>,
    /// How many literals of the cube that is being added each cube has; nothing in between.
    common: Vec<u32>,
    heap: BinaryHeap<Join>,
    /// The ORs made here, each an inverted AND.
    made: FxHashSet<Lit>,
}

impl<'w> Factoring<'w> {
    /// How deep factoring out most frequent literals may nest.
    const MOST_DEPTH: usize = 32;

    fn new(wide: &'w mut Wide, interrupt: &'w Interrupt<'w>) -> Self {
        Self {
            wide,
            interrupt,
            cubes: Vec::new(),
            occurrences: FxHashMap::default(),
            common: Vec::new(),
            heap: BinaryHeap::new(),
            made: FxHashSet::default(),
        }
    }

    /// The inverses of the cubes that are left when all joins are made.
    fn run(mut self, mut cubes: Vec<Vec<Lit>>, depth: usize) -> Result<Vec<Lit>, Interrupted> {
        let mut done = Vec::new();
        if depth < Self::MOST_DEPTH {
            let mut frequencies = Frequencies::of(&cubes);
            while let Some(literal) = frequencies.too_common() {
                self.interrupt.check_now()?;
                let rests = frequencies.take(literal, &mut cubes);
                if rests.iter().any(Vec::is_empty) {
                    // The literal itself is a cube, and absorbs the others.
                    done.push(!literal);
                    continue;
                }
                let mut rests = Factoring::new(self.wide, self.interrupt).run(rests, depth + 1)?;
                let rest = !self.wide.and(&mut rests);
                done.push(!self.wide.and(&mut vec![literal, rest]));
            }
            cubes.retain(|cube| !cube.is_empty());
            for cube in cubes {
                self.interrupt.check()?;
                self.add(cube);
            }
            while let Some((_, Reverse((_, a, b)))) = self.heap.pop() {
                self.interrupt.check()?;
                let (a, b) = (a as usize, b as usize);
                if !self.cubes[a].is_empty() && !self.cubes[b].is_empty() {
                    self.join(a, b);
                }
            }
            cubes = std::mem::take(&mut self.cubes);
            cubes.retain(|cube| !cube.is_empty());
        }
        done.extend(cubes.iter_mut().map(|cube| !self.wide.and(cube)));
        Ok(done)
    }

    /// Adds a cube, and its pairs with all others.
    fn add(&mut self, mut cube: Vec<Lit>) {
        // What two rests have in common with each other may be a literal of the cube already.
        cube.sort_unstable();
        cube.dedup();
        let number = self.cubes.len() as u32;
        self.common.resize(self.cubes.len(), 0);
        let mut sharing: SmallVec<[u32; 16]> = SmallVec::new();
        for &literal in &cube {
            let others = self.occurrences.entry(literal).or_default();
            others.retain(|&other| !self.cubes[other as usize].is_empty());
            for &other in &*others {
                if self.common[other as usize] == 0 {
                    sharing.push(other);
                }
                self.common[other as usize] += 1;
            }
            others.push(number);
        }
        for other in sharing {
            let common = std::mem::take(&mut self.common[other as usize]);
            let rests = (cube.len() + self.cubes[other as usize].len()) as u32 - 2 * common;
            self.heap.push((common, Reverse((rests, other, number))));
        }
        self.cubes.push(cube);
    }

    /// Replaces two cubes by what they have in common and the OR of their rests.
    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (std::mem::take(&mut self.cubes[a]), std::mem::take(&mut self.cubes[b]));
        let (mut common, first): (Vec<_>, Vec<_>) =
            a.into_iter().partition(|literal| b.binary_search(literal).is_ok());
        let second: Vec<_> = b.into_iter().filter(|literal| common.binary_search(literal).is_err()).collect();
        // If one has no rest, it absorbs the other.
        if !first.is_empty() && !second.is_empty() {
            let mut rests = Vec::new();
            for mut rest in [first, second] {
                match rest.as_slice() {
                    [or] if self.made.contains(or) => rests.extend_from_slice(self.wide.operands(or.node())),
                    _ => rests.push(!self.wide.and(&mut rest)),
                }
            }
            let or = !self.wide.and(&mut rests);
            if or != Lit::TRUE {
                // Two rests may be the same node, which need not be an OR.
                if or.inverted() && self.wide.is_and(or.node()) {
                    self.made.insert(or);
                }
                common.push(or);
            }
        }
        self.add(common);
    }
}

/// How many cubes have each literal, while cubes are taken away.
struct Frequencies {
    /// For each literal how many cubes have it, and which had it at first.
    users: FxHashMap<Lit, (usize, Vec<u32>)>,
    /// How many pairs of cubes have a literal in common, counted for each such literal.
    pairs: usize,
    /// The literals by how many cubes have them, or had before.
    heap: BinaryHeap<(usize, Reverse<Lit>)>,
}

impl Frequencies {
    fn of(cubes: &[Vec<Lit>]) -> Self {
        let mut users: FxHashMap<Lit, (usize, Vec<u32>)> = FxHashMap::default();
        for (number, cube) in cubes.iter().enumerate() {
            for &literal in cube {
                let (count, users) = users.entry(literal).or_default();
                *count += 1;
                users.push(number as u32);
            }
        }
        let pairs = users.values().map(|(count, _)| count * (count - 1) / 2).sum();
        let heap = users.iter().map(|(&literal, &(count, _))| (count, Reverse(literal))).collect();
        Self { users, pairs, heap }
    }

    /// The most frequent literal, if too many pairs of cubes have a literal in common.
    fn too_common(&mut self) -> Option<Lit> {
        while self.pairs > MOST_PAIRS {
            let (before, Reverse(literal)) = self.heap.pop()?;
            let count = self.users[&literal].0;
            if count == before {
                return Some(literal);
            }
            self.heap.push((count, Reverse(literal)));
        }
        None
    }

    /// Takes away the cubes that have a literal, and leaves empty ones in their place. Returns them without
    /// the literal.
    fn take(&mut self, literal: Lit, cubes: &mut [Vec<Lit>]) -> Vec<Vec<Lit>> {
        let (_, users) = std::mem::take(self.users.entry(literal).or_default());
        let mut taken = Vec::with_capacity(users.len());
        for user in users {
            let mut cube = std::mem::take(&mut cubes[user as usize]);
            if cube.is_empty() {
                continue;
            }
            cube.retain(|&other| other != literal);
            // The literal itself goes with all its pairs.
            self.pairs -= taken.len();
            for other in &cube {
                if let Some((count, _)) = self.users.get_mut(other) {
                    *count -= 1;
                    self.pairs -= *count;
                }
            }
            taken.push(cube);
        }
        taken
    }
}

/// What joining two cubes saves (on equal gain, the pair with the shortest rests comes first), and the
/// two cubes.
type Join = (u32, Reverse<(u32, u32, u32)>);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::lower::lower;
    use crate::network::testing::{INPUTS, truth};

    /// Whether factoring keeps a graph's root.
    fn factor_keeps(root: impl Fn(&mut Wide, &[Lit]) -> Lit) -> bool {
        let never = Interrupt::never();
        let mut wide = Wide::new(INPUTS);
        let inputs: Vec<Lit> = (0..INPUTS).map(|input| wide.input(input)).collect();
        wide.roots = vec![root(&mut wide, &inputs)];
        let truth = |wide: &Wide| {
            let (aig, roots) = lower(wide, INPUTS, &never).unwrap();
            truth(&aig, &roots)
        };
        truth(&factor(&wide, &never).unwrap()) == truth(&wide)
    }

    #[test]
    fn a_rest_may_be_a_literal_that_both_cubes_have() {
        assert!(factor_keeps(|wide, inputs| {
            let &[a, b, c, ..] = inputs else { unreachable!() };
            let either = wide.or(&mut vec![a, b]);
            let mut cubes = [a, b].map(|one| wide.and(&mut vec![one, either, c])).to_vec();
            wide.or(&mut cubes)
        }));
    }

    #[test]
    fn a_literal_absorbs_the_cubes_that_have_it_however_many_there_are() {
        let mut wide = Wide::new(404);
        let inputs: Vec<Lit> = (0..404).map(|input| wide.input(input)).collect();
        let (common, others) = (inputs[0], &inputs[4..]);
        let mut cubes: Vec<Lit> =
            others.iter().map(|&other| wide.and(&mut vec![common, inputs[1], other])).collect();
        cubes.extend([common, wide.and(&mut vec![inputs[2], inputs[3]])]);
        let mut either = vec![common, wide.and(&mut vec![inputs[2], inputs[3]])];
        wide.roots = vec![wide.or(&mut cubes)];
        let factored = factor(&wide, &Interrupt::never()).unwrap();
        let mut expected = factored.clone();
        either[1] = expected.and(&mut vec![inputs[2], inputs[3]]);
        assert_eq!(factored.roots, [expected.or(&mut either)]);
    }

    #[test]
    fn two_rests_may_be_the_same_and() {
        assert!(factor_keeps(|wide, inputs| {
            let &[a, b, c, d, e, f] = inputs else { unreachable!() };
            let both = wide.and(&mut vec![a, b]);
            let operands = [vec![a, b, c], vec![both, c], vec![c, d, e, f]];
            let mut cubes = operands.map(|mut operands| wide.and(&mut operands)).to_vec();
            wide.or(&mut cubes)
        }));
    }
}
