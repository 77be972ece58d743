//! Exercises on pseudo-code. An answer makes a program, which is run on small trees and compared with the
//! right one.

mod fault;
mod gaps;
mod language;
mod machine;
mod order;
mod programs;
#[cfg(test)]
mod tests;
mod trials;

use serde::{Deserialize, Serialize};

use crate::Figure;

pub(crate) use fault::FindFault;
pub(crate) use gaps::FillGaps;
pub(crate) use order::OrderLines;

/// An algorithm that is given in pseudo-code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ExerciseAlgorithm))]
#[serde(rename_all = "kebab-case")]
pub enum Algorithm {
    /// Minimax, with a branch for max and one for min.
    Minimax,
    /// Minimax with values of the player to move.
    Negamax,
    /// Alpha-beta, with a branch for max and one for min.
    AlphaBeta,
    /// Alpha-beta with values of the player to move.
    NegamaxAlphaBeta,
    /// One simulation of UCT.
    Uct,
}

impl Algorithm {
    /// All algorithms, in the order in which they are taught.
    const ALL: [Algorithm; 5] = [
        Algorithm::Minimax,
        Algorithm::Negamax,
        Algorithm::AlphaBeta,
        Algorithm::NegamaxAlphaBeta,
        Algorithm::Uct,
    ];
}

/// A line of a program as it is given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ExerciseCodeLine))]
pub struct CodeLine {
    /// How deep it is indented, in steps.
    pub indent: usize,
    /// What it says; none in a gap.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The lines to choose from in a gap.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
    /// Whether it may stand in another place.
    pub movable: bool,
}

/// A tree on which a program does something else than the right one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ExerciseFailure))]
pub struct Failure {
    /// The tree in brackets.
    pub tree: String,
    /// What the playouts pay max, one after the other; for UCT only.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub playouts: Vec<Figure>,
    /// What the right program does.
    pub expected: Outcome,
    /// What the program does instead.
    pub found: Outcome,
}

/// What a program does on a tree.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ExerciseOutcome))]
#[serde(tag = "outcome", rename_all = "kebab-case")]
pub enum Outcome {
    /// It returns the value of the tree.
    Value {
        /// The value as a number is typed; `-inf` or `inf` if it is infinite.
        value: String,
    },
    /// It returns the value of the tree without looking at all of it.
    Search {
        /// The value as a number is typed; `-inf` or `inf` if it is infinite.
        value: String,
        /// The payoffs of the leaves that it looks at, in this order.
        leaves: Vec<Figure>,
        /// How many branches it cuts: those that it does not enter from a node that it enters.
        cut: usize,
    },
    /// It has statistics after some simulations.
    Statistics {
        /// The number of simulations.
        simulations: usize,
        /// The visits of every node: `3:(1 2)` is a node with 3 visits whose children have 1 and 2.
        visits: String,
        /// The sums of what was paid, in the same form.
        totals: String,
    },
    /// It comes to no end.
    Stopped {
        /// The line at which it stops, from 0.
        line: usize,
        /// Why.
        why: Stop,
    },
}

/// Why a program stops before its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ExerciseStop))]
#[serde(tag = "why", rename_all = "kebab-case")]
pub enum Stop {
    /// The line cannot stand here: an `else` without `if`, a `break` outside a loop, a line that is indented
    /// without reason.
    Misplaced,
    /// Nothing is indented below a line that ends in a colon.
    NoBody,
    /// A name is used that has no value yet.
    NoValue {
        /// The name.
        name: String,
    },
    /// The payoff of a node that is no leaf is asked for.
    NoPayoff,
    /// What is calculated has no result, such as a division by 0.
    NoResult,
    /// A number, a node or a truth value is needed, and there is another of them.
    WrongType,
    /// The function ends without `return`.
    NoReturn,
    /// It takes too many steps, or calls itself too deeply.
    Endless,
}

/// A line of a program: how deep it is indented, and what it says.
type Line = (usize, &'static str);

impl CodeLine {
    /// A line that is given in its place.
    fn fixed((indent, text): Line) -> Self {
        Self { indent, text: Some(text.to_owned()), options: Vec::new(), movable: false }
    }
}
