//! States in which a role wins at once, seen without making its move.

use game::{Game, Policy, Tactics};

use super::descent::Descent;
use crate::decisive_ends::DecisiveEnds;
use crate::{Evaluator, Meter};

/// What a search uses of the [tactics](Tactics) of its game.
pub(super) struct Decided<'s, G: Game> {
    tactics: Option<&'s dyn Tactics<G::State, G::Move>>,
    ends: DecisiveEnds<G>,
}

impl<'s, G: Game> Decided<'s, G> {
    /// Those that `wanted` asks for. The game is prepared for them now, or, where there is a bound on time, aside.
    pub(super) fn new(game: &'s G, wanted: bool, meter: &Meter) -> Self {
        let tactics = game.tactics().filter(|tactics| {
            wanted
                && (meter.budget().time.is_some()
                    || tactics.prepare(Policy::Decisive, &|| !meter.interrupted()))
        });
        Self { tactics, ends: DecisiveEnds::new() }
    }

    /// Whether the search sees any by now.
    fn tactics(&self) -> Option<&'s dyn Tactics<G::State, G::Move>> {
        self.tactics.filter(|tactics| tactics.prepare_aside(Policy::Decisive))
    }
}

impl<G: Game, E: Evaluator<G>> Descent<'_, G, E> {
    /// Notes which children of the node being opened are decided, as a role wins at once there, and what they are worth to the searcher. That is the least or
    /// the greatest payoff of all: of others it is not known what is better.
    pub(super) fn see_decided(&mut self) {
        let (game, role) = (self.search.game, self.search.role);
        let node = &mut self.nodes[self.open];
        node.decided.clear();
        let (Some(tactics), Some(batch)) = (self.decided.tactics(), game.batch()) else { return };
        let range = game.goal_range();
        let (least, greatest) = (f64::from(*range.start()), f64::from(*range.end()));
        let ends = self.decided.ends.look_at(game, tactics, batch, &node.children);
        node.decided.extend(ends.map(|end| {
            let (winner, end) = end?;
            let goal = self.meter.goal(game, end, role)?;
            let best = if winner == role { goal >= greatest } else { goal <= least };
            (best && !self.search.allies.contains(&winner)).then_some(goal)
        }));
    }
}
