use serde::{Deserialize, Serialize};

use crate::{Move, Position, Theory};

/// Why an answer is right or wrong: what holds at the place, in numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ExerciseReason))]
#[serde(tag = "code", rename_all = "kebab-case")]
pub enum Reason {
    /// The blank takes another kind of answer.
    OtherKind,
    /// Max takes the greatest of the children's values.
    MaxOf {
        /// The values from left to right.
        children: Vec<i32>,
        /// The greatest.
        value: i32,
    },
    /// Min takes the least of the children's values.
    MinOf {
        /// The values from left to right.
        children: Vec<i32>,
        /// The least.
        value: i32,
    },
    /// A player takes the child that pays it most.
    OwnBest {
        /// The player, from 0.
        player: usize,
        /// The children's vectors from left to right.
        children: Vec<Payoffs>,
        /// The number of the child that it takes, from 0.
        taken: usize,
    },
    /// The window on entering the node.
    Window {
        /// What max has for certain elsewhere.
        alpha: Bound,
        /// What min concedes at most elsewhere.
        beta: Bound,
    },
    /// The branch is cut.
    Cut {
        /// The node where it happens, whose further branches are left out.
        at: usize,
        /// What that node has come to: at least so much where max moves, at most so much where min does.
        value: i32,
        /// The end of its window that the value has reached: beta where max moves, alpha where min does.
        bound: Bound,
    },
    /// The branch is searched, for the window is still open.
    NotCut {
        /// The node above the branch.
        at: usize,
        /// The lower end of the window when the branch is entered; none if infinite.
        alpha: Option<i32>,
        /// The upper end.
        beta: Option<i32>,
    },
    /// Such a branch does not exist in the tree.
    NoBranch,
    /// The mean and what doubt adds to it.
    UctValue {
        /// The mean of the move.
        mean: u32,
        /// The visits of the move.
        visits: u32,
        /// The visits of all moves.
        total: u32,
        /// The constant.
        c: f64,
        /// `C sqrt(ln N / n)`.
        bonus: f64,
        /// The sum.
        value: f64,
    },
    /// The move with the greatest UCT value is tried next.
    Greatest {
        /// The values of all moves.
        values: Vec<f64>,
        /// The number of the move with the greatest, from 0.
        taken: usize,
    },
    /// Who is to move wins, because this move leaves a lost position to the other.
    ReachableLoss {
        /// The move and what it leaves.
        by: Successor,
    },
    /// Who is to move loses, because every move leaves a won position to the other.
    OnlyWins {
        /// How many moves there are.
        moves: usize,
        /// What the theory says of the position.
        theory: Theory,
    },
    /// The move wins: it leaves a lost position to the other.
    LeavesLoss {
        /// The move and what it leaves.
        by: Successor,
    },
    /// The move loses: the other has an answer that wins.
    LeavesWin {
        /// The move and what it leaves.
        by: Successor,
        /// The answer and what that leaves.
        answer: Successor,
    },
    /// The move loses at once: it says the target of the counting game.
    SaysTarget,
    /// There is no such move.
    NoMove,
}

/// An end of a window, and where it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ExerciseBound))]
pub struct Bound {
    /// The number; none if infinite.
    pub value: Option<i32>,
    /// The node, above or the same, whose value so far it is; none if infinite.
    pub from: Option<usize>,
}

/// A payoff for each player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ExercisePayoffs))]
pub struct Payoffs(pub Vec<i32>);

/// A move, what it leads to, and what the theory says of that.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ExerciseSuccessor))]
pub struct Successor {
    /// The move.
    #[serde(rename = "move")]
    pub mov: Move,
    /// The position after it.
    pub to: Position,
    /// Its theory.
    pub theory: Theory,
}

/// A mistake that is often made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ExerciseSlip))]
#[serde(rename_all = "kebab-case")]
pub enum Slip {
    /// The greatest was taken where the least should be, or the other way round.
    OtherSide,
    /// It would be right if the answers below were.
    FollowsFromBelow,
    /// Alpha and beta changed places.
    Swapped,
}
