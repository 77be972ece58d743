use game::{Game, Tree};

use super::diagram::Diagram;
use super::{Cuts, MaxN, MaxNCuts, Minimax, NodeLabels, Ordering, Pvs, Windows};
use crate::ExerciseKind;
use crate::task::Task;

/// Nodes of a tree that people can fill in, at most.
const MOST_NODES: usize = 200;

/// Why there is no exercise of a kind about a tree.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsuitable {
    /// The kind is not about trees.
    #[error(
        "`{0}` is no exercise about a tree; those are labels-tree, minimax, alpha-beta-cuts, windows, ordering, pvs, expectiminimax, star1-cuts, maxn and maxn-cuts"
    )]
    Kind(ExerciseKind),
    /// The tree is a single leaf.
    #[error("the tree is a single leaf; an exercise needs one such as ((3 12 8) (2 4 6))")]
    Leaf,
    /// The tree has too many nodes.
    #[error("the tree has {0} nodes; an exercise has {MOST_NODES} at most")]
    TooLarge(usize),
    /// Chance moves in the tree, and the kind is about trees in which only roles decide.
    #[error(
        "chance moves in the tree; `{0}` is about trees in which only roles decide, and expectiminimax and star1-cuts are about those with chance nodes"
    )]
    Chance(ExerciseKind),
    /// Chance does not move in the tree, and the kind is about trees with chance nodes.
    #[error("`{0}` is about trees with chance nodes, such as ((? 3 12) (?1/4|3/4 2 4))")]
    NoChance(ExerciseKind),
    /// It is left to rounding which branches are cut.
    #[error(
        "a value in the tree is just the end of a window that Star1 calculates, so rounding decides what is cut; change a payoff"
    )]
    Tie,
    /// A role does not know where it is.
    #[error("the tree has information sets; exercises are about trees in which roles see everything")]
    Hidden,
    /// The kind is for max and min, and the payoffs are for every role.
    #[error(
        "`{0}` is for max and min, with one number at each leaf, such as ((3 12) (2 4)); for payoffs such as 1/2/3 there is maxn"
    )]
    PayoffsForAll(ExerciseKind),
    /// The kind is for more than two roles.
    #[error(
        "`{0}` is for three roles or more, with a payoff for each at every leaf, such as ((1/2/3 2/3/1) 3/2/1)"
    )]
    TwoRoles(ExerciseKind),
    /// The payoffs of the leaves have different sums.
    #[error(
        "the payoffs of the leaves have different sums; shallow pruning needs one sum that is known, such as 6 in ((1/2/3 2/3/1) 3/2/1)"
    )]
    Sums,
    /// The payoffs of the leaves are not just wins, losses and draws.
    #[error(
        "`labels-tree` is for leaves with two or three different payoffs, the greatest a win, the least a loss, and one between them a draw, such as ((1 -1) (0 1))"
    )]
    NoLabels,
    /// No window is to be given.
    #[error("no inner node lies below the root, so there is no window to be given")]
    NoWindow,
}

/// The task of a kind about a tree.
pub(crate) fn of_tree(kind: ExerciseKind, tree: &Tree) -> Result<Box<dyn Task>, Unsuitable> {
    use ExerciseKind as Kind;
    if !matches!(
        kind,
        Kind::LabelsTree
            | Kind::Minimax
            | Kind::AlphaBetaCuts
            | Kind::Windows
            | Kind::Ordering
            | Kind::Pvs
            | Kind::Expectiminimax
            | Kind::Star1Cuts
            | Kind::Maxn
            | Kind::MaxnCuts
    ) {
        return Err(Unsuitable::Kind(kind));
    }
    match tree.nodes() {
        1 => return Err(Unsuitable::Leaf),
        nodes if nodes > MOST_NODES => return Err(Unsuitable::TooLarge(nodes)),
        _ => {}
    }
    match (tree.chance().is_some(), matches!(kind, Kind::Expectiminimax | Kind::Star1Cuts)) {
        (true, false) => return Err(Unsuitable::Chance(kind)),
        (false, true) => return Err(Unsuitable::NoChance(kind)),
        _ => {}
    }
    if tree.percepts().is_some() {
        return Err(Unsuitable::Hidden);
    }
    let two = tree.has_single_payoffs() && tree.players() == 2;
    let for_many = matches!(kind, Kind::Maxn | Kind::MaxnCuts);
    if !for_many && !two {
        return Err(Unsuitable::PayoffsForAll(kind));
    }
    if for_many && (two || tree.players() < 3) {
        return Err(Unsuitable::TwoRoles(kind));
    }
    let diagram = Diagram::of_tree(tree);
    Ok(match kind {
        Kind::LabelsTree => Box::new(NodeLabels::of(diagram).ok_or(Unsuitable::NoLabels)?),
        Kind::Minimax | Kind::Expectiminimax => Box::new(Minimax::of(diagram)),
        Kind::AlphaBetaCuts => Box::new(Cuts::of(diagram)),
        Kind::Star1Cuts => Box::new(Some(Cuts::of(diagram)).filter(Cuts::is_clear).ok_or(Unsuitable::Tie)?),
        Kind::Ordering => Box::new(Ordering::of(diagram)),
        Kind::Pvs => Box::new(Pvs::of(diagram)),
        Kind::Windows => Box::new(Windows::of(diagram).ok_or(Unsuitable::NoWindow)?),
        Kind::MaxnCuts => Box::new(MaxNCuts::of(diagram).ok_or(Unsuitable::Sums)?),
        _ => Box::new(MaxN::of(diagram)),
    })
}
