use num_bigint::BigUint;

use crate::space::{Rule, StateView, SuccessorValues};

/// How large the tree of a game is: of all sequences of joint moves from a state to the ends of the game.
#[derive(Clone, Debug, PartialEq)]
pub struct TreeCount {
    /// The leaves: how many different games can be played.
    pub leaves: BigUint,
    /// The nodes that are not leaves.
    pub inner: f64,
    /// The plies from the root to a leaf, as a mean over all leaves.
    pub length: f64,
}

impl TreeCount {
    /// The joint moves of a node that is not a leaf, as a mean over all of these; none if there is none.
    pub fn branching(&self) -> Option<f64> {
        let leaves = self.leaves.to_string().parse().unwrap_or(f64::INFINITY);
        (self.inner > 0.0).then(|| (self.inner - 1.0 + leaves) / self.inner)
    }
}

/// Counts the tree below every state.
pub(crate) struct TreeSizes;

impl Rule for TreeSizes {
    /// None of a state below which play may not end, as far as is known.
    type Value = Option<TreeCount>;

    const KEPT: bool = false;

    fn width(&self) -> usize {
        1
    }

    fn values(
        &self,
        state: &StateView<'_>,
        successors: &SuccessorValues<'_, Self::Value>,
        out: &mut [Self::Value],
    ) {
        out[0] = if state.terminal {
            Some(TreeCount { leaves: BigUint::from(1_u8), inner: 0.0, length: 0.0 })
        } else {
            sum(successors.each().map(|successor| successor[0].as_ref()))
        };
    }
}

/// The tree of a state whose successors have these; none if one of them has none.
fn sum<'t>(trees: impl Iterator<Item = Option<&'t TreeCount>>) -> Option<TreeCount> {
    let mut sum = TreeCount { leaves: BigUint::ZERO, inner: 1.0, length: 0.0 };
    // Lengths are weighed by leaves, which may be more than a float holds.
    let mut weights = Vec::new();
    for tree in trees {
        let TreeCount { leaves, inner, length } = tree?;
        weights.push((log2(leaves), 1.0 + length));
        sum.leaves += leaves;
        sum.inner += inner;
    }
    let all = log2(&sum.leaves);
    sum.length = weights.iter().map(|(weight, length)| (weight - all).exp2() * length).sum();
    Some(sum)
}

/// The logarithm of a number greater than 0.
fn log2(number: &BigUint) -> f64 {
    let shift = number.bits().saturating_sub(64);
    let high: u64 = (number >> shift).iter_u64_digits().next().unwrap_or(1);
    (high as f64).log2() + shift as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tree_of_two_leaves_and_a_leaf() {
        let leaf = TreeCount { leaves: BigUint::from(1_u8), inner: 0.0, length: 0.0 };
        let pair = sum([Some(&leaf), Some(&leaf)].into_iter()).unwrap();
        assert_eq!((pair.leaves.to_string().as_str(), pair.inner, pair.length), ("2", 1.0, 1.0));
        let tree = sum([Some(&pair), Some(&leaf)].into_iter()).unwrap();
        assert_eq!(tree.leaves, BigUint::from(3_u8));
        assert!((tree.length - 5.0 / 3.0).abs() < 1e-12 && tree.branching() == Some(2.0));
        assert_eq!(sum([Some(&leaf), None].into_iter()), None);
    }

    #[test]
    fn logarithms_of_large_numbers() {
        assert_eq!(log2(&BigUint::from(8_u8)), 3.0);
        assert_eq!(log2(&(BigUint::from(1_u8) << 5_000)), 5_000.0);
    }
}
