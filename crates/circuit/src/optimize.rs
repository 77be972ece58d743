use crate::aig::{Aig, Lit};
use crate::factor::factor;
use crate::lower::lower;
use crate::share::share;
use crate::wide::{Wide, flatten};

/// Rounds of improvement at most; each but the last made the graph smaller.
const MOST_ROUNDS: usize = 8;

/// An equal graph with fewer gates, and the roots in it.
pub(crate) fn optimize(aig: &Aig, roots: &[Lit], fluents: usize) -> (Aig, Vec<Lit>) {
    let (mut best, mut best_roots) = (aig.clone(), roots.to_vec());
    for _ in 0..MOST_ROUNDS {
        let wide = share(&factor(&flatten(&Wide::lift(&best, &best_roots))));
        let (aig, roots) = lower(&wide, fluents);
        let (aig, roots) = aig.sweep(&roots);
        if aig.gates() >= best.gates() {
            break;
        }
        (best, best_roots) = (aig, roots);
    }
    (best, best_roots)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::{INPUTS, graphs, truth};

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]
        #[test]
        fn every_pass_keeps_the_roots((aig, roots) in graphs()) {
            let expected = truth(&aig, &roots);
            let passes: [fn(&Wide) -> Wide; 4] = [flatten, factor, share, |wide| factor(&flatten(wide))];
            for pass in passes {
                let wide = pass(&Wide::lift(&aig, &roots));
                let (lowered, kept) = lower(&wide, INPUTS / 2);
                prop_assert_eq!(truth(&lowered, &kept), expected.clone());
            }
            let (optimized, kept) = optimize(&aig, &roots, INPUTS / 2);
            prop_assert_eq!(truth(&optimized, &kept), expected);
            prop_assert!(optimized.gates() <= aig.gates());
        }
    }
}
