use serde::{Deserialize, Serialize};

use crate::{Failure, Label, Successor, Theory};

/// A step towards the answer of one blank.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ExerciseHint))]
#[serde(tag = "code", rename_all = "kebab-case")]
pub enum Hint {
    /// The player who chooses at the node, and the children it chooses among.
    Chooses {
        /// The player, from 0; with two players 0 is max and 1 is min.
        player: usize,
        /// The numbers of the children.
        children: Vec<usize>,
        /// Those children whose values have to be computed first.
        first: Vec<usize>,
    },
    /// The value of a chance node is the mean of its children's values, weighted by their probabilities.
    Averages {
        /// The numbers of the children.
        children: Vec<usize>,
        /// Those children whose values have to be computed first.
        first: Vec<usize>,
    },
    /// The number of branches that are to be marked, and the node of the first one.
    Cuts {
        /// The number of branches.
        count: usize,
        /// The node; none if there is no cut.
        first_below: Option<usize>,
    },
    /// How few leaves alpha-beta visits in the best order, and how one begins.
    Order {
        /// The number of leaves that it visits.
        least: usize,
        /// The number of leaves of the tree.
        leaves: usize,
        /// The child of the root that comes first.
        first: usize,
    },
    /// The ancestors whose values so far are the ends of the window.
    WindowFrom {
        /// The max nodes among them, from the root down: the greatest value so far is alpha.
        max: Vec<usize>,
        /// The min nodes among them, from the root down: the least value so far is beta.
        min: Vec<usize>,
    },
    /// The UCT formula with the numbers inserted.
    UctFormula {
        /// Q, the mean of the move.
        mean: u32,
        /// n, the visits of the move.
        visits: u32,
        /// N, the visits of all moves.
        total: u32,
        /// The exploration constant C.
        c: f64,
        /// `ln N`.
        log: f64,
    },
    /// The move with the greatest UCT value is selected, not the one with the greatest mean.
    Greatest,
    /// Every move of a simulation is visited once more.
    OneVisitMore,
    /// The formula of the new mean with the numbers inserted.
    BackUp {
        /// The player who makes the move: 0 is max and 1 is min.
        player: usize,
        /// The visits before.
        visits: u32,
        /// The mean before; none if there was no visit.
        mean: Option<u32>,
        /// What the playout pays that player.
        payoff: u32,
    },
    /// The positions after each move, and whether the player who is then to move wins.
    Successors {
        /// The moves, without those that lead to the same position as another.
        moves: Vec<Successor>,
        /// A label for each of them.
        labels: Vec<Label>,
    },
    /// A winning move makes the exclusive or of the values 0.
    MakeZero {
        /// The Sprague-Grundy values of the position.
        theory: Theory,
    },
    /// A line that is not the one that lacks, because the program goes wrong with it.
    NotLine {
        /// The line.
        text: String,
        /// The smallest tree on which the program goes wrong.
        failure: Failure,
    },
    /// The line that comes first of the movable ones.
    FirstLine {
        /// Its place in the program, from 0.
        place: usize,
        /// The line.
        text: String,
    },
    /// A tree on which the given program goes wrong.
    Fails {
        /// The smallest such tree.
        failure: Failure,
    },
    /// Where the wrong line is.
    WrongLine {
        /// Its number, from 0.
        line: usize,
    },
}
