//! Random graphs for the tests of this crate.

use proptest::collection::vec;
use proptest::prelude::*;

use super::aig::{Aig, Lit};
use super::simulate::Simulation;

/// Inputs of a random graph: so few that one word holds all combinations of their values.
pub(crate) const INPUTS: usize = 6;

/// The values of the inputs in all 64 cases.
pub(crate) const CASES: [u64; INPUTS] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];

/// A random graph with a block in its middle, and some roots.
pub(crate) fn graphs() -> impl Strategy<Value = (Aig, Vec<Lit>)> {
    let steps = || vec((any::<u16>(), any::<u16>(), 0u8..6), 1..25);
    (steps(), steps(), steps(), vec(any::<u16>(), 1..6)).prop_map(|(before, inside, after, roots)| {
        let mut aig = Aig::new();
        let mut known: Vec<Lit> = (0..INPUTS).map(|_| aig.input()).collect();
        grow(&mut aig, &mut known, &before, false);
        let block = aig.block();
        let variables: Vec<Lit> = (0..3).map(|_| aig.variable(block)).collect();
        let mut monotone = variables.clone();
        monotone.extend(known.iter().rev().take(8));
        grow(&mut aig, &mut monotone, &inside, true);
        aig.define(block, monotone[monotone.len() - 3..].to_vec());
        known.extend(variables);
        grow(&mut aig, &mut known, &after, false);
        let roots = roots.iter().enumerate().map(|(number, &root)| {
            known[known.len() - 1 - number.min(known.len() - 1)].invert_if(root % 2 == 1)
        });
        let roots = roots.collect();
        (aig, roots)
    })
}

fn grow(aig: &mut Aig, known: &mut Vec<Lit>, steps: &[(u16, u16, u8)], monotone: bool) {
    for &(a, b, kind) in steps {
        let (a, b) = (known[usize::from(a) % known.len()], known[usize::from(b) % known.len()]);
        known.push(match kind {
            0 | 1 => aig.and(a, b),
            2 => aig.or(a, b),
            _ if monotone => aig.or(a, b),
            3 => aig.xor(a, b),
            4 => aig.and(a, !b),
            _ => aig.and(!a, !b),
        });
    }
}

/// The values of the roots in all 64 cases.
pub(crate) fn truth(aig: &Aig, roots: &[Lit]) -> Vec<u64> {
    let mut simulation = Simulation::new(aig);
    simulation.run(aig, &CASES);
    roots.iter().map(|&root| simulation.value(root)).collect()
}
