use game::{Counting, Game, GoalDistance, Interrupt, Interrupted, PatternDatabases};

use super::quest::Work;

/// How far states are from the goal.
pub(super) enum Distance {
    /// By the conditions of the greatest goal that are unmet.
    Unmet(GoalDistance),
    /// By the moves that [patterns](PatternDatabases) take, one after the other.
    Patterns(PatternDatabases),
    /// By the [proximity](game::Knowledge::goal_proximity) of the goals.
    Proximity,
}

/// Steps of proximity from the goal to the farthest state.
const STEPS: f64 = 1000.0;

/// Entries of pattern databases at most. To make them takes some tenths of a second.
const ENTRIES: usize = 1 << 20;

/// Bytes that an entry takes while they are made, most of them for moves.
const ENTRY: usize = 90;

/// Pattern databases in so many bytes at most; none if the goal has
/// [none](game::Planning::pattern_databases).
///
/// # Errors
/// If it is interrupted.
pub(super) fn pattern_databases<G: Game>(
    game: &G,
    root: &G::State,
    memory: usize,
    counting: Counting,
    interrupt: &Interrupt<'_>,
) -> Result<Option<PatternDatabases>, Interrupted> {
    let Some(planning) = game.planning() else { return Ok(None) };
    planning.pattern_databases(root, ENTRIES.min(memory / ENTRY), counting, interrupt)
}

/// How many plies plans to the greatest goal take at least, by pattern databases in which each move
/// counts once.
#[derive(Clone)]
pub(super) struct LeastPlies(Option<PatternDatabases>);

/// These databases have one in so many bytes of the memory.
const SHARE: usize = 4;

impl LeastPlies {
    /// No plan leads there.
    pub(super) const NEVER: u32 = u32::MAX;

    /// By databases in a part of the memory, of which the rest is told, too. Of a game that has none, a plan
    /// takes one ply more wherever it is not over.
    ///
    /// # Errors
    /// If it is interrupted.
    pub(super) fn of<G: Game>(work: &Work<'_, G>, memory: usize) -> Result<(Self, usize), Interrupted> {
        let (own, going_on) = (memory / SHARE, work.going_on_beyond_slice());
        let (root, interrupt) = (&work.quest.root, Interrupt::unless(&going_on));
        let databases = pattern_databases(work.game, root, own, Counting::Once, &interrupt)?;
        Ok((Self(databases), memory - own))
    }

    /// Whether it goes by databases.
    pub(super) fn has_databases(&self) -> bool {
        self.0.is_some()
    }

    /// The plies of a plan through a state to which so many lead, and where the game is not over.
    pub(super) fn through<G: Game>(&mut self, game: &G, state: &G::State, plies: u32) -> u32 {
        let further = match (&mut self.0, game.planning()) {
            (Some(databases), Some(planning)) => databases.of_state(planning.bits(state)),
            _ => Some(1),
        };
        further.map_or(Self::NEVER, |further| plies + further.max(1))
    }
}

/// Farther than all states from which a plan may lead to the goal.
const FAR: u32 = u32::MAX / 2;

impl Distance {
    /// That which tells something of the states of a game: conditions that are unmet where the game tells
    /// them, else proximity.
    pub(super) fn of<G: Game>(game: &G, root: &G::State) -> Self {
        let unmet = game.planning().and_then(game::Planning::goal_distance);
        let mut distance = unmet.map_or(Self::Proximity, Self::Unmet);
        // Of conditions that all hold, or that cannot be told, there is nothing to learn.
        if distance.from(game, root) == 0 { Self::Proximity } else { distance }
    }

    /// How far a state is from the goal.
    pub(super) fn from<G: Game>(&mut self, game: &G, state: &G::State) -> u32 {
        match (self, game.planning()) {
            (Self::Unmet(unmet), Some(planning)) => unmet.of_state(planning.bits(state)),
            (Self::Patterns(databases), Some(planning)) => {
                databases.of_state(planning.bits(state)).unwrap_or(FAR)
            }
            _ => {
                let near = game.knowledge().goal_proximity(state, 0).unwrap_or(0.0);
                ((1.0 - near).clamp(0.0, 1.0) * STEPS) as u32
            }
        }
    }
}
