use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use game::{Game, Goal};

use search::{Guarantee, Score, Solution, Survey, Tablebase, TablebaseError};

use crate::count::{CountError, Counting};
use crate::end_sums::EndSums;
use crate::guarantees::Guarantees;
use crate::limits::{Clock, Cut, Limits};
use crate::source::{Keys, Source, source_within};
use crate::space::{Broken, Expanders, Space, of_words};

/// The exact values of all states that a state leads to, by retrograde analysis: they are enumerated
/// forwards, and valued backwards from the ends of the game.
pub struct Retrograde<'g, G: Game> {
    game: &'g G,
    source: Box<dyn Keys<G> + 'g>,
    table: Tablebase,
    /// How many states there are.
    pub states: u64,
    /// The time that it took.
    pub time: Duration,
}

/// Why a game is not analysed.
#[derive(Debug, thiserror::Error)]
pub enum RetrogradeError {
    /// Its states cannot be enumerated.
    #[error("{}", advice(.0))]
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

/// Why states cannot be enumerated, with what to do in place of it: who wants a value does not want a count.
fn advice(error: &CountError) -> String {
    match error {
        CountError::Wide { words, limit } => format!(
            "a state has {words} words of 64 bits, more than the {limit} that an enumeration takes; `spielbaum solve --method search` does not enumerate them"
        ),
        other => other.to_string(),
    }
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
        progress: &(dyn Fn(Counting) + Sync),
    ) -> Result<Self, RetrogradeError> {
        Self::with(game, state, None, limits, progress)
    }

    /// The same with the states of large layers expanded by the `expanders`, if there are any; they are
    /// valued here.
    pub(crate) fn with(
        game: &'g G,
        state: &G::State,
        expanders: Option<&mut dyn Expanders>,
        limits: &Limits,
        progress: &(dyn Fn(Counting) + Sync),
    ) -> Result<Self, RetrogradeError> {
        let (least, greatest) = (*game.goal_range().start(), *game.goal_range().end());
        if i64::from(greatest) - i64::from(least) > Score::SPREAD {
            return Err(RetrogradeError::Spread { least, greatest });
        }
        let clock = Clock::start(limits);
        // The state itself is one.
        let source = source_within(game, &clock).map_err(|why| RetrogradeError::Cut { why, states: 1 })?;
        let key = source.key(state);
        let rule = Guarantees {
            roles: game.roles(),
            least,
            sums: EndSums::new(),
            simultaneous: AtomicBool::new(false),
        };
        let table =
            of_words!(source.words(), |N| table::<N>(&*source, &key, expanders, rule, &clock, progress)?);
        Ok(Self { game, states: table.states(), source, table, time: clock.elapsed() })
    }

    /// What each role can be sure of in a state, none of a role that is sure of nothing as play need not end;
    /// none at all of a state that was not enumerated.
    pub fn guarantees(&self, state: &G::State) -> Option<Vec<Option<Guarantee>>> {
        self.table.guarantees(&self.source.key(state))
    }

    /// What is known of a state and its moves; none of one that was not enumerated.
    pub fn solution(&self, state: &G::State) -> Option<Solution<G::Move>> {
        Solution::of(self.game, state, self.survey(), &|state| self.guarantees(state))
    }

    /// What the states have shown that were enumerated.
    pub fn survey(&self) -> Survey {
        self.table.survey()
    }

    /// Writes all values to a file, for the strategy `solved`.
    ///
    /// # Errors
    /// If the game is not played on a circuit, or the file cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), TablebaseError> {
        self.table.write(self.game, path)
    }
}

/// The values of all states, found in layers.
fn table<const N: usize>(
    source: &dyn Source,
    key: &[u64],
    expanders: Option<&mut dyn Expanders>,
    rule: Guarantees,
    clock: &Clock<'_>,
    progress: &(dyn Fn(Counting) + Sync),
) -> Result<Tablebase, RetrogradeError> {
    let exploring = |at| progress(Counting::Exploring(at));
    let space = Space::<N>::explore(source, key, expanders, clock, &exploring)?;
    let states = space.states();
    let cut = |why| RetrogradeError::Cut { why, states };
    if let Some(why) = space.cut {
        return Err(cut(why));
    }
    // Where states come again, values are worked out from those of the round before.
    let values = if space.graded { 1 } else { 2 };
    let per_state = size_of::<[u64; N]>() + values * rule.roles * size_of::<Score>();
    if states as usize * per_state + source.bytes() > clock.limits.memory {
        return Err(cut(Cut::Memory));
    }
    let layers = space.values(source, &rule, clock, &|at| progress(Counting::Valuing(at)))?;
    let layers = layers.map_err(cut)?.into_iter();
    let layers = layers.map(|layer| (bytemuck::allocation::cast_vec(layer.keys), layer.values)).collect();
    Ok(Tablebase::new(rule.roles, N, rule.least, layers).with_survey(rule.survey()))
}
