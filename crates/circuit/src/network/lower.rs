use std::cmp::Reverse;
use std::collections::BinaryHeap;

use gdl::{Interrupt, Interrupted};

use super::aig::{Aig, Lit, Node};
use super::wide::{Gate, Wide};

/// The same graph with two-input gates, and its roots in it. Of an AND's operands, those that depend only on
/// the first `fluents` inputs are joined before those that depend on moves, and shallow ones before deep ones
/// (a Huffman tree over depths, which keeps the depth low).
///
/// # Errors
/// If it is interrupted.
pub(crate) fn lower(
    wide: &Wide,
    fluents: usize,
    interrupt: &Interrupt<'_>,
) -> Result<(Aig, Vec<Lit>), Interrupted> {
    let mut aig = Aig::new();
    // So many at most: an AND of three is two of two.
    aig.reserve(wide.inputs() + wide.all_operands());
    let inputs: Vec<Lit> = (0..wide.inputs()).map(|_| aig.input()).collect();
    // For each node of the new graph, whether it depends on moves, and its depth.
    let mut ranks: Vec<(bool, u32)> = Vec::new();
    let mut map: Vec<Lit> = Vec::with_capacity(wide.gates().len());
    let mut heap = BinaryHeap::new();
    // All of them, also those without variables.
    for _ in &wide.blocks {
        aig.block();
    }
    for (node, &gate) in wide.gates().iter().enumerate() {
        interrupt.check()?;
        let literal = match gate {
            Gate::False => Lit::FALSE,
            Gate::Input(number) => inputs[number as usize],
            Gate::Variable { block, .. } => aig.variable(block as usize),
            Gate::And { .. } => {
                let mapped = |operand: Lit| map[operand.node() as usize].invert_if(operand.inverted());
                match *wide.operands(node as u32) {
                    // Most have two.
                    [a, b] => aig.and(mapped(a), mapped(b)),
                    ref operands => {
                        for &operand in operands {
                            interrupt.check()?;
                            let literal = mapped(operand);
                            heap.push(Reverse((ranks[literal.node() as usize], literal)));
                        }
                        conjunction(&mut aig, &mut ranks, &mut heap, fluents, interrupt)?
                    }
                }
            }
        };
        rank(&aig, &mut ranks, fluents);
        map.push(literal);
    }
    let mapped = |literal: Lit| map[literal.node() as usize].invert_if(literal.inverted());
    for (number, block) in wide.blocks.iter().enumerate() {
        aig.define(number, block.definitions.iter().map(|&definition| mapped(definition)).collect());
    }
    let roots = wide.roots.iter().map(|&root| mapped(root)).collect();
    Ok((aig, roots))
}

type Ranked = Reverse<((bool, u32), Lit)>;

fn conjunction(
    aig: &mut Aig,
    ranks: &mut Vec<(bool, u32)>,
    heap: &mut BinaryHeap<Ranked>,
    fluents: usize,
    interrupt: &Interrupt<'_>,
) -> Result<Lit, Interrupted> {
    loop {
        interrupt.check()?;
        let Some(Reverse((_, a))) = heap.pop() else { return Ok(Lit::TRUE) };
        let Some(Reverse((_, b))) = heap.pop() else { return Ok(a) };
        let both = aig.and(a, b);
        rank(aig, ranks, fluents);
        heap.push(Reverse((ranks[both.node() as usize], both)));
    }
}

/// Ranks the nodes that are new.
fn rank(aig: &Aig, ranks: &mut Vec<(bool, u32)>, fluents: usize) {
    for node in &aig.nodes()[ranks.len()..] {
        let new = match *node {
            Node::False => (false, 0),
            Node::Input(number) => (number as usize >= fluents, 0),
            // What a variable depends on is not known yet.
            Node::Variable { .. } => (false, 0),
            Node::And(a, b) => {
                let (a, b) = (ranks[a.node() as usize], ranks[b.node() as usize]);
                (a.0 || b.0, 1 + a.1.max(b.1))
            }
        };
        ranks.push(new);
    }
}
