use gdl::{Interrupt, Interrupted};

use super::aig::{Aig, Lit, Node};
use super::simulate::cone;

/// So many gates and variables are worked out at most, which takes some seconds: a round may go through many
/// of them and add few nodes.
const MOST_STEPS: usize = 100_000_000;

/// The same functions of the inputs without blocks, and the roots in that graph; none if it would have more
/// than `limit` nodes, or take too long.
///
/// The variables of a block rise from false to their least fixpoint. Each round over their definitions raises
/// one at least unless all are done, so as many rounds as variables are enough; that is a quadratic number of
/// gates at worst.
///
/// # Errors
/// If it is interrupted.
pub(crate) fn unroll(
    aig: &Aig,
    roots: &[Lit],
    limit: usize,
    interrupt: &Interrupt<'_>,
) -> Result<Option<(Aig, Vec<Lit>)>, Interrupted> {
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
    };
    let mut steps = 0;
    // Counts a step; false if there may be no other.
    let mut step = |flat: &Aig| -> Result<bool, Interrupted> {
        steps += 1;
        interrupt.check()?;
        Ok(steps <= MOST_STEPS && flat.nodes().len() <= limit)
    };
    // Blocks depend on earlier ones only.
    for block in aig.blocks() {
        let cone = cone(aig, block);
        for _ in &block.variables {
            for &node in &cone {
                join(&mut flat, &mut map, node as usize);
                if !step(&flat)? {
                    return Ok(None);
                }
            }
            let raised: Vec<Lit> = block.definitions.iter().map(|&definition| at(&map, definition)).collect();
            let mut changed = false;
            for (&variable, raised) in block.variables.iter().zip(raised) {
                if !step(&flat)? {
                    return Ok(None);
                }
                changed |= map[variable as usize] != raised;
                map[variable as usize] = raised;
            }
            if !changed {
                break;
            }
        }
    }
    for node in 0..aig.nodes().len() {
        join(&mut flat, &mut map, node);
        if !step(&flat)? {
            return Ok(None);
        }
    }
    let roots: Vec<Lit> = roots.iter().map(|&root| at(&map, root)).collect();
    flat.sweep(&roots, interrupt).map(Some)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::network::testing::{graphs, truth};

    fn unrolled(aig: &Aig, roots: &[Lit], limit: usize) -> Option<(Aig, Vec<Lit>)> {
        unroll(aig, roots, limit, &Interrupt::never()).unwrap()
    }

    proptest! {
        #[test]
        fn without_blocks_the_roots_are_the_same_functions((aig, roots) in graphs()) {
            let (flat, kept) = unrolled(&aig, &roots, 1_000_000).unwrap();
            prop_assert!(flat.blocks().is_empty());
            prop_assert_eq!(truth(&flat, &kept), truth(&aig, &roots));
        }
    }

    /// Reachability from the first of `nodes` places in a row, walked both ways over edges that the
    /// inputs open.
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
        let (flat, roots) = unrolled(&aig, &[last], 1_000).unwrap();
        let inputs: Vec<u64> = (0..5).map(|edge| if edge == 4 { 0b01 } else { 0b11 }).collect();
        let mut simulation = crate::network::simulate::Simulation::new(&flat);
        simulation.run(&flat, &inputs);
        assert_eq!(simulation.value(roots[0]) & 0b11, 0b01, "reached with all edges, not without the last");
    }

    #[test]
    fn what_would_be_too_large_is_refused() {
        let (aig, last) = row(30);
        assert!(unrolled(&aig, &[last], 40).is_none());
    }

    #[test]
    fn what_would_take_too_long_is_refused() {
        let mut aig = Aig::new();
        let input = aig.input();
        let block = aig.block();
        // Each round raises one variable, and adds no node.
        let variables: Vec<Lit> = (0..100_000).map(|_| aig.variable(block)).collect();
        let last = variables[variables.len() - 1];
        aig.define(block, [&[input], &variables[..variables.len() - 1]].concat());
        assert!(unrolled(&aig, &[last], 1_000_000).is_none());
    }

    #[test]
    fn it_can_be_interrupted() {
        let (aig, last) = row(6);
        let interrupted = unroll(&aig, &[last], 1_000, &Interrupt::unless(&|| false));
        assert_eq!(interrupted.map(|_| ()), Err(Interrupted::Cancelled));
    }
}
