//! Othello, solved on bits.

mod board;
mod order;
mod position;
mod rules;
mod saved;
mod search;
mod shallow;
mod shared;
mod stability;
mod symmetry;
mod table;
#[cfg(test)]
mod tests;
mod worker;

use std::io;
use std::path::Path;
use std::time::Duration;

use pulp::Simd;

use position::for_size;
pub use position::{BoardCell, OthelloPosition, OthelloPositionProblem};
pub use rules::{OthelloProblem, OthelloSolved, othello};
pub(crate) use rules::{built_in_name, check, solved};
use saved::Saved;
use search::Search;
use shared::Shared;

use crate::limits::{Clock, Cut, Limits};

/// Solves positions of [Othello](game::Othello) on boards of 4, 6 and 8 columns, with the difference of the
/// discs at the end.
///
/// The value of a position is its *score*, seen by the side to move: its discs less those of the other side
/// when the game is over. Cells that are empty then belong to nobody.
///
/// The search is negamax with null windows that narrow the score: first who wins, then by how much. With more
/// than six empty cells it keeps what it finds in a table, looks for a cut among the children there before it
/// searches any, and sorts the moves: by a search of some plies with an estimate where many cells are empty,
/// else by how few moves they leave to the other side. Discs that can be flipped no more bound the score.
/// With at least 18 empty cells the eight images of a position are one. With six or fewer it searches without
/// the table, first in the quarters of the board in which an odd number of cells is empty. Threads search the
/// same position, each with the moves last that another one is at.
///
/// ```
/// use spielbaum_solve::{Limits, OthelloPosition, OthelloSolver};
///
/// let solution = OthelloSolver::new(Limits::default()).solve(&OthelloPosition::initial(4)?, &|_| ())?;
/// // The second player wins, 11 to 3.
/// assert_eq!(solution.score.score(), Some(-8));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Sources: J. Feinstein, *Amenor Wins World 6x6 Championships!*, British Othello Federation Newsletter
/// (1993), who solved the board of six columns first; G. Andersson, *Writing an Othello program* (moves by
/// how few the other side has left, parity of regions); cuts found among the children: J. Schaeffer, A.
/// Plaat, *New advances in alpha-beta searching*, ACM Conference on Computer Science (1996).
#[derive(Debug)]
pub struct OthelloSolver {
    limits: Limits,
    saved: Saved,
    /// Bounds that took so many positions are saved.
    worth_saving: u64,
}

/// What is known of the score of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiscBounds {
    /// The score is no less.
    pub lower: i8,
    /// The score is no greater.
    pub upper: i8,
}

impl DiscBounds {
    /// The score, if it is known.
    pub fn score(&self) -> Option<i8> {
        (self.lower == self.upper).then_some(self.lower)
    }
}

/// What a search has found out about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OthelloSolution {
    /// Bounds on its score.
    pub score: DiscBounds,
    /// Bounds on the score after each move, seen by the side that makes it, none to pass; a move that is no
    /// better than another one has an upper bound only. There is no move if the game is over.
    pub moves: Vec<(Option<BoardCell>, DiscBounds)>,
    /// A line of best play, if the score was found.
    pub line: Vec<Option<BoardCell>>,
    /// Positions searched, those for the order of moves too.
    pub nodes: u64,
    /// Why the search ended before the score was found, if it has.
    pub cut: Option<Cut>,
}

/// How far a search has come.
#[derive(Clone, Copy, Debug)]
pub struct OthelloProgress {
    /// Positions searched.
    pub nodes: u64,
    /// Since the start.
    pub elapsed: Duration,
    /// The score is no less.
    pub lower: i8,
    /// The score is no greater.
    pub upper: i8,
}

/// Positions that are searched in about a second.
const WORTH_SAVING: u64 = 1 << 24;

/// Empty cells up to which a table of [`SMALL_TABLE`] megabytes is enough. Each further one doubles it.
const SMALL: u32 = 16;
const SMALL_TABLE: u64 = 1;

impl OthelloSolver {
    /// A solver that takes no more than this.
    pub fn new(limits: Limits) -> Self {
        Self { limits, saved: Saved::default(), worth_saving: WORTH_SAVING }
    }

    /// Keeps bounds that took about a second in a file as they are found, and begins with those that it has.
    /// The format is described in `docs/solving.md`.
    ///
    /// # Errors
    /// If the file cannot be read and written, or has something else in it, such as bounds of a board of
    /// another size.
    pub fn with_checkpoint(self, size: u8, path: &Path) -> io::Result<Self> {
        Ok(Self { saved: Saved::open(path, size.into())?, ..self })
    }

    /// The score of a position, or bounds on it if the limits end the search. `watch` is called some hundred
    /// times a second.
    ///
    /// # Errors
    /// If the file of a [checkpoint](Self::with_checkpoint) cannot be written, or its bounds contradict each
    /// other.
    pub fn solve(
        &self,
        position: &OthelloPosition,
        watch: &(dyn Fn(OthelloProgress) + Sync),
    ) -> io::Result<OthelloSolution> {
        let solution = for_size!(position.size(), SIZE => self.solve_on::<SIZE>(position, watch));
        self.saved.error().map_or(Ok(solution), Err)
    }

    fn solve_on<const SIZE: usize>(
        &self,
        position: &OthelloPosition,
        watch: &(dyn Fn(OthelloProgress) + Sync),
    ) -> OthelloSolution {
        let clock = Clock::start(&self.limits);
        let doubled = SMALL_TABLE << position.empty_cells().saturating_sub(SMALL).min(32);
        let megabytes = doubled.min((self.limits.memory >> 20) as u64);
        let shared = Shared::<SIZE>::new(megabytes, (&self.saved, self.worth_saving), &clock, watch);
        fn search<const SIZE: usize, S: Simd>(
            simd: S,
            shared: &Shared<'_, SIZE>,
            threads: usize,
            position: &OthelloPosition,
        ) -> OthelloSolution {
            Search { shared, threads, simd }.solve(position)
        }
        #[cfg(target_arch = "x86_64")]
        if let Some(simd) = pulp::x86::V3::try_new() {
            return search(simd, &shared, self.limits.threads, position);
        }
        search(pulp::Scalar::new(), &shared, self.limits.threads, position)
    }
}
