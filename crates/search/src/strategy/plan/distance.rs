use game::{Game, GoalDistance};

/// How far states are from the goal: by the conditions of the greatest goal that are unmet where the game tells them, else by the
/// [proximity](game::Knowledge::goal_proximity) of the goals.
pub(super) enum Distance {
    Unmet(GoalDistance),
    Proximity,
}

/// Steps of proximity from the goal to the farthest state.
const STEPS: f64 = 1000.0;

impl Distance {
    /// That which tells something of the states of a game.
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
            _ => {
                let near = game.knowledge().goal_proximity(state, 0).unwrap_or(0.0);
                ((1.0 - near).clamp(0.0, 1.0) * STEPS) as u32
            }
        }
    }
}
