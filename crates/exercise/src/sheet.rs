use serde::{Deserialize, Serialize};

use crate::{Kind, Move, Position};

/// An exercise as it is handed out: all that has to be drawn, without a word and without the solution.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ExerciseSheet))]
pub struct Sheet {
    /// What it is about.
    pub kind: Kind,
    /// From 1, easy, to 5, hard.
    pub level: u8,
    /// The seed of its series.
    pub seed: u64,
    /// Its number in the series, from 0.
    pub number: u32,
    /// What is given.
    pub material: Material,
    /// What is to be filled in.
    pub blanks: Vec<Blank>,
}

/// What is given in an exercise.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ExerciseMaterial))]
#[serde(tag = "material", rename_all = "kebab-case")]
pub enum Material {
    /// A game tree, of the players max and min if there are two.
    Tree {
        /// How many players there are.
        players: usize,
        /// Its nodes, each after its parent and from left to right, so that the root is the first.
        nodes: Vec<TreeNode>,
    },
    /// The statistics of the moves in a node of a Monte Carlo tree.
    Statistics {
        /// What is known of each move.
        moves: Vec<MoveStatistic>,
        /// The visits of the node, which are those of all its moves together.
        visits: u32,
        /// The constant C of UCT, on the scale of the means.
        c: f64,
        /// How many decimals a UCT value is asked for to.
        decimals: u32,
    },
    /// Positions of one game, each to be labelled.
    Positions {
        /// The positions.
        positions: Vec<Position>,
    },
    /// One position, and what can be done in it.
    Situation {
        /// The position.
        position: Position,
        /// All moves of who is to move.
        moves: Vec<Move>,
    },
}

/// A node of a tree that is given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ExerciseTreeNode))]
pub struct TreeNode {
    /// The number of the node above; none at the root.
    pub parent: Option<usize>,
    /// A letter for an inner node; none for a leaf.
    pub name: Option<String>,
    /// Who moves here, from 0; none at a leaf. Of two players 0 is max and 1 is min.
    pub mover: Option<usize>,
    /// A leaf's payoffs: one for each of three players, max's alone of two; none at an inner node.
    pub payoffs: Vec<i32>,
}

/// What a Monte Carlo search knows of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ExerciseMoveStatistic))]
pub struct MoveStatistic {
    /// How often it was made.
    pub visits: u32,
    /// The mean of what it paid who decides, from 0 to 100.
    pub mean: u32,
}

/// A place where an answer is to be filled in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ExerciseBlank))]
pub struct Blank {
    /// Its name, under which the answer is handed in.
    pub id: String,
    /// The number of the node, move or position that it belongs to; none if it belongs to the whole.
    pub at: Option<usize>,
    /// What kind of answer it takes.
    pub takes: Takes,
}

/// The kind of answer that a blank takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ExerciseTakes))]
#[serde(tag = "answer", rename_all = "kebab-case")]
pub enum Takes {
    /// A number, to so many decimals.
    Number {
        /// Places behind the point.
        decimals: u32,
    },
    /// A number for each player.
    Vector {
        /// How many.
        length: usize,
    },
    /// Alpha and beta.
    Window,
    /// Win or lose.
    Label,
    /// Any branches of the tree; what lies below one of them need not be named.
    Branches,
    /// One of so many moves.
    Choice {
        /// How many.
        count: usize,
    },
}
