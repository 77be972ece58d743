use serde::{Deserialize, Serialize};

use crate::{Failure, Figure, NodeLabel, Successor, Theory};

/// Why an answer is right or wrong, as data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ExerciseReason))]
#[serde(tag = "code", rename_all = "kebab-case")]
pub enum Reason {
    /// The blank takes another kind of answer.
    OtherKind,
    /// The value of a max node is the maximum of its children's values.
    MaxOf {
        /// The values from left to right.
        children: Vec<Figure>,
        /// The maximum.
        value: Figure,
    },
    /// The value of a min node is the minimum of its children's values.
    MinOf {
        /// The values from left to right.
        children: Vec<Figure>,
        /// The minimum.
        value: Figure,
    },
    /// The value of a chance node is the mean of its children's values, weighted by their probabilities.
    Expectation {
        /// The values from left to right.
        children: Vec<Figure>,
        /// Their probabilities, as the sheet gives them.
        probabilities: Vec<String>,
        /// The mean.
        value: Figure,
    },
    /// A node has the best label for the player to move there that a child has.
    BestLabel {
        /// The node.
        at: usize,
        /// Its label.
        label: NodeLabel,
        /// The first child with this label.
        child: usize,
    },
    /// The node is skipped: the player to move at a node above wins by an earlier child.
    EarlyExit {
        /// The node that is left early.
        at: usize,
        /// Its label.
        label: NodeLabel,
        /// The child by which the player to move wins; the children after it are skipped.
        child: usize,
    },
    /// The node is visited: by no earlier child of its parent the player to move there wins.
    NoEarlyExit {
        /// The parent.
        at: usize,
        /// The node.
        child: usize,
    },
    /// A player chooses the child with its own greatest payoff.
    OwnBest {
        /// The player, from 0.
        player: usize,
        /// The children's payoff vectors from left to right.
        children: Vec<Payoffs>,
        /// The number of the chosen child, from 0.
        taken: usize,
    },
    /// The window when the search enters the node.
    Window {
        /// The lower end: the value that max is sure of at a node above.
        alpha: Bound,
        /// The upper end: the value that min is sure of at a node above.
        beta: Bound,
    },
    /// The branch is cut.
    Cut {
        /// The node at which the cut happens; its remaining branches are not searched.
        at: usize,
        /// The bound on that node's value: a lower bound at a max node, an upper bound at a min node.
        value: Figure,
        /// The end of the window that the value has reached: beta at a max node, alpha at a min node.
        bound: Bound,
    },
    /// The branch is searched, because alpha is less than beta.
    NotCut {
        /// The node from which the branch starts.
        at: usize,
        /// The lower end of the window when the branch is entered; none if infinite.
        alpha: Option<Figure>,
        /// The upper end.
        beta: Option<Figure>,
    },
    /// The branch from a chance node is cut: whatever its remaining outcomes are worth, the node's value is
    /// not within its window.
    ChanceCut {
        /// The chance node.
        at: usize,
        /// Whether `value` is an upper bound that is not above alpha; else it is a lower bound that is not
        /// below beta.
        alpha: bool,
        /// What the remaining outcomes are taken to be worth: the greatest payoff for an upper bound, else
        /// the least.
        rest: Figure,
        /// The bound on the node's value.
        value: Figure,
        /// The end of the window that the value has reached.
        bound: Bound,
    },
    /// The branch from a chance node is searched, because the node's value may still be within its window.
    ChanceNotCut {
        /// The chance node.
        at: usize,
        /// The least value that the node could have when the branch is entered.
        least: Figure,
        /// The greatest value that it could have.
        greatest: Figure,
        /// The lower end of the node's window; none if infinite.
        alpha: Option<Figure>,
        /// The upper end.
        beta: Option<Figure>,
    },
    /// Principal variation search searches the branch again: its null window showed it to be better than what
    /// the player to move has.
    SearchedAgain {
        /// The node from which the branch starts.
        at: usize,
        /// The number that the null window asked about: alpha at a max node, beta at a min node.
        asked: Figure,
        /// What the null window showed: the child is worth at least that at a max node, at most that at a
        /// min node.
        value: Figure,
    },
    /// Principal variation search searches the branch only once, or not at all.
    SearchedOnce {
        /// The node from which the branch starts.
        at: usize,
        /// Why.
        why: Once,
        /// The number that a null window asked about, where that tells why.
        asked: Option<Figure>,
        /// The child's value, where that tells why.
        value: Option<Figure>,
    },
    /// The branch is cut in max^n: the player to move has the most that any player can get.
    ImmediateCut {
        /// The node at which the cut happens; its remaining branches are not searched.
        at: usize,
        /// The player who moves there, from 0.
        player: usize,
        /// Its payoff so far.
        payoff: Figure,
    },
    /// The branch is cut in max^n: the player to move leaves no more to the player who moves above than that
    /// has elsewhere.
    ShallowCut {
        /// The node at which the cut happens.
        at: usize,
        /// The player who moves there, from 0.
        player: usize,
        /// Its payoff so far.
        payoff: Figure,
        /// The player who moves above.
        above: Elsewhere,
    },
    /// The branch is searched in max^n, because its payoffs may still matter.
    MaxnNotCut {
        /// The node from which the branch starts.
        at: usize,
        /// The player who moves there, from 0.
        player: usize,
        /// Its payoff by the children before; none at the first child.
        payoff: Option<Figure>,
        /// The player who moves above, if that is another one and has a payoff elsewhere.
        above: Option<Elsewhere>,
    },
    /// The tree has no such branch.
    NoBranch,
    /// In this order alpha-beta visits so many leaves.
    Order {
        /// The number of leaves that it visits.
        visited: usize,
        /// The number that it visits in the best order.
        least: usize,
        /// The number of leaves of the tree.
        leaves: usize,
    },
    /// The leaves of the tree cannot stand in this order.
    NoOrder,
    /// The UCT value is the mean plus the exploration term.
    UctValue {
        /// The mean of the move.
        mean: u32,
        /// The visits of the move.
        visits: u32,
        /// The visits of all moves.
        total: u32,
        /// The exploration constant C.
        c: f64,
        /// The exploration term, `C sqrt(ln N / n)`.
        bonus: f64,
        /// The sum.
        value: f64,
    },
    /// The move with the greatest UCT value is selected.
    Greatest {
        /// The UCT values of all moves.
        values: Vec<f64>,
        /// The number of the move with the greatest value, from 0.
        taken: usize,
    },
    /// Every move of a simulation is visited once more.
    Visited {
        /// The visits before.
        visits: u32,
    },
    /// The mean of a move of a simulation after the back-up.
    BackedUp {
        /// The player who makes the move: 0 is max and 1 is min.
        player: usize,
        /// The visits before.
        visits: u32,
        /// The mean before; none if there was no visit.
        mean: Option<u32>,
        /// What the playout pays that player.
        payoff: u32,
        /// The mean after.
        value: f64,
    },
    /// The player to move wins, because this move leads to a position that is lost for the opponent.
    ReachableLoss {
        /// The move and the position after it.
        by: Successor,
    },
    /// The player to move loses, because every move leads to a position that is won for the opponent.
    OnlyWins {
        /// The number of moves, without those to the same position as another.
        moves: usize,
        /// The Sprague-Grundy values of the position.
        theory: Theory,
    },
    /// The move wins: it leads to a position that is lost for the opponent.
    LeavesLoss {
        /// The move and the position after it.
        by: Successor,
    },
    /// The move loses: the opponent has a winning reply.
    LeavesWin {
        /// The move and the position after it.
        by: Successor,
        /// The reply and the position after it.
        answer: Successor,
    },
    /// The move loses at once, because it says the target of the counting game.
    SaysTarget,
    /// There is no such move.
    NoMove,
    /// With this answer the program does the same as the right one on every tree on which it was run.
    SameResults {
        /// The number of trees.
        trees: usize,
    },
    /// With this answer the program does not do the same.
    OtherResult {
        /// The smallest tree on which it does not.
        failure: Failure,
    },
    /// The line is wrong: as it is given, the program does not do the same as the right one.
    GivenFails {
        /// The smallest tree on which it does not.
        failure: Failure,
    },
    /// None of the lines to choose from makes the program right in the place of this one.
    StillFails {
        /// One of them.
        text: String,
        /// The smallest tree on which the program goes wrong with it.
        failure: Failure,
    },
    /// There is no such line.
    NoLine {
        /// The number of lines to choose from.
        lines: usize,
    },
    /// An order must name each of the movable lines once.
    NotEveryLine {
        /// The number of the first of them, from 0.
        first: usize,
        /// How many they are.
        count: usize,
    },
}

/// An end of a window, and the node it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ExerciseBound))]
pub struct Bound {
    /// The number; none if infinite.
    pub value: Option<Figure>,
    /// The ancestor whose value so far is the bound, or the chance node above whose outcome matters only
    /// above alpha and below beta; none if infinite.
    pub from: Option<usize>,
}

/// What a player who moves at a node above has there by earlier children, and what it may still get at a
/// node below.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ExerciseElsewhere))]
pub struct Elsewhere {
    /// The node above.
    pub from: usize,
    /// The player, from 0.
    pub player: usize,
    /// Its greatest payoff by the children of that node that have been searched.
    pub payoff: Figure,
    /// The most that it can get at the node below.
    pub most: Figure,
}

/// Why principal variation search does not search a branch again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ExerciseOnce))]
#[serde(rename_all = "kebab-case")]
pub enum Once {
    /// The branch is cut, or one above it.
    Skipped,
    /// It is the first of an open window, and has that window.
    First,
    /// The node from which it starts is searched with a null window only, and all its branches with the
    /// same one.
    NullWindow,
    /// It leads to a leaf, whose value is known at once.
    Leaf,
    /// The null window showed that it is no better.
    NoBetter,
    /// The null window showed a value beyond the other end of the window, so that the rest is cut.
    Cutoff,
}

/// The payoff of each player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ExercisePayoffs))]
pub struct Payoffs(pub Vec<Figure>);

/// A common mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ExerciseSlip))]
#[serde(rename_all = "kebab-case")]
pub enum Mistake {
    /// The maximum was taken instead of the minimum, or the minimum instead of the maximum.
    OtherSide,
    /// The label is the one that the other player would choose.
    OtherLabel,
    /// The answer follows correctly from wrong answers elsewhere.
    FollowsFromBelow,
    /// Alpha and beta were exchanged.
    Swapped,
    /// The maximum or the minimum was taken at a chance node.
    ChosenAtChance,
    /// The values below a chance node were averaged without their probabilities.
    Unweighted,
    /// The value was rounded.
    Rounded,
    /// The branch would be cut only by deep pruning, which is wrong in max^n.
    DeepCut,
    /// The payoff of the other player was backed up.
    OtherPayoff,
}
