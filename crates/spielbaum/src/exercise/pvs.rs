//! Principal variation search in words.

use exercise::{Figure, Once, TreeNode};

use super::words::node_name;

/// What is to be done.
pub(super) const TASK: &str = "Principal variation search (PVS) searches the tree from left to right with the window (-inf, +inf). The first child of a node has the window of the node. Every other child is first searched with a null window: at a max node it asks whether the child is worth more than alpha, at a min node whether it is worth less than beta. If so, the child is searched again with the window of the node, unless it is a leaf, or the window is closed by what was found (then the rest is cut). A node that is itself searched with a null window passes it on to all its children. Mark the branches that are searched again after their null window, also below other such branches.";

/// Why a branch is searched again.
pub(super) fn again(nodes: &[TreeNode], at: usize, asked: Figure, value: Figure) -> String {
    let max = nodes.get(at).is_some_and(|node| node.mover == Some(0));
    let (end, bounded) = if max { ("alpha", "at least") } else { ("beta", "at most") };
    let node = node_name(nodes, at);
    format!(
        "Searched again: {end} is {asked} at {node}, and the null window showed that this child is worth {bounded} {value}."
    )
}

/// Why a branch is not searched again.
pub(super) fn once(nodes: &[TreeNode], at: usize, why: Once, asked: Figure, value: Figure) -> String {
    let node = node_name(nodes, at);
    match why {
        Once::Skipped => "Not searched at all: a cut leaves out this branch.".to_owned(),
        Once::First => {
            format!("Searched once: it is the first branch of {node} and has the window of {node}.")
        }
        Once::NullWindow => {
            format!("Not searched again: {node} is itself searched with a null window, and passes it on.")
        }
        Once::Leaf => {
            format!("Not searched again: it leads to a leaf, whose value {value} is known.")
        }
        Once::NoBetter => format!(
            "Not searched again: the null window showed that {value} is no better than {asked} for the player to move at {node}."
        ),
        Once::Cutoff => {
            format!(
                "Not searched again: {value} closes the window of {node}, so that the rest of {node} is cut."
            )
        }
    }
}
