//! Connect Four, solved on bits.

mod bits;
mod negamax;
mod position;
mod rules;
mod table;
#[cfg(test)]
mod tests;

use search::{Budget, Meter};

use negamax::{Negamax, Question};
pub use position::{MoveProblem, Position, PositionProblem};
pub use rules::{ConnectFourProblem, connect_four};
pub(crate) use rules::{built_in_name, check, solved};
use table::Table;

/// Solves positions of [Connect Four](game::ConnectFour) on boards of any size that [`Position`]s have, with
/// the distance to the end.
///
/// The value of a position is a *score*, seen by the side to move. It is 0 if the game is drawn. If the side
/// wins, the score is one more than the number of its discs that are left when it has won, so that a sooner
/// win has a greater score; if it loses, it is the negative score of the other side.
/// [`Position::plies_to_end`] tells the distance that a score stands for.
///
/// The search is negamax with null windows that narrow the score: first who wins, then how soon. It leaves
/// out moves that let the other side win at once, makes those first that leave the side the most cells to win
/// in, and looks for a cut among the children in its table before it searches any. The discs that are left
/// bound the score of each position. Where the discs on the board allow that, a position and its mirror image
/// are one.
///
/// ```
/// use search::Budget;
/// use spielbaum_solve::{ConnectFourSolver, Position};
///
/// // Three in a row, open at both ends.
/// let position = Position::empty(7, 6)?.after(&[3, 3, 4, 4, 5])?;
/// let solution = ConnectFourSolver::new(1).solve(&position, &Budget::default());
/// assert_eq!(solution.score(), Some(-18));
/// assert_eq!(position.plies_to_end(-18), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Sources: J. D. Allen, *Expert Play in Connect-Four* (1990); V. Allis, *A Knowledge-based Approach of
/// Connect-Four* (1988); J. Tromp, *Fhourstones* (the representation in columns of bits); P. Pons, *Solving
/// Connect 4: how to build a perfect AI* (2015; the score, moves ordered by cells to win in, narrowing by
/// null windows). Cuts found among the children: J. Schaeffer, A. Plaat, *New advances in alpha-beta
/// searching*, ACM Conference on Computer Science (1996).
#[derive(Debug)]
pub struct ConnectFourSolver {
    table: Table,
    /// The board that the table is about.
    dimensions: (u8, u8),
}

/// What is known of the score of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoreBounds {
    /// The score is no less.
    pub lower: i8,
    /// The score is no greater.
    pub upper: i8,
    /// Positions searched.
    pub nodes: u64,
}

impl ScoreBounds {
    /// The score, if it is known.
    pub fn score(&self) -> Option<i8> {
        (self.lower == self.upper).then_some(self.lower)
    }

    /// What is known of the score from the other side.
    fn reversed(self) -> Self {
        Self { lower: -self.upper, upper: -self.lower, ..self }
    }
}

impl ConnectFourSolver {
    /// A solver with a table of so many megabytes at the most, two at the least. The table grows as it fills,
    /// so that a short search stays in the processor's caches.
    pub fn new(megabytes: u64) -> Self {
        Self { table: Table::new(megabytes), dimensions: (0, 0) }
    }

    /// The score of a position, or bounds on it if the budget (nodes, time, the stop flag) ends the search.
    /// What has been found out about other positions of the same board serves again.
    pub fn solve(&mut self, position: &Position, budget: &Budget) -> ScoreBounds {
        self.solve_within(position, Question::Score, &mut Meter::start(budget.clone()))
    }

    /// Who wins: 1 for the side to move, 0 if nobody does, -1 for the other side; none if the budget ends the
    /// search. It takes less than [the score](Self::solve).
    pub fn winner(&mut self, position: &Position, budget: &Budget) -> Option<i8> {
        let found = self.solve_within(position, Question::Winner, &mut Meter::start(budget.clone()));
        (found.lower.signum() == found.upper.signum()).then_some(found.lower.signum())
    }

    /// The score after each possible move, by its column counted from 0, seen by the side that makes it; none
    /// in a position in which the game is over.
    pub fn solve_moves(&mut self, position: &Position, budget: &Budget) -> Vec<(u8, ScoreBounds)> {
        let mut meter = Meter::start(budget.clone());
        let columns = 0..position.dimensions().0;
        let children = columns.filter_map(|column| Some((column, position.after(&[column]).ok()?)));
        children
            .map(|(column, child)| {
                let before = meter.effort.nodes;
                let solution = self.solve_within(&child, Question::Score, &mut meter).reversed();
                (column, ScoreBounds { nodes: meter.effort.nodes - before, ..solution })
            })
            .collect()
    }

    fn solve_within(&mut self, position: &Position, question: Question, meter: &mut Meter) -> ScoreBounds {
        if self.dimensions != position.dimensions() {
            self.dimensions = position.dimensions();
            self.table.clear();
        }
        // The shifts of a board are constants of its search.
        macro_rules! search {
            ($($pitch:literal)+) => {
                match position.pitch() {
                    $($pitch => Negamax::<$pitch>::new(position, &mut self.table, meter).solve(position, question),)+
                    pitch => unreachable!("four columns of {pitch} bits do not fit into 64"),
                }
            };
        }
        search!(2 3 4 5 6 7 8 9 10 11 12 13 14 15 16)
    }
}
