//! Exact values and counts of games: labelled trees, state spaces to the last state, proofs.
//!
//! ```
//! use game::{Game, Tree};
//! use spielbaum_solve::{Limits, Retrograde, StateCount};
//!
//! let tree = Tree::from_brackets("((3 12 8) (2 4 6) (14 5 2))")?;
//! let count = StateCount::from(&tree, &tree.initial(), true, &Limits::default(), &|_| ())?;
//! assert_eq!((count.states(), count.terminal()), (13, 9));
//!
//! let solved = Retrograde::of(&tree, &tree.initial(), &Limits::default(), &|_| ())?;
//! let solution = solved.solution(&tree.initial()).expect("the root was enumerated");
//! assert_eq!(solution.bounds[0].value(), Some(3));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`solve`] works out the value of a state by the [`Method`] that fits.
//!
//! [`StateCount`] enumerates the states that a state leads to (`space`), and [`Retrograde`] values them
//! backwards from the ends of the game; [`MixedSolution`] does so where two roles choose at the same time.
//! Both take any [`Game`](game::Game); states of a rulesheet are packed by its circuit and expanded in
//! lanes (`source`). [`guarantee`] finds by proofs what a role can be sure of, without looking at all
//! states. [`Searched`] takes what a strategy of the crate `search` proves. [`ConnectFourSolver`] and
//! [`OthelloSolver`] are each written for one game. [`SumOfGames`] tells why a position is won where the
//! game is a sum of games. [`symbolic`] counts states with decision diagrams, where they are too many to
//! be enumerated.
//!
//! In a game with chance or hidden information [`Equilibrium`] learns by counterfactual regret minimisation
//! (`regret`) how to play. Its tree of histories is an [`ExtensiveForm`], in which [`Played`] tells how a
//! strategy plays, and so how [exploitable](Exploitability) it is. A [`RegretRecorder`] keeps how the players
//! learnt, iteration by iteration.
//!
//! What is found are [`Solution`](search::Solution)s and [`Tablebase`](search::Tablebase)s, which are the
//! crate `search`'s, so that a strategy can play by them.

mod built_in;
mod connect_four;
mod count;
mod count_report;
mod end_sums;
mod equilibrium;
mod equilibrium_report;
mod expectation;
mod extensive_form;
mod grundy;
mod guarantees;
mod limits;
mod matrix_game;
mod method;
mod mixed;
mod othello;
mod payoffs;
mod played;
mod proof;
mod proven;
mod regret;
mod regret_trace;
mod report;
mod retrograde;
#[doc(hidden)]
pub mod samples;
mod searched;
mod solver;
mod source;
mod space;
pub mod symbolic;
#[cfg(test)]
mod tests;
mod tree_size;

pub use connect_four::{
    ConnectFourProblem, ConnectFourSolver, MoveProblem, Position, PositionProblem, ScoreBounds, connect_four,
};
pub use count::{CountError, Counting, StateCount, Tree};
pub use count_report::{CountReport, SymbolicCountReport};
pub use equilibrium::{Equilibrium, EquilibriumError, EquilibriumOptions, Learning, RegretObserver};
pub use equilibrium_report::{EquilibriumReport, InformationSetReport};
pub use expectation::{Expectation, Expected};
pub use extensive_form::{
    Exploitability, ExtensiveForm, ExtensiveFormError, KnownPly, Profile, SetNaming, played_tree,
};
pub use grundy::{ExplainedMove, Explanation, InTime, Part, PlyLimit, SumOfGames, Unexplained};
pub use limits::{Cut, Limits, peak_bytes};
pub use method::{Method, NoSuchMethod};
pub use mixed::{MixedError, MixedSolution};
pub use othello::{
    BoardCell, DiscBounds, OthelloPosition, OthelloPositionProblem, OthelloProblem, OthelloProgress,
    OthelloSolution, OthelloSolved, OthelloSolver, othello,
};
pub use played::{PlayError, Played, Questions};
pub use proof::{GuaranteeBounds, Guaranteed, ProofLimits, guarantee, guarantee_by_moves};
pub use regret::{Algorithm, NoSuchAlgorithm, RegretMinimiser};
pub use regret_trace::{RegretRecorder, RegretTrace, TracedIteration, TracedMoves, TracedSet};
pub use report::{SolutionReport, SolvedMoveReport, SolvedValue};
pub use retrograde::{Retrograde, RetrogradeError};
pub use searched::Searched;
pub use solver::{Files, SolveError, Solved, Solving, solve, solve_on};
pub use space::{ExpandedPart, Expanders, ExpandersError, Exploring, LayerCount, Valuing, expand_part};
pub use tree_size::TreeCount;
