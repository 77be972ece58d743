//! Decisive moves that the game sees without making them: in playouts, which then stay in a batch, and in
//! the tree.

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
    /// Whether these playouts should heed moves: favour some, or tell what they came to.
    heeding: bool,
    /// Whether they do, as the game is prepared for that.
    heeds: bool,
    ends: DecisiveEnds<G>,
}

impl<'s, G: Game> Foresight<'s, G> {
    /// The foresight that the settings ask for, as far as the game has been prepared; without a bound on time
    /// it is prepared now.
    pub(super) fn new(game: &'s G, settings: &Settings, meter: &Meter) -> Self {
        let policies: &[Policy] = match settings.policy.decisive {
            Decisive::Off => &[],
            Decisive::Win => &[Policy::Decisive],
            Decisive::Both => &[Policy::AntiDecisive],
            Decisive::Lanes => &[Policy::AntiDecisive, Policy::Decisive],
        };
        let heeding = settings.policy.mast == Mast::Lanes || settings.rave.is_some();
        let mut foresight = Self {
            // What wins at once is seen of players alone, who know what the move leads to.
            tactics: game.tactics().filter(|_| game.chance().is_none() && (!policies.is_empty() || heeding)),
            policies,
            policy: Policy::Uniform,
            heeding,
            heeds: false,
            ends: DecisiveEnds::new(),
        };
        if meter.budget().time.is_none() {
            let go_on = || !meter.interrupted();
            foresight.take(
                |tactics, policy| tactics.prepare(policy, &go_on),
                |tactics, policy| tactics.prepare_heeding(policy, &go_on),
            );
        } else {
            foresight.look_again();
        }
        foresight
    }

    /// Takes the best policy that the game is prepared for by now, and heeds moves if it is prepared for
    /// that. True if anything has become better.
    pub(super) fn look_again(&mut self) -> bool {
        self.take(
            |tactics, policy| tactics.prepare_aside(policy),
            |tactics, policy| tactics.prepare_heeding_aside(policy),
        )
    }

    /// The same; a better policy is not taken before playouts by it can heed moves, if they should.
    fn take(
        &mut self,
        prepared: impl Fn(&dyn Tactics<G::State, G::Move>, Policy) -> bool,
        prepared_heeding: impl Fn(&dyn Tactics<G::State, G::Move>, Policy) -> bool,
    ) -> bool {
        let Some(tactics) = self.tactics else { return false };
        let heeding = |policy| self.heeding && prepared_heeding(tactics, policy);
        let mut better = self.policies.iter().copied().take_while(|&policy| policy != self.policy);
        if let Some(policy) =
            better.find(|&policy| prepared(tactics, policy) && self.heeding == heeding(policy))
        {
            (self.policy, self.heeds) = (policy, self.heeding);
            return true;
        }
        let begins = !self.heeds && heeding(self.policy);
        self.heeds |= begins;
        begins
    }

    /// Whether playouts heed moves.
    pub(super) fn heeds(&self) -> bool {
        self.heeds
    }

    /// The tactics, if they show moves that win at once.
    fn seeing(&self) -> Option<&'s dyn Tactics<G::State, G::Move>> {
        self.tactics.filter(|_| self.policy != Policy::Uniform)
    }

    /// The tactics, if playouts go by them.
    pub(super) fn tactics(&self) -> Option<&'s dyn Tactics<G::State, G::Move>> {
        self.tactics.filter(|_| self.policy != Policy::Uniform || self.heeds())
    }

    /// Looks for the states in which a role wins at once, if the tree is to prove them.
    pub(super) fn look_at(&mut self, game: &G, states: &[G::State]) {
        match (self.seeing(), game.batch()) {
            (Some(tactics), Some(batch)) => self.ends.look_at(game, tactics, batch, states),
            _ => self.ends.clear(),
        }
    }

    /// What the states that were looked at last are proven to pay in which a role wins at once, by their
    /// numbers among the payoffs of the tree; none of all others.
    pub(super) fn prove(&self, game: &G, tree: &mut Tree<G>, meter: &Meter, proven: &mut Vec<u32>) {
        proven.clear();
        proven.extend(self.ends.iter().map(|end| {
            let Some((role, end)) = end else { return NONE };
            let payoffs = tree.payoffs.of(game, end, meter);
            // Another win may leave the searching role less.
            let certain =
                !tree.spite.counts() || payoffs == NONE || tree.worth(payoffs, role) >= tree.range.1;
            if certain { payoffs } else { NONE }
        }));
    }
}
