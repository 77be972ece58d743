//! Exercises on trees with chance nodes in words.

use exercise::{Bound, ExerciseKind, Figure, TreeNode};

use super::words::{figures, node_name, window};

/// What is to be done in a tree with these payoffs.
pub(super) fn task(kind: ExerciseKind, range: Option<&[Figure; 2]>) -> String {
    const MOVERS: &str = "Max moves at ▲, min at ▼, chance at ●.";
    match (kind, range) {
        (ExerciseKind::Star1Cuts, Some([least, greatest])) => format!(
            "Alpha-beta with Star1 searches the tree from left to right with the window (-inf, +inf). Every payoff lies between {least} and {greatest}. Mark the branches that it cuts; branches below a cut branch need no mark. It cuts at a chance node as soon as the node's value cannot be above alpha, if all outcomes that are left were worth {greatest}, or cannot be below beta, if they were worth {least}. In the window of an outcome, alpha is the value that makes the node worth its own alpha if all outcomes after it are worth {greatest}, and beta the value that makes it worth its own beta if they are worth {least}. {MOVERS}"
        ),
        _ => format!(
            "Fill in the value of every inner node. The value of a chance node is the mean of its children's values, weighted by their probabilities. Give values exactly, such as 5.25 or 17/3. {MOVERS}"
        ),
    }
}

/// Why a chance node has its value.
pub(super) fn expectation(children: &[Figure], probabilities: &[String], value: Figure) -> String {
    let terms: Vec<String> = probabilities
        .iter()
        .zip(children)
        .map(|(probability, child)| match child.0 < 0.0 {
            true => format!("{probability} · ({child})"),
            false => format!("{probability} · {child}"),
        })
        .collect();
    format!("The mean of {} with these probabilities: {} = {value}.", figures(children), terms.join(" + "))
}

/// Why the remaining branches from a chance node are cut.
pub(super) fn cut(
    nodes: &[TreeNode],
    at: usize,
    alpha: bool,
    rest: Figure,
    value: Figure,
    bound: &Bound,
) -> String {
    let node = node_name(nodes, at);
    let end = bound.value.unwrap_or_default();
    let (cut, bounded, sign) = if alpha { ("Alpha", "at most", "≤") } else { ("Beta", "at least", "≥") };
    let source = source(nodes, alpha, bound);
    format!(
        "{cut} cut at {node}: {value} {sign} {end}. {node} is worth {bounded} {value}, which it is if every outcome that is left is worth {rest}. {source}"
    )
}

/// Why a branch from a chance node is not cut.
pub(super) fn not_cut(
    nodes: &[TreeNode],
    at: usize,
    [least, greatest]: [Figure; 2],
    [alpha, beta]: [Option<Figure>; 2],
) -> String {
    let node = node_name(nodes, at);
    let window = window(alpha.map(|end| end.0), beta.map(|end| end.0));
    format!(
        "No cut: by the outcomes before, {node} may be worth {least} to {greatest}, and its window is {window}."
    )
}

/// Where alpha or beta comes from.
pub(super) fn source(nodes: &[TreeNode], alpha: bool, bound: &Bound) -> String {
    let (Some(value), Some(from)) = (bound.value, bound.from) else { return String::new() };
    let node = node_name(nodes, from);
    match (alpha, is_chance(nodes, from)) {
        (true, false) => format!("Alpha is {value}: max already gets at least {value} at {node}."),
        (false, false) => format!("Beta is {value}: min concedes at most {value} at {node}."),
        (true, true) => {
            format!(
                "Alpha is {value}: an outcome that is worth no more makes {node} worth no more than its alpha."
            )
        }
        (false, true) => {
            format!(
                "Beta is {value}: an outcome that is worth no less makes {node} worth no less than its beta."
            )
        }
    }
}

/// Whether chance moves at a node; there are two players.
pub(super) fn is_chance(nodes: &[TreeNode], node: usize) -> bool {
    nodes.get(node).is_some_and(|node| node.mover == Some(2))
}
