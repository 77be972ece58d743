//! Random graphs for tests, and a simple evaluation of them.

use proptest::prelude::*;

use super::aig::{Aig, Lit, Node};

/// Every node's value, gate by gate; a block must come after those that it depends on.
pub(crate) fn simulate(aig: &Aig, inputs: &[bool]) -> Vec<bool> {
    let mut values = vec![false; aig.nodes().len()];
    let evaluate = |values: &mut Vec<bool>| {
        for (node, kind) in aig.nodes().iter().enumerate() {
            let value = |literal: Lit| values[literal.node() as usize] != literal.inverted();
            match *kind {
                Node::False => values[node] = false,
                Node::Input(input) => values[node] = inputs[input as usize],
                Node::Variable { .. } => {}
                Node::And(a, b) => values[node] = value(a) && value(b),
            }
        }
    };
    evaluate(&mut values);
    for block in aig.blocks() {
        loop {
            let defined: Vec<bool> =
                block.definitions.iter().map(|d| values[d.node() as usize] != d.inverted()).collect();
            let stable = block.variables.iter().zip(&defined).all(|(&v, &d)| values[v as usize] == d);
            if stable {
                break;
            }
            for (&variable, defined) in block.variables.iter().zip(defined) {
                values[variable as usize] = defined;
            }
            evaluate(&mut values);
        }
    }
    values
}

/// The value of a literal in a simulation.
pub(crate) fn value(values: &[bool], literal: Lit) -> bool {
    values[literal.node() as usize] != literal.inverted()
}

/// A random graph of `inputs` inputs, and literals of it.
pub(crate) fn graphs(inputs: usize, gates: usize) -> impl Strategy<Value = (Aig, Vec<Lit>)> {
    let choices =
        proptest::collection::vec((0..20u8, any::<[prop::sample::Index; 3]>(), any::<[bool; 3]>()), 1..gates);
    choices.prop_map(move |choices| {
        let mut aig = Aig::new();
        let mut pool: Vec<Lit> = (0..inputs).map(|_| aig.input()).collect();
        pool.push(Lit::FALSE);
        for (operation, picks, inverted) in choices {
            let [a, b, c] = std::array::from_fn(|i| pool[picks[i].index(pool.len())].invert_if(inverted[i]));
            match operation {
                0..=8 => pool.push(aig.and(a, b)),
                9..=11 => pool.push(aig.or(a, b)),
                12..=15 => pool.push(aig.xor(a, b)),
                16..=18 => pool.push(aig.mux(a, b, c)),
                _ => block(&mut aig, &mut pool, [a, b, c]),
            }
        }
        (aig, pool)
    })
}

/// A block of three variables over three literals, something like reachability around a ring.
fn block(aig: &mut Aig, pool: &mut Vec<Lit>, [a, b, c]: [Lit; 3]) {
    let block = aig.block();
    let [x, y, z] = std::array::from_fn(|_| aig.variable(block));
    let from_z = aig.and(z, c);
    let from_x = aig.and(x, b);
    let both = aig.and(y, x);
    let outside = aig.xor(a, b);
    let y_open = aig.and(y, outside);
    let definitions = vec![aig.or(a, from_z), from_x, aig.or(both, y_open)];
    aig.define(block, definitions);
    pool.extend([x, !y, z, both, y_open]);
}
