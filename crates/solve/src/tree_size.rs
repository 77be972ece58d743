use std::sync::atomic::{AtomicUsize, Ordering};

use num_bigint::BigUint;

use crate::space::{Rule, StateView, SuccessorValues};

/// How large the tree of a game is: of all sequences of joint moves from a state to the ends of the game.
#[derive(Clone, Debug, PartialEq)]
pub struct TreeCount {
    /// The leaves: how many different games can be played.
    pub leaves: BigUint,
    /// The logarithm to base 2 of how many nodes are not leaves, of which there may be more than a float
    /// holds; negative infinity if there is none.
    pub log2_inner: f64,
    /// The plies from the root to a leaf, as a mean over all leaves.
    pub length: f64,
}

impl TreeCount {
    /// The joint moves of a node that is not a leaf, as a mean over all of these; none if there is none.
    pub fn branching(&self) -> Option<f64> {
        let inner = self.log2_inner;
        // Every node but the root is the successor of a node that is not a leaf.
        (inner >= 0.0).then(|| 1.0 - (-inner).exp2() + (log2(&self.leaves) - inner).exp2())
    }
}

/// Counts the tree below every state, as long as large numbers of leaves take no more than so many bytes.
pub(crate) struct TreeSizes {
    most: usize,
    bytes: AtomicUsize,
}

/// Bytes for the number of leaves of every state; only large numbers take more.
pub(crate) const LEAVES: usize = 4 * size_of::<u64>();

impl TreeSizes {
    pub(crate) fn within(most: usize) -> Self {
        Self { most, bytes: AtomicUsize::new(0) }
    }

    /// Bytes that a number of leaves takes beyond [`LEAVES`]: for its digits, and as many again that it may
    /// have room for.
    fn bytes(tree: &TreeCount) -> usize {
        (2 * size_of::<u64>() * tree.leaves.bits().div_ceil(64) as usize).saturating_sub(LEAVES)
    }
}

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
            Some(TreeCount { leaves: BigUint::from(1_u8), log2_inner: f64::NEG_INFINITY, length: 0.0 })
        } else {
            sum(successors.each().map(|successor| successor[0].as_ref()))
        };
        self.bytes.fetch_add(out[0].as_ref().map_or(0, Self::bytes), Ordering::Relaxed);
    }

    fn forgets(&self, values: &[Self::Value]) {
        let bytes = values.iter().flatten().map(Self::bytes).sum();
        self.bytes.fetch_sub(bytes, Ordering::Relaxed);
    }

    fn is_full(&self) -> bool {
        self.bytes.load(Ordering::Relaxed) > self.most
    }
}

/// The tree of a state whose successors have these; none if one of them has none.
fn sum<'t>(trees: impl Iterator<Item = Option<&'t TreeCount>>) -> Option<TreeCount> {
    let (mut leaves, mut parts) = (BigUint::ZERO, Vec::new());
    for tree in trees {
        let tree = tree?;
        leaves += &tree.leaves;
        parts.push((log2(&tree.leaves), 1.0 + tree.length, tree.log2_inner));
    }
    // Sums of numbers that may be more than a float holds. Lengths are weighed by leaves; the state itself is
    // a node.
    let all = log2(&leaves);
    let length = parts.iter().map(|(weight, length, _)| (weight - all).exp2() * length).sum();
    let most = parts.iter().fold(0.0, |most: f64, &(.., inner)| most.max(inner));
    let inner: f64 = parts.iter().map(|(.., inner)| (inner - most).exp2()).sum();
    Some(TreeCount { leaves, log2_inner: most + (inner + (-most).exp2()).log2(), length })
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

    fn leaf() -> TreeCount {
        TreeCount { leaves: BigUint::from(1_u8), log2_inner: f64::NEG_INFINITY, length: 0.0 }
    }

    #[test]
    fn the_tree_of_two_leaves_and_a_leaf() {
        let leaf = leaf();
        assert_eq!(leaf.branching(), None);
        let pair = sum([Some(&leaf), Some(&leaf)].into_iter()).unwrap();
        assert_eq!((pair.leaves.to_string().as_str(), pair.log2_inner, pair.length), ("2", 0.0, 1.0));
        let tree = sum([Some(&pair), Some(&leaf)].into_iter()).unwrap();
        assert_eq!((&tree.leaves, tree.log2_inner), (&BigUint::from(3_u8), 1.0));
        assert!((tree.length - 5.0 / 3.0).abs() < 1e-12 && tree.branching() == Some(2.0));
        assert_eq!(sum([Some(&leaf), None].into_iter()), None);
    }

    #[test]
    fn a_tree_of_more_nodes_than_a_float_holds_has_its_branching() {
        let mut tree = leaf();
        for _ in 0..1_000 {
            tree = sum([Some(&tree); 3].into_iter()).unwrap();
        }
        assert!(tree.log2_inner > 1_500.0, "more than 10 to the power of 308");
        assert!((tree.branching().unwrap() - 3.0).abs() < 1e-9 && (tree.length - 1_000.0).abs() < 1e-9);
    }

    #[test]
    fn large_numbers_of_leaves_count_as_memory_until_they_are_forgotten() {
        let large = Some(TreeCount { leaves: BigUint::from(1_u8) << 6_400, ..leaf() });
        let sizes = TreeSizes::within(2_000);
        let state = StateView { terminal: false, goals: &[], joints: &[], chances: &[] };
        let mut out = [None];
        for full in [false, true] {
            let successors = [large.clone()];
            sizes.values(&state, &SuccessorValues::of(&[0], &successors), &mut out);
            assert_eq!(sizes.is_full(), full);
        }
        sizes.forgets(&out);
        assert!(!sizes.is_full());
        assert_eq!(TreeSizes::bytes(&leaf()), 0);
    }

    #[test]
    fn logarithms_of_large_numbers() {
        assert_eq!(log2(&BigUint::from(8_u8)), 3.0);
        assert_eq!(log2(&(BigUint::from(1_u8) << 5_000)), 5_000.0);
    }
}
