use gdl::{Interrupt, Interrupted};
use smallvec::SmallVec;

use super::gate::{INPUTS, Table, depends, permute, recipe};
use crate::network::{Aig, Lit, Node};

/// The most cuts kept for a node.
const CUTS: usize = 8;
/// How often the cover is chosen again, each time with the fan-outs of the previous cover.
const ROUNDS: usize = 3;

/// A way to make a node: a function of at most three other nodes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cut {
    leaves: [u32; 3],
    len: u8,
    pub(crate) table: Table,
    /// The area flow: the gates that it takes, where a shared gate is divided among its users.
    flow: f32,
}

impl Cut {
    fn itself(node: u32) -> Self {
        Self { leaves: [node, 0, 0], len: 1, table: INPUTS[0], flow: 0.0 }
    }

    /// The nodes that it is a function of, in ascending order: none for a constant, one for a node that equals another or its inverse.
    pub(crate) fn leaves(&self) -> &[u32] {
        &self.leaves[..usize::from(self.len)]
    }

    /// The AND of two cuts, if a gate can make it.
    fn and(a: &Self, a_inverted: bool, b: &Self, b_inverted: bool) -> Option<Self> {
        let mut leaves: SmallVec<[u32; 6]> = SmallVec::new();
        leaves.extend(a.leaves().iter().chain(b.leaves()).copied());
        leaves.sort_unstable();
        leaves.dedup();
        if leaves.len() > 3 {
            return None;
        }
        let over = |cut: &Self, inverted: bool| {
            let mut inputs = [0; 3];
            for (input, leaf) in inputs.iter_mut().zip(cut.leaves()) {
                *input = leaves.iter().position(|l| l == leaf).unwrap_or(0) as u8;
            }
            let table = permute(cut.table, inputs);
            if inverted { !table } else { table }
        };
        let table = over(a, a_inverted) & over(b, b_inverted);
        let needed: SmallVec<[u8; 3]> = (0..3).filter(|&i| depends(table, usize::from(i))).collect();
        let mut cut = Self { leaves: [0; 3], len: needed.len() as u8, table: 0, flow: 0.0 };
        let mut places = [0; 3];
        for (place, &input) in needed.iter().enumerate() {
            cut.leaves[place] = leaves[usize::from(input)];
            places[usize::from(input)] = place as u8;
        }
        // The function does not depend on the other inputs: any node may stand there.
        cut.table = spread(table, &needed, places);
        (cut.len < 2 || recipe(cut.table).is_some()).then_some(cut)
    }

    fn dominates(&self, other: &Self) -> bool {
        self.leaves().iter().all(|leaf| other.leaves().contains(leaf))
    }
}

/// The table with the needed inputs moved to their places.
fn spread(table: Table, needed: &[u8], places: [u8; 3]) -> Table {
    (0..8).fold(0, |spread, row| {
        let old = needed.iter().fold(0, |old, &i| old | (row >> places[usize::from(i)] & 1) << i);
        spread | (table >> old & 1) << row
    })
}

/// A technology mapping: which nodes of a graph get a gate, and of which function.
///
/// Cuts are enumerated and chosen by area flow (Mishchenko, Chatterjee & Brayton, *Improvements to Technology Mapping for LUT-Based FPGAs*,
/// 2007), the nodes of inputs and variables being leaves.
pub(crate) struct Cover {
    cuts: Vec<SmallVec<[Cut; 1]>>,
    fan_out: Vec<f32>,
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
            if let Node::And(a, b) = node {
                fan_out[a.node() as usize] += 1.0;
                fan_out[b.node() as usize] += 1.0;
            }
        }
        for root in roots {
            fan_out[root.node() as usize] += 1.0;
        }
        let mut cover = Self { cuts: Vec::new(), fan_out };
        for _ in 0..ROUNDS {
            cover.enumerate(aig, interrupt)?;
            let used = cover.used(aig, roots);
            for (estimate, used) in cover.fan_out.iter_mut().zip(used) {
                *estimate = (*estimate + 2.0 * used) / 3.0;
            }
        }
        for cuts in &mut cover.cuts {
            cuts.truncate(1);
            cuts.shrink_to_fit();
        }
        Ok(cover)
    }

    /// The cut by which a node is made; none for inputs, variables and the constant.
    pub(crate) fn cut(&self, node: u32) -> Option<&Cut> {
        self.cuts[node as usize].first()
    }

    /// The literal of the node that has the gate, where a node equals another. Leaves of cuts are resolved already.
    pub(crate) fn resolve(&self, literal: Lit) -> Lit {
        resolve(&self.cuts, literal)
    }

    fn enumerate(&mut self, aig: &Aig, interrupt: &Interrupt<'_>) -> Result<(), Interrupted> {
        let mut all: Vec<SmallVec<[Cut; 1]>> = vec![SmallVec::new(); aig.nodes().len()];
        let mut flows = vec![0.0f32; aig.nodes().len()];
        let mut found: Vec<Cut> = Vec::new();
        for (node, kind) in aig.nodes().iter().enumerate() {
            interrupt.check()?;
            let Node::And(a, b) = *kind else { continue };
            let (a, b) = (resolve(&all, a), resolve(&all, b));
            found.clear();
            let with_itself = |literal: Lit| {
                let itself = match literal {
                    Lit::FALSE | Lit::TRUE => Cut { len: 0, table: 0, ..Cut::itself(0) },
                    _ => Cut::itself(literal.node()),
                };
                std::iter::once(itself).chain(all[literal.node() as usize].iter().copied())
            };
            for first in with_itself(a) {
                for second in with_itself(b) {
                    let Some(mut cut) = Cut::and(&first, a.inverted(), &second, b.inverted()) else {
                        continue;
                    };
                    let gate = if cut.len < 2 { 0.0 } else { 1.0 };
                    cut.flow = gate + cut.leaves().iter().map(|&leaf| flows[leaf as usize]).sum::<f32>();
                    if !found.iter().any(|other| other.dominates(&cut)) {
                        found.retain(|other| !cut.dominates(other));
                        found.push(cut);
                    }
                }
            }
            let gate = |cut: &Cut| cut.len >= 2;
            found.sort_by(|a, b| {
                gate(a).cmp(&gate(b)).then(a.flow.total_cmp(&b.flow)).then(a.len.cmp(&b.len))
            });
            found.truncate(CUTS);
            flows[node] = found[0].flow / self.fan_out[node].max(1.0);
            all[node] = found.as_slice().into();
        }
        self.cuts = all;
        Ok(())
    }

    /// How often each node is read in the current cover.
    fn used(&self, aig: &Aig, roots: &[Lit]) -> Vec<f32> {
        let mut used = vec![0.0; aig.nodes().len()];
        for &root in roots {
            used[self.resolve(root).node() as usize] += 1.0;
        }
        for node in (0..aig.nodes().len()).rev() {
            if used[node] > 0.0 {
                for &leaf in self.cuts[node].first().map_or(&[][..], Cut::leaves) {
                    used[leaf as usize] += 1.0;
                }
            }
        }
        used
    }
}

fn resolve(cuts: &[SmallVec<[Cut; 1]>], literal: Lit) -> Lit {
    let Some(cut) = cuts[literal.node() as usize].first() else { return literal };
    match *cut.leaves() {
        [] => Lit::FALSE.invert_if((cut.table != 0) != literal.inverted()),
        [leaf] => Lit::new(leaf, (cut.table != INPUTS[0]) != literal.inverted()),
        _ => literal,
    }
}
