use rustc_hash::FxHashSet;

use super::aig::{Aig, Lit, Node};

/// The nodes that literals depend on, in topological order, but not what recursive ones depend on; none if they are more than `most`.
pub(super) fn cone(aig: &Aig, literals: impl IntoIterator<Item = Lit>, most: usize) -> Option<Vec<u32>> {
    let mut open: Vec<u32> = literals.into_iter().map(Lit::node).collect();
    let mut seen = FxHashSet::default();
    let mut found = Vec::new();
    while let Some(node) = open.pop() {
        if seen.insert(node) {
            found.push(node);
            if let Node::And(a, b) = aig.nodes()[node as usize] {
                open.extend([a.node(), b.node()]);
            }
        }
        if found.len() > most {
            return None;
        }
    }
    found.sort_unstable();
    Some(found)
}
