use std::collections::{BTreeSet, BinaryHeap};

use gdl::{Interrupt, Interrupted};

/// A small feedback vertex set of a directed graph: nodes without which it has no cycle. Nodes on no cycle
/// are dropped, a node with a single edge in or out is bypassed, a node with an edge to itself is taken;
/// where none of that applies, a node with the most paths through it is taken (Levy & Low, *A Contraction
/// Algorithm for Finding Small Cycle Cutsets*, 1988).
///
/// `successors` lists the edges of each node. The number of edges never grows, so the work is about linear
/// in it.
///
/// # Errors
/// If it is interrupted.
pub(crate) fn feedback_vertices(
    successors: &[Vec<u32>],
    interrupt: &Interrupt<'_>,
) -> Result<Vec<u32>, Interrupted> {
    let mut graph = Contraction::new(successors);
    let mut taken = Vec::new();
    let mut open: Vec<u32> = (0..successors.len() as u32).rev().collect();
    let mut rest: BinaryHeap<(usize, u32)> =
        (0..successors.len() as u32).map(|node| (graph.ways(node), node)).collect();
    loop {
        interrupt.check()?;
        while let Some(node) = open.pop() {
            interrupt.check()?;
            if graph.gone[node as usize] {
                continue;
            }
            if graph.outs[node as usize].contains(&node) {
                taken.push(node);
                graph.remove(node, &mut open);
            } else if graph.ins[node as usize].len() <= 1 || graph.outs[node as usize].len() <= 1 {
                graph.bypass(node, &mut open);
            }
        }
        // The number of paths only decreases, so an outdated entry is put back with its new number.
        match rest.pop() {
            None => break,
            Some((_, node)) if graph.gone[node as usize] => {}
            Some((ways, node)) if graph.ways(node) != ways => rest.push((graph.ways(node), node)),
            Some((_, node)) => {
                taken.push(node);
                graph.remove(node, &mut open);
            }
        }
    }
    taken.sort_unstable();
    Ok(taken)
}

struct Contraction {
    ins: Vec<BTreeSet<u32>>,
    outs: Vec<BTreeSet<u32>>,
    gone: Vec<bool>,
}

impl Contraction {
    fn new(successors: &[Vec<u32>]) -> Self {
        let mut ins = vec![BTreeSet::new(); successors.len()];
        for (node, outs) in successors.iter().enumerate() {
            outs.iter().for_each(|&out| {
                ins[out as usize].insert(node as u32);
            });
        }
        let outs = successors.iter().map(|outs| outs.iter().copied().collect()).collect();
        Self { ins, outs, gone: vec![false; successors.len()] }
    }

    fn ways(&self, node: u32) -> usize {
        self.ins[node as usize].len() * self.outs[node as usize].len()
    }

    /// Removes a node; its neighbours must be examined again.
    fn remove(&mut self, node: u32, open: &mut Vec<u32>) -> (BTreeSet<u32>, BTreeSet<u32>) {
        let ins = std::mem::take(&mut self.ins[node as usize]);
        let outs = std::mem::take(&mut self.outs[node as usize]);
        self.gone[node as usize] = true;
        for &from in &ins {
            self.outs[from as usize].remove(&node);
        }
        for &to in &outs {
            self.ins[to as usize].remove(&node);
        }
        open.extend(ins.iter().chain(&outs).filter(|&&neighbour| neighbour != node));
        (ins, outs)
    }

    /// Removes a node and connects its predecessors to its successors.
    fn bypass(&mut self, node: u32, open: &mut Vec<u32>) {
        let (ins, outs) = self.remove(node, open);
        for &from in &ins {
            for &to in &outs {
                self.outs[from as usize].insert(to);
                self.ins[to as usize].insert(from);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_graph_without_cycles_gives_up_nothing() {
        assert_eq!(feedback_vertices(&[vec![1, 2], vec![2], vec![]], &Interrupt::never()), Ok(vec![]));
    }

    #[test]
    fn one_node_cuts_a_ring() {
        assert_eq!(
            feedback_vertices(&[vec![1], vec![2], vec![3], vec![0]], &Interrupt::never()).unwrap().len(),
            1
        );
    }

    #[test]
    fn a_node_on_its_own_cycle_is_always_taken() {
        assert_eq!(feedback_vertices(&[vec![1], vec![1, 2], vec![]], &Interrupt::never()).unwrap(), [1]);
    }

    #[test]
    fn every_second_place_of_a_path_walked_both_ways_is_enough() {
        let path: Vec<Vec<u32>> = vec![vec![1], vec![0, 2], vec![1, 3], vec![2, 4], vec![3]];
        assert_eq!(feedback_vertices(&path, &Interrupt::never()).unwrap(), [1, 3]);
    }
}
