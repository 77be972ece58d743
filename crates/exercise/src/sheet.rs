use serde::{Deserialize, Serialize};

use crate::{Algorithm, Answer, CodeLine, ExerciseKind, Figure, Move, NodeLabel, Position};

/// An exercise as it is handed out: what is given and what is asked, as data, without the solution.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ExerciseSheet))]
pub struct Sheet {
    /// The subject.
    pub kind: ExerciseKind,
    /// The level, from 1, easy, to 5, hard; none if the exercise is about a tree of one's own, as of the
    /// next two.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// The seed of its series.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Its number in the series, from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u32>,
    /// What is given.
    pub material: Material,
    /// The blanks to be filled in.
    pub blanks: Vec<Blank>,
}

/// What is given in an exercise.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ExerciseMaterial))]
#[serde(tag = "material", rename_all = "kebab-case")]
pub enum Material {
    /// A game tree. If it has two players, they are max and min.
    Tree {
        /// The number of players.
        players: usize,
        /// The nodes in depth-first order from left to right, the root first.
        nodes: Vec<TreeNode>,
        /// The least and the greatest payoff that a leaf could have, where that matters.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        range: Option<[Figure; 2]>,
        /// The sum of the payoffs of every leaf, where that matters.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sum: Option<Figure>,
    },
    /// The statistics of the moves at a node of a Monte Carlo search tree.
    Statistics {
        /// The statistics of each move.
        moves: Vec<MoveStatistic>,
        /// The visits of the node: the sum of the visits of its moves.
        visits: u32,
        /// The exploration constant C, on the scale of the means.
        c: f64,
        /// The number of decimals to which UCT values are asked for.
        decimals: u32,
    },
    /// The moves of a simulation of UCT, from the root on, and what its playout pays.
    Simulation {
        /// The moves, with their statistics before the simulation.
        moves: Vec<PathMove>,
        /// The payoffs of max and min.
        payoffs: [u32; 2],
        /// The number of decimals to which means are asked for.
        decimals: u32,
    },
    /// Positions of one game, each to be labelled.
    Positions {
        /// The positions.
        positions: Vec<Position>,
        /// For each position the rulesheet of the game that begins there.
        rules: Vec<String>,
    },
    /// One position with its legal moves.
    Situation {
        /// The position.
        position: Position,
        /// The legal moves of the player to move.
        moves: Vec<Move>,
        /// The rulesheet of the game that begins at the position.
        rules: String,
    },
    /// A program in pseudo-code, with gaps, with lines in a wrong order, or with a wrong line.
    Code {
        /// What it is to compute.
        algorithm: Algorithm,
        /// Its lines, the head of the function first.
        lines: Vec<CodeLine>,
        /// Lines of which one should stand in the place of the wrong one; none if no line is wrong.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        replacements: Vec<String>,
    },
}

/// A node of a given tree.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ExerciseTreeNode))]
pub struct TreeNode {
    /// The number of the parent; none at the root.
    pub parent: Option<usize>,
    /// The label of a node, or the letter of an inner node without one; none for another leaf.
    pub name: Option<String>,
    /// The player who moves here, from 0; none at a leaf. With two players 0 is max and 1 is min. The number
    /// of players is chance.
    pub mover: Option<usize>,
    /// The payoffs of a leaf: one for each of more than two players, only max's with two players; none at an
    /// inner node.
    pub payoffs: Vec<Figure>,
    /// The label of a leaf, where nodes are to be labelled; none anywhere else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<NodeLabel>,
    /// How likely chance comes here, as a decimal or a fraction such as `1/4`; none of a node that is no
    /// child of a chance node.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub probability: Option<String>,
}

/// The statistics of a move in a Monte Carlo search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ExerciseMoveStatistic))]
pub struct MoveStatistic {
    /// The number of visits.
    pub visits: u32,
    /// The mean goal of the player to move, from 0 to 100.
    pub mean: u32,
}

/// A move of a simulation of UCT, with its statistics before the simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ExercisePathMove))]
pub struct PathMove {
    /// The player who makes it: 0 is max and 1 is min.
    pub player: usize,
    /// The number of visits.
    pub visits: u32,
    /// The mean goal of that player, from 0 to 100; none if there was no visit.
    pub mean: Option<u32>,
}

/// A place where an answer is to be filled in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ExerciseBlank))]
pub struct Blank {
    /// Its name, the key of its answer.
    pub id: String,
    /// The number of the node, move, position or line that it is about; none if it is about the exercise as
    /// a whole.
    pub at: Option<usize>,
    /// The kind of answer that it takes.
    pub takes: AnswerKind,
}

/// The kind of answer that a blank takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ExerciseTakes))]
#[serde(tag = "answer", rename_all = "kebab-case")]
pub enum AnswerKind {
    /// A number.
    Number {
        /// The number of decimals.
        decimals: u32,
    },
    /// A number, exactly: whole, with decimals or as a fraction.
    Fraction,
    /// A number for each player.
    Vector {
        /// The number of players.
        length: usize,
    },
    /// Alpha and beta.
    Window,
    /// Win or lose.
    Label,
    /// Win, draw, lost or skipped.
    NodeLabel {
        /// Whether some leaf is a draw.
        draws: bool,
    },
    /// A set of branches of the tree. Branches below one that is cut or skipped need not be named.
    Branches,
    /// An order of the children of every node, told by that of the leaves.
    Order {
        /// The number of leaves.
        leaves: usize,
    },
    /// An order of the movable lines, told by their numbers.
    Lines {
        /// The number of movable lines.
        count: usize,
    },
    /// One of several moves or lines.
    Choice {
        /// The number of moves or lines.
        count: usize,
    },
}

impl AnswerKind {
    /// Whether an answer is of this kind.
    pub(crate) fn admits(self, answer: &Answer) -> bool {
        match (self, answer) {
            (Self::Number { .. } | Self::Fraction, Answer::Number(_))
            | (Self::Window, Answer::Window { .. })
            | (Self::Label, Answer::Label(_))
            | (Self::NodeLabel { .. }, Answer::NodeLabel(_))
            | (Self::Branches, Answer::Branches(_))
            | (Self::Order { .. } | Self::Lines { .. }, Answer::Order(_))
            | (Self::Choice { .. }, Answer::Choice(_)) => true,
            (Self::Vector { length }, Answer::Vector(values)) => values.len() == length,
            _ => false,
        }
    }
}
