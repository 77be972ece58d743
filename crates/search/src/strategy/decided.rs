//! States in which a role wins at once, seen without making its move.

use game::{Game, Policy, Tactics};

use crate::Meter;
use crate::decisive_ends::DecisiveEnds;

/// What a search uses of the [tactics](Tactics) of its game.
pub(super) struct Decided<'s, G: Game> {
    tactics: Option<&'s dyn Tactics<G::State, G::Move>>,
    ends: DecisiveEnds<G>,
}

impl<'s, G: Game> Decided<'s, G> {
    /// Those that `wanted` asks for. The game is prepared for them now, or, where there is a bound on
    /// time, aside.
    pub(super) fn new(game: &'s G, wanted: bool, meter: &Meter) -> Self {
        let tactics = game.tactics().filter(|tactics| {
            wanted
                && (meter.budget().time.is_some()
                    || tactics.prepare(Policy::Decisive, &|| !meter.interrupted()))
        });
        Self { tactics, ends: DecisiveEnds::new() }
    }

    /// Whether the game shows it by now.
    pub(super) fn is_ready(&self) -> bool {
        self.tactics.is_some_and(|tactics| tactics.prepare_aside(Policy::Decisive))
    }

    /// For each of the states the role that wins at once there, and what that leads to; nothing at all if the
    /// game does not show it by now.
    pub(super) fn look_at<'t>(
        &mut self,
        game: &G,
        states: impl IntoIterator<Item = &'t G::State>,
    ) -> impl Iterator<Item = Option<(usize, &G::State)>>
    where
        G: 't,
    {
        let tactics = self.tactics.filter(|tactics| tactics.prepare_aside(Policy::Decisive));
        match tactics.zip(game.batch()) {
            Some((tactics, batch)) => self.ends.look_at(game, tactics, batch, states),
            None => self.ends.clear(),
        }
        self.ends.iter()
    }
}
