use std::time::Duration;

use game::{Fault, Game, Interrupted};

use crate::limits::{Clock, Cut, Limits};
use crate::source::source;
use crate::space::{Broken, Exploring, LayerCount, Space};

/// How many states a game has.
#[derive(Clone, Debug)]
pub struct StateCount {
    /// The states that no fewer plies lead to, ply by ply.
    pub by_ply: Vec<LayerCount>,
    /// States that were found but not expanded, as the count was cut: it is not known whether they are terminal.
    pub unexpanded: u64,
    /// Whether a state's ply is the same on every way to it, as where a counter or the pieces on the board tell it.
    pub graded: bool,
    /// Why the count ended before all states were found.
    pub cut: Option<Cut>,
    /// The time that it took.
    pub time: Duration,
}

/// Why states cannot be counted.
#[derive(Debug, thiserror::Error)]
pub enum CountError {
    /// The rules give no answer in some state.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// A temporary file cannot be written or read.
    #[error("a temporary file: {0}")]
    File(#[from] std::io::Error),
    /// States are too many words.
    #[error("a state has {words} words of 64 bits, more than the {limit} that an enumeration takes")]
    Wide {
        /// The words of a state.
        words: usize,
        /// The most there may be.
        limit: usize,
    },
    /// It was interrupted before it began.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

impl From<Broken> for CountError {
    fn from(broken: Broken) -> Self {
        match broken {
            Broken::Fault(fault) => Self::Fault(fault),
            Broken::File(error) => Self::File(error),
        }
    }
}

impl StateCount {
    /// Enumerates the states that `state` leads to.
    ///
    /// # Errors
    /// If the rules give no answer in some state, a state is too wide, or a temporary file cannot be used.
    pub fn from<G: Game>(
        game: &G,
        state: &G::State,
        limits: &Limits,
        progress: &(dyn Fn(Exploring) + Sync),
    ) -> Result<Self, CountError> {
        let clock = Clock::start(limits);
        let source = source(game, &game::Interrupt::never())?;
        let key = source.key(state);
        macro_rules! of_words {
            ($($words:literal)+) => {
                match source.words() {
                    $($words => Self::of(Space::<$words>::explore(&*source, &key, &clock, progress)?, &clock),)+
                    words => return Err(CountError::Wide { words, limit: 8 }),
                }
            };
        }
        Ok(of_words!(1 2 3 4 5 6 7 8))
    }

    fn of<const N: usize>(space: Space<N>, clock: &Clock<'_>) -> Self {
        let all: u64 = space.layers.iter().map(|layer| layer.states() as u64).sum();
        let expanded: u64 = space.counts.iter().map(|count| count.states).sum();
        let Space { counts, graded, cut, .. } = space;
        Self { by_ply: counts, unexpanded: all - expanded, graded, cut, time: clock.elapsed() }
    }

    /// How many states there are, as far as they have been found.
    pub fn states(&self) -> u64 {
        self.by_ply.iter().map(|count| count.states).sum::<u64>() + self.unexpanded
    }

    /// How many of them are known to be terminal.
    pub fn terminal(&self) -> u64 {
        self.by_ply.iter().map(|count| count.terminal).sum()
    }
}
