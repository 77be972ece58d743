//! The cuts of max^n in words.

use exercise::{Elsewhere, Figure, TreeNode};

use super::words::node_name;

/// What is to be done in a tree with these payoffs.
pub(super) fn task(nodes: &[TreeNode], [least, greatest]: [Figure; 2], sum: Figure) -> String {
    let mut task = format!(
        "The number in a node is the player to move. The payoffs of every leaf sum to {sum}, and each of them lies between {least} and {greatest}. Max^n with shallow pruning searches the tree from left to right; every player chooses the child with the greatest payoff for itself, of equal ones the first. Mark the branches that it cuts; branches below a cut branch need no mark. It cuts at a node as soon as the player to move there has the greatest payoff that a player can get (immediate cut), or leaves to the player to move in the parent no more than that player already has there by an earlier child (shallow cut)."
    );
    let children = |node: usize| nodes.iter().filter(|other| other.parent == Some(node)).count();
    if (0..nodes.len()).any(|node| children(node) == 1) {
        task.push_str(" At a node with one child nobody chooses: the parent is then the nearest node above that has several children.");
    }
    task
}

fn player(number: usize) -> String {
    format!("player {}", number + 1)
}

/// Why the remaining branches are cut when the player to move has all that it can get.
pub(super) fn immediate_cut(nodes: &[TreeNode], at: usize, mover: usize, payoff: Figure) -> String {
    let (node, mover) = (node_name(nodes, at), player(mover));
    format!("Immediate cut at {node}: {mover} has {payoff}, and no player can get more.")
}

/// Why the remaining branches are cut when the player to move leaves too little to the one above.
pub(super) fn shallow_cut(
    nodes: &[TreeNode],
    at: usize,
    mover: usize,
    payoff: Figure,
    above: &Elsewhere,
) -> String {
    let Elsewhere { from, player: other, payoff: has, most } = above;
    let (node, mover, other, from) =
        (node_name(nodes, at), player(mover), player(*other), node_name(nodes, *from));
    format!(
        "Shallow cut at {node}: {most} ≤ {has}. {node} gives {mover} at least {payoff}, so {other} gets at most {most} there, but already has {has} at {from}."
    )
}

/// Why a branch is searched.
pub(super) fn not_cut(
    nodes: &[TreeNode],
    at: usize,
    mover: usize,
    payoff: Option<Figure>,
    above: Option<&Elsewhere>,
) -> String {
    let (node, mover) = (node_name(nodes, at), player(mover));
    match (payoff, above) {
        (None, _) => format!("No cut: it is the first branch of {node}."),
        (Some(payoff), None) => format!(
            "No cut: {mover} has {payoff} at {node} and could get more, and the parent has no payoff of another player to compare with."
        ),
        (Some(payoff), Some(Elsewhere { from, player: other, payoff: has, most })) => format!(
            "No cut: {mover} has {payoff} at {node}, so {} may still get {most} there, which is more than the {has} that it has at {}.",
            player(*other),
            node_name(nodes, *from)
        ),
    }
}
