use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The answer to a blank. In JSON it is an object with one field, such as `{"number": 3}`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ExerciseAnswer))]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// A number.
    Number(f64),
    /// The payoff of each player.
    Vector(Vec<f64>),
    /// A window; an absent end is infinite.
    Window {
        /// The lower end.
        alpha: Option<f64>,
        /// The upper end.
        beta: Option<f64>,
    },
    /// Whether the player to move wins.
    Label(Label),
    /// The label of a node of a tree.
    NodeLabel(NodeLabel),
    /// Branches, by the numbers of the nodes to which they lead.
    Branches(Vec<usize>),
    /// The leaves of a tree from left to right, or lines of a program from top to bottom, by their numbers.
    Order(Vec<usize>),
    /// One of several moves or lines, by its number from 0.
    Choice(usize),
}

/// The answers to the blanks of an exercise, by the names of the blanks.
pub type Answers = BTreeMap<String, Answer>;

/// The value of a position for the player to move, in a game without draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ExerciseLabel))]
#[serde(rename_all = "kebab-case")]
pub enum Label {
    /// The player to move wins, if it plays well.
    Win,
    /// The player to move loses, if the opponent plays well.
    Lose,
}

/// The label of a node of a tree: what it comes to for max.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ExerciseNodeLabel))]
#[serde(rename_all = "kebab-case")]
pub enum NodeLabel {
    /// WIN: max wins.
    Win,
    /// DRAW: neither wins.
    Draw,
    /// LOST: min wins.
    Lost,
    /// None: early exit skips the node, or one above it.
    Skipped,
}

impl NodeLabel {
    /// The label; none of a skipped node.
    pub(crate) fn of_search(self) -> Option<search::Label> {
        match self {
            Self::Win => Some(search::Label::Win),
            Self::Draw => Some(search::Label::Draw),
            Self::Lost => Some(search::Label::Lost),
            Self::Skipped => None,
        }
    }
}

impl From<Option<search::Label>> for NodeLabel {
    /// A node without a label is skipped.
    fn from(label: Option<search::Label>) -> Self {
        match label {
            Some(search::Label::Win) => Self::Win,
            Some(search::Label::Draw) => Self::Draw,
            Some(search::Label::Lost) => Self::Lost,
            None => Self::Skipped,
        }
    }
}
