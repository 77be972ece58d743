//! Proof-number searches beside the tree search: one before the simulations, which sees wins that are forced
//! far beyond the tree's leaves, and others after them, of the moves that the simulations favour: a move that
//! is proven to lose is not made. Each has half of what proofs may take.

use game::Game;

use super::settings::Settings;
use crate::strategy::proof_number::{Verdict, WinOrLoss};
use crate::strategy::{intact, opposed};
use crate::{Budget, Effort, Meter, SearchError};

/// The part of the memory that its tables have: one in so many.
pub(super) const SHARE_OF_MEMORY: usize = 8;

/// What a tree search knows by proofs from one decision to the next.
#[derive(Debug, Default)]
pub(super) struct Proofs {
    known: Option<WinOrLoss>,
    /// Whether the game is none for proof-number search: chance moves, or several roles choose at the
    /// same time.
    refused: bool,
}

impl Proofs {
    /// Looks for a forced win of a role, and for moves of its that lose, in the half of the share of the
    /// budget. It counts for the meter. None if the settings leave nothing to proofs, or the game does not
    /// admit them: where chance moves, what an opponent could force is not what happens.
    pub(super) fn look<G: Game>(
        &mut self,
        game: &G,
        state: &G::State,
        role: usize,
        settings: &Settings,
        meter: &mut Meter,
    ) -> Result<Option<Verdict>, SearchError> {
        if settings.proofs == 0.0 || game.roles() == 1 || self.refused {
            return Ok(None);
        }
        let mut own = Meter::start(half(settings, meter));
        let bytes = settings.memory / (SHARE_OF_MEMORY - 1);
        let verdict = WinOrLoss::recall(&mut self.known, role, bytes).prove(game, state, &mut own);
        meter.effort += own.effort;
        self.if_applicable(verdict, &own)
    }

    /// The part of the time that is left to [`Checks`] after the simulations.
    pub(super) fn share_of_checks<G: Game>(&self, game: &G, settings: &Settings) -> f64 {
        // Others need not play against the searching role: then a loss that they can force together is
        // no value.
        if self.known.is_some() && opposed(game) { settings.proofs / 2.0 } else { 0.0 }
    }

    /// The checks of moves of the role that was [looked](Self::look) for, within the other half and what is
    /// left of the budget.
    pub(super) fn checks<'p, G: Game>(
        &'p mut self,
        game: &G,
        settings: &Settings,
        meter: &Meter,
    ) -> Option<Checks<'p>> {
        if self.share_of_checks(game, settings) == 0.0 {
            return None;
        }
        let mut budget = half(settings, meter);
        let left = meter.budget().time.map(|time| time.saturating_sub(meter.elapsed()));
        budget.time = budget.time.zip(left).map(|(half, left)| half.min(left));
        Some(Checks { proofs: self, meter: Meter::start(budget) })
    }

    /// What a search has found, if the game admits it. What it has found where the rules gave no answer
    /// counts for nothing.
    fn if_applicable<T>(
        &mut self,
        found: Result<T, SearchError>,
        meter: &Meter,
    ) -> Result<Option<T>, SearchError> {
        if let Err(fault) = intact(meter) {
            self.known = None;
            return Err(fault);
        }
        match found {
            Err(SearchError::Inapplicable { .. }) => {
                self.refused = true;
                self.known = None;
                Ok(None)
            }
            found => found.map(Some),
        }
    }
}

/// Half of the share of the budget that the settings leave to proofs.
fn half(settings: &Settings, meter: &Meter) -> Budget {
    let share = settings.proofs / 2.0;
    let part = |count: u64| (count as f64 * share) as u64;
    let Budget { playouts, nodes, time, stop, .. } = meter.budget();
    Budget {
        nodes: nodes.or(*playouts).map(part),
        time: time.map(|time| time.mul_f64(share)),
        stop: stop.clone(),
        ..Budget::default()
    }
}

/// Searches that look for proofs that a move loses.
#[derive(Debug)]
pub(super) struct Checks<'p> {
    proofs: &'p mut Proofs,
    meter: Meter,
}

impl Checks<'_> {
    /// Whether the role is proven to lose after a move, which leads to `state`. Nothing is found out any more
    /// when the budget is spent.
    pub(super) fn refute<G: Game>(&mut self, game: &G, state: &G::State) -> Result<bool, SearchError> {
        let Self { proofs, meter } = self;
        let Some(known) = &mut proofs.known else { return Ok(false) };
        let loses = known.loses(game, state, meter);
        Ok(proofs.if_applicable(loses, meter)?.unwrap_or(false))
    }

    /// What they have taken.
    pub(super) fn effort(&self) -> Effort {
        self.meter.effort
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{any_game, decide};
    use game::{Fault, Tree};

    fn settings() -> Settings {
        Settings::from_spec(&"uct(proofs=0.5)".parse().unwrap())
    }

    fn meter(playouts: u64) -> Meter {
        Meter::start(Budget { playouts: Some(playouts), ..Budget::default() })
    }

    #[test]
    fn checks_know_what_the_simulations_left_time_for() {
        let tree = Tree::from_brackets("((1 -1) (1 1))").unwrap();
        let (game, settings, mut proofs) = (any_game(&tree), settings(), Proofs::default());
        let root = tree.initial();
        assert!(proofs.checks(&game, &settings, &meter(1000)).is_none(), "it is not known for whom");
        proofs.look(&game, &root, 0, &settings, &mut meter(0)).unwrap();
        let mut moves = [Vec::new(), Vec::new()];
        (0..2).for_each(|role| tree.legal(&root, role, &mut moves[role]));
        let after = |mov: usize| tree.next(&root, &[moves[0][mov], moves[1][0]]);
        let mut checks = proofs.checks(&game, &settings, &meter(1000)).unwrap();
        assert!(checks.refute(&game, &after(0)).unwrap(), "the other moves to -1");
        assert!(!checks.refute(&game, &after(1)).unwrap(), "both ends are 1");
        assert!(checks.effort().nodes > 0);
        let mut spent = proofs.checks(&game, &settings, &meter(0)).unwrap();
        assert!(spent.refute(&game, &after(0)).unwrap(), "what is known is told without a search");
        assert_eq!(spent.effort(), Effort::default());
    }

    #[test]
    fn what_chance_may_do_proves_nothing() {
        let tree = Tree::from_brackets("((? 0 100) 40)").unwrap();
        let decision =
            decide("uct(proofs=0.5)", &any_game(&tree), &Budget { playouts: Some(200), ..Budget::default() });
        let decision = decision.unwrap();
        assert_eq!((decision.value, decision.proven), (Some(50.0), true));
    }

    #[test]
    fn a_fault_of_the_rules_is_no_loss() {
        let tree = Tree::from_brackets("((1 -1) (1 1))").unwrap();
        let (game, settings, mut proofs) = (any_game(&tree), settings(), Proofs::default());
        let failing = meter(1000);
        failing.fail(Fault { message: "no move".to_owned() });
        proofs.look(&game, &tree.initial(), 0, &settings, &mut meter(0)).unwrap();
        assert!(proofs.if_applicable(Ok(true), &failing).is_err());
        assert!(proofs.checks(&game, &settings, &meter(1000)).is_none(), "what was found is forgotten");
    }
}
