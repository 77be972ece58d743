use fixedbitset::FixedBitSet;
use gdl::{Interrupt, Interrupted};

use crate::network::aig::{Aig, Lit, Node};
use crate::network::group::Group;

/// For each group of which exactly one fluent holds, makes the next value of one the NOR of the others' where
/// that saves gates. Returns the new next values; `roots` are all outputs of the graph, `next` included.
///
/// # Errors
/// If it is interrupted.
pub(crate) fn complement(
    aig: &mut Aig,
    roots: &[Lit],
    next: &[Lit],
    groups: &[Group],
    interrupt: &Interrupt<'_>,
) -> Result<Vec<Lit>, Interrupted> {
    let mut uses = uses(aig, roots);
    let mut new = next.to_vec();
    // Fluents whose next value must stay, since another fluent's is made of it.
    let mut fixed = FixedBitSet::with_capacity(next.len());
    let after = |next: &[Lit], member: Lit| next[member.node() as usize - 1].invert_if(member.inverted());
    for group in groups {
        interrupt.check()?;
        let of_fluents = group.members.iter().all(|member| (member.node() as usize) <= next.len());
        let untouched = |member: &Lit| after(&new, *member) == after(next, *member);
        if !group.exactly || group.members.len() < 3 || !of_fluents || !group.members.iter().all(untouched) {
            continue;
        }
        let free = group.members.iter().filter(|member| !fixed.contains(member.node() as usize - 1));
        let mut best = None;
        for &member in free {
            interrupt.check()?;
            best = best.max(Some((saving(aig, &mut uses, after(next, member).node()), member)));
        }
        let Some((saving, member)) = best else { continue };
        if saving + 2 <= group.members.len() {
            continue;
        }
        let mut none = Lit::TRUE;
        for &other in group.members.iter().filter(|&&other| other != member) {
            none = aig.and(none, !after(next, other));
            fixed.insert(other.node() as usize - 1);
        }
        uses.resize(aig.nodes().len(), 1);
        release(aig, &mut uses, after(next, member).node());
        new[member.node() as usize - 1] = none.invert_if(member.inverted());
    }
    Ok(new)
}

/// How often each node is used.
fn uses(aig: &Aig, roots: &[Lit]) -> Vec<u32> {
    let mut uses = vec![0; aig.nodes().len()];
    let operands = aig.nodes().iter().flat_map(|node| match *node {
        Node::And(a, b) => vec![a, b],
        _ => Vec::new(),
    });
    let definitions = aig.blocks().iter().flat_map(|block| &block.definitions);
    operands
        .chain(roots.iter().chain(definitions).copied())
        .for_each(|literal| uses[literal.node() as usize] += 1);
    uses
}

/// How many gates become unused when `node` is used once less.
fn saving(aig: &Aig, uses: &mut [u32], node: u32) -> usize {
    let (gates, touched) = release(aig, uses, node);
    touched.iter().for_each(|&node| uses[node as usize] += 1);
    gates
}

/// Uses `node` once less, and recursively what only it needs. Returns the number of gates that become unused,
/// and the nodes used less, each as often as it is.
fn release(aig: &Aig, uses: &mut [u32], node: u32) -> (usize, Vec<u32>) {
    let mut touched = vec![node];
    let (mut gates, mut at) = (0, 0);
    while at < touched.len() {
        let node = touched[at];
        at += 1;
        uses[node as usize] -= 1;
        if let (0, Node::And(a, b)) = (uses[node as usize], aig.nodes()[node as usize]) {
            gates += 1;
            touched.extend([a.node(), b.node()]);
        }
    }
    (gates, touched)
}
