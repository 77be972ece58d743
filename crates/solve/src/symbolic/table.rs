//! What the kinds of decision diagrams have in common.

use num_bigint::BigUint;
use oxidd::util::num::Saturating;
use oxidd::util::{AllocResult, OutOfMemory, SatCountCache};
use oxidd::{BooleanFunction, Manager, ManagerRef};
use rustc_hash::FxBuildHasher;

use super::sets::Full;

/// How many nodes and entries of the cache of operations there may be.
pub(super) struct Capacities {
    pub(super) nodes: usize,
    pub(super) cache: usize,
}

/// Bytes that a node takes: two edges, its level and a counter of references, and its places in the hash tables of the levels, which are not full.
const NODE_BYTES: usize = 16 + 8;
/// Bytes of an entry of the cache.
const ENTRY_BYTES: usize = 24;

impl Capacities {
    /// As many as fit so many bytes: a quarter for the cache, whose entries are a power of two.
    pub(super) fn within(memory: usize) -> Self {
        let cache = 1 << (memory / 4 / ENTRY_BYTES).max(1 << 10).ilog2();
        // The library numbers nodes with 31 bits.
        let nodes = (memory.saturating_sub(cache * ENTRY_BYTES) / NODE_BYTES).clamp(1 << 12, 1 << 30);
        Self { nodes, cache }
    }
}

/// The result of an operation; if the table is full, garbage is collected, and the operation is tried once more.
pub(super) fn retry<R: ManagerRef, T>(
    manager: &R,
    mut operation: impl FnMut() -> AllocResult<T>,
) -> Result<T, Full> {
    operation()
        .or_else(|OutOfMemory| {
            collect(manager);
            operation()
        })
        .map_err(|OutOfMemory| Full)
}

pub(super) fn collect<R: ManagerRef>(manager: &R) {
    manager.with_manager_shared(|manager| _ = manager.gc());
}

/// How many nodes are in the table.
pub(super) fn nodes<R: ManagerRef>(manager: &R) -> usize {
    manager.with_manager_shared(|manager| manager.num_inner_nodes())
}

/// How many assignments of so many variables satisfy a function.
pub(super) fn count<F: BooleanFunction>(function: &F, variables: u32) -> BigUint {
    // Most numbers fit 128 bits, with which it is faster.
    let mut cache = SatCountCache::<Saturating<u128>, FxBuildHasher>::default();
    let Saturating(number) = function.sat_count(variables, &mut cache);
    if number < u128::MAX {
        return number.into();
    }
    function.sat_count(variables, &mut SatCountCache::<BigUint, FxBuildHasher>::default())
}
