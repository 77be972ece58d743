use std::time::Duration;

use game::{Game, Goal};

use crate::CountError;
use crate::guarantee::{Guarantee, Guarantees, Score};
use crate::limits::{Clock, Cut, Limits};
use crate::source::{Source, source};
use crate::space::{Broken, Exploring, Space, Valuing, of_words};

/// The exact values of all states that a state leads to, by retrograde analysis: they are enumerated forwards, and valued backwards from the ends of
/// the game.
pub struct Retrograde<'g, G: Game> {
    source: Box<dyn Source<G> + 'g>,
    values: Box<dyn Values>,
    least: Goal,
    /// How many states there are.
    pub states: u64,
    /// The time that it took.
    pub time: Duration,
}

/// How far retrograde analysis has come.
#[derive(Clone, Copy, Debug)]
pub enum Analysing {
    /// States are being enumerated.
    Exploring(Exploring),
    /// Values are being worked out.
    Valuing(Valuing),
}

/// Why a game is not analysed.
#[derive(Debug, thiserror::Error)]
pub enum RetrogradeError {
    /// Its states cannot be enumerated.
    #[error(transparent)]
    Count(#[from] CountError),
    /// It was cut.
    #[error("it was cut after {states} states were found")]
    Cut {
        /// Why.
        why: Cut,
        /// States found.
        states: u64,
    },
    /// Payoffs differ too much.
    #[error("payoffs from {least} to {greatest} are too far apart")]
    Spread {
        /// The least payoff.
        least: Goal,
        /// The greatest payoff.
        greatest: Goal,
    },
}

impl From<Broken> for RetrogradeError {
    fn from(broken: Broken) -> Self {
        Self::Count(broken.into())
    }
}

impl<'g, G: Game> Retrograde<'g, G> {
    /// Analyses the states that `state` leads to.
    ///
    /// # Errors
    /// If the rules give no answer in some state, the states do not fit into memory, or a limit cuts it.
    pub fn of(
        game: &'g G,
        state: &G::State,
        limits: &Limits,
        progress: &(dyn Fn(Analysing) + Sync),
    ) -> Result<Self, RetrogradeError> {
        let (least, greatest) = (*game.goal_range().start(), *game.goal_range().end());
        if i64::from(greatest) - i64::from(least) > Score::SPREAD {
            return Err(RetrogradeError::Spread { least, greatest });
        }
        let clock = Clock::start(limits);
        let source = source(game, &game::Interrupt::never()).map_err(CountError::from)?;
        let key = source.key(state);
        let rule = Guarantees { roles: game.roles(), least };
        let values: Box<dyn Values> =
            of_words!(source.words(), |N| Box::new(Table::<N>::of(&*source, &key, &rule, &clock, progress)?));
        Ok(Self { states: values.states(), source, values, least, time: clock.elapsed() })
    }

    /// What each role can be sure of in a state, none of a role that is sure of nothing as play need not end; none at all of a state that was not
    /// enumerated.
    pub fn guarantees(&self, state: &G::State) -> Option<Vec<Option<Guarantee>>> {
        let scores = self.values.scores(&self.source.key(state))?;
        Some(scores.iter().map(|score| score.guarantee(self.least)).collect())
    }
}

/// Values of states, whatever the number of their words.
trait Values: Sync + Send {
    fn states(&self) -> u64;

    /// The scores of all roles in a state.
    fn scores(&self, key: &[u64]) -> Option<&[Score]>;
}

/// The states of each layer with their values.
struct Table<const N: usize> {
    layers: Vec<(Vec<[u64; N]>, Vec<Score>)>,
    roles: usize,
}

impl<const N: usize> Table<N> {
    fn of<G: Game>(
        source: &dyn Source<G>,
        key: &[u64],
        rule: &Guarantees,
        clock: &Clock<'_>,
        progress: &(dyn Fn(Analysing) + Sync),
    ) -> Result<Self, RetrogradeError> {
        let mut space = Space::<N>::explore(source, key, clock, &|at| progress(Analysing::Exploring(at)))?;
        let states = space.states();
        let cut = |why| RetrogradeError::Cut { why, states };
        if let Some(why) = space.cut {
            return Err(cut(why));
        }
        let per_state = size_of::<[u64; N]>() + rule.roles * size_of::<Score>();
        if states as usize * per_state > clock.limits.memory {
            return Err(cut(Cut::Memory));
        }
        let values = space.values(source, rule, clock, &|at| progress(Analysing::Valuing(at)))?;
        let values = values.map_err(cut)?;
        let layers = space.into_layers().map_err(Broken::from)?.into_iter().zip(values).collect();
        Ok(Self { layers, roles: rule.roles })
    }
}

impl<const N: usize> Values for Table<N> {
    fn states(&self) -> u64 {
        self.layers.iter().map(|(keys, _)| keys.len() as u64).sum()
    }

    fn scores(&self, key: &[u64]) -> Option<&[Score]> {
        let key: &[u64; N] = key.try_into().ok()?;
        self.layers.iter().find_map(|(keys, scores)| {
            let place = keys.binary_search(key).ok()?;
            Some(&scores[place * self.roles..][..self.roles])
        })
    }
}
