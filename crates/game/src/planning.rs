use circuit::{Counting, GoalDistance, Horizon, PatternDatabases, PlyBounds};
use gdl::{Interrupt, Interrupted};

use crate::{Encoding, FactorGames};

/// What a search for plans of a role alone asks of a game that is a circuit. `S` is the game's state and `M`
/// its move.
///
/// A state is its *fluents*, as [bits](Encoding::bits); all else that is known of it follows from them.
pub trait Planning<S, M>: Encoding<S> {
    /// Replaces the content of `states` by those with these fluents, which are those of states of the game.
    fn states(&self, fluents: &[&[u64]], states: &mut Vec<S>);

    /// The fluents that no move has any influence on, such as a counter of plies.
    fn clock(&self) -> Vec<u64>;

    /// How far states are from the greatest goal of the role, as far as its condition tells; none if that is
    /// not known.
    fn goal_distance(&self) -> Option<GoalDistance>;

    /// How far states that can be reached from this one are from the greatest goal, by databases of so many
    /// entries together at most, in which a move that serves several parts counts once or for each; none if
    /// no part of the goal depends on few fluents.
    ///
    /// # Errors
    /// If it is interrupted.
    fn pattern_databases(
        &self,
        state: &S,
        entries: usize,
        counting: Counting,
        interrupt: &Interrupt<'_>,
    ) -> Result<Option<PatternDatabases>, Interrupted>;

    /// What plans from a state on can pay after so many plies; none if that is not known.
    ///
    /// # Errors
    /// If it is interrupted.
    fn ply_bounds(&self, state: &S, interrupt: &Interrupt<'_>) -> Result<Option<PlyBounds>, Interrupted>;

    /// The plies from a state which is not terminal, to look for plans among them: of about so many gates
    /// together at most. None if the circuit is too large.
    ///
    /// # Errors
    /// If it is interrupted.
    fn horizon(
        &self,
        state: &S,
        most_gates: usize,
        interrupt: &Interrupt<'_>,
    ) -> Result<Option<Horizon>, Interrupted>;

    /// The moves of a plan that a horizon has found.
    fn moves(&self, plan: &[u32]) -> Vec<M>;

    /// The independent puzzles that the game consists of; none if it is one puzzle, or that is not known.
    ///
    /// # Errors
    /// If it is interrupted before they are known.
    fn factors(&self, _interrupt: &Interrupt<'_>) -> Result<Option<FactorGames<S, M>>, Interrupted> {
        Ok(None)
    }
}
