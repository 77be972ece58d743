//! Decisive moves that the game sees without making them: in playouts, which then stay in a batch, and in the tree.

use game::{Game, Policy, Tactics};

use super::settings::{Decisive, Mast, Settings};
use super::tree::{NONE, Tree};
use crate::Meter;
use crate::decisive_ends::DecisiveEnds;

/// What a search uses of the [tactics](Tactics) of its game.
pub(super) struct Foresight<'s, G: Game> {
    tactics: Option<&'s dyn Tactics<G::State, G::Move>>,
    /// The policies that playouts may go by, the best first.
    policies: &'static [Policy],
    /// The policy that playouts of a batch go by.
    pub(super) policy: Policy,
    /// Whether these playouts should favour moves.
    favouring: bool,
    /// The policy by which playouts can favour moves, once the game is prepared for that.
    favouring_by: Option<Policy>,
    /// Whether the tree proves moves after which another role wins at once.
    in_tree: bool,
    ends: DecisiveEnds<G>,
}

impl<'s, G: Game> Foresight<'s, G> {
    /// The foresight that the settings ask for, as far as the game has been prepared; without a bound on time it is prepared now.
    pub(super) fn new(game: &'s G, settings: &Settings, meter: &Meter) -> Self {
        let policies: &[Policy] = match settings.policy.decisive {
            Decisive::Off => &[],
            Decisive::Win => &[Policy::Decisive],
            Decisive::Both => &[Policy::AntiDecisive],
            Decisive::Lanes => &[Policy::AntiDecisive, Policy::Decisive],
        };
        let favouring = settings.policy.mast == Mast::Lanes;
        let mut foresight = Self {
            tactics: game.tactics().filter(|_| !policies.is_empty() || favouring),
            policies,
            policy: Policy::Uniform,
            favouring,
            favouring_by: None,
            in_tree: settings.solver,
            ends: DecisiveEnds::new(),
        };
        if meter.budget().time.is_none() {
            let go_on = || !meter.interrupted();
            foresight.take(|tactics, policy| tactics.prepare(policy, &go_on));
            foresight.take_favour(|tactics, policy| tactics.prepare_favouring(policy, &go_on));
        } else {
            foresight.look_again();
        }
        foresight
    }

    /// Takes the best policy that the game is prepared for by now. True if that is a better one.
    pub(super) fn look_again(&mut self) -> bool {
        let better = self.take(|tactics, policy| tactics.prepare_aside(policy));
        self.take_favour(|tactics, policy| tactics.prepare_favouring_aside(policy));
        better
    }

    fn take(&mut self, prepared: impl Fn(&dyn Tactics<G::State, G::Move>, Policy) -> bool) -> bool {
        let Some(tactics) = self.tactics else { return false };
        let better = self.policies.iter().take_while(|&&policy| policy != self.policy);
        let better = better.copied().find(|&policy| prepared(tactics, policy));
        self.policy = better.unwrap_or(self.policy);
        better.is_some()
    }

    fn take_favour(&mut self, prepared: impl Fn(&dyn Tactics<G::State, G::Move>, Policy) -> bool) {
        if let Some(tactics) = self.tactics
            && self.favouring
            && !self.favours()
            && prepared(tactics, self.policy)
        {
            self.favouring_by = Some(self.policy);
        }
    }

    /// Whether playouts favour moves.
    pub(super) fn favours(&self) -> bool {
        self.favouring_by == Some(self.policy)
    }

    /// The tactics, if playouts go by them.
    pub(super) fn tactics(&self) -> Option<&'s dyn Tactics<G::State, G::Move>> {
        self.tactics.filter(|_| self.policy != Policy::Uniform || self.favours())
    }

    /// What the states are proven to pay in which a role wins at once, by their numbers among the payoffs of the tree; none of all others.
    pub(super) fn look_at(
        &mut self,
        game: &G,
        states: &[G::State],
        tree: &mut Tree<G>,
        meter: &Meter,
        proven: &mut Vec<u32>,
    ) {
        proven.clear();
        let (Some(tactics), Some(batch), true) = (self.tactics(), game.batch(), self.in_tree) else { return };
        let ends = self.ends.look_at(game, tactics, batch, states);
        proven.extend(ends.map(|end| {
            let Some((role, end)) = end else { return NONE };
            let payoffs = tree.payoffs.of(game, end, meter);
            // Another win may leave the searching role less.
            let certain =
                !tree.spite.counts() || payoffs == NONE || tree.worth(payoffs, role) >= tree.range.1;
            if certain { payoffs } else { NONE }
        }));
    }
}
