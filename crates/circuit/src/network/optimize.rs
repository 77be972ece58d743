mod assumptions;
mod complement;
mod factor;
mod facts;
mod rest;
mod share;
mod simplify;
mod substitute;

use gdl::{Interrupt, Interrupted};

use super::aig::{Aig, Lit};
use super::group::Group;
use super::lower::lower;
use super::wide::{Wide, flatten};
use factor::factor;
use share::share;
use simplify::simplify;

pub(crate) use assumptions::Assumptions;
pub(crate) use complement::complement;
pub(crate) use facts::Facts;
pub(crate) use rest::name_the_rest;
pub(crate) use substitute::Substitution;

/// The most rounds; each but the last makes the graph smaller.
const MOST_ROUNDS: usize = 8;

/// What a round must save of a graph that is not small for there to be another: one gate of so many.
const LEAST_GAIN: usize = 1_000;

/// The most gates of a small graph, of which a round takes some hundredths of a second.
const SMALL: usize = 20_000;

/// The most gates that all rounds process together, so that large graphs get fewer rounds (at least one).
const MOST_GATES: usize = 1_000_000;

/// What optimisation may assume about a graph.
pub(crate) struct Shape {
    /// How many of the inputs, the first ones, are fluents.
    pub(crate) fluents: usize,
    /// The inputs that are moves, with the number of the root that makes each legal.
    pub(crate) legal: Vec<(usize, usize)>,
    /// Groups that hold wherever the graph has to be right.
    pub(crate) groups: Vec<Group>,
}

/// A graph with fewer gates, equal wherever the groups hold and only legal moves are made; and the roots
/// in it.
///
/// # Errors
/// If it is interrupted.
pub(crate) fn optimize(
    aig: &Aig,
    roots: &[Lit],
    shape: &Shape,
    interrupt: &Interrupt<'_>,
) -> Result<(Aig, Vec<Lit>), Interrupted> {
    let (mut best, mut best_roots) = (aig.clone(), roots.to_vec());
    for _ in 0..(MOST_GATES / (aig.gates() + 1)).clamp(1, MOST_ROUNDS) {
        let mut wide = flatten(&Wide::lift(&best, &best_roots, interrupt)?, interrupt)?;
        let legal: Vec<(usize, Lit)> =
            shape.legal.iter().map(|&(input, root)| (input, wide.roots[root])).collect();
        let facts = Facts::new(shape.fluents, wide.inputs(), shape.groups.clone());
        wide = simplify(&wide, facts, &legal, interrupt)?;
        wide = flatten(&wide, interrupt)?;
        wide = factor(&wide, interrupt)?;
        wide = share(&wide, interrupt)?;
        let (aig, roots) = lower(&wide, shape.fluents, interrupt)?;
        let (aig, roots) = aig.sweep(&roots, interrupt)?;
        if aig.gates() >= best.gates() {
            break;
        }
        let gain = best.gates() - aig.gates();
        (best, best_roots) = (aig, roots);
        if best.gates() > SMALL && gain * LEAST_GAIN < best.gates() {
            break;
        }
    }
    Ok((best, best_roots))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::network::testing::{CASES, INPUTS, graphs, truth};

    fn lits(range: std::ops::Range<usize>) -> Vec<Lit> {
        range.map(|input| Lit::new(input as u32 + 1, false)).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]
        #[test]
        fn every_pass_keeps_the_roots((aig, roots) in graphs()) {
            let expected = truth(&aig, &roots);
            let plain = |wide: &Wide| simplify(wide, Facts::new(INPUTS / 2, INPUTS, Vec::new()), &[], &Interrupt::never());
            type Pass = fn(&Wide) -> Result<Wide, Interrupted>;
            let passes: [Pass; 5] = [
                |wide| flatten(wide, &Interrupt::never()),
                |wide| factor(wide, &Interrupt::never()),
                |wide| share(wide, &Interrupt::never()),
                |wide| factor(&flatten(wide, &Interrupt::never())?, &Interrupt::never()),
                plain,
            ];
            let never = Interrupt::never();
            for pass in passes {
                let wide = pass(&Wide::lift(&aig, &roots, &never).unwrap()).unwrap();
                let (lowered, kept) = lower(&wide, INPUTS / 2, &never).unwrap();
                prop_assert_eq!(truth(&lowered, &kept), expected.clone());
            }
            let shape = Shape { fluents: 3, legal: Vec::new(), groups: Vec::new() };
            let (optimized, kept) = optimize(&aig, &roots, &shape, &Interrupt::never()).unwrap();
            prop_assert_eq!(truth(&optimized, &kept), expected);
            prop_assert!(optimized.gates() <= aig.gates());
        }

        /// One of the first three inputs holds, at most one of the other three.
        #[test]
        fn groups_change_the_roots_only_where_they_are_wrong((aig, roots) in graphs()) {
            let [a, b, c, d, e, f] = CASES;
            let right = (a ^ b ^ c) & !(a & b & c) & !(d & e | d & f | e & f);
            let groups =
                vec![Group { members: lits(0..3), exactly: true }, Group { members: lits(3..6), exactly: false }];
            let shape = Shape { fluents: 6, legal: Vec::new(), groups };
            let (optimized, kept) = optimize(&aig, &roots, &shape, &Interrupt::never()).unwrap();
            for (before, after) in truth(&aig, &roots).into_iter().zip(truth(&optimized, &kept)) {
                prop_assert_eq!(before & right, after & right);
            }
        }
    }
}
