use std::cmp::Ordering;
use std::ops::Range;
use std::sync::LazyLock;

use gdl::{Interrupt, Interrupted};
use native::depends;
use smallvec::SmallVec;

use super::gate::{INPUTS, Table, permute, recipe};
use crate::network::{Aig, Lit, Node};

/// The most cuts kept for a node: with twice as many, none of fifty circuits that were compared has a
/// thousandth fewer gates.
const CUTS: usize = 4;
/// How often the cover is chosen, each time but the first with the fan-outs of the previous cover.
const ROUNDS: usize = 3;

/// A way to make a node: a function of at most three other nodes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cut {
    leaves: [u32; 3],
    len: u8,
    pub(crate) table: Table,
    /// A bit for each leaf, by its lower bits: a quick test of what leaves two cuts cannot share.
    signature: u32,
    /// The area flow: the gates that it takes, where a shared gate is divided among its users.
    flow: f32,
}

impl Cut {
    fn itself(node: u32) -> Self {
        Self { leaves: [node, 0, 0], len: 1, table: INPUTS[0], signature: bit(node), flow: 0.0 }
    }

    fn constant() -> Self {
        Self { leaves: [0; 3], len: 0, table: 0, signature: 0, flow: 0.0 }
    }

    /// The nodes that it is a function of, in ascending order: none for a constant, one for a node that
    /// equals another or its inverse.
    pub(crate) fn leaves(&self) -> &[u32] {
        &self.leaves[..usize::from(self.len)]
    }

    /// The AND of two cuts, if a gate can make it.
    fn and(a: &Self, a_inverted: bool, b: &Self, b_inverted: bool, functions: &Functions) -> Option<Self> {
        if (a.signature | b.signature).count_ones() > 3 {
            return None;
        }
        let Union { leaves, of_a, of_b } = Union::of(a.leaves(), b.leaves())?;
        let over = |cut: &Self, inputs: [u8; 3], inverted: bool| {
            let table = functions.permuted(cut.table, inputs);
            if inverted { !table } else { table }
        };
        let table = over(a, of_a, a_inverted) & over(b, of_b, b_inverted);
        let Function { needed, packed, is_gate } = functions.of[usize::from(table)];
        let mut cut = Self { table: packed, ..Self::constant() };
        // The function does not depend on the other leaves.
        for (_, leaf) in leaves.into_iter().enumerate().filter(|(input, _)| needed >> input & 1 == 1) {
            cut.leaves[usize::from(cut.len)] = leaf;
            cut.signature |= bit(leaf);
            cut.len += 1;
        }
        (cut.len < 2 || is_gate).then_some(cut)
    }

    /// Works out the area flow, given that of its leaves.
    fn work_out_flow(&mut self, flows: &[f32]) {
        let gate = if self.is_gate() { 1.0 } else { 0.0 };
        self.flow = gate + self.leaves().iter().map(|&leaf| flows[leaf as usize]).sum::<f32>();
    }

    /// Whether it takes a gate: a constant, or another node or its inverse, does not.
    fn is_gate(&self) -> bool {
        self.len >= 2
    }

    /// Compares what two cuts of a node take.
    fn cheaper(&self, other: &Self) -> Ordering {
        self.is_gate()
            .cmp(&other.is_gate())
            .then(self.flow.total_cmp(&other.flow))
            .then(self.len.cmp(&other.len))
    }

    fn dominates(&self, other: &Self) -> bool {
        self.signature & !other.signature == 0
            && self.leaves().iter().all(|leaf| other.leaves().contains(leaf))
    }
}

/// The bit of a leaf in a signature.
fn bit(leaf: u32) -> u32 {
    1 << (leaf % 32)
}

/// The leaves of two cuts together, in ascending order, and the place of each cut's own among them.
struct Union {
    leaves: [u32; 3],
    of_a: [u8; 3],
    of_b: [u8; 3],
}

impl Union {
    /// The union of two ascending lists; none if it has more than three leaves.
    fn of(a: &[u32], b: &[u32]) -> Option<Self> {
        let mut union = Self { leaves: [0; 3], of_a: [0; 3], of_b: [0; 3] };
        let (mut from_a, mut from_b) = (0, 0);
        for place in 0..=3 {
            let next = match (a.get(from_a), b.get(from_b)) {
                (None, None) => break,
                (Some(&leaf), None) | (None, Some(&leaf)) => leaf,
                (Some(&first), Some(&second)) => first.min(second),
            };
            *union.leaves.get_mut(place)? = next;
            if a.get(from_a) == Some(&next) {
                union.of_a[from_a] = place as u8;
                from_a += 1;
            }
            if b.get(from_b) == Some(&next) {
                union.of_b[from_b] = place as u8;
                from_b += 1;
            }
        }
        Some(union)
    }
}

/// What is worked out once about all functions of three inputs.
struct Functions {
    of: [Function; 256],
    /// The function that passes its inputs in some order to another, by that order.
    permuted: [[Table; 256]; 27],
}

#[derive(Clone, Copy, Default)]
struct Function {
    /// A bit for each input that it depends on.
    needed: u8,
    /// The same function of these inputs alone.
    packed: Table,
    /// Whether a gate can make it.
    is_gate: bool,
}

impl Functions {
    fn get() -> &'static Self {
        static FUNCTIONS: LazyLock<Functions> = LazyLock::new(|| {
            let mut functions = Functions { of: [Function::default(); 256], permuted: [[0; 256]; 27] };
            for table in 0..=255 {
                let of = &mut functions.of[usize::from(table)];
                of.needed = (0..3).fold(0, |needed, input| needed | u8::from(depends(table, input)) << input);
                of.packed = packed(table, of.needed);
                of.is_gate = recipe(of.packed).is_some();
                for order in 0..27 {
                    let inputs = [order / 9, order / 3 % 3, order % 3];
                    functions.permuted[usize::from(order)][usize::from(table)] = permute(table, inputs);
                }
            }
            functions
        });
        &FUNCTIONS
    }

    fn permuted(&self, table: Table, [a, b, c]: [u8; 3]) -> Table {
        self.permuted[usize::from(a * 9 + b * 3 + c)][usize::from(table)]
    }
}

/// The function of the needed inputs alone, moved to the first places.
fn packed(table: Table, needed: u8) -> Table {
    let inputs: SmallVec<[u8; 3]> = (0..3).filter(|input| needed >> input & 1 == 1).collect();
    (0..8).fold(0, |packed, row| {
        let old = inputs.iter().zip(0..).fold(0, |old, (input, place)| old | (row >> place & 1) << input);
        packed | (table >> old & 1) << row
    })
}

/// A technology mapping: which nodes of a graph get a gate, and of which function.
///
/// Cuts are enumerated and chosen by area flow (Mishchenko, Chatterjee & Brayton, *Improvements to Technology
/// Mapping for LUT-Based FPGAs*, 2007), the nodes of inputs and variables being leaves.
pub(crate) struct Cover {
    /// The best cut of each node; none for inputs, variables and the constant.
    best: Vec<Option<Cut>>,
    fan_out: Vec<f32>,
}

/// The cuts of all nodes, one node's after the other's.
struct Cuts {
    cuts: Vec<Cut>,
    /// Where the cuts of each node end.
    ends: Vec<usize>,
}

impl Cuts {
    /// None yet, and room for those of so many nodes. What of it is not used takes no memory, and nothing is
    /// copied, which takes long where there are many.
    fn with_room(nodes: usize) -> Self {
        Self { cuts: Vec::with_capacity(CUTS * nodes), ends: Vec::with_capacity(nodes) }
    }

    fn of(&self, node: u32) -> &[Cut] {
        &self.cuts[self.range(node)]
    }

    fn of_mut(&mut self, node: u32) -> &mut [Cut] {
        let range = self.range(node);
        &mut self.cuts[range]
    }

    fn range(&self, node: u32) -> Range<usize> {
        let node = node as usize;
        let start = if node == 0 { 0 } else { self.ends[node - 1] };
        start..self.ends[node]
    }

    /// The best one first.
    fn push(&mut self, cuts: &[Cut]) {
        self.cuts.extend_from_slice(cuts);
        self.ends.push(self.cuts.len());
    }
}

impl Cover {
    /// A cover of the cones of `roots`, which must include the definitions of all blocks.
    ///
    /// # Errors
    /// If it is interrupted.
    pub(crate) fn new(aig: &Aig, roots: &[Lit], interrupt: &Interrupt<'_>) -> Result<Self, Interrupted> {
        let count = aig.nodes().len();
        let mut fan_out = vec![0.0; count];
        for node in aig.nodes() {
            interrupt.check()?;
            if let Node::And(a, b) = node {
                fan_out[a.node() as usize] += 1.0;
                fan_out[b.node() as usize] += 1.0;
            }
        }
        for root in roots {
            fan_out[root.node() as usize] += 1.0;
        }
        let mut cover = Self { best: Vec::with_capacity(count), fan_out };
        interrupt.check_now()?;
        let mut cuts = cover.enumerate(aig, interrupt)?;
        for round in 0..ROUNDS {
            if round > 0 {
                cover.choose(&mut cuts, interrupt)?;
            }
            let used = cover.used(aig, roots, interrupt)?;
            for (estimate, used) in cover.fan_out.iter_mut().zip(used) {
                *estimate = (*estimate + 2.0 * used) / 3.0;
            }
        }
        Ok(cover)
    }

    /// The cut by which a node is made; none for inputs, variables and the constant.
    pub(crate) fn cut(&self, node: u32) -> Option<&Cut> {
        self.best[node as usize].as_ref()
    }

    /// The literal of the node that has the gate, where a node equals another. Leaves of cuts are
    /// resolved already.
    pub(crate) fn resolve(&self, literal: Lit) -> Lit {
        let Some(cut) = self.cut(literal.node()) else { return literal };
        match *cut.leaves() {
            [] => Lit::FALSE.invert_if((cut.table != 0) != literal.inverted()),
            [leaf] => Lit::new(leaf, (cut.table != INPUTS[0]) != literal.inverted()),
            _ => literal,
        }
    }

    /// Finds the cuts of every node, and chooses the best of each by the fan-outs.
    fn enumerate(&mut self, aig: &Aig, interrupt: &Interrupt<'_>) -> Result<Cuts, Interrupted> {
        let functions = Functions::get();
        let mut cuts = Cuts::with_room(aig.nodes().len());
        let mut flows = vec![0.0f32; aig.nodes().len()];
        let mut found: Vec<Cut> = Vec::new();
        for (node, kind) in aig.nodes().iter().enumerate() {
            interrupt.check()?;
            found.clear();
            let Node::And(a, b) = *kind else {
                cuts.push(&found);
                self.best.push(None);
                continue;
            };
            // Those of nodes before this one are chosen already.
            let (a, b) = (self.resolve(a), self.resolve(b));
            let with_itself = |literal: Lit| {
                let itself = match literal {
                    Lit::FALSE | Lit::TRUE => Cut::constant(),
                    _ => Cut::itself(literal.node()),
                };
                std::iter::once(itself).chain(cuts.of(literal.node()).iter().copied())
            };
            for first in with_itself(a) {
                for second in with_itself(b) {
                    let Some(mut cut) = Cut::and(&first, a.inverted(), &second, b.inverted(), functions)
                    else {
                        continue;
                    };
                    cut.work_out_flow(&flows);
                    if !found.iter().any(|other| other.dominates(&cut)) {
                        found.retain(|other| !cut.dominates(other));
                        found.push(cut);
                    }
                }
            }
            found.sort_by(Cut::cheaper);
            found.truncate(CUTS);
            flows[node] = found[0].flow / self.fan_out[node].max(1.0);
            self.best.push(Some(found[0]));
            cuts.push(&found);
        }
        Ok(cuts)
    }

    /// Chooses the best of the cuts that were found, by the fan-outs as they are now.
    fn choose(&mut self, cuts: &mut Cuts, interrupt: &Interrupt<'_>) -> Result<(), Interrupted> {
        let mut flows = vec![0.0f32; self.best.len()];
        for node in 0..self.best.len() {
            interrupt.check()?;
            let cuts = cuts.of_mut(node as u32);
            for cut in cuts.iter_mut() {
                cut.work_out_flow(&flows);
            }
            let Some(&best) = cuts.iter().min_by(|a, b| a.cheaper(b)) else { continue };
            flows[node] = best.flow / self.fan_out[node].max(1.0);
            self.best[node] = Some(best);
        }
        Ok(())
    }

    /// How often each node is read in the current cover.
    fn used(&self, aig: &Aig, roots: &[Lit], interrupt: &Interrupt<'_>) -> Result<Vec<f32>, Interrupted> {
        let mut used = vec![0.0; aig.nodes().len()];
        for &root in roots {
            used[self.resolve(root).node() as usize] += 1.0;
        }
        for node in (0..aig.nodes().len()).rev() {
            interrupt.check()?;
            if used[node] > 0.0 {
                for &leaf in self.best[node].as_ref().map_or(&[][..], Cut::leaves) {
                    used[leaf as usize] += 1.0;
                }
            }
        }
        Ok(used)
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    /// A cut of up to three of the nodes from 1 to 5.
    fn cut(random: &mut Xoshiro256PlusPlus) -> Cut {
        let (nodes, table) = (random.random_range(0..32_u32), random.random::<Table>());
        let nodes = (1..=5).filter(|node| nodes >> (node - 1) & 1 == 1).take(3);
        let mut cut = Cut::constant();
        for node in nodes {
            cut.leaves[usize::from(cut.len)] = node;
            cut.signature |= bit(node);
            cut.len += 1;
        }
        // A cut depends on all its leaves.
        let Function { needed, packed, .. } = Functions::get().of[usize::from(table)];
        if needed.count_ones() == u32::from(cut.len) { Cut { table: packed, ..cut } } else { Cut::itself(3) }
    }

    /// The value of a cut where the nodes' values are the bits of `values`.
    fn value(cut: &Cut, values: u32) -> bool {
        let row =
            cut.leaves().iter().zip(0..).fold(0, |row, (node, place)| row | (values >> node & 1) << place);
        cut.table >> row & 1 == 1
    }

    #[test]
    fn the_and_of_two_cuts_is_that_of_their_functions() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
        let (mut made, mut refused) = (0, 0);
        for _ in 0..20_000 {
            let (a, b) = (cut(&mut random), cut(&mut random));
            let (a_inverted, b_inverted) = (random.random(), random.random());
            let Some(both) = Cut::and(&a, a_inverted, &b, b_inverted, Functions::get()) else {
                refused += 1;
                continue;
            };
            made += 1;
            assert!(both.leaves().is_sorted_by(|one, next| one < next));
            for values in 0..64 {
                let expected = (value(&a, values) != a_inverted) && (value(&b, values) != b_inverted);
                assert_eq!(value(&both, values), expected, "{a:?} {b:?}");
            }
        }
        assert!(made > 5_000 && refused > 1_000, "{made} {refused}");
    }
}
