use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::{Dfs, DfsPostOrder, Reversed, VisitMap};

use crate::{Interrupt, Interrupted};

/// The strongly connected components of a graph, each after those that its edges lead to (Kosaraju's
/// algorithm; Sharir, *A Strong-Connectivity Algorithm and Its Applications in Data Flow Analysis*, 1981). It
/// does not recurse, and asks at every node.
///
/// # Errors
/// If it is interrupted.
pub fn components<N, E>(
    graph: &DiGraph<N, E>,
    interrupt: &Interrupt<'_>,
) -> Result<Vec<Vec<NodeIndex>>, Interrupted> {
    let mut order = Vec::with_capacity(graph.node_count());
    let mut search = DfsPostOrder::empty(graph);
    for start in graph.node_indices() {
        if search.discovered.is_visited(&start) {
            continue;
        }
        search.move_to(start);
        while let Some(node) = search.next(Reversed(graph)) {
            interrupt.check()?;
            order.push(node);
        }
    }
    let mut components = Vec::new();
    let mut search = Dfs::empty(graph);
    for start in order.into_iter().rev() {
        if search.discovered.is_visited(&start) {
            continue;
        }
        search.move_to(start);
        let mut members = Vec::new();
        while let Some(node) = search.next(graph) {
            interrupt.check()?;
            members.push(node);
        }
        components.push(members);
    }
    Ok(components)
}

#[cfg(test)]
mod tests {
    use petgraph::algo::kosaraju_scc;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn components_are_those_of_the_library(edges in proptest::collection::vec((0..30u32, 0..30u32), 0..80)) {
            let graph = DiGraph::<(), ()>::from_edges(&edges);
            let found = components(&graph, &Interrupt::never()).unwrap();
            prop_assert_eq!(found, kosaraju_scc(&graph));
        }
    }

    #[test]
    fn a_long_chain_is_interrupted_on_its_way() {
        let graph = DiGraph::<(), ()>::from_edges((0..100_000u32).map(|node| (node, node + 1)));
        let asked = std::cell::Cell::new(0);
        let go_on = || {
            asked.set(asked.get() + 1);
            asked.get() < 100
        };
        assert_eq!(components(&graph, &Interrupt::unless(&go_on)), Err(Interrupted::Cancelled));
        assert_eq!(asked.get(), 100);
    }
}
