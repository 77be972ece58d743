use gdl::Interrupt;

use super::aig::{Aig, Lit, Node};
use super::simulate::cone;

/// The same functions of the inputs without blocks, and the roots in that graph; none if it would have more than `limit` nodes.
///
/// The variables of a block rise from false to their least fixpoint. Each round over their definitions raises one at least unless all are done, so as many
/// rounds as variables are enough; that is a quadratic number of gates at worst.
pub(crate) fn unroll(aig: &Aig, roots: &[Lit], limit: usize) -> Option<(Aig, Vec<Lit>)> {
    let mut flat = Aig::new();
    let mut map = vec![Lit::FALSE; aig.nodes().len()];
    for &input in aig.inputs() {
        map[input as usize] = flat.input();
    }
    let at = |map: &[Lit], literal: Lit| map[literal.node() as usize].invert_if(literal.inverted());
    let join = |flat: &mut Aig, map: &mut [Lit], node: usize| {
        if let Node::And(a, b) = aig.nodes()[node] {
            map[node] = flat.and(at(map, a), at(map, b));
        }
        flat.nodes().len() <= limit
    };
    // Blocks depend on earlier ones only.
    for block in aig.blocks() {
        let cone = cone(aig, block);
        for _ in &block.variables {
            if !cone.iter().all(|&node| join(&mut flat, &mut map, node as usize)) {
                return None;
            }
            let raised: Vec<Lit> = block.definitions.iter().map(|&definition| at(&map, definition)).collect();
            let mut changed = false;
            for (&variable, raised) in block.variables.iter().zip(raised) {
                changed |= map[variable as usize] != raised;
                map[variable as usize] = raised;
            }
            if !changed {
                break;
            }
        }
    }
    if !(0..aig.nodes().len()).all(|node| join(&mut flat, &mut map, node)) {
        return None;
    }
    let roots: Vec<Lit> = roots.iter().map(|&root| at(&map, root)).collect();
    // What is never interrupted comes to its end.
    flat.sweep(&roots, &Interrupt::never()).ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::network::testing::{graphs, truth};

    proptest! {
        #[test]
        fn without_blocks_the_roots_are_the_same_functions((aig, roots) in graphs()) {
            let (flat, kept) = unroll(&aig, &roots, 1_000_000).unwrap();
            prop_assert!(flat.blocks().is_empty());
            prop_assert_eq!(truth(&flat, &kept), truth(&aig, &roots));
        }
    }

    /// Reachability from the first of `nodes` places in a row, walked both ways over edges that the inputs open.
    fn row(nodes: usize) -> (Aig, Lit) {
        let mut aig = Aig::new();
        let edges: Vec<Lit> = (1..nodes).map(|_| aig.input()).collect();
        let block = aig.block();
        let reached: Vec<Lit> = (0..nodes).map(|_| aig.variable(block)).collect();
        let definitions = (0..nodes).map(|node| {
            let mut reach = if node == 0 { Lit::TRUE } else { aig.and(reached[node - 1], edges[node - 1]) };
            if node + 1 < nodes {
                let back = aig.and(reached[node + 1], edges[node]);
                reach = aig.or(reach, back);
            }
            reach
        });
        let definitions = definitions.collect();
        aig.define(block, definitions);
        (aig, reached[nodes - 1])
    }

    #[test]
    fn the_last_of_a_row_is_reached_in_as_many_rounds_as_there_are_variables() {
        let (aig, last) = row(6);
        let (flat, roots) = unroll(&aig, &[last], 1_000).unwrap();
        let inputs: Vec<u64> = (0..5).map(|edge| if edge == 4 { 0b01 } else { 0b11 }).collect();
        let mut simulation = crate::network::simulate::Simulation::new(&flat);
        simulation.run(&flat, &inputs);
        assert_eq!(simulation.value(roots[0]) & 0b11, 0b01, "reached with all edges, not without the last");
    }

    #[test]
    fn what_would_be_too_large_is_refused() {
        let (aig, last) = row(30);
        assert!(unroll(&aig, &[last], 40).is_none());
    }
}
