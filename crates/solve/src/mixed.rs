use game::{Choices, Game, Goal, constant_sum};

use crate::CountError;
use crate::limits::{Clock, Cut, Limits};
use crate::matrix_game::MatrixGame;
use crate::source::{Source, source_within};
use crate::space::{Broken, Rule, Space, StateView, SuccessorValues, of_words};

/// The value of a state in which, or after which, two roles of constant sum choose at the same time, and how
/// they mix their moves.
#[derive(Clone, Debug, PartialEq)]
pub struct MixedSolution<M> {
    /// What each role gets on the average if both play for the best.
    pub values: [f64; 2],
    /// The legal moves of each role in the state, with the probabilities by which it chooses them; none in a
    /// terminal state.
    pub mixtures: [Vec<(M, f64)>; 2],
}

/// Why there is no mixed solution.
#[derive(Debug, thiserror::Error)]
pub enum MixedError {
    /// The states cannot be enumerated.
    #[error(transparent)]
    Count(#[from] CountError),
    /// It was cut.
    #[error("it was cut")]
    Cut(Cut),
    /// States come again: values would be limits.
    #[error("states come again, so that play need not end")]
    Endless,
    /// The best mixtures of some state were not found.
    #[error("a linear program whose solution is the value of a state was not solved")]
    Unsolved,
    /// The game is another one.
    #[error("only games of two roles whose payoffs have a constant sum have one value")]
    Unopposed,
}

impl From<Broken> for MixedError {
    fn from(broken: Broken) -> Self {
        Self::Count(broken.into())
    }
}

impl<M: Copy + Eq> MixedSolution<M> {
    /// Works out the value of `state`: of every state that it leads to, backwards, as the value of the matrix
    /// of what both get by their moves.
    ///
    /// # Errors
    /// If the game has not two roles of constant sum, states come again, the rules give no answer, or a limit
    /// cuts the work.
    pub fn of<G: Game<Move = M>>(game: &G, state: &G::State, limits: &Limits) -> Result<Self, MixedError> {
        Self::with_sum(game, state, constant_sum(game), limits)
    }

    /// The same where the payoffs in all ends that the state leads to are known to have this sum.
    pub(crate) fn with_sum<G: Game<Move = M>>(
        game: &G,
        state: &G::State,
        sum: Option<Goal>,
        limits: &Limits,
    ) -> Result<Self, MixedError> {
        let sum = f64::from(sum.filter(|_| game.roles() == 2).ok_or(MixedError::Unopposed)?);
        let clock = Clock::start(limits);
        let source = source_within(game, &clock).map_err(MixedError::Cut)?;
        let key = source.key(state);
        let (value, matrix) = of_words!(source.words(), |N| root::<N>(&*source, &key, &clock)?);
        let mut mixtures = [Vec::new(), Vec::new()];
        if let Some(matrix) = matrix {
            let choices = Choices::of(game, state);
            for (role, matrix) in [matrix.clone(), matrix.turned()].iter().enumerate() {
                let rows = matrix.solve().ok_or(MixedError::Unsolved)?.rows;
                mixtures[role] = choices.of_role(role).iter().copied().zip(rows).collect();
            }
        }
        Ok(Self { values: [value, sum - value], mixtures })
    }
}

/// The value of the first role in a state, and the matrix of what it gets by the moves; none in a
/// terminal state.
fn root<const N: usize>(
    source: &dyn Source,
    key: &[u64],
    clock: &Clock<'_>,
) -> Result<(f64, Option<MatrixGame>), MixedError> {
    let space = Space::<N>::explore(source, key, None, clock, &|_| ())?;
    if let Some(cut) = space.cut {
        return Err(MixedError::Cut(cut));
    }
    let per_state = size_of::<[u64; N]>() + size_of::<Value>();
    if space.states() as usize * per_state + source.bytes() > clock.limits.memory {
        return Err(MixedError::Cut(Cut::Memory));
    }
    let layers = space.values(source, &Values, clock, &|_| ())?.map_err(MixedError::Cut)?;
    let value_of = |key: &[u64; N]| {
        let value = layers.iter().find_map(|layer| layer.values_of(key)?[0]);
        value.ok_or(MixedError::Endless)?.map_err(|Unsolved| MixedError::Unsolved)
    };
    let mut expanded = crate::source::Expanded::default();
    source.expander().expand(key, &mut expanded).map_err(CountError::from)?;
    let first = bytemuck::cast_slice::<u64, [u64; N]>(key)[0];
    let value = value_of(&first)?;
    if expanded.terminal[0] {
        return Ok((value, None));
    }
    let successors: &[[u64; N]] = bytemuck::cast_slice(&expanded.states);
    let payoffs = successors.iter().map(value_of).collect::<Result<_, _>>()?;
    Ok((value, Some(MatrixGame::new(columns(&expanded.joints), payoffs))))
}

/// The value of a state by those of its successors, row by row of so many columns.
fn value(columns: usize, successors: impl Iterator<Item = Value>) -> Value {
    let solve = |payoffs| MatrixGame::new(columns, payoffs).solve().ok_or(Unsolved);
    let payoffs: Result<Vec<f64>, Unsolved> = successors.collect::<Option<_>>()?;
    Some(payoffs.and_then(solve).map(|mixture| mixture.value))
}

/// The moves of the second role, whose choice changes fastest.
fn columns(joints: &[u32]) -> usize {
    joints.chunks_exact(2).take_while(|joint| joint[0] == joints[0]).count()
}

/// The linear program was not solved in a state, or in one after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Unsolved;

/// What the first role gets on the average in a state; none of a state whose value depends on itself, as far
/// as is known.
type Value = Option<Result<f64, Unsolved>>;

/// The values of all states.
struct Values;

impl Rule for Values {
    type Value = Value;

    const KEPT: bool = true;

    fn width(&self) -> usize {
        1
    }

    fn values(
        &self,
        state: &StateView<'_>,
        successors: &SuccessorValues<'_, Self::Value>,
        out: &mut [Self::Value],
    ) {
        out[0] = if state.terminal {
            Some(Ok(f64::from(state.goals[0])))
        } else {
            value(columns(state.joints), successors.each().map(|successor| successor[0]))
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_solved_is_not_taken_for_what_is_unknown() {
        let after = |second| value(2, [Some(Ok(2.0)), second].into_iter());
        assert_eq!(after(Some(Ok(1.0))), Some(Ok(1.0)));
        for missing in [None, Some(Err(Unsolved))] {
            assert_eq!(after(missing), missing);
        }
    }
}
