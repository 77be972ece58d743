use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// What somebody fills into a blank. On paper each is an object with one field, such as `{"number": 3}`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ExerciseAnswer))]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// A number.
    Number(f64),
    /// A payoff for each player.
    Vector(Vec<f64>),
    /// A window; an absent end is infinite.
    Window {
        /// The lower end.
        alpha: Option<f64>,
        /// The upper end.
        beta: Option<f64>,
    },
    /// Whether who is to move wins.
    Label(Label),
    /// Branches, by the numbers of the nodes that they lead to.
    Branches(Vec<usize>),
    /// One of several moves, by its number from 0.
    Choice(usize),
}

/// The answers to the blanks of an exercise, by the blanks' names.
pub type Answers = BTreeMap<String, Answer>;

/// Who wins a position of a game without draws when both play well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ExerciseLabel))]
#[serde(rename_all = "kebab-case")]
pub enum Label {
    /// Who is to move.
    Win,
    /// The other.
    Lose,
}
