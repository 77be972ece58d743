use game::{Choices, Game, constant_sum};

use crate::CountError;
use crate::limits::{Clock, Cut, Limits};
use crate::matrix_game::MatrixGame;
use crate::source::{Source, source};
use crate::space::{Broken, Rule, Space, StateView, SuccessorValues, of_words};

/// The value of a state in which, or after which, two roles of constant sum choose at the same time, and how they mix their moves.
#[derive(Clone, Debug, PartialEq)]
pub struct MixedSolution<M> {
    /// What each role gets on the average if both play for the best.
    pub values: [f64; 2],
    /// The legal moves of each role in the state, with the probabilities by which it chooses them; none in a terminal state.
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
    /// Works out the value of `state`: of every state that it leads to, backwards, as the value of the matrix of what both get by their moves.
    ///
    /// # Errors
    /// If the game has not two roles of constant sum, states come again, the rules give no answer, or a limit cuts the work.
    pub fn of<G: Game<Move = M>>(game: &G, state: &G::State, limits: &Limits) -> Result<Self, MixedError> {
        let sum = constant_sum(game).filter(|_| game.roles() == 2).ok_or(MixedError::Unopposed)?;
        let sum = f64::from(sum);
        let clock = Clock::start(limits);
        let source = source(game, &game::Interrupt::never()).map_err(CountError::from)?;
        let key = source.key(state);
        let (value, matrix) = of_words!(source.words(), |N| root::<G, N>(&*source, &key, &clock)?);
        let mut mixtures = [Vec::new(), Vec::new()];
        if let Some(matrix) = matrix {
            let choices = Choices::of(game, state);
            for (role, matrix) in [matrix.clone(), matrix.turned()].iter().enumerate() {
                let rows = matrix.solve().ok_or(MixedError::Endless)?.rows;
                mixtures[role] = choices.of_role(role).iter().copied().zip(rows).collect();
            }
        }
        Ok(Self { values: [value, sum - value], mixtures })
    }
}

/// The value of the first role in a state, and the matrix of what it gets by the moves; none in a terminal state.
fn root<G: Game, const N: usize>(
    source: &dyn Source<G>,
    key: &[u64],
    clock: &Clock<'_>,
) -> Result<(f64, Option<MatrixGame>), MixedError> {
    let space = Space::<N>::explore(source, key, None, clock, &|_| ())?;
    if let Some(cut) = space.cut {
        return Err(MixedError::Cut(cut));
    }
    let per_state = size_of::<[u64; N]>() + size_of::<Option<f64>>();
    if space.states() as usize * per_state + source.bytes() > clock.limits.memory {
        return Err(MixedError::Cut(Cut::Memory));
    }
    let layers = space.values(source, &Values, clock, &|_| ())?.map_err(MixedError::Cut)?;
    let value_of = |key: &[u64; N]| layers.iter().find_map(|layer| layer.values_of(key)?[0]);
    let mut expanded = crate::source::Expanded::default();
    source.expander().expand(key, &mut expanded).map_err(CountError::from)?;
    let first = bytemuck::cast_slice::<u64, [u64; N]>(key)[0];
    let value = value_of(&first).ok_or(MixedError::Endless)?;
    if expanded.terminal[0] {
        return Ok((value, None));
    }
    let successors: &[[u64; N]] = bytemuck::cast_slice(&expanded.states);
    let payoffs: Option<Vec<f64>> = successors.iter().map(value_of).collect();
    let payoffs = payoffs.ok_or(MixedError::Endless)?;
    Ok((value, Some(MatrixGame::new(columns(&expanded.joints), payoffs))))
}

/// The moves of the second role, whose choice changes fastest.
fn columns(joints: &[u32]) -> usize {
    joints.chunks_exact(2).take_while(|joint| joint[0] == joints[0]).count()
}

/// What the first role gets on the average in every state.
struct Values;

impl Rule for Values {
    /// None of a state whose value depends on itself, as far as is known.
    type Value = Option<f64>;

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
            Some(f64::from(state.goals[0]))
        } else {
            let payoffs: Option<Vec<f64>> = successors.each().map(|successor| successor[0]).collect();
            payoffs.and_then(|payoffs| Some(MatrixGame::new(columns(state.joints), payoffs).solve()?.value))
        };
    }
}
